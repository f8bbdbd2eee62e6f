//! The poses of a carrier, and how it moves between them.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::Observation;

/// The poses of a ship on a board: the four directions of its head on each field, whether or not the ship is on the
/// board in them. They are numbered by direction, then by the field of the head.
#[derive(Clone, Copy, Debug)]
pub(super) struct Poses {
    pub board: Rect,
    pub class: ShipClass,
}

impl Poses {
    /// How much of a turn a ship is expected to stay where it is.
    const STAY: f64 = 0.25;

    pub fn count(&self) -> usize {
        4 * self.board.field_count()
    }

    /// All poses, by number.
    pub fn all(&self) -> impl Iterator<Item = Footprint> + use<> {
        let (board, length) = (self.board, self.class.length);
        let directions = Direction::ALL.into_iter();
        directions.flat_map(move |direction| {
            let fields = board.fields();
            fields.map(move |head| Footprint::new(head, direction, length))
        })
    }

    /// The number of a pose on the board.
    fn number(&self, pose: &Footprint) -> Option<usize> {
        let at = self.board.index(pose.head)?;
        let mut directions = Direction::ALL.iter();
        let direction = directions.position(|&it| it == pose.direction)?;
        Some(direction * self.board.field_count() + at)
    }

    /// The field of the cannon.
    pub fn cannon(&self, pose: &Footprint) -> Pos {
        pose.field(self.class.cannon())
    }

    /// The probabilities of the poses after a turn in which the ship has made up to as many moves as it may: each
    /// sequence of moves is equally likely.
    pub fn after_turn(&self, weights: &[f64], view: &Observation<'_>) -> Vec<f64> {
        let mut next = vec![0.0; weights.len()];
        for ((at, pose), &weight) in self.all().enumerate().zip(weights) {
            if weight == 0.0 {
                continue;
            }
            let reached = self.reached(pose, view);
            next[at] += Self::STAY * weight;
            let share = (1.0 - Self::STAY) * weight / reached.len() as f64;
            for pose in &reached {
                next[self.number(pose).expect("on the board")] += share;
            }
        }
        next
    }

    /// Where the ship is after no move and each sequence of moves; a pose counts as often as sequences lead to it.
    fn reached(&self, pose: Footprint, view: &Observation<'_>) -> Vec<Footprint> {
        let mut reached = vec![pose];
        let mut from = 0;
        for _ in 0..self.class.moves {
            let until = reached.len();
            for step in from..until {
                let steps = Movement::ALL.map(|movement| reached[step].moved(movement));
                reached.extend(steps.into_iter().filter(|it| view.is_navigable(it)));
            }
            from = until;
        }
        reached
    }
}
