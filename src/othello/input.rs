//! The games in the input, file by file.

use admiralty_escape::{escape, escape_path};
use std::cell::Cell;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use admiralty_othello::Scoring;
use admiralty_othello::transcript::{
    CheckedGame, DatabaseNames, NamesError, ReadError, TranscriptFormat, WrittenGames, detect,
    unread_format,
};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::error::say;
use crate::{CliError, streams};

/// The most that is read of a file: more than the largest database.
const INPUT_BYTES_MAX: u64 = 1 << 31;

/// The most that is read of a list of names: more than the numbers of a database can refer to.
const LIST_BYTES_MAX: u64 = 1 << 21;

/// The name of the lists that all databases share.
const SHARED_LISTS: &str = "wthor";

/// The byte order marks of UTF-16, which some shells write when output goes to a file.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

// How the games are read and counted.
#[derive(Debug, Args)]
pub struct ReadingArgs {
    /// The format of the games [default: detected]
    #[arg(long, value_parser = format_parser())]
    format: Option<TranscriptFormat>,
    /// Count the empty squares of a finished game for the winner, as databases do
    #[arg(long)]
    wthor: bool,
}

impl ReadingArgs {
    pub fn scoring(&self) -> Scoring {
        if self.wthor {
            Scoring::EmptiesToWinner
        } else {
            Scoring::Discs
        }
    }
}

/// Accepts the names of the formats.
pub fn format_parser() -> impl TypedValueParser<Value = TranscriptFormat> {
    let names = PossibleValuesParser::new(TranscriptFormat::ALL.map(TranscriptFormat::name));
    names.try_map(|name| TranscriptFormat::named(&name).ok_or("no such format"))
}

pub struct TranscriptInputs<'a> {
    /// `None` is standard input.
    files: Vec<Option<&'a Path>>,
    reading: &'a ReadingArgs,
    /// Whether a file could not be read.
    pub has_failed: Cell<bool>,
}

/// A text with games, and how they are read.
pub struct TranscriptInput<'a> {
    /// The file; `None` for standard input.
    pub file: Option<&'a Path>,
    pub name: String,
    pub format: TranscriptFormat,
    pub scoring: Scoring,
    /// The names that the numbers in a database stand for.
    pub names: DatabaseNames,
    is_only_file: bool,
    text: Vec<u8>,
}

pub struct InputGame<'i> {
    /// The file, if there are several.
    pub file: Option<&'i str>,
    /// Its number in the file, from 1.
    pub number: u64,
    /// The line in which it begins, or which is wrong; `None` in a database.
    pub line: Option<u64>,
    pub result: Result<CheckedGame, ReadError>,
}

impl<'a> TranscriptInputs<'a> {
    /// The given files, or standard input if there are none.
    pub fn new(files: &'a [PathBuf], reading: &'a ReadingArgs) -> Self {
        let file = |file: &'a PathBuf| Some(file.as_path()).filter(|file| *file != Path::new("-"));
        let mut files: Vec<_> = files.iter().map(file).collect();
        if files.is_empty() {
            files.push(None);
        }
        Self {
            reading,
            has_failed: Cell::new(false),
            files,
        }
    }

    /// Passes on one file after another. If there are several, one that cannot be read is reported,
    /// and the others are still read.
    pub fn each(
        &self,
        mut each: impl FnMut(&TranscriptInput<'a>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let is_only_file = self.files.len() == 1;
        for &file in &self.files {
            match TranscriptInput::read(file, self.reading, is_only_file) {
                Ok(input) => each(&input)?,
                Err(error) if is_only_file => return Err(error),
                Err(error) => {
                    self.has_failed.set(true);
                    say(&error.to_string());
                }
            }
        }
        Ok(())
    }

    /// Plays the games of all files, one after another.
    pub fn each_game(
        &self,
        mut each: impl FnMut(&TranscriptInput<'a>, InputGame<'_>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        self.each(|input| input.each_game(|entry| each(input, entry)))
    }
}

impl<'a> TranscriptInput<'a> {
    fn read(
        file: Option<&'a Path>,
        reading: &ReadingArgs,
        is_only_file: bool,
    ) -> Result<Self, CliError> {
        let too_long = |path: String| {
            let name = streams::in_sentence(&path);
            CliError::Usage(format!(
                "{name} is too long: at most {INPUT_BYTES_MAX} bytes are read"
            ))
        };
        if let Some(file) = file
            && size(file).is_some_and(|size| size > INPUT_BYTES_MAX)
        {
            return Err(too_long(escape_path(file)));
        }
        let (input, path) = streams::open(file)?;
        let text = match read_bounded(input, INPUT_BYTES_MAX) {
            Err(error) if error.kind() == io::ErrorKind::FileTooLarge => {
                return Err(too_long(path));
            }
            Err(source) => return Err(CliError::cannot_read(&path)(source)),
            Ok(text) => text,
        };
        check_supported(&text, &path)?;
        let format = reading.format.unwrap_or_else(|| detect(&text));
        let input = Self {
            file,
            name: path,
            format,
            scoring: reading.scoring(),
            names: match file {
                Some(file) if format == TranscriptFormat::Wthor => names_beside(file),
                _ => DatabaseNames::default(),
            },
            is_only_file,
            text,
        };
        input.games()?;
        Ok(input)
    }

    /// Whether this is the only game, here and in all files.
    pub fn is_only_game(&self) -> bool {
        let has_one =
            |mut games: WrittenGames<'_>| games.next().is_some() && games.next().is_none();
        self.is_only_file && self.games().is_ok_and(has_one)
    }

    /// The year in the header of a database, if this is the only file.
    pub fn year(&self) -> Option<u16> {
        self.games().ok()?.year().filter(|_| self.is_only_file)
    }

    /// Plays the games, one after another.
    pub fn each_game(
        &self,
        mut each: impl FnMut(InputGame<'_>) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        for (number, game) in (1..).zip(self.games()?) {
            let line = game
                .as_ref()
                .map_or_else(|error| error.place.line, |game| game.line);
            each(InputGame {
                file: (!self.is_only_file).then_some(&self.name),
                number,
                line: (line > 0).then_some(line),
                result: game.map(|game| game.check(self.format.auto_pass())),
            })?;
        }
        Ok(())
    }

    fn games(&self) -> Result<WrittenGames<'_>, CliError> {
        let games = WrittenGames::new(&self.text, self.format);
        let games = games.map(|games| games.with_names(&self.names));
        games.map_err(|error| CliError::Usage(format!("{}: {error}", self.name)))
    }
}

impl InputGame<'_> {
    pub fn name(&self) -> String {
        let number = self.number;
        match self.file {
            Some(file) => format!("{}, game {number}", escape(file)),
            None => format!("game {number}"),
        }
    }
}

/// Checks that a text is not in an encoding or a format that is known but not read.
fn check_supported(text: &[u8], path: &str) -> Result<(), CliError> {
    let name = streams::in_sentence(path);
    let message = if UTF_16_MARKS.iter().any(|mark| text.starts_with(mark)) {
        format!("{name} is in UTF-16; only UTF-8 is supported")
    } else if let Some(format) = unread_format(text) {
        let formats = TranscriptFormat::ALL.map(TranscriptFormat::name);
        let formats = formats.join(", ");
        format!("{name} is in {format}, which is not supported; the formats are {formats}")
    } else {
        return Ok(());
    };
    Err(CliError::Usage(message))
}

/// The size of a file; `None` if it does not exist or is not a regular file.
fn size(file: &Path) -> Option<u64> {
    let metadata = fs::metadata(file).ok()?;
    metadata.is_file().then_some(metadata.len())
}

fn read_bounded(input: impl Read, bytes_max: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(bytes_max + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > bytes_max {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    Ok(bytes)
}

/// Reads the lists beside a database, where they exist.
fn names_beside(database: &Path) -> DatabaseNames {
    let mut names = DatabaseNames::default();
    read_list(database, "jou", |list| names.set_players(list));
    read_list(database, "trn", |list| names.set_tournaments(list));
    names
}

/// Reads a list. If that fails, prints a note: games can be read without names.
fn read_list(
    database: &Path,
    extension: &str,
    set: impl FnOnce(Vec<u8>) -> Result<(), NamesError>,
) {
    let Some(path) = find_list(database, extension) else {
        return;
    };
    let list = File::open(&path).and_then(|file| read_bounded(file, LIST_BYTES_MAX));
    if let Err(error) = list.and_then(|list| set(list).map_err(io::Error::other)) {
        let path = escape_path(&path);
        say(&format!("note: {path} is not used: {error}"));
    }
}

/// The list with the name of the database, else the shared one, else the only one; in upper or
/// lower case.
fn find_list(database: &Path, extension: &str) -> Option<PathBuf> {
    let is = |part: Option<&OsStr>, name: &OsStr| {
        part.is_some_and(|part| part.eq_ignore_ascii_case(name))
    };
    let entries = fs::read_dir(streams::directory_of(database))
        .ok()?
        .flatten();
    let mut lists: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| is(path.extension(), extension.as_ref()) && path.is_file())
        .collect();
    for name in [database.file_stem()?, SHARED_LISTS.as_ref()] {
        if let Some(list) = lists.iter().find(|list| is(list.file_stem(), name)) {
            return Some(list.clone());
        }
    }
    lists.pop().filter(|_| lists.is_empty())
}
