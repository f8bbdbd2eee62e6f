//! Sets of fields of a board of any size.

use std::ops::Range;

use super::{Area, Pos, Rect, Size, Span, TileGrid, ones};

/// The side of a tile, in fields; its fields are the bits of a word.
const TILE_SIDE: i32 = 1 << TILE_BITS;
pub(crate) const TILE_BITS: u32 = 3;
const TILE_MASK: i32 = TILE_SIDE - 1;

/// A set of fields of a board of any size. Memory is proportional to the tiles of
/// eight by eight fields that have one of them.
#[derive(Clone, Debug)]
pub struct FieldSet {
    board: Size,
    /// By tile: bit `8 * row + column`.
    tiles: TileGrid<u64>,
}

impl FieldSet {
    /// The fields of a board that lie in at least one of the areas.
    pub fn new(board: Size, areas: impl IntoIterator<Item = Area>) -> Self {
        let mut set = Self {
            board,
            tiles: TileGrid::new(board, TILE_BITS),
        };
        set.extend(areas);
        set
    }

    /// Adds the fields of more areas. The time is proportional to their fields.
    pub fn extend(&mut self, areas: impl IntoIterator<Item = Area>) {
        for area in areas {
            area.rows(self.board).for_each(|(y, span)| {
                (span.first >> TILE_BITS..=span.last >> TILE_BITS).for_each(|x| {
                    let bits = bits_of(span, x << TILE_BITS);
                    *self.tiles.make(y >> TILE_BITS, x) |= bits << row_shift(y);
                });
            });
        }
    }

    /// Whether a field is in the set; none off the board is.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        self.tile(pos) & tile_bit(pos) != 0
    }

    /// Adds a field of the board; returns whether it is new.
    pub fn insert(&mut self, pos: Pos) -> bool {
        let tile = self.tiles.make(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        let is_new = *tile & tile_bit(pos) == 0;
        *tile |= tile_bit(pos);
        is_new
    }

    /// Removes fields.
    pub fn remove(&mut self, fields: impl IntoIterator<Item = Pos>) {
        for pos in fields {
            let tile = self.tiles.get_mut(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
            if let Some(tile) = tile {
                *tile &= !tile_bit(pos);
            }
        }
    }

    /// Whether all fields of the board that lie in a rectangle are in the set.
    pub fn contains_all(&self, rect: Rect) -> bool {
        Area::Rect(rect).rows(self.board).all(|(y, span)| {
            (span.first >> TILE_BITS..=span.last >> TILE_BITS).all(|x| {
                let (left, bits) = (x << TILE_BITS, bits_of(span, x << TILE_BITS));
                self.tile(Pos::new(y, left)) >> row_shift(y) & bits == bits
            })
        })
    }

    /// Which of 64 fields of a row are in the set, the first of them as the lowest
    /// bit.
    pub fn word_at(&self, first: Pos) -> u64 {
        let last = first.x.saturating_add(63);
        let tiles = first.x >> TILE_BITS..=last >> TILE_BITS;
        tiles.fold(0, |word, x| {
            let left = x << TILE_BITS;
            let row = self.tile(Pos::new(first.y, left)) >> row_shift(first.y) & 0xff;
            let shift = left.abs_diff(first.x);
            word | if left >= first.x {
                row << shift
            } else {
                row >> shift
            }
        })
    }

    /// The rows of the board that have fields of the set, from the top down.
    pub fn rows(&self) -> TileRows {
        TileRows {
            tiles: self.tiles.sorted(|&tile| (tile != 0).then_some(tile)),
            current: 0..0,
        }
    }

    fn tile(&self, pos: Pos) -> u64 {
        let tile = self.tiles.get(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        tile.copied().unwrap_or(0)
    }
}

/// A walk through a set, row by row from the top.
#[derive(Clone, Debug)]
pub struct TileRows {
    /// The tiles with their rows and columns of tiles, in this order.
    tiles: Vec<(i32, i32, u64)>,
    /// The tiles of the current row of tiles.
    current: Range<usize>,
}

impl TileRows {
    /// The columns of a row that are in the set, in order. Rows are asked for from
    /// the top down.
    pub fn columns(&mut self, y: i32) -> impl Iterator<Item = i32> {
        self.rows_of_tiles(y)
            .flat_map(|(left, row)| ones(row).map(move |column| left + column.cast_signed()))
    }

    /// The columns of a row that are in the set, as spans that do not meet. Rows are
    /// asked for from the top down.
    pub fn spans(&mut self, y: i32, spans: &mut Vec<Span>) {
        spans.clear();
        for (left, mut row) in self.rows_of_tiles(y) {
            while row != 0 {
                let start = row.trailing_zeros();
                let length = (row >> start).trailing_ones();
                let first = left + start.cast_signed();
                let last = first + length.cast_signed() - 1;
                match spans.last_mut() {
                    Some(before) if before.last + 1 == first => before.last = last,
                    _ => spans.push(Span { first, last }),
                }
                row &= u64::MAX << (start + length);
            }
        }
    }

    /// The tiles with fields in a row: their first columns, and the row's bits.
    fn rows_of_tiles(&mut self, y: i32) -> impl Iterator<Item = (i32, u64)> {
        while self
            .tiles
            .get(self.current.end)
            .is_some_and(|tile| tile.0 <= y >> TILE_BITS)
        {
            let (start, top) = (self.current.end, self.tiles[self.current.end].0);
            let tiles = self.tiles[start..].iter();
            let length = tiles.take_while(|tile| tile.0 == top).count();
            self.current = start..start + length;
        }
        let tiles = self.tiles[self.current.clone()].iter();
        let tiles = tiles.filter(move |tile| tile.0 == y >> TILE_BITS);
        tiles.map(move |&(_, x, tile)| (x << TILE_BITS, tile >> row_shift(y) & 0xff))
    }
}

/// The bit of a field in its tile.
pub(crate) const fn tile_bit(pos: Pos) -> u64 {
    1 << ((pos.y & TILE_MASK) * TILE_SIDE + (pos.x & TILE_MASK))
}

/// How far the bits of a row are shifted in a tile.
const fn row_shift(y: i32) -> i32 {
    (y & TILE_MASK) * TILE_SIDE
}

/// The columns of a span in the row of a tile that begins in column `left`.
fn bits_of(span: Span, left: i32) -> u64 {
    let first = span.first.max(left) - left;
    let last = span.last.min(left + TILE_MASK) - left;
    (0xff >> (TILE_MASK - (last - first))) << first
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn area() -> impl Strategy<Value = Area> {
        prop_oneof![
            (-3..30, -3..30, 0..6_u8).prop_map(|(y, x, radius)| Area::Circle {
                centre: Pos::new(y, x),
                radius
            }),
            (-3..30, -3..30, 0..5, 0..5).prop_map(|(y, x, height, width)| Area::Rect(Rect::new(
                y,
                x,
                y + height,
                x + width
            ))),
        ]
    }

    fn is_in(area: &Area, pos: Pos) -> bool {
        match area {
            Area::Circle { centre, radius } => centre.within(pos, *radius),
            Area::Rect(rect) => rect.contains(pos),
        }
    }

    proptest! {
        #[test]
        fn a_field_is_in_the_set_if_an_area_has_it(
            areas in prop::collection::vec(area(), 0..8),
            more in prop::collection::vec(area(), 0..3),
            columns in prop::sample::select(vec![1, 28, 64, 65, 2_000_000_000]),
            holes in prop::collection::vec((-1..27, -1..30), 0..6),
            corner in (-2..28, -2..28, 0..4, 0..4),
        ) {
            let size = Size { rows: 26, columns };
            let mut set = FieldSet::new(size, areas.iter().copied());
            set.extend(more.iter().copied());
            let holes: Vec<_> = holes.into_iter().map(|(y, x)| Pos::new(y, x)).collect();
            set.remove(holes.iter().copied());
            let expected = |pos| size.contains(pos) && !holes.contains(&pos)
                && areas.iter().chain(&more).any(|area| is_in(area, pos));
            for y in -2..30 {
                for x in -2..40 {
                    prop_assert_eq!(set.contains(Pos::new(y, x)), expected(Pos::new(y, x)));
                }
            }
            for (y, x) in [(-1, 0), (3, 0), (3, 2), (9, -5), (26, 0), (7, 27), (7, 70), (7, -70)] {
                let word = set.word_at(Pos::new(y, x));
                for bit in 0..64 {
                    prop_assert_eq!(word >> bit & 1 == 1, set.contains(Pos::new(y, x + bit)));
                }
            }
            let (top, left, height, width) = corner;
            let rect = Rect::new(top, left, top + height, left + width);
            let mut fields = (top..=rect.bottom)
                .flat_map(|y| (left..=rect.right).map(move |x| Pos::new(y, x)))
                .filter(|&pos| size.contains(pos));
            prop_assert_eq!(set.contains_all(rect), fields.all(expected));
        }
    }
}
