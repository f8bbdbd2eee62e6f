//! What a game has come to.

use super::{GameSession, Stage};
use crate::player::Player;
use crate::rules::ShipClass;

/// What a player's shots have come to, when a game is over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerStats {
    /// The turns in which it has shot, or could.
    pub turns: u64,
    /// The shots it has fired.
    pub shots: u64,
    /// The segments it has destroyed.
    pub hits: u64,
    /// The moves of its ships.
    pub moves: u64,
    /// The planes it has sent.
    pub planes: u64,
    /// The ships it has sunk.
    pub sunk: u64,
    /// Hits by class, where shots are announced.
    pub by_class: Vec<(&'static ShipClass, u64)>,
}

impl PlayerStats {
    /// How many of a hundred shots have hit; nothing without a shot.
    #[expect(clippy::cast_precision_loss, reason = "there are few shots")]
    pub fn precision(&self) -> Option<f64> {
        (self.shots > 0).then(|| 100.0 * self.hits as f64 / self.shots as f64)
    }
}

impl GameSession {
    /// What a player's shots have come to, told when the game is over: before, it
    /// would say which ships were hit.
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
