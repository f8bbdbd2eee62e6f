//! Sets of fields of a board of any size.

use super::{Area, Pos, Rect, Size, Span, TileGrid};

/// `column >> WORD_BITS` is the word of a field in its row, the lower bits of the column its
/// bit.
const WORD_BITS: u32 = 6;
const WORD_MASK: i32 = (1 << WORD_BITS) - 1;

/// A set of fields of a board of any size. Memory is proportional to the words of 64 fields
/// in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldSet {
    board: Size,
    /// By row and `column >> WORD_BITS`; the first column is the lowest bit.
    words: TileGrid<u64>,
}

impl FieldSet {
    /// The fields of a board that lie in at least one of the areas.
    pub fn new(board: Size, areas: impl IntoIterator<Item = Area>) -> Self {
        let mut set = Self {
            board,
            words: TileGrid::new(board, 0, WORD_BITS),
        };
        set.extend(areas);
        set
    }

    /// Adds the fields of more areas. The time is proportional to their fields.
    pub fn extend(&mut self, areas: impl IntoIterator<Item = Area>) {
        for area in areas {
            area.rows(self.board).for_each(|(y, span)| {
                (span.first >> WORD_BITS..=span.last >> WORD_BITS)
                    .for_each(|x| *self.words.make(y, x) |= bits_of(span, x));
            });
        }
    }

    /// Adds the fields of another set of the same board.
    pub fn unite(&mut self, other: &Self) {
        for (y, x, word) in other.rows().words {
            *self.words.make(y, x) |= word;
        }
    }

    /// Whether a field is in the set; false off the board.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        self.word(pos.y, pos.x >> WORD_BITS) & bit_of(pos) != 0
    }

    /// Adds a field of the board; returns whether it is new.
    pub fn insert(&mut self, pos: Pos) -> bool {
        let word = self.words.make(pos.y, pos.x >> WORD_BITS);
        let is_new = *word & bit_of(pos) == 0;
        *word |= bit_of(pos);
        is_new
    }

    /// Removes fields.
    pub fn remove(&mut self, fields: impl IntoIterator<Item = Pos>) {
        for pos in fields {
            if let Some(word) = self.words.get_mut(pos.y, pos.x >> WORD_BITS) {
                *word &= !bit_of(pos);
            }
        }
    }

    /// Whether all fields of the board that lie in a rectangle are in the set.
    pub fn contains_all(&self, rect: Rect) -> bool {
        Area::Rect(rect).rows(self.board).all(|(y, span)| {
            (span.first >> WORD_BITS..=span.last >> WORD_BITS)
                .all(|x| bits_of(span, x) & !self.word(y, x) == 0)
        })
    }

    /// The 64 fields of a row from `first` on as bits, `first` as the lowest.
    pub fn word_at(&self, first: Pos) -> u64 {
        let (x, shift) = (first.x >> WORD_BITS, first.x & WORD_MASK);
        // Two shifts, because a shift by 64 overflows.
        self.word(first.y, x) >> shift | self.word(first.y, x + 1) << 1 << (WORD_MASK - shift)
    }

    /// The rows of the board that have fields of the set, from the top down.
    pub(crate) fn rows(&self) -> SetRows {
        SetRows {
            words: self.words.sorted(|&word| (word != 0).then_some(word)),
            next: 0,
        }
    }

    /// The fields of the set, by row and column.
    pub fn fields(&self) -> impl Iterator<Item = Pos> {
        let words = self.rows().words.into_iter();
        words.flat_map(|(y, x, word)| {
            ones(word).map(move |column| Pos::new(y, (x << WORD_BITS) + column.cast_signed()))
        })
    }

    fn word(&self, y: i32, x: i32) -> u64 {
        self.words.get(y, x).copied().unwrap_or(0)
    }
}

/// A cursor over a set, row by row from the top.
#[derive(Clone, Debug)]
pub(crate) struct SetRows {
    /// The words with their rows and columns of words, in this order.
    words: Vec<(i32, i32, u64)>,
    /// The first word that may lie in the next row.
    next: usize,
}

impl SetRows {
    /// The columns of a row that are in the set, in order. Rows must be requested from the
    /// top down.
    pub fn columns(&mut self, y: i32) -> impl Iterator<Item = i32> {
        self.words_of(y)
            .flat_map(|(left, word)| ones(word).map(move |column| left + column.cast_signed()))
    }

    /// The columns of a row that are in the set, as maximal spans. Rows must be requested
    /// from the top down.
    pub fn spans(&mut self, y: i32, spans: &mut Vec<Span>) {
        spans.clear();
        for (left, mut word) in self.words_of(y) {
            while word != 0 {
                let start = word.trailing_zeros();
                let length = (word >> start).trailing_ones();
                let first = left + start.cast_signed();
                let last = first + length.cast_signed() - 1;
                match spans.last_mut() {
                    Some(before) if before.last + 1 == first => before.last = last,
                    _ => spans.push(Span { first, last }),
                }
                word &= u64::MAX.checked_shl(start + length).unwrap_or(0);
            }
        }
    }

    /// The words with fields in a row: their first columns, and their bits.
    fn words_of(&mut self, y: i32) -> impl Iterator<Item = (i32, u64)> {
        let before = self.words[self.next..].iter();
        self.next += before.take_while(|word| word.0 < y).count();
        let words = self.words[self.next..].iter();
        let words = words.take_while(move |word| word.0 == y);
        words.map(|&(_, x, word)| (x << WORD_BITS, word))
    }
}

/// The bit of a field in its word.
const fn bit_of(pos: Pos) -> u64 {
    1 << (pos.x & WORD_MASK)
}

/// The bits of a span in the word `x` of its row, which it must overlap.
fn bits_of(span: Span, x: i32) -> u64 {
    let left = x << WORD_BITS;
    let first = span.first.max(left) - left;
    let last = span.last.min(left + WORD_MASK) - left;
    u64::MAX >> (WORD_MASK - (last - first)) << first
}

/// The indices of the set bits, lowest first.
fn ones(mut word: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = (word != 0).then(|| word.trailing_zeros())?;
        word &= word - 1;
        Some(bit)
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Areas around two words of a row.
    fn area() -> impl Strategy<Value = Area> {
        prop_oneof![
            (-3..30, column(), 0..6_u8).prop_map(|(y, x, radius)| Area::Circle {
                centre: Pos::new(y, x),
                radius
            }),
            (-3..30, column(), 0..5, prop_oneof![0..5, 60..66]).prop_map(
                |(y, x, height, width)| Area::Rect(Rect::new(y, x, y + height, x + width))
            ),
        ]
    }

    fn column() -> impl Strategy<Value = i32> {
        prop_oneof![-3..30, 50..80]
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
            columns in prop::sample::select(vec![1, 28, 64, 65, 90, 2_000_000_000]),
            holes in prop::collection::vec((-1..27, column()), 0..6),
            corner in (-2..28, column(), 0..4, prop_oneof![0..4, 60..66]),
        ) {
            let size = Size { rows: 26, columns };
            let mut set = FieldSet::new(size, areas.iter().copied());
            set.extend(more.iter().copied());
            let holes: Vec<_> = holes.into_iter().map(|(y, x)| Pos::new(y, x)).collect();
            set.remove(holes.iter().copied());
            let expected = |pos| size.contains(pos) && !holes.contains(&pos)
                && areas.iter().chain(&more).any(|area| is_in(area, pos));
            let (mut rows, mut rows_of_spans, mut spans) = (set.rows(), set.rows(), Vec::new());
            for y in -2..30 {
                let row: Vec<_> = (-2..150).filter(|&x| expected(Pos::new(y, x))).collect();
                let contained = (-70..150).filter(|&x| set.contains(Pos::new(y, x)));
                prop_assert!(contained.eq(row.iter().copied()));
                prop_assert!(rows.columns(y).eq(row.iter().copied()));
                rows_of_spans.spans(y, &mut spans);
                prop_assert!(spans.iter().flat_map(|span| span.first..=span.last).eq(row));
                prop_assert!(spans.windows(2).all(|two| two[0].last + 1 < two[1].first));
            }
            for area in areas.iter().filter(|_| holes.is_empty()) {
                if let Area::Rect(rect) = *area {
                    prop_assert!(set.contains_all(rect));
                }
            }
            let near = Rect::new(-2, -2, 29, 149);
            let found = set.fields().filter(|&field| near.contains(field));
            prop_assert!(found.eq(near.fields().filter(|&field| expected(field))));
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
