//! Runs of known parts of ships.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Pos, Rect};
use admiralty_core::rules::ShipClass;

/// Adjacent known parts of one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HitRun {
    /// The fields of the parts.
    pub rect: Rect,
}

impl HitRun {
    /// The runs of a set of parts, given row by row: ships do not touch, so adjacent parts
    /// belong to one ship.
    pub fn all(
        parts: impl Iterator<Item = Pos>,
        is_part: impl Fn(Pos) -> bool,
    ) -> impl Iterator<Item = Self> {
        parts.filter_map(move |first| {
            let Pos { y, x } = first;
            if is_part(Pos::new(y, x - 1)) || is_part(Pos::new(y - 1, x)) {
                return None;
            }
            let mut rect = Rect::spanning(first, first);
            while is_part(Pos::new(y, rect.right + 1)) {
                rect.right += 1;
            }
            while is_part(Pos::new(rect.bottom + 1, x)) {
                rect.bottom += 1;
            }
            Some(Self { rect })
        })
    }

    pub const fn length(&self) -> i32 {
        let rect = self.rect;
        rect.bottom - rect.top + rect.right - rect.left + 1
    }

    pub const fn first(&self) -> Pos {
        Pos::new(self.rect.top, self.rect.left)
    }

    pub const fn last(&self) -> Pos {
        Pos::new(self.rect.bottom, self.rect.right)
    }

    /// Whether the ship can lie in a direction.
    pub const fn is_along(&self, direction: Direction) -> bool {
        match direction {
            Direction::North | Direction::South => self.rect.left == self.rect.right,
            Direction::East | Direction::West => self.rect.top == self.rect.bottom,
        }
    }

    /// The directions in which the ship can lie, one per axis, with the head on the first field.
    pub fn directions(&self) -> impl Iterator<Item = Direction> + use<> {
        let run = *self;
        let directions = [Direction::West, Direction::North].into_iter();
        directions.filter(move |&direction| run.is_along(direction))
    }

    /// The footprints of a class in a direction that cover the run.
    pub fn covering(
        &self,
        class: &ShipClass,
        direction: Direction,
    ) -> impl Iterator<Item = Footprint> + use<> {
        let length = class.length;
        let front = match direction {
            Direction::North | Direction::West => self.first(),
            Direction::South | Direction::East => self.last(),
        };
        let spare = i32::from(length) - self.length();
        let is_along = self.is_along(direction);
        let heads = (0..=spare).take_while(move |_| is_along);
        heads.map(move |ahead| Footprint::new(front.step(direction, ahead), direction, length))
    }

    /// The fields before the first part and after the last one.
    pub fn ends(&self) -> impl Iterator<Item = Pos> + use<> {
        let (first, length) = (self.first(), self.length());
        let directions = self.directions();
        directions.flat_map(move |ahead| [first.step(ahead, 1), first.step(ahead, -length)])
    }
}
