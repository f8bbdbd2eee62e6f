//! A game in progress.

use bstr::ByteSlice;

use super::history::History;
use super::remote::Remote;
use super::setup::NAME_MAX;
use super::{
    Controller, FirstPlayer, GameEvent, LogEntry, PlayerStats, PlayerView, Rejection, ScriptEnd,
    ScriptLog, Setup,
};
use admiralty_core::game::Game;
use admiralty_core::interpreter::{Session, save};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Command;
use admiralty_core::view::Observation;
use admiralty_players::{NAME, Placing, PlayerEntry, Players, Rng, place_missing};

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
    pub(super) targets: Vec<Command>,
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
    pub fn rules(&self) -> &'static RuleSet {
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
            None if self.game().is_ai(player) => Controller::Computer(self.computer_name(player)),
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
        save::saved(self.game())
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
        let is_open = self.remote.is_none() && (self.is_over() || self.people() == 0);
        PlayerView::new(self.game(), player, is_open).with_report(self.report_to(player))
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
        let reported = self.report_to(player);
        let reported = reported.and_then(|report| report.knowledge.as_ref());
        self.is_over()
            .then(|| self.history.stats(self.game(), player, reported))
    }
}
