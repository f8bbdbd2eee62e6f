//! Live bots: one process or connection for each game, which communicates line by line, as in the
//! group of a player.

use std::io::{self, Write};

use super::BotRun;
#[cfg(unix)]
use super::channel::open;
use super::turn::TurnInProgress;
use crate::error::NoTurn;
use crate::game_loop::PlayedTurn;
use crate::{ArenaError, Foul, FoulKind, OUTPUT_BYTES_MAX, PlayerKind, TurnLimits};
use admiralty_core::game::Game;
use admiralty_core::interpreter::save;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Line, Tag};
use admiralty_core::view::{Observation, PublicFact};

pub struct LiveBot {
    /// The connection, or the foul that prevents it.
    channel: Result<Box<dyn LineChannel>, Foul>,
    /// What was sent and received in this game, up to [`OUTPUT_BYTES_MAX`] each.
    run: BotRun,
}

/// The connection to a live bot. Only [`LineChannel::receive`] and [`LineChannel::flush`] wait. The
/// defaults are those of a bot without a process.
pub trait LineChannel {
    /// Begins a turn: its limits count from now on.
    fn begin_turn(&mut self) {}

    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits for the next line, which is appended to `line` without its line feed. Returns whether
    /// it has one; otherwise the output has ended, which is not a foul by itself.
    fn receive(&mut self, line: &mut Vec<u8>, is_over: &dyn Fn() -> bool) -> Result<bool, NoTurn>;

    /// Waits until the bot has read what was sent.
    fn flush(&mut self, _is_over: &dyn Fn() -> bool) -> Result<(), NoTurn> {
        Ok(())
    }

    /// The end of the bot's standard error since the last call.
    fn take_stderr_tail(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Closes the sending side.
    fn close(&mut self) {}

    /// Ends the bot, after a short grace period.
    fn end(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

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
        let setup = setup(game, player, seed);
        match open(kind, &setup, limits, is_over) {
            Ok(channel) => Ok(Some(Self::new(Ok(channel), setup))),
            Err(NoTurn::Foul(foul)) => Ok(Some(Self::new(Err(foul), setup))),
            Err(NoTurn::Cancelled) => Ok(None),
            Err(NoTurn::Failed(error)) => Err(error),
        }
    }

    fn new(channel: Result<Box<dyn LineChannel>, Foul>, setup: Vec<u8>) -> Self {
        let run = BotRun {
            input: setup,
            ..BotRun::default()
        };
        Self { channel, run }
    }

    /// Plays the turn of the next player: sends what is public and the opening tag, and executes the
    /// bot's lines one by one. After a foul, `game` is empty. The turn is appended to `record`.
    pub fn play(
        &mut self,
        game: &mut Game,
        record: Option<&mut Vec<u8>>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<PlayedTurn, NoTurn> {
        let channel = match &mut self.channel {
            Ok(channel) => &mut **channel,
            Err(foul) => return Err(foul.clone().into()),
        };
        let turn = play(channel, &mut self.run, game, record, is_over);
        self.run.stderr = channel.take_stderr_tail();
        turn
    }

    /// Sends the line that announces the winner.
    pub fn announce(&mut self, winner: Player) -> Result<(), ArenaError> {
        let Ok(channel) = &mut self.channel else {
            return Ok(());
        };
        let sent = channel.send(format!("{winner} won\n").as_bytes());
        sent.map_err(ArenaError::Machine)
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

    pub fn end(self) -> Result<(), ArenaError> {
        let ended = self.channel.map_or(Ok(()), LineChannel::end);
        ended.map_err(ArenaError::Machine)
    }
}

/// Plays a turn over a connection, and keeps what is sent and received in `run`.
fn play(
    channel: &mut dyn LineChannel,
    run: &mut BotRun,
    game: &mut Game,
    record: Option<&mut Vec<u8>>,
    is_over: &dyn Fn() -> bool,
) -> Result<PlayedTurn, NoTurn> {
    let tag = Tag::Player(game.next_player());
    game.pass_through_save();
    channel.begin_turn();
    let mut opening = public_facts(game);
    opening.extend(format!("{tag}\n").as_bytes());
    send(channel, run, &opening)?;
    let mut turn = TurnInProgress::begin(game, tag, record)?;
    let mut answers = Answers {
        bytes: Vec::new(),
        left: OUTPUT_BYTES_MAX,
    };
    let mut text = Vec::new();
    let mut is_silent = true;
    while !turn.is_over() {
        text.clear();
        let received = channel.receive(&mut text, is_over);
        keep(&mut run.output, &text);
        keep(
            &mut run.output,
            if let Ok(true) = received { b"\n" } else { b"" },
        );
        let line = turn.read(&text);
        // The last line may lack its line feed, but it may also be truncated.
        if !received? && line != Line::Tag(tag) {
            let foul = if is_silent && text.is_empty() {
                Foul::new(FoulKind::Silent, "its output ended before its turn")
            } else {
                Foul::unclosed(tag)
            };
            return Err(foul.into());
        }
        is_silent = false;
        let executed = turn.line(&line, &text, &mut answers);
        if !answers.bytes.is_empty() {
            send(channel, run, &answers.bytes)?;
            answers.bytes.clear();
        }
        executed?;
    }
    let played = turn.finish(game);
    if played.winner.is_none() {
        channel.flush(is_over)?;
    }
    Ok(played)
}

fn send(channel: &mut dyn LineChannel, run: &mut BotRun, bytes: &[u8]) -> io::Result<()> {
    keep(&mut run.input, bytes);
    channel.send(bytes)
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
fn setup(game: &Game, player: Player, seed: u64) -> Vec<u8> {
    let mut shown = game.clone();
    shown.set_ai(player);
    save::saved_for_player(&shown, player, seed)
}

/// What is public at the beginning of the next player's turn, as a script.
fn public_facts(game: &Game) -> Vec<u8> {
    let player = game.next_player();
    let facts = PublicFact::all(&Observation::new(game, player));
    Tag::State.group(facts.iter().map(|fact| Command::Information {
        player,
        text: fact.to_string().into(),
    }))
}

/// Other systems have no means to limit a bot.
#[cfg(not(unix))]
fn open(
    _kind: &PlayerKind,
    _setup: &[u8],
    _limits: &TurnLimits,
    _is_over: &dyn Fn() -> bool,
) -> Result<Box<dyn LineChannel>, NoTurn> {
    Err(io::Error::from(io::ErrorKind::Unsupported).into())
}

#[cfg(test)]
mod tests;
