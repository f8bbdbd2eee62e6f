//! The formats of game records.

use std::fmt;

use super::AutoPass;

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// One game: moves, separated or not, on any number of lines.
    Plain,
    /// One game per line.
    Lines,
    /// Numbered moves with comments, optionally after tags.
    Pgn,
    /// The Generic Game Format of the Generic Game Server.
    Ggf,
    /// Positions, each with moves and their values (OBF).
    Obf,
    /// A WTHOR database of tournament games.
    Wthor,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 6] = [
        Self::Plain,
        Self::Lines,
        Self::Pgn,
        Self::Ggf,
        Self::Obf,
        Self::Wthor,
    ];

    /// The name of the format.
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

    /// The format with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether missing passes are inserted by default: in formats that write passes never
    /// or only sometimes.
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
