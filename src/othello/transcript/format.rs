//! The formats.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::AutoPass;

/// How games are written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Moves apart or together, over any number of lines: one game.
    Plain,
    /// A game a line.
    Lines,
    /// Numbered moves with comments, and tags before them if there are any.
    Pgn,
    /// The Generic Game Format of the Generic Game Server.
    Ggf,
    /// Positions, each with moves and what they are worth.
    Obf,
    /// A database of tournament games.
    Wthor,
}

/// A text that is the name of no format.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0:?} is no format: plain, lines, pgn, ggf, obf, wthor")]
pub struct NoFormat(pub String);

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::Lines,
        Self::Pgn,
        Self::Ggf,
        Self::Obf,
        Self::Wthor,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Lines => "lines",
            Self::Pgn => "pgn",
            Self::Ggf => "ggf",
            Self::Obf => "obf",
            Self::Wthor => "wthor",
        }
    }

    /// Whether passes are put in if nobody says otherwise: where they are never
    /// written, or only sometimes.
    pub fn auto_pass(self) -> AutoPass {
        match self {
            Self::Lines | Self::Pgn | Self::Wthor => AutoPass::On,
            Self::Plain | Self::Ggf | Self::Obf => AutoPass::Off,
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = NoFormat;

    fn from_str(text: &str) -> Result<Self, NoFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == text);
        found.ok_or_else(|| NoFormat(text.to_owned()))
    }
}
