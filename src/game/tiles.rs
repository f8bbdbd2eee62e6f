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

    /// Whether there is a segment of a ship in what is covered, which may reach
    /// past the board.
    #[inline]
    pub fn is_any_occupied(&self, cover: &Cover) -> bool {
        cover.any(|y, x, fields| self.tile(y, x).is_some_and(|tile| tile.occupied & fields != 0))
    }

    /// Enters a ship that lies on the rectangle.
    pub fn add_ship(&mut self, id: ShipId, rect: Rect) {
        self.occupy(&Cover::new(rect));
        self.anchor(id, rect);
    }

    /// Takes a ship's anchor from one rectangle to another.
    #[inline]
    pub fn move_anchor(&mut self, id: ShipId, from: Rect, to: Rect) {
        if (from.top ^ to.top | from.left ^ to.left) >> TILE_BITS == 0 {
            return;
        }
        if let Some(tile) = self.made_tile_mut(from.top >> TILE_BITS, from.left >> TILE_BITS)
            && let Some(at) = tile.anchored.iter().position(|&other| other == id)
        {
            tile.anchored.swap_remove(at);
        }
        self.anchor(id, to);
    }

    #[inline]
    fn anchor(&mut self, id: ShipId, rect: Rect) {
        let (y, x) = (rect.top >> TILE_BITS, rect.left >> TILE_BITS);
        match self.made_tile_mut(y, x) {
            Some(tile) => tile.anchored.push(id),
            None => self.make_tile(y, x).anchored.push(id),
        }
    }

    /// Sets what is covered free; it lies on the board.
    #[inline]
    pub fn free(&mut self, cover: &Cover) {
        cover.each(|y, x, fields| {
            if let Some(tile) = self.made_tile_mut(y, x) {
                tile.occupied &= !fields;
            }
        });
    }

    /// Sets what is covered occupied; it lies on the board.
    #[inline]
    pub fn occupy(&mut self, cover: &Cover) {
        cover.each(|y, x, fields| match self.made_tile_mut(y, x) {
            Some(tile) => tile.occupied |= fields,
            None => self.make_tile(y, x).occupied |= fields,
        });
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

/// The fields of a rectangle, tile by tile. Its sides are at most
/// [`Cover::SIDE_MAX`] fields long, so it touches at most two by two tiles.
#[derive(Clone, Copy)]
pub(super) struct Cover {
    /// The row of tiles that it begins in.
    y: i32,
    /// The column of tiles that it begins in.
    x: i32,
    /// The fields of its rows, in the first and in the second row of tiles.
    rows: [Fields; 2],
    /// The fields of its columns, likewise.
    columns: [Fields; 2],
}

impl Cover {
    /// The longest ship with a field around it.
    const SIDE_MAX: i32 = ShipClass::LENGTH_MAX as i32 + 2;

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves are meant")]
    pub fn new(rect: Rect) -> Self {
        let (height, width) = (rect.bottom - rect.top + 1, rect.right - rect.left + 1);
        debug_assert!(height <= Self::SIDE_MAX && width <= Self::SIDE_MAX);
        let rows = ((1_u128 << (height * TILE_SIDE)) - 1) << ((rect.top & TILE_MASK) * TILE_SIDE);
        let columns = ((1_u64 << width) - 1) << (rect.left & TILE_MASK);
        Self {
            y: rect.top >> TILE_BITS,
            x: rect.left >> TILE_BITS,
            rows: [rows as u64, (rows >> 64) as u64],
            columns: [(columns & ROW) * COLUMN, (columns >> TILE_SIDE) * COLUMN],
        }
    }

    /// Calls `f` with the row and column of each tile and the fields in it,
    /// until it says true; says whether it did.
    #[inline]
    fn any(&self, mut f: impl FnMut(i32, i32, Fields) -> bool) -> bool {
        for (y, rows) in (self.y..).zip(self.rows) {
            for (x, columns) in (self.x..).zip(self.columns) {
                let fields = rows & columns;
                if fields != 0 && f(y, x, fields) {
                    return true;
                }
            }
        }
        false
    }

    #[inline]
    fn each(&self, mut f: impl FnMut(i32, i32, Fields)) {
        self.any(|y, x, fields| {
            f(y, x, fields);
            false
        });
    }
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
    fn covers_have_the_fields_of_their_rectangle() {
        for (top, left) in [(-1, -1), (0, 0), (3, 6), (7, 7), (15, 9)] {
            for height in 1..=Cover::SIDE_MAX {
                for width in 1..=Cover::SIDE_MAX {
                    let rect = Rect::new(top, left, top + height - 1, left + width - 1);
                    let mut found = Vec::new();
                    Cover::new(rect).each(|y, x, fields| {
                        let tile = Rect::new(8 * y, 8 * x, 8 * y + 7, 8 * x + 7);
                        found.extend(all_fields(tile).filter(|&pos| fields & bit(pos) != 0));
                    });
                    found.sort_unstable();
                    assert!(all_fields(rect).eq(found), "{rect}");
                }
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
            let (first, second) = (Rect::new(14, 15, 18, 15), Rect::new(18, 16, 18, 20));
            tiles.add_ship(ShipId(7), first);
            assert!(all_fields(first).all(|pos| tiles.is_occupied(pos)));
            assert!(tiles.is_any_occupied(&Cover::new(Rect::new(18, 14, 20, 20))));
            assert!(!tiles.is_any_occupied(&Cover::new(Rect::new(12, 16, 20, 24))));
            assert!(!tiles.is_any_occupied(&Cover::new(Rect::new(-1, -1, 2, 2))));
            tiles.free(&Cover::new(first));
            tiles.occupy(&Cover::new(second));
            tiles.move_anchor(ShipId(7), first, second);
            assert!(!all_fields(first).any(|pos| tiles.is_occupied(pos)));
            assert!(all_fields(second).all(|pos| tiles.is_occupied(pos)));
            for pos in all_fields(second) {
                assert!(tiles.ships_around(Rect::spanning(pos, pos)).any(|id| id == ShipId(7)));
            }
            assert_eq!(tiles.ships_around(Rect::new(-1, -1, 3, 3)).count(), 0);
        }
    }
}
