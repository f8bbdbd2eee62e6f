//! A session: a game and the open group, and how lines and commands change them.

use bstr::BString;

use super::execute::misfit;
use super::{Event, Failure, FailureKind};
use crate::game::{Game, Refusal, TargetKind};
use crate::rules::RuleSet;
use crate::script::{
    ChunkEnd, Command, Keyword, Line, LineChunk, ParseError, Reason, Tag, is_program_output,
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
#[derive(Clone, Debug, PartialEq, Eq)]
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

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session with a fresh game of the rule set `ships`.
    pub fn new() -> Self {
        Self::with_game(Game::new(RuleSet::SHIPS))
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

    /// The session after some lines, none of which may be refused.
    #[cfg(test)]
    pub(crate) fn after(lines: &str) -> Self {
        let mut session = Self::new();
        for line in lines.lines() {
            session.line(line.as_bytes()).expect(line);
        }
        session
    }

    /// Consumes the session and returns its game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// The number of the last line executed, from 1; 0 before the first.
    pub const fn line_number(&self) -> u64 {
        self.line
    }

    /// The group that is open, and the line that opened it.
    pub const fn open_group(&self) -> Option<(Tag, u64)> {
        self.group
    }

    /// Parses a line, given without its line feed; a command that does not fit the rule set of the
    /// game is invalid.
    pub fn read(&self, text: &[u8]) -> Line {
        Line::parse_for(text, Some(self.game.rules()))
    }

    /// Parses a line, given without its line feed, and executes it.
    ///
    /// # Errors
    ///
    /// Why the line was refused.
    pub fn line(&mut self, text: &[u8]) -> Result<Event, Box<Failure>> {
        self.apply(&Line::parse(text), text)
    }

    /// Executes a line that was parsed from `text`. It prints nothing; [`Session::print`]
    /// does.
    ///
    /// # Errors
    ///
    /// Why the line was refused.
    pub fn apply(&mut self, line: &Line, text: &[u8]) -> Result<Event, Box<Failure>> {
        if text.len() > Line::BYTES_MAX {
            return self.apply_part(text, true);
        }
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
    pub fn execute(&mut self, command: &Command) -> Result<Event, Box<Failure>> {
        self.line += 1;
        self.command(command, &command.to_bytes())
    }

    /// Executes a line, or a part of one that is too long.
    ///
    /// # Errors
    ///
    /// Why the line was refused.
    pub(super) fn apply_chunk(&mut self, chunk: LineChunk<'_>) -> Result<Event, Box<Failure>> {
        if chunk.is_part {
            self.apply_part(chunk.text, chunk.end != ChunkEnd::InLine)
        } else {
            self.line(chunk.text)
        }
    }

    /// Ends the input: closes the open group, which ends a player's turn.
    ///
    /// # Errors
    ///
    /// Why the turn cannot end.
    pub fn end_input(&mut self) -> Result<Event, Box<Failure>> {
        match self.group {
            Some((tag, _)) => self.close(tag).map_err(|refusal| self.infeasible(refusal)),
            None => Ok(Event::Skipped),
        }
    }

    /// Executes a tag, which opens a group or closes the open one.
    pub(super) fn tag(&mut self, tag: Tag, text: &[u8]) -> Result<Event, Box<Failure>> {
        self.try_tag(tag)
            .map_err(|refusal| match (refusal, self.group) {
                (Some(refusal), None) => {
                    // The printed line has a blank after the tag.
                    let quoted = format!("{tag} ");
                    Failure::new(refusal.into(), quoted, self.line, text, 0..1)
                }
                (Some(refusal), Some(_)) => self.infeasible(refusal),
                (None, open) => {
                    let (open, opened_on) = open.unwrap_or((tag, self.line));
                    let kind = FailureKind::GroupNotClosed(open, opened_on);
                    Failure::new(kind, tag.text(), self.line, text, 0..1)
                }
            })
    }

    /// Executes a tag, which opens a group or closes the open one.
    ///
    /// # Errors
    ///
    /// The refusal by the rules, or none if another group is open.
    #[inline]
    pub(super) fn try_tag(&mut self, tag: Tag) -> Result<Event, Option<Box<Refusal>>> {
        match self.group {
            None => Ok(self.open(tag)?),
            Some((open, _)) if open == tag => Ok(self.close(tag)?),
            Some(_) => Err(None),
        }
    }

    /// Executes a command, if it is allowed here.
    fn command(&mut self, command: &Command, text: &[u8]) -> Result<Event, Box<Failure>> {
        self.try_command(command).map_err(|refusal| {
            if let Some(refusal) = refusal {
                return match *refusal {
                    Refusal::Misfit => self.misfit(text),
                    _ => self.refused(command, refusal, text),
                };
            }
            let kind = self.misplaced(command.keyword());
            if command.fits(self.game.rules()) {
                Failure::new(kind, command.to_bytes(), self.line, text, 0..1)
            } else {
                Failure::quoting(kind, self.line, text, 0..1)
            }
        })
    }

    /// Executes a command, if it is allowed here.
    ///
    /// # Errors
    ///
    /// The refusal by the rules, or none if the command is not allowed here.
    #[inline]
    pub(super) fn try_command(&mut self, command: &Command) -> Result<Event, Option<Box<Refusal>>> {
        let keyword = command.keyword();
        let belongs = |tag: Tag| keyword.belongs_in(tag, self.game.rules());
        let (tag, _) = self.group.filter(|&(tag, _)| belongs(tag)).ok_or(None)?;
        let event = self.game.execute_allowed(tag, command)?;
        if matches!(event, Event::Chosen(..)) {
            self.target_lines.push(self.line);
        }
        Ok(event)
    }

    /// Handles a line that is neither a tag nor a command: an error, unless it is program
    /// output between groups.
    fn invalid(&self, error: &ParseError, text: &[u8]) -> Result<Event, Box<Failure>> {
        let rules = self.game.rules();
        let kind = match (error.keyword, self.group) {
            (None, None) if is_program_output(text) => return Ok(Event::Skipped),
            (Some(keyword), group)
                if !group.is_some_and(|(tag, _)| keyword.belongs_in(tag, rules)) =>
            {
                self.misplaced(keyword)
            }
            _ => return Err(self.misfit(text)),
        };
        Err(Failure::quoting(kind, self.line, text, 0..1))
    }

    /// The failure of a line that is no command of the rule set. It is read again for the rule set,
    /// to find the first error and to explain it.
    #[cold]
    fn misfit(&self, text: &[u8]) -> Box<Failure> {
        let mut failure = Failure::quoting(misfit().into(), self.line, text, 0..1);
        if let Line::Invalid(mut error) = self.read(text) {
            error.group = self.group.map(|(tag, _)| tag);
            failure.span = error.span();
            failure.kind = FailureKind::Syntax(error);
        }
        failure
    }

    /// Opens a group; a player's group begins the turn.
    #[inline]
    fn open(&mut self, tag: Tag) -> Result<Event, Box<Refusal>> {
        if let Tag::Player(player) = tag {
            self.game.begin_turn(player)?;
        }
        self.group = Some((tag, self.line));
        Ok(Event::Opened(tag))
    }

    /// Closes the group; a player's group ends the turn.
    #[inline]
    fn close(&mut self, tag: Tag) -> Result<Event, Box<Refusal>> {
        let event = match tag {
            Tag::State => Event::Closed,
            Tag::Player(player) => {
                let winner = self.game.end_turn()?;
                self.target_lines.clear();
                Event::TurnEnded { player, winner }
            }
        };
        if event.winner().is_none() {
            self.group = None;
        }
        Ok(event)
    }

    /// Makes this the session after more or fewer lines; returns whether that is possible: only outside groups.
    pub(super) fn shift_lines(&mut self, lines: i64) -> bool {
        let remembers =
            self.group.is_some() || !self.target_lines.is_empty() || self.long_line.is_some();
        match self.line.checked_add_signed(lines) {
            Some(line) if !remembers => self.line = line,
            _ => return false,
        }
        true
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
        let Refusal::Infeasible { target, index, .. } = *refusal else {
            unreachable!("the end of a turn is refused only because its targets are infeasible");
        };
        let command = match target.kind {
            TargetKind::Shot => Command::Shoot(target.pos),
            TargetKind::Plane => Command::Spy(target.pos),
        };
        let line = self.target_lines.get(index);
        let line = line.copied().unwrap_or(self.line);
        let (text, tokens) = (command.to_bytes(), command.tokens_of(refusal.part()));
        Failure::new(refusal.into(), text.clone(), line, &text, tokens)
    }
}

/// The state kept for a line that is read in parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LongLine {
    beginning: BString,
    /// Whether a part so far ended with a carriage return.
    ends_with_return: bool,
}

impl LongLine {
    fn new(text: &[u8]) -> Self {
        const SHOWN_BYTES: usize = 64;
        Self {
            beginning: text[..text.len().min(SHOWN_BYTES)].into(),
            ends_with_return: false,
        }
    }
}

impl Session {
    /// Processes a part of a line that is too long to be read as a whole; `is_last` is
    /// whether the line ends with it. Only blank lines and, between groups, printed rows of
    /// boards may be so long.
    pub(super) fn apply_part(&mut self, text: &[u8], is_last: bool) -> Result<Event, Box<Failure>> {
        let long = self.long_line.get_or_insert_with(|| LongLine::new(text));
        // A carriage return is part of the line ending only if nothing follows it.
        let is_after_return = long.ends_with_return && !text.is_empty();
        let body = text.strip_suffix(b"\r").unwrap_or(text);
        long.ends_with_return |= body.len() < text.len();
        let is_blank = body.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        let is_skipped = is_blank || (self.group.is_none() && Line::is_board_text(body));
        if is_skipped && !is_after_return {
            if is_last {
                self.line += 1;
                self.long_line = None;
            }
            return Ok(Event::Skipped);
        }
        self.line += 1;
        let shown = std::mem::take(&mut long.beginning);
        self.long_line = None;
        let command = [&shown, &b"..."[..]].concat();
        let mut failure = Failure::new(FailureKind::LineTooLong, command, self.line, &shown, 0..1);
        failure.span = 0..shown.len();
        Err(failure)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pos;
    use crate::interpreter::{Ending, execute};

    #[test]
    fn a_line_of_the_greatest_length_is_executed() {
        let mut session = Session::after("[state]");
        let mut line = b"REEF 15 3".to_vec();
        line.resize(Line::BYTES_MAX, b' ');
        assert!(session.line(&line).is_ok());
        assert!(session.game().board().is_reef(Pos::new(15, 3)));
        line.push(b' ');
        let failure = session.line(&line).expect_err("it is too long");
        assert!(matches!(failure.kind, FailureKind::LineTooLong));
    }

    /// A command of another rule set, too.
    #[test]
    fn a_command_is_executed_as_its_line_would_be() {
        let before = Session::after("[state]\nRULES german 10");
        for text in [
            "SRAND 7",
            "SHIP A 3 3 N 0 DES 11",
            "SHOOT 3 3",
            "SHIP A 3 3 N 0 L2 11",
        ] {
            let Line::Command(command) = Line::parse(text.as_bytes()) else {
                panic!("{text} is a command");
            };
            let (mut executed, mut read) = (before.clone(), before.clone());
            let applied = executed.execute(&command);
            assert_eq!(applied, read.line(text.as_bytes()), "{text}");
            let is_misfit = |failure: Box<Failure>| matches!(failure.kind, FailureKind::Syntax(_));
            assert_eq!(
                applied.is_err_and(is_misfit),
                text.contains("DES"),
                "{text}"
            );
            assert_eq!((executed.line_number(), read.line_number()), (3, 3));
        }
    }

    /// A carriage return is white space only at the end.
    #[test]
    fn a_long_line_may_be_blank() {
        for (parts, is_blank) in [
            (&["  ", "\t "][..], true),
            (&["  ", " \r"], true),
            (&["  ", " \r", ""], true),
            (&["  ", " \r", " "], false),
            (&["  ", "x"], false),
            (&["  ", "+"], false),
        ] {
            let mut session = Session::after("[state]");
            let (last, others) = parts.split_last().expect("some");
            let mut applied = others
                .iter()
                .map(|part| session.apply_part(part.as_bytes(), false));
            assert!(applied.all(|applied| applied.is_ok()));
            let applied = session.apply_part(last.as_bytes(), true);
            assert_eq!(applied.is_ok(), is_blank, "{parts:?}");
            let failure = session.line(b"FIRE").expect_err("no command");
            assert_eq!(failure.line, 3);
        }
        let script = ["[state]\n", &" ".repeat(9 * Line::BYTES_MAX), "\nFIRE"].concat();
        let (ending, _) = execute(script.as_bytes(), &mut Vec::new()).expect("vectors");
        let Some(Ending::Failed(failure)) = ending else {
            panic!("no command");
        };
        assert_eq!(failure.line, 3);
        // Between groups it may be a printed row.
        let mut session = Session::new();
        for part in ["+ x", "# "] {
            assert!(session.apply_part(part.as_bytes(), false).is_ok());
        }
        assert!(session.apply_part(b"REEF", true).is_err());
    }
}
