//! The configuration of a game on a classic board: size, fleet and rules.

use std::collections::BTreeSet;

use admiralty_core::geometry::Direction;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::{Knowledge, KnownField};

/// The shortest side of a board.
pub const SIDE_MIN: u8 = 2;
/// The longest side of a board.
pub const SIDE_MAX: u8 = 20;
/// The most ships of a fleet.
pub const SHIPS_MAX: u32 = 20;

/// The ships of one length. Their class in the rule set makes no difference to where they
/// lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LengthClass {
    /// The length in fields.
    pub length: u8,
    /// The number of ships in a fleet.
    pub count: u8,
}

/// A square board, the fleet hidden on it, and the rules for both.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassicConfig {
    /// The name of the rule set.
    pub name: &'static str,
    /// The number of rows and of columns, from [`SIDE_MIN`] to [`SIDE_MAX`].
    pub side: u8,
    /// The ships by class of the rule set.
    pub classes: Vec<LengthClass>,
    /// Whether ships may be adjacent, also diagonally.
    pub ships_touch: bool,
    /// Whether ships lie only along rows, not along columns.
    pub rows_only: bool,
}

/// Why a configuration is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// Ships move in the rule set of this name.
    #[error("ships move in the rule set {0}: choose one of {names}", names = classic_names())]
    Moving(&'static str),
    /// The side is out of range.
    #[error("the side of the waters is a number from {SIDE_MIN} to {SIDE_MAX}")]
    SideRange,
    /// The fleet has no ships, too many, or ships that are too long.
    #[error("a fleet has 1 to {SHIPS_MAX} ships")]
    Fleet,
    /// The number of counts is not this number of classes.
    #[error("these rules have {0} ship classes: give {0} numbers")]
    Counts(usize),
}

fn classic_names() -> String {
    let names: Vec<_> = RuleSet::classic().map(|rules| rules.name).collect();
    names.join(", ")
}

impl ClassicConfig {
    /// The configuration of a rule set with its default fleet and a board of a given side.
    ///
    /// ```
    /// use admiralty_players::classic::ClassicConfig;
    /// use admiralty_core::rules;
    ///
    /// let config = ClassicConfig::with_side(rules::RuleSet::GERMAN, 12)?;
    /// assert_eq!((config.side, config.ships(), config.cells()), (12, 10, 30));
    /// # Ok::<(), admiralty_players::classic::ConfigError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// See [`new`](Self::new).
    pub fn with_side(rules: &RuleSet, side: u8) -> Result<Self, ConfigError> {
        Self::new(rules, side, rules.classes.iter().map(|class| class.count))
    }

    /// The configuration of a rule set with a board of a given side, and counts of ships by
    /// class.
    ///
    /// # Errors
    ///
    /// If the arguments exceed the limits.
    pub fn new(
        rules: &RuleSet,
        side: u8,
        counts: impl IntoIterator<Item = u32, IntoIter: ExactSizeIterator>,
    ) -> Result<Self, ConfigError> {
        let counts = counts.into_iter();
        if !rules.announces_shots() {
            return Err(ConfigError::Moving(rules.name));
        }
        if counts.len() != rules.classes.len() {
            return Err(ConfigError::Counts(rules.classes.len()));
        }
        if !(SIDE_MIN..=SIDE_MAX).contains(&side) {
            return Err(ConfigError::SideRange);
        }
        let classes = rules.classes.iter().zip(counts).map(|(class, count)| {
            let is_short = class.length <= ShipClass::LENGTH_MAX.min(side) || count == 0;
            let count = u8::try_from(count).ok().filter(|_| is_short);
            Some(LengthClass {
                length: class.length,
                count: count?,
            })
        });
        let classes: Option<_> = classes.collect();
        let config = Self {
            name: rules.name,
            side,
            classes: classes.ok_or(ConfigError::Fleet)?,
            ships_touch: rules.gap == 0,
            rows_only: !rules.allows(Direction::North),
        };
        let is_fleet = (1..=SHIPS_MAX).contains(&config.ships());
        is_fleet.then_some(config).ok_or(ConfigError::Fleet)
    }

    /// The number of ships in a fleet.
    pub fn ships(&self) -> u32 {
        let counts = self.classes.iter().map(|class| u32::from(class.count));
        counts.sum()
    }

    /// The number of fields that a fleet covers.
    pub fn cells(&self) -> u32 {
        let cells = |class: &LengthClass| u32::from(class.length) * u32::from(class.count);
        self.classes.iter().map(cells).sum()
    }
}

/// The configuration of the board and of the enemy's fleet at the start of the game.
///
/// # Errors
///
/// If it is beyond the limits of the policies on bitboards.
pub fn config_of(knowledge: &Knowledge) -> Result<ClassicConfig, ConfigError> {
    let mut sunk = [const { BTreeSet::new() }; RuleSet::CLASSES_MAX];
    for (_, known) in knowledge.fields() {
        if let KnownField::Sunk { class, index } = known {
            sunk[usize::from(class.index)].insert(index);
        }
    }
    let rules = knowledge.rules();
    let counts = rules.classes.iter().zip(sunk).map(|(class, sunk)| {
        let sunk = u32::try_from(sunk.len()).unwrap_or(u32::MAX);
        knowledge.afloat(class).saturating_add(sunk)
    });
    ClassicConfig::new(rules, knowledge.side(), counts)
}

/// A configuration with a ship of each of these lengths.
#[cfg(test)]
pub(crate) fn of_lengths(
    side: u8,
    lengths: &[u8],
    ships_touch: bool,
    rows_only: bool,
) -> ClassicConfig {
    let class = |&length| LengthClass { length, count: 1 };
    ClassicConfig {
        name: "test",
        side,
        classes: lengths.iter().map(class).collect(),
        ships_touch,
        rows_only,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::game::{Footprint, Game, ShipName};
    use admiralty_core::geometry::Pos;
    use admiralty_core::player::Player;
    use admiralty_core::rules::RuleSet;

    /// Sunk ships count as part of the original fleet.
    #[test]
    fn the_config_is_that_of_the_original_fleet() {
        let mut game = Game::new(RuleSet::HASBRO);
        let known = |game: &Game| Knowledge::of(game, Player::A).expect("shots are announced");
        let fresh = config_of(&known(&game));
        let class = RuleSet::HASBRO.class(b"SUB").expect("a class");
        let ship = ShipName::new(Player::B, class, 0);
        let footprint = Footprint::new(Pos::new(11, 0), Direction::North, class.length);
        let sunk = ship.command(&footprint, 0);
        game.set([sunk]).expect("there is room");
        let knowledge = known(&game);
        assert_eq!(knowledge.afloat(class), 0);
        assert_eq!(config_of(&knowledge), fresh);
    }
}
