//! Executes actions: they become commands, and these become lines of the script. Nothing else
//! changes the interpreter.

use super::history::is_forced;
use super::{GameEvent, GameSession, PlacementDraft, Rejection};
use admiralty_core::game::{Game, ServedTarget};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::{Applied, Event, Session};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Line, Tag};
use admiralty_players::ShipPlacement;

/// A copy of an interpreter on which a player's commands are tried without being recorded.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    interpreter: Session,
    player: Player,
}

impl Trial {
    /// Opens the player's turn, unless it is open.
    pub fn new(interpreter: Session, player: Player) -> Result<Self, Rejection> {
        let is_open = interpreter.open_group().is_some();
        let mut trial = Self {
            interpreter,
            player,
        };
        if !is_open {
            trial.tag()?;
        }
        Ok(trial)
    }

    pub const fn game(&self) -> &Game {
        self.interpreter.game()
    }

    pub fn command(&mut self, command: &Command) -> Result<(), Rejection> {
        let applied = self.interpreter.execute(command);
        self.result(applied)
    }

    fn tag(&mut self) -> Result<(), Rejection> {
        let tag = Tag::Player(self.player);
        let applied = self.interpreter.line(tag.text().as_bytes());
        self.result(applied)
    }

    fn result(&self, applied: Applied) -> Result<(), Rejection> {
        applied.map_err(|failure| Rejection::to_line(self.player, &failure))?;
        Ok(())
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
        let id = game.fleet(self.next()).ship(ship.class, ship.index);
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
    pub(super) fn add_target(&mut self, command: Command) -> Result<(), Rejection> {
        self.trial()?.command(&command)?;
        self.targets.push(command);
        Ok(())
    }

    /// Checks whether the waiting targets could be served if the turn ended now.
    pub(super) fn check_targets(&self) -> Result<(), Rejection> {
        if self.targets.is_empty() {
            return Ok(());
        }
        self.try_turn(&self.targets)
    }

    /// Ends the turn.
    ///
    /// # Errors
    ///
    /// [`Reason::ShootsAreUnfeasible`](admiralty_core::script::Reason::ShootsAreUnfeasible): the ships
    /// cannot serve all waiting targets, and the turn stays open.
    pub fn end_turn(&mut self) -> Result<(), Rejection> {
        self.check_targets()?;
        self.execute_turn(&self.targets.clone())
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
        let line = self.interpreter.read(text);
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
                for target in game.served_targets() {
                    if let ServedTarget::Shot(shot) = target {
                        self.history.record_shot(shot);
                    }
                }
                self.history.finish_turn(game, player, winner);
                self.targets.clear();
            }
            Event::Announced { target, outcome } => {
                let event = GameEvent::Shot {
                    shooter: player,
                    target,
                    outcome,
                    is_forced,
                };
                self.history.add(None, event);
            }
            _ => {}
        }
        Ok(())
    }
}
