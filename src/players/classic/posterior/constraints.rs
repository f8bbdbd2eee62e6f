//! What is known, made ready for building fleets.

use super::partial_fleet::PartialFleet;
use crate::geometry::Axis;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::placement_table::{
    FieldIndex, LENGTH_CLASSES_MAX, Placement, PlacementMask, PlacementTable, Starts,
};
use crate::players::classic::placing::Placing;

/// What is known in one moment.
pub struct Constraints<'s, const W: usize> {
    pub table: &'s PlacementTable<W>,
    placing: Placing,
    /// Where ships that are afloat may lie; open hits are among it.
    pub free: Bitboard<W>,
    /// Hits of ships that are afloat.
    pub open: Bitboard<W>,
    /// Ships that are afloat, by class.
    pub afloat: [u8; LENGTH_CLASSES_MAX],
    /// What sunk ships reach, by class.
    sunk: [Bitboard<W>; LENGTH_CLASSES_MAX],
    /// By class, where a ship would have open hits only.
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

    /// Where a ship of a class covers a hit, among some places; it has a field that was
    /// not hit.
    #[inline(always)]
    pub fn through(&self, class: u8, places: &Starts<W>, hit: FieldIndex) -> Starts<W> {
        let afloat = places.without(&self.on_hits[usize::from(class)]);
        afloat.and(self.table.through(class, hit))
    }

    #[inline(always)]
    pub fn mask(&self, class: u8, axis: Axis, start: FieldIndex) -> &PlacementMask<W> {
        self.table.mask(Placement { class, axis, start })
    }

    /// How likely a fleet is dealt, up to a factor.
    ///
    /// A fleet can be placed in as many orders as there are of ships of one class.
    /// Which order it is makes a difference to how many places the next ship has:
    /// they are taken to become fewer in equal steps, which is as it is on average.
    #[inline(always)]
    pub fn prior_weight(&self, fleet: &PartialFleet<W>) -> f64 {
        1.0 / self
            .choices_before(self.table.length_classes().end, fleet)
            .0
    }

    /// Among how many places the ships of the longer classes were chosen, multiplied, and
    /// what they leave free.
    #[inline(always)]
    pub fn choices_before(&self, class: u8, fleet: &PartialFleet<W>) -> (f64, Bitboard<W>) {
        let part = (1.0, self.table.all());
        self.choices_onward(part, 0..class, fleet)
    }

    /// The same with the ships of more classes.
    #[inline(always)]
    pub fn choices_onward(
        &self,
        (mut choices, mut free): (f64, Bitboard<W>),
        classes: std::ops::Range<u8>,
        fleet: &PartialFleet<W>,
    ) -> (f64, Bitboard<W>) {
        if self.placing == Placing::Uni {
            return (choices, free);
        }
        for class in classes {
            let first = f64::from(self.table.starts(class, free).count());
            free = free.without(&self.sunk[usize::from(class)]);
            for ship in &fleet.ships {
                if ship.class == class {
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

    /// Whether fleets are as likely wherever the last ship lies, if that is of this
    /// class: their odds can be told without it.
    #[inline(always)]
    pub fn is_alike_wherever_last(&self, class: u8) -> bool {
        let is_alone = class + 1 == self.table.length_classes().end
            && self.table.length_class(class).count == 1;
        is_alone || self.placing == Placing::Uni
    }
}
