//! Statistics of a finished game.

use super::{GameSession, Stage};
use crate::player::Player;
use crate::rules::ShipClass;

/// Statistics of one player in a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerStats {
    /// Turns with at least a chance to shoot.
    pub turns: u64,
    /// Shots fired.
    pub shots: u64,
    /// Segments destroyed.
    pub hits: u64,
    /// Moves of its ships.
    pub moves: u64,
    /// Planes sent.
    pub planes: u64,
    /// Ships sunk.
    pub sunk: u64,
    /// Hits by class, where shots are announced.
    pub by_class: Vec<(&'static ShipClass, u64)>,
}

impl PlayerStats {
    /// Hits per hundred shots; `None` without a shot.
    #[expect(clippy::cast_precision_loss, reason = "there are few shots")]
    pub fn precision(&self) -> Option<f64> {
        (self.shots > 0).then(|| 100.0 * self.hits as f64 / self.shots as f64)
    }
}

impl GameSession {
    /// The statistics of a player once the game is over; earlier they would reveal which
    /// ships were hit.
    pub fn stats(&self, player: Player) -> Option<PlayerStats> {
        if !matches!(self.stage(), Stage::Over(_)) {
            return None;
        }
        let game = self.game();
        let mut stats = self.stats[player].clone();
        let enemy = game.fleet(player.opponent());
        let is_sunk = |id: &_| game.board().ship(*id).healthy_parts() == 0;
        stats.sunk = enemy.ships().filter(is_sunk).count() as u64;
        if self.rules().announces_shots() {
            let tally = game.tally(player);
            stats.turns = tally.turns;
            stats.shots = tally.shots;
            stats.hits = tally.all_hits();
            stats.by_class = tally.hits;
        }
        Some(stats)
    }
}
