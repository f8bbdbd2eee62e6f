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
    /// The largest board, in fields.
    const FIELDS_MAX: usize = 2500;

    /// The poses of the enemy's one carrier; `None` if it has none, or several, or if the board is too large.
    pub fn of_carrier(view: &Observation<'_>) -> Option<Self> {
        let board = view.size().rect();
        let enemy = view.player().opponent();
        let classes = view.rules().classes.iter();
        let mut classes = classes.filter(|class| class.planes && class.has_unlimited_range);
        let class = *classes
            .next()
            .filter(|class| view.count(enemy, class) == 1)?;
        let is_small = classes.next().is_none() && board.field_count() <= Self::FIELDS_MAX;
        is_small.then_some(Self { board, class })
    }

    /// The probabilities of the poses that can be, in proportion to `weight`.
    pub fn anywhere(&self, view: &Observation<'_>, weight: impl Fn(&Footprint) -> f64) -> Vec<f64> {
        let weight = |pose| {
            if view.is_navigable(&pose) {
                weight(&pose)
            } else {
                0.0
            }
        };
        let mut weights: Vec<_> = self.all().map(weight).collect();
        let sum = weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        for weight in &mut weights {
            *weight /= sum;
        }
        weights
    }

    /// The probabilities of the poses in which the enemy's ship can begin, in proportion to the prior of its cannon's
    /// field.
    pub fn at_start(&self, view: &Observation<'_>, prior: impl Fn(Pos) -> f64) -> Vec<f64> {
        let start = view.start(view.player().opponent());
        self.anywhere(view, |pose| {
            let is_inside = pose.fields().all(|pos| start.contains(pos));
            if is_inside {
                prior(self.cannon(pose))
            } else {
                0.0
            }
        })
    }

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

    /// The pose with a number.
    pub fn pose(&self, number: usize) -> Footprint {
        let fields = self.board.field_count();
        let head = self.board.field(number % fields);
        Footprint::new(head, Direction::ALL[number / fields], self.class.length)
    }

    /// The numbers of the poses that have a field in a rectangle.
    pub fn touching(&self, rect: Rect) -> impl Iterator<Item = usize> + use<> {
        let board = self.board;
        let ahead = i32::from(self.class.length) - 1;
        let directions = (0..).zip(Direction::ALL);
        directions.flat_map(move |(number, direction)| {
            let first = Pos::new(rect.top, rect.left).step(direction, ahead);
            let last = Pos::new(rect.bottom, rect.right).step(direction, ahead);
            let heads = rect.joined(&Rect::spanning(first, last));
            let heads = heads.intersection(&board).into_iter();
            let fields = heads.flat_map(|heads| heads.fields());
            fields.filter_map(move |head| Some(number * board.field_count() + board.index(head)?))
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

    /// For each field, the probability that the cannon is there.
    pub fn cannons(&self, weights: &[f64]) -> Vec<f64> {
        let mut cannons = vec![0.0; self.board.field_count()];
        for (pose, weight) in weights.iter().enumerate().filter(|(_, it)| **it > 0.0) {
            if let Some(at) = self.board.index(self.cannon(&self.pose(pose))) {
                cannons[at] += weight;
            }
        }
        cannons
    }

    /// By field, the probability that the ship is at most that far away from it; on it, it is 0 fields away.
    pub fn near(&self, weights: &[f64], distance: i32) -> Vec<f64> {
        let (board, columns) = (self.board, self.board.width());
        // Each pose adds its weight at two corners of a rectangle, and takes it away at the other two: everything above
        // and to the left of a field then sums up to its weight in the rectangle, and to 0 elsewhere.
        let mut sums = vec![0.0; (board.height() + 1) * (columns + 1)];
        let index = |y: i32, x: i32| {
            let (y, x) = (y.abs_diff(board.top), x.abs_diff(board.left));
            y as usize * (columns + 1) + x as usize
        };
        let possible = weights.iter().enumerate();
        for (pose, weight) in possible.filter(|(_, weight)| **weight > 0.0) {
            let around = self.pose(pose).rect().grown(distance);
            if let Some(rect) = around.intersection(&board) {
                sums[index(rect.top, rect.left)] += weight;
                sums[index(rect.top, rect.right + 1)] -= weight;
                sums[index(rect.bottom + 1, rect.left)] -= weight;
                sums[index(rect.bottom + 1, rect.right + 1)] += weight;
            }
        }
        for at in 1..sums.len() {
            if at % (columns + 1) > 0 {
                sums[at] += sums[at - 1];
            }
        }
        for at in columns + 1..sums.len() {
            sums[at] += sums[at - columns - 1];
        }
        let sums = board.fields().map(|pos| sums[index(pos.y, pos.x)]);
        // Rounding leaves a little of what cancels out.
        sums.map(|sum| if sum > 1e-9 { sum } else { 0.0 }).collect()
    }

    /// The probabilities of the poses after a turn in which the ship has made up to as many moves as it may: each
    /// sequence of moves is equally likely.
    pub fn after_turn(&self, weights: &[f64], view: &Observation<'_>) -> Vec<f64> {
        let steps: Vec<_> = self.all().map(|pose| self.steps(&pose, view)).collect();
        let mut next = vec![0.0; weights.len()];
        let mut reached = Vec::new();
        for (at, &weight) in weights.iter().enumerate().filter(|(_, it)| **it > 0.0) {
            self.reach(at, &steps, &mut reached);
            next[at] += Self::STAY * weight;
            let share = (1.0 - Self::STAY) * weight / reached.len() as f64;
            for &pose in &reached {
                next[pose] += share;
            }
        }
        next
    }

    /// The numbers of the poses after each movement, if the ship can make it.
    fn steps(&self, pose: &Footprint, view: &Observation<'_>) -> [Option<usize>; 3] {
        Movement::ALL.map(|movement| {
            let next = pose.moved(movement);
            let is_free = view.is_navigable(&next);
            is_free.then(|| self.number(&next)).flatten()
        })
    }

    /// Where the ship is after no move and each sequence of moves; a pose counts as often as sequences lead to it.
    fn reach(&self, pose: usize, steps: &[[Option<usize>; 3]], reached: &mut Vec<usize>) {
        reached.clear();
        reached.push(pose);
        let mut from = 0;
        for _ in 0..self.class.moves {
            let until = reached.len();
            for step in from..until {
                reached.extend(steps[reached[step]].into_iter().flatten());
            }
            from = until;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::RuleSet;

    fn poses() -> Poses {
        Poses {
            board: Rect::new(0, 0, 8, 6),
            class: RuleSet::SHIPS.classes[0],
        }
    }

    #[test]
    fn poses_that_touch_a_rectangle_are_found() {
        let poses = poses();
        for rect in [
            Rect::new(0, 0, 0, 0),
            Rect::new(2, 1, 4, 5),
            Rect::new(6, 6, 8, 6),
        ] {
            let mut touching: Vec<_> = poses.touching(rect).collect();
            touching.sort_unstable();
            let expected = poses.all().enumerate();
            let expected = expected.filter(|(_, pose)| pose.rect().intersects(&rect));
            assert_eq!(touching, expected.map(|(at, _)| at).collect::<Vec<_>>());
        }
    }

    #[test]
    fn near_is_the_sum_of_the_poses_around() {
        let poses = poses();
        let weights: Vec<_> = (0..poses.count()).map(|at| (at * 7 % 11) as f64).collect();
        for distance in 0..3 {
            let near = poses.near(&weights, distance);
            for (pos, near) in poses.board.fields().zip(near) {
                let is_near = |pose: &Footprint| pose.rect().grown(distance).contains(pos);
                let around = poses.all().zip(&weights).filter(|(pose, _)| is_near(pose));
                let sum: f64 = around.map(|(_, weight)| weight).sum();
                assert!((near - sum).abs() < 1e-6, "{pos}: {near}, not {sum}");
            }
        }
    }
}
