//! What lies where: reefs and ships by square tiles of the board.
//!
//! Memory goes with the tiles that hold something, not with the area.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::ShipId;
use crate::vocabulary::{Pos, Rect, Size};

/// The side of a tile, in fields. No ship is longer than a tile.
pub const TILE_SIDE: i32 = 1 << TILE_BITS;
const TILE_BITS: u32 = 4;
const TILE_MASK: i32 = TILE_SIDE - 1;

/// Boards of up to this many tiles keep a plain table of them (16 KiB).
const DENSE_TILES_MAX: i64 = 4096;

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
    /// One word a row, one bit a column.
    reefs: [u16; TILE_SIDE as usize],
    /// The ships with a segment here.
    ships: Vec<ShipId>,
}

/// The reefs of one tile, for walking a board row by row.
#[derive(Clone, Copy, Debug)]
pub struct ReefTile<'a> {
    /// The tile's first row, a multiple of [`TILE_SIDE`].
    pub top: i32,
    /// The tile's first column, a multiple of [`TILE_SIDE`].
    pub left: i32,
    /// One word a row; bit `b` is column `left + b`.
    pub rows: &'a [u16; TILE_SIDE as usize],
}

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
        self.tile_at(pos).is_some_and(|tile| tile.reefs[row_in_tile(pos)] & column_bit(pos) != 0)
    }

    /// Enters a reef; says whether it is new.
    pub fn add_reef(&mut self, pos: Pos) -> bool {
        let tile = self.tile_mut(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        let row = &mut tile.reefs[row_in_tile(pos)];
        let is_new = *row & column_bit(pos) == 0;
        *row |= column_bit(pos);
        is_new
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
                self.tile_mut(y, x).ships.push(id);
            }
        }
    }

    /// Takes a ship from one rectangle to another.
    pub fn move_ship(&mut self, id: ShipId, from: Rect, to: Rect) {
        let (old, new) = (tile_span(from), tile_span(to));
        if old == new {
            return;
        }
        for y in old.top..=old.bottom {
            for x in old.left..=old.right {
                let ships = &mut self.tile_mut(y, x).ships;
                if let Some(at) = ships.iter().position(|&other| other == id) {
                    ships.swap_remove(at);
                }
            }
        }
        self.add_ship(id, to);
    }

    /// The tiles that hold reefs, by row of tiles, then column.
    pub fn reef_tiles(&self) -> Vec<ReefTile<'_>> {
        let mut found = Vec::new();
        let mut add = |y: i32, x: i32, slot: u32| {
            if let Some(tile) = self.in_slot(slot)
                && tile.reefs.iter().any(|&row| row != 0)
            {
                found.push(ReefTile { top: y << TILE_BITS, left: x << TILE_BITS, rows: &tile.reefs });
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

    fn tile_at(&self, pos: Pos) -> Option<&Tile> {
        self.tile(pos.y >> TILE_BITS, pos.x >> TILE_BITS)
    }

    /// The tile in that row and column of tiles; none off the board.
    fn tile(&self, y: i32, x: i32) -> Option<&Tile> {
        let slot = match &self.directory {
            Directory::Dense { columns, slots, .. } => {
                let x = usize::try_from(x).ok().filter(|x| x < columns)?;
                *slots.get(usize::try_from(y).ok()? * columns + x)?
            }
            Directory::Sparse(slots) => *slots.get(&(y, x))?,
        };
        self.in_slot(slot)
    }

    fn in_slot(&self, slot: u32) -> Option<&Tile> {
        self.tiles.get((slot as usize).wrapping_sub(1))
    }

    /// The tile in that row and column of tiles, which must be on the board.
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

fn row_in_tile(pos: Pos) -> usize {
    index(pos.y & TILE_MASK)
}

fn column_bit(pos: Pos) -> u16 {
    1 << (pos.x & TILE_MASK)
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
            assert_eq!(corners, [(0, 0), (16, 0), (16, 16), (96, 48)]);
        }
    }

    #[test]
    fn ships_are_found_across_tile_borders_and_past_the_edge() {
        for mut tiles in both() {
            let (first, second) = (Rect::new(14, 15, 18, 15), Rect::new(18, 16, 18, 20));
            tiles.add_ship(ShipId(7), first);
            assert_eq!(tiles.ships_near(Pos::new(16, 15)), [ShipId(7)]);
            assert_eq!(tiles.ships_near(Pos::new(16, 16)), []);
            tiles.move_ship(ShipId(7), first, second);
            assert_eq!(tiles.ships_near(Pos::new(16, 15)), []);
            assert_eq!(tiles.ships_near(Pos::new(18, 16)), [ShipId(7)]);
            assert!(tiles.ships_around(Rect::new(-1, -1, 16, 16)).eq([ShipId(7)]));
            assert_eq!(tiles.ships_around(Rect::new(-1, -1, 3, 3)).count(), 0);
        }
    }
}
