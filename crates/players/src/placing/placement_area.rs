//! The area where a player can place ships, around reefs and the ships already there: random
//! placing, and a backtracking search for when that finds no fleet.

use std::cell::Cell;

use super::{ShipPlacement, footprint};
use crate::Rng;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Area, Axis, FieldSet, Pos, Rect};
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::script::ShipRef;
use admiralty_core::view::Observation;

/// How many places are drawn for a ship before all places are checked.
const DRAWS: usize = 64;
/// The most places that are checked to list the legal ones.
const PLACEMENTS_MAX: usize = 1 << 20;
/// The most places that are checked in all by random placement, and again by a search.
const CHECKS_MAX: u64 = 1 << 21;

/// The most steps of the first attempt of a search, each placing a ship or taking one back.
const STEPS_MIN: u32 = 200;
/// The most places per ship, and the most ships, that are searched.
const SEARCHED_PLACEMENTS_MAX: usize = 4096;
const SEARCHED_SHIPS_MAX: usize = 64;

pub(super) struct PlacementArea<'o, 'g> {
    view: &'o Observation<'g>,
    /// The part of the starting rectangle that lies on the board.
    rect: Rect,
    /// The fewest fields between two ships.
    gap: i32,
    /// The fields on or too close to own ships that were there before.
    blocked: FieldSet,
    /// How many places may still be checked.
    checks_left: Cell<u64>,
}

impl<'o, 'g> PlacementArea<'o, 'g> {
    /// `None` if the starting rectangle contains no field of the board.
    pub(super) fn new(view: &'o Observation<'g>) -> Option<Self> {
        let start = view.start(view.player());
        let rect = view.size().rect().intersection(&start);
        let gap = view.rules().gap.into();
        let own = view.own().iter().map(|ship| ship.footprint().rect());
        Some(Self {
            view,
            rect: rect?,
            gap,
            blocked: FieldSet::new(view.size(), own.map(|rect| Area::Rect(rect.grown(gap)))),
            checks_left: Cell::new(CHECKS_MAX),
        })
    }

    /// Places the ships in order, up to the first that has no place.
    pub(super) fn draw_fleet(&self, ships: &[ShipRef], rng: &mut Rng) -> Vec<ShipPlacement> {
        let mut placed = Vec::new();
        for &ship in ships {
            let Some(footprint) = self.draw(ship, &placed, rng) else {
                break;
            };
            placed.push(ShipPlacement { ship, footprint });
        }
        placed
    }

    /// A uniformly chosen legal place.
    fn draw(&self, ship: ShipRef, placed: &[ShipPlacement], rng: &mut Rng) -> Option<Footprint> {
        let all = self.placements(ship.class);
        for _ in 0..all.count().min(DRAWS) {
            let footprint = all.get(rng.index(all.count()));
            let near = footprint.rect().grown(self.gap);
            let is_apart = |other: &ShipPlacement| !other.footprint.rect().intersects(&near);
            if self.is_free(&footprint, &self.blocked) && placed.iter().all(is_apart) {
                return Some(footprint);
            }
        }
        let blocked = self.blocked_with(placed);
        let legal = (0..all.count().min(PLACEMENTS_MAX))
            .take_while(|_| !self.is_exhausted())
            .map(|index| all.get(index))
            .filter(|footprint| self.is_free(footprint, &blocked));
        rng.pick(&legal.collect::<Vec<_>>()).copied()
    }

    /// All places of a class, legal or not.
    fn placements(&self, class: &ShipClass) -> IndexedPlacements {
        IndexedPlacements::new(self.rect, class, self.view.rules())
    }

    /// The fields on or too close to own ships, including those just placed.
    fn blocked_with(&self, placed: &[ShipPlacement]) -> FieldSet {
        let placed = placed.iter().map(|placed| placed.footprint.rect());
        let mut blocked = self.blocked.clone();
        blocked.extend(placed.map(|rect| Area::Rect(rect.grown(self.gap))));
        blocked
    }

    fn is_free(&self, footprint: &Footprint, blocked: &FieldSet) -> bool {
        self.count_check();
        footprint.fields().all(|field| self.is_open(field, blocked))
    }

    fn is_open(&self, field: Pos, blocked: &FieldSet) -> bool {
        !(blocked.contains(field) || self.view.is_reef(field) || self.view.is_barred(field))
    }

    fn count_check(&self) {
        self.checks_left
            .set(self.checks_left.get().saturating_sub(1));
    }

    /// Allows as many checks as at the beginning.
    pub(super) fn reset_checks(&self) {
        self.checks_left.set(CHECKS_MAX);
    }

    /// Whether no more places may be checked.
    pub(super) fn is_exhausted(&self) -> bool {
        self.checks_left.get() == 0
    }

    /// Searches with backtracking: longest ships first, each where it takes the least room
    /// from the others. It restarts with more and more steps, because an unlucky start takes
    /// very long to undo.
    ///
    /// # Errors
    ///
    /// Whether it is certain that no fleet exists.
    pub(super) fn search(
        &self,
        ships: &[ShipRef],
        rng: &mut Rng,
    ) -> Result<Vec<ShipPlacement>, bool> {
        // Ships extended by the gap to the right and below do not overlap.
        let gap = self.gap.unsigned_abs() as usize;
        let room = (self.rect.height() + gap) * (self.rect.width() + gap);
        let lengths = ships.iter().map(|ship| usize::from(ship.class.length));
        let needed: usize = lengths.map(|length| (1 + gap) * (length + gap)).sum();
        if needed > room {
            return Err(true);
        }
        let is_small =
            |ship: &ShipRef| self.placements(ship.class).count() <= SEARCHED_PLACEMENTS_MAX;
        if ships.len() > SEARCHED_SHIPS_MAX || !ships.iter().all(is_small) {
            return Err(false);
        }
        let mut order = ships.to_vec();
        order.sort_by_key(|ship| std::cmp::Reverse(ship.class.length));
        let mut steps = STEPS_MIN;
        while !self.is_exhausted() {
            match self.attempt(&order, steps, rng) {
                Err(false) => steps += steps / 2,
                result => return result,
            }
        }
        Err(false)
    }

    /// Searches for a limited number of steps.
    fn attempt(
        &self,
        order: &[ShipRef],
        steps: u32,
        rng: &mut Rng,
    ) -> Result<Vec<ShipPlacement>, bool> {
        let mut placed: Vec<ShipPlacement> = Vec::new();
        // The places still to be tried, for each placed ship and for the next one.
        let mut untried: Vec<Vec<Footprint>> = Vec::new();
        for _ in 0..steps {
            let Some(&ship) = order.get(placed.len()) else {
                for ShipPlacement { footprint, .. } in &mut placed {
                    if rng.below(2) == 1 {
                        footprint.head = footprint.stern();
                        footprint.direction = footprint.direction.opposite();
                    }
                }
                placed.sort_by_key(|placed| (placed.ship.class.index, placed.ship.index));
                return Ok(placed);
            };
            if untried.len() == placed.len() {
                // Places where a ship of the same class has failed would fail again.
                let is_sister = |last: &ShipPlacement| last.ship.class == ship.class;
                let of_sister = untried
                    .last()
                    .filter(|_| placed.last().is_some_and(is_sister));
                untried.push(self.best_last(ship.class, of_sister, &placed, rng));
                if self.is_exhausted() {
                    break;
                }
            }
            if let Some(footprint) = untried.last_mut().and_then(Vec::pop) {
                placed.push(ShipPlacement { ship, footprint });
            } else {
                untried.pop();
                if placed.pop().is_none() {
                    return Err(true);
                }
            }
        }
        Err(false)
    }

    /// The legal places, those that take the least room from others last; of two that differ
    /// only in direction, one.
    fn best_last(
        &self,
        class: &ShipClass,
        among: Option<&Vec<Footprint>>,
        placed: &[ShipPlacement],
        rng: &mut Rng,
    ) -> Vec<Footprint> {
        let blocked = self.blocked_with(placed);
        let mut legal = among.cloned().unwrap_or_else(|| {
            let all = self.placements(class);
            let ahead = (0..all.count()).step_by(2);
            ahead.map(|index| all.get(index)).collect()
        });
        legal.retain(|footprint| !self.is_exhausted() && self.is_free(footprint, &blocked));
        rng.shuffle(&mut legal);
        legal.sort_by_cached_key(|footprint| {
            std::cmp::Reverse(self.room_taken(footprint, &blocked))
        });
        legal
    }

    /// How many open fields a ship would close.
    fn room_taken(&self, footprint: &Footprint, blocked: &FieldSet) -> usize {
        self.count_check();
        let near = footprint.rect().grown(self.gap).intersection(&self.rect);
        let fields = near.iter().flat_map(Rect::fields);
        fields.filter(|&field| self.is_open(field, blocked)).count()
    }
}

/// The places of a class in a rectangle by index, vertical ones first.
struct IndexedPlacements {
    length: u8,
    /// The rectangle of possible leftmost or topmost fields, and the number of places: two
    /// for each of these fields.
    by_axis: [(Axis, Rect, usize); 2],
}

impl IndexedPlacements {
    fn new(area: Rect, class: &ShipClass, rules: &RuleSet) -> Self {
        let by_axis = [Axis::Vertical, Axis::Horizontal].map(|axis| {
            let last = Pos::new(area.bottom, area.right);
            let last = axis.step(last, 1 - i32::from(class.length));
            let firsts = Rect::new(area.top, area.left, last.y, last.x);
            let is_allowed = rules.allows(footprint(last, axis, class.length, false).direction);
            let is_possible = is_allowed && firsts.top <= last.y && firsts.left <= last.x;
            let count = if is_possible { firsts.field_count() } else { 0 };
            (axis, firsts, 2 * count)
        });
        Self {
            length: class.length,
            by_axis,
        }
    }

    const fn count(&self) -> usize {
        self.by_axis[0].2 + self.by_axis[1].2
    }

    /// The place at an index below the count.
    fn get(&self, index: usize) -> Footprint {
        let [upright, level] = self.by_axis;
        let ((axis, firsts, _), index) = match index.checked_sub(upright.2) {
            None => (upright, index),
            Some(index) => (level, index),
        };
        footprint(firsts.field(index / 2), axis, self.length, index % 2 == 1)
    }
}
