//! Trying commands without recording them.

use super::Rejection;
use crate::game::Game;
use crate::interpreter::Session;
use crate::player::Player;
use crate::script::{Command, Tag};

/// A copy of an interpreter on which the turn of a player is tried.
#[derive(Clone, Debug)]
pub(super) struct Trial {
    interpreter: Session,
    player: Player,
}

impl Trial {
    /// Opens the turn unless it is open.
    pub fn new(interpreter: Session, player: Player) -> Result<Self, Rejection> {
        let mut trial = Self {
            interpreter,
            player,
        };
        if trial.interpreter.open_group().is_none() {
            trial.line(Tag::Player(player).text().as_bytes())?;
        }
        Ok(trial)
    }

    pub const fn game(&self) -> &Game {
        self.interpreter.game()
    }

    pub fn command(&mut self, command: &Command) -> Result<(), Rejection> {
        self.line(&command.to_bytes())
    }

    pub fn end_turn(&mut self) -> Result<(), Rejection> {
        self.line(Tag::Player(self.player).text().as_bytes())
    }

    pub fn line(&mut self, text: &[u8]) -> Result<(), Rejection> {
        let line = self.interpreter.read(text);
        let applied = self.interpreter.apply(&line, text);
        applied.map_or_else(
            |failure| Err(Rejection::to_line(self.player, &failure)),
            |_| Ok(()),
        )
    }
}
