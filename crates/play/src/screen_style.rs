//! How the classic games are shown.

use admiralty_core::rules::RuleSet;

/// How a game of announced shots is shown, as in the original program.
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

impl ScreenStyle {
    /// The style of a rule set; `None` if shots are not announced.
    pub fn of(rules: &RuleSet) -> Option<&'static Self> {
        rules.announced.map(|_| match rules.name {
            "italian" => &ITALIAN,
            "german" => &GERMAN,
            "msx" => &MSX,
            _ => &USUAL,
        })
    }
}

static USUAL: ScreenStyle = ScreenStyle {
    columns: Edge::Below,
    fields: FieldNames::LetterAndNumber,
    has_letters: false,
    boards: BoardOrder::EnemyFirst,
    places_at_random: false,
    lies_ahead: false,
    easiest: None,
};

static ITALIAN: ScreenStyle = ScreenStyle {
    boards: BoardOrder::OwnFirst,
    lies_ahead: true,
    ..USUAL
};

static GERMAN: ScreenStyle = ScreenStyle {
    fields: FieldNames::Numbers,
    easiest: Some("forgetful"),
    ..USUAL
};

static MSX: ScreenStyle = ScreenStyle {
    columns: Edge::Above,
    has_letters: true,
    boards: BoardOrder::OwnFirst,
    places_at_random: true,
    ..USUAL
};

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
