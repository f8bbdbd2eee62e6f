//! A game in progress.

use std::io::{self, Read};

use admiralty_core::game::{For, Game, Refusal};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Event, Session};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Line, Tag};
use admiralty_core::view::Observation;
use admiralty_players::runner::play_turn;
use admiralty_players::{NAME, Placing, PlayerEntry, Players, Rng, ShipPlacement, place_missing};
use bstr::ByteSlice;
use thiserror::Error;

use crate::history::{History, is_forced};
use crate::link::Remote;
use crate::setup::NAME_MAX;
use crate::trial::Trial;
use crate::{
    Controller, FirstPlayer, GameEvent, LogEntry, PlacementDraft, PlayerStats, PlayerView,
    Rejection, ScriptLog, Setup,
};

/// The stage of a game, which says what comes next.
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
///
/// The default session has executed nothing yet.
#[derive(Debug, Default)]
pub struct GameSession {
    pub(super) interpreter: Session,
    pub(super) log: ScriptLog,
    pub(super) winner: Option<Player>,
    pub(super) players: Players,
    /// Targets without a ship, held back until the end of the turn, which decides whether ships can
    /// serve all of them.
    targets: Vec<Command>,
    /// Why the waiting targets could not be served if the turn ended now.
    targets_rejection: Option<Rejection>,
    pub(super) history: History,
    /// The players that replace those named by the script.
    controllers: ByPlayer<Option<Controller>>,
    pub(super) script_end: ScriptEnd,
    /// How fleets of people are placed at random.
    pub(super) placing: Placing,
    /// Hints that are not in the script yet.
    pub(super) unlogged_hints: ByPlayer<usize>,
    /// The connection to the arena that serves the game, if any.
    pub(super) remote: Option<Remote>,
}

impl GameSession {
    /// Starts a game.
    ///
    /// # Errors
    ///
    /// The reason why the setup cannot be played.
    pub fn begin(setup: &Setup) -> Result<Self, Rejection> {
        setup.check_fleet()?;
        let mut session = Self {
            placing: setup.placing,
            ..Self::default()
        };
        session.execute_state(setup.commands())?;
        // There must be room for both fleets.
        for player in Player::BOTH {
            let observation = Observation::new(session.game(), player);
            place_missing(&observation, Placing::Seq, &mut Rng::seeded(0))
                .map_err(|refusal| Rejection::to_player(player, &refusal))?;
        }
        if let FirstPlayer::Toss(_) = setup.first_player {
            let (coin, first) = (setup.coin(), setup.first());
            session.history.add(None, GameEvent::Tossed { coin, first });
        }
        Ok(session)
    }

    /// Assigns a side to another player, whatever the script says. Returns whether such a
    /// player exists for the rule set. If the built-in players now play this side, the
    /// script records it, unless a turn is open.
    pub fn set_controller(&mut self, player: Player, controller: Controller) -> bool {
        if let Controller::Computer(name) = controller {
            match PlayerEntry::named(name.as_bytes()) {
                Some(entry) if entry.plays(self.rules()) => self.players.seat(player, entry),
                _ => return false,
            }
            let is_between = self.interpreter.open_group().is_none() && self.winner.is_none();
            if is_between && !self.game().is_ai(player) {
                // This command is always allowed.
                let _ = self.execute_state([Command::SetAiPlayer(player)]);
            }
        }
        self.controllers[player] = Some(controller);
        true
    }

    /// The script so far.
    pub const fn log(&self) -> &ScriptLog {
        &self.log
    }

    /// The script so far, to attach a file to it.
    pub const fn log_mut(&mut self) -> &mut ScriptLog {
        &mut self.log
    }

    /// The end of the script that the game was resumed from.
    pub const fn script_end(&self) -> &ScriptEnd {
        &self.script_end
    }

    pub(super) const fn game(&self) -> &Game {
        self.interpreter.game()
    }
}

/// Queries.
impl GameSession {
    /// The rule set that is played.
    pub fn rules(&self) -> &RuleSet {
        self.game().rules()
    }

    /// The stage of the game.
    pub fn stage(&self) -> Stage {
        match self.winner {
            Some(player) => Stage::Over(player),
            None if self.game().fleet(self.next()).missing() > 0 => Stage::Placing,
            None => Stage::Playing,
        }
    }

    /// Whether a player has won.
    pub const fn is_over(&self) -> bool {
        self.winner.is_some()
    }

    /// Whose turn it is.
    pub fn next(&self) -> Player {
        self.game().next_player()
    }

    /// The controller of a side.
    pub fn controller_of(&self, player: Player) -> Controller {
        match self.controllers[player] {
            Some(controller) => controller,
            None if self.game().is_ai(player) => {
                Controller::Computer(self.players.name(self.game(), player))
            }
            None => Controller::Person,
        }
    }

    /// The name of a person, if the script has one.
    pub fn name_of(&self, player: Player) -> Option<String> {
        let lines = self.game().information(player).iter().rev();
        let mut names = lines.filter_map(|line| line.strip_prefix(NAME.as_bytes()));
        let name = names.find_map(|name| name.strip_prefix(b" "))?;
        let letters = name.chars().filter(|letter| !letter.is_control());
        let name: String = letters.take(NAME_MAX).collect();
        let is_person = self.controller_of(player) == Controller::Person;
        (is_person && !name.trim().is_empty()).then_some(name)
    }

    /// The number of people playing.
    pub fn people(&self) -> usize {
        let is_person = |player: &Player| self.controller_of(*player) == Controller::Person;
        Player::BOTH.into_iter().filter(is_person).count()
    }

    /// The state as printed by `SAVE`.
    pub fn state(&self) -> Vec<u8> {
        self.game().script(For::Save)
    }

    /// The number of the turn, counted from 1; both players move once in it.
    pub const fn turn_number(&self) -> u64 {
        self.history.turn_number()
    }

    /// The commands of the current turn. `false` marks targets that wait for the end of the turn.
    pub fn turn_commands(&self) -> impl DoubleEndedIterator<Item = (&Command, bool)> {
        let done = self.history.turn.iter().map(|command| (command, true));
        done.chain(self.targets.iter().map(|command| (command, false)))
    }

    /// The game as a player may know it. It includes the enemy's ships when the game is over, or if
    /// both sides are built-in players.
    pub fn view(&self, player: Player) -> PlayerView<'_> {
        if let Some(game) = self.revealed() {
            return PlayerView::new(game, player, true);
        }
        let is_open = self.remote.is_none() && (self.is_over() || self.people() == 0);
        PlayerView::new(self.game(), player, is_open).with_report(self.report_to(player))
    }

    /// The game with the ships of both players.
    #[cfg(feature = "terminal")]
    pub(super) fn open_view(&self, player: Player) -> PlayerView<'_> {
        PlayerView::new(self.game(), player, true)
    }

    /// The stored events that a player may read, oldest first.
    pub fn all_events(&self, reader: Player) -> Vec<&LogEntry> {
        // A spectator of two built-in players reads everything.
        let reader = (self.people() > 0).then_some(reader);
        self.history.events(reader).collect()
    }

    /// The events of the current and the previous turn that a player may read.
    pub fn recent_events(&self, reader: Player) -> Vec<&LogEntry> {
        let mut events = self.all_events(reader);
        events.retain(|entry| self.history.is_recent(entry));
        events
    }

    /// The statistics of a player when the game is over; before, they would reveal which ships were
    /// hit.
    pub fn stats(&self, player: Player) -> Option<PlayerStats> {
        if let Some(game) = self.revealed() {
            return Some(self.history.stats(game, player, None));
        }
        let reported = self.report_to(player);
        let reported = reported.and_then(|report| report.knowledge.as_ref());
        self.is_over()
            .then(|| self.history.stats(self.game(), player, reported))
    }
}

/// Actions of the next player.
impl GameSession {
    /// Executes a command of the next player.
    ///
    /// # Errors
    ///
    /// The reason why it was refused; then nothing was written.
    pub fn execute(&mut self, command: &Command) -> Result<(), Rejection> {
        if self.interpreter.open_group().is_none() {
            // Tried on a copy first, so that a refused command leaves no empty group in the
            // script.
            let tried = self.trial()?.command(command);
            tried.map_err(|rejection| self.as_seen(command, rejection))?;
            self.open_turn()?;
        }
        self.execute_command(command)
            .map_err(|rejection| self.as_seen(command, rejection))
    }

    /// Gives the full reason if the player sees what blocks its ship.
    fn as_seen(&self, command: &Command, rejection: Rejection) -> Rejection {
        let Command::Move { ship, movement } = command else {
            return rejection;
        };
        let (game, view) = (self.game(), self.view(self.next()));
        let class = game.rules().class_named(ship.class);
        let id = class.and_then(|class| game.fleet(self.next()).ship(class, ship.index));
        let ship = id
            .filter(|_| rejection.is_unseen)
            .map(|id| game.board().ship(id));
        let known = ship.and_then(|ship| self.preview_move(&view, ship, *movement).rejection);
        known.unwrap_or(rejection)
    }

    /// Shoots at a field without naming a ship, and ends the turn after its last shot.
    ///
    /// # Errors
    ///
    /// The reason why it was refused.
    pub fn shoot_announced(&mut self, target: Pos) -> Result<(), Rejection> {
        let enemy = self.next().opponent();
        self.execute(&Command::Shoot(target))?;
        if !self.game().has_shot_left() || self.view(self.next()).parts(enemy) == Some(0) {
            self.end_turn()?;
        }
        Ok(())
    }

    /// Adds a target without a ship, which is shot at when the turn ends, unless the field can
    /// never be one.
    ///
    /// # Errors
    ///
    /// The reason why it is no target.
    pub fn add_target(&mut self, command: Command) -> Result<(), Rejection> {
        self.trial()?.command(&command)?;
        self.targets.push(command);
        self.review_targets();
        Ok(())
    }

    /// Takes back the last target that waits for the end of the turn, if there is one.
    pub(super) fn take_back_target(&mut self) -> Option<Command> {
        let taken = self.targets.pop();
        self.review_targets();
        taken
    }

    /// The targets that wait for the end of the turn.
    pub(super) fn targets(&self) -> &[Command] {
        &self.targets
    }

    /// Why the waiting targets could not be served if the turn ended now.
    pub(super) const fn targets_rejection(&self) -> Option<&Rejection> {
        self.targets_rejection.as_ref()
    }

    /// Finds out whether the waiting targets could be served, after each change of the turn.
    fn review_targets(&mut self) {
        let are_some = !self.targets.is_empty();
        let tried = are_some.then(|| self.try_turn(&self.targets));
        self.targets_rejection = tried.and_then(Result::err);
    }

    /// Ends the turn.
    ///
    /// # Errors
    ///
    /// [`Reason::ShootsAreUnfeasible`](admiralty_core::script::Reason::ShootsAreUnfeasible): the ships
    /// cannot serve all waiting targets, and the turn stays open.
    pub fn end_turn(&mut self) -> Result<(), Rejection> {
        if let Some(rejection) = &self.targets_rejection {
            return Err(rejection.clone());
        }
        let targets = std::mem::take(&mut self.targets);
        let ended = self.execute_turn(&targets);
        if ended.is_err() {
            self.targets = targets;
        }
        ended
    }

    /// Starts placing the fleet of the next player.
    ///
    /// # Errors
    ///
    /// If the turn cannot be opened.
    pub fn draft(&self) -> Result<PlacementDraft, Rejection> {
        PlacementDraft::new(self.game(), self.next(), self.placing)
    }

    /// Places a fleet and ends the turn.
    ///
    /// # Errors
    ///
    /// If something unseen is in the way; then nothing was written.
    pub fn place(&mut self, draft: &PlacementDraft) -> Result<(), Rejection> {
        let player = self.next();
        let commands: Vec<_> = draft
            .placements()
            .iter()
            .map(ShipPlacement::command)
            .collect();
        self.try_turn(&commands)?;
        self.execute_turn(&commands)?;
        self.history.add(None, GameEvent::Placed(player));
        Ok(())
    }

    /// A copy of the interpreter inside an open turn of the next player.
    fn trial(&self) -> Result<Trial, Rejection> {
        Trial::new(self.interpreter.clone(), self.next())
    }

    /// Tries the rest of a turn and its closing tag on a copy.
    fn try_turn(&self, commands: &[Command]) -> Result<(), Rejection> {
        let mut trial = self.trial()?;
        for command in commands {
            trial.command(command)?;
        }
        trial.tag()
    }
}

/// Executing and recording.
impl GameSession {
    /// Opens the turn of the next player unless it is open.
    pub(super) fn open_turn(&mut self) -> Result<(), Rejection> {
        if self.interpreter.open_group().is_some() {
            return Ok(());
        }
        let tag = Tag::Player(self.next());
        self.execute_line(tag.text().as_bytes())
    }

    pub(super) fn close_group(&mut self) -> Result<(), Rejection> {
        match self.interpreter.open_group() {
            Some((tag, _)) => self.execute_line(tag.text().as_bytes()),
            None => Ok(()),
        }
    }

    pub(super) fn execute_state(
        &mut self,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<(), Rejection> {
        let tag = Tag::State.text().as_bytes();
        self.execute_line(tag)?;
        for command in commands {
            self.execute_command(&command)?;
        }
        self.execute_line(tag)
    }

    /// Executes the rest of a turn, up to the first command that is refused, and ends it.
    pub(super) fn execute_turn(&mut self, commands: &[Command]) -> Result<(), Rejection> {
        self.open_turn()?;
        for command in commands {
            if self.execute_command(command).is_err() {
                break;
            }
        }
        self.close_group()?;
        self.log_hints();
        Ok(())
    }

    /// Executes a line of a script.
    pub(super) fn execute_line(&mut self, text: &[u8]) -> Result<(), Rejection> {
        let line = Line::parse(text);
        self.execute_parsed(&line, text)
    }

    pub(super) fn execute_command(&mut self, command: &Command) -> Result<(), Rejection> {
        self.execute_parsed(&Line::Command(command.clone()), &command.to_bytes())
    }

    /// Executes a line, appends it to the script, and records its effect in the history.
    fn execute_parsed(&mut self, line: &Line, text: &[u8]) -> Result<(), Rejection> {
        let player = self.next();
        let is_forced = is_forced(self.game(), line);
        let is_turn = matches!(self.interpreter.open_group(), Some((Tag::Player(_), _)));
        let applied = self.interpreter.apply(line, text);
        let event = applied.map_err(|failure| Rejection::to_line(player, &failure))?;
        let event = if is_turn {
            self.send_line(text, player, event)?
        } else {
            event
        };
        self.log.line(text);
        self.winner = event.winner().or(self.winner);
        let game = self.interpreter.game();
        if let Line::Command(command) = line
            && is_turn
            && !matches!(event, Event::Print { .. })
        {
            self.history.record_command(player, command.clone());
        }
        match event {
            Event::Opened(Tag::Player(_)) => self.history.begin_turn(game),
            Event::Closed => self.history.count_turns(game),
            Event::Fired { shot, .. } => self.history.record_shot(&shot),
            Event::TurnEnded { winner, .. } => {
                for shot in game.served_shots() {
                    self.history.record_shot(shot);
                }
                self.history.finish_turn(game, player, winner);
                self.targets.clear();
                if winner.is_some() {
                    self.take_last_state();
                }
            }
            Event::Announced { shot, outcome } => {
                let event = GameEvent::Shot {
                    shooter: player,
                    target: shot.target,
                    outcome,
                    is_forced,
                };
                self.history.add(None, event);
            }
            _ => {}
        }
        self.review_targets();
        Ok(())
    }
}

/// Turns of the built-in players.
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

    /// The commands that place a fleet, without any shot: the winner of the toss shoots
    /// first.
    fn computer_fleet(&self, player: Player) -> Result<Vec<Command>, Box<Refusal>> {
        /// Keeps the random numbers for placing apart from those of the first turn.
        const PLACING: u64 = 0x91ac_e5ee_d000_0001;
        let mut twin = self.game().clone();
        twin.set_seed(twin.seed().unwrap_or(0).wrapping_add(PLACING));
        twin.set([Command::NextPlayer(player)])
            .expect("it is allowed");
        let placements = self.players.place(&Observation::new(&twin, player))?;
        Ok(placements.iter().map(ShipPlacement::command).collect())
    }
}

/// The reason why a game cannot be resumed from a script.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The script cannot be read.
    #[error("cannot read the script: {0}")]
    Read(#[from] io::Error),
    /// A line was rejected.
    #[error("the script breaks a rule on line {line}: {}{}", rejection.reason, rejection.text.as_ref().map_or_else(String::new, |text| format!(": {text}")))]
    Broken {
        /// The line number.
        line: u64,
        /// The reason.
        rejection: Rejection,
    },
}

/// The end of the script that a game was resumed from, for appending to it without changing
/// what is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptEnd {
    /// The number of bytes that were executed: all but a partial last line.
    pub bytes: u64,
    /// Whether the file needs a line feed before more is appended.
    pub lacks_line_feed: bool,
    /// The partial last line, if there was one.
    pub cut: Option<Vec<u8>>,
    /// The length of the script in the log; the file does not have the rest of the log yet.
    pub logged: usize,
}

/// Resuming.
impl GameSession {
    /// Resumes a game from any script, whose lines are the first of the log. A turn that is open at
    /// the end continues. Lines after a victory are not read.
    ///
    /// # Errors
    ///
    /// [`ResumeError`].
    pub fn resume(mut script: impl Read) -> Result<Self, ResumeError> {
        let mut session = Self::default();
        let mut bytes = Vec::new();
        script.read_to_end(&mut bytes)?;
        for line in bytes.lines_with_terminator() {
            if session.is_over() {
                break;
            }
            let text = line.strip_suffix(b"\n").unwrap_or(line);
            // A last line without a line feed may have been cut off while it was written.
            let lacks_line_feed = text.len() == line.len();
            if lacks_line_feed && session.interpreter.clone().line(text).is_err() {
                session.script_end.cut = Some(text.to_vec());
                break;
            }
            session
                .execute_line(text.strip_suffix(b"\r").unwrap_or(text))
                .map_err(|rejection| session.broken(rejection))?;
            session.script_end.bytes += line.len() as u64;
            session.script_end.lacks_line_feed = lacks_line_feed;
        }
        session.script_end.logged = session.log.text().len();
        if let Some((Tag::State, _)) = session.interpreter.open_group() {
            let closed = session.close_group();
            closed.map_err(|rejection| session.broken(rejection))?;
        }
        Ok(session)
    }

    fn broken(&self, rejection: Rejection) -> ResumeError {
        let line = self.interpreter.line_number();
        ResumeError::Broken { line, rejection }
    }
}
