//! Following a ship that was hit.

use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::bitboard_knowledge::BitboardKnowledge;
use crate::players::classic::placement_table::PlacementTable;

/// The two ends of the first line of hits, or the four neighbours of the first hit if
/// it is in no line. Where ships touch, a line may be of several ships and closed at
/// both ends. Empty only if no ship is hit that is afloat: along the ship that was hit
/// first, the hits end beside a field of it.
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
    let ends = |step| {
        let line = line(first, open, step);
        if line == first {
            return Bitboard::EMPTY;
        }
        (line.raised(step) | line.lowered(step)) & sensible
    };
    ends(1)
        .or_else(|| ends(table.stride()))
        .or_else(|| table.beside(first) & sensible)
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
