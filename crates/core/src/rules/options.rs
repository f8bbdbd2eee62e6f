//! Rule sets with options that differ from the tables.

use super::{RuleSet, ShipClass};

/// The arguments of `RULES`, as written: a rule set and its options.
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
    /// The arguments that `SAVE` writes for a rule set with its options and waters of that side;
    /// `None` for a rule set that no script can name.
    ///
    /// ```
    /// use admiralty_core::rules::{RuleSet, RulesChoice};
    /// let named = RuleSet::HASBRO.with_named_hits(true).unwrap();
    /// assert!(RulesChoice::saved(&named, 10).unwrap().names_hits);
    /// assert!(!RulesChoice::saved(RuleSet::MSX, 12).unwrap().names_hits);
    /// let own = RuleSet { name: "own", ..*RuleSet::MSX };
    /// assert_eq!(RulesChoice::saved(&own, 12), None);
    /// ```
    pub fn saved(rules: &RuleSet, side: u8) -> Option<Self> {
        Some(Self {
            base: rules.base()?,
            side: rules.board_sides.saved(side),
            lengths: rules.chosen_lengths().map(Iterator::collect),
            names_hits: rules.names_hits() && !rules.always_names_hits(),
        })
    }

    /// The rule set with its options.
    pub fn rules(&self) -> RuleSet {
        let lengths = self.lengths.as_deref();
        let rules = lengths.and_then(|lengths| self.base.with_lengths(lengths));
        let rules = rules.unwrap_or(*self.base);
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
    /// The same rule set of [`RuleSet::ALL`] without options, if it is one of them.
    pub fn base(&self) -> Option<&'static Self> {
        let differs_in_options = |base: &&Self| {
            let mut same = **base;
            for (class, own) in same.classes.iter_mut().zip(&self.classes) {
                class.length = own.length;
            }
            let announced = same.announced.as_mut().zip(self.announced);
            if let Some((announced, own)) = announced {
                announced.names_hits |= own.names_hits;
            }
            let has_lengths = base.has_free_lengths || base.classes == self.classes;
            has_lengths && same == *self
        };
        Self::named(self.name.as_bytes()).filter(differs_in_options)
    }

    /// The lengths of the classes, if they differ from the table.
    pub fn chosen_lengths(&self) -> Option<impl Iterator<Item = u8>> {
        let base = self.base()?;
        let lengths = self.lengths();
        (lengths != base.lengths()).then(|| lengths.into_iter())
    }

    /// The lengths of the classes.
    fn lengths(&self) -> Vec<u8> {
        self.classes.iter().map(|class| class.length).collect()
    }

    /// Whether the class of the ship is announced with a hit.
    #[inline]
    pub const fn names_hits(&self) -> bool {
        matches!(self.announced, Some(announced) if announced.names_hits)
    }

    /// Whether hits are announced with the class of the ship even without `NAMED_HITS`.
    pub fn always_names_hits(&self) -> bool {
        self.base().unwrap_or(self).names_hits()
    }

    /// The same rule set with other lengths of ships, one for each class, from 1 to
    /// [`ShipClass::LENGTH_MAX`]. `None` if the lengths cannot be chosen.
    ///
    /// ```
    /// use admiralty_core::rules::RuleSet;
    /// let rules = RuleSet::ITALIAN.with_lengths(&[5, 3, 2]).unwrap();
    /// assert_eq!((rules.name, rules.classes[0].length), ("italian", 5));
    /// assert_eq!(rules.with_lengths(&[3, 2, 1]), Some(*RuleSet::ITALIAN));
    /// assert_eq!(RuleSet::ITALIAN.with_lengths(&[5, 3]), None);
    /// assert_eq!(RuleSet::MSX.with_lengths(&[5, 4, 3, 2]), None);
    /// ```
    pub fn with_lengths(&self, lengths: &[u8]) -> Option<Self> {
        let is_legal = |length: &u8| (1..=ShipClass::LENGTH_MAX).contains(length);
        let fits = lengths.len() == self.classes.len() && lengths.iter().all(is_legal);
        let mut rules = *self;
        for (class, &length) in rules.classes.iter_mut().zip(lengths) {
            class.length = length;
        }
        (self.has_free_lengths && fits).then_some(rules)
    }

    /// The same rule set in which hits are announced with or without the class of the ship.
    /// `None` if shots are not announced, or are never announced without it.
    ///
    /// ```
    /// use admiralty_core::rules::RuleSet;
    /// assert!(RuleSet::HASBRO.with_named_hits(true).unwrap().names_hits());
    /// assert_eq!(RuleSet::MSX.with_named_hits(true), Some(*RuleSet::MSX));
    /// assert_eq!(RuleSet::MSX.with_named_hits(false), None);
    /// assert_eq!(RuleSet::SHIPS.with_named_hits(true), None);
    /// ```
    pub fn with_named_hits(&self, names_hits: bool) -> Option<Self> {
        let mut rules = *self;
        rules.announced.as_mut()?.names_hits = names_hits;
        (names_hits || !self.always_names_hits()).then_some(rules)
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::RuleSet;

    #[test]
    fn options_can_be_chosen_and_undone() {
        let long = RuleSet::ITALIAN.with_lengths(&[7, 7, 1]).expect("lengths");
        let named = long.with_named_hits(true).expect("an option");
        assert_eq!(
            RuleSet::ITALIAN
                .with_named_hits(true)
                .and_then(|rules| rules.with_lengths(&[7, 7, 1])),
            Some(named)
        );
        assert_eq!(
            named.chosen_lengths().map(Iterator::collect),
            Some(vec![7, 7, 1])
        );
        assert!(named.names_hits() && !long.names_hits());
        assert_eq!(named.with_named_hits(false), Some(long));
        assert_eq!(long.with_lengths(&[3, 2, 1]), Some(*RuleSet::ITALIAN));
        assert!(RuleSet::HASBRO.chosen_lengths().is_none());
        assert_eq!(RuleSet::MSX.with_named_hits(false), None);
        assert_eq!(RuleSet::SHIPS.with_named_hits(true), None);
        for lengths in [[0, 2, 1], [8, 2, 1]] {
            assert_eq!(RuleSet::ITALIAN.with_lengths(&lengths), None);
        }
    }

    /// A rule set is that of a script only if the options of `RULES` can make it.
    #[test]
    fn a_rule_set_with_another_table_has_no_base() {
        let named = RuleSet::HASBRO.with_named_hits(true).expect("an option");
        assert_eq!(named.base(), Some(RuleSet::HASBRO));
        assert_eq!(RuleSet { gap: 1, ..named }.base(), None);
        let mut long = *RuleSet::HASBRO;
        long.classes[0].length = 6;
        assert_eq!(long.base(), None);
    }
}
