//! Turns of the built-in players.

use super::{GameSession, Rejection, Stage};
use crate::game::Refused;
use crate::player::Player;
use crate::players::{
    Fact, Memory, PlannedTurn, SHOT_POLICIES, STRATEGIES, ShotPolicy, ShotTurn, Strategy,
};
use crate::runner::play_turn;
use crate::script::Command;
use crate::view::Observation;

impl GameSession {
    /// Plays the turn of the next player, who is a built-in one: places its fleet, or moves
    /// and shoots.
    ///
    /// # Errors
    ///
    /// [`Reason::FleetCannotBePlaced`](crate::game::Reason::FleetCannotBePlaced), or why
    /// the turn cannot be opened.
    pub fn play_computer_turn(&mut self) -> Result<(), Rejection> {
        let player = self.next();
        let refused = |refusal: Box<_>| Rejection::to_player(player, &refusal);
        match self.stage() {
            Stage::Over(_) => Ok(()),
            Stage::Placing => {
                let commands = self.computer_fleet(player).map_err(refused)?;
                self.play_commands(&commands)?;
                self.history.record_setup(super::GameEvent::Placed(player));
                Ok(())
            }
            Stage::Playing => {
                let is_broken_off = self.interpreter.open_group().is_some() && !self.may_go_on();
                if is_broken_off {
                    return self.close_group();
                }
                let mut after = self.game().clone();
                let turn = play_turn(&mut after, &self.players).map_err(refused)?;
                self.play_commands(&turn.block)?;
                if self.winner.is_some() {
                    return Ok(());
                }
                let lines = after.information(player).iter();
                let lines = lines.map(|text| Command::Information {
                    player,
                    text: text.clone(),
                });
                let lines: Vec<_> = lines.collect();
                self.execute_state(std::iter::once(Command::forget(player)).chain(lines))
            }
        }
    }

    /// The name of the built-in player on a side.
    pub(super) fn computer_name(&self, player: Player) -> &'static str {
        let information = self.game().information(player);
        let memory = Memory::new(information);
        if self.rules().announces_shots() {
            let named = memory
                .facts(Fact::Strategy)
                .filter_map(crate::players::shot_policy);
            let chosen = self.players.shot_policies[player].or_else(|| named.last());
            ShotPolicy::name(chosen.unwrap_or(SHOT_POLICIES[0]))
        } else {
            let named = memory
                .facts(Fact::Strategy)
                .filter_map(crate::players::strategy);
            let chosen = self.players.strategies[player].or_else(|| named.last());
            Strategy::name(chosen.unwrap_or(STRATEGIES[0]))
        }
    }

    /// Whether an interrupted turn has an announced shot left.
    fn may_go_on(&self) -> bool {
        self.rules().announces_shots() && self.game().has_shot_left()
    }

    /// Executes the commands of a turn up to the first one that is refused, and ends the
    /// turn.
    fn play_commands(&mut self, commands: &[Command]) -> Result<(), Rejection> {
        self.open_turn()?;
        for command in commands {
            if self.execute_line(&command.to_bytes()).is_err() {
                break;
            }
        }
        self.close_group()
    }

    /// The commands that place a fleet, without any shot: the winner of the toss shoots
    /// first.
    fn computer_fleet(&self, player: Player) -> Refused<Vec<Command>> {
        /// Keeps the random numbers for placing apart from those of the first turn.
        const PLACING: u64 = 0x91ac_e5ee_d000_0001;
        let mut twin = self.game().clone();
        twin.set_seed(twin.seed().unwrap_or(0).wrapping_add(PLACING));
        let observation = Observation::new(&twin, player);
        if self.rules().announces_shots() {
            let volley = ShotTurn::new(&observation, &self.players)?;
            let placements = volley.placements.iter();
            return Ok(placements
                .map(crate::players::ShipPlacement::command)
                .collect());
        }
        let mut commands = PlannedTurn::new(&observation, &self.players)?.commands;
        commands.retain(|command| matches!(command, Command::PlaceShip { .. }));
        Ok(commands)
    }
}
