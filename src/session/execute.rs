//! One session: a game and the group that is open.

use std::io::{self, Write};
use std::ops::{ControlFlow, Range};

use bstr::BString;

use super::{Cause, Failure};
use crate::game::{Game, Hull, Refusal, ShipName, TargetKind};
use crate::rules::SHIPS;
use crate::script::{
    Command, GroupKind, Quick, ShipRef, Tag, Token, Tokens, Word, is_board_text, is_program_output,
    parse_arguments, parse_quickly,
};
use crate::vocabulary::Player;
use crate::{save, view};

/// The information that drops all that was kept for a player's AI before it.
const FORGET: &[u8] = b"FORGET";

/// A game, the group that is open, and the number of the line.
///
/// Lines are fed one by one; each is executed before the call returns.
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    group: Option<Group>,
    /// The number of the line being executed, from 1.
    line: u64,
    /// The lines that named the targets that wait for the end of the turn.
    target_lines: Vec<u64>,
    /// The line that comes in fragments.
    long_line: Option<LongLine>,
}

/// What is remembered of a line that is too long to be one.
#[derive(Clone, Debug)]
struct LongLine {
    beginning: BString,
    /// Whether the last fragment ended with a carriage return.
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

#[derive(Clone, Copy, Debug)]
struct Group {
    tag: Tag,
    opened_on: u64,
}

/// How an execution ends before the input does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// An operation was invalid.
    Failed(Box<Failure>),
    /// A player has won.
    Won(Player),
}

type Step = ControlFlow<Ending>;
const GO_ON: Step = ControlFlow::Continue(());

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// A session with a fresh game of the rule set `ships`.
    pub fn new() -> Self {
        Self::resume(Game::new(&SHIPS))
    }

    /// A session that goes on with a game.
    pub fn resume(game: Game) -> Self {
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

    /// The group that is open, and the line that opened it.
    pub fn open_group(&self) -> Option<(Tag, u64)> {
        self.group.map(|group| (group.tag, group.opened_on))
    }

    /// The number of lines fed so far.
    pub const fn lines(&self) -> u64 {
        self.line
    }

    /// Executes a line, given without its line feed.
    ///
    /// A line that fails leaves the game as it was.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn line(&mut self, text: &[u8], out: &mut impl Write) -> io::Result<Step> {
        self.line += 1;
        let mut tokens = Tokens::new(text);
        let Some(first) = tokens.next() else {
            return Ok(GO_ON);
        };
        let result = match self.group {
            Some(group) => self.inside(group, first, &tokens, out),
            None => self.outside(text, first, &tokens),
        };
        match result {
            Ok(step) => Ok(step),
            Err(stop) => self.stop(*stop, text, out),
        }
    }

    /// Executes the lines that an input begins with, as far as they are quick
    /// to read and go well; says how many bytes they take. The next line, which
    /// has changed nothing yet, is to be fed as any line.
    pub(super) fn quick_lines(&mut self, input: &[u8], out: &mut impl Write) -> (usize, Step) {
        let mut at = 0;
        while let Some((quick, length)) = parse_quickly(&input[at..], self.game.rules()) {
            self.line += 1;
            let result = match (quick, self.group) {
                (Quick::Command(command), Some(group))
                    if command
                        .word()
                        .belongs_in(group.tag.kind(), self.game.rules()) =>
                {
                    self.execute(group.tag, &command, out).map(|()| GO_ON).ok()
                }
                (Quick::Tag(tag), Some(group)) if tag == group.tag => self.close(group, out).ok(),
                (Quick::Tag(tag), None) => self.open(tag).ok(),
                _ => None,
            };
            match result {
                Some(ControlFlow::Continue(())) => at += length,
                Some(ending) => return (at + length, ending),
                None => {
                    self.line -= 1;
                    break;
                }
            }
        }
        (at, GO_ON)
    }

    /// Takes a piece of a line that is too long to be one; `is_last` says that
    /// the line ends with it. Only the program's own rows may be so long, and
    /// blanks.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn fragment(
        &mut self,
        text: &[u8],
        is_last: bool,
        out: &mut impl Write,
    ) -> io::Result<Step> {
        let long = self.long_line.get_or_insert_with(|| LongLine::new(text));
        // A carriage return may be the one before the line feed, or not.
        let is_after_return = long.ends_with_return && !text.is_empty();
        let body = text.strip_suffix(b"\r").unwrap_or(text);
        long.ends_with_return |= body.len() < text.len();
        let is_blank = Tokens::new(body).next().is_none();
        let is_passed_over = is_blank || (self.group.is_none() && is_board_text(body));
        if is_passed_over && !is_after_return {
            if is_last {
                self.line += 1;
                self.long_line = None;
            }
            return Ok(GO_ON);
        }
        self.line += 1;
        let shown = std::mem::take(&mut long.beginning);
        self.long_line = None;
        let span = 0..shown.len();
        let command = [&shown, &b"..."[..]].concat().into();
        let failure = Failure {
            command,
            cause: Cause::LineTooLong,
            line: self.line,
            text: shown,
            span,
        };
        Self::fail(failure, out)
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
        match self.close(group, out) {
            Ok(step) => Ok(step),
            Err(stop) => self.stop(*stop, &[], out),
        }
    }

    fn outside(
        &mut self,
        text: &[u8],
        first: Token<'_>,
        tokens: &Tokens<'_>,
    ) -> Result<Step, Box<Stop>> {
        if let Some(tag) = tag_line(first, tokens) {
            return self.open(tag);
        }
        if is_program_output(text) {
            return Ok(GO_ON);
        }
        Err(match Word::from_token(first.text) {
            Some(word) => self.misplaced(word, None, first, tokens),
            None => Stop::unknown(first, tokens),
        })
    }

    fn inside(
        &mut self,
        group: Group,
        first: Token<'_>,
        tokens: &Tokens<'_>,
        out: &mut impl Write,
    ) -> Result<Step, Box<Stop>> {
        if let Some(tag) = tag_line(first, tokens) {
            return if tag == group.tag {
                self.close(group, out)
            } else {
                Err(Stop::open_group(tag, group, first))
            };
        }
        let Some(word) = Word::from_token(first.text) else {
            return Err(Stop::unknown(first, tokens));
        };
        if !word.belongs_in(group.tag.kind(), self.game.rules()) {
            return Err(self.misplaced(word, Some(group.tag), first, tokens));
        }
        match parse_arguments(word, tokens.clone(), self.game.rules()) {
            Ok(command) => self.command(group, &command, out),
            Err(fault) => {
                let cause = Cause::Fault(fault);
                Err(Stop::failed(
                    echo(first, tokens),
                    cause,
                    Where::Bytes(fault.span()),
                ))
            }
        }
    }

    /// Executes a command that may stand in the group.
    #[inline]
    fn command(
        &mut self,
        group: Group,
        command: &Command,
        out: &mut impl Write,
    ) -> Result<Step, Box<Stop>> {
        match self.execute(group.tag, command, out) {
            Ok(()) => Ok(GO_ON),
            Err(Trouble::Refused(refusal)) => Err(Stop::refused(command, refusal)),
            Err(Trouble::Misplaced) => Err(Stop::misplaced(command, group.tag)),
            Err(Trouble::Io(error)) => Err(Box::new(Stop::Io(error))),
        }
    }

    #[inline]
    fn execute(
        &mut self,
        tag: Tag,
        command: &Command,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        let result = match tag {
            Tag::State => self.execute_state(command, out),
            Tag::Player(player) => self.execute_player(player, command, out),
        };
        debug_assert_eq!(self.game.check_invariants(), Ok(()), "after {command}");
        result
    }

    fn execute_state(&mut self, command: &Command, out: &mut impl Write) -> Result<(), Trouble> {
        let game = &mut self.game;
        match *command {
            Command::Print(mode) => view::print(game, view::Eyes::Umpire, mode, out)?,
            Command::SetFleet { player, ref counts } => game.set_fleet(player, counts)?,
            Command::NextPlayer(player) => game.set_next_player(player),
            Command::BoardSize(size) => game.resize(size),
            Command::InitPosition { player, start } => game.set_start(player, start),
            Command::Reef(pos) => game.add_reef(pos)?,
            Command::Ship {
                player,
                ship,
                head,
                direction,
                segments,
            } => {
                let hull = Hull {
                    head,
                    direction,
                    length: ship.class.length,
                };
                game.preset_ship(named(player, ship), hull, segments.0)?;
            }
            Command::ExtendedShips => game.set_extended(),
            Command::AutoShooting => game.set_auto(),
            Command::SetAiPlayer(player) => game.set_ai(player),
            Command::Srand(seed) => game.set_seed(seed),
            Command::Save => save::save(game, out)?,
            Command::Information { player, ref text } if text == FORGET => {
                game.forget_information(player);
            }
            Command::Information { player, ref text } => game.add_information(player, text.clone()),
            Command::Rules(rules) => *game = Game::new(rules),
            // Shots are part of the state only where a rule set announces them.
            _ => return Err(Trouble::Misplaced),
        }
        Ok(())
    }

    #[inline]
    fn execute_player(
        &mut self,
        player: Player,
        command: &Command,
        out: &mut impl Write,
    ) -> Result<(), Trouble> {
        let game = &mut self.game;
        match *command {
            Command::Shoot(target) => game.shoot(target)?,
            Command::Move { ship, movement } => game.move_ship(named(player, ship), movement)?,
            Command::ShootFrom { ship, target } => game.shoot_from(named(player, ship), target)?,
            Command::PlaceShip {
                ship,
                head,
                direction,
            } => {
                game.place_ship(named(player, ship), head, direction)?;
            }
            Command::Spy(centre) => game.spy(centre)?,
            Command::SpyFrom { index, centre } => match game.rules().carrier() {
                Some(class) => game.spy_from(
                    ShipName {
                        player,
                        class,
                        index,
                    },
                    centre,
                )?,
                None => return Err(Trouble::Misplaced),
            },
            Command::Print(mode) => view::print(game, view::Eyes::Player(player), mode, out)?,
            _ => return Err(Trouble::Misplaced),
        }
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
        self.group = Some(Group {
            tag,
            opened_on: self.line,
        });
        Ok(GO_ON)
    }

    /// Closes the group; a player's turn ends with it.
    #[inline]
    fn close(&mut self, group: Group, out: &mut impl Write) -> Result<Step, Box<Stop>> {
        if group.tag.kind() == GroupKind::Player {
            let winner = self
                .game
                .end_turn()
                .map_err(|refusal| self.unfeasible(refusal))?;
            self.target_lines.clear();
            if let Some(winner) = winner {
                writeln!(out, "{winner} won").map_err(Stop::Io)?;
                return Ok(ControlFlow::Break(Ending::Won(winner)));
            }
        }
        self.group = None;
        Ok(GO_ON)
    }

    /// The failure of a command whose word has no place here, whatever its
    /// arguments are.
    #[cold]
    fn misplaced(
        &self,
        word: Word,
        within: Option<Tag>,
        first: Token<'_>,
        tokens: &Tokens<'_>,
    ) -> Box<Stop> {
        let parsed = parse_arguments(word, tokens.clone(), self.game.rules());
        let command = parsed.map_or_else(|_| echo(first, tokens), |command| command.to_bytes());
        Stop::failed(
            command,
            Cause::Misplaced(word, within),
            Where::Bytes(first.span()),
        )
    }

    /// The failure of a turn's targets, which belongs to the line of one of them.
    #[cold]
    fn unfeasible(&self, refusal: Box<Refusal>) -> Box<Stop> {
        let Refusal::Unfeasible { target, shortage } = *refusal else {
            unreachable!("a turn ends, or its targets are unfeasible");
        };
        let command = match target.kind {
            TargetKind::Shot => Command::Shoot(target.pos),
            TargetKind::Plane => Command::Spy(target.pos),
        };
        let line = self
            .target_lines
            .get(shortage.first)
            .copied()
            .unwrap_or(self.line);
        Box::new(Stop::Failed {
            command: command.to_bytes(),
            place: Where::Earlier(line, command.tokens_of(refusal.part())),
            cause: Cause::Refusal(refusal),
        })
    }

    /// Prints the failure, if it is one.
    #[cold]
    fn stop(&self, stop: Stop, text: &[u8], out: &mut impl Write) -> io::Result<Step> {
        let (command, cause, place) = match stop {
            Stop::Io(error) => return Err(error),
            Stop::Failed {
                command,
                cause,
                place,
            } => (command, cause, place),
        };
        let (line, text, span) = match place {
            Where::Bytes(span) => (self.line, text.to_vec(), span),
            Where::Tokens(tokens) => (self.line, text.to_vec(), span_of(text, tokens)),
            Where::Earlier(line, tokens) => (line, command.clone(), span_of(&command, tokens)),
        };
        let failure = Failure {
            command: command.into(),
            cause,
            line,
            text: text.into(),
            span,
        };
        Self::fail(failure, out)
    }

    fn fail(failure: Failure, out: &mut impl Write) -> io::Result<Step> {
        out.write_all(&failure.to_bytes())?;
        Ok(ControlFlow::Break(Ending::Failed(Box::new(failure))))
    }
}

/// Why a command was not executed.
enum Trouble {
    Io(io::Error),
    Refused(Box<Refusal>),
    Misplaced,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Box<Refusal>> for Trouble {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refused(refusal)
    }
}

/// Why the execution stops.
enum Stop {
    Io(io::Error),
    Failed {
        command: Vec<u8>,
        cause: Cause,
        place: Where,
    },
}

/// The place of a failure.
enum Where {
    /// Bytes of the current line.
    Bytes(Range<usize>),
    /// Tokens of the current line.
    Tokens(Range<usize>),
    /// Tokens of the command, which stood on an earlier line.
    Earlier(u64, Range<usize>),
}

impl Stop {
    #[cold]
    fn failed(command: Vec<u8>, cause: Cause, place: Where) -> Box<Self> {
        Box::new(Self::Failed {
            command,
            cause,
            place,
        })
    }

    #[cold]
    fn unknown(first: Token<'_>, rest: &Tokens<'_>) -> Box<Self> {
        let fault =
            crate::script::Fault::new(crate::script::FaultKind::UnknownCommand, first.span());
        Self::failed(
            echo(first, rest),
            Cause::Fault(fault),
            Where::Bytes(first.span()),
        )
    }

    #[cold]
    fn refused(command: &Command, refusal: Box<Refusal>) -> Box<Self> {
        let place = Where::Tokens(command.tokens_of(refusal.part()));
        Self::failed(command.to_bytes(), Cause::Refusal(refusal), place)
    }

    /// A command that the rule set has no use for in this group.
    #[cold]
    fn misplaced(command: &Command, tag: Tag) -> Box<Self> {
        let cause = Cause::Misplaced(command.word(), Some(tag));
        Self::failed(command.to_bytes(), cause, Where::Tokens(0..1))
    }

    /// The judge's line for a turn out of order has a blank after the tag.
    #[cold]
    fn turn(tag: Tag, refusal: Box<Refusal>) -> Box<Self> {
        let place = Where::Tokens(0..1);
        Self::failed(
            format!("{tag} ").into_bytes(),
            Cause::Refusal(refusal),
            place,
        )
    }

    #[cold]
    fn open_group(tag: Tag, group: Group, first: Token<'_>) -> Box<Self> {
        let cause = Cause::GroupNotClosed(group.tag, group.opened_on);
        Self::failed(tag.text().into(), cause, Where::Bytes(first.span()))
    }
}

const fn named(player: Player, ship: ShipRef) -> ShipName {
    ShipName {
        player,
        class: ship.class,
        index: ship.index,
    }
}

/// The tag that a line is, if it is nothing else.
#[inline]
fn tag_line(first: Token<'_>, rest: &Tokens<'_>) -> Option<Tag> {
    let tag = Tag::from_token(first.text)?;
    rest.clone().next().is_none().then_some(tag)
}

/// A line as its tokens, joined by one blank.
fn echo(first: Token<'_>, rest: &Tokens<'_>) -> Vec<u8> {
    let mut echo = first.text.to_vec();
    let rest = rest.join_rest();
    if !rest.is_empty() {
        echo.push(b' ');
        echo.extend_from_slice(&rest);
    }
    echo
}

/// The bytes that a range of tokens takes.
fn span_of(line: &[u8], tokens: Range<usize>) -> Range<usize> {
    let spans = Tokens::new(line)
        .enumerate()
        .filter(|(i, _)| tokens.contains(i))
        .map(|(_, token)| token.span());
    spans
        .reduce(|first, last| first.start..last.end)
        .unwrap_or(0..line.len())
}
