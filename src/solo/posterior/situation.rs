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
    sunk: Vec<Vec<Bits<W>>>,
}

impl<'s, const W: usize> Situation<'s, W> {
    #[inline(always)]
    pub fn new(waters: &'s Waters<W>, placing: Placing, knowledge: &Knowledge<W>) -> Self {
        let mut afloat = [0; KINDS_MAX];
        for kind in waters.kinds() {
            afloat[usize::from(kind)] = knowledge.afloat(kind);
        }
        let mut sunk = vec![Vec::new(); waters.kinds().len()];
        for &cells in knowledge.sunk() {
            if let Some(kind) = waters.kind_of_length(cells.count()) {
                sunk[usize::from(kind)].push(waters.reach(cells));
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

    /// Where a ship of a kind can lie in free waters; it has a field that was not
    /// hit.
    #[inline(always)]
    pub fn starts(&self, kind: u8, free: Bits<W>) -> Starts<W> {
        let starts = self.waters.starts(kind, free);
        if self.open.is_empty() {
            return starts;
        }
        let hit = self.waters.starts(kind, self.open);
        Starts {
            level: starts.level.without(&hit.level),
            upright: starts.upright.without(&hit.upright),
        }
    }

    /// Those of them that go through all these fields.
    #[inline(always)]
    pub fn starts_through(&self, kind: u8, free: Bits<W>, fields: Bits<W>) -> Starts<W> {
        let mut starts = self.starts(kind, free);
        let length = u32::from(self.waters.kind(kind).length);
        for field in fields.iter() {
            let mut level = Bits::of(field);
            let mut upright = level;
            for _ in 1..length {
                level |= level.lowered(1);
                upright |= upright.lowered(self.waters.stride());
            }
            starts.level &= level;
            starts.upright &= upright;
        }
        starts
    }

    #[inline(always)]
    pub fn hull(&self, kind: u8, axis: Axis, start: Field) -> &Hull<W> {
        self.waters.hull(Berth { kind, axis, start })
    }

    /// Whether it makes no difference to how likely a fleet is dealt where the last
    /// ship of that kind lies.
    #[inline(always)]
    pub fn is_last(&self, kind: u8) -> bool {
        self.placing == Placing::Uni || kind + 1 == self.waters.kinds().end
    }

    /// How likely a fleet is dealt, up to a factor.
    ///
    /// Ships of a kind are counted in one order only. That all orders of placing
    /// them make the same fleet changes hardly anything about which fleets are
    /// likelier.
    #[inline(always)]
    pub fn odds(&self, crew: &Crew<W>) -> f64 {
        if self.placing == Placing::Uni {
            return 1.0;
        }
        let mut free = self.waters.all();
        let mut places = 1.0;
        for (kind, sunk) in (0..).zip(&self.sunk) {
            for reach in sunk {
                places *= f64::from(self.waters.starts(kind, free).count());
                free = free.without(reach);
            }
            for mate in &crew.ships {
                if mate.kind == kind {
                    places *= f64::from(self.waters.starts(kind, free).count());
                    free = free.without(&mate.hull.reach);
                }
            }
        }
        1.0 / places
    }
}
