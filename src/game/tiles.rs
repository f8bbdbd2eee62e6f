//! What lies where: reefs and ships by square tiles of the board.
//!
//! Memory goes with the tiles that hold something, not with the area.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::ShipId;
use crate::rules::ShipClass;
use crate::vocabulary::{Pos, Rect, Size};

/// The side of a tile, in fields; a tile's fields are the bits of one word.
pub const TILE_SIDE: i32 = 1 << TILE_BITS;
const TILE_BITS: u32 = 3;
const TILE_MASK: i32 = TILE_SIDE - 1;

/// Boards of up to this many tiles, in up to so many rows, keep their tiles in
/// rows that are made when something comes to lie in them. That is enough for
/// 1024 by 1024 fields.
const DENSE_TILES_MAX: i64 = 1 << 14;
const DENSE_ROWS_MAX: i32 = 1 << 10;

/// The things on a board, found by field.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    rows: i32,
    columns: i32,
    storage: Storage,
}

#[derive(Clone, Debug)]
enum Storage {
    /// Row by row; there are no rows before the first entry, and a row without
    /// entries is empty.
    Dense(Vec<Vec<Tile>>),
    Sparse(HashMap<(i32, i32), Tile, RandomState>),
}

#[derive(Clone, Debug, Default)]
struct Tile {
    reefs: Fields,
    /// The fields with a segment of a ship.
    occupied: Fields,
    /// The ships whose anchor, their first field, lies here.
    anchored: Vec<ShipId>,
}

/// The reefs of one tile, for walking a board row by row.
#[derive(Clone, Copy, Debug)]
pub struct ReefTile {
    /// The tile's first row, a multiple of [`TILE_SIDE`].
    pub top: i32,
    /// The tile's first column, a multiple of [`TILE_SIDE`].
    pub left: i32,
    fields: Fields,
}

impl ReefTile {
    /// The columns with a reef in a row of the board that the tile has.
    pub fn columns(&self, y: i32) -> impl Iterator<Item = i32> + use<> {
        let left = self.left;
        let mut row = self.fields >> ((y & TILE_MASK) * TILE_SIDE) & ROW;
        std::iter::from_fn(move || {
            let column = (row != 0).then(|| left + row.trailing_zeros().cast_signed());
            row &= row.wrapping_sub(1);
            column
        })
    }
}

/// A set of fields of a tile: bit `8 * row + column`.
type Fields = u64;
/// The fields of row 0.
const ROW: Fields = 0xff;
/// The fields of column 0.
const COLUMN: Fields = 0x0101_0101_0101_0101;

impl Tiles {
    pub fn new(size: Size) -> Self {
        let rows = ((size.rows - 1) >> TILE_BITS) + 1;
        let columns = ((size.columns - 1) >> TILE_BITS) + 1;
        let is_dense =
            rows <= DENSE_ROWS_MAX && i64::from(rows) * i64::from(columns) <= DENSE_TILES_MAX;
        let storage =
            if is_dense { Storage::Dense(Vec::new()) } else { Storage::Sparse(HashMap::default()) };
        Self { rows, columns, storage }
    }

    /// Whether there is a reef on a field.
    pub fn is_reef(&self, pos: Pos) -> bool {
        self.tile_at(pos).is_some_and(|tile| tile.reefs & bit(pos) != 0)
    }

    /// Enters a reef; says whether it is new.
    pub fn add_reef(&mut self, pos: Pos) -> bool {
        let (y, x) = (pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        let add = |tile: &mut Tile| {
            let is_new = tile.reefs & bit(pos) == 0;
            tile.reefs |= bit(pos);
            is_new
        };
        match self.made_tile_mut(y, x) {
            Some(tile) => add(tile),
            None => add(self.make_tile(y, x)),
        }
    }

    /// Whether there is a segment of a ship on a field.
    #[inline]
    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.tile_at(pos).is_some_and(|tile| tile.occupied & bit(pos) != 0)
    }

    /// Enters a ship on a rectangle of the board, if no reef is on it and no
    /// ship on it or next to it; says whether it did.
    pub fn place_ship(&mut self, id: ShipId, rect: Rect) -> bool {
        let around = rect.grown(1);
        let block = self.block(around.top, around.left);
        let fields = block.fields(rect);
        let is_free = !any(block.reefs, fields) && !any(block.occupied, block.fields(around));
        if is_free {
            self.change(&block, [0; 4], fields);
            self.anchor(id, rect);
        }
        is_free
    }

    /// Takes a ship from one rectangle to another one of the board near it, if
    /// no reef is on that and no other ship on it or next to it; says whether
    /// it did.
    #[inline]
    pub fn move_ship(&mut self, id: ShipId, from: Rect, to: Rect) -> bool {
        // Not `grown`: what lies on a board has room on all sides.
        let around = Rect::new(to.top - 1, to.left - 1, to.bottom + 1, to.right + 1);
        let block = self.block(around.top.min(from.top), around.left.min(from.left));
        let (old, new) = (block.fields(from), block.fields(to));
        let others = std::array::from_fn(|tile| block.occupied[tile] & !old[tile]);
        let is_free = !any(block.reefs, new) && !any(others, block.fields(around));
        if is_free {
            self.change(&block, old, new);
            self.move_anchor(id, from, to);
        }
        is_free
    }

    /// The two by two tiles that begin with the tile of a field.
    #[inline]
    fn block(&self, top: i32, left: i32) -> Block {
        let (y, x) = (top >> TILE_BITS, left >> TILE_BITS);
        let tiles = match &self.storage {
            Storage::Dense(rows) => {
                let row = |y: i32| rows.get(index(y)).map_or(&[][..], |row| row);
                let (upper, lower) = (row(y), row(y + 1));
                let (first, second) = (index(x), index(x + 1));
                [upper.get(first), upper.get(second), lower.get(first), lower.get(second)]
            }
            Storage::Sparse(_) => {
                [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)].map(|(y, x)| self.tile(y, x))
            }
        };
        Block {
            y,
            x,
            reefs: tiles.map(|tile| tile.map_or(0, |tile| tile.reefs)),
            occupied: tiles.map(|tile| tile.map_or(0, |tile| tile.occupied)),
        }
    }

    /// Sets fields of a block free, then others occupied.
    #[inline]
    fn change(&mut self, block: &Block, free: [Fields; 4], occupy: [Fields; 4]) {
        for (tile, (free, occupy)) in (0..).zip(free.into_iter().zip(occupy)) {
            if free | occupy != 0 {
                let (y, x) = (block.y + (tile >> 1), block.x + (tile & 1));
                let tile = match self.made_tile_mut(y, x) {
                    Some(tile) => tile,
                    None => self.make_tile(y, x),
                };
                tile.occupied = tile.occupied & !free | occupy;
            }
        }
    }

    /// Takes a ship's anchor from one rectangle to another.
    #[inline]
    fn move_anchor(&mut self, id: ShipId, from: Rect, to: Rect) {
        if ((from.top ^ to.top) | (from.left ^ to.left)) >> TILE_BITS == 0 {
            return;
        }
        if let Some(tile) = self.made_tile_mut(from.top >> TILE_BITS, from.left >> TILE_BITS)
            && let Some(at) = tile.anchored.iter().position(|&other| other == id)
        {
            tile.anchored.swap_remove(at);
        }
        self.anchor(id, to);
    }

    fn anchor(&mut self, id: ShipId, rect: Rect) {
        let (y, x) = (rect.top >> TILE_BITS, rect.left >> TILE_BITS);
        match self.made_tile_mut(y, x) {
            Some(tile) => tile.anchored.push(id),
            None => self.make_tile(y, x).anchored.push(id),
        }
    }

    /// The ships that have a segment in the rectangle, and others nearby. The
    /// rectangle may reach past the board.
    pub fn ships_around(&self, rect: Rect) -> impl Iterator<Item = ShipId> + '_ {
        // A ship is shorter than a tile, so its anchor is at most one tile
        // above or to the left.
        let rows = (rect.top >> TILE_BITS) - 1..=rect.bottom >> TILE_BITS;
        let columns = (rect.left >> TILE_BITS) - 1..=rect.right >> TILE_BITS;
        rows.flat_map(move |y| columns.clone().map(move |x| (y, x)))
            .filter_map(|(y, x)| self.tile(y, x))
            .flat_map(|tile| tile.anchored.iter().copied())
    }

    /// The tiles that hold reefs, by row of tiles, then column.
    pub fn reef_tiles(&self) -> Vec<ReefTile> {
        let mut found = Vec::new();
        let mut add = |y: i32, x: i32, tile: &Tile| {
            if tile.reefs != 0 {
                found.push(ReefTile { top: y << TILE_BITS, left: x << TILE_BITS, fields: tile.reefs });
            }
        };
        match &self.storage {
            Storage::Dense(rows) => {
                for (y, row) in (0..).zip(rows) {
                    for (x, tile) in (0..).zip(row) {
                        add(y, x, tile);
                    }
                }
            }
            Storage::Sparse(tiles) => {
                for (&(y, x), tile) in tiles {
                    add(y, x, tile);
                }
                found.sort_unstable_by_key(|tile| (tile.top, tile.left));
            }
        }
        found
    }

    #[inline]
    fn tile_at(&self, pos: Pos) -> Option<&Tile> {
        self.tile(pos.y >> TILE_BITS, pos.x >> TILE_BITS)
    }

    /// The tile in that row and column of tiles, if there is anything in it or
    /// near it; none off the board.
    #[inline]
    fn tile(&self, y: i32, x: i32) -> Option<&Tile> {
        match &self.storage {
            // A negative index is larger than any length.
            Storage::Dense(rows) => rows.get(index(y))?.get(index(x)),
            Storage::Sparse(tiles) => tiles.get(&(y, x)),
        }
    }

    /// The same, to be changed.
    #[inline]
    fn made_tile_mut(&mut self, y: i32, x: i32) -> Option<&mut Tile> {
        match &mut self.storage {
            Storage::Dense(rows) => rows.get_mut(index(y))?.get_mut(index(x)),
            Storage::Sparse(tiles) => tiles.get_mut(&(y, x)),
        }
    }

    /// The tile in that row and column of tiles, which must be on the board.
    #[cold]
    fn make_tile(&mut self, y: i32, x: i32) -> &mut Tile {
        debug_assert!((0..self.rows).contains(&y) && (0..self.columns).contains(&x));
        match &mut self.storage {
            Storage::Dense(rows) => {
                rows.resize_with(index(self.rows), Vec::new);
                rows[index(y)].resize_with(index(self.columns), Tile::default);
                &mut rows[index(y)][index(x)]
            }
            Storage::Sparse(tiles) => tiles.entry((y, x)).or_default(),
        }
    }
}

/// What lies on two by two tiles: the first row's, then the second row's.
///
/// A ship with a field around it, together with where it came from by one
/// movement, is at most [`Block::SPAN_MAX`] fields high and wide, so it lies on
/// the block that begins with the tile of its upper left corner.
#[derive(Clone, Copy, Debug)]
struct Block {
    /// The row of tiles that it begins with.
    y: i32,
    /// The column of tiles that it begins with.
    x: i32,
    reefs: [Fields; 4],
    occupied: [Fields; 4],
}

impl Block {
    const SPAN_MAX: i32 = ShipClass::LENGTH_MAX as i32 + 2;

    /// The fields of a rectangle that lies on the block, by tile.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves are meant")]
    fn fields(&self, rect: Rect) -> [Fields; 4] {
        let (height, width) = (rect.bottom - rect.top + 1, rect.right - rect.left + 1);
        let (top, left) = (rect.top - (self.y << TILE_BITS), rect.left - (self.x << TILE_BITS));
        debug_assert!(top >= 0 && top + height <= 2 * TILE_SIDE && height <= Self::SPAN_MAX);
        debug_assert!(left >= 0 && left + width <= 2 * TILE_SIDE && width <= Self::SPAN_MAX);
        let rows = ((1_u128 << (height * TILE_SIDE)) - 1) << (top * TILE_SIDE);
        let columns = ((1_u64 << width) - 1) << left;
        let (upper, lower) = (rows as u64, (rows >> 64) as u64);
        let (first, second) = ((columns & ROW) * COLUMN, (columns >> TILE_SIDE) * COLUMN);
        [upper & first, upper & second, lower & first, lower & second]
    }
}

/// Whether two sets of fields of a block have one in common.
#[inline]
fn any(one: [Fields; 4], other: [Fields; 4]) -> bool {
    one.into_iter().zip(other).fold(0, |common, (one, other)| common | one & other) != 0
}

/// The bit of a field in its tile.
const fn bit(pos: Pos) -> Fields {
    1 << ((pos.y & TILE_MASK) * TILE_SIDE + (pos.x & TILE_MASK))
}

/// A row or column of tiles as an index; a negative one is past all lengths.
#[expect(clippy::cast_sign_loss, reason = "meant")]
const fn index(coordinate: i32) -> usize {
    coordinate as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_have_the_fields_of_a_rectangle() {
        let [tiles, _] = both();
        for (top, left) in [(-1, -1), (0, 0), (3, 6), (7, 7), (15, 9)] {
            for (height, width) in (1..=Block::SPAN_MAX).flat_map(|h| (1..=Block::SPAN_MAX).map(move |w| (h, w))) {
                let rect = Rect::new(top, left, top + height - 1, left + width - 1);
                let block = tiles.block(top, left);
                let mut found = Vec::new();
                for (tile, fields) in (0..).zip(block.fields(rect)) {
                    let (y, x) = (8 * (block.y + tile / 2), 8 * (block.x + tile % 2));
                    let tile = Rect::new(y, x, y + 7, x + 7);
                    found.extend(all_fields(tile).filter(|&pos| fields & bit(pos) != 0));
                }
                found.sort_unstable();
                assert!(all_fields(rect).eq(found), "{rect}");
            }
        }
    }

    fn both() -> [Tiles; 2] {
        let dense = Tiles::new(Size { rows: 100, columns: 50 });
        let sparse = Tiles::new(Size { rows: i32::MAX, columns: i32::MAX });
        assert!(matches!(dense.storage, Storage::Dense(_)));
        assert!(matches!(sparse.storage, Storage::Sparse(_)));
        [dense, sparse]
    }

    #[test]
    fn reefs_are_found_once_and_in_order() {
        for mut tiles in both() {
            let reefs = [(99, 49), (0, 0), (17, 3), (17, 2), (16, 31)].map(|(y, x)| Pos::new(y, x));
            for reef in reefs {
                assert!(!tiles.is_reef(reef));
                assert!(tiles.add_reef(reef));
                assert!(!tiles.add_reef(reef));
                assert!(tiles.is_reef(reef));
            }
            assert!(!tiles.is_reef(Pos::new(1, 0)));
            let corners: Vec<_> = tiles.reef_tiles().iter().map(|t| (t.top, t.left)).collect();
            assert_eq!(corners, [(0, 0), (16, 0), (16, 24), (96, 48)]);
            assert!(tiles.reef_tiles()[1].columns(17).eq([2, 3]));
        }
    }

    fn all_fields(rect: Rect) -> impl Iterator<Item = Pos> {
        (rect.top..=rect.bottom).flat_map(move |y| (rect.left..=rect.right).map(move |x| Pos::new(y, x)))
    }

    #[test]
    fn ships_are_found_across_tile_borders_and_past_the_edge() {
        for mut tiles in both() {
            let (first, second) = (Rect::new(14, 15, 18, 15), Rect::new(19, 15, 19, 19));
            assert!(tiles.place_ship(ShipId(7), first));
            assert!(all_fields(first).all(|pos| tiles.is_occupied(pos)));
            assert!(!tiles.place_ship(ShipId(8), Rect::new(19, 16, 20, 16)));
            assert!(tiles.place_ship(ShipId(8), Rect::new(20, 15, 21, 15)));
                        assert!(!tiles.move_ship(ShipId(8), Rect::new(20, 15, 21, 15), Rect::new(19, 15, 20, 15)));
            assert!(tiles.move_ship(ShipId(8), Rect::new(20, 15, 21, 15), Rect::new(21, 15, 22, 15)));
            assert!(tiles.move_ship(ShipId(7), first, second));
            assert!(!all_fields(first).any(|pos| tiles.is_occupied(pos)));
            assert!(all_fields(second).all(|pos| tiles.is_occupied(pos)));
            for pos in all_fields(second) {
                assert!(tiles.ships_around(Rect::spanning(pos, pos)).any(|id| id == ShipId(7)));
            }
            assert_eq!(tiles.ships_around(Rect::new(-1, -1, 3, 3)).count(), 0);
        }
    }
}
