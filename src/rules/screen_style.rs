//! How a screen shows a game of announced shots.

/// How a screen shows a game of announced shots, after the game's description.
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
    /// Whether a ship extends ahead of the field it is placed on, and not behind it.
    pub lies_ahead: bool,
    /// The program's player that is the easiest level, where it is not the usual one.
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
