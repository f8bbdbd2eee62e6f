//! How what is seen corrects what is remembered.

use super::KnowledgeMap;
use crate::geometry::{BitGrid, Pos, Rect, ones};
use crate::players::Orders;
use crate::players::ships::search_window::SearchWindow;
use crate::view::{Observation, SegmentKind};

/// Shots per turn, by which water is forgotten in the extended game when the enemy is
/// known to move: after as many turns as it takes to shoot at every field.
const SHOTS_EXTENDED: u64 = 2;
/// How many salvos are remembered when the enemy is known to move.
const SALVOS_KEPT: usize = 4;

impl KnowledgeMap {
    /// Corrects what is remembered by what is seen.
    pub(super) fn observe(&mut self, view: &Observation<'_>) {
        let mut is_wrong = false;
        // The parts that are seen: healthy ones, then destroyed ones.
        let mut sights = [
            BitGrid::new(self.window.rect),
            BitGrid::new(self.window.rect),
        ];
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

    /// Forgets remembered parts of ships that would touch others, because those have
    /// moved since; returns whether there were any.
    fn forget_touching(&mut self, view: &Observation<'_>) -> bool {
        let rows = self.hits.words().iter().zip(self.afloat.words());
        let ships: Vec<_> = rows.map(|(hits, afloat)| hits | afloat).collect();
        let mut is_wrong = false;
        for index in 1..ships.len() - 1 {
            let beside = ships[index - 1] | ships[index + 1];
            let touching = ships[index] & (beside << 1 | beside >> 1);
            if touching != 0 {
                let forgotten = touching & !view.seen().word_at(self.water.field(index, 0));
                is_wrong |= forgotten != 0;
                *self.hits.word_mut(index) &= !forgotten;
                *self.afloat.word_mut(index) &= !forgotten;
            }
        }
        is_wrong
    }

    /// Updates the fields that no enemy can be on now.
    pub(super) fn update_excluded(&mut self, orders: &Orders<'_, '_>) {
        let view = orders.view();
        self.window.area = SearchWindow::nth(view, self.search, self.drift > 0).area;
        let Rect {
            top,
            left,
            bottom,
            right,
        } = self.window.area;
        let width = right.abs_diff(left);
        let open = self.water.mask(left, right);
        let clear = orders.clear_fields();
        for (first, word) in self.excluded.rows_mut() {
            *word = if (top..=bottom).contains(&first.y) {
                !open | clear.word_at(first)
            } else {
                u64::MAX
            };
        }
        let fields = u64::from(bottom.abs_diff(top) + 1) * u64::from(width + 1);
        if view.reefs().len() as u64 <= fields {
            for &reef in view.reefs() {
                self.excluded.insert(reef);
            }
        } else {
            for (first, word) in self.excluded.rows_mut() {
                for bit in ones(!*word) {
                    let field = Pos::new(first.y, first.x + bit.cast_signed());
                    *word |= u64::from(view.is_reef(field)) << bit;
                }
            }
        }
    }

    /// Remembers what is seen, because the own ships may move away.
    pub(super) fn remember_seen(&mut self, after: &Observation<'_>) {
        let area = self.window.area;
        let full = self.water.full_row();
        self.observe(after);
        let ships = [self.hits.words(), self.afloat.words()];
        for (index, (first, word)) in (1..).zip(self.water.rows_mut()) {
            if (area.top..=area.bottom).contains(&first.y) {
                let seen = after.seen().word_at(first) & full;
                *word |= seen & !ships[0][index] & !ships[1][index];
            }
        }
    }

    /// Forgets some rows of water each turn, so that none gets too old.
    pub(super) fn expire_water(&mut self, turn: u64, is_extended: bool) {
        let Rect {
            top,
            left,
            bottom,
            right,
        } = self.window.area;
        let fields = u64::from(bottom.abs_diff(top) + 1) * u64::from(right.abs_diff(left) + 1);
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
