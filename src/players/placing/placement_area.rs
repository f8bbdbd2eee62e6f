//! The area where a player can place ships.

use std::cell::Cell;

use super::ShipPlacement;
use super::indexed_placements::IndexedPlacements;
use crate::game::Footprint;
use crate::geometry::{Area, FieldSet, Pos, Rect};
use crate::players::Rng;
use crate::rules::ShipClass;
use crate::script::ShipRef;
use crate::view::Observation;

/// How many places are drawn for a ship before all of them are checked.
const DRAWS: u32 = 64;
/// How many places are checked, at most, to list the legal ones.
const PLACEMENTS_MAX: u64 = 1 << 20;
/// How many places are checked in all, at random and again in a search.
const CHECKS_MAX: u64 = 1 << 21;

/// The area where a player can place ships.
pub(super) struct PlacementArea<'o, 'g> {
    view: &'o Observation<'g>,
    /// The part of the starting rectangle that lies on the board.
    pub(super) rect: Option<Rect>,
    /// How many fields there are between two ships at least.
    pub(super) gap: i32,
    /// The fields on and too close to the own ships that are there already.
    blocked: FieldSet,
    /// How many places may still be checked.
    checks_left: Cell<u64>,
}

impl<'o, 'g> PlacementArea<'o, 'g> {
    pub(super) fn new(view: &'o Observation<'g>) -> Self {
        let start = view.start(view.player());
        let is_empty = start.top > start.bottom || start.left > start.right;
        let gap = view.rules().gap.into();
        let rings = view
            .own()
            .iter()
            .map(|ship| ship.footprint().rect().grown(gap));
        Self {
            view,
            gap,
            rect: view
                .size()
                .rect()
                .intersection(&start)
                .filter(|_| !is_empty),
            blocked: FieldSet::new(view.size(), rings.map(Area::Rect)),
            checks_left: Cell::new(CHECKS_MAX),
        }
    }

    /// A legal place, each equally likely.
    pub(super) fn draw(
        &self,
        ship: ShipRef,
        placed: &[ShipPlacement],
        rng: &mut Rng,
    ) -> Option<Footprint> {
        let all = self.placements(self.rect?, ship.class);
        for _ in 0..DRAWS.min(u32::try_from(all.count()).unwrap_or(DRAWS)) {
            let footprint = all.get(rng.below(all.count()));
            let is_apart = |other: &ShipPlacement| {
                !other
                    .footprint
                    .rect()
                    .grown(self.gap)
                    .intersects(&footprint.rect())
            };
            if self.is_free(&footprint, &self.blocked) && placed.iter().all(is_apart) {
                return Some(footprint);
            }
        }
        let legal = self.legal(ship.class, placed);
        rng.pick(&legal).copied()
    }

    /// All legal places of the first [`PLACEMENTS_MAX`].
    fn legal(&self, class: &ShipClass, placed: &[ShipPlacement]) -> Vec<Footprint> {
        let Some(rect) = self.rect else {
            return Vec::new();
        };
        let blocked = self.blocked_with(placed);
        let all = self.placements(rect, class);
        (0..all.count().min(PLACEMENTS_MAX))
            .take_while(|_| !self.is_exhausted())
            .map(|index| all.get(index))
            .filter(|footprint| self.is_free(footprint, &blocked))
            .collect()
    }

    /// All places of a class, whatever lies there.
    pub(super) fn placements(&self, rect: Rect, class: &ShipClass) -> IndexedPlacements {
        IndexedPlacements::new(rect, class, self.view.rules())
    }

    /// The fields on and too close to the own ships, including those just placed.
    pub(super) fn blocked_with(&self, placed: &[ShipPlacement]) -> FieldSet {
        let rings = placed
            .iter()
            .map(|placed| placed.footprint.rect().grown(self.gap));
        let mut blocked = self.blocked.clone();
        blocked.extend(rings.map(Area::Rect));
        blocked
    }

    pub(super) fn is_free(&self, footprint: &Footprint, blocked: &FieldSet) -> bool {
        self.count_check();
        footprint.fields().all(|field| self.is_open(field, blocked))
    }

    pub(super) fn is_open(&self, field: Pos, blocked: &FieldSet) -> bool {
        !(blocked.contains(field) || self.view.is_reef(field) || self.view.is_barred(field))
    }

    /// Counts a check.
    pub(super) fn count_check(&self) {
        self.checks_left
            .set(self.checks_left.get().saturating_sub(1));
    }

    /// Allows the same number of checks again.
    pub(super) fn reset_checks(&self) {
        self.checks_left.set(CHECKS_MAX);
    }

    /// Whether no checks are left.
    pub(super) fn is_exhausted(&self) -> bool {
        self.checks_left.get() == 0
    }
}
