//! The poses of a carrier, and how it moves between them.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Movement, Pos, Rect};
use admiralty_core::player::Player;
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
    /// The weights of what a ship does in a turn: none of its moves, all of them straight ahead, fewer straight ahead,
    /// or any other sequence. In the first eight turns of extended games on 40x40, carriers of the admiral and of
    /// those who hunt it stay in 30 to 57 % and go ahead in 28 to 55 and 6 to 10 %: few see where they would turn.
    const STAY: f64 = 0.45;
    const AHEAD: f64 = 0.38;
    const LESS_AHEAD: f64 = 0.06;
    const ELSEWHERE: f64 = 0.01;
    /// The largest board, in fields.
    const FIELDS_MAX: usize = 2500;

    /// The poses of a player's one carrier; `None` if it has none, or several, or if the board is too large.
    pub fn of_carrier(view: &Observation<'_>, player: Player) -> Option<Self> {
        let board = view.size().rect();
        let classes = view.rules().classes.iter();
        let mut classes = classes.filter(|class| class.planes && class.has_unlimited_range);
        let class = *classes
            .next()
            .filter(|class| view.count(player, class) == 1)?;
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

    /// The probabilities of the poses in which a player's ship can begin, in proportion to the prior of its cannon's
    /// field.
    pub fn at_start(
        &self,
        view: &Observation<'_>,
        player: Player,
        prior: impl Fn(Pos) -> f64,
    ) -> Vec<f64> {
        let start = view.start(player);
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
    pub fn number(&self, pose: &Footprint) -> Option<usize> {
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

    /// By pose, its number after each movement, if the ship can make it.
    pub fn steps(&self, view: &Observation<'_>) -> Vec<[Option<usize>; 3]> {
        let step = |pose: &Footprint, movement| {
            let next = pose.moved(movement);
            let is_free = view.is_navigable(&next);
            is_free.then(|| self.number(&next)).flatten()
        };
        let steps = |pose| Movement::ALL.map(|movement| step(&pose, movement));
        self.all().map(steps).collect()
    }

    /// The probabilities of the poses after a turn in which the ship has made up to as many moves as it may.
    pub fn after_turn(&self, weights: &[f64], steps: &[[Option<usize>; 3]]) -> Vec<f64> {
        let mut next = vec![0.0; weights.len()];
        let mut reached = Vec::new();
        for (at, &weight) in weights.iter().enumerate().filter(|(_, it)| **it > 0.0) {
            self.reach(at, steps, &mut reached);
            let sum: f64 = reached.iter().map(|reached| reached.weight).sum();
            for reached in &reached {
                next[reached.pose] += weight * reached.weight / sum;
            }
        }
        next
    }

    /// Where the ship is after no move and each sequence of moves; a pose is there as often as sequences lead to it.
    fn reach(&self, pose: usize, steps: &[[Option<usize>; 3]], reached: &mut Vec<Reached>) {
        reached.clear();
        reached.push(Reached {
            pose,
            is_straight: true,
            weight: Self::STAY,
        });
        let mut from = 0;
        for moves in 1..=self.class.moves {
            let until = reached.len();
            for before in from..until {
                let Reached {
                    pose, is_straight, ..
                } = reached[before];
                for (movement, pose) in Movement::ALL.into_iter().zip(steps[pose]) {
                    let is_straight = is_straight && movement == Movement::Forward;
                    let weight = match is_straight {
                        true if moves == self.class.moves => Self::AHEAD,
                        true => Self::LESS_AHEAD,
                        false => Self::ELSEWHERE,
                    };
                    reached.extend(pose.map(|pose| Reached {
                        pose,
                        is_straight,
                        weight,
                    }));
                }
            }
            from = until;
        }
    }
}

/// Where a sequence of moves leads.
#[derive(Clone, Copy, Debug)]
struct Reached {
    /// The number of the pose.
    pose: usize,
    /// Whether all moves are straight ahead.
    is_straight: bool,
    /// The weight of the sequence.
    weight: f64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::game::Game;
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
    fn a_ship_stays_or_goes_ahead_more_often_than_it_turns() {
        let game = Game::new(RuleSet::named(b"ships").expect("the default"));
        let view = Observation::new(&game, Player::A);
        let poses = Poses::of_carrier(&view, Player::B).expect("it has one");
        let number = |y, direction| {
            let pose = Footprint::new(Pos::new(y, 5), direction, poses.class.length);
            poses.number(&pose).expect("on the board")
        };
        let mut weights = vec![0.0; poses.count()];
        weights[number(10, Direction::North)] = 1.0;
        let next = poses.after_turn(&weights, &poses.steps(&view));
        assert!((next.iter().sum::<f64>() - 1.0).abs() < 1e-9);
        let by_direction = next.chunks(poses.board.field_count());
        let [north, east, ..] = by_direction.map(|it| it.iter().sum()).collect::<Vec<f64>>()[..]
        else {
            unreachable!("there are four directions");
        };
        let stays = next[number(10, Direction::North)];
        let [once, twice] = [9, 8].map(|y| next[number(y, Direction::North)]);
        assert!(stays > twice && twice > once, "{stays} {twice} {once}");
        assert!(stays + once + twice < north, "{north}");
        assert!(east > 0.0 && north > 0.8, "{east} {north}");
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
