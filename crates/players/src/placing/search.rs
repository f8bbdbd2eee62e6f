//! Backtracking search for any fleet, for when random placing finds none.

use super::ShipPlacement;
use super::placement_area::PlacementArea;
use crate::Rng;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{FieldSet, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::script::ShipRef;

/// The most steps of the first attempt, each placing a ship or taking one back.
const STEPS_MIN: u32 = 200;
/// The most places per ship, and the most ships, that are searched.
const SEARCHED_PLACEMENTS_MAX: usize = 4096;
const SEARCHED_SHIPS_MAX: usize = 64;

impl PlacementArea<'_, '_> {
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
                let of_sister = placed.last().filter(|last| last.ship.class == ship.class);
                let of_sister = of_sister.and_then(|_| untried.last());
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
