//! What is known, made ready for building fleets.

use super::partial_fleet::PartialFleet;
use crate::geometry::Axis;
use crate::players::classic::bits::Bits;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{
    Field, KINDS_MAX, Placement, PlacementMask, PlacementTable, Starts,
};
use crate::players::classic::placing::Placing;

/// What is known in one moment.
pub struct Constraints<'s, const W: usize> {
    pub waters: &'s PlacementTable<W>,
    placing: Placing,
    /// Where ships that are afloat may lie; open hits are among it.
    pub free: Bits<W>,
    /// Hits of ships that are afloat.
    pub open: Bits<W>,
    /// Ships that are afloat, by kind.
    pub afloat: [u8; KINDS_MAX],
    /// What sunk ships reach, by kind.
    sunk: [Bits<W>; KINDS_MAX],
    /// By kind, where a ship would have open hits only.
    on_hits: [Starts<W>; KINDS_MAX],
}

impl<'s, const W: usize> Constraints<'s, W> {
    #[inline(always)]
    pub fn new(waters: &'s PlacementTable<W>, placing: Placing, knowledge: &Knowledge<W>) -> Self {
        let open = knowledge.open();
        let mut on_hits = [Starts::default(); KINDS_MAX];
        for (kind, on_hits) in waters.kinds().zip(&mut on_hits) {
            *on_hits = waters.starts(kind, open);
        }
        let mut sunk = [Bits::EMPTY; KINDS_MAX];
        for &cells in knowledge.sunk() {
            if let Some(kind) = waters.kind_of_length(cells.count()) {
                sunk[usize::from(kind)] |= waters.reach(cells);
            }
        }
        Self {
            waters,
            placing,
            free: waters.all().without(&knowledge.closed()),
            open,
            afloat: knowledge.afloat_by_kind(),
            sunk,
            on_hits,
        }
    }

    /// Where a ship of a kind covers a hit, among some places; it has a field that was
    /// not hit.
    #[inline(always)]
    pub fn through(&self, kind: u8, places: &Starts<W>, hit: Field) -> Starts<W> {
        let afloat = places.without(&self.on_hits[usize::from(kind)]);
        afloat.and(self.waters.through(kind, hit))
    }

    #[inline(always)]
    pub fn mask(&self, kind: u8, axis: Axis, start: Field) -> &PlacementMask<W> {
        self.waters.mask(Placement { kind, axis, start })
    }

    /// How likely a fleet is dealt, up to a factor.
    ///
    /// A fleet can be placed in as many orders as there are of ships of one kind.
    /// Which order it is makes a difference to how many places the next ship has:
    /// they are taken to become fewer in equal steps, which is as it is on average.
    #[inline(always)]
    pub fn odds(&self, crew: &PartialFleet<W>) -> f64 {
        1.0 / self.choices_before(self.waters.kinds().end, crew).0
    }

    /// Among how many places the ships of the longer kinds were chosen, multiplied, and
    /// what they leave free.
    #[inline(always)]
    pub fn choices_before(&self, kind: u8, crew: &PartialFleet<W>) -> (f64, Bits<W>) {
        let part = (1.0, self.waters.all());
        self.choices_onward(part, 0..kind, crew)
    }

    /// The same with the ships of more kinds.
    #[inline(always)]
    pub fn choices_onward(
        &self,
        (mut choices, mut free): (f64, Bits<W>),
        kinds: std::ops::Range<u8>,
        crew: &PartialFleet<W>,
    ) -> (f64, Bits<W>) {
        if self.placing == Placing::Uni {
            return (choices, free);
        }
        for kind in kinds {
            let first = f64::from(self.waters.starts(kind, free).count());
            free = free.without(&self.sunk[usize::from(kind)]);
            for mate in &crew.ships {
                if mate.kind == kind {
                    free = free.without(&mate.mask.reach);
                }
            }
            choices *= first;
            let count = self.waters.kind(kind).count;
            if count > 1 {
                let after = f64::from(self.waters.starts(kind, free).count());
                let step = (first - after) / f64::from(count);
                for rank in 1..count {
                    choices *= first - f64::from(rank) * step;
                }
            }
        }
        (choices, free)
    }

    /// Whether fleets are as likely wherever the last ship lies, if that is of this
    /// kind: their odds can be told without it.
    #[inline(always)]
    pub fn is_alike_wherever_last(&self, kind: u8) -> bool {
        let is_alone = kind + 1 == self.waters.kinds().end && self.waters.kind(kind).count == 1;
        is_alone || self.placing == Placing::Uni
    }
}
