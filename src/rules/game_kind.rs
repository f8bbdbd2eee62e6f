//! The two kinds of games, and what announced shots are like in a rule set.

use super::ScreenStyle;

/// What kind of game a rule set describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Ships move, shoot and spy on one board, which a script may lay out anew.
    /// The result of a shot is not announced.
    Manoeuvre,
    /// Each player has waters of its own in which nothing moves. Players name
    /// fields of the opponent's waters, each once, and the result is announced.
    Announced(AnnouncedShots),
}

/// What a shot is like where its result is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnouncedShots {
    /// Whether a hit lets the same player shoot again in the same group.
    pub again_after_hit: bool,
    /// Whether the class of the ship is announced with a hit.
    pub names_hits: bool,
    /// The characters that fields are printed as.
    pub glyphs: Glyphs,
    /// How a screen shows the game.
    pub screen: ScreenStyle,
}

/// The characters that the fields of both waters are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Glyphs {
    /// A segment that was not shot at.
    pub ship: u8,
    /// A segment that was hit, of a ship that is afloat.
    pub hit: u8,
    /// A segment of a ship that is sunk.
    pub sunk: u8,
    /// Water that was shot at.
    pub miss: u8,
    /// Water that was not shot at.
    pub water: u8,
    /// A field of the opponent's waters that was not shot at.
    pub unknown: u8,
}
