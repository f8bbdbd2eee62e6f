//! Commands that are tried without being recorded.

use admiralty_core::game::Game;
use admiralty_core::interpreter::{Event, Failure, Session};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};

use crate::Rejection;

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

    pub fn tag(&mut self) -> Result<(), Rejection> {
        let tag = Tag::Player(self.player);
        let applied = self.interpreter.line(tag.text().as_bytes());
        self.result(applied)
    }

    fn result(&self, applied: Result<Event, Box<Failure>>) -> Result<(), Rejection> {
        applied.map_err(|failure| Rejection::to_line(self.player, &failure))?;
        Ok(())
    }
}
