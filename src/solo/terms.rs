//! The terms of a contest: waters, fleet, and what is allowed.

use std::fmt;

/// The smallest side of waters.
pub const SIDE_MIN: u8 = 2;
/// The largest side of waters.
pub const SIDE_MAX: u8 = 20;
/// The longest ship.
pub const LENGTH_MAX: u8 = 7;
/// The most ships of a fleet.
pub const SHIPS_MAX: u32 = 20;

/// A class of ships, and how many of them a fleet has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The name in the command language.
    pub name: &'static str,
    /// In fields.
    pub length: u8,
    /// In a fleet.
    pub count: u8,
}

/// How ships may lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Directions {
    /// Along rows and along columns.
    All,
    /// Along rows only.
    Level,
}

/// What a contest is about: square waters, a fleet that is hidden there, and the
/// rules for both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The name of the rule set.
    pub name: &'static str,
    /// Rows and columns of the waters, [`SIDE_MIN`] to [`SIDE_MAX`].
    pub side: u8,
    /// The classes of ships.
    pub classes: Vec<Class>,
    /// Whether ships may lie next to each other, also diagonally.
    pub ships_touch: bool,
    /// How ships may lie.
    pub directions: Directions,
    /// Whether a hit grants another shot, so that only misses cost turns.
    pub hit_grants_shot: bool,
}

/// Name, side, may ships touch, directions, does a hit grant a shot, classes.
type Row = (
    &'static str,
    u8,
    bool,
    Directions,
    bool,
    &'static [(&'static str, u8, u8)],
);

/// The rule sets, with their usual fleets.
const TABLE: [Row; 5] = [
    (
        "italian",
        10,
        false,
        Directions::All,
        false,
        &[("SOT", 3, 1), ("TOR", 2, 2), ("LAN", 1, 3)],
    ),
    (
        "german",
        10,
        false,
        Directions::All,
        true,
        &[
            ("L7", 7, 0),
            ("L6", 6, 0),
            ("L5", 5, 1),
            ("L4", 4, 2),
            ("L3", 3, 3),
            ("L2", 2, 4),
        ],
    ),
    (
        "msx",
        10,
        false,
        Directions::Level,
        false,
        &[("P", 4, 1), ("C", 3, 2), ("H", 2, 3), ("S", 1, 4)],
    ),
    (
        "russian",
        10,
        false,
        Directions::All,
        false,
        &[("P", 4, 1), ("C", 3, 2), ("H", 2, 3), ("S", 1, 4)],
    ),
    (
        "hasbro",
        10,
        true,
        Directions::All,
        false,
        &[
            ("CAR", 5, 1),
            ("BAT", 4, 1),
            ("CRU", 3, 1),
            ("SUB", 3, 1),
            ("DES", 2, 1),
        ],
    ),
];

/// Why there is no such contest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermsError {
    /// No rule set has that name.
    Name(String),
    /// The rule set has waters of one size.
    Side(&'static str),
    /// The side is out of range.
    SideRange,
    /// The fleet has no ship, too many of them, or ships that are too long.
    Fleet,
    /// There are not as many counts as classes.
    Counts {
        /// As many as there are classes.
        classes: usize,
    },
}

impl Terms {
    /// The names of all rule sets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TABLE.iter().map(|row| row.0)
    }

    /// The terms of a rule set; only `german` has waters of several sizes, 10 to 20.
    ///
    /// ```
    /// use admiralty::solo::Terms;
    ///
    /// let terms = Terms::named("german", Some(12))?;
    /// assert_eq!((terms.side, terms.ships(), terms.cells()), (12, 10, 30));
    /// # Ok::<(), admiralty::solo::TermsError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no such rule set, or none of that size.
    pub fn named(name: &str, side: Option<u8>) -> Result<Self, TermsError> {
        let row = TABLE.iter().find(|row| row.0 == name);
        let &(name, usual, ships_touch, directions, hit_grants_shot, classes) =
            row.ok_or_else(|| TermsError::Name(name.to_owned()))?;
        match side {
            Some(side) if side != usual && name != "german" => return Err(TermsError::Side(name)),
            Some(side) if !(10..=SIDE_MAX).contains(&side) => return Err(TermsError::SideRange),
            _ => {}
        }
        let classes = classes.iter().map(|&(name, length, count)| Class {
            name,
            length,
            count,
        });
        Ok(Self {
            name,
            side: side.unwrap_or(usual),
            classes: classes.collect(),
            ships_touch,
            directions,
            hit_grants_shot,
        })
    }

    /// The same with another fleet: a count for each class.
    ///
    /// # Errors
    ///
    /// If there are not as many counts as classes, no ships, or too many.
    pub fn with_fleet(mut self, counts: &[u8]) -> Result<Self, TermsError> {
        if counts.len() != self.classes.len() {
            let classes = self.classes.len();
            return Err(TermsError::Counts { classes });
        }
        for (class, &count) in self.classes.iter_mut().zip(counts) {
            class.count = count;
        }
        self.check()?;
        Ok(self)
    }

    /// Whether all is within its limits.
    ///
    /// # Errors
    ///
    /// If it is not.
    pub fn check(&self) -> Result<(), TermsError> {
        if !(SIDE_MIN..=SIDE_MAX).contains(&self.side) {
            return Err(TermsError::SideRange);
        }
        let lengths = 1..=LENGTH_MAX.min(self.side);
        let mut afloat = self.classes.iter().filter(|class| class.count > 0);
        if (1..=SHIPS_MAX).contains(&self.ships())
            && afloat.all(|class| lengths.contains(&class.length))
        {
            Ok(())
        } else {
            Err(TermsError::Fleet)
        }
    }

    /// How many ships a fleet has.
    pub fn ships(&self) -> u32 {
        self.classes
            .iter()
            .map(|class| u32::from(class.count))
            .sum()
    }

    /// How many fields a fleet covers.
    pub fn cells(&self) -> u32 {
        let cells = |class: &Class| u32::from(class.length) * u32::from(class.count);
        self.classes.iter().map(cells).sum()
    }
}

impl fmt::Display for TermsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => {
                let names: Vec<_> = Terms::names().collect();
                write!(
                    f,
                    "no rule set is named {name}: there are {}",
                    names.join(", ")
                )
            }
            Self::Side(name) => write!(f, "the waters of {name} have one size only"),
            Self::SideRange => write!(
                f,
                "the side of the waters is a number from 10 to {SIDE_MAX}"
            ),
            Self::Fleet => write!(f, "a fleet has 1 to {SHIPS_MAX} ships"),
            Self::Counts { classes } => write!(f, "the rule set has {classes} classes of ships"),
        }
    }
}

impl std::error::Error for TermsError {}
