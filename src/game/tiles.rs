//! What lies where: reefs and ships by square tiles of the board.
//!
//! Memory goes with the tiles that hold something, not with the area.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::ShipId;
use crate::vocabulary::{Pos, Rect, Size};

/// The side of a tile, in fields; a tile's fields are the bits of one word.
pub const TILE_SIDE: i32 = 1 << TILE_BITS;
const TILE_BITS: u32 = 3;
const TILE_MASK: i32 = TILE_SIDE - 1;

/// Boards of up to this many tiles keep a plain table of them (64 KiB), which
/// is enough for 1024 by 1024 fields.
const DENSE_TILES_MAX: i64 = 1 << 14;

/// The things on a board, found by field.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    directory: Directory,
    tiles: Vec<Tile>,
}

/// Where a tile stands in the list of tiles, plus 1; 0 is an empty tile.
#[derive(Clone, Debug)]
enum Directory {
    /// Row by row; stays empty until the first entry.
    Dense { rows: usize, columns: usize, slots: Vec<u32> },
    Sparse(HashMap<(i32, i32), u32, RandomState>),
}

#[derive(Clone, Debug, Default)]
struct Tile {
    reefs: Fields,
    /// The fields with a segment of a ship.
    occupied: Fields,
    /// The ships with a segment here.
    ships: Vec<ShipId>,
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
        let rows = (size.rows - 1 >> TILE_BITS) + 1;
        let columns = (size.columns - 1 >> TILE_BITS) + 1;
        let directory = if i64::from(rows) * i64::from(columns) <= DENSE_TILES_MAX {
            Directory::Dense {
                rows: index(rows),
                columns: index(columns),
                slots: Vec::new(),
            }
        } else {
            Directory::Sparse(HashMap::default())
        };
        Self { directory, tiles: Vec::new() }
    }

    /// Whether there is a reef on a field.
    pub fn is_reef(&self, pos: Pos) -> bool {
        self.tile_at(pos).is_some_and(|tile| tile.reefs & bit(pos) != 0)
    }

    /// Enters a reef; says whether it is new.
    pub fn add_reef(&mut self, pos: Pos) -> bool {
        let reefs = &mut self.tile_mut(pos.y >> TILE_BITS, pos.x >> TILE_BITS).reefs;
        let is_new = *reefs & bit(pos) == 0;
        *reefs |= bit(pos);
        is_new
    }

    /// Whether there is a segment of a ship on a field.
    #[inline]
    pub fn is_occupied(&self, pos: Pos) -> bool {
        self.tile_at(pos).is_some_and(|tile| tile.occupied & bit(pos) != 0)
    }

    /// Whether there is a segment of a ship in the rectangle, other than in
    /// the rectangle `except`. Both may reach past the board.
    pub fn is_any_occupied(&self, rect: Rect, except: Option<Rect>) -> bool {
        let span = tile_span(rect);
        for y in span.top..=span.bottom {
            for x in span.left..=span.right {
                if let Some(tile) = self.tile(y, x) {
                    let found = tile.occupied & fields_of(y, x, rect);
                    if found != 0 && found & !except.map_or(0, |rect| fields_of(y, x, rect)) != 0 {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The ships with a segment in the tile of a field.
    pub fn ships_near(&self, pos: Pos) -> &[ShipId] {
        self.tile_at(pos).map_or(&[], |tile| &tile.ships)
    }

    /// The ships with a segment in a tile that the rectangle touches; one that
    /// lies on two tiles may come twice. The rectangle may reach past the board.
    pub fn ships_around(&self, rect: Rect) -> impl Iterator<Item = ShipId> + '_ {
        let span = tile_span(rect);
        (span.top..=span.bottom)
            .flat_map(move |y| (span.left..=span.right).map(move |x| (y, x)))
            .filter_map(|(y, x)| self.tile(y, x))
            .flat_map(|tile| tile.ships.iter().copied())
    }

    /// Enters a ship that lies on the rectangle.
    pub fn add_ship(&mut self, id: ShipId, rect: Rect) {
        let span = tile_span(rect);
        for y in span.top..=span.bottom {
            for x in span.left..=span.right {
                let tile = self.tile_mut(y, x);
                tile.occupied |= fields_of(y, x, rect);
                tile.ships.push(id);
            }
        }
    }

    /// Takes a ship from the rectangle it lies on to another.
    pub fn move_ship(&mut self, id: ShipId, from: Rect, to: Rect) {
        let (old, new) = (tile_span(from), tile_span(to));
        for y in old.top..=old.bottom {
            for x in old.left..=old.right {
                let tile = self.tile_mut(y, x);
                tile.occupied &= !fields_of(y, x, from);
                if old != new
                    && let Some(at) = tile.ships.iter().position(|&other| other == id)
                {
                    tile.ships.swap_remove(at);
                }
            }
        }
        if old != new {
            self.add_ship(id, to);
            return;
        }
        for y in new.top..=new.bottom {
            for x in new.left..=new.right {
                self.tile_mut(y, x).occupied |= fields_of(y, x, to);
            }
        }
    }

    /// The tiles that hold reefs, by row of tiles, then column.
    pub fn reef_tiles(&self) -> Vec<ReefTile> {
        let mut found = Vec::new();
        let mut add = |y: i32, x: i32, slot: u32| {
            if let Some(tile) = self.in_slot(slot)
                && tile.reefs != 0
            {
                found.push(ReefTile { top: y << TILE_BITS, left: x << TILE_BITS, fields: tile.reefs });
            }
        };
        match &self.directory {
            Directory::Dense { columns, slots, .. } => {
                for (y, row) in (0..).zip(slots.chunks(*columns)) {
                    for (x, &slot) in (0..).zip(row) {
                        add(y, x, slot);
                    }
                }
            }
            Directory::Sparse(slots) => {
                for (&(y, x), &slot) in slots {
                    add(y, x, slot);
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

    /// The tile in that row and column of tiles; none off the board.
    #[inline]
    fn tile(&self, y: i32, x: i32) -> Option<&Tile> {
        let slot = match &self.directory {
            Directory::Dense { columns, slots, .. } => {
                if y < 0 || x < 0 || index(x) >= *columns {
                    return None;
                }
                *slots.get(index(y) * columns + index(x))?
            }
            Directory::Sparse(slots) => *slots.get(&(y, x))?,
        };
        self.in_slot(slot)
    }

    #[inline]
    fn in_slot(&self, slot: u32) -> Option<&Tile> {
        self.tiles.get((slot as usize).wrapping_sub(1))
    }

    /// The tile in that row and column of tiles, which must be on the board.
    #[inline]
    fn tile_mut(&mut self, y: i32, x: i32) -> &mut Tile {
        let slot = match &mut self.directory {
            Directory::Dense { rows, columns, slots } => {
                if slots.is_empty() {
                    *slots = vec![0; *rows * *columns];
                }
                &mut slots[index(y) * *columns + index(x)]
            }
            Directory::Sparse(slots) => slots.entry((y, x)).or_insert(0),
        };
        if *slot == 0 {
            self.tiles.push(Tile::default());
            *slot = u32::try_from(self.tiles.len()).expect("a tile takes a line of input, and 2^32 lines more memory than there is");
        }
        &mut self.tiles[*slot as usize - 1]
    }
}

/// The tiles that a rectangle touches, as a rectangle of tiles.
fn tile_span(rect: Rect) -> Rect {
    Rect::new(
        rect.top >> TILE_BITS,
        rect.left >> TILE_BITS,
        rect.bottom >> TILE_BITS,
        rect.right >> TILE_BITS,
    )
}

/// The bit of a field in its tile.
const fn bit(pos: Pos) -> Fields {
    1 << ((pos.y & TILE_MASK) * TILE_SIDE + (pos.x & TILE_MASK))
}

/// The fields of the tile in row `y` and column `x` of tiles that lie in a
/// rectangle.
#[inline]
fn fields_of(y: i32, x: i32, rect: Rect) -> Fields {
    let inside = |first: i32, last: i32, tile: i32| {
        let start = tile << TILE_BITS;
        let (first, last) = ((first - start).max(0), (last - start).min(TILE_MASK));
        (first <= last).then_some((first, last))
    };
    let rows = inside(rect.top, rect.bottom, y);
    let columns = inside(rect.left, rect.right, x);
    let (Some((top, bottom)), Some((left, right))) = (rows, columns) else { return 0 };
    let row = ROW >> (TILE_MASK - right) & ROW << left;
    let rows = Fields::MAX >> ((TILE_MASK - bottom) * TILE_SIDE) & Fields::MAX << (top * TILE_SIDE);
    row * COLUMN & rows
}

/// A coordinate that is not negative, as an index.
#[expect(clippy::cast_sign_loss, reason = "callers pass what lies on a board")]
const fn index(coordinate: i32) -> usize {
    debug_assert!(coordinate >= 0);
    coordinate as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn both() -> [Tiles; 2] {
        let dense = Tiles::new(Size { rows: 100, columns: 50 });
        let sparse = Tiles::new(Size { rows: i32::MAX, columns: i32::MAX });
        assert!(matches!(dense.directory, Directory::Dense { .. }));
        assert!(matches!(sparse.directory, Directory::Sparse(_)));
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
            assert_eq!(tiles.ships_near(Pos::new(16, 15)), [ShipId(7)]);
            assert_eq!(tiles.ships_near(Pos::new(16, 16)), []);
            assert!(tiles.is_any_occupied(Rect::new(18, 14, 20, 20), None));
            assert!(!tiles.is_any_occupied(Rect::new(18, 14, 20, 20), Some(first)));
            assert!(!tiles.is_any_occupied(Rect::new(-1, 16, 20, 99), None));
            assert!(all_fields(first).all(|pos| tiles.is_occupied(pos)));
            tiles.move_ship(ShipId(7), first, second);
            assert!(!all_fields(first).any(|pos| tiles.is_occupied(pos)));
            assert!(all_fields(second).all(|pos| tiles.is_occupied(pos)));
            assert_eq!(tiles.ships_near(Pos::new(16, 15)), []);
            assert_eq!(tiles.ships_near(Pos::new(18, 16)), [ShipId(7)]);
            assert!(tiles.ships_around(Rect::new(-1, -1, 16, 16)).eq([ShipId(7)]));
            assert_eq!(tiles.ships_around(Rect::new(-1, -1, 3, 3)).count(), 0);
        }
    }
}
