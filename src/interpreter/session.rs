//! One session: a game and the group that is open; what lines do to them.

use std::io::{self, Write};
use std::ops::ControlFlow;

use super::execute::execute_command;
use super::long_line::LongLine;
use super::{Ending, Event, Failure, FailureKind};
use crate::game::{Game, Reason, Refusal, TargetKind};
use crate::rules::SHIPS;
use crate::script::{
    Command, GroupKind, Keyword, Line, LineChunk, ParseError, Tag, is_program_output, parse_fast,
    parse_line,
};

/// A game, the group that is open, and the number of the line.
///
/// Lines are executed one by one, each before the call returns. A line that is refused
/// leaves the game as it was.
///
/// ```
/// use admiralty::interpreter::{Event, Session};
/// use admiralty::script::Tag;
/// let mut session = Session::new();
/// let line = session.read(b"[state]");
/// assert_eq!(session.apply(&line, b"[state]"), Ok(Event::Opened(Tag::State)));
/// let line = session.read(b"REEF 3 100");
/// let failure = session.apply(&line, b"REEF 3 100").unwrap_err();
/// assert_eq!(failure.to_string(), "INVALID OPERATION \"REEF 3 100\": REEF IS NOT PLACED ON BOARD");
/// ```
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

/// What a line has done, or why it was refused.
pub type Applied = Result<Event, Box<Failure>>;

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

    /// How many lines were executed; the number of the last one.
    pub const fn lines(&self) -> u64 {
        self.line
    }

    /// The group that is open, and the line that opened it.
    pub fn open_group(&self) -> Option<(Tag, u64)> {
        self.group.map(|group| (group.tag, group.opened_on))
    }

    /// Reads a line, given without its line feed, by the rules that are played.
    pub fn read(&self, text: &[u8]) -> Line {
        parse_line(text, self.game.rules())
    }

    /// Executes a line that was read from that text. It prints nothing:
    /// [`Event::write_to`] does, and [`Failure::to_bytes`].
    ///
    /// # Errors
    ///
    /// Why the line is refused.
    #[expect(
        clippy::inline_always,
        reason = "long scripts are made of lines that cost little else"
    )]
    #[inline(always)]
    pub fn apply(&mut self, line: &Line, text: &[u8]) -> Applied {
        self.line += 1;
        match line {
            Line::Tag(tag) => self.tag(*tag, text),
            Line::Command(command) => self.command(command, text),
            Line::Blank => Ok(Event::Skipped),
            Line::Invalid(error) => self.invalid(error, text),
        }
    }

    /// Executes a line, or a part of one that is too long.
    ///
    /// # Errors
    ///
    /// Why the line is refused.
    pub fn apply_chunk(&mut self, chunk: LineChunk<'_>) -> Applied {
        match chunk {
            LineChunk::Line(text) => self.apply(&self.read(text), text),
            LineChunk::Fragment(text, is_last) => self.apply_fragment(text, is_last),
        }
    }

    /// Ends the input: an open group is closed, and so a player's turn ends.
    ///
    /// # Errors
    ///
    /// Why the turn cannot end.
    pub fn end_input(&mut self) -> Applied {
        match self.group {
            Some(group) => self.close(group),
            None => Ok(Event::Skipped),
        }
    }

    /// Executes a line, given without its line feed, and prints what comes of it.
    ///
    /// # Errors
    ///
    /// What `out` returns. The line was executed then, so it must not be executed
    /// again.
    pub fn line(&mut self, text: &[u8], out: &mut impl Write) -> io::Result<ControlFlow<Ending>> {
        let applied = self.apply(&self.read(text), text);
        self.print(applied, out)
    }

    /// Executes the common lines that an input begins with, and prints what comes of
    /// them; returns how many bytes they take.
    ///
    /// # Errors
    ///
    /// As those of [`Session::line`].
    pub(super) fn common_lines(
        &mut self,
        input: &[u8],
        out: &mut impl Write,
    ) -> io::Result<(usize, ControlFlow<Ending>)> {
        let mut at = 0;
        while let Some((line, length)) = parse_fast(&input[at..], self.game.rules()) {
            let applied = self.apply(&line, &input[at..at + length - 1]);
            at += length;
            let flow = self.print(applied, out)?;
            if flow.is_break() {
                return Ok((at, flow));
            }
        }
        Ok((at, ControlFlow::Continue(())))
    }

    /// Prints what a line has come to, and tells whether the execution goes on.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    #[inline]
    pub fn print(&self, applied: Applied, out: &mut impl Write) -> io::Result<ControlFlow<Ending>> {
        match applied {
            // Most lines print nothing.
            Ok(Event::Skipped | Event::Opened(_) | Event::Closed(_) | Event::Executed) => {
                Ok(ControlFlow::Continue(()))
            }
            applied => self.print_result(applied, out),
        }
    }

    #[inline(never)]
    fn print_result(
        &self,
        applied: Applied,
        out: &mut impl Write,
    ) -> io::Result<ControlFlow<Ending>> {
        match applied {
            Ok(event) => {
                event.write_to(&self.game, out)?;
                Ok(match event {
                    Event::Won(winner) => ControlFlow::Break(Ending::Won(winner)),
                    _ => ControlFlow::Continue(()),
                })
            }
            Err(failure) => {
                out.write_all(&failure.to_bytes())?;
                Ok(ControlFlow::Break(Ending::Failed(failure)))
            }
        }
    }

    /// Obeys a tag: it opens a group, or closes its own.
    #[inline]
    pub(super) fn tag(&mut self, tag: Tag, text: &[u8]) -> Applied {
        match self.group {
            None => self.open(tag, text),
            Some(group) if group.tag == tag => self.close(group),
            Some(OpenGroup {
                tag: open,
                opened_on,
            }) => {
                let kind = FailureKind::GroupNotClosed(open, opened_on);
                Err(Failure::new(kind, tag.text(), self.line, text, 0..1))
            }
        }
    }

    /// Executes a command, if it may stand here.
    #[inline]
    fn command(&mut self, command: &Command, text: &[u8]) -> Applied {
        let keyword = command.keyword();
        let Some(OpenGroup { tag, .. }) = self
            .group
            .filter(|group| keyword.belongs_in(group.tag.kind(), self.game.rules()))
        else {
            let kind = self.misplaced(keyword);
            return Err(Failure::new(
                kind,
                command.to_bytes(),
                self.line,
                text,
                0..1,
            ));
        };
        match execute_command(&mut self.game, tag, command) {
            Ok(event) => {
                if self.game.targets().len() > self.target_lines.len() {
                    self.target_lines.push(self.line);
                }
                Ok(event)
            }
            Err(refusal) => Err(self.refused(command, refusal, text)),
        }
    }

    /// A line that is no tag and no command: an error, unless it is printed output
    /// between groups.
    fn invalid(&self, error: &ParseError, text: &[u8]) -> Applied {
        let rules = self.game.rules();
        let kind = match (error.keyword, self.group) {
            (None, None) if is_program_output(text) => return Ok(Event::Skipped),
            (Some(keyword), group)
                if !group.is_some_and(|group| keyword.belongs_in(group.tag.kind(), rules)) =>
            {
                self.misplaced(keyword)
            }
            _ => FailureKind::Syntax(*error),
        };
        let mut failure = Failure::quoting(kind, self.line, text, 0..1);
        if let FailureKind::Syntax(error) = failure.kind {
            failure.span = error.span();
        }
        Err(failure)
    }

    /// Opens a group; a player's turn begins with it.
    #[inline]
    fn open(&mut self, tag: Tag, text: &[u8]) -> Applied {
        if let Tag::Player(player) = tag {
            self.game.begin_turn(player).map_err(|refusal| {
                // The judge's line has a blank after the tag.
                let quoted = format!("{tag} ");
                Failure::new(refusal.into(), quoted, self.line, text, 0..1)
            })?;
        }
        self.group = Some(OpenGroup {
            tag,
            opened_on: self.line,
        });
        Ok(Event::Opened(tag))
    }

    /// Closes the group; a player's turn ends with it.
    #[inline]
    fn close(&mut self, group: OpenGroup) -> Applied {
        if group.tag.kind() == GroupKind::Player {
            let winner = self
                .game
                .end_turn()
                .map_err(|refusal| self.infeasible(refusal))?;
            self.target_lines.clear();
            if let Some(winner) = winner {
                return Ok(Event::Won(winner));
            }
        }
        self.group = None;
        Ok(Event::Closed(group.tag))
    }

    /// Forgets the targets that wait for the end of the turn.
    pub(super) fn drop_targets(&mut self) {
        self.game.drop_targets();
        self.target_lines.clear();
    }

    #[cold]
    fn misplaced(&self, keyword: Keyword) -> FailureKind {
        FailureKind::misplaced(
            keyword,
            self.group.map(|group| group.tag),
            self.game.rules(),
        )
    }

    #[cold]
    fn refused(&self, command: &Command, refusal: Box<Refusal>, text: &[u8]) -> Box<Failure> {
        let tokens = command.tokens_of(refusal.part());
        match refusal.reason() {
            Reason::InvalidArguments => Failure::quoting(refusal.into(), self.line, text, tokens),
            _ => Failure::new(refusal.into(), command.to_bytes(), self.line, text, tokens),
        }
    }

    /// The failure of a turn's targets, which belongs to the line of one of them.
    #[cold]
    fn infeasible(&self, refusal: Box<Refusal>) -> Box<Failure> {
        let Refusal::Infeasible { target, conflict } = *refusal else {
            unreachable!("a turn ends, or its targets are infeasible");
        };
        let command = match target.kind {
            TargetKind::Shot => Command::Shoot(target.pos),
            TargetKind::Plane => Command::Spy(target.pos),
        };
        let line = self.target_lines.get(conflict.first);
        let line = line.copied().unwrap_or(self.line);
        let (text, tokens) = (command.to_bytes(), command.tokens_of(refusal.part()));
        Failure::new(refusal.into(), text.clone(), line, &text, tokens)
    }
}
