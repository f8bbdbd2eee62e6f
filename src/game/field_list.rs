//! Fields that are marked: the reefs of a board, and the shots.

use super::tile_grid::TileGrid;
use crate::geometry::{Pos, Size};

/// The side of a tile of sites, in fields; its fields are the bits of a word.
pub const TILE_SIDE: i32 = 1 << TILE_BITS;
const TILE_BITS: u32 = 3;
const TILE_MASK: i32 = TILE_SIDE - 1;

/// Marked fields of a board, in the order given and by field.
#[derive(Clone, Debug)]
pub struct FieldList {
    order: Vec<Pos>,
    /// By tile: bit `8 * row + column`.
    fields: TileGrid<u64>,
}

/// The sites of one tile, for walking a board row by row.
#[derive(Clone, Copy, Debug)]
pub struct FieldTile {
    /// The tile's first row, a multiple of [`TILE_SIDE`].
    pub top: i32,
    /// The tile's first column, a multiple of [`TILE_SIDE`].
    pub left: i32,
    fields: u64,
}

impl FieldTile {
    /// The columns with a site in a row of the board that the tile has.
    pub fn columns(&self, y: i32) -> impl Iterator<Item = i32> + use<> {
        let left = self.left;
        let mut row = (self.fields >> ((y & TILE_MASK) * TILE_SIDE)) & 0xff;
        std::iter::from_fn(move || {
            let column = (row != 0).then(|| left + row.trailing_zeros().cast_signed());
            row &= row.wrapping_sub(1);
            column
        })
    }
}

impl FieldList {
    pub(super) fn new(size: Size) -> Self {
        Self {
            order: Vec::new(),
            fields: TileGrid::new(size, TILE_BITS),
        }
    }

    /// The sites in the order given, each once.
    pub fn in_order(&self) -> &[Pos] {
        &self.order
    }

    /// Whether a field is one of them.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        let tile = self.fields.get(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        tile.is_some_and(|fields| fields & bit(pos) != 0)
    }

    /// Enters a field of the board; twice is once.
    pub(super) fn add(&mut self, pos: Pos) {
        let fields = self.fields.make(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        if *fields & bit(pos) == 0 {
            *fields |= bit(pos);
            self.order.push(pos);
        }
    }

    /// The tiles that hold sites, by row of tiles, then column.
    pub fn tiles(&self) -> Vec<FieldTile> {
        let tiles = self
            .fields
            .sorted(|&fields| (fields != 0).then_some(fields));
        let tile = |(y, x, fields)| FieldTile {
            top: y << TILE_BITS,
            left: x << TILE_BITS,
            fields,
        };
        tiles.into_iter().map(tile).collect()
    }
}

/// The bit of a field in its tile.
const fn bit(pos: Pos) -> u64 {
    1 << ((pos.y & TILE_MASK) * TILE_SIDE + (pos.x & TILE_MASK))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sites_are_kept_in_order_and_found_by_row() {
        let mut sites = FieldList::new(Size {
            rows: 100,
            columns: 50,
        });
        let order = [(99, 49), (0, 0), (17, 3), (17, 2), (16, 31)].map(|(y, x)| Pos::new(y, x));
        for site in order.into_iter().chain(order) {
            sites.add(site);
            assert!(sites.contains(site));
        }
        assert_eq!(sites.in_order(), order);
        assert!(!sites.contains(Pos::new(1, 0)));
        assert!(!sites.contains(Pos::new(-1, 0)));
        let corners: Vec<_> = sites
            .tiles()
            .iter()
            .map(|tile| (tile.top, tile.left))
            .collect();
        assert_eq!(corners, [(0, 0), (16, 0), (16, 24), (96, 48)]);
        assert!(sites.tiles()[1].columns(17).eq([2, 3]));
    }
}
