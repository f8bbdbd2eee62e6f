//! The places of a ship in a rectangle, whatever lies there.

use crate::game::Footprint;
use crate::geometry::{Direction, Pos, Rect};
use crate::rules::{RuleSet, ShipClass};

/// The places of a class in a rectangle, by index.
pub(super) struct IndexedPlacements {
    rect: Rect,
    length: u8,
    /// How many of them point north or south.
    upright: u64,
    level: u64,
}

impl IndexedPlacements {
    /// The places in the directions that the rules allow.
    pub(super) fn new(rect: Rect, class: &ShipClass, rules: &RuleSet) -> Self {
        let (height, width) = (height(rect), width(rect));
        let room = |side: u64| (side + 1).saturating_sub(u64::from(class.length));
        Self {
            rect,
            length: class.length,
            upright: both_ways(UPRIGHT, rules) * width * room(height),
            level: both_ways(LEVEL, rules) * height * room(width),
        }
    }

    pub(super) const fn count(&self) -> u64 {
        self.upright + self.level
    }

    /// The place of an index below the count.
    pub(super) fn get(&self, index: u64) -> Footprint {
        let is_upright = index < self.upright;
        let (directions, index) = if is_upright {
            (UPRIGHT, index)
        } else {
            (LEVEL, index - self.upright)
        };
        let is_reversed = index % 2 == 1;
        let spare = i32::from(self.length) - 1;
        let columns = self.rect.left.abs_diff(self.rect.right) + 1;
        let columns = columns - if is_upright { 0 } else { spare.unsigned_abs() };
        let (y, x) = (
            index / 2 / u64::from(columns),
            index / 2 % u64::from(columns),
        );
        let offset = |at: u64| i32::try_from(at).expect("within the rectangle");
        // The upper left field, and the lower right one.
        let first = Pos::new(self.rect.top + offset(y), self.rect.left + offset(x));
        let last = if is_upright {
            Pos::new(first.y + spare, first.x)
        } else {
            Pos::new(first.y, first.x + spare)
        };
        Footprint {
            head: if is_reversed { last } else { first },
            direction: directions[usize::from(is_reversed)],
            length: self.length,
        }
    }
}

const UPRIGHT: [Direction; 2] = [Direction::North, Direction::South];
const LEVEL: [Direction; 2] = [Direction::West, Direction::East];

/// How many of two opposite directions are allowed: both or neither.
fn both_ways(directions: [Direction; 2], rules: &RuleSet) -> u64 {
    2 * u64::from(rules.allows(directions[0]))
}

/// How many rows a rectangle that is not empty has.
pub(super) fn height(rect: Rect) -> u64 {
    u64::from(rect.top.abs_diff(rect.bottom)) + 1
}

/// How many columns it has.
pub(super) fn width(rect: Rect) -> u64 {
    u64::from(rect.left.abs_diff(rect.right)) + 1
}
