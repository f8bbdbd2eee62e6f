//! What is known, in the form that building fleets needs.

use super::placed_ship::PlacedShip;
use crate::players::Placing;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::field_index::FieldIndex;
use crate::players::classic::placement_table::{
    LENGTH_CLASSES_MAX, Placement, PlacementTable, Starts,
};

/// What is known before a shot.
pub struct Constraints<'s, const W: usize> {
    pub table: &'s PlacementTable<W>,
    placing: Placing,
    /// Where ships that are afloat may lie, hits included.
    pub free: Bitboard<W>,
    /// Hits of ships that are afloat.
    pub open: Bitboard<W>,
    /// Ships that are afloat, by class.
    pub afloat: [u8; LENGTH_CLASSES_MAX],
    /// The reach of sunk ships, by class.
    sunk: [Bitboard<W>; LENGTH_CLASSES_MAX],
    /// By class, where a ship would lie on hits only, and so be sunk.
    on_hits: [Starts<W>; LENGTH_CLASSES_MAX],
}

impl<'s, const W: usize> Constraints<'s, W> {
    #[inline(always)]
    pub fn new(
        table: &'s PlacementTable<W>,
        placing: Placing,
        knowledge: &BitboardKnowledge<W>,
    ) -> Self {
        let open = knowledge.open();
        let mut on_hits = [Starts::default(); LENGTH_CLASSES_MAX];
        for (class, on_hits) in table.length_classes().zip(&mut on_hits) {
            *on_hits = table.starts(class, open);
        }
        let mut sunk = [Bitboard::EMPTY; LENGTH_CLASSES_MAX];
        for &cells in knowledge.sunk() {
            if let Some(class) = table.class_of_length(cells.count()) {
                sunk[usize::from(class)] |= table.reach(cells);
            }
        }
        Self {
            table,
            placing,
            free: table.all().without(&knowledge.closed()),
            open,
            afloat: knowledge.afloat_by_class(),
            sunk,
            on_hits,
        }
    }

    /// The places, among some, where a ship of a class covers a hit and is afloat.
    #[inline(always)]
    pub fn through(&self, class: u8, places: &Starts<W>, hit: FieldIndex) -> Starts<W> {
        let afloat = places.without(&self.on_hits[usize::from(class)]);
        afloat.and(self.table.through(class, hit))
    }

    /// The ship in a place.
    #[inline(always)]
    pub fn placed(&self, placement: Placement) -> PlacedShip<W> {
        PlacedShip {
            placement,
            mask: *self.table.mask(placement),
        }
    }

    /// The prior probability of a fleet, up to a factor.
    ///
    /// Ships of one class can be placed in any order, and the number of places that the
    /// next ship has depends on the order. It is assumed to decrease in equal steps,
    /// which it does on average.
    #[inline(always)]
    pub fn prior_weight(&self, fleet: &[PlacedShip<W>]) -> f64 {
        1.0 / self
            .choices_before(self.table.length_classes().end, fleet)
            .0
    }

    /// The product of the numbers of places that the ships of the longer classes had, and
    /// the fields that they leave free.
    #[inline(always)]
    pub fn choices_before(&self, class: u8, fleet: &[PlacedShip<W>]) -> (f64, Bitboard<W>) {
        let part = (1.0, self.table.all());
        self.choices_onward(part, 0..class, fleet)
    }

    /// The same with the ships of more classes.
    #[inline(always)]
    pub fn choices_onward(
        &self,
        (mut choices, mut free): (f64, Bitboard<W>),
        classes: std::ops::Range<u8>,
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
                    free = free.without(&ship.mask.reach);
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

    /// Whether fleets that differ only in the last ship, of this class, are equally
    /// likely: their prior weight does not depend on it.
    #[inline(always)]
    pub fn is_alike_wherever_last(&self, class: u8) -> bool {
        let is_alone = class + 1 == self.table.length_classes().end
            && self.table.length_class(class).count == 1;
        is_alone || self.placing == Placing::Uni
    }
}
