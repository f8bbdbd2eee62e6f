//! The pages of the screen.

/// The page that the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenPage {
    /// The choices before a game.
    Start,
    /// A person places a fleet.
    Placing,
    /// A person plays, or waits for the enemy.
    Battle,
    /// A puzzle, or its answer.
    Puzzle,
    /// A turn is over, and the other person is next.
    HandOver,
    /// No boards, until the other person is at the keyboard.
    Hidden,
    /// Two built-in players play.
    Watch,
    /// The game is over.
    Over,
}
