//! Rule sets as data: the classes of ships, the board, and whether shots are announced.
//!
//! Other modules query a [`RuleSet`] and never name one. A new rule set of the language is a new
//! table and one line in [`RuleSet::ALL`]; a program can play games of its own, which scripts do not
//! name.

use crate::geometry::{Direction, Rect, Size};
use crate::player::ByPlayer;

mod check;
mod class;
mod limits;
mod options;
mod rule_sets;

pub use check::RuleSetError;
pub use class::{ClassName, Classes, ShipClass};
pub use limits::{BoardSides, FleetLimits};
pub use options::RulesChoice;

/// A rule set: what a new game of it consists of, and what is allowed in it.
///
/// A rule set of one's own begins with another one:
///
/// ```
/// use admiralty_core::rules::{BoardSides, Classes, RuleSet, ShipClass};
/// let lake = RuleSet {
///     name: "lake",
///     board_sides: BoardSides::fixed(12),
///     classes: Classes::new(&[
///         ShipClass::still("FER", 'F', 4, 1),
///         ShipClass::still("TUG", 'T', 2, 3),
///     ]),
///     titles: &["ferry", "tug"],
///     ..*RuleSet::RUSSIAN
/// };
/// lake.check()?;
/// # Ok::<(), admiralty_core::rules::RuleSetError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name, in a script if it is one of [`Self::ALL`].
    pub name: &'static str,
    /// The allowed sides of a player's waters, which are square.
    pub board_sides: BoardSides,
    /// The classes, in the order of `SET_FLEET`; longest first, unless other lengths
    /// were chosen.
    pub classes: Classes,
    /// The names of the classes in a sentence, in the same order; a class without one is a `ship`.
    pub titles: &'static [&'static str],
    /// Whether `RULES` may choose other lengths for the classes.
    pub has_free_lengths: bool,
    /// The limits of a fleet's size, if there are any.
    pub fleet: Option<FleetLimits>,
    /// The directions that ships may point in.
    pub directions: &'static [Direction],
    /// The fewest fields between two ships, diagonals included: 1, or 0 where ships may
    /// touch.
    pub gap: u8,
    /// How announced shots work. Without them, ships move, shoot and spy on one board, whose
    /// layout a script can change.
    pub announced: Option<AnnouncedShots>,
}

impl RuleSet {
    /// The most classes that a rule set can have.
    pub const CLASSES_MAX: usize = 8;

    /// The rule set of that name.
    ///
    /// ```
    /// assert_eq!(admiralty_core::rules::RuleSet::named(b"ships").unwrap().classes.len(), 4);
    /// ```
    pub fn named(name: &[u8]) -> Option<&'static Self> {
        let mut all = Self::ALL.iter().copied();
        all.find(|rules| rules.name.as_bytes() == name)
    }

    /// The classic rule sets, in which shots are announced; the best known one first.
    pub fn classic() -> impl Iterator<Item = &'static Self> {
        let all = Self::ALL.iter().copied();
        all.filter(|rules| rules.announces_shots())
    }

    /// Whether the result of a shot is announced. Then shots are part of the state, and
    /// nothing moves.
    #[inline]
    pub const fn announces_shots(&self) -> bool {
        self.announced.is_some()
    }

    /// Whether a hit lets the same player shoot again.
    pub fn shoots_again(&self) -> bool {
        let announced = self.announced.as_ref();
        announced.is_some_and(|announced| announced.again_after_hit)
    }

    /// The board of a new game with waters of that side: A's waters above, B's below,
    /// and a row between them.
    ///
    /// ```
    /// let size = admiralty_core::rules::RuleSet::ITALIAN.size(10);
    /// assert_eq!((size.rows, size.columns), (21, 10));
    /// ```
    pub const fn size(&self, side: u8) -> Size {
        Size::new(2 * side as i32 + 1, side as i32)
    }

    /// Where each player places ships in a new game.
    pub fn start(&self, side: u8) -> ByPlayer<Rect> {
        self.size(side).starting_rects()
    }

    /// Whether ships may point in a direction.
    pub fn allows(&self, direction: Direction) -> bool {
        self.directions.contains(&direction)
    }

    /// The class whose ships send spy planes, if there is one.
    pub fn carrier(&self) -> Option<&ShipClass> {
        self.classes.iter().find(|class| class.planes)
    }

    /// The name of a class in a sentence.
    pub fn title(&self, class: &ShipClass) -> &'static str {
        let title = self.titles.get(usize::from(class.index));
        title.copied().unwrap_or("ship")
    }

    /// The class of that name.
    pub fn class(&self, name: &[u8]) -> Option<&ShipClass> {
        self.class_named(ClassName::new(name)?)
    }

    /// The class of that name. The loop does not branch on the result, because that cannot be
    /// predicted.
    #[inline]
    pub fn class_named(&self, name: ClassName) -> Option<&ShipClass> {
        let mut found = None;
        for class in &self.classes {
            if class.name == name {
                found = Some(class);
            }
        }
        found
    }
}

/// How announced shots work. Each player has their own waters, in which nothing moves, and names
/// fields of the opponent's waters, each once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AnnouncedShots {
    /// Whether a hit lets the same player shoot again in the same group.
    pub again_after_hit: bool,
    /// Whether the class of the ship is announced with a hit.
    pub names_hits: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::Player;

    #[test]
    fn tables_are_consistent() {
        for rules in RuleSet::ALL {
            let name = rules.name;
            assert_eq!(rules.check(), Ok(()), "{name}");
            assert_eq!(RuleSet::named(name.as_bytes()), Some(*rules));
            let is_classic = RuleSet::classic().any(|classic| classic == *rules);
            assert_eq!(is_classic, *rules != RuleSet::SHIPS, "{name}");
            let carrier = rules.carrier().map(|class| class.name.to_string());
            assert_eq!(carrier.is_some(), *rules == RuleSet::SHIPS, "{name}");
            assert_eq!(rules.titles.len(), rules.classes.len(), "{name}");
            for class in &rules.classes {
                assert_eq!(rules.class(class.name.as_str().as_bytes()), Some(class));
                assert_eq!(class.cannon(), u8::from(class.length > 1), "{name}");
            }
            let lengths = rules.classes.iter().map(|class| class.length);
            assert!(lengths.rev().is_sorted());
            let sides = rules.board_sides;
            let counts: Vec<_> = rules.classes.iter().map(|class| class.count).collect();
            let (ships, fields) = rules.classes.ships_and_fields(&counts);
            for side in sides.min..=sides.max {
                let is_allowed = rules.fleet.is_none_or(|limits| {
                    (limits.ships_min..=limits.ships_max).contains(&ships)
                        && fields <= limits.fields_max(side)
                });
                assert!(is_allowed, "{name} {side}");
                for player in Player::BOTH {
                    assert!(rules.size(side).contains_rect(rules.start(side)[player]));
                }
            }
        }
    }
}
