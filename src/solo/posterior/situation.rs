//! What is known, made ready for building fleets.

use super::crew::Crew;
use crate::solo::bits::Bits;
use crate::solo::knowledge::Knowledge;
use crate::solo::placing::Placing;
use crate::solo::waters::{Axis, Berth, Field, Hull, Starts, Waters};

/// More kinds than lengths there are not.
pub const KINDS_MAX: usize = 8;

/// What is known in one moment.
pub struct Situation<'s, const W: usize> {
    pub waters: &'s Waters<W>,
    placing: Placing,
    /// Where ships that are afloat may lie; open hits are among it.
    pub free: Bits<W>,
    /// Hits of ships that are afloat.
    pub open: Bits<W>,
    /// Ships that are afloat, by kind.
    pub afloat: [u8; KINDS_MAX],
    /// What sunk ships reach, by kind.
    sunk: [Bits<W>; KINDS_MAX],
}

impl<'s, const W: usize> Situation<'s, W> {
    #[inline(always)]
    pub fn new(waters: &'s Waters<W>, placing: Placing, knowledge: &Knowledge<W>) -> Self {
        let mut afloat = [0; KINDS_MAX];
        for kind in waters.kinds() {
            afloat[usize::from(kind)] = knowledge.afloat(kind);
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
            open: knowledge.open(),
            afloat,
            sunk,
        }
    }

    /// Where a ship of a kind can lie in free waters and cover a hit; it has a field
    /// that was not hit.
    #[inline(always)]
    pub fn starts_through(&self, kind: u8, free: Bits<W>, hit: Field) -> Starts<W> {
        let starts = self.waters.starts(kind, free);
        let sunk = self.waters.starts(kind, self.open);
        starts.without(&sunk).and(self.waters.through(kind, hit))
    }

    #[inline(always)]
    pub fn hull(&self, kind: u8, axis: Axis, start: Field) -> &Hull<W> {
        self.waters.hull(Berth { kind, axis, start })
    }

    /// How likely a fleet is dealt, up to a factor.
    ///
    /// A fleet can be placed in as many orders as there are of ships of one kind.
    /// Which order it is makes a difference to how many places the next ship has:
    /// they are taken to become fewer in equal steps, which is as it is on average.
    #[inline(always)]
    pub fn odds(&self, crew: &Crew<W>) -> f64 {
        self.odds_before(self.waters.kinds().end, crew).0
    }

    /// The part of the longer kinds, and what their ships leave free.
    #[inline(always)]
    pub fn odds_before(&self, kind: u8, crew: &Crew<W>) -> (f64, Bits<W>) {
        let part = (1.0, self.waters.all());
        self.odds_onward(part, 0..kind, crew)
    }

    /// The same with the part of more kinds.
    #[inline(always)]
    pub fn odds_onward(
        &self,
        (mut odds, mut free): (f64, Bits<W>),
        kinds: std::ops::Range<u8>,
        crew: &Crew<W>,
    ) -> (f64, Bits<W>) {
        if self.placing == Placing::Uni {
            return (odds, free);
        }
        for kind in kinds {
            let first = f64::from(self.waters.starts(kind, free).count());
            free = free.without(&self.sunk[usize::from(kind)]);
            for mate in &crew.ships {
                if mate.kind == kind {
                    free = free.without(&mate.hull.reach);
                }
            }
            odds /= first;
            let count = self.waters.kind(kind).count;
            if count > 1 {
                let after = f64::from(self.waters.starts(kind, free).count());
                let step = (first - after) / f64::from(count);
                for rank in 1..count {
                    odds /= first - f64::from(rank) * step;
                }
            }
        }
        (odds, free)
    }

    /// Whether fleets are as likely wherever the last ship lies, if that is of this
    /// kind: their odds can be told without it.
    #[inline(always)]
    pub fn is_alike_wherever_last(&self, kind: u8) -> bool {
        let is_alone = kind + 1 == self.waters.kinds().end && self.waters.kind(kind).count == 1;
        is_alone || self.placing == Placing::Uni
    }
}
