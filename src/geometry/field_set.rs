//! Sets of fields made of areas.

use super::{Area, BitGrid, Pos, Rect, Size, Span, TileSet};

/// Boards of up to this many rows of [`BitGrid::COLUMNS_MAX`] columns keep a word a
/// row.
const NARROW_ROWS_MAX: i32 = 1 << 10;

/// A set of fields of a board, made of small areas. Memory is proportional to the
/// areas, not to the board.
#[derive(Clone, Debug)]
pub struct FieldSet {
    size: Size,
    fields: Fields,
}

#[derive(Clone, Debug)]
enum Fields {
    Narrow(BitGrid),
    Wide(TileSet),
}

impl FieldSet {
    /// The fields of a board that lie in at least one of the areas.
    pub fn new(size: Size, areas: impl IntoIterator<Item = Area>) -> Self {
        let is_narrow = size.columns <= BitGrid::COLUMNS_MAX && size.rows <= NARROW_ROWS_MAX;
        let mut set = Self {
            size,
            fields: if is_narrow {
                Fields::Narrow(BitGrid::new(size.rect()))
            } else {
                Fields::Wide(TileSet::new(size))
            },
        };
        set.extend(areas);
        set
    }

    /// Adds the fields of more areas.
    pub fn extend(&mut self, areas: impl IntoIterator<Item = Area>) {
        let size = self.size;
        for area in areas {
            match &mut self.fields {
                Fields::Narrow(grid) => {
                    (area.rows(size)).for_each(|(y, span)| grid.insert_span(y, span));
                }
                Fields::Wide(tiles) => {
                    (area.rows(size)).for_each(|(y, span)| tiles.insert_span(y, span));
                }
            }
        }
    }

    /// Removes fields.
    pub fn remove(&mut self, fields: impl IntoIterator<Item = Pos>) {
        let fields = fields.into_iter();
        match &mut self.fields {
            Fields::Narrow(grid) => fields.for_each(|pos| grid.remove(pos)),
            Fields::Wide(tiles) => fields.for_each(|pos| tiles.remove(pos)),
        }
    }

    /// Whether a field is in the set; none off the board is.
    pub fn contains(&self, pos: Pos) -> bool {
        match &self.fields {
            Fields::Narrow(grid) => grid.contains(pos),
            Fields::Wide(tiles) => tiles.contains(pos),
        }
    }

    /// Which of 64 fields of a row are in the set, the first of them as the lowest
    /// bit.
    pub fn word_at(&self, first: Pos) -> u64 {
        match &self.fields {
            Fields::Narrow(grid) => grid.word_at(first),
            Fields::Wide(tiles) => tiles.word_at(first),
        }
    }

    /// Whether all fields of the board that lie in a rectangle are in the set.
    pub fn contains_all(&self, rect: Rect) -> bool {
        match &self.fields {
            Fields::Narrow(grid) => grid.contains_all(rect),
            Fields::Wide(tiles) => rect.intersection(&self.size.rect()).is_none_or(|rect| {
                let (first, last) = (rect.left, rect.right);
                (rect.top..=rect.bottom).all(|y| tiles.contains_span(y, Span { first, last }))
            }),
        }
    }
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
