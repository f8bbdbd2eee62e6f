//! How announced shots work and are shown.

/// How announced shots work. Each player has their own waters, in which nothing moves, and names
/// fields of the opponent's waters, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnouncedShots {
    /// Whether a hit lets the same player shoot again in the same group.
    pub again_after_hit: bool,
    /// Whether the class of the ship is announced with a hit.
    pub names_hits: bool,
    /// How a screen shows the game.
    pub screen: ScreenStyle,
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

/// How a game of announced shots is shown on a screen, as in the original game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenStyle {
    /// Where the columns are labelled.
    pub columns: Edge,
    /// How fields are named.
    pub fields: FieldNames,
    /// Whether ships are drawn as the letters of their classes.
    pub has_letters: bool,
    /// The order of the boards.
    pub boards: BoardOrder,
    /// Whether fleets of people are placed at random unless they choose otherwise.
    pub places_at_random: bool,
    /// Whether a ship extends ahead of the field it is placed on instead of behind it.
    pub lies_ahead: bool,
    /// The computer player of the easiest level, if it is not the usual one.
    pub easiest: Option<&'static str>,
}

/// The order of the boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardOrder {
    /// The enemy's waters, the own ones, and these as the enemy knows them.
    EnemyFirst,
    /// The own waters, these as the enemy knows them, and the enemy's.
    OwnFirst,
}

/// How fields are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldNames {
    /// By the letter of the column and the number of the row: `B7`.
    LetterAndNumber,
    /// By the numbers of the column and the row: `2/7`.
    Numbers,
}

/// An edge of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    Above,
    /// The lower one.
    Below,
}
