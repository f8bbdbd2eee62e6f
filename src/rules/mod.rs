//! Rule sets as data: the classes of ships, the board, the starting rectangles.
//!
//! The executor asks a [`RuleSet`] and never names one. A new rule set is a new
//! table and one line in [`RULE_SETS`].

mod class;
mod ships;

pub use class::{Reach, ShipClass};
pub use ships::SHIPS;

use crate::vocabulary::{ByPlayer, Rect, Size};

/// Every rule set that `RULES` can name.
pub static RULE_SETS: &[&RuleSet] = &[&SHIPS];

/// A rule set: what a fresh game of it consists of.
#[derive(Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name in a script.
    pub name: &'static str,
    /// The board of a fresh game.
    pub size: Size,
    /// Where each player places ships in a fresh game.
    pub start: ByPlayer<Rect>,
    /// Whether the outcome of a shot is announced, and so shots are part of
    /// the state.
    pub announces_shots: bool,
    /// The classes, in the order of `SET_FLEET`.
    pub classes: &'static [ShipClass],
}

impl RuleSet {
    /// The most classes that a rule set has.
    pub const CLASSES_MAX: usize = 8;

    /// The rule set of that name.
    ///
    /// ```
    /// assert_eq!(admiralty::rules::RuleSet::named(b"ships").unwrap().classes.len(), 4);
    /// ```
    pub fn named(name: &[u8]) -> Option<&'static Self> {
        RULE_SETS
            .iter()
            .copied()
            .find(|rules| rules.name.as_bytes() == name)
    }

    /// The class whose ships send spy planes, if there is one.
    pub fn carrier(&self) -> Option<&'static ShipClass> {
        self.classes.iter().find(|class| class.planes)
    }

    /// The class of that name.
    #[inline]
    pub fn class(&self, name: &[u8]) -> Option<&'static ShipClass> {
        self.classes
            .iter()
            .find(|class| class.name.as_bytes() == name)
    }

    /// The class whose name has three letters, which most have. Which one it is
    /// is a matter of chance, so there is no branch on it.
    #[inline]
    pub(crate) fn class_of_three(&self, name: [u8; 3]) -> Option<&'static ShipClass> {
        let mut found = None;
        for class in self.classes {
            if class.name.as_bytes() == name {
                found = Some(class);
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_consistent() {
        for rules in RULE_SETS {
            assert_eq!(RuleSet::named(rules.name.as_bytes()), Some(*rules));
            assert!(rules.classes.len() <= RuleSet::CLASSES_MAX);
            for (index, class) in rules.classes.iter().enumerate() {
                assert_eq!(usize::from(class.index), index, "{}", class.name);
                assert!(
                    (1..=ShipClass::LENGTH_MAX).contains(&class.length),
                    "{}",
                    class.name
                );
                assert_eq!(rules.class(class.name.as_bytes()), Some(class));
            }
        }
    }
}
