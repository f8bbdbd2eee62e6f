//! The configuration of a game on a classic board: its size, the fleet and the rules.

use std::fmt;

use crate::geometry::Direction;
use crate::rules::{RULE_SETS, RuleSet};

/// The shortest side of a board.
pub const SIDE_MIN: u8 = 2;
/// The longest side of a board.
pub const SIDE_MAX: u8 = 20;
/// The longest ship.
pub const LENGTH_MAX: u8 = 7;
/// The most ships of a fleet.
pub const SHIPS_MAX: u32 = 20;

/// The ships of one length. Which class of the rule set they are of makes no difference
/// to where they lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthClass {
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
    Horizontal,
}

/// A square board, the fleet that is hidden there, and the rules for both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The name of the rule set.
    pub name: &'static str,
    /// Rows and columns of the board, [`SIDE_MIN`] to [`SIDE_MAX`].
    pub side: u8,
    /// The ships by class of the rule set.
    pub classes: Vec<LengthClass>,
    /// Whether ships may lie next to each other, also diagonally.
    pub ships_touch: bool,
    /// How ships may lie.
    pub directions: Directions,
}

/// Why a configuration is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigError {
    /// Ships move in the rule set of that name.
    Moving(&'static str),
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

impl Config {
    /// The configuration of a rule set with its usual fleet and a board of that side.
    ///
    /// ```
    /// use admiralty::{players::classic::Config, rules};
    ///
    /// let config = Config::with_side(&rules::GERMAN, 12)?;
    /// assert_eq!((config.side, config.ships(), config.cells()), (12, 10, 30));
    /// # Ok::<(), admiralty::players::classic::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`of`](Self::of).
    pub fn with_side(rules: &'static RuleSet, side: u8) -> Result<Self, ConfigError> {
        Self::of(rules, side, rules.classes.iter().map(|class| class.count))
    }

    /// The configuration of a rule set with a board of that side and these counts of ships
    /// by class.
    ///
    /// # Errors
    ///
    /// If that is out of its limits.
    pub fn of(
        rules: &'static RuleSet,
        side: u8,
        counts: impl IntoIterator<Item = u32>,
    ) -> Result<Self, ConfigError> {
        if !rules.announces_shots() {
            return Err(ConfigError::Moving(rules.name));
        }
        let classes = rules.classes.iter().zip(counts).map(|(class, count)| {
            Ok(LengthClass {
                length: class.length,
                count: u8::try_from(count).map_err(|_| ConfigError::Fleet)?,
            })
        });
        let config = Self {
            name: rules.name,
            side,
            classes: classes.collect::<Result<_, _>>()?,
            ships_touch: rules.gap == 0,
            directions: if rules.allows(Direction::North) {
                Directions::All
            } else {
                Directions::Horizontal
            },
        };
        config.check()?;
        Ok(config)
    }

    /// The same with another fleet: a count for each class.
    ///
    /// # Errors
    ///
    /// If there are not as many counts as classes, no ships, or too many.
    pub fn with_fleet(mut self, counts: &[u8]) -> Result<Self, ConfigError> {
        if counts.len() != self.classes.len() {
            let classes = self.classes.len();
            return Err(ConfigError::Counts { classes });
        }
        for (class, &count) in self.classes.iter_mut().zip(counts) {
            class.count = count;
        }
        self.check()?;
        Ok(self)
    }

    /// Checks the limits.
    ///
    /// # Errors
    ///
    /// If it is out of them.
    pub fn check(&self) -> Result<(), ConfigError> {
        if !(SIDE_MIN..=SIDE_MAX).contains(&self.side) {
            return Err(ConfigError::SideRange);
        }
        let lengths = 1..=LENGTH_MAX.min(self.side);
        let mut afloat = self.classes.iter().filter(|class| class.count > 0);
        if (1..=SHIPS_MAX).contains(&self.ships())
            && afloat.all(|class| lengths.contains(&class.length))
        {
            Ok(())
        } else {
            Err(ConfigError::Fleet)
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
        let cells = |class: &LengthClass| u32::from(class.length) * u32::from(class.count);
        self.classes.iter().map(cells).sum()
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Moving(name) => {
                let classic = RULE_SETS.iter().filter(|rules| rules.announces_shots());
                let names: Vec<_> = classic.map(|rules| rules.name).collect();
                let names = names.join(", ");
                write!(f, "ships move by the rules of {name}: choose among {names}")
            }
            Self::SideRange => write!(
                f,
                "the side of the waters is a number from 10 to {SIDE_MAX}"
            ),
            Self::Fleet => write!(f, "a fleet has 1 to {SHIPS_MAX} ships"),
            Self::Counts { classes } => write!(f, "the rule set has {classes} classes of ships"),
        }
    }
}

impl std::error::Error for ConfigError {}

/// A configuration with a ship of each of these lengths.
#[cfg(test)]
pub(in crate::players) fn of_lengths(
    side: u8,
    lengths: &[u8],
    ships_touch: bool,
    directions: Directions,
) -> Config {
    let classes = lengths
        .iter()
        .map(|&length| LengthClass { length, count: 1 });
    Config {
        name: "test",
        side,
        classes: classes.collect(),
        ships_touch,
        directions,
    }
}
