//! The games that are looked at, one after another.

use std::io::{self, IsTerminal, Read};
use std::path::Path;

use admiralty::othello::Scoring;
use admiralty::othello::transcript::{AutoPass, Checked, Format, Games, ReadError, detect};
use admiralty::othello::wthor::Database;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::{CliError, streams};

/// How much is read at most: more than the largest database has.
const INPUT_BYTES_MAX: u64 = 1 << 31;

/// What texts in UTF-16 begin with. Some shells write them when output goes to a file.
const UTF_16_MARKS: [&[u8]; 2] = [b"\xff\xfe", b"\xfe\xff"];

/// How much there has to be before it is worth a bar.
const BAR_BYTES_MIN: usize = 1 << 22;

/// How the games are read and counted.
#[derive(Debug, Args)]
pub struct Reading {
    /// How the games are written down [default: what the file looks like]
    #[arg(long, value_parser = format_parser())]
    format: Option<Format>,
    /// Put in the passes that are left out [default: for lines, pgn and wthor]
    #[arg(long, overrides_with = "no_auto_pass")]
    auto_pass: bool,
    /// Do not put in the passes that are left out
    #[arg(long)]
    no_auto_pass: bool,
    /// Count the empty squares of a finished game for the winner, as databases do
    #[arg(long)]
    wthor: bool,
}

/// A text with games, and how they are looked at.
pub struct Input {
    pub name: String,
    pub format: Format,
    pub auto_pass: AutoPass,
    pub scoring: Scoring,
    text: Vec<u8>,
}

/// A game of a text.
pub struct Entry {
    /// Its number, from 1.
    pub number: u64,
    /// The line it begins in, or that is wrong; none in a database.
    pub line: Option<u64>,
    pub result: Result<Checked, ReadError>,
}

impl Input {
    /// Reads all of it.
    pub fn read(file: Option<&Path>, reading: &Reading) -> Result<Self, CliError> {
        let (input, name) = streams::open(file)?;
        let mut text = Vec::new();
        let result = input.take(INPUT_BYTES_MAX + 1).read_to_end(&mut text);
        if let Err(source) = result {
            return Err(CliError::Read { path: name, source });
        }
        if text.len() as u64 > INPUT_BYTES_MAX {
            let max = INPUT_BYTES_MAX;
            return Err(CliError::Long { path: name, max });
        }
        if UTF_16_MARKS.iter().any(|mark| text.starts_with(mark)) {
            return Err(CliError::Utf16(name));
        }
        let format = reading.format.unwrap_or_else(|| detect(&text));
        let input = Self {
            name,
            format,
            auto_pass: reading.auto_pass(format),
            scoring: reading.scoring(),
            text,
        };
        input.games()?;
        Ok(input)
    }

    /// Whether there is just one game.
    pub fn is_one_game(&self) -> bool {
        self.games()
            .is_ok_and(|mut games| games.next().is_some() && games.next().is_none())
    }

    /// The database, if it is one.
    pub fn database(&self) -> Option<Database<'_>> {
        let is_database = self.format == Format::Wthor;
        is_database.then(|| Database::new(&self.text).ok())?
    }

    /// Plays game after game.
    pub fn each_game(
        &self,
        mut each: impl FnMut(Entry) -> Result<(), CliError>,
    ) -> Result<(), CliError> {
        let bar = self.bar();
        let mut games = self.games()?;
        let mut number = 0;
        while let Some(game) = games.next() {
            number += 1;
            let line = match &game {
                Ok(game) => game.line,
                Err(error) => error.line,
            };
            each(Entry {
                number,
                line: (line > 0).then_some(line),
                result: game.map(|game| game.check(self.auto_pass)),
            })?;
            bar.set_position(games.offset() as u64);
        }
        bar.finish_and_clear();
        Ok(())
    }

    fn games(&self) -> Result<Games<'_>, CliError> {
        Games::new(&self.text, self.format).map_err(|source| CliError::Wthor {
            path: self.name.clone(),
            source,
        })
    }

    /// A bar on standard error, if that is a terminal, and there is much to do.
    pub fn bar(&self) -> ProgressBar {
        if self.text.len() < BAR_BYTES_MIN || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        let bar = ProgressBar::new(self.text.len() as u64);
        match ProgressStyle::with_template("{bar:30} {bytes}/{total_bytes}, {eta} left") {
            Ok(style) => bar.with_style(style),
            Err(_) => bar,
        }
    }
}

impl Reading {
    fn scoring(&self) -> Scoring {
        if self.wthor {
            Scoring::EmptiesToWinner
        } else {
            Scoring::Discs
        }
    }

    fn auto_pass(&self, format: Format) -> AutoPass {
        match (self.auto_pass, self.no_auto_pass) {
            (true, _) => AutoPass::On,
            (_, true) => AutoPass::Off,
            _ => format.auto_pass(),
        }
    }
}

/// Takes the names of the formats.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    let names = PossibleValuesParser::new(Format::ALL.map(Format::name));
    names.try_map(|name| name.parse::<Format>())
}
