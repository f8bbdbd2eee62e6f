//! The connection to an arena, and the lines on it.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use admiralty_core::game::{Game, ShotOutcome};
use admiralty_core::interpreter::Event;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Line, PrintMode, Tag};
use admiralty_core::view::PrintedBoard;
use admiralty_escape::escape_bytes;
use admiralty_players::PublicFact;

use crate::enemy_report::EnemyReport;

/// How long an arena may take to answer.
const ANSWER_TIME: Duration = Duration::from_secs(20);

/// The reason why a game has ended although no fleet was sunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RemoteEnd {
    /// The arena has refused a command, which loses the game.
    Refused(String),
    /// The enemy has left, or lost the game by a foul, so the player has won.
    EnemyLeft,
    /// The arena has ended the player's turn, which loses the game.
    Late,
    /// The connection has ended in the player's turn.
    ClosedInTurn,
    /// The connection has ended in the enemy's turn.
    Closed,
    /// The arena does not answer.
    Silent,
    /// The arena has sent something other than an answer.
    Garbled(String),
}

impl RemoteEnd {
    pub(super) fn garbled(line: &[u8]) -> Self {
        Self::Garbled(escape_bytes(line))
    }
}

/// The arena's end of a game.
#[derive(Debug)]
pub(super) struct Remote {
    pub link: Link,
    pub player: Player,
    /// Whether the arena waits for this player's commands.
    pub is_on_turn: bool,
    pub report: EnemyReport,
    pub end: Option<RemoteEnd>,
    /// The last state of the game, with both fleets, once the arena has shown it.
    pub revealed: Option<Game>,
}

/// The winner that a line announces.
pub(super) fn announced_winner(line: &[u8]) -> Option<Player> {
    match line {
        b"A won" => Some(Player::A),
        b"B won" => Some(Player::B),
        _ => None,
    }
}

impl Remote {
    /// Sends a command of the turn; returns the announcement, and the board after it.
    pub(super) fn order(
        &mut self,
        command: &[u8],
        game: &Game,
    ) -> Result<(Option<ShotOutcome>, PrintedBoard), RemoteEnd> {
        let mut lines = command.to_vec();
        if !command.is_empty() {
            lines.push(b'\n');
        }
        lines.extend_from_slice(&Command::Print(PrintMode::Extended).to_bytes());
        lines.push(b'\n');
        self.send(&lines)?;
        let (rules, size) = (game.rules(), game.board().size());
        let mut announced = None;
        let mut rows = Vec::new();
        while rows.len() < PrintedBoard::lines(size) {
            let line = self.answer()?;
            match Event::parse_announcement(&line, rules, self.player.opponent()) {
                Some((_, outcome)) => announced = Some(outcome),
                None => rows.push(line),
            }
        }
        let board = PrintedBoard::parse(size, &rows);
        let board = board.ok_or_else(|| RemoteEnd::garbled(&rows.join(&b'\n')))?;
        Ok((announced, board))
    }

    /// Stores a public fact, if it is of use; returns whether a line belongs to the group of public
    /// facts before a turn.
    pub(super) fn learn_fact(&mut self, line: &[u8]) -> bool {
        if self.is_on_turn || line == Tag::State.text().as_bytes() {
            return !self.is_on_turn;
        }
        let begin = format!("INFORMATION {} ", self.player);
        let fact = line.strip_prefix(begin.as_bytes());
        if let Some(PublicFact::Parts(player, parts)) = fact.and_then(PublicFact::parse)
            && player != self.player
        {
            self.report.parts = Some(parts);
        }
        fact.is_some()
    }

    pub(super) fn send(&mut self, bytes: &[u8]) -> Result<(), RemoteEnd> {
        // The reason why it was closed may have arrived before.
        self.link.send(bytes).or_else(|_| self.answer().map(drop))
    }

    pub(super) const fn closed(&self) -> RemoteEnd {
        if self.is_on_turn {
            RemoteEnd::ClosedInTurn
        } else {
            RemoteEnd::Closed
        }
    }

    /// How the game has ended if a winner is announced in the player's turn.
    pub(super) fn end_in_turn(&self, winner: Player) -> RemoteEnd {
        if winner == self.player {
            RemoteEnd::EnemyLeft
        } else {
            RemoteEnd::Late
        }
    }

    /// The next line of an answer.
    pub(super) fn answer(&mut self) -> Result<Vec<u8>, RemoteEnd> {
        let line = self.link.receive(ANSWER_TIME);
        let line = line.map_err(|error| match error {
            RecvTimeoutError::Timeout => RemoteEnd::Silent,
            RecvTimeoutError::Disconnected => self.closed(),
        })?;
        if line.starts_with(b"INVALID OPERATION ") {
            return Err(RemoteEnd::Refused(escape_bytes(&line)));
        }
        match announced_winner(&line) {
            Some(winner) => Err(self.end_in_turn(winner)),
            None => Ok(line),
        }
    }
}

/// How long the arena may take to read a line.
const SEND_TIME: Duration = Duration::from_secs(10);
/// How long the arena may take to show the last state and to end the connection after the game.
const END_TIME: Duration = Duration::from_secs(5);
/// How many lines are read ahead.
const LINES_MAX: usize = 256;

/// A connection to an arena. Dropping it closes it.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    lines: Receiver<Vec<u8>>,
}

impl Link {
    /// Connects, and sends the token of a seat.
    ///
    /// # Errors
    ///
    /// If nobody listens at the address, or the connection is lost.
    pub fn open(address: impl ToSocketAddrs, token: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        // Each line waits for an answer.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SEND_TIME))?;
        let (sender, lines) = sync_channel(LINES_MAX);
        let input = stream.try_clone()?;
        let reader = thread::Builder::new().name("link".to_owned());
        reader.spawn(move || read(input, &sender))?;
        let mut link = Self { stream, lines };
        link.send(format!("{token}\n").as_bytes())?;
        Ok(link)
    }

    /// A function that ends the connection, for another thread.
    ///
    /// # Errors
    ///
    /// If the system has no room for another descriptor.
    pub fn hang_up(&self) -> io::Result<impl FnOnce() + Send + use<>> {
        let stream = self.stream.try_clone()?;
        Ok(move || {
            // The connection may be closed already.
            let _ = stream.shutdown(Shutdown::Both);
        })
    }

    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Waits for the next line without a timeout. Returns it without its line feed, or `None` at
    /// the end of the connection.
    pub(super) fn wait(&self) -> Option<Vec<u8>> {
        self.lines.recv().ok()
    }

    /// The lines until the arena ends the connection, which frees the seat for the next game.
    pub(super) fn rest(&self) -> impl Iterator<Item = Vec<u8>> {
        let begun = Instant::now();
        std::iter::from_fn(move || {
            let left = END_TIME.checked_sub(begun.elapsed())?;
            self.receive(left).ok()
        })
    }

    pub(super) fn receive(&self, timeout: Duration) -> Result<Vec<u8>, RecvTimeoutError> {
        self.lines.recv_timeout(timeout)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // This also ends the thread that reads. The connection may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads lines until the connection ends or the receiver is dropped.
fn read(input: TcpStream, lines: &SyncSender<Vec<u8>>) {
    let mut input = BufReader::new(input);
    loop {
        // No arena sends longer lines.
        let mut line = Vec::new();
        let mut limited = input.by_ref().take(Line::BYTES_MAX as u64);
        let is_read = limited.read_until(b'\n', &mut line).is_ok();
        // A line that is cut off is not meant as it stands.
        if !is_read || line.pop() != Some(b'\n') {
            return;
        }
        line.pop_if(|last| *last == b'\r');
        if lines.send(line).is_err() {
            return;
        }
    }
}
