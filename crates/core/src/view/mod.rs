//! A player's view: what it may see and know, and how boards are printed.
//!
//! `visibility` decides which fields a player sees. An [`Observation`] is everything that a player knows of a game; [`Knowledge`] is the
//! counterpart where shots are announced.

mod knowledge;
mod observation;
mod print;
mod visibility;

pub use knowledge::{Knowledge, KnownField};
pub use observation::{Observation, Segment, SegmentKind};
pub use print::{Glyphs, PrintedBoard, print};

use crate::player::Player;

/// Who looks at a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Sees everything; the numbers of healthy parts are printed below the board.
    Referee,
    /// Sees what that player sees.
    Player(Player),
}
