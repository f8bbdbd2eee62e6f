//! `random`, `hunt` and `parity`: policies that draw from a set of fields.

use std::sync::Arc;

use super::{Policy, PolicyKind};
use crate::geometry::Axis;
use crate::players::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, LENGTH_MAX, PlacementTable,
};
use crate::rng::Rng;

/// Draws from a set of candidates, each field equally likely.
pub struct CandidatePolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    kind: PolicyKind,
    /// Sets of parallel diagonals, by distance and offset: those where the sum of row and
    /// column has that remainder. Every ship as long as they are apart lies on one of them.
    lattices: Vec<Vec<Bitboard<W>>>,
    rng: Rng,
}

impl<const W: usize> CandidatePolicy<W> {
    /// A policy of one of the three kinds.
    pub fn new(table: Arc<PlacementTable<W>>, kind: PolicyKind) -> Self {
        let lattice = |distance: i32, offset: i32| {
            let on_lattice = |field: &FieldIndex| {
                let pos = table.pos(*field);
                (pos.y + pos.x) % distance == offset
            };
            table.all().iter().filter(on_lattice).collect()
        };
        let distances = match kind {
            PolicyKind::Parity => i32::from(LENGTH_MAX) + 1,
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

    /// The fields left of the smallest lattice that the shortest ship of more than one
    /// field cannot slip through. Single fields slip through any lattice: for them, every
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
        let fields = match self.kind {
            PolicyKind::Random => Bitboard::EMPTY,
            PolicyKind::Parity => pursuit(&self.table, knowledge.open, sensible)
                .or_else(|| self.on_lattice(knowledge, sensible))
                .or_else(|| sensible),
            _ => pursuit(&self.table, knowledge.open, sensible).or_else(|| sensible),
        };
        let fields = fields.or_else(|| self.table.all().without(&knowledge.shot));
        let rank = self.rng.below(fields.count().into());
        fields.nth(u32::try_from(rank).unwrap_or(0))
    }
}

/// The two ends of the first line of hits, or the four neighbours of the first hit if
/// it is in no line. Where ships touch, a line may be of several ships and closed at
/// both ends. Empty only if no ship is hit that is afloat: along the ship that was hit
/// first, the hits end beside a field of it.
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

/// The hits that are reached from the first one step by step.
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
