//! Who looks at the board.

use crate::player::Player;

/// Who looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// Sees everything, and counts the healthy parts below the board.
    Umpire,
    /// Sees what a player sees.
    Player(Player),
}
