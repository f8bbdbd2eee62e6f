//! What `hunt` remembers of the enemy's ships, field by field.

mod facts;
mod observe;
#[cfg(test)]
mod tests;

use super::window::Window;
use crate::{AfterTurn, Fact, Orders, TurnInput};
use admiralty_core::geometry::{BitGrid, Pos, Rect};
use admiralty_core::view::Observation;

/// The most salvos that are remembered.
const SALVOS_MAX: usize = 16;
/// The most shots of a salvo that is remembered.
const SALVO_SHOTS_MAX: usize = 32;
/// How many times all salvos are compared with what is known.
const ROUNDS: usize = 4;
/// The distance around a contradiction within which water is forgotten.
const DOUBT: i32 = 3;

/// What a player remembers of the enemy's ships: fields that are empty, and parts of
/// ships. All of it may be wrong, because the enemy may move.
#[derive(Clone, Debug)]
pub(super) struct KnowledgeMap {
    pub window: Window,
    /// How often something remembered turned out to be wrong; 0 as long as the enemy seems
    /// not to move.
    drift: u64,
    /// The number of the window of a large board that is being searched.
    search: u64,
    /// The fields remembered as empty.
    pub water: BitGrid,
    /// Destroyed parts, remembered or seen.
    hits: BitGrid,
    /// Healthy parts, remembered or seen.
    pub afloat: BitGrid,
    /// The fields on which no enemy can be now, whatever was remembered.
    excluded: BitGrid,
    pub salvos: Vec<Salvo>,
    /// Whether parts were destroyed on unknown fields. Then a shot that destroys nothing does
    /// not mean that the field is empty.
    pub has_unlocated_hits: bool,
}

/// Shots of which some hit, but it is not known which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Salvo {
    /// The number of hits: at least one, but fewer than shots.
    pub hits: usize,
    /// Their targets.
    pub fields: Vec<Pos>,
}

impl KnowledgeMap {
    /// The remembered map, corrected by what is visible.
    pub fn read(input: &TurnInput<'_>, orders: &Orders<'_, '_>) -> Self {
        let memory = &input.memory;
        let drift = memory.number(Fact::Drift).unwrap_or(0);
        let search = memory.number(Fact::Search).unwrap_or(0);
        let mut map = Self::blank(orders.view(), drift, search);
        map.recall(memory);
        map.correct(orders);
        map.resolve_salvos();
        map.find_unlocated_hits(orders.view());
        map
    }

    pub fn ships(&self) -> BitGrid {
        let mut ships = self.hits.clone();
        ships.insert_set(&self.afloat);
        ships
    }

    /// The fields that certainly hold no unknown enemy part: ships do not touch, so there is
    /// none diagonally next to a known part.
    pub fn impossible(&self) -> BitGrid {
        let ships = self.ships();
        let mut empty = ships.diagonal_neighbours();
        if !self.has_unlocated_hits {
            empty.insert_set(&self.water);
        }
        empty.remove_set(&ships);
        empty.insert_set(&self.excluded);
        empty
    }

    /// The fields that were shot at and may or may not be hits.
    pub fn unresolved(&self) -> impl Iterator<Item = Pos> {
        let fields = self.salvos.iter().flat_map(|salvo| &salvo.fields);
        fields.copied()
    }

    /// Discards what is remembered of a rectangle and around it.
    pub fn discard(&mut self, rect: Rect, orders: &Orders<'_, '_>) {
        self.drift = self.drift.saturating_add(1);
        self.hits.remove_all(rect);
        self.afloat.remove_all(rect);
        self.water.remove_all(rect.grown(DOUBT));
        self.correct(orders);
        self.find_unlocated_hits(orders.view());
    }

    /// Discards everything, because the enemy has no possible placement left, and
    /// searches the next window of a large board.
    pub fn restart(&mut self, orders: &Orders<'_, '_>) {
        let drift = self.drift.saturating_add(1);
        let grown = Window::nth(orders.view(), self.search, true);
        // First, only extend the search area: the enemy may have left its start.
        if self.drift == 0 && grown.area != self.window.area {
            self.drift = drift;
        } else {
            *self = Self::blank(orders.view(), drift, self.search.wrapping_add(1));
        }
        self.correct(orders);
        self.find_unlocated_hits(orders.view());
    }

    /// What to do after the turn: record the shots, and convert the map to facts.
    pub fn after_turn(mut self, targets: Vec<Pos>, view: &Observation<'_>, turn: u64) -> AfterTurn {
        let before = view.parts(view.player().opponent());
        AfterTurn::Observe(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(after.player().opponent()));
            self.record_shots(&targets, usize::try_from(hits).unwrap_or(usize::MAX), after);
            if after.is_extended() {
                self.remember_seen(after);
            }
            if self.drift > 0 {
                self.expire_water(turn, after.is_extended());
            }
            self.facts()
        }))
    }

    /// Records the shots of a turn by what is visible after it.
    fn record_shots(&mut self, targets: &[Pos], mut hits: usize, after: &Observation<'_>) {
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
        // Known parts are assumed to be where they were, if possible.
        if hits >= known.len() {
            hits -= known.len();
            for target in known {
                self.learn(target, true);
            }
        } else {
            for &field in &known {
                self.afloat.remove(field);
            }
            unknown.append(&mut known);
        }
        self.add(Salvo {
            hits,
            fields: unknown,
        });
    }

    /// Records whether a part of a ship was destroyed on a field.
    fn learn(&mut self, field: Pos, is_hit: bool) {
        self.afloat.remove(field);
        if is_hit {
            self.hits.insert(field);
        } else {
            self.water.insert(field);
        }
    }

    fn blank(view: &Observation<'_>, drift: u64, search: u64) -> Self {
        let window = Window::nth(view, search, drift > 0);
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

    /// Determines whether more parts are destroyed than the map accounts for.
    fn find_unlocated_hits(&mut self, view: &Observation<'_>) {
        let enemy = view.player().opponent();
        let parts = view.rules().classes.iter();
        let parts =
            parts.map(|class| u64::from(class.length) * u64::from(view.count(enemy, class)));
        let destroyed = parts.sum::<u64>().saturating_sub(view.parts(enemy));
        let unsure: usize = self.salvos.iter().map(|salvo| salvo.hits).sum();
        self.has_unlocated_hits = destroyed > (self.hits.len() + unsure) as u64;
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

    /// Adds a salvo, which is resolved at once if all shots missed or all hit.
    fn add(&mut self, salvo: Salvo) {
        let (hits, shots) = (salvo.hits, salvo.fields.len());
        if hits == 0 || hits == shots {
            let grid = if hits == 0 {
                &mut self.water
            } else {
                &mut self.hits
            };
            for field in salvo.fields {
                grid.insert(field);
            }
        } else if hits < shots && shots <= SALVO_SHOTS_MAX {
            if self.salvos.len() == SALVOS_MAX {
                self.salvos.remove(0);
            }
            self.salvos.push(salvo);
        }
    }
}
