//! How announced shots work and are printed.

/// How announced shots work. Each player has their own waters, in which nothing moves, and names
/// fields of the opponent's waters, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnouncedShots {
    /// Whether a hit lets the same player shoot again in the same group.
    pub again_after_hit: bool,
    /// Whether the class of the ship is announced with a hit.
    pub names_hits: bool,
}

/// The characters that the fields of both waters are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Glyphs {
    /// A segment that was not shot at.
    pub ship: char,
    /// A segment that was hit, of a ship that is afloat.
    pub hit: char,
    /// A segment of a ship that is sunk.
    pub sunk: char,
    /// Water that was shot at.
    pub miss: char,
    /// Water that was not shot at.
    pub water: char,
    /// A field of the opponent's waters that was not shot at.
    pub unknown: char,
}

/// The characters of all games of announced shots.
pub const GLYPHS: Glyphs = Glyphs {
    ship: '+',
    hit: 'x',
    sunk: 'X',
    miss: 'o',
    water: ' ',
    unknown: '?',
};
