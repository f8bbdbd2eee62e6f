//! Which ships a player has, and which of them are on the board.

use std::collections::BTreeMap;

use super::ShipId;
use crate::rules::{RuleSet, ShipClass};

/// A player's fleet: how many ships of each class it is to have, and those
/// that are on the board.
#[derive(Clone, Debug)]
pub struct Fleet {
    /// By class index.
    squadrons: Vec<Squadron>,
    /// Ships that are still to be placed.
    missing: u64,
    /// Healthy segments on the board.
    pub(super) healthy_parts: u64,
}

#[derive(Clone, Debug)]
struct Squadron {
    count: u32,
    /// By index. A map, because an index may be large however few the ships.
    present: BTreeMap<u32, ShipId>,
}

impl Fleet {
    /// The default fleet of a rule set, nothing placed.
    pub(super) fn new(rules: &RuleSet) -> Self {
        let squadrons: Vec<_> = rules
            .classes
            .iter()
            .map(|class| Squadron { count: class.count, present: BTreeMap::new() })
            .collect();
        let missing = squadrons.iter().map(|s| u64::from(s.count)).sum();
        Self { squadrons, missing, healthy_parts: 0 }
    }

    /// How many ships of each class the fleet is to have, in the order of `SET_FLEET`.
    pub fn counts(&self) -> impl Iterator<Item = u32> {
        self.squadrons.iter().map(|squadron| squadron.count)
    }

    /// How many ships of a class the fleet is to have.
    pub fn count(&self, class: &ShipClass) -> u32 {
        self.squadrons[usize::from(class.index)].count
    }

    /// The highest index of a class that is on the board.
    pub fn highest(&self, class: &ShipClass) -> Option<u32> {
        self.squadrons[usize::from(class.index)].present.keys().next_back().copied()
    }

    /// The ship of that class and index, if it is on the board.
    pub fn ship(&self, class: &ShipClass, index: u32) -> Option<ShipId> {
        self.squadrons[usize::from(class.index)].present.get(&index).copied()
    }

    /// The ships on the board by class, then index.
    pub fn ships(&self) -> impl Iterator<Item = ShipId> {
        self.squadrons.iter().flat_map(|squadron| squadron.present.values().copied())
    }

    /// How many ships are still to be placed.
    pub const fn missing(&self) -> u64 {
        self.missing
    }

    /// How many healthy segments the ships on the board have.
    pub const fn healthy_parts(&self) -> u64 {
        self.healthy_parts
    }

    /// Sets the counts. No index on the board may be left out.
    pub(super) fn set_counts(&mut self, counts: &[u32]) {
        let present: u64 = self.squadrons.iter().map(|s| s.present.len() as u64).sum();
        for (squadron, &count) in self.squadrons.iter_mut().zip(counts) {
            squadron.count = count;
        }
        self.missing = counts.iter().map(|&count| u64::from(count)).sum::<u64>() - present;
    }

    /// Enters a ship that has come on the board.
    pub(super) fn enter(&mut self, class: &ShipClass, index: u32, id: ShipId, parts: u32) {
        let before = self.squadrons[usize::from(class.index)].present.insert(index, id);
        debug_assert!(before.is_none());
        self.missing -= 1;
        self.healthy_parts += u64::from(parts);
    }

    /// Takes all ships off the board.
    pub(super) fn clear(&mut self) {
        for squadron in &mut self.squadrons {
            self.missing += squadron.present.len() as u64;
            squadron.present.clear();
        }
        self.healthy_parts = 0;
    }
}
