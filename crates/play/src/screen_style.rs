//! How the games of a rule set are shown.

use admiralty_core::rules::RuleSet;

/// How the games of a rule set are shown, as in the original program if there was one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScreenStyle {
    /// Where the columns are labelled.
    pub columns: Edge,
    /// How fields are named.
    pub fields: FieldNames,
    /// Whether ships are drawn as the letters of their classes.
    pub has_letters: bool,
    /// The boards, from left to right.
    pub boards: &'static [BoardView],
    /// Whether fleets of people are placed at random unless they choose otherwise.
    pub places_at_random: bool,
    /// Whether a ship extends ahead of the field it is placed on instead of behind it.
    pub lies_ahead: bool,
    /// The computer player of the easiest level, if it is not the usual one.
    pub easiest: Option<&'static str>,
    /// The signs of the player's own board, while another one beside it shows the enemy's shots.
    pub own_signs: &'static BoardSigns,
    /// The signs of a board where ships are shown.
    pub open_signs: &'static BoardSigns,
    /// The signs of the enemy's board once its ships are shown.
    pub revealed_signs: &'static BoardSigns,
    /// The signs of a board of which only shots are known.
    pub signs: &'static BoardSigns,
}

/// The signs of a board, each in Unicode and in ASCII.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSigns {
    /// A field that was not shot at.
    pub covered: (char, char),
    pub miss: (char, char),
    /// Water next to a sunk ship.
    pub beside_sunk: (char, char),
    /// A healthy segment, unless its shape is drawn.
    pub intact: Option<(char, char)>,
    pub hit: (char, char),
    /// A segment of a sunk ship, unless its shape is drawn.
    pub sunk: Option<(char, char)>,
}

impl ScreenStyle {
    /// The style of a rule set.
    pub fn of(rules: &RuleSet) -> &'static Self {
        match rules.name {
            "italian" => &ITALIAN,
            "german" => &GERMAN,
            "msx" => &MSX,
            _ if rules.announces_shots() => &USUAL,
            _ => &SHARED,
        }
    }

    /// Whether both players share one board, on which ships move.
    #[cfg(feature = "terminal")]
    pub fn is_shared(&self) -> bool {
        self.boards == [BoardView::Shared]
    }
}

static SHARED: ScreenStyle = ScreenStyle {
    columns: Edge::Above,
    fields: FieldNames::RowAndColumn,
    has_letters: false,
    boards: &[BoardView::Shared],
    places_at_random: false,
    lies_ahead: false,
    easiest: None,
    own_signs: &OPEN_SIGNS,
    open_signs: &OPEN_SIGNS,
    revealed_signs: &OPEN_SIGNS,
    signs: &SIGNS,
};

static SIGNS: BoardSigns = BoardSigns {
    covered: ('·', '.'),
    miss: ('○', '~'),
    beside_sunk: ('-', '-'),
    intact: None,
    hit: ('╳', 'x'),
    sunk: None,
};

static OPEN_SIGNS: BoardSigns = BoardSigns {
    beside_sunk: SIGNS.covered,
    ..SIGNS
};

static USUAL: ScreenStyle = ScreenStyle {
    columns: Edge::Below,
    fields: FieldNames::LetterAndNumber,
    boards: &[BoardView::Enemy, BoardView::Own, BoardView::Known],
    ..SHARED
};

/// In the original program, a dash is water, and a question mark a field that was not shot at. A
/// circle is a ship, on a board of shots one that is hit; a cross is a sunk one. The player's own
/// board shows no hits: the board of the enemy's shots beside it does.
static ITALIAN: ScreenStyle = ScreenStyle {
    boards: OWN_FIRST,
    lies_ahead: true,
    easiest: Some("forced"),
    own_signs: &BoardSigns {
        hit: ('●', 'O'),
        sunk: Some(('●', 'O')),
        ..ITALIAN_OPEN_SIGNS
    },
    open_signs: &ITALIAN_OPEN_SIGNS,
    revealed_signs: &ITALIAN_OPEN_SIGNS,
    signs: &BoardSigns {
        covered: ('?', '?'),
        miss: ('-', '-'),
        beside_sunk: ('?', '?'),
        intact: None,
        hit: ('○', 'O'),
        sunk: Some(('╳', 'X')),
    },
    ..USUAL
};

const ITALIAN_OPEN_SIGNS: BoardSigns = BoardSigns {
    covered: ('-', '-'),
    miss: ('-', '-'),
    beside_sunk: ('-', '-'),
    intact: Some(('●', 'O')),
    hit: ('╳', 'X'),
    sunk: Some(('╳', 'X')),
};

static GERMAN: ScreenStyle = ScreenStyle {
    fields: FieldNames::Numbers,
    easiest: Some("forgetful"),
    ..USUAL
};

/// In the original program, water is blank once it is open, and the computer crosses out the fields
/// that it has shot at and those around a ship that it has sunk.
static MSX: ScreenStyle = ScreenStyle {
    columns: Edge::Above,
    has_letters: true,
    boards: OWN_FIRST,
    places_at_random: true,
    easiest: Some("chase"),
    own_signs: &MSX_OPEN_SIGNS,
    open_signs: &MSX_OPEN_SIGNS,
    revealed_signs: &MSX_SIGNS,
    signs: &MSX_SIGNS,
    ..USUAL
};

static MSX_OPEN_SIGNS: BoardSigns = BoardSigns {
    covered: (' ', ' '),
    miss: ('╳', 'X'),
    beside_sunk: ('╳', 'X'),
    intact: None,
    hit: ('╳', 'X'),
    sunk: Some(('╳', 'X')),
};

static MSX_SIGNS: BoardSigns = BoardSigns {
    miss: (' ', ' '),
    beside_sunk: SIGNS.covered,
    ..SIGNS
};

const OWN_FIRST: &[BoardView] = &[BoardView::Own, BoardView::Known, BoardView::Enemy];

/// A board as shown to a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum BoardView {
    /// The player's waters: its ships, and the shots at them.
    Own,
    /// The player's waters as the enemy knows them.
    Known,
    /// The enemy's waters as far as they are known.
    Enemy,
    /// The one board where ships move.
    #[default]
    Shared,
}

/// How fields are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldNames {
    /// By the letter of the column and the number of the row: `B7`.
    LetterAndNumber,
    /// By the numbers of the column and the row: `2/7`.
    Numbers,
    /// By row and column, as in a script: `6 1`.
    RowAndColumn,
}

/// An edge of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    Above,
    /// The lower one.
    Below,
}
