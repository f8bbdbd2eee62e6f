//! What a player may know.

use super::bits::Bits;
use super::fleet::Fleet;
use super::placement_table::{Field, KINDS_MAX, PlacementTable};

/// What came of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome<const W: usize> {
    /// There is no ship.
    Miss,
    /// A ship was hit that has fields left.
    Hit,
    /// The last field of a ship was hit: all its fields are seen.
    Sunk(Bits<W>),
}

impl<const W: usize> Outcome<W> {
    /// What comes of a shot at a fleet, if those fields were shot at before.
    #[inline]
    pub fn of(fleet: &Fleet<W>, shot: Bits<W>, field: Field) -> Self {
        match fleet.ship_at(field) {
            None => Self::Miss,
            Some(ship) if ship.cells.is_within(&(shot | Bits::of(field))) => Self::Sunk(ship.cells),
            Some(_) => Self::Hit,
        }
    }
}

/// All that the shots have told, and what follows from it at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge<const W: usize> {
    shot: Bits<W>,
    open: Bits<W>,
    closed: Bits<W>,
    /// By kind.
    afloat: [u8; KINDS_MAX],
    sunk: Vec<Bits<W>>,
}

impl<const W: usize> Knowledge<W> {
    /// Nothing is known.
    pub fn new(waters: &PlacementTable<W>) -> Self {
        let mut afloat = [0; KINDS_MAX];
        for (kind, afloat) in waters.kinds().zip(&mut afloat) {
            *afloat = waters.kind(kind).count;
        }
        Self {
            shot: Bits::EMPTY,
            open: Bits::EMPTY,
            closed: Bits::EMPTY,
            afloat,
            sunk: Vec::new(),
        }
    }

    /// Learns what came of a shot. A sunk ship of a length that the fleet does not
    /// have is told apart from none by nobody, so it must be one of the fleet's.
    #[inline]
    pub fn learn(&mut self, waters: &PlacementTable<W>, field: Field, outcome: Outcome<W>) {
        self.shot.insert(field);
        match outcome {
            Outcome::Miss => self.closed.insert(field),
            Outcome::Hit => {
                self.open.insert(field);
                self.closed |= waters.aside(field);
            }
            Outcome::Sunk(cells) => {
                self.open = self.open.without(&cells);
                self.closed |= waters.reach(cells);
                self.sunk.push(cells);
                if let Some(kind) = waters.kind_of_length(cells.count()) {
                    let afloat = &mut self.afloat[usize::from(kind)];
                    *afloat = afloat.saturating_sub(1);
                }
            }
        }
    }

    /// The fields that were shot at.
    #[inline]
    pub fn shot(&self) -> Bits<W> {
        self.shot
    }

    /// The hits of ships that are not sunk.
    #[inline]
    pub fn open(&self) -> Bits<W> {
        self.open
    }

    /// The fields that no ship that is afloat can have: misses, sunk ships, and, if
    /// ships may not touch, what is around these and diagonal to hits.
    #[inline]
    pub fn closed(&self) -> Bits<W> {
        self.closed
    }

    /// Where a ship that is afloat may be hit.
    #[inline]
    pub fn sensible(&self, waters: &PlacementTable<W>) -> Bits<W> {
        waters.all().without(&(self.shot | self.closed))
    }

    /// How many ships of a kind are afloat.
    #[inline]
    pub fn afloat(&self, kind: u8) -> u8 {
        self.afloat[usize::from(kind)]
    }

    /// The same by kind, 0 for kinds that there are not.
    #[inline]
    pub(super) fn afloat_by_kind(&self) -> [u8; KINDS_MAX] {
        self.afloat
    }

    /// The sunk ships, in the order in which they were sunk.
    pub fn sunk(&self) -> &[Bits<W>] {
        &self.sunk
    }

    /// Whether no ship is afloat.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.afloat == [0; KINDS_MAX]
    }
}
