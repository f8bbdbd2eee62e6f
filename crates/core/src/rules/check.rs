//! Conditions for a rule set, so that games of it can be played.

use thiserror::Error;

use super::{ClassName, RuleSet, ShipClass};
use crate::geometry::Direction;

/// Why a rule set is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum RuleSetError {
    /// A name is not that of a class, or two classes have it.
    #[error("`{0}` is not the name of one class: a capital letter, and up to two more or digits")]
    ClassName(ClassName),
    /// Two classes have the same letter.
    #[error("the letter {0} stands for two classes")]
    Letter(char),
    /// A class is too long, or has no length.
    #[error("a {class} has {length} segments, not 1 to {most}", most = ShipClass::LENGTH_MAX)]
    Length {
        /// The class.
        class: ClassName,
        /// Its length.
        length: u8,
    },
    /// Waters have no fields, or the smallest are larger than the largest.
    #[error("the waters have sides of {0} to {1} fields")]
    Sides(u8, u8),
    /// Ships may point in no direction, or in one but not in its opposite.
    #[error("ships may point in no direction, or in one but not in its opposite")]
    Directions,
    /// The distance between ships is not 0 or 1; where they move, not 1.
    #[error("there cannot be {0} fields between two ships")]
    Gap(u8),
    /// Where shots are announced, a class moves or sends planes.
    #[error("{0} moves or sends planes, and shots are announced")]
    Acts(ClassName),
    /// Two classes send planes, or one whose range is limited.
    #[error("{0} sends planes, which only one class does, with unlimited range")]
    Planes(ClassName),
}

impl RuleSet {
    /// Checks that games of this rule set can be played, which is true of
    /// [`RuleSet::ALL`], with all their options.
    ///
    /// # Errors
    ///
    /// The first fault.
    pub fn check(&self) -> Result<(), RuleSetError> {
        let sides = self.board_sides;
        if sides.min == 0 || sides.min > sides.max {
            return Err(RuleSetError::Sides(sides.min, sides.max));
        }
        // A ship can be drawn from its first field or from its last one.
        let has_opposite = |direction: &Direction| self.allows(direction.opposite());
        if self.directions.is_empty() || !self.directions.iter().all(has_opposite) {
            return Err(RuleSetError::Directions);
        }
        if self.gap > 1 || self.gap == 0 && !self.announces_shots() {
            return Err(RuleSetError::Gap(self.gap));
        }
        let mut classes = self.classes.iter();
        classes.try_for_each(|class| self.check_class(class))
    }

    fn check_class(&self, class: &ShipClass) -> Result<(), RuleSetError> {
        let ShipClass { name, length, .. } = *class;
        let before = &self.classes[..usize::from(class.index)];
        let is_name = ClassName::new(name.as_str().as_bytes()) == Some(name);
        if !is_name || before.iter().any(|other| other.name == name) {
            return Err(RuleSetError::ClassName(name));
        }
        if before.iter().any(|other| other.letter == class.letter) {
            return Err(RuleSetError::Letter(class.letter));
        }
        if !(1..=ShipClass::LENGTH_MAX).contains(&length) {
            return Err(RuleSetError::Length {
                class: name,
                length,
            });
        }
        if self.announces_shots() && (class.moves > 0 || class.planes) {
            return Err(RuleSetError::Acts(name));
        }
        let is_second = before.iter().any(|other| other.planes);
        if class.planes && (is_second || !class.has_unlimited_range) {
            return Err(RuleSetError::Planes(name));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{BoardSides, RuleSet};

    /// Each fault is one change of a rule set that has none.
    #[test]
    fn faults_are_found() {
        let class = |name: &str| ClassName::new(name.as_bytes()).expect("a name");
        let changed = |rules: &RuleSet, change: fn(&mut RuleSet)| {
            assert_eq!(rules.check(), Ok(()));
            let mut rules = *rules;
            change(&mut rules);
            rules.check().err()
        };
        for (rules, change, fault) in [
            (
                RuleSet::ITALIAN,
                (|rules| rules.board_sides = BoardSides::between(5, 4)) as fn(&mut RuleSet),
                RuleSetError::Sides(5, 4),
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.board_sides = BoardSides::fixed(0),
                RuleSetError::Sides(0, 0),
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.directions = &[Direction::North, Direction::East],
                RuleSetError::Directions,
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.directions = &[],
                RuleSetError::Directions,
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.gap = 2,
                RuleSetError::Gap(2),
            ),
            (RuleSet::SHIPS, |rules| rules.gap = 0, RuleSetError::Gap(0)),
            (
                RuleSet::ITALIAN,
                |rules| rules.classes[1].name = rules.classes[0].name,
                RuleSetError::ClassName(class("SOT")),
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.classes[1].letter = 'S',
                RuleSetError::Letter('S'),
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.classes[2].length = 8,
                RuleSetError::Length {
                    class: class("LAN"),
                    length: 8,
                },
            ),
            (
                RuleSet::ITALIAN,
                |rules| rules.classes[0].moves = 1,
                RuleSetError::Acts(class("SOT")),
            ),
            (
                RuleSet::SHIPS,
                |rules| rules.classes[1].planes = true,
                RuleSetError::Planes(class("BAT")),
            ),
            (
                RuleSet::SHIPS,
                |rules| rules.classes[0].has_unlimited_range = false,
                RuleSetError::Planes(class("CAR")),
            ),
        ] {
            assert_eq!(changed(rules, change), Some(fault), "{fault}");
        }
        let lower = ShipClass::still("tug", 'T', 2, 1);
        let rules = RuleSet {
            classes: super::super::Classes::new(&[lower]),
            ..*RuleSet::ITALIAN
        };
        assert_eq!(rules.check(), Err(RuleSetError::ClassName(lower.name)));
    }
}
