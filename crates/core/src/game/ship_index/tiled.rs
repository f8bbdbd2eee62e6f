//! An index of any number of ships, by tiles of the board.

use super::super::ShipId;
use crate::geometry::{Pos, Rect, Size, TileGrid};

/// Tiles have eight by eight fields.
const TILE_BITS: u32 = 3;

/// A set of fields of a tile: bit `8 * row + column`.
type FieldMask = u64;

/// The occupied fields, and the ships near each field.
#[derive(Clone, Debug)]
pub(super) struct TiledIndex {
    tiles: TileGrid<ShipTile>,
}

#[derive(Clone, Debug, Default)]
struct ShipTile {
    /// The fields with a segment of a ship.
    occupied: FieldMask,
    /// The ships whose upper left field (the anchor) is here.
    anchored: Vec<ShipId>,
}

impl TiledIndex {
    pub fn new(size: Size) -> Self {
        Self {
            tiles: TileGrid::new(size, TILE_BITS, TILE_BITS),
        }
    }

    /// Whether there is a segment of a ship on a field.
    #[inline]
    pub fn is_occupied(&self, pos: Pos) -> bool {
        let tile = self.tiles.get(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        tile.is_some_and(|tile| tile.occupied & tile_bit(pos) != 0)
    }

    /// The ships that have a segment in a rectangle, and others nearby. The rectangle may
    /// extend past the board.
    pub fn near(&self, rect: Rect) -> impl Iterator<Item = ShipId> + '_ {
        // A ship is shorter than a tile, so its anchor is at most one tile
        // above or to the left.
        let rows = (rect.top >> TILE_BITS) - 1..=rect.bottom >> TILE_BITS;
        let columns = (rect.left >> TILE_BITS) - 1..=rect.right >> TILE_BITS;
        rows.flat_map(move |y| columns.clone().map(move |x| (y, x)))
            .filter_map(|(y, x)| self.tiles.get(y, x))
            .flat_map(|tile| tile.anchored.iter().copied())
    }

    /// Adds a ship on a rectangle of the board, if no ship is on `around`, which may extend
    /// one field further on each side; returns whether the ship was added.
    pub fn add(&mut self, id: ShipId, rect: Rect, around: Rect) -> bool {
        let block = self.block(around.top, around.left);
        let is_free = !have_common(block.occupied, block.fields(around));
        if is_free {
            let fields = block.fields(rect);
            self.set_occupied(
                &block,
                std::array::from_fn(|at| block.occupied[at] | fields[at]),
            );
            self.anchored(rect).push(id);
        }
        is_free
    }

    /// Moves a ship from one rectangle of the board to another that is one movement away,
    /// unless another ship is on it or next to it; returns whether the ship was moved.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, from: Rect, to: Rect) -> bool {
        // Not `grown`, which saturates: on a board, this cannot overflow.
        let around = Rect::new(to.top - 1, to.left - 1, to.bottom + 1, to.right + 1);
        let block = self.block(around.top.min(from.top), around.left.min(from.left));
        let (old, new) = (block.fields(from), block.fields(to));
        let others: [FieldMask; 4] = std::array::from_fn(|at| block.occupied[at] & !old[at]);
        let is_free = !have_common(others, block.fields(around));
        if is_free {
            self.set_occupied(&block, std::array::from_fn(|at| others[at] | new[at]));
            self.move_anchor(id, from, to);
            for at in 0..4 {
                let (y, x) = (block.y + (at >> 1), block.x + (at & 1));
                self.tiles
                    .release(y, x, |tile| tile.occupied == 0 && tile.anchored.is_empty());
            }
        }
        is_free
    }

    /// The two by two tiles whose upper left one contains a field.
    #[inline]
    fn block(&self, top: i32, left: i32) -> TileBlock {
        let (y, x) = (top >> TILE_BITS, left >> TILE_BITS);
        let tiles = [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)];
        let occupied = tiles.map(|(y, x)| self.tiles.get(y, x).map_or(0, |tile| tile.occupied));
        TileBlock { y, x, occupied }
    }

    /// Writes back all tiles of a block that are on the board: a test for those that have
    /// changed would be an unpredictable branch.
    #[inline]
    fn set_occupied(&mut self, block: &TileBlock, occupied: [FieldMask; 4]) {
        for (at, occupied) in (0..).zip(occupied) {
            let (y, x) = (block.y + (at >> 1), block.x + (at & 1));
            if let Some(tile) = self.tiles.get_mut(y, x) {
                tile.occupied = occupied;
            } else if occupied != 0 {
                self.tiles.make(y, x).occupied = occupied;
            }
        }
    }

    #[inline]
    fn move_anchor(&mut self, id: ShipId, from: Rect, to: Rect) {
        if ((from.top ^ to.top) | (from.left ^ to.left)) >> TILE_BITS == 0 {
            return;
        }
        let anchored = self.anchored(from);
        if let Some(at) = anchored.iter().position(|&other| other == id) {
            anchored.swap_remove(at);
        }
        self.anchored(to).push(id);
    }

    /// The ships anchored in the tile of the upper left field of a rectangle.
    fn anchored(&mut self, rect: Rect) -> &mut Vec<ShipId> {
        let tile = self
            .tiles
            .make(rect.top >> TILE_BITS, rect.left >> TILE_BITS);
        &mut tile.anchored
    }
}

/// The bit of a field in its tile.
const fn tile_bit(pos: Pos) -> FieldMask {
    1 << (((pos.y & 7) << TILE_BITS) + (pos.x & 7))
}

/// The occupied fields of two by two tiles, row by row.
///
/// A ship with a margin of one field, together with its position before a movement, lies
/// within the block whose upper left tile contains their upper left corner.
#[derive(Clone, Copy, Debug)]
struct TileBlock {
    /// The row of its upper left tile.
    y: i32,
    /// The column of its upper left tile.
    x: i32,
    occupied: [FieldMask; 4],
}

impl TileBlock {
    /// The fields of a rectangle that lies on the block, by tile.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    fn fields(&self, rect: Rect) -> [FieldMask; 4] {
        /// The first column: one field of each row.
        const COLUMN: FieldMask = 0x0101_0101_0101_0101;
        let (top, height) = (rect.top - (self.y << TILE_BITS), rect.bottom - rect.top + 1);
        let (left, width) = (
            rect.left - (self.x << TILE_BITS),
            rect.right - rect.left + 1,
        );
        // Sixteen rows of eight bits, and sixteen columns.
        let rows = u128::MAX >> (128 - 8 * height) << (8 * top);
        let columns = u64::from(u16::MAX) >> (16 - width) << left;
        let [upper, lower] = [rows as FieldMask, (rows >> 64) as FieldMask];
        let [first, second] = [(columns & 0xff) * COLUMN, (columns >> 8) * COLUMN];
        [upper & first, upper & second, lower & first, lower & second]
    }
}

/// Whether two sets of fields of a block intersect.
#[inline]
fn have_common(one: [FieldMask; 4], other: [FieldMask; 4]) -> bool {
    one.into_iter()
        .zip(other)
        .fold(0, |common, (one, other)| common | (one & other))
        != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_that_a_ship_has_left_are_freed() {
        let mut ship_index = TiledIndex::new(Size::new(i32::MAX, i32::MAX));
        let mut rect = Rect::new(5, 5, 9, 5);
        assert!(ship_index.add(ShipId(0), rect, rect.grown(1)));
        for _ in 0..1000 {
            let to = Rect::new(rect.top + 1, 5, rect.bottom + 1, 5);
            assert!(ship_index.relocate(ShipId(0), rect, to));
            rect = to;
        }
        let made = ship_index.tiles.sorted(|_| Some(()));
        assert!(made.len() <= 2, "{made:?}");
    }
}
