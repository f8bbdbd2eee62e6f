//! Viewers: who looks at a board.

use crate::player::Player;

/// Who looks at the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// Sees everything; the healthy parts are printed below the board.
    Referee,
    /// Sees what that player sees.
    Player(Player),
}
