//! The shots of games, and their counts.

use admiralty_core::geometry::Pos;
use admiralty_players::classic::{ClassicConfig, ShotCost};
use serde::{Deserialize, Serialize};

use crate::Histogram;

/// How many shots of a game count as its first ones.
pub const FIRST_SHOTS: usize = 10;

/// The shots per game of an experiment.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShotCounts {
    /// All shots.
    pub shots: Histogram,
    /// Shots that hit nothing.
    pub misses: Histogram,
    /// For each field, row by row, how many games had it among their [`FIRST_SHOTS`].
    pub first_shots: Vec<u64>,
}

/// The shots of a game.
#[derive(Clone, Debug)]
pub struct GameShots {
    /// How many shots there were.
    pub cost: ShotCost,
    /// The first of them, at most [`FIRST_SHOTS`].
    pub first: Vec<Pos>,
}

impl ShotCounts {
    /// The counts before the first game on a board.
    pub fn new(config: &ClassicConfig) -> Self {
        let side = usize::from(config.side);
        Self {
            first_shots: vec![0; side * side],
            ..Self::default()
        }
    }

    /// Counts a game on the same board.
    pub fn add(&mut self, config: &ClassicConfig, game: &GameShots) {
        self.shots.add(game.cost.shots);
        self.misses.add(game.cost.misses);
        for pos in &game.first {
            let [y, x] = [pos.y, pos.x].map(|side| side.unsigned_abs() as usize);
            self.first_shots[y * usize::from(config.side) + x] += 1;
        }
    }

    /// Whether these can be the counts of `games` games.
    pub(crate) fn is_of_games(&self, games: u64) -> bool {
        let mut histograms = [&self.shots, &self.misses].into_iter();
        histograms.all(|histogram| histogram.has_count(games))
            && self.first_shots.iter().all(|&count| count <= games)
    }

    /// Adds the counts of other games on the same board.
    pub fn merge(&mut self, other: &Self) {
        self.shots.merge(&other.shots);
        self.misses.merge(&other.misses);
        for (count, other) in self.first_shots.iter_mut().zip(&other.first_shots) {
            *count += other;
        }
    }
}
