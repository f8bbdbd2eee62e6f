//! What a player remembers of the enemy's ships, field by field.

mod facts;
mod observe;
#[cfg(test)]
mod tests;

use super::search_window::SearchWindow;
use crate::geometry::{BitGrid, Pos, Rect};
use crate::players::{AfterTurn, Fact, Orders, TurnInput};
use crate::view::Observation;

/// How many salvos are remembered.
const SALVOS_MAX: usize = 16;
/// How many shots of a salvo are remembered.
const SALVO_SHOTS_MAX: usize = 32;
/// How many times all salvos are compared with what is known.
const ROUNDS: usize = 4;
/// How far around a contradiction water is forgotten.
const DOUBT: i32 = 3;

/// What a player remembers of the enemy's ships: fields that are empty, and parts of
/// ships. All of it may be wrong, because the enemy may move.
#[derive(Clone, Debug)]
pub(super) struct KnowledgeMap {
    window: SearchWindow,
    /// How often something remembered turned out to be wrong; 0 as long as the enemy
    /// seems not to move.
    drift: u64,
    /// Which part of a large board is searched.
    search: u64,
    /// Remembered as empty.
    water: BitGrid,
    /// Destroyed parts, remembered or seen.
    hits: BitGrid,
    /// Healthy parts, remembered or seen.
    afloat: BitGrid,
    /// Where no enemy can be now, whatever was remembered.
    excluded: BitGrid,
    salvos: Vec<Salvo>,
    /// Whether parts are destroyed of which the field is unknown. Then a shot that
    /// destroys nothing does not mean that the field is empty.
    has_unlocated_hits: bool,
}

/// Shots of which some hit, but it is not known which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Salvo {
    /// How many hit: at least one, but not all.
    pub hits: usize,
    /// Their targets.
    pub fields: Vec<Pos>,
}

impl KnowledgeMap {
    /// The map that is remembered, corrected by what is seen.
    pub fn read(input: &TurnInput<'_>, orders: &Orders<'_, '_>) -> Self {
        let memory = &input.memory;
        let drift = memory.number(Fact::Drift).unwrap_or(0);
        let search = memory.number(Fact::Search).unwrap_or(0);
        let mut map = Self::blank(orders.view(), drift, search);
        map.recall(memory);
        map.observe(orders.view());
        map.update_excluded(orders);
        map.resolve_salvos();
        map.find_unlocated_hits(orders.view());
        map
    }

    /// Whether parts are destroyed of which the field is unknown.
    pub const fn has_unlocated_hits(&self) -> bool {
        self.has_unlocated_hits
    }

    /// The window.
    pub const fn window(&self) -> SearchWindow {
        self.window
    }

    /// Destroyed parts.
    pub const fn hits(&self) -> &BitGrid {
        &self.hits
    }

    /// Healthy parts.
    pub const fn afloat(&self) -> &BitGrid {
        &self.afloat
    }

    /// Fields that are remembered as empty.
    pub const fn water(&self) -> &BitGrid {
        &self.water
    }

    /// The salvos that are not resolved.
    pub fn salvos(&self) -> &[Salvo] {
        &self.salvos
    }

    /// The fields that no part of the enemy's can be on: ships do not touch, so there
    /// is none diagonally next to a known part.
    pub fn impossible(&self) -> BitGrid {
        let mut blocked = self.excluded.clone();
        let (water, hits, afloat) = (self.water.words(), self.hits.words(), self.afloat.words());
        let ships = |index: usize| hits[index] | afloat[index];
        for (index, (_, word)) in (1..).zip(blocked.rows_mut()) {
            let beside = ships(index - 1) | ships(index + 1);
            let missed = if self.has_unlocated_hits {
                0
            } else {
                water[index]
            };
            *word |= (missed | beside << 1 | beside >> 1) & !ships(index);
        }
        blocked
    }

    /// Discards what is remembered of a rectangle and around it.
    pub fn discard(&mut self, rect: Rect, orders: &Orders<'_, '_>) {
        self.drift = self.drift.saturating_add(1);
        self.hits.remove_all(rect);
        self.afloat.remove_all(rect);
        self.water.remove_all(rect.grown(DOUBT));
        self.observe(orders.view());
        self.update_excluded(orders);
        self.find_unlocated_hits(orders.view());
    }

    /// Discards everything, because the enemy has no possible placement left, and
    /// searches the next window of a large board.
    pub fn restart(&mut self, orders: &Orders<'_, '_>) {
        let is_first = self.drift == 0;
        let before = self.window;
        let next = Self::blank(orders.view(), self.drift.saturating_add(1), self.search);
        // First only the search area grows: the enemy may have left its start.
        if is_first && next.window.area != before.area {
            self.drift = self.drift.saturating_add(1);
        } else {
            *self = Self::blank(
                orders.view(),
                self.drift.saturating_add(1),
                self.search.wrapping_add(1),
            );
        }
        self.observe(orders.view());
        self.update_excluded(orders);
        self.find_unlocated_hits(orders.view());
    }

    /// What to do after the turn: record the shots, and write down the map.
    pub fn after_turn(mut self, targets: Vec<Pos>, view: &Observation<'_>, turn: u64) -> AfterTurn {
        let before = view.parts(view.player().opponent());
        AfterTurn::Observe(Box::new(move |after| {
            self.record_shots(&targets, before, after);
            self.facts(turn, after)
        }))
    }

    /// Records the shots of a turn, by what is seen after it.
    pub fn record_shots(&mut self, targets: &[Pos], before: u64, after: &Observation<'_>) {
        let hits = before.saturating_sub(after.parts(after.player().opponent()));
        let mut hits = usize::try_from(hits).unwrap_or(usize::MAX);
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for &target in targets {
            if after.seen().contains(target) {
                let is_hit = after.enemy_at(target).is_some();
                hits -= usize::from(is_hit && hits > 0);
                self.learn(target, is_hit);
            } else if self.afloat.contains(target) {
                known.push(target);
            } else {
                unknown.push(target);
            }
        }
        // Known parts are assumed to be where they were, if that is possible.
        if hits >= known.len() {
            hits -= known.len();
            for target in known {
                self.learn(target, true);
            }
        } else {
            let gone = known.iter().map(|&target| Rect::spanning(target, target));
            gone.for_each(|field| self.afloat.remove_all(field));
            unknown.append(&mut known);
        }
        self.add(Salvo {
            hits,
            fields: unknown,
        });
    }

    /// Records whether a part of a ship was destroyed on a field.
    fn learn(&mut self, field: Pos, is_hit: bool) {
        self.afloat.remove_all(Rect::spanning(field, field));
        if is_hit {
            self.hits.insert(field);
        } else {
            self.water.insert(field);
        }
    }

    fn blank(view: &Observation<'_>, drift: u64, search: u64) -> Self {
        let window = SearchWindow::nth(view, search, drift > 0);
        let none = BitGrid::new(window.rect);
        Self {
            window,
            drift,
            search,
            water: none.clone(),
            hits: none.clone(),
            afloat: none.clone(),
            excluded: none,
            salvos: Vec::new(),
            has_unlocated_hits: false,
        }
    }

    /// Determines whether more parts are destroyed than the map has.
    fn find_unlocated_hits(&mut self, view: &Observation<'_>) {
        let enemy = view.player().opponent();
        let classes = view.rules().classes.iter();
        let parts =
            classes.map(|class| u64::from(class.length) * u64::from(view.count(enemy, class)));
        let destroyed = parts.sum::<u64>().saturating_sub(view.parts(enemy));
        let known = self
            .hits
            .words()
            .iter()
            .map(|word| u64::from(word.count_ones()));
        let unsure = self.salvos.iter().map(|salvo| salvo.hits as u64);
        self.has_unlocated_hits = destroyed > known.sum::<u64>() + unsure.sum::<u64>();
    }

    /// Resolves salvos by what is known of their fields.
    fn resolve_salvos(&mut self) {
        for _ in 0..ROUNDS {
            if self.salvos.is_empty() {
                break;
            }
            let blocked = self.impossible();
            for mut salvo in std::mem::take(&mut self.salvos) {
                let before = salvo.fields.len();
                salvo.fields.retain(|&field| !self.hits.contains(field));
                salvo.hits = salvo.hits.saturating_sub(before - salvo.fields.len());
                salvo.fields.retain(|&field| !blocked.contains(field));
                self.add(salvo);
            }
        }
    }

    /// Adds a salvo: resolved, if all shots missed or all hit.
    fn add(&mut self, salvo: Salvo) {
        let Salvo { hits, fields } = &salvo;
        if *hits == 0 {
            for &field in fields {
                self.water.insert(field);
            }
        } else if *hits == fields.len() {
            for &field in fields {
                self.hits.insert(field);
            }
        } else if *hits < fields.len() && fields.len() <= SALVO_SHOTS_MAX {
            if self.salvos.len() == SALVOS_MAX {
                self.salvos.remove(0);
            }
            self.salvos.push(salvo);
        }
    }
}
