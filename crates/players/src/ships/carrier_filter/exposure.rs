//! How exposed the own carrier is to an enemy who looks for it with a [`CarrierFilter`](super::CarrierFilter).

use super::poses::Poses;
use admiralty_core::game::Footprint;
use admiralty_core::view::Observation;

/// For each pose of the own carrier, how exposed it is there. It hides where few planes would see it, or only those
/// that the enemy has little reason to send.
#[derive(Debug)]
pub struct Exposure {
    poses: Poses,
    by_pose: Vec<f64>,
}

impl Exposure {
    /// More turns change little of what the enemy expects.
    const TURNS_MAX: u64 = 12;

    /// After so many own turns, if the enemy has seen nothing of the carrier; `None` if there is no such carrier, or
    /// several, or if the board is too large.
    pub fn of_carrier(view: &Observation<'_>, turns: u64) -> Option<Self> {
        let player = view.player();
        let poses = Poses::of_carrier(view, player)?;
        let steps = poses.steps(view);
        let mut weights = poses.at_start(view, player, |_| 1.0);
        for _ in 0..turns.min(Self::TURNS_MAX) {
            weights = poses.after_turn(&weights, &steps);
        }
        Some(Self {
            poses,
            by_pose: Self::of_poses(&poses, &weights),
        })
    }

    /// The chances of the planes that would see each pose to see something, as multiples of the best one's.
    fn of_poses(poses: &Poses, weights: &[f64]) -> Vec<f64> {
        let mut chances = poses.near(weights, 1);
        let best = chances.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        for chance in &mut chances {
            *chance /= best;
        }
        let exposure = |pose: Footprint| {
            let planes = pose.rect().grown(1).fields();
            let planes = planes.filter_map(|centre| poses.board.index(centre));
            planes.map(|at| chances[at]).sum()
        };
        poses.all().map(exposure).collect()
    }

    /// How exposed the carrier is in a pose: from 0 to the number of squares that see it there.
    pub fn of(&self, pose: &Footprint) -> f64 {
        self.poses.number(pose).map_or(0.0, |at| self.by_pose[at])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::game::Game;
    use admiralty_core::geometry::{Direction, Pos};
    use admiralty_core::player::Player;
    use admiralty_core::rules::RuleSet;

    /// The exposure of a carrier that heads north, with its head on a field.
    fn exposure(view: &Observation<'_>, turns: u64, y: i32, x: i32) -> f64 {
        let exposure = Exposure::of_carrier(view, turns).expect("there is a carrier");
        exposure.of(&Footprint::new(Pos::new(y, x), Direction::North, 5))
    }

    #[test]
    fn the_enemy_looks_where_the_carrier_can_be() {
        let game = Game::new(RuleSet::named(b"ships").expect("the default"));
        let view = Observation::new(&game, Player::A);
        // It begins in rows 0 to 9, and after three turns may have gone 6 fields ahead.
        let [at_first, later] = [0, 3].map(|turns| exposure(&view, turns, 13, 5));
        assert!(at_first == 0.0 && later > 0.0, "{at_first} {later}");
        let near = exposure(&view, 3, 2, 5);
        assert!(later < near / 2.0, "{later} {near}");
        // 21 squares see it there, whose chances are multiples of the best one's.
        assert!((10.0..=21.0).contains(&near), "{near}");
    }

    #[test]
    fn edges_and_corners_are_less_exposed() {
        let game = Game::new(RuleSet::named(b"ships").expect("the default"));
        let view = Observation::new(&game, Player::A);
        for turns in [0, 1, 5] {
            let at = |y, x| exposure(&view, turns, y, x);
            let (corner, edge, middle) = (at(0, 0), at(2, 0), at(2, 4));
            assert!(
                corner < edge && edge < middle,
                "after {turns}: {corner}, {edge}, {middle}"
            );
        }
    }
}
