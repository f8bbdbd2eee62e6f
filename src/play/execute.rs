//! Executing lines and recording them in the script.

use super::history::is_forced;
use super::trial::Trial;
use super::{GameSession, Rejection};
use crate::interpreter::Event;
use crate::player::Player;
use crate::script::{Command, Line, Tag};

/// The only way to the interpreter.
impl GameSession {
    /// Opens the turn of the next player unless it is open.
    pub(super) fn open_turn(&mut self) -> Result<(), Rejection> {
        if self.interpreter.open_group().is_some() {
            return Ok(());
        }
        let tag = Tag::Player(self.next());
        self.execute_line(tag.text().as_bytes())
    }

    /// Closes the group that is open.
    pub(super) fn close_group(&mut self) -> Result<(), Rejection> {
        match self.interpreter.open_group() {
            Some((tag, _)) => self.execute_line(tag.text().as_bytes()),
            None => Ok(()),
        }
    }

    /// Executes a `[state]` group.
    pub(super) fn execute_state(
        &mut self,
        commands: impl IntoIterator<Item = Command>,
    ) -> Result<(), Rejection> {
        let tag = Tag::State.text().as_bytes();
        self.execute_line(tag)?;
        for command in commands {
            self.execute_line(&command.to_bytes())?;
        }
        self.execute_line(tag)
    }

    /// Executes a line, appends it to the script, and records what has happened.
    pub(super) fn execute_line(&mut self, text: &[u8]) -> Result<(), Rejection> {
        let player = self.next();
        let line = self.interpreter.read(text);
        let is_forced = is_forced(self.game(), &line);
        let is_turn = matches!(self.interpreter.open_group(), Some((Tag::Player(_), _)));
        let applied = self.interpreter.apply(&line, text);
        let event = applied.map_err(|failure| Rejection::to_line(player, &failure))?;
        self.log.line(text);
        if let Event::Won(winner) = event {
            self.winner = Some(winner);
        }
        match event {
            Event::Opened(Tag::Player(_)) => self.history.begin_turn(self.interpreter.game()),
            Event::Closed(Tag::State) => self.history.count_turns(self.interpreter.game()),
            Event::Closed(Tag::Player(_)) | Event::Won(_) if is_turn => self.finish_turn(player),
            Event::Announced { target, outcome } => {
                self.history.record_shot(player, target, outcome, is_forced);
            }
            Event::Executed if is_turn => {
                if let Line::Command(command) = line {
                    self.history.record_command(player, command);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn finish_turn(&mut self, player: Player) {
        let game = self.interpreter.game();
        self.history.finish_turn(game, player, self.winner);
        self.targets.clear();
    }

    /// A copy of the interpreter inside an open turn of the next player.
    pub(super) fn trial(&self) -> Result<Trial, Rejection> {
        Trial::new(self.interpreter.clone(), self.next())
    }
}
