//! The known facts, in the form needed for building fleets.

use std::ops::Range;

use crate::Placing;
use crate::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, LENGTH_CLASSES_MAX, PlacedShip, PlacementTable, Starts,
};

/// The number of ships of each class that are still to be placed.
pub type MissingByClass = [u8; LENGTH_CLASSES_MAX];

/// What is known before a shot.
pub struct Constraints<'s, const W: usize> {
    pub table: &'s PlacementTable<W>,
    placing: Placing,
    /// The fields where ships afloat may lie, hits included.
    pub free: Bitboard<W>,
    /// The hits of ships afloat.
    pub open: Bitboard<W>,
    pub afloat: MissingByClass,
    /// The reach of the sunk ships, by class.
    sunk: [Bitboard<W>; LENGTH_CLASSES_MAX],
    /// By class, the places that consist only of hits: a ship there would be sunk.
    on_hits: [Starts<W>; LENGTH_CLASSES_MAX],
}

/// A ship that covers a hit, with a weight that estimates the number of fleets that contain
/// it.
#[derive(Clone, Copy)]
pub struct Cover<const W: usize> {
    pub ship: PlacedShip<W>,
    /// The cumulative weight of all covers up to this one.
    pub sum: f64,
}

impl<'s, const W: usize> Constraints<'s, W> {
    #[inline(always)]
    pub fn new(
        table: &'s PlacementTable<W>,
        placing: Placing,
        knowledge: &BitboardKnowledge<W>,
    ) -> Self {
        let mut on_hits = [Starts::default(); LENGTH_CLASSES_MAX];
        for (class, on_hits) in table.length_classes().zip(&mut on_hits) {
            *on_hits = table.starts(class, knowledge.open);
        }
        let mut sunk = [Bitboard::EMPTY; LENGTH_CLASSES_MAX];
        for &cells in &knowledge.sunk {
            if let Some(class) = table.class_of_length(cells.count()) {
                sunk[usize::from(class)] |= table.reach(cells);
            }
        }
        Self {
            table,
            placing,
            free: table.all().without(&knowledge.closed),
            open: knowledge.open,
            afloat: knowledge.afloat,
            sunk,
            on_hits,
        }
    }

    /// Lists the ships that may cover the first hit. Those that leave other hits uncovered,
    /// or leave little room, are unlikely.
    #[inline(always)]
    pub fn covers_of_first(&self, hit: FieldIndex) -> Vec<Cover<W>> {
        let mut covers = Vec::new();
        self.list_covers(self.afloat, self.free, hit, &mut covers, |ship, left, _| {
            let uncovered = self.open.without(&ship.cells);
            if uncovered.meets(&ship.reach) {
                return None;
            }
            let penalty = 0.15_f64.powi(uncovered.count().cast_signed());
            let free = self.free.without(&ship.reach);
            Some(penalty * estimate_fleets(self.table, left, free))
        });
        covers
    }

    /// Lists the ships, among those left, that may cover a hit, with rough weights that are
    /// cheap to compute: the factors of the number of fleets that differ between classes.
    #[inline(always)]
    pub fn covers(
        &self,
        left: MissingByClass,
        free: Bitboard<W>,
        hit: FieldIndex,
        covers: &mut Vec<Cover<W>>,
    ) {
        covers.clear();
        self.list_covers(left, free, hit, covers, |_, _, rough| Some(rough));
    }

    /// `weigh` is given a ship, the other ships left, and the rough weight.
    #[inline(always)]
    fn list_covers(
        &self,
        left: MissingByClass,
        free: Bitboard<W>,
        hit: FieldIndex,
        covers: &mut Vec<Cover<W>>,
        weigh: impl Fn(&PlacedShip<W>, MissingByClass, f64) -> Option<f64>,
    ) {
        let mut sum = 0.0;
        for class in self.table.length_classes() {
            let index = usize::from(class);
            if left[index] == 0 {
                continue;
            }
            let mut others = left;
            others[index] -= 1;
            let starts = self.table.starts(class, free);
            let rough = f64::from(left[index]) / f64::from(starts.count());
            let afloat = starts.without(&self.on_hits[index]);
            let through = afloat.and(self.table.through(class, hit));
            for placement in through.placements(class) {
                let ship = *self.table.ship(placement);
                if let Some(weight) = weigh(&ship, others, rough) {
                    sum += weight.max(1e-12);
                    covers.push(Cover { ship, sum });
                }
            }
        }
    }

    /// The prior probability of a fleet, up to a factor.
    ///
    /// Ships of one class can be placed in any order, and the number of places for the next
    /// ship depends on the order. It is assumed to decrease linearly, as it does on average.
    #[inline(always)]
    pub fn prior_weight(&self, fleet: &[PlacedShip<W>]) -> f64 {
        let all = self.table.length_classes();
        1.0 / self.choices((1.0, self.table.all()), all, fleet).0
    }

    /// Extends a product of the numbers of places from which the ships of some classes were
    /// chosen, and the fields left free, by further classes.
    #[inline(always)]
    pub fn choices(
        &self,
        (mut choices, mut free): (f64, Bitboard<W>),
        classes: Range<u8>,
        fleet: &[PlacedShip<W>],
    ) -> (f64, Bitboard<W>) {
        if self.placing == Placing::Uni {
            return (choices, free);
        }
        for class in classes {
            let first = f64::from(self.table.starts(class, free).count());
            free = free.without(&self.sunk[usize::from(class)]);
            for ship in fleet {
                if ship.placement.class == class {
                    free = free.without(&ship.reach);
                }
            }
            choices *= first;
            let count = self.table.length_class(class).count;
            if count > 1 {
                let after = f64::from(self.table.starts(class, free).count());
                let step = (first - after) / f64::from(count);
                for rank in 1..count {
                    choices *= first - f64::from(rank) * step;
                }
            }
        }
        (choices, free)
    }

    /// Whether fleets that differ only in the last ship, of this class, are equally likely
    /// because their prior weight does not depend on it.
    #[inline(always)]
    pub fn is_alike_wherever_last(&self, class: u8) -> bool {
        let is_alone = class + 1 == self.table.length_classes().end
            && self.table.length_class(class).count == 1;
        is_alone || self.placing == Placing::Uni
    }
}

/// The number of ways to place the ships left if they did not obstruct each other.
#[inline(always)]
pub fn estimate_fleets<const W: usize>(
    table: &PlacementTable<W>,
    left: MissingByClass,
    free: Bitboard<W>,
) -> f64 {
    let mut estimate = 1.0;
    for (class, left) in table.length_classes().zip(left) {
        if left > 0 {
            let places = f64::from(table.starts(class, free).count());
            for rank in 1..=left {
                estimate *= places / f64::from(rank);
            }
        }
    }
    estimate
}
