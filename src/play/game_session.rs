//! A game in progress.

use std::io;

use bstr::ByteSlice;

use super::event_log::{GameEvent, LogEntry};
use super::history::History;
use super::setup::{NAME, NAME_MAX};
use super::{
    FirstPlayer, PlacementDraft, PlayerStats, PlayerView, Rejection, ScriptEnd, ScriptLog, Seat,
    Setup,
};
use crate::game::{Game, Ship};
use crate::geometry::Pos;
use crate::interpreter::Session;
use crate::player::{ByPlayer, Player};
use crate::players::{Effort, Placing, PlayerEntry, Players, Rng, place_missing};
use crate::rules::RuleSet;
use crate::script::Command;
use crate::view::Observation;

/// What comes next in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The next player places its fleet.
    Placing,
    /// The next player plays a turn.
    Playing,
    /// A player has won.
    Over(Player),
}

/// A game in progress: the interpreter, and the script it has executed.
#[derive(Debug)]
pub struct GameSession {
    pub(super) interpreter: Session,
    pub(super) log: ScriptLog,
    pub(super) winner: Option<Player>,
    pub(super) players: Players,
    /// Targets without a ship, held back until the turn ends: only then is it known whether
    /// ships can serve all of them.
    pub(super) targets: Vec<Command>,
    pub(super) history: History,
    /// Overrides of the players named by the script.
    seats: ByPlayer<Option<Seat>>,
    pub(super) script_end: ScriptEnd,
    /// How fleets of people are placed at random.
    placing: Placing,
}

impl GameSession {
    /// Starts a game.
    ///
    /// # Errors
    ///
    /// Why the setup cannot be played.
    pub fn begin(setup: &Setup, log: ScriptLog) -> Result<Self, Rejection> {
        if let Some(rejection) = setup.rejection() {
            return Err(rejection);
        }
        // Tried without the log first, so that nothing is written unless the game starts.
        let mut trial = Self::new(ScriptLog::new());
        trial.execute_state(setup.commands())?;
        trial.check_room()?;
        let mut session = Self::new(log);
        session.placing = setup.placing;
        session.execute_state(setup.commands())?;
        if let FirstPlayer::Toss(_) = setup.first_player {
            let (coin, first) = (setup.coin(), setup.first());
            session
                .history
                .record_setup(GameEvent::Tossed { coin, first });
        }
        Ok(session)
    }

    /// Checks that there is room for both fleets.
    fn check_room(&self) -> Result<(), Rejection> {
        for player in Player::BOTH {
            let observation = Observation::new(self.game(), player);
            place_missing(&observation, Placing::Seq, &mut Rng::seeded(0))
                .map_err(|refusal| Rejection::to_player(player, &refusal))?;
        }
        Ok(())
    }

    pub(super) fn new(log: ScriptLog) -> Self {
        Self {
            interpreter: Session::new(),
            log,
            winner: None,
            players: Players::default(),
            targets: Vec::new(),
            history: History::new(),
            seats: ByPlayer::default(),
            script_end: ScriptEnd::default(),
            placing: Placing::Seq,
        }
    }

    /// Sets the work limit for each turn of the built-in players.
    pub fn set_effort(&mut self, effort: Effort) {
        self.players.effort = effort;
    }

    /// Sets how fleets of people are placed at random.
    pub const fn set_placing(&mut self, placing: Placing) {
        self.placing = placing;
    }

    /// Assigns a side to another player, whatever the script says. Returns whether such a
    /// player exists for the rule set. If the built-in players now play this side, the
    /// script records it, unless a turn is open.
    pub fn seat(&mut self, player: Player, seat: Seat) -> bool {
        if let Seat::Computer(name) = seat {
            match PlayerEntry::named(name.as_bytes()) {
                Some(entry) if entry.plays(self.rules()) => {
                    self.players.seat(player, entry);
                }
                _ => return false,
            }
            let is_between = self.interpreter.open_group().is_none() && self.winner.is_none();
            if is_between && !self.game().is_ai(player) {
                // Always allowed.
                let _ = self.execute_state([Command::SetAiPlayer(player)]);
            }
        }
        self.seats[player] = Some(seat);
        true
    }
}

/// Queries.
impl GameSession {
    /// The rule set that is played.
    pub fn rules(&self) -> &'static RuleSet {
        self.game().rules()
    }

    /// What comes next.
    pub fn stage(&self) -> Stage {
        match self.winner {
            Some(player) => Stage::Over(player),
            None if self.game().fleet(self.next()).missing() > 0 => Stage::Placing,
            None => Stage::Playing,
        }
    }

    /// Whether somebody has won.
    pub const fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    /// Whose turn it is.
    pub fn next(&self) -> Player {
        self.game().next_player()
    }

    /// Who plays a side.
    pub fn seat_of(&self, player: Player) -> Seat {
        match self.seats[player] {
            Some(seat) => seat,
            None if self.game().is_ai(player) => Seat::Computer(self.computer_name(player)),
            None => Seat::Person,
        }
    }

    /// The name of a person, if the script has one.
    pub fn name_of(&self, player: Player) -> Option<String> {
        let lines = self.game().information(player).iter().rev();
        let mut names = lines.filter_map(|line| line.strip_prefix(NAME.as_bytes()));
        let name = names.find_map(|name| name.strip_prefix(b" "))?;
        let letters = name.chars().filter(|letter| !letter.is_control());
        let name: String = letters.take(NAME_MAX).collect();
        let is_person = self.seat_of(player) == Seat::Person;
        (is_person && !name.trim().is_empty()).then_some(name)
    }

    /// The number of people playing.
    pub fn people(&self) -> usize {
        let is_person = |player: &Player| self.seat_of(*player) == Seat::Person;
        Player::BOTH
            .iter()
            .filter(|player| is_person(player))
            .count()
    }

    /// The state as printed by `SAVE`.
    pub fn state(&self) -> Vec<u8> {
        let mut state = Vec::new();
        let written = crate::interpreter::save::save(self.game(), &mut state);
        debug_assert!(written.is_ok(), "a vector takes everything");
        state
    }

    /// The script so far.
    pub const fn log(&self) -> &ScriptLog {
        &self.log
    }

    /// Takes the error that stopped writing the script, if there is one.
    pub fn take_log_error(&mut self) -> Option<io::Error> {
        self.log.take_error()
    }

    /// The number of the turn, counted from 1; both players move once in it.
    pub const fn turn_number(&self) -> u64 {
        self.history.turn_number()
    }

    /// The commands of the current turn, each with whether it has been executed: targets
    /// that wait for the end of the turn have not.
    pub fn turn_commands(&self) -> impl DoubleEndedIterator<Item = (&Command, bool)> {
        let done = self.history.turn().iter().map(|command| (command, true));
        done.chain(self.targets.iter().map(|command| (command, false)))
    }

    /// The targets that wait for the end of the turn.
    pub fn waiting_targets(&self) -> impl Iterator<Item = &Command> {
        self.targets.iter()
    }

    /// Whether the next player may make an announced shot.
    pub fn has_shot_left(&self) -> bool {
        self.game().has_shot_left() || self.interpreter.open_group().is_none()
    }

    /// What a player may know of the game. It includes the enemy's ships if that deceives
    /// nobody: when the game is over, or both sides are built-in players.
    pub fn view(&self, player: Player) -> PlayerView<'_> {
        let is_open = self.winner.is_some() || self.people() == 0;
        PlayerView::new(self.game(), player, is_open)
    }

    /// The events of the current and the previous turn that a player may read, oldest
    /// first.
    pub fn recent_events(&self, reader: Player) -> Vec<&LogEntry> {
        self.history.events(self.reader(reader), true)
    }

    /// All events kept that a player may read, oldest first.
    pub fn all_events(&self, reader: Player) -> Vec<&LogEntry> {
        self.history.events(self.reader(reader), false)
    }

    /// A spectator of two built-in players reads everything.
    fn reader(&self, reader: Player) -> Option<Player> {
        (self.people() > 0).then_some(reader)
    }

    /// The statistics of a player once the game is over; earlier they would reveal which
    /// ships were hit.
    pub fn stats(&self, player: Player) -> Option<PlayerStats> {
        self.is_over()
            .then(|| self.history.stats(self.game(), player))
    }

    /// The script so far, to attach a file to it.
    pub const fn log_mut(&mut self) -> &mut ScriptLog {
        &mut self.log
    }

    pub(super) const fn game(&self) -> &Game {
        self.interpreter.game()
    }
}

/// Moves.
impl GameSession {
    /// Executes a command of the next player.
    ///
    /// # Errors
    ///
    /// Why it was refused; then nothing was written.
    pub fn execute(&mut self, command: &Command) -> Result<(), Rejection> {
        if self.interpreter.open_group().is_none() {
            // Tried on a copy first, so that a refused command leaves no empty group in the
            // script.
            let tried = self.trial()?.command(command);
            tried.map_err(|rejection| self.as_seen(command, rejection))?;
            self.open_turn()?;
        }
        self.execute_line(&command.to_bytes())
            .map_err(|rejection| self.as_seen(command, rejection))
    }

    /// Gives the real reason if what blocks a ship is in view.
    fn as_seen(&self, command: &Command, rejection: Rejection) -> Rejection {
        let Command::Move { ship, movement } = command else {
            return rejection;
        };
        let view = self.view(self.next());
        let mut own = view.observation().own().iter();
        let is_it = |one: &Ship| one.class() == ship.class && one.name().index == ship.index;
        match own.find(|one| rejection.is_unseen && is_it(one)) {
            Some(one) => self
                .preview_move(&view, one, *movement)
                .rejection
                .unwrap_or(rejection),
            None => rejection,
        }
    }

    /// Shoots at a field without naming a ship, and ends the turn after its last shot.
    ///
    /// # Errors
    ///
    /// Why it was refused.
    pub fn shoot_announced(&mut self, target: Pos) -> Result<(), Rejection> {
        let enemy = self.next().opponent();
        self.execute(&Command::Shoot(target))?;
        let is_last = !self.game().has_shot_left();
        if is_last || self.game().fleet(enemy).healthy_parts() == 0 {
            self.end_turn()?;
        }
        Ok(())
    }

    /// Adds a target without a ship, which is shot at when the turn ends.
    ///
    /// # Errors
    ///
    /// Why the field can never be a target.
    pub fn add_target(&mut self, command: Command) -> Result<(), Rejection> {
        self.trial()?.command(&command)?;
        self.targets.push(command);
        Ok(())
    }

    /// Removes the last waiting target; returns whether there was one.
    pub fn take_target_back(&mut self) -> bool {
        self.targets.pop().is_some()
    }

    /// Why the waiting targets could not be served if the turn ended now.
    pub fn target_rejection(&self) -> Option<Rejection> {
        self.try_targets().err()
    }

    fn try_targets(&self) -> Result<(), Rejection> {
        if self.targets.is_empty() {
            return Ok(());
        }
        let mut trial = self.trial()?;
        for command in &self.targets {
            trial.command(command)?;
        }
        trial.end_turn()
    }

    /// Ends the turn.
    ///
    /// # Errors
    ///
    /// [`Reason::ShootsAreUnfeasible`](crate::game::Reason::ShootsAreUnfeasible): the ships
    /// cannot serve all waiting targets, and the turn stays open.
    pub fn end_turn(&mut self) -> Result<(), Rejection> {
        self.try_targets()?;
        self.open_turn()?;
        for command in std::mem::take(&mut self.targets) {
            self.execute_line(&command.to_bytes())?;
        }
        self.close_group()
    }

    /// Starts placing the fleet of the next player.
    ///
    /// # Errors
    ///
    /// None while a turn can be opened.
    pub fn draft(&self) -> Result<PlacementDraft, Rejection> {
        PlacementDraft::new(self.game(), self.next(), self.placing)
    }

    /// Places a fleet and ends the turn.
    ///
    /// # Errors
    ///
    /// Something unseen is in the way; then nothing was written.
    pub fn place(&mut self, draft: &PlacementDraft) -> Result<(), Rejection> {
        let player = self.next();
        let mut trial = self.trial()?;
        for placement in draft.placements() {
            trial.command(&placement.command())?;
        }
        trial.end_turn()?;
        self.open_turn()?;
        for placement in draft.placements() {
            self.execute_line(&placement.command().to_bytes())?;
        }
        self.close_group()?;
        self.history.record_setup(GameEvent::Placed(player));
        Ok(())
    }
}
