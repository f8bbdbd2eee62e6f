//! Turns of the built-in players.

use super::{GameEvent, GameSession, Rejection, Stage};
use admiralty_core::game::Refused;
use admiralty_core::player::Player;
use admiralty_core::script::Command;
use admiralty_core::view::Observation;
use admiralty_players::runner::play_turn;
use admiralty_players::{Memory, STRATEGIES, ShipPlacement, ShotPolicy, strategy};

impl GameSession {
    /// Plays the turn of the next player, who is a built-in one: places its fleet, or moves
    /// and shoots.
    ///
    /// # Errors
    ///
    /// [`Reason::FleetCannotBePlaced`](admiralty_core::script::Reason::FleetCannotBePlaced), or the
    /// reason why the turn cannot be opened.
    pub fn play_computer_turn(&mut self) -> Result<(), Rejection> {
        let player = self.next();
        let refused = |refusal: Box<_>| Rejection::to_player(player, &refusal);
        match self.stage() {
            Stage::Over(_) => Ok(()),
            Stage::Placing => {
                self.execute_turn(&self.computer_fleet(player).map_err(refused)?)?;
                self.history.add(None, GameEvent::Placed(player));
                Ok(())
            }
            // A resumed turn, with no announced shot left.
            Stage::Playing
                if self.interpreter.open_group().is_some()
                    && !(self.rules().announces_shots() && self.game().has_shot_left()) =>
            {
                self.close_group()
            }
            Stage::Playing => {
                let mut after = self.game().clone();
                let turn = play_turn(&mut after, &self.players).map_err(refused)?;
                self.execute_turn(&turn.block)?;
                if self.winner.is_some() {
                    return Ok(());
                }
                let lines = after.information(player).iter().cloned();
                let lines = lines.map(|text| Command::Information { player, text });
                self.execute_state(std::iter::once(Command::forget(player)).chain(lines))
            }
        }
    }

    /// The name of the built-in player on a side.
    pub(super) fn computer_name(&self, player: Player) -> &'static str {
        let memory = Memory::new(self.game().information(player));
        if self.rules().announces_shots() {
            let chosen = self.players.shot_policies[player];
            let chosen = chosen.or_else(|| memory.strategy(ShotPolicy::named));
            chosen.unwrap_or_default().name()
        } else {
            let chosen = self.players.strategies[player];
            let chosen = chosen.or_else(|| memory.strategy(strategy));
            chosen.unwrap_or(STRATEGIES[0]).name()
        }
    }

    /// The commands that place a fleet, without any shot: the winner of the toss shoots
    /// first.
    fn computer_fleet(&self, player: Player) -> Refused<Vec<Command>> {
        /// Keeps the random numbers for placing apart from those of the first turn.
        const PLACING: u64 = 0x91ac_e5ee_d000_0001;
        let mut twin = self.game().clone();
        twin.set_seed(twin.seed().unwrap_or(0).wrapping_add(PLACING));
        twin.set_next_player(player);
        let placements = self.players.place(&Observation::new(&twin, player))?;
        Ok(placements.iter().map(ShipPlacement::command).collect())
    }
}
