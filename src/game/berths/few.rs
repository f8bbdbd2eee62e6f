//! The berths of a few ships: all of them are looked at.

use super::super::ShipId;
use crate::vocabulary::Rect;

/// The rectangles of up to [`Few::SHIPS_MAX`] ships, by id.
///
/// Each side has an array of its own, so that several ships are compared at
/// once; and all are compared, because to stop at one that is found is a jump
/// that cannot be foreseen.
#[derive(Clone, Debug)]
pub(super) struct Few {
    tops: Sides,
    lefts: Sides,
    bottoms: Sides,
    rights: Sides,
    count: usize,
}

type Lanes = [i32; LANES];
type Sides = [Lanes; Few::SHIPS_MAX / LANES];

/// So many ships are compared at once.
const LANES: usize = 4;

impl Few {
    /// So many ships are faster to look at than to look up.
    pub const SHIPS_MAX: usize = 32;

    pub fn new() -> Self {
        // A berth that is not taken is past all boards.
        let past = [[i32::MAX; LANES]; Self::SHIPS_MAX / LANES];
        Self { tops: past, lefts: past, bottoms: past, rights: past, count: 0 }
    }

    pub const fn is_full(&self) -> bool {
        self.count == Self::SHIPS_MAX
    }

    /// The ships, in the order of their ids, which is that of entering.
    pub fn rects(&self) -> impl Iterator<Item = (ShipId, Rect)> + '_ {
        (0..).map(ShipId).zip((0..self.count).map(|at| {
            let side = |sides: &Sides| sides[at / LANES][at % LANES];
            Rect::new(side(&self.tops), side(&self.lefts), side(&self.bottoms), side(&self.rights))
        }))
    }

    /// Enters the next ship. There must be a berth left.
    pub fn add(&mut self, id: ShipId, rect: Rect) {
        debug_assert_eq!(id.0 as usize, self.count);
        self.count += 1;
        self.set(id, rect);
    }

    /// Takes a ship to another rectangle.
    #[inline]
    pub fn set(&mut self, id: ShipId, rect: Rect) {
        let (at, lane) = (id.0 as usize / LANES, id.0 as usize % LANES);
        self.tops[at][lane] = rect.top;
        self.lefts[at][lane] = rect.left;
        self.bottoms[at][lane] = rect.bottom;
        self.rights[at][lane] = rect.right;
    }

    /// A ship other than `except` that shares a field with the rectangle; if
    /// several do, it may be none of them, but some id.
    #[inline]
    pub fn meeting(&self, rect: Rect, except: Option<ShipId>) -> Option<ShipId> {
        // Numbers are ids plus 1, so that 0 is none.
        let except = except.map_or(0, |id| id.0.cast_signed() + 1);
        let mut found = [0; LANES];
        let mut numbers: Lanes = std::array::from_fn(|lane| lane as i32 + 1);
        let sides = self.tops.iter().zip(&self.lefts).zip(self.bottoms.iter().zip(&self.rights));
        for ((tops, lefts), (bottoms, rights)) in sides.take(self.count.div_ceil(LANES)) {
            for lane in 0..LANES {
                // Negative where the rectangles do not meet in one direction.
                let apart = rect.bottom.wrapping_sub(tops[lane])
                    | rect.right.wrapping_sub(lefts[lane])
                    | bottoms[lane].wrapping_sub(rect.top)
                    | rights[lane].wrapping_sub(rect.left);
                // Negative where the numbers are the same.
                let is_except = (numbers[lane] ^ except) - 1;
                found[lane] |= numbers[lane] & !((apart | is_except) >> 31);
                numbers[lane] += LANES as i32;
            }
        }
        let number = found.into_iter().fold(0, |some, number| some | number);
        (number != 0).then(|| ShipId(number.cast_unsigned() - 1))
    }
}
