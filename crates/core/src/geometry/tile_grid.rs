//! Values by tile of a board. Memory is proportional to the tiles in use, not to the board.

use std::collections::BTreeMap;

use super::Size;

/// Grids of up to this many tiles allocate all of them on first use. Larger ones use a search
/// tree.
const DENSE_TILES_MAX: i64 = 1 << 14;

/// Values by row and column of tiles. A tile that was never used may have none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileGrid<T> {
    rows: i32,
    columns: i32,
    storage: Storage<T>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Storage<T> {
    /// Row by row; empty before the first tile is used.
    Dense(Vec<T>),
    Sparse(BTreeMap<(i32, i32), T>),
}

impl<T: Default> TileGrid<T> {
    /// A grid over a board, whose tiles have `1 << row_bits` by `1 << column_bits` fields.
    pub fn new(size: Size, row_bits: u32, column_bits: u32) -> Self {
        let rows = ((size.rows - 1) >> row_bits) + 1;
        let columns = ((size.columns - 1) >> column_bits) + 1;
        let storage = if i64::from(rows) * i64::from(columns) <= DENSE_TILES_MAX {
            Storage::Dense(Vec::new())
        } else {
            Storage::Sparse(BTreeMap::new())
        };
        Self {
            rows,
            columns,
            storage,
        }
    }

    /// The value of a tile, if it is allocated; `None` off the board.
    #[inline]
    pub fn get(&self, y: i32, x: i32) -> Option<&T> {
        match &self.storage {
            Storage::Dense(tiles) => tiles.get(self.index(y, x)),
            Storage::Sparse(tiles) => tiles.get(&(y, x)),
        }
    }

    /// The value of a tile, mutable.
    #[inline]
    pub fn get_mut(&mut self, y: i32, x: i32) -> Option<&mut T> {
        let index = self.index(y, x);
        match &mut self.storage {
            Storage::Dense(tiles) => tiles.get_mut(index),
            Storage::Sparse(tiles) => tiles.get_mut(&(y, x)),
        }
    }

    /// The value of a tile of the board, allocated on first use.
    #[inline]
    pub fn make(&mut self, y: i32, x: i32) -> &mut T {
        debug_assert!((0..self.rows).contains(&y) && (0..self.columns).contains(&x));
        let index = self.index(y, x);
        match &mut self.storage {
            Storage::Dense(tiles) => {
                if tiles.is_empty() {
                    let count = i64::from(self.rows) * i64::from(self.columns);
                    tiles.resize_with(usize::try_from(count).unwrap_or(0), T::default);
                }
                &mut tiles[index]
            }
            Storage::Sparse(tiles) => tiles.entry((y, x)).or_default(),
        }
    }

    /// Frees a tile that has its default value again, if the storage is sparse.
    #[inline]
    pub fn release(&mut self, y: i32, x: i32, is_default: impl Fn(&T) -> bool) {
        if let Storage::Sparse(tiles) = &mut self.storage
            && tiles.get(&(y, x)).is_some_and(is_default)
        {
            tiles.remove(&(y, x));
        }
    }

    /// The index of a tile in dense storage; past the end for one off the board.
    #[inline]
    #[expect(
        clippy::cast_sign_loss,
        reason = "a negative number becomes larger than all indices"
    )]
    const fn index(&self, y: i32, x: i32) -> usize {
        if x as u32 >= self.columns as u32 {
            return usize::MAX;
        }
        // With a negative row this wraps to an index past the end.
        let first = (y as usize).wrapping_mul(self.columns as usize);
        first.wrapping_add(x as usize)
    }

    /// The used tiles that `choose` selects, by row, then column.
    pub fn sorted<U>(&self, choose: impl Fn(&T) -> Option<U>) -> Vec<(i32, i32, U)> {
        let mut found = Vec::new();
        match &self.storage {
            Storage::Dense(tiles) => {
                let places = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (y, x)));
                let tiles = places.zip(tiles);
                found.extend(tiles.filter_map(|((y, x), tile)| Some((y, x, choose(tile)?))));
            }
            Storage::Sparse(tiles) => {
                let tiles = tiles.iter();
                found.extend(tiles.filter_map(|(&(y, x), tile)| Some((y, x, choose(tile)?))));
            }
        }
        found
    }
}
