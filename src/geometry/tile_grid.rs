//! Values by square tiles of a board. Memory is proportional to the tiles in use, not
//! to the board.
//!
//! The hash is seeded at random, so that no script can make it slow; nothing is printed in
//! its order.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::Size;

/// Grids of up to this many tiles and rows keep their tiles in rows, which are
/// allocated on first use. Larger ones use a hash map.
const DENSE_TILES_MAX: i64 = 1 << 14;
const DENSE_ROWS_MAX: i32 = 1 << 10;

/// Values by row and column of tiles. A tile that was never used has none.
#[derive(Clone, Debug)]
pub(crate) struct TileGrid<T> {
    rows: i32,
    columns: i32,
    storage: Storage<T>,
}

#[derive(Clone, Debug)]
enum Storage<T> {
    /// Row by row; there are no rows before the first tile is used, and a row without
    /// a used tile is empty.
    Dense(Vec<Vec<T>>),
    Sparse(HashMap<(i32, i32), T, RandomState>),
}

impl<T: Default> TileGrid<T> {
    /// A grid over a board, whose tiles have sides of `1 << tile_bits` fields.
    pub fn new(size: Size, tile_bits: u32) -> Self {
        let rows = ((size.rows - 1) >> tile_bits) + 1;
        let columns = ((size.columns - 1) >> tile_bits) + 1;
        let is_dense =
            rows <= DENSE_ROWS_MAX && i64::from(rows) * i64::from(columns) <= DENSE_TILES_MAX;
        let storage = if is_dense {
            Storage::Dense(Vec::new())
        } else {
            Storage::Sparse(HashMap::default())
        };
        Self {
            rows,
            columns,
            storage,
        }
    }

    /// The value of a tile, if it was used; none off the board.
    #[inline]
    pub fn get(&self, y: i32, x: i32) -> Option<&T> {
        match &self.storage {
            Storage::Dense(rows) => rows.get(index(y))?.get(index(x)),
            Storage::Sparse(tiles) => tiles.get(&(y, x)),
        }
    }

    /// The value of a tile, mutable.
    #[inline]
    pub fn get_mut(&mut self, y: i32, x: i32) -> Option<&mut T> {
        match &mut self.storage {
            Storage::Dense(rows) => rows.get_mut(index(y))?.get_mut(index(x)),
            Storage::Sparse(tiles) => tiles.get_mut(&(y, x)),
        }
    }

    /// The values of two by two tiles, row by row.
    #[inline]
    pub fn two_by_two(&self, y: i32, x: i32) -> [Option<&T>; 4] {
        match &self.storage {
            Storage::Dense(rows) => {
                let row = |y: i32| rows.get(index(y)).map_or(&[][..], |row| row);
                let (upper, lower) = (row(y), row(y + 1));
                let (first, second) = (index(x), index(x + 1));
                [
                    upper.get(first),
                    upper.get(second),
                    lower.get(first),
                    lower.get(second),
                ]
            }
            Storage::Sparse(tiles) => {
                [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)].map(|place| tiles.get(&place))
            }
        }
    }

    /// The value of a tile of the board, allocated on first use.
    #[inline]
    pub fn make(&mut self, y: i32, x: i32) -> &mut T {
        debug_assert!((0..self.rows).contains(&y) && (0..self.columns).contains(&x));
        match &mut self.storage {
            Storage::Dense(rows) => {
                if rows.get(index(y)).is_none_or(Vec::is_empty) {
                    make_row(rows, index(y), index(self.rows), index(self.columns));
                }
                &mut rows[index(y)][index(x)]
            }
            Storage::Sparse(tiles) => tiles.entry((y, x)).or_default(),
        }
    }

    /// Releases a tile that has the default value again, if that saves memory.
    #[inline]
    pub fn release(&mut self, y: i32, x: i32, is_default: impl Fn(&T) -> bool) {
        if let Storage::Sparse(tiles) = &mut self.storage
            && tiles.get(&(y, x)).is_some_and(is_default)
        {
            tiles.remove(&(y, x));
        }
    }

    /// The used tiles that `choose` selects, by row, then column.
    pub fn sorted<U>(&self, choose: impl Fn(&T) -> Option<U>) -> Vec<(i32, i32, U)> {
        let mut found = Vec::new();
        match &self.storage {
            Storage::Dense(rows) => {
                for (y, row) in (0..).zip(rows) {
                    found.extend(
                        (0..)
                            .zip(row)
                            .filter_map(|(x, tile)| Some((y, x, choose(tile)?))),
                    );
                }
            }
            Storage::Sparse(tiles) => {
                found.extend(
                    tiles
                        .iter()
                        .filter_map(|(&(y, x), tile)| Some((y, x, choose(tile)?))),
                );
                found.sort_unstable_by_key(|&(y, x, _)| (y, x));
            }
        }
        found
    }
}

#[cold]
fn make_row<T: Default>(rows: &mut Vec<Vec<T>>, y: usize, count: usize, columns: usize) {
    rows.resize_with(count, Vec::new);
    rows[y].resize_with(columns, T::default);
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
    fn both_storages_do_the_same() {
        let mut dense = TileGrid::<i32>::new(
            Size {
                rows: 100,
                columns: 50,
            },
            3,
        );
        let mut sparse = TileGrid::<i32>::new(
            Size {
                rows: i32::MAX,
                columns: i32::MAX,
            },
            3,
        );
        assert!(matches!(dense.storage, Storage::Dense(_)));
        assert!(matches!(sparse.storage, Storage::Sparse(_)));
        for grid in [&mut dense, &mut sparse] {
            for (value, (y, x)) in (1..).zip([(12, 6), (0, 0), (2, 5), (2, 1)]) {
                assert_eq!(grid.get(y, x).copied().unwrap_or(0), 0);
                *grid.make(y, x) = value;
                assert_eq!(grid.get(y, x), Some(&value));
                assert_eq!(grid.get_mut(y, x), Some(&mut value.clone()));
                assert_eq!(grid.two_by_two(y - 1, x)[2], Some(&value));
                assert_eq!(grid.two_by_two(y - 1, x - 1)[3], Some(&value));
            }
            assert_eq!(grid.get(-1, 0).or(grid.get(0, -1)), None);
            let made = grid.sorted(|&value| (value != 0).then_some(value));
            assert_eq!(made, [(0, 0, 2), (2, 1, 4), (2, 5, 3), (12, 6, 1)]);
        }
        assert_eq!(dense.get(13, 0).or(dense.get(0, 7)), None);
    }
}
