//! A search for any fleet at all, where random placing finds none.

use super::ShipPlacement;
use super::indexed_placements::{height, width};
use super::placement_area::PlacementArea;
use crate::game::Footprint;
use crate::geometry::{FieldSet, Pos};
use crate::players::Rng;
use crate::rules::ShipClass;
use crate::script::ShipRef;

/// How many ships the first search places and takes back before it is begun again.
const STEPS_MIN: u32 = 200;
/// The most places of a ship, and the most ships, that are searched.
const SEARCHED_PLACEMENTS_MAX: u64 = 4096;
const SEARCHED_SHIPS_MAX: usize = 64;

impl PlacementArea<'_, '_> {
    /// Searches with backtracking: longest ships first, each where it takes the least
    /// room from the others. It restarts with more and more steps, because an unlucky
    /// beginning takes very long to undo.
    ///
    /// # Errors
    ///
    /// Whether it is certain that there is no fleet.
    pub(super) fn search(
        &self,
        ships: &[ShipRef],
        rng: &mut Rng,
    ) -> Result<Vec<ShipPlacement>, bool> {
        let Some(rect) = self.rect else {
            return Err(true);
        };
        // Ships with the gap to their right and below do not overlap.
        let gap = u64::from(self.gap.unsigned_abs());
        let room = (height(rect) + gap) * (width(rect) + gap);
        let lengths = ships.iter().map(|ship| u64::from(ship.class.length));
        if lengths
            .map(|length| (1 + gap) * (length + gap))
            .sum::<u64>()
            > room
        {
            return Err(true);
        }
        let is_small =
            |ship: &ShipRef| self.placements(rect, ship.class).count() <= SEARCHED_PLACEMENTS_MAX;
        if ships.len() > SEARCHED_SHIPS_MAX || !ships.iter().all(is_small) {
            return Err(false);
        }
        let mut order: Vec<_> = ships.to_vec();
        order.sort_by_key(|ship| std::cmp::Reverse(ship.class.length));
        let mut patience = STEPS_MIN;
        while !self.is_exhausted() {
            match self.attempt(&order, patience, rng) {
                Err(false) => patience += patience / 2,
                result => return result,
            }
        }
        Err(false)
    }

    /// One search, of that many steps.
    fn attempt(
        &self,
        order: &[ShipRef],
        steps: u32,
        rng: &mut Rng,
    ) -> Result<Vec<ShipPlacement>, bool> {
        let mut placed: Vec<ShipPlacement> = Vec::new();
        // The places still to be tried for each ship that is placed and for the next.
        let mut untried: Vec<Vec<Footprint>> = Vec::new();
        for _ in 0..steps {
            let Some(&ship) = order.get(placed.len()) else {
                for placed in &mut placed {
                    if rng.below(2) == 1 {
                        placed.footprint = reversed(placed.footprint);
                    }
                }
                placed.sort_by_key(|placed| (placed.ship.class.index, placed.ship.index));
                return Ok(placed);
            };
            if untried.len() == placed.len() {
                // Where a ship of the same class has failed, it would fail too.
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

    /// The legal places, those that take the least room from others last; of two that
    /// differ in direction only, one.
    fn best_last(
        &self,
        class: &ShipClass,
        among: Option<&Vec<Footprint>>,
        placed: &[ShipPlacement],
        rng: &mut Rng,
    ) -> Vec<Footprint> {
        let Some(rect) = self.rect else {
            return Vec::new();
        };
        let blocked = self.blocked_with(placed);
        let mut legal = among.cloned().unwrap_or_else(|| {
            let all = self.placements(rect, class);
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
        let Some(near) = self
            .rect
            .and_then(|w| w.intersection(&footprint.rect().grown(self.gap)))
        else {
            return 0;
        };
        let mut fields = (near.top..=near.bottom)
            .flat_map(|y| (near.left..=near.right).map(move |x| Pos::new(y, x)));
        fields
            .by_ref()
            .filter(|&field| self.is_open(field, blocked))
            .count()
    }
}

/// The same fields in the opposite direction.
fn reversed(footprint: Footprint) -> Footprint {
    Footprint {
        head: footprint.stern(),
        direction: footprint.direction.left().left(),
        ..footprint
    }
}
