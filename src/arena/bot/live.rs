//! Live bots: one process or connection for each game, which communicates line by line, as in the
//! group of a player.

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
    /// The connection, or the foul that prevents it.
    channel: Opened,
    /// What was sent and received in this game, up to [`OUTPUT_BYTES_MAX`] each.
    run: BotRun,
}

/// A connection to a live bot, or the foul that prevents it.
pub type Opened = Result<Box<dyn LineChannel>, Foul>;

/// The connection to a live bot. Only [`LineChannel::receive`] and [`LineChannel::flush`] wait;
/// they return `None` if the game is over for other reasons.
pub trait LineChannel {
    /// Begins a turn: its limits count from now on.
    fn begin_turn(&mut self);

    /// Sends bytes.
    fn send(&mut self, bytes: &[u8]) -> Result<(), ArenaError>;

    /// Waits for the next line, which is appended to `line` without its line feed.
    fn receive(
        &mut self,
        line: &mut Vec<u8>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<Received>, ArenaError>;

    /// Waits until the bot has read what was sent.
    fn flush(&mut self, is_over: &dyn Fn() -> bool) -> Result<Option<Received>, ArenaError>;

    /// The end of the bot's standard error since the last call.
    fn take_stderr_tail(&mut self) -> Vec<u8>;

    /// Closes the sending side.
    fn close(&mut self);

    /// Ends the bot, after a short grace period.
    fn end(self: Box<Self>) -> Result<(), ArenaError>;
}

/// The result of waiting for a live bot.
pub enum Received {
    /// A line; from [`LineChannel::flush`], that everything was read.
    Line,
    /// The output has ended, which is not a foul by itself. The line has no line feed.
    End,
    /// A foul.
    Foul(Foul),
}

/// A completed turn, or the foul; `None` if the result is no longer needed.
pub type LiveTurn = Option<Result<PlayedTurn, Foul>>;

impl LiveBot {
    /// Starts a bot for a game, or waits until it connects, and sends it what it may know of the
    /// start. Returns `None` if `is_over` becomes true.
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

    /// Plays the turn of the next player: sends the opening tag, and executes the bot's lines one
    /// by one. After a foul, `game` is empty. The turn is appended to `record`.
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

    /// Sends the line that announces the winner.
    pub fn announce(&mut self, winner: Player) -> Result<(), ArenaError> {
        let Ok(channel) = &mut self.channel else {
            return Ok(());
        };
        channel.send(format!("{winner} won\n").as_bytes())
    }

    /// What was sent and received so far in this game, the standard error of the last turn, and the
    /// foul.
    pub fn run(&mut self, foul: Option<Foul>) -> &BotRun {
        self.run.foul = foul;
        &self.run
    }

    /// Tells the bot that the game is over.
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
                // The last line may lack its line feed, but it may also be truncated.
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

/// Appends bytes to a transcript, up to its limit.
fn keep(transcript: &mut Vec<u8>, bytes: &[u8]) {
    let left = OUTPUT_BYTES_MAX.saturating_sub(transcript.len());
    transcript.extend_from_slice(&bytes[..bytes.len().min(left)]);
}

/// The answers in a turn, limited in size.
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

/// What a player may know of the start, as a script.
fn setup(game: &Game, player: Player, seed: u64) -> io::Result<Vec<u8>> {
    let mut shown = game.clone();
    shown.set_ai(player);
    let mut out = Vec::new();
    save::save_for_player(&shown, player, seed, &mut out)?;
    Ok(out)
}

/// Other systems have no means to limit a bot.
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
