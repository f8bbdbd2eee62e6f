//! Sets of fields of a board of any size.

use std::ops::RangeInclusive;

use crate::geometry::{Pos, Rect, Size};
use crate::view::area::{Area, DISCS, Span};

/// Boards of up to so many rows of [`u64::BITS`] columns keep a word a row.
const NARROW_ROWS_MAX: i32 = 1 << 10;

/// A set of fields of a board, made of areas. Memory goes with the areas, not
/// with the board.
#[derive(Clone, Debug)]
pub struct FieldSet {
    size: Size,
    rows: Rows,
}

#[derive(Clone, Debug)]
enum Rows {
    /// A bit for each column.
    Narrow(Vec<u64>),
    /// By row, then first column. They neither overlap nor meet.
    Wide(Vec<(i32, Span)>),
}

impl FieldSet {
    /// The fields of a board that lie in at least one of the areas.
    pub fn new(size: Size, areas: impl IntoIterator<Item = Area>) -> Self {
        let is_narrow = size.columns <= u64::BITS.cast_signed() && size.rows <= NARROW_ROWS_MAX;
        let mut set = Self {
            size,
            rows: if is_narrow {
                Rows::Narrow(vec![0; size.rows.unsigned_abs() as usize])
            } else {
                Rows::Wide(Vec::new())
            },
        };
        set.extend(areas);
        set
    }

    /// Adds the fields of more areas.
    pub fn extend(&mut self, areas: impl IntoIterator<Item = Area>) {
        let last_column = self.size.columns - 1;
        let last_row = self.size.rows - 1;
        for area in areas {
            let rows = area.first_row().max(0)..=area.last_row().min(last_row);
            match &mut self.rows {
                Rows::Narrow(words) => add_bits(words, rows, &area, last_column),
                Rows::Wide(spans) => spans.extend(rows.filter_map(|y| {
                    let span = area.span(y);
                    let (first, last) = (span.first.max(0), span.last.min(last_column));
                    (first <= last).then_some((y, Span { first, last }))
                })),
            }
        }
        if let Rows::Wide(spans) = &mut self.rows {
            spans.sort_unstable_by_key(|(y, span)| (*y, span.first));
            spans.dedup_by(|(y, span), (y_before, before)| {
                let meets = y == y_before && span.first <= before.last + 1;
                if meets {
                    before.last = before.last.max(span.last);
                }
                meets
            });
        }
    }

    /// Takes fields out of the set, as far as they are in it.
    pub fn remove(&mut self, fields: impl IntoIterator<Item = Pos>) {
        let size = self.size;
        let holes = fields.into_iter().filter(|&pos| size.contains(pos));
        match &mut self.rows {
            Rows::Narrow(words) => {
                holes.for_each(|pos| words[pos.y.unsigned_abs() as usize] &= !(1 << pos.x));
            }
            Rows::Wide(spans) => {
                let mut holes: Vec<_> = holes.collect();
                holes.sort_unstable();
                let mut holes = holes.into_iter().peekable();
                let mut parts = Vec::with_capacity(spans.len() + holes.len());
                for &(y, Span { mut first, last }) in &*spans {
                    while let Some(hole) = holes.next_if(|hole| *hole <= Pos::new(y, last)) {
                        if hole >= Pos::new(y, first) {
                            let before = Span {
                                first,
                                last: hole.x - 1,
                            };
                            parts.extend((first < hole.x).then_some((y, before)));
                            first = hole.x + 1;
                        }
                    }
                    parts.extend((first <= last).then_some((y, Span { first, last })));
                }
                *spans = parts;
            }
        }
    }

    /// Whether a field is in the set; one off the board is not.
    pub fn contains(&self, pos: Pos) -> bool {
        if !self.size.contains(pos) {
            return false;
        }
        match &self.rows {
            Rows::Narrow(words) => words[pos.y.unsigned_abs() as usize] >> pos.x & 1 == 1,
            Rows::Wide(spans) => covers(spans, pos.y, pos.x, pos.x),
        }
    }

    /// Which of 64 fields of a row are in the set, the first of them in a column
    /// as the lowest bit.
    pub fn word(&self, first: Pos) -> u64 {
        if first.y < 0 || first.y >= self.size.rows {
            return 0;
        }
        let last = first.x.saturating_add(63);
        match &self.rows {
            Rows::Narrow(words) => {
                let word = words[first.y.unsigned_abs() as usize];
                let shift = first.x.unsigned_abs();
                let shifted = match first.x {
                    0.. => word.checked_shr(shift),
                    _ => word.checked_shl(shift),
                };
                shifted.unwrap_or(0)
            }
            Rows::Wide(spans) => {
                let start = spans.partition_point(|(y, span)| (*y, span.last) < (first.y, first.x));
                let row = spans[start..].iter();
                let row = row.take_while(|(y, span)| *y == first.y && span.first <= last);
                row.fold(0, |word, (_, span)| {
                    let (from, to) = (span.first.max(first.x), span.last.min(last));
                    word | bits(from - first.x, to - first.x)
                })
            }
        }
    }

    /// Whether all fields of the board that lie in a rectangle are in the set.
    pub fn contains_all(&self, rect: Rect) -> bool {
        let (top, bottom) = (rect.top.max(0), rect.bottom.min(self.size.rows - 1));
        let (left, right) = (rect.left.max(0), rect.right.min(self.size.columns - 1));
        left > right
            || (top..=bottom).all(|y| match &self.rows {
                Rows::Narrow(words) => {
                    let wanted = bits(left, right);
                    words[y.unsigned_abs() as usize] & wanted == wanted
                }
                Rows::Wide(spans) => covers(spans, y, left, right),
            })
    }
}

/// Adds rows of an area, which may reach past the columns.
fn add_bits(words: &mut [u64], rows: RangeInclusive<i32>, area: &Area, last_column: i32) {
    if rows.is_empty() {
        return;
    }
    let first = *rows.start();
    let words = &mut words[first.unsigned_abs() as usize..=rows.end().unsigned_abs() as usize];
    match *area {
        Area::Circle { middle, radius } if (0..=last_column).contains(&middle.x) => {
            let columns = bits(0, last_column);
            let above = first.abs_diff(area.first_row()) as usize;
            let discs = DISCS[usize::from(radius)][above..].iter();
            let discs = discs.map(|&disc| u64::from(disc));
            let shift = middle.x - i32::from(radius);
            if shift < 0 {
                for (word, disc) in words.iter_mut().zip(discs) {
                    *word |= disc >> -shift & columns;
                }
            } else {
                for (word, disc) in words.iter_mut().zip(discs) {
                    *word |= disc << shift & columns;
                }
            }
        }
        Area::Circle { .. } => {
            for (y, word) in rows.zip(words) {
                let span = area.span(y);
                *word |= clipped_bits(span.first, span.last, last_column);
            }
        }
        Area::Square(rect) => {
            let row = clipped_bits(rect.left, rect.right, last_column);
            for word in words {
                *word |= row;
            }
        }
    }
}

/// The bits of those of the columns from `first` to `last` that there are.
fn clipped_bits(first: i32, last: i32, last_column: i32) -> u64 {
    let (first, last) = (first.max(0), last.min(last_column));
    if first <= last { bits(first, last) } else { 0 }
}

/// The bits of the columns from `first` to `last`, both below 64.
fn bits(first: i32, last: i32) -> u64 {
    (u64::MAX >> (63 - (last - first))) << first
}

/// Whether one of the spans covers the columns of a row from `first` to `last`.
fn covers(spans: &[(i32, Span)], y: i32, first: i32, last: i32) -> bool {
    let after = spans.partition_point(|(row, span)| (*row, span.first) <= (y, first));
    let before = after.checked_sub(1).map(|at| spans[at]);
    before.is_some_and(|(row, span)| row == y && last <= span.last)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn area() -> impl Strategy<Value = Area> {
        prop_oneof![
            (-3..30, -3..30, 0..6_u8).prop_map(|(y, x, radius)| Area::Circle {
                middle: Pos::new(y, x),
                radius
            }),
            (-3..30, -3..30, 0..5, 0..5).prop_map(|(y, x, height, width)| Area::Square(Rect::new(
                y,
                x,
                y + height,
                x + width
            ))),
        ]
    }

    fn is_in(area: &Area, pos: Pos) -> bool {
        match area {
            Area::Circle { middle, radius } => middle.within(pos, *radius),
            Area::Square(rect) => rect.contains(pos),
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
                let word = set.word(Pos::new(y, x));
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
