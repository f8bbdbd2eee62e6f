//! One session: a game and the group that is open; what tags and commands do to
//! them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::dead_position::is_dead_position;
use super::ending::{GO_ON, Step};
use super::execute::{Trouble, execute};
use super::fragments::LongLine;
use super::play::{play_turn, write_board, write_state, write_turn};
use super::stop::{Echo, Stop, Where};
use super::{Ending, FailureKind};
use crate::game::{Game, Refusal, TargetKind};
use crate::player::Player;
use crate::players::Players;
use crate::rules::SHIPS;
use crate::script::{Command, GroupKind, Keyword, Tag};

/// The most turns that [`Session::play_to_end`] plays.
pub const TURNS_MAX: u32 = 10_000;

/// A game, the group that is open, and the number of the line.
///
/// Lines are fed one by one; each is executed before the call returns.
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) game: Game,
    pub(super) group: Option<OpenGroup>,
    /// The number of the line being executed, from 1.
    pub(super) line: u64,
    /// The lines that named the targets that wait for the end of the turn.
    target_lines: Vec<u64>,
    /// The line that comes in fragments.
    pub(super) long_line: Option<LongLine>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OpenGroup {
    tag: Tag,
    opened_on: u64,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session with a fresh game of the rule set `ships`.
    pub fn new() -> Self {
        Self::with_game(Game::new(&SHIPS))
    }

    /// A session that goes on with a game, outside all groups.
    pub fn with_game(game: Game) -> Self {
        Self {
            game,
            group: None,
            line: 0,
            target_lines: Vec::new(),
            long_line: None,
        }
    }

    /// The game.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The game, when the session is done with it.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The group that is open, and the line that opened it.
    pub fn open_group(&self) -> Option<(Tag, u64)> {
        self.group.map(|group| (group.tag, group.opened_on))
    }

    /// Ends the input: an open group is closed, and so a player's turn ends.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn end_of_input(&mut self, out: &mut impl Write) -> io::Result<Step> {
        let Some(group) = self.group else {
            return Ok(GO_ON);
        };
        let result = self.close(group, out);
        self.settle(result, &[], out)
    }

    /// Plays the turn of the next player, if the program plays for it: prints
    /// the state and the turn.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn play(&mut self, players: &Players, out: &mut impl Write) -> io::Result<Step> {
        let player = self.game.next_player();
        if self.group.is_some() || !self.game.is_ai(player) {
            return Ok(GO_ON);
        }
        match write_turn(&self.game, players, out)? {
            Ok(()) => Ok(GO_ON),
            Err(refusal) => self.refuse_turn(player, refusal, out),
        }
    }

    /// Plays turns as long as the program plays for whoever is next and somebody can
    /// still win, at most [`TURNS_MAX`], and prints them as one script: the state, and the turns with
    /// the boards after them. Goes on if nobody has won.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn play_to_end(&mut self, players: &Players, out: &mut impl Write) -> io::Result<Step> {
        for number in 0..TURNS_MAX {
            let player = self.game.next_player();
            if self.group.is_some() || !self.game.is_ai(player) || is_dead_position(&self.game) {
                break;
            }
            let before = (number == 0).then(|| self.game.clone());
            let turn = match play_turn(&mut self.game, players) {
                Ok(turn) => turn,
                Err(refusal) => return self.refuse_turn(player, refusal, out),
            };
            if let Some(before) = before {
                write_state(&before, out)?;
            }
            turn.write_to(&self.game, out)?;
            if let Some(winner) = turn.winner {
                return won(winner, out);
            }
            write_board(out)?;
            out.flush()?;
        }
        Ok(GO_ON)
    }

    /// A turn that the program cannot play fails at its tag.
    #[cold]
    fn refuse_turn(
        &mut self,
        player: Player,
        refusal: Box<Refusal>,
        out: &mut impl Write,
    ) -> io::Result<Step> {
        self.line += 1;
        let tag = Tag::Player(player);
        let stop = Stop::refused_turn(tag, refusal);
        self.settle(Err(stop), tag.text().as_bytes(), out)
    }

    /// Obeys a tag: it opens a group, or closes its own.
    #[inline]
    pub(super) fn tag(&mut self, tag: Tag, out: &mut impl Write) -> Result<Step, Box<Stop>> {
        match self.group {
            None => self.open(tag),
            Some(group) if group.tag == tag => self.close(group, out),
            Some(group) => Err(Stop::open_group(tag, group.tag, group.opened_on)),
        }
    }

    /// Executes a command, if it may stand here.
    #[inline]
    pub(super) fn command(
        &mut self,
        command: &Command,
        out: &mut impl Write,
    ) -> Result<Step, Box<Stop>> {
        let keyword = command.keyword();
        match self.group {
            Some(group) if keyword.belongs_in(group.tag.kind(), self.game.rules()) => {
                match self.execute(group.tag, command, out) {
                    Ok(()) => Ok(GO_ON),
                    Err(Trouble::Refused(refusal)) => Err(Stop::refused(command, refusal)),
                    Err(Trouble::Misplaced) => Err(Stop::misplaced(command, group.tag)),
                    Err(Trouble::Io(error)) => Err(Box::new(Stop::Io(error))),
                }
            }
            _ => Err(self.misplaced(keyword, Echo::Bytes(command.to_bytes()))),
        }
    }

    #[inline]
    fn execute(
        &mut self,
        tag: Tag,
        command: &Command,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        execute(&mut self.game, tag, command, out)?;
        if self.game.targets().len() > self.target_lines.len() {
            self.target_lines.push(self.line);
        }
        Ok(())
    }

    /// Opens a group; a player's turn begins with it.
    #[inline]
    fn open(&mut self, tag: Tag) -> Result<Step, Box<Stop>> {
        if let Tag::Player(player) = tag {
            self.game
                .begin_turn(player)
                .map_err(|refusal| Stop::turn(tag, refusal))?;
        }
        self.group = Some(OpenGroup {
            tag,
            opened_on: self.line,
        });
        Ok(GO_ON)
    }

    /// Closes the group; a player's turn ends with it.
    #[inline]
    fn close(&mut self, group: OpenGroup, out: &mut impl Write) -> Result<Step, Box<Stop>> {
        if group.tag.kind() == GroupKind::Player {
            let winner = self
                .game
                .end_turn()
                .map_err(|refusal| self.infeasible(refusal))?;
            self.target_lines.clear();
            if let Some(winner) = winner {
                return Ok(won(winner, out).map_err(Stop::Io)?);
            }
        }
        self.group = None;
        Ok(GO_ON)
    }

    /// Forgets the targets that wait for the end of the turn.
    pub(super) fn drop_targets(&mut self) {
        self.game.drop_targets();
        self.target_lines.clear();
    }

    /// The failure of a command whose word has no place here, whatever its
    /// arguments are.
    #[cold]
    pub(super) fn misplaced(&self, keyword: Keyword, echo: Echo) -> Box<Stop> {
        let within = self.group.map(|group| group.tag);
        let kind = FailureKind::misplaced(keyword, within, self.game.rules());
        Stop::failed(echo, kind, Where::Tokens(0..1))
    }

    /// The failure of a turn's targets, which belongs to the line of one of them.
    #[cold]
    fn infeasible(&self, refusal: Box<Refusal>) -> Box<Stop> {
        let Refusal::Infeasible { target, conflict } = *refusal else {
            unreachable!("a turn ends, or its targets are unfeasible");
        };
        let command = match target.kind {
            TargetKind::Shot => Command::Shoot(target.pos),
            TargetKind::Plane => Command::Spy(target.pos),
        };
        let line = self
            .target_lines
            .get(conflict.first)
            .copied()
            .unwrap_or(self.line);
        Box::new(Stop::Failed {
            echo: Echo::Bytes(command.to_bytes()),
            place: Where::Earlier(line, command.tokens_of(refusal.part())),
            kind: FailureKind::Refusal(refusal),
        })
    }
}

fn won(winner: Player, out: &mut impl Write) -> io::Result<Step> {
    writeln!(out, "{winner} won")?;
    Ok(ControlFlow::Break(Ending::Won(winner)))
}
