//! The games in the input, file by file.

use std::cell::Cell;
use std::fs;
use std::io::{self, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use admiralty::othello::Scoring;
use admiralty::othello::transcript::{AutoPass, Checked, Format, Games, ReadError, detect};
use admiralty::othello::wthor::{Database, Names};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::names;
use super::progress::Progress;
use crate::cli::{CliError, streams};

/// The most that is read of a file: more than the largest database.
const INPUT_BYTES_MAX: u64 = 1 << 31;

/// The byte order marks of UTF-16, which some shells write when output goes to a file.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// How the games are read and counted.
#[derive(Debug, Args)]
pub struct Reading {
    /// The format of the games [default: detected]
    #[arg(long, value_parser = format_parser())]
    format: Option<Format>,
    /// Insert omitted passes [default: for lines, pgn and wthor]
    #[arg(long, overrides_with = "no_auto_pass")]
    auto_pass: bool,
    /// Do not insert omitted passes
    #[arg(long)]
    no_auto_pass: bool,
    /// Count the empty squares of a finished game for the winner, as databases do
    #[arg(long)]
    wthor: bool,
}

impl Reading {
    pub fn scoring(&self) -> Scoring {
        if self.wthor {
            Scoring::EmptiesToWinner
        } else {
            Scoring::Discs
        }
    }
}

/// Accepts the names of the formats.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.try_map(|name| Format::named(name.as_bytes()).ok_or("no such format"))
}

pub struct Inputs<'a> {
    /// `None` is standard input.
    files: Vec<Option<&'a Path>>,
    reading: &'a Reading,
    pub progress: Progress,
    /// Whether a file could not be read.
    pub has_failed: Cell<bool>,
}

/// A text with games, and how they are read.
pub struct Input<'a> {
    /// The file; `None` for standard input.
    pub file: Option<&'a Path>,
    pub name: String,
    pub format: Format,
    pub auto_pass: AutoPass,
    pub scoring: Scoring,
    /// The names that the numbers in a database stand for.
    pub names: Names,
    is_only_file: bool,
    text: Vec<u8>,
    /// The total size of the files before it, in bytes.
    begin: u64,
}

pub struct InputGame<'i> {
    /// The file, if there are several.
    pub file: Option<&'i str>,
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line in which it begins, or which is wrong; `None` in a database.
    pub line: Option<u64>,
    /// Its range of bytes, counted across all files.
    pub bytes: Range<u64>,
    pub result: Result<Checked, ReadError>,
}

impl<'a> Inputs<'a> {
    /// The given files, or standard input if there are none; `is_slow` if the games are searched.
    pub fn new(files: &'a [PathBuf], reading: &'a Reading, is_slow: bool) -> Self {
        let file = |file: &'a PathBuf| Some(file.as_path()).filter(|file| *file != Path::new("-"));
        let mut files: Vec<_> = files.iter().map(file).collect();
        if files.is_empty() {
            files.push(None);
        }
        let sizes = files.iter().flatten().filter_map(|file| size(file));
        Self {
            reading,
            progress: Progress::new(sizes.sum(), is_slow),
            has_failed: Cell::new(false),
            files,
        }
    }

    /// Passes on one file after another. If there are several, one that cannot be read is reported,
    /// and the others are still read.
    pub fn each(
        &self,
        mut each: impl FnMut(&Input<'a>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let is_only_file = self.files.len() == 1;
        let mut begin = 0;
        for &file in &self.files {
            match Input::read(file, self.reading, is_only_file, begin) {
                Ok(input) => {
                    let bytes = input.text.len() as u64;
                    if file.and_then(size).is_none() {
                        self.progress.add(bytes);
                    }
                    self.progress.begin();
                    each(&input)?;
                    begin += bytes;
                }
                Err(error) if is_only_file => return Err(error),
                Err(error) => {
                    self.has_failed.set(true);
                    let report = || writeln!(io::stderr(), "admiralty: {error}");
                    self.progress.aside(report)?;
                }
            }
        }
        Ok(())
    }

    /// Plays the games of all files, one after another.
    pub fn each_game(
        &self,
        mut each: impl FnMut(&Input<'a>, InputGame<'_>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        self.each(|input| input.each_game(&self.progress, |entry| each(input, entry)))
    }
}

impl<'a> Input<'a> {
    fn read(
        file: Option<&'a Path>,
        reading: &Reading,
        is_only_file: bool,
        begin: u64,
    ) -> Result<Self, CliError> {
        let too_long = |path| {
            CliError::Usage(format!(
                "{path} is too long: at most {INPUT_BYTES_MAX} bytes are read"
            ))
        };
        if let Some(file) = file
            && size(file).is_some_and(|size| size > INPUT_BYTES_MAX)
        {
            return Err(too_long(file.display().to_string()));
        }
        let (input, path) = streams::open(file)?;
        let text = match read_bounded(input, INPUT_BYTES_MAX) {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                return Err(too_long(path));
            }
            Err(source) => return Err(CliError::Read { path, source }),
            Ok(text) => text,
        };
        if UTF_16_MARKS.iter().any(|mark| text.starts_with(mark)) {
            return Err(CliError::usage(format!(
                "{path} is in UTF-16; only UTF-8 is supported"
            )));
        }
        let format = reading.format.unwrap_or_else(|| detect(&text));
        let input = Self {
            file,
            name: path,
            format,
            auto_pass: match (reading.auto_pass, reading.no_auto_pass) {
                (true, _) => AutoPass::On,
                (_, true) => AutoPass::Off,
                _ => format.auto_pass(),
            },
            scoring: reading.scoring(),
            names: match file {
                Some(file) if format == Format::Wthor => names::beside(file),
                _ => Names::default(),
            },
            is_only_file,
            text,
            begin,
        };
        input.games()?;
        Ok(input)
    }

    /// Whether this is the only game, here and in all files.
    pub fn is_only_game(&self) -> bool {
        let has_one = |mut games: Games<'_>| games.next().is_some() && games.next().is_none();
        self.is_only_file && self.games().is_ok_and(has_one)
    }

    pub fn database(&self) -> Option<Database<'_>> {
        let is_database = self.format == Format::Wthor;
        is_database.then(|| Database::new(&self.text).ok())?
    }

    /// The name of the file, if there are several.
    pub fn file_name(&self) -> Option<&str> {
        (!self.is_only_file).then_some(&self.name)
    }

    /// Its range of bytes, counted across all files.
    pub fn bytes(&self) -> Range<u64> {
        self.begin..self.begin + self.text.len() as u64
    }

    /// Plays the games, one after another.
    pub fn each_game(
        &self,
        progress: &Progress,
        mut each: impl FnMut(InputGame<'_>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let mut games = self.games()?;
        let mut bytes = self.begin..self.begin;
        let mut number = 0;
        while let Some(game) = games.next() {
            number += 1;
            let line = game
                .as_ref()
                .map_or_else(|error| error.place.line, |game| game.line);
            bytes = bytes.end..self.begin + games.offset() as u64;
            each(InputGame {
                file: self.file_name(),
                number,
                line: (line > 0).then_some(line),
                bytes: bytes.clone(),
                result: game.map(|game| game.check(self.auto_pass)),
            })?;
            progress.set(bytes.end);
        }
        Ok(())
    }

    fn games(&self) -> Result<Games<'_>, CliError> {
        let games = Games::new(&self.text, self.format);
        let games = games.map(|games| games.with_names(&self.names));
        games.map_err(|error| CliError::Usage(format!("{}: {error}", self.name)))
    }
}

impl InputGame<'_> {
    pub fn name(&self) -> String {
        let number = self.number;
        match self.file {
            Some(file) => format!("{file}, game {number}"),
            None => format!("game {number}"),
        }
    }
}

/// The size of a file; `None` if it does not exist or is not a regular file.
fn size(file: &Path) -> Option<u64> {
    let metadata = fs::metadata(file).ok()?;
    metadata.is_file().then_some(metadata.len())
}

pub fn read_bounded(input: impl Read, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}
