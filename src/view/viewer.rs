//! Who looks at the board.

use crate::player::Player;

/// Who looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Sees everything, and counts the healthy parts below the board.
    Referee,
    /// Sees what a player sees.
    Player(Player),
}
