//! Executes a turn of a bot, line by line.

use std::io::{self, Write};

use crate::game_loop::{PlayedTurn, is_placing_turn};
use crate::{Foul, FoulKind, OUTPUT_BYTES_MAX};
use admiralty_core::game::Game;
use admiralty_core::interpreter::Session;
use admiralty_core::script::{Command, LINE_BYTES_MAX, Line, Tag};

pub struct TurnInProgress<'r> {
    session: Session,
    tag: Tag,
    /// Whether the player places its fleet in this turn, and does nothing else.
    is_placing: bool,
    played: PlayedTurn,
    record: Option<&'r mut Vec<u8>>,
}

impl<'r> TurnInProgress<'r> {
    /// Opens the group of a player. The turn owns the game until it is finished. Its lines are
    /// appended to `record`, up to an illegal line.
    pub fn begin(game: &mut Game, tag: Tag, record: Option<&'r mut Vec<u8>>) -> Result<Self, Foul> {
        let empty = Game::new(game.rules());
        let mut turn = Self {
            is_placing: is_placing_turn(game),
            session: Session::with_game(std::mem::replace(game, empty)),
            tag,
            played: PlayedTurn::default(),
            record,
        };
        turn.line(&Line::Tag(tag), tag.text().as_bytes(), &mut io::sink())?;
        Ok(turn)
    }

    /// Parses a line under the rules of the game.
    pub fn read(&self, text: &[u8]) -> Line {
        self.session.read(text)
    }

    /// Whether the player places its fleet in this turn, and does nothing else.
    pub const fn is_placing(&self) -> bool {
        self.is_placing
    }

    /// Executes a line, and writes its output to `out`.
    pub fn line(&mut self, line: &Line, text: &[u8], mut out: &mut dyn Write) -> Result<(), Foul> {
        if self.is_placing {
            self.check_placing(line)?;
        }
        if let Line::Command(Command::Shoot(_) | Command::ShootFrom { .. }) = line {
            self.played.shots += 1;
        }
        if let Some(record) = &mut self.record {
            let recorded = match line {
                // Records contain no `PRINT`.
                Line::Command(Command::Print(_)) | Line::Blank => None,
                Line::Command(executed) => Some(executed.to_bytes()),
                Line::Tag(tag) if *tag == self.tag => Some(tag.text().into()),
                _ => Some(text.into()),
            };
            if let Some(recorded) = recorded {
                record.extend(recorded);
                record.push(b'\n');
            }
        }
        let applied = if text.len() > LINE_BYTES_MAX {
            self.session.line(text)
        } else {
            self.session.apply(line, text)
        };
        let written = match &applied {
            Ok(event) => event.write_to(self.session.game(), &mut out),
            Err(failure) => out.write_all(&failure.to_bytes()),
        };
        match applied {
            Ok(event) => self.played.winner = event.winner(),
            Err(failure) => return Err(Foul::new(FoulKind::Illegal, failure.to_string())),
        }
        // Writing only fails if the output is too long.
        written.map_err(|_| Foul::flooding(OUTPUT_BYTES_MAX, "of answers"))
    }

    /// Checks that the player places ships only, and all of them.
    fn check_placing(&self, line: &Line) -> Result<(), Foul> {
        let game = self.session.game();
        match line {
            Line::Command(Command::PlaceShip { .. } | Command::Print(_)) => Ok(()),
            Line::Command(other) => Err(Foul::placing(other)),
            Line::Tag(tag) if *tag == self.tag && self.session.open_group().is_some() => {
                match game.fleet(game.next_player()).missing() {
                    0 => Ok(()),
                    missing => Err(Foul::incomplete(missing)),
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether the group is closed or the game is won.
    pub fn is_over(&self) -> bool {
        self.session.open_group().is_none() || self.played.winner.is_some()
    }

    /// Ends the turn, and puts the resulting state into `game`.
    pub fn finish(self, game: &mut Game) -> PlayedTurn {
        debug_assert!(self.is_over(), "{} is open", self.tag);
        *game = self.session.into_game();
        self.played
    }
}
