//! Corrects what is remembered by what is visible.

use super::KnowledgeMap;
use crate::Orders;
use crate::ships::window::Window;
use admiralty_core::geometry::BitGrid;
use admiralty_core::view::{Observation, SegmentKind};

/// The assumed number of shots per turn in the extended game. If the enemy is known to move,
/// water is forgotten after as many turns as it takes to shoot at every field.
const SHOTS_EXTENDED: u64 = 2;
/// The most salvos that are remembered if the enemy is known to move.
const SALVOS_KEPT: usize = 4;

impl KnowledgeMap {
    /// Corrects what is remembered by what is visible, and updates where no enemy can be.
    pub(super) fn correct(&mut self, orders: &Orders<'_, '_>) {
        self.observe(orders.view());
        self.update_excluded(orders);
    }

    fn observe(&mut self, view: &Observation<'_>) {
        let mut is_wrong = false;
        // The visible parts: healthy ones, then destroyed ones.
        let mut sights = [(); 2].map(|()| BitGrid::new(self.window.rect));
        for segment in view.enemy() {
            sights[usize::from(segment.kind == SegmentKind::Destroyed)].insert(segment.pos);
            is_wrong |= self.drift == 0
                && self.window.rect.contains(segment.pos)
                && !self.window.area.contains(segment.pos);
        }
        let [healthy, wrecks] = sights.each_ref().map(BitGrid::words);
        for index in 1..healthy.len() - 1 {
            let (hits, afloat) = (self.hits.word_mut(index), self.afloat.word_mut(index));
            let there = healthy[index] | wrecks[index];
            if *hits | *afloat | there == 0 {
                continue;
            }
            let seen = view.seen().word_at(self.water.field(index, 0));
            let water = self.water.word_mut(index);
            is_wrong |= (*hits | *afloat) & seen & !there | *water & there != 0;
            *hits = *hits & !seen | wrecks[index];
            *afloat = *afloat & !seen & !*hits | healthy[index];
            *water &= !(*hits | *afloat);
        }
        is_wrong |= self.forget_touching(view);
        self.drift = self.drift.saturating_add(u64::from(is_wrong));
    }

    /// Forgets remembered parts of ships that would touch others, because those have moved
    /// since; returns whether there were any.
    fn forget_touching(&mut self, view: &Observation<'_>) -> bool {
        let ships = self.ships();
        let mut touching = ships.diagonal_neighbours();
        for ((first, word), ships) in touching.rows_mut().zip(&ships.words()[1..]) {
            *word &= ships;
            if *word != 0 {
                *word &= !view.seen().word_at(first);
            }
        }
        self.hits.remove_set(&touching);
        self.afloat.remove_set(&touching);
        !touching.is_empty()
    }

    /// Updates the fields on which no enemy can be now.
    fn update_excluded(&mut self, orders: &Orders<'_, '_>) {
        let view = orders.view();
        let area = Window::nth(view, self.search, self.drift > 0).area;
        self.window.area = area;
        let outside = !self.water.mask(area.left, area.right);
        for (first, word) in self.excluded.rows_mut() {
            *word = if (area.top..=area.bottom).contains(&first.y) {
                outside | orders.clear_fields().word_at(first)
            } else {
                u64::MAX
            };
        }
        if view.reefs().len() <= area.field_count() {
            let reefs = view.reefs().iter();
            reefs.for_each(|&reef| self.excluded.insert(reef));
        } else {
            let reefs = area.fields().filter(|&field| view.is_reef(field));
            reefs.for_each(|reef| self.excluded.insert(reef));
        }
    }

    /// Remembers what is visible, because own ships may move away.
    pub(super) fn remember_seen(&mut self, after: &Observation<'_>) {
        self.observe(after);
        let (area, full, ships) = (self.window.area, self.water.full_row(), self.ships());
        for ((first, word), ships) in self.water.rows_mut().zip(&ships.words()[1..]) {
            if (area.top..=area.bottom).contains(&first.y) {
                *word |= after.seen().word_at(first) & full & !ships;
            }
        }
    }

    /// Forgets some rows of water each turn, so that none gets too old.
    pub(super) fn expire_water(&mut self, turn: u64, is_extended: bool) {
        let fields = self.window.area.field_count() as u64;
        let rows = self.water.words().len() as u64;
        let turns = if is_extended {
            (fields / SHOTS_EXTENDED).max(rows)
        } else {
            fields
        };
        let spare = self.salvos.len().saturating_sub(SALVOS_KEPT);
        self.salvos.drain(..spare);
        for (first, word) in self.water.rows_mut() {
            if u64::from(first.y.unsigned_abs()) % turns == turn % turns {
                *word = 0;
            }
        }
    }
}
