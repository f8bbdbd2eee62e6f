//! A session: a game and the open group, and how lines change them.

use super::execute::execute_command;
use super::long_line::LongLine;
use super::{Event, Failure, FailureKind};
use crate::game::{Game, Reason, Refusal, TargetKind};
use crate::rules::SHIPS;
use crate::script::{
    Command, Keyword, Line, LineChunk, ParseError, Tag, is_program_output, parse_line,
};

/// A game, the open group, and the number of the current line.
///
/// Each line is executed before the call returns. A refused line leaves the game unchanged.
///
/// ```
/// use admiralty_core::interpreter::{Event, Session};
/// use admiralty_core::script::Tag;
/// let mut session = Session::new();
/// assert_eq!(session.line(b"[state]"), Ok(Event::Opened(Tag::State)));
/// let failure = session.line(b"REEF 3 100").unwrap_err();
/// assert_eq!(failure.to_string(), "INVALID OPERATION \"REEF 3 100\": REEF IS NOT PLACED ON BOARD");
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    pub(super) game: Game,
    /// The group that is open, and the line that opened it.
    pub(super) group: Option<(Tag, u64)>,
    /// The number of the line being executed, from 1.
    pub(super) line: u64,
    /// The lines that named the targets waiting for the end of the turn.
    target_lines: Vec<u64>,
    /// The line that is being read in parts.
    pub(super) long_line: Option<LongLine>,
}

/// The effect of a line, or why it was refused.
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

    /// A session that continues a game, outside all groups.
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

    /// The game, for changes that no command makes.
    pub const fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// Consumes the session and returns its game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The number of lines executed so far.
    pub const fn lines(&self) -> u64 {
        self.line
    }

    /// The group that is open, and the line that opened it.
    pub const fn open_group(&self) -> Option<(Tag, u64)> {
        self.group
    }

    /// Parses a line, given without its line feed, by the rules of the current game.
    pub fn read(&self, text: &[u8]) -> Line {
        parse_line(text, self.game.rules())
    }

    /// Parses a line, given without its line feed, and executes it.
    ///
    /// # Errors
    ///
    /// Why the line was refused.
    pub fn line(&mut self, text: &[u8]) -> Applied {
        self.apply(&self.read(text), text)
    }

    /// Executes a line that was parsed from `text`. It prints nothing; [`Session::print`]
    /// does.
    ///
    /// # Errors
    ///
    /// Why the line was refused.
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

    /// Executes a command as if it were a line.
    ///
    /// # Errors
    ///
    /// Why the command was refused.
    pub fn execute(&mut self, command: &Command) -> Applied {
        self.line += 1;
        self.command(command, &command.to_bytes())
    }

    /// Executes a line, or a part of one that is too long.
    ///
    /// # Errors
    ///
    /// Why the line was refused.
    pub fn apply_chunk(&mut self, chunk: LineChunk<'_>) -> Applied {
        match chunk {
            LineChunk::Line(text) => self.line(text),
            LineChunk::Part(text, is_last) => self.apply_part(text, is_last),
        }
    }

    /// Ends the input: closes the open group, which ends a player's turn.
    ///
    /// # Errors
    ///
    /// Why the turn cannot end.
    pub fn end_input(&mut self) -> Applied {
        match self.group {
            Some((tag, _)) => self.close(tag),
            None => Ok(Event::Skipped),
        }
    }

    /// Executes a tag, which opens a group or closes the open one.
    #[inline]
    pub(super) fn tag(&mut self, tag: Tag, text: &[u8]) -> Applied {
        match self.group {
            None => self.open(tag, text),
            Some((open, _)) if open == tag => self.close(tag),
            Some((open, opened_on)) => {
                let kind = FailureKind::GroupNotClosed(open, opened_on);
                Err(Failure::new(kind, tag.text(), self.line, text, 0..1))
            }
        }
    }

    /// Executes a command, if it is allowed here.
    #[inline]
    fn command(&mut self, command: &Command, text: &[u8]) -> Applied {
        let keyword = command.keyword();
        let belongs = |tag: Tag| keyword.belongs_in(tag, self.game.rules());
        let Some((tag, _)) = self.group.filter(|&(tag, _)| belongs(tag)) else {
            let (kind, quoted) = (self.misplaced(keyword), command.to_bytes());
            return Err(Failure::new(kind, quoted, self.line, text, 0..1));
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

    /// Handles a line that is neither a tag nor a command: an error, unless it is program
    /// output between groups.
    fn invalid(&self, error: &ParseError, text: &[u8]) -> Applied {
        let rules = self.game.rules();
        let kind = match (error.keyword, self.group) {
            (None, None) if is_program_output(text) => return Ok(Event::Skipped),
            (Some(keyword), group)
                if !group.is_some_and(|(tag, _)| keyword.belongs_in(tag, rules)) =>
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

    /// Opens a group; a player's group begins the turn.
    #[inline]
    fn open(&mut self, tag: Tag, text: &[u8]) -> Applied {
        if let Tag::Player(player) = tag {
            self.game.begin_turn(player).map_err(|refusal| {
                // The printed line has a blank after the tag.
                let quoted = format!("{tag} ");
                Failure::new(refusal.into(), quoted, self.line, text, 0..1)
            })?;
        }
        self.group = Some((tag, self.line));
        Ok(Event::Opened(tag))
    }

    /// Closes the group; a player's group ends the turn.
    #[inline]
    fn close(&mut self, tag: Tag) -> Applied {
        let event = match tag {
            Tag::State => Event::Closed,
            Tag::Player(player) => {
                let ended = self.game.end_turn();
                let winner = ended.map_err(|refusal| self.infeasible(refusal))?;
                self.target_lines.clear();
                Event::TurnEnded { player, winner }
            }
        };
        if event.winner().is_none() {
            self.group = None;
        }
        Ok(event)
    }

    /// Drops the targets waiting for the end of the turn.
    pub(super) fn drop_targets(&mut self) {
        self.game.drop_targets();
        self.target_lines.clear();
    }

    #[cold]
    fn misplaced(&self, keyword: Keyword) -> FailureKind {
        let within = self.group.map(|(tag, _)| tag);
        FailureKind::misplaced(keyword, within, self.game.rules())
    }

    #[cold]
    fn refused(&self, command: &Command, refusal: Box<Refusal>, text: &[u8]) -> Box<Failure> {
        let tokens = command.tokens_of(refusal.part());
        match refusal.reason() {
            Reason::InvalidArguments => Failure::quoting(refusal.into(), self.line, text, tokens),
            _ => Failure::new(refusal.into(), command.to_bytes(), self.line, text, tokens),
        }
    }

    /// The failure of a turn's targets, reported at the line of the first that fails.
    #[cold]
    fn infeasible(&self, refusal: Box<Refusal>) -> Box<Failure> {
        let Refusal::Infeasible { target, conflict } = *refusal else {
            unreachable!("the end of a turn is refused only because its targets are infeasible");
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
