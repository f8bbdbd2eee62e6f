//! The fleet of a player.

use std::collections::BTreeMap;

use super::{Ship, ShipId, ShipName};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};

/// A player's fleet: the size of each class when complete, and the ships on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// By class index.
    rosters: Vec<ClassRoster>,
    /// How many ships are still to be placed.
    missing: u64,
    /// How many healthy segments are on the board.
    healthy_parts: u64,
    /// See [`Game::set_remote`](super::Game::set_remote).
    is_remote: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct ClassRoster {
    count: u32,
    /// How many ships on the board have a healthy cannon.
    armed: u32,
    /// The ships with the lowest indices; most fleets have no others.
    first: [Option<ShipId>; FIRST],
    /// The other ships by index: a map, because a few ships may have large indices.
    others: BTreeMap<u32, ShipId>,
}

/// How many ships of a class are found without a map lookup.
const FIRST: usize = 10;

impl ClassRoster {
    fn new(count: u32) -> Self {
        Self {
            count,
            armed: 0,
            first: [None; FIRST],
            others: BTreeMap::new(),
        }
    }

    #[inline]
    fn get(&self, index: u32) -> Option<ShipId> {
        match self.first.get(index as usize) {
            Some(ship) => *ship,
            None => self.others.get(&index).copied(),
        }
    }

    fn insert(&mut self, index: u32, id: ShipId) {
        match self.first.get_mut(index as usize) {
            Some(ship) => *ship = Some(id),
            None => {
                self.others.insert(index, id);
            }
        }
    }

    /// The ships on the board with their indices, in order.
    fn present(&self) -> impl DoubleEndedIterator<Item = (u32, ShipId)> + '_ {
        let first = self.first.iter().enumerate();
        let first = first.filter_map(|(index, ship)| Some((u32::try_from(index).ok()?, (*ship)?)));
        first.chain(self.others.iter().map(|(&index, &id)| (index, id)))
    }
}

impl Fleet {
    /// The default fleet of a rule set, with no ship placed.
    pub(super) fn new(rules: &RuleSet) -> Self {
        let counts = rules.classes.iter().map(|class| class.count);
        Self {
            rosters: counts.clone().map(ClassRoster::new).collect(),
            missing: counts.map(u64::from).sum(),
            healthy_parts: 0,
            is_remote: false,
        }
    }

    /// How many ships of each class the complete fleet has, in the order of `SET_FLEET`.
    pub fn counts(&self) -> impl Iterator<Item = u32> {
        self.rosters.iter().map(|roster| roster.count)
    }

    /// How many ships of a class the complete fleet has.
    pub fn count(&self, class: &ShipClass) -> u32 {
        self.rosters[usize::from(class.index)].count
    }

    /// The highest index of a class among the ships on the board.
    pub fn highest(&self, class: &ShipClass) -> Option<u32> {
        let mut present = self.rosters[usize::from(class.index)].present();
        present.next_back().map(|(index, _)| index)
    }

    /// The ship with a class and index, if it is on the board.
    #[inline]
    pub fn ship(&self, class: &ShipClass, index: u32) -> Option<ShipId> {
        self.rosters[usize::from(class.index)].get(index)
    }

    /// The ships on the board by class, then index.
    pub fn ships(&self) -> impl Iterator<Item = ShipId> {
        let present = self.rosters.iter().flat_map(ClassRoster::present);
        present.map(|(_, id)| id)
    }

    /// How many ships are still to be placed.
    pub const fn missing(&self) -> u64 {
        if self.is_remote { 0 } else { self.missing }
    }

    /// Some of the ships that are still to be placed, as far as they are soon found.
    pub(super) fn absent(&self, player: Player, rules: &RuleSet) -> Vec<ShipName> {
        const NAMED_MAX: usize = 6;
        if self.is_remote {
            return Vec::new();
        }
        let classes = rules.classes.iter().zip(&self.rosters);
        let absent = classes.flat_map(|(class, roster)| {
            let indices = (0..roster.count).take(FIRST);
            let absent = indices.filter(|&index| roster.get(index).is_none());
            absent.map(move |index| ShipName::new(player, class, index))
        });
        absent.take(NAMED_MAX).collect()
    }

    /// Whether its ships are known to another program only.
    pub const fn is_remote(&self) -> bool {
        self.is_remote
    }

    /// Whether no segment is healthy; never the case for a remote fleet.
    pub const fn is_sunk(&self) -> bool {
        self.healthy_parts == 0 && !self.is_remote
    }

    /// How many healthy segments the ships on the board have.
    pub const fn healthy_parts(&self) -> u64 {
        self.healthy_parts
    }

    /// Sets the counts, which must include the ships on the board.
    pub(super) fn set_counts(&mut self, counts: &[u32]) {
        let present = self.counts().map(u64::from).sum::<u64>() - self.missing;
        for (roster, &count) in self.rosters.iter_mut().zip(counts) {
            roster.count = count;
        }
        self.missing = counts.iter().map(|&count| u64::from(count)).sum::<u64>() - present;
    }

    /// How many ships of a class on the board can shoot.
    pub(super) fn armed(&self, class: &ShipClass) -> u32 {
        self.rosters[usize::from(class.index)].armed
    }

    /// Adds a ship that was placed on the board.
    pub(super) fn enter(&mut self, ship: &Ship, id: ShipId) {
        let (class, index) = (ship.class(), ship.name().index);
        debug_assert_eq!(self.ship(class, index), None);
        let roster = &mut self.rosters[usize::from(class.index)];
        roster.insert(index, id);
        roster.armed += u32::from(ship.has_cannon());
        self.missing -= 1;
        self.healthy_parts += u64::from(ship.healthy_parts());
    }

    /// See [`Game::set_remote`](super::Game::set_remote).
    pub(super) fn set_remote(&mut self) {
        self.is_remote = true;
    }

    /// Counts the loss of a segment of a ship on the board.
    pub(super) fn lose(&mut self, class: &ShipClass, segment: u8) {
        self.healthy_parts -= 1;
        if segment == class.cannon() {
            self.rosters[usize::from(class.index)].armed -= 1;
        }
    }

    pub(super) fn clear(&mut self) {
        self.missing = self.counts().map(u64::from).sum();
        for roster in &mut self.rosters {
            *roster = ClassRoster::new(roster.count);
        }
        self.healthy_parts = 0;
    }
}
