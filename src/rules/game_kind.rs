//! The two kinds of games, and how announced shots work and are shown.

/// What kind of game a rule set describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameKind {
    /// Ships move, shoot and spy on one board, whose layout a script can change.
    /// The result of a shot is not announced.
    Manoeuvre,
    /// Each player has their own waters, in which nothing moves. Players name fields of the
    /// opponent's waters, each once, and the result is announced.
    Announced(AnnouncedShots),
}

/// How announced shots work.
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

/// How a game of announced shots is shown on a screen, as in the original game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenStyle {
    /// Where the columns are labelled.
    pub columns: Edge,
    /// How fields are named.
    pub fields: FieldNames,
    /// Whether hits are announced with the class, unless the player chooses otherwise.
    pub names_hits: bool,
    /// Whether ships are drawn as the letters of their classes.
    pub has_letters: bool,
    /// Whether a ship extends ahead of the field it is placed on instead of behind it.
    pub lies_ahead: bool,
    /// The computer player of the easiest level, if it is not the usual one.
    pub easiest: Option<&'static str>,
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
