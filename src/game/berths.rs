//! Where ships lie, found by field.

use super::ShipId;
use super::grid::Grid;
use crate::rules::ShipClass;
use crate::vocabulary::{Rect, Size};

/// The side of a tile, as a power of 2.
const TILE_BITS: u32 = 4;

/// Ships reach from their anchor, which is their upper left field, at most so
/// many fields down or to the right.
const REACH: i32 = ShipClass::LENGTH_MAX as i32 - 1;

/// The id of no ship.
const NO_SHIP: ShipId = ShipId(u32::MAX);

/// The rectangles that ships lie on, by the tile of their anchor.
#[derive(Clone, Debug)]
pub(super) struct Berths {
    tiles: Grid<Vec<Berth>>,
}

/// A ship's rectangle.
#[derive(Clone, Copy, Debug)]
struct Berth {
    /// Top and left, and bottom and right negated: one comparison of four
    /// numbers says whether it meets another rectangle.
    corners: [i32; 4],
    id: ShipId,
}

impl Berth {
    #[inline]
    fn new(id: ShipId, rect: Rect) -> Self {
        Self { corners: [rect.top, rect.left, -rect.bottom, -rect.right], id }
    }
}

impl Berths {
    pub fn new(size: Size) -> Self {
        Self { tiles: Grid::new(size, TILE_BITS) }
    }

    /// The ships that share a field with a rectangle, which may reach past the
    /// board.
    #[inline]
    pub fn meeting(&self, rect: Rect) -> impl Iterator<Item = ShipId> + '_ {
        // An anchor above or to the left may belong to a ship that reaches in.
        let rows = tile(rect.top.saturating_sub(REACH))..=tile(rect.bottom);
        let columns = tile(rect.left.saturating_sub(REACH))..=tile(rect.right);
        let limits = [rect.bottom, rect.right, -rect.top, -rect.left];
        rows.flat_map(move |y| columns.clone().map(move |x| (y, x)))
            .filter_map(|(y, x)| self.tiles.get(y, x))
            .flatten()
            .filter(move |berth| is_at_most(berth.corners, limits))
            .map(|berth| berth.id)
    }

    /// A ship other than `id` that shares a field with a rectangle.
    #[inline]
    pub fn find_meeting(&self, rect: Rect, id: Option<ShipId>) -> Option<ShipId> {
        let limits = [rect.bottom, rect.right, -rect.top, -rect.left];
        let id = id.unwrap_or(NO_SHIP);
        for y in tile(rect.top.saturating_sub(REACH))..=tile(rect.bottom) {
            for x in tile(rect.left.saturating_sub(REACH))..=tile(rect.right) {
                if let Some(berths) = self.tiles.get(y, x) {
                    for berth in berths {
                        if is_at_most(berth.corners, limits) && berth.id != id {
                            return Some(berth.id);
                        }
                    }
                }
            }
        }
        None
    }

    /// Enters a ship on a rectangle of the board.
    #[inline]
    pub fn add(&mut self, id: ShipId, rect: Rect) {
        self.tiles.make(tile(rect.top), tile(rect.left)).push(Berth::new(id, rect));
    }

    /// Takes a ship from its rectangle to another one of the board.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, from: Rect, to: Rect) {
        let berths = self.tiles.make(tile(from.top), tile(from.left));
        let at = berths.iter().position(|berth| berth.id == id);
        debug_assert!(at.is_some(), "a ship lies at its berth");
        let Some(at) = at else { return };
        if (tile(from.top), tile(from.left)) == (tile(to.top), tile(to.left)) {
            berths[at] = Berth::new(id, to);
        } else {
            berths.swap_remove(at);
            self.add(id, to);
        }
    }
}

/// Whether no number is larger than the other in its place.
#[inline]
fn is_at_most(numbers: [i32; 4], limits: [i32; 4]) -> bool {
    // Without a branch for each, so that all four are compared at once.
    let larger: [i32; 4] = std::array::from_fn(|at| i32::from(numbers[at] > limits[at]));
    larger == [0; 4]
}

/// The row or column of tiles of a row or column of fields.
const fn tile(coordinate: i32) -> i32 {
    coordinate >> TILE_BITS
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ships_are_met_where_they_lie(
            anchors in prop::collection::vec((0..40, 0..40, 0..=REACH, any::<bool>()), 1..12),
            moves in prop::collection::vec((0..12_usize, 0..40, 0..40), 0..12),
            (top, left, height, width) in (-2..42, -2..42, 0..10, 0..10),
            is_dense: bool,
        ) {
            let side = if is_dense { 50 } else { 1_000_000 };
            let mut berths = Berths::new(Size { rows: side, columns: side });
            let mut rects: Vec<_> = anchors
                .iter()
                .map(|&(y, x, reach, is_tall)| {
                    if is_tall { Rect::new(y, x, y + reach, x) } else { Rect::new(y, x, y, x + reach) }
                })
                .collect();
            for (id, &rect) in (0..).zip(&rects) {
                berths.add(ShipId(id), rect);
            }
            for (at, y, x) in moves {
                let at = at % rects.len();
                let from = rects[at];
                let to = Rect::new(y, x, y + from.bottom - from.top, x + from.right - from.left);
                berths.relocate(ShipId(u32::try_from(at).unwrap()), from, to);
                rects[at] = to;
            }
            let query = Rect::new(top, left, top + height, left + width);
            let mut met: Vec<_> = berths.meeting(query).collect();
            met.sort_unstable();
            let ids = (0..).map(ShipId).zip(&rects);
            let expected: Vec<_> = ids.filter(|(_, rect)| rect.intersects(&query)).map(|(id, _)| id).collect();
            prop_assert_eq!(berths.find_meeting(query, None).is_some(), !expected.is_empty());
            let another = berths.find_meeting(query, expected.first().copied());
            prop_assert_eq!(another.is_some(), expected.len() > 1);
            prop_assert!(another.is_none_or(|id| expected[1..].contains(&id)));
            prop_assert_eq!(met, expected);
        }
    }
}
