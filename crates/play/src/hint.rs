//! Hints: where the enemy's ships could be. They are counted, and recorded in the script.

use super::GameSession;
use admiralty_core::player::Player;
use admiralty_core::script::Command;
use admiralty_core::view::Knowledge;
use admiralty_players::classic::heat_map;

/// The `INFORMATION` that records a hint in the script.
const HINT: &str = "HINT";

impl GameSession {
    /// Takes a hint: for each field of the enemy's waters, row by row, the probability of a healthy
    /// segment, given what the next player knows; `None` where shots are not announced, or if it
    /// cannot be computed.
    pub fn take_hint(&mut self) -> Option<Vec<f32>> {
        let (game, player) = (self.game(), self.next());
        if self.is_over() || self.is_remote() || !game.rules().announces_shots() {
            return None;
        }
        let seed = game.seed().unwrap_or_default();
        let heat = heat_map(&Knowledge::new(game, player), seed).ok()??;
        self.unlogged_hints[player] += 1;
        self.log_hints();
        Some(heat)
    }

    /// The number of hints that a player has taken.
    pub fn hints(&self, player: Player) -> usize {
        let information = self.game().information(player).iter();
        let logged = information.filter(|line| *line == HINT).count();
        logged + self.unlogged_hints[player]
    }

    /// Records the hints in the script, as soon as no turn is open.
    pub(super) fn log_hints(&mut self) {
        for player in Player::BOTH {
            if self.interpreter.open_group().is_some() || self.is_over() {
                return;
            }
            let count = std::mem::take(&mut self.unlogged_hints[player]);
            let text = HINT.into();
            let hint = Command::Information { player, text };
            if count > 0 {
                // This command is always allowed.
                let _ = self.execute_state(std::iter::repeat_n(hint, count));
            }
        }
    }
}
