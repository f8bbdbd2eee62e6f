//! `random`, `hunt` and `parity`: policies that draw uniformly from a set of fields.

use std::sync::Arc;

use super::{Policy, PolicyKind};
use crate::classic::{Bitboard, BitboardKnowledge, FieldIndex, PlacementTable};
use admiralty_core::geometry::Axis;
use admiralty_core::rng::Rng;
use admiralty_core::rules::ShipClass;

/// Draws uniformly from a set of candidate fields.
pub struct CandidatePolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    kind: PolicyKind,
    /// Lattices of parallel diagonals, by distance and offset: the fields whose sum of row
    /// and column, modulo the distance, is the offset. Every ship at least as long as the
    /// distance covers one of them.
    lattices: Vec<Vec<Bitboard<W>>>,
    rng: Rng,
}

impl<const W: usize> CandidatePolicy<W> {
    pub fn new(table: Arc<PlacementTable<W>>, kind: PolicyKind) -> Self {
        let lattice = |distance: i32, offset: i32| {
            let on_lattice = |field: &FieldIndex| {
                let pos = table.pos(*field);
                (pos.y + pos.x) % distance == offset
            };
            table.all().iter().filter(on_lattice).collect()
        };
        let distances = match kind {
            PolicyKind::Parity => i32::from(ShipClass::LENGTH_MAX) + 1,
            _ => 0,
        };
        let lattices = (0..distances).map(|distance| {
            let offsets = 0..distance;
            offsets.map(|offset| lattice(distance, offset)).collect()
        });
        Self {
            lattices: lattices.collect(),
            table,
            kind,
            rng: Rng::seeded(0),
        }
    }

    /// The remaining fields of the smallest lattice that the shortest ship afloat of more
    /// than one field cannot avoid. Single fields can avoid any lattice, so for them every
    /// choice is equally good.
    fn on_lattice(&self, knowledge: &BitboardKnowledge<W>, sensible: Bitboard<W>) -> Bitboard<W> {
        let table = &self.table;
        let classes = table.length_classes().rev();
        let mut afloat = classes.filter(|&class| knowledge.afloat[usize::from(class)] > 0);
        let length = |class: u8| table.length_class(class).length;
        let shortest = afloat.clone().find(|&class| length(class) > 1);
        let Some(class) = shortest.or_else(|| afloat.next()) else {
            return Bitboard::EMPTY;
        };
        let placements = table.placements(class, sensible);
        let cells = placements.map(|placement| table.ship(placement).cells);
        let room = cells.fold(Bitboard::EMPTY, |all, cells| all | cells);
        let lattices = self.lattices[usize::from(length(class))].iter();
        let left = lattices.map(|lattice| *lattice & room);
        left.filter(|fields| !fields.is_empty())
            .min_by_key(Bitboard::count)
            .unwrap_or_default()
    }
}

impl<const W: usize> Policy<W> for CandidatePolicy<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        let sensible = knowledge.sensible(&self.table);
        let chosen = match self.kind {
            PolicyKind::Random => Bitboard::EMPTY,
            PolicyKind::Parity => pursuit(&self.table, knowledge.open, sensible)
                .or_else(|| self.on_lattice(knowledge, sensible))
                .or_else(|| sensible),
            _ => pursuit(&self.table, knowledge.open, sensible).or_else(|| sensible),
        };
        let fields = chosen.or_else(|| self.table.all().without(&knowledge.shot));
        let rank = self.rng.below(fields.count().into());
        fields.nth(u32::try_from(rank).unwrap_or(0))
    }
}

/// The two ends of the first line of hits, or the four neighbours of the first hit if it is
/// not in a line. If ships may touch, a line may belong to several ships and be closed at
/// both ends. The result is empty only if no ship afloat is hit: along the ship that contains
/// the first hit, the hits end next to one of its fields.
fn pursuit<const W: usize>(
    table: &PlacementTable<W>,
    open: Bitboard<W>,
    sensible: Bitboard<W>,
) -> Bitboard<W> {
    let Some(first) = open.first().map(Bitboard::of) else {
        return Bitboard::EMPTY;
    };
    let ends = |axis| {
        let step = table.step(axis);
        let line = line(first, open, step);
        if line == first {
            return Bitboard::EMPTY;
        }
        line.beside(step) & sensible
    };
    ends(Axis::Horizontal)
        .or_else(|| ends(Axis::Vertical))
        .or_else(|| {
            let steps = Axis::ALL.map(|axis| first.beside(table.step(axis)));
            (steps[0] | steps[1]) & sensible
        })
}

/// The hits that are connected to the first one along an axis.
fn line<const W: usize>(first: Bitboard<W>, open: Bitboard<W>, step: usize) -> Bitboard<W> {
    let mut line = first;
    loop {
        let longer = line | (line.beside(step) & open);
        if longer == line {
            return line;
        }
        line = longer;
    }
}
