//! The formats of game records.

use super::AutoPass;

text_enum! {
    /// A format of game records.
    pub enum Format: name, named {
        /// One game: moves, separated or not, on any number of lines.
        Plain = "plain",
        /// One game per line.
        Lines = "lines",
        /// Numbered moves with comments, optionally after tags.
        Pgn = "pgn",
        /// The Generic Game Format of the Generic Game Server.
        Ggf = "ggf",
        /// Positions, each with moves and their values (OBF).
        Obf = "obf",
        /// A WTHOR database of tournament games.
        Wthor = "wthor",
    }
}

impl Format {
    /// Whether missing passes are inserted by default: in formats that write passes never
    /// or only sometimes.
    pub fn auto_pass(self) -> AutoPass {
        match self {
            Self::Lines | Self::Pgn | Self::Wthor => AutoPass::On,
            Self::Plain | Self::Ggf | Self::Obf => AutoPass::Off,
        }
    }
}
