//! An index of a few ships that compares all of them.

use super::super::ShipId;
use crate::geometry::Rect;

/// The rectangles of up to [`SmallIndex::SHIPS_MAX`] ships, by id.
///
/// Several ships are compared at once (SIMD), and always all of them: an early exit would be
/// a branch that cannot be predicted.
#[derive(Clone, Debug)]
pub(super) struct SmallIndex {
    groups: [RectLanes; SmallIndex::SHIPS_MAX / LANES],
    count: usize,
}

/// How many ships are compared at once.
const LANES: usize = 4;
type Lanes = [i32; LANES];

/// The rectangles of [`LANES`] ships, by coordinate.
#[derive(Clone, Copy, Debug)]
struct RectLanes {
    top: Lanes,
    left: Lanes,
    bottom: Lanes,
    right: Lanes,
}

impl RectLanes {
    /// By ship: a negative number if its rectangle has no field in common with `rect`.
    #[inline]
    fn apart(&self, rect: Rect) -> Lanes {
        std::array::from_fn(|lane| {
            rect.bottom.wrapping_sub(self.top[lane])
                | rect.right.wrapping_sub(self.left[lane])
                | self.bottom[lane].wrapping_sub(rect.top)
                | self.right[lane].wrapping_sub(rect.left)
        })
    }
}

impl SmallIndex {
    /// Up to this many ships, comparing all of them is faster than a lookup.
    pub const SHIPS_MAX: usize = 32;

    pub fn new() -> Self {
        // An unused slot is off every board, and not adjacent to it.
        let before = [-2; LANES];
        let group = RectLanes {
            top: before,
            left: before,
            bottom: before,
            right: before,
        };
        Self {
            groups: [group; Self::SHIPS_MAX / LANES],
            count: 0,
        }
    }

    pub const fn is_full(&self) -> bool {
        self.count == Self::SHIPS_MAX
    }

    /// The ships in the order of their ids.
    pub fn rects(&self) -> impl Iterator<Item = (ShipId, Rect)> + '_ {
        (0..).map(ShipId).zip((0..self.count).map(|at| {
            let (group, lane) = (&self.groups[at / LANES], at % LANES);
            Rect::new(
                group.top[lane],
                group.left[lane],
                group.bottom[lane],
                group.right[lane],
            )
        }))
    }

    /// Adds the next ship, unless a ship has a field in common with `around`; returns whether
    /// the ship was added. The index must not be full.
    pub fn add(&mut self, id: ShipId, rect: Rect, around: Rect) -> bool {
        debug_assert_eq!(id.0 as usize, self.count);
        let is_free = self.count_met(around) == 0;
        if is_free {
            self.count += 1;
            self.set(id, rect);
        }
        is_free
    }

    /// Moves a ship to another rectangle, if only the ship itself has a field in common with
    /// `around`; returns whether the ship was moved.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, to: Rect, around: Rect) -> bool {
        let is_free = self.count_met(around) == 1;
        if is_free {
            self.set(id, to);
        }
        is_free
    }

    /// The ship on a field, given as a rectangle of one field.
    #[inline]
    pub fn meeting(&self, field: Rect) -> Option<ShipId> {
        // Numbers are ids plus 1, so that 0 means none.
        let mut numbers: Lanes = [1, 2, 3, 4];
        let mut found = [0; LANES];
        for group in self.groups() {
            let apart = group.apart(field);
            for lane in 0..LANES {
                found[lane] |= numbers[lane] & !(apart[lane] >> 31);
                numbers[lane] += 4;
            }
        }
        let number = found.into_iter().fold(0, |found, number| found | number);
        (number != 0).then(|| ShipId(number.cast_unsigned() - 1))
    }

    /// How many ships have a field in common with a rectangle.
    #[inline]
    fn count_met(&self, rect: Rect) -> i32 {
        let mut counts: Lanes = [0; LANES];
        for group in self.groups() {
            let apart = group.apart(rect);
            for lane in 0..LANES {
                counts[lane] += 1 + (apart[lane] >> 31);
            }
        }
        counts.into_iter().sum()
    }

    #[inline]
    fn groups(&self) -> &[RectLanes] {
        &self.groups[..self.count.div_ceil(LANES)]
    }

    #[inline]
    fn set(&mut self, id: ShipId, rect: Rect) {
        let (group, lane) = (
            &mut self.groups[id.0 as usize / LANES],
            id.0 as usize % LANES,
        );
        group.top[lane] = rect.top;
        group.left[lane] = rect.left;
        group.bottom[lane] = rect.bottom;
        group.right[lane] = rect.right;
    }
}
