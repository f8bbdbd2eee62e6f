//! Rule sets with options that differ from the tables.

use std::sync::{Mutex, PoisonError};

use super::{RULE_SETS, RuleSet, ShipClass};

/// What `RULES` chooses, as it is written: a rule set and its options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesChoice {
    /// The rule set without its options.
    pub base: &'static RuleSet,
    /// The side of the waters.
    pub side: Option<u8>,
    /// The length of each class.
    pub lengths: Option<Box<[u8]>>,
    /// Whether `NAMED_HITS` is given.
    pub names_hits: bool,
}

impl RulesChoice {
    /// What `SAVE` writes for a rule set with its options and waters of that side.
    ///
    /// ```
    /// use admiralty_core::rules::{HASBRO, MSX, RulesChoice};
    /// assert!(RulesChoice::saved(HASBRO.with_named_hits(true).unwrap(), 10).names_hits);
    /// assert!(!RulesChoice::saved(&MSX, 12).names_hits);
    /// ```
    pub fn saved(rules: &'static RuleSet, side: u8) -> Self {
        Self {
            base: rules.base(),
            side: rules.board_sides.saved(side),
            lengths: rules.chosen_lengths().map(Iterator::collect),
            names_hits: rules.names_hits() && !rules.always_names_hits(),
        }
    }

    /// The rule set with its options.
    pub fn rules(&self) -> &'static RuleSet {
        let lengths = self.lengths.as_deref();
        let rules = lengths.and_then(|lengths| self.base.with_lengths(lengths));
        let rules = rules.unwrap_or(self.base);
        let named = self.names_hits.then(|| rules.with_named_hits(true));
        named.flatten().unwrap_or(rules)
    }

    /// The side of the waters; if none is given, the default one.
    pub fn side(&self) -> u8 {
        self.side.unwrap_or(self.base.board_sides.min)
    }
}

/// The options of `RULES` other than the side of the waters.
impl RuleSet {
    /// The same rule set without options.
    pub fn base(&self) -> &'static Self {
        Self::named(self.name.as_bytes()).unwrap_or(RULE_SETS[0])
    }

    /// The lengths of the classes, if they differ from the table.
    pub fn chosen_lengths(&self) -> Option<impl Iterator<Item = u8>> {
        let lengths = |rules: &'_ Self| rules.classes.iter().map(|class| class.length);
        (!lengths(self).eq(lengths(self.base()))).then(|| lengths(self))
    }

    /// Whether the class of the ship is announced with a hit.
    #[inline]
    pub const fn names_hits(&self) -> bool {
        matches!(self.announced, Some(announced) if announced.names_hits)
    }

    /// Whether hits are announced with the class of the ship even without `NAMED_HITS`.
    pub fn always_names_hits(&self) -> bool {
        self.base().names_hits()
    }

    /// The same rule set with other lengths of ships, one for each class, from 1 to
    /// [`ShipClass::LENGTH_MAX`]. `None` if the lengths cannot be chosen.
    ///
    /// ```
    /// use admiralty_core::rules::{ITALIAN, MSX};
    /// let rules = ITALIAN.with_lengths(&[5, 3, 2]).unwrap();
    /// assert_eq!((rules.name, rules.classes[0].length), ("italian", 5));
    /// assert_eq!(rules.with_lengths(&[3, 2, 1]), Some(&ITALIAN));
    /// assert_eq!(ITALIAN.with_lengths(&[5, 3]), None);
    /// assert_eq!(MSX.with_lengths(&[5, 4, 3, 2]), None);
    /// ```
    pub fn with_lengths(&self, lengths: &[u8]) -> Option<&'static Self> {
        let is_legal = |length: &u8| (1..=ShipClass::LENGTH_MAX).contains(length);
        let fits = lengths.len() == self.classes.len() && lengths.iter().all(is_legal);
        (self.has_free_lengths && fits).then(|| self.variant(lengths, self.names_hits()))
    }

    /// The same rule set in which hits are announced with or without the class of the ship.
    /// `None` if shots are not announced, or are never announced without it.
    ///
    /// ```
    /// use admiralty_core::rules::{HASBRO, MSX, SHIPS};
    /// assert!(HASBRO.with_named_hits(true).unwrap().names_hits());
    /// assert_eq!(MSX.with_named_hits(true), Some(&MSX));
    /// assert_eq!(MSX.with_named_hits(false), None);
    /// assert_eq!(SHIPS.with_named_hits(true), None);
    /// ```
    pub fn with_named_hits(&self, names_hits: bool) -> Option<&'static Self> {
        let is_possible = self.announces_shots() && (names_hits || !self.always_names_hits());
        let lengths: Vec<_> = self.classes.iter().map(|class| class.length).collect();
        is_possible.then(|| self.variant(&lengths, names_hits))
    }

    /// The rule set with these options. Each is created once and never freed; whatever
    /// scripts do, there are at most twice as many as choices of lengths.
    fn variant(&self, lengths: &[u8], names_hits: bool) -> &'static Self {
        static MADE: Mutex<Vec<&'static RuleSet>> = Mutex::new(Vec::new());
        let base = self.base();
        let has_options = |rules: &Self| {
            rules.name == base.name
                && rules.names_hits() == names_hits
                && rules.classes.iter().map(|class| &class.length).eq(lengths)
        };
        if has_options(base) {
            return base;
        }
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(rules) = made.iter().find(|rules| has_options(rules)) {
            return rules;
        }
        let classes = base.classes.iter().zip(lengths);
        let classes = classes.map(|(class, &length)| ShipClass { length, ..*class });
        let mut rules = Self {
            classes: Vec::leak(classes.collect()),
            ..*base
        };
        if let Some(announced) = &mut rules.announced {
            announced.names_hits = names_hits;
        }
        made.push(Box::leak(Box::new(rules)));
        made[made.len() - 1]
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{HASBRO, ITALIAN, MSX, SHIPS};

    #[test]
    fn variants_are_created_once_and_options_can_be_undone() {
        let long = ITALIAN.with_lengths(&[7, 7, 1]).expect("lengths");
        let named = long.with_named_hits(true).expect("an option");
        assert!(std::ptr::eq(
            named,
            ITALIAN
                .with_named_hits(true)
                .and_then(|rules| rules.with_lengths(&[7, 7, 1]))
                .expect("the same options")
        ));
        assert_eq!(
            named.chosen_lengths().map(Iterator::collect),
            Some(vec![7, 7, 1])
        );
        assert!(named.names_hits() && !long.names_hits());
        assert_eq!(named.with_named_hits(false), Some(long));
        assert_eq!(long.with_lengths(&[3, 2, 1]), Some(&ITALIAN));
        assert!(HASBRO.chosen_lengths().is_none());
        assert_eq!(MSX.with_named_hits(false), None);
        assert_eq!(SHIPS.with_named_hits(true), None);
        for lengths in [[0, 2, 1], [8, 2, 1]] {
            assert_eq!(ITALIAN.with_lengths(&lengths), None);
        }
    }
}
