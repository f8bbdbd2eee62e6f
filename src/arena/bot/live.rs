//! Live bots: one process or connection for each game, which talks to the interpreter as a player's group does.

use std::io::{self, Write};

use super::BotRun;
#[cfg(unix)]
use super::channel::open;
use super::turn::TurnInProgress;
use crate::arena::game_loop::PlayedTurn;
use crate::arena::{ArenaError, Foul, FoulKind, OUTPUT_BYTES_MAX, PlayerKind, TurnLimits};
use crate::game::Game;
use crate::interpreter::save;
use crate::player::Player;
use crate::script::{Line, Tag};

/// A live bot in a game.
pub struct LiveBot {
    /// What it is reached through, or why it is not.
    channel: Opened,
    /// What it was sent and what it has sent in this game, up to [`OUTPUT_BYTES_MAX`] each.
    run: BotRun,
}

/// A live bot that can be talked to, or the foul that it cannot.
pub type Opened = Result<Box<dyn LineChannel>, Foul>;

/// What a live bot is reached through. Only [`LineChannel::receive`] and
/// [`LineChannel::flush`] wait; they return nothing if the game is over for other reasons.
pub trait LineChannel {
    /// Begins a turn, whose limits count from now on.
    fn begin_turn(&mut self);

    /// Sends bytes.
    fn send(&mut self, bytes: &[u8]) -> Result<(), ArenaError>;

    /// Waits for the next line, which is appended to `line` without its line feed.
    fn receive(
        &mut self,
        line: &mut Vec<u8>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Received>, ArenaError>;

    /// Waits until what was sent is taken.
    fn flush(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<Received>, ArenaError>;

    /// The end of what the bot has written for people since the last call.
    fn take_stderr_tail(&mut self) -> Vec<u8>;

    /// Says that nothing more is sent.
    fn close(&mut self);

    /// Ends the bot, after a short time.
    fn end(self: Box<Self>) -> Result<(), ArenaError>;
}

/// What was received.
pub enum Received {
    /// A line; or, if nothing was waited for, that all was taken.
    Line,
    /// There will be nothing more, and that in itself is no foul. The line has no line feed.
    End,
    /// A foul.
    Foul(Foul),
}

/// A turn that was played, or the foul; nothing if nobody waits for it any more.
pub type LiveTurn = Option<Result<PlayedTurn, Foul>>;

impl LiveBot {
    /// Starts a bot for a game, or waits until it has come, and sends it what it may know of the
    /// start. Returns nothing if `is_over` becomes true.
    pub fn start(
        kind: &PlayerKind,
        game: &Game,
        player: Player,
        seed: u64,
        limits: &TurnLimits,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Self>, ArenaError> {
        let setup = setup(game, player, seed).map_err(ArenaError::Machine)?;
        let channel = open(kind, &setup, limits, is_over)?;
        Ok(channel.map(|channel| Self::new(channel, setup)))
    }

    fn new(channel: Opened, setup: Vec<u8>) -> Self {
        Self {
            channel,
            run: BotRun {
                input: setup,
                output: Vec::new(),
                stderr: Vec::new(),
                foul: None,
            },
        }
    }

    /// Plays the turn of the next player: sends the opening tag, and executes the bot's lines
    /// one by one. After a foul, `game` is empty. What was played is appended to `record`.
    pub fn play(
        &mut self,
        game: &mut Game,
        record: Option<&mut Vec<u8>>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<LiveTurn, ArenaError> {
        let channel = match &mut self.channel {
            Ok(channel) => channel,
            Err(foul) => return Ok(Some(Err(foul.clone()))),
        };
        let mut dialogue = Dialogue {
            channel: &mut **channel,
            sent: &mut self.run.input,
            received: &mut self.run.output,
        };
        let turn = dialogue.play(game, record, is_over)?;
        self.run.stderr = channel.take_stderr_tail();
        Ok(turn)
    }

    /// Sends the line that says who has won.
    pub fn announce(&mut self, winner: Player) -> Result<(), ArenaError> {
        let Ok(channel) = &mut self.channel else {
            return Ok(());
        };
        channel.send(format!("{winner} won\n").as_bytes())
    }

    /// What the bot was sent and has sent so far in this game, what it has written on standard
    /// error in the last turn, and its foul.
    pub fn run(&mut self, foul: Option<Foul>) -> &BotRun {
        self.run.foul = foul;
        &self.run
    }

    /// Says that the game is over.
    pub fn close(&mut self) {
        if let Ok(channel) = &mut self.channel {
            channel.close();
        }
    }

    /// Ends the bot.
    pub fn end(self) -> Result<(), ArenaError> {
        self.channel.map_or(Ok(()), LineChannel::end)
    }
}

/// A turn of a live bot.
struct Dialogue<'b> {
    channel: &'b mut dyn LineChannel,
    sent: &'b mut Vec<u8>,
    received: &'b mut Vec<u8>,
}

impl Dialogue<'_> {
    fn play(
        &mut self,
        game: &mut Game,
        record: Option<&mut Vec<u8>>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<LiveTurn, ArenaError> {
        let tag = Tag::Player(game.next_player());
        game.pass_through_save();
        self.channel.begin_turn();
        self.send(format!("{tag}\n").as_bytes())?;
        let mut turn = match TurnInProgress::begin(game, tag, record) {
            Ok(turn) => turn,
            Err(foul) => return Ok(Some(Err(foul))),
        };
        let mut answers = Answers {
            bytes: Vec::new(),
            left: OUTPUT_BYTES_MAX,
        };
        let mut text = Vec::new();
        let mut is_silent = true;
        while !turn.is_over() {
            text.clear();
            let Some(received) = self.channel.receive(&mut text, is_over)? else {
                return Ok(None);
            };
            if matches!(received, Received::Line) {
                text.push(b'\n');
            }
            keep(self.received, &text);
            if text.last() == Some(&b'\n') {
                text.pop();
            }
            let line = turn.read(&text);
            match received {
                Received::Line => {}
                // The last line may lack its line feed, but may also be cut off.
                Received::End if line == Line::Tag(tag) => {}
                Received::End if is_silent && text.is_empty() => {
                    let detail = "its output ended before its turn";
                    return Ok(Some(Err(Foul::new(FoulKind::Silent, detail))));
                }
                Received::End => return Ok(Some(Err(Foul::unclosed(tag)))),
                Received::Foul(foul) => return Ok(Some(Err(foul))),
            }
            is_silent = false;
            let executed = turn.line(&line, &text, &mut answers);
            if !answers.bytes.is_empty() {
                self.send(&answers.bytes)?;
                answers.bytes.clear();
            }
            if let Err(foul) = executed {
                return Ok(Some(Err(foul)));
            }
        }
        let played = turn.finish(game);
        if played.winner.is_none() {
            match self.channel.flush(is_over)? {
                None => return Ok(None),
                Some(Received::Foul(foul)) => return Ok(Some(Err(foul))),
                Some(Received::Line | Received::End) => {}
            }
        }
        Ok(Some(Ok(played)))
    }

    fn send(&mut self, bytes: &[u8]) -> Result<(), ArenaError> {
        keep(self.sent, bytes);
        self.channel.send(bytes)
    }
}

/// Adds bytes to a transcript, up to its limit.
fn keep(transcript: &mut Vec<u8>, bytes: &[u8]) {
    let left = OUTPUT_BYTES_MAX.saturating_sub(transcript.len());
    transcript.extend_from_slice(&bytes[..bytes.len().min(left)]);
}

/// The answers in a turn, which are limited.
struct Answers {
    bytes: Vec<u8>,
    left: usize,
}

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len());
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a player may know of the start, as a group that can be loaded.
fn setup(game: &Game, player: Player, seed: u64) -> io::Result<Vec<u8>> {
    let mut shown = game.clone();
    shown.set_ai(player);
    let mut out = Vec::new();
    save::save_for_player(&shown, player, seed, &mut out)?;
    Ok(out)
}

/// Other systems have nothing that limits a bot.
#[cfg(not(unix))]
fn open(
    _kind: &PlayerKind,
    _setup: &[u8],
    _limits: &TurnLimits,
    _is_over: &dyn Fn() -> bool,
) -> Result<Option<Opened>, ArenaError> {
    Err(ArenaError::Machine(io::ErrorKind::Unsupported.into()))
}

#[cfg(test)]
mod tests;
