//! Following a ship that was hit.

use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::placement_table::{FieldIndex, PlacementTable};
use crate::rng::Rng;

/// One of the fields, each as likely.
///
/// # Panics
///
/// If there is none.
pub fn pick<const W: usize>(fields: Bitboard<W>, rng: &mut Rng) -> FieldIndex {
    let rank = rng.below(fields.count().into());
    fields.nth(u32::try_from(rank).unwrap_or(0))
}

/// Where a ship that was hit goes on: the two ends of the first line of hits, or the
/// four neighbours of the first hit if there is none. Where ships touch, a line may be
/// of several ships and closed at both ends. Empty only if no ship is hit that is
/// afloat: along the ship that was hit first, the hits end beside a field of it.
pub fn pursuit<const W: usize>(
    table: &PlacementTable<W>,
    knowledge: &BitboardKnowledge<W>,
) -> Bitboard<W> {
    let open = knowledge.open();
    let Some(first) = open.first() else {
        return Bitboard::EMPTY;
    };
    let sensible = knowledge.sensible(table);
    let first = Bitboard::of(first);
    let lines = [1, table.stride()].map(|step| {
        let line = line(first, open, step);
        if line == first {
            return Bitboard::EMPTY;
        }
        (line.raised(step) | line.lowered(step)) & sensible
    });
    [lines[0], lines[1], table.beside(first) & sensible]
        .into_iter()
        .find(|fields| !fields.is_empty())
        .unwrap_or_default()
}

/// The hits that are reached from the first one step by step.
fn line<const W: usize>(first: Bitboard<W>, open: Bitboard<W>, step: u32) -> Bitboard<W> {
    let mut line = first;
    loop {
        let longer = line | ((line.raised(step) | line.lowered(step)) & open);
        if longer == line {
            return line;
        }
        line = longer;
    }
}
