//! The formats.

use std::fmt;

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

    /// The format of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// Whether passes are put in by default: where they are never written, or only
    /// sometimes.
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
