//! Admits players to seats: a socket that listens, and a thread that asks for tokens.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

#[cfg(unix)]
use rustix::event::{PollFd, PollFlags, Timespec, poll};

use super::seat::Seat;
use super::{ArenaError, Contestant, PlayerKind};
use admiralty_results::worker_pool::SpawnError;

/// The length of a token.
const TOKEN_BYTES: std::ops::RangeInclusive<usize> = 8..=64;
/// How long a connection may take to send its token.
const TOKEN_TIME: Duration = Duration::from_secs(10);
/// How long a refused connection may take to read the refusal.
const REFUSAL_TIME: Duration = Duration::from_secs(1);
/// How many connections may wait without a seat; more push out the oldest.
const NEWCOMERS_MAX: usize = 64;
/// How often to check waiting connections and the end of the lobby.
const LOOK: Duration = Duration::from_millis(50);

admiralty_core::text_enum! {
    /// Why a connection gets no seat.
    pub enum TokenRefusal: text, from_text {
        /// The first line is too long.
        Malformed = "the first line is not a token",
        /// No line came in time.
        Late = "no token came in time",
        /// No seat has this token.
        Unknown = "there is no such token",
        /// Another connection has the seat.
        Taken = "the seat is taken",
    }
}

/// Gives seats to players who connect and know a token. Dropping it closes the socket.
#[derive(Debug)]
pub struct Lobby {
    address: SocketAddr,
    random_tokens: Vec<(String, String)>,
    is_closed: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Lobby {
    /// Listens for the players of all seats among the contestants. `chosen` has the tokens of seats
    /// by name; the other seats get random tokens. Each game waits at most `patience` for its
    /// player.
    ///
    /// # Errors
    ///
    /// If a token is bad, or the socket cannot be opened.
    pub fn open(
        address: SocketAddr,
        contestants: &[Contestant],
        chosen: &[(String, String)],
        patience: Duration,
    ) -> Result<Self, ArenaError> {
        let tokens = tokens(contestants, chosen)?;
        if tokens.is_empty() {
            return ArenaError::usage("no player has a seat, so no one can connect");
        }
        let listen = |source| ArenaError::Listen { address, source };
        let listener = TcpListener::bind(address).map_err(listen)?;
        listener.set_nonblocking(true).map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        for (seat, _) in &tokens {
            seat.open(patience);
        }
        let is_random =
            |(seat, _): &&(Arc<Seat>, String)| chosen.iter().all(|(name, _)| name != seat.name());
        let random_tokens = tokens.iter().filter(is_random);
        let random_tokens = random_tokens
            .map(|(seat, token)| (seat.name().to_owned(), token.clone()))
            .collect();
        let is_closed = Arc::new(AtomicBool::new(false));
        let doorkeeper = Doorkeeper {
            listener,
            tokens,
            newcomers: Vec::new(),
        };
        let thread = thread::Builder::new().name("lobby".to_owned()).spawn({
            let is_closed = Arc::clone(&is_closed);
            move || doorkeeper.run(&is_closed)
        });
        Ok(Self {
            address,
            random_tokens,
            is_closed,
            thread: Some(thread.map_err(SpawnError)?),
        })
    }

    /// The address of the socket.
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The seats with random tokens, and their tokens.
    pub fn random_tokens(&self) -> &[(String, String)] {
        &self.random_tokens
    }
}

impl Drop for Lobby {
    fn drop(&mut self) {
        self.is_closed.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // The thread has no result.
            let _ = thread.join();
        }
    }
}

fn tokens(
    contestants: &[Contestant],
    chosen: &[(String, String)],
) -> Result<Vec<(Arc<Seat>, String)>, ArenaError> {
    let mut tokens: Vec<(Arc<Seat>, String)> = Vec::new();
    for contestant in contestants {
        if let PlayerKind::Seat(seat) = &contestant.kind {
            let known = chosen.iter().find(|(name, _)| name == seat.name());
            let token = match known {
                Some((_, token)) => token.clone(),
                None => random_token().map_err(ArenaError::Machine)?,
            };
            let length = TOKEN_BYTES.contains(&token.len());
            if !length || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                return ArenaError::usage(format!(
                    "the token of the seat \"{}\" is not {} to {} visible ASCII characters",
                    seat.name(),
                    TOKEN_BYTES.start(),
                    TOKEN_BYTES.end()
                ));
            }
            if tokens.iter().any(|(_, other)| *other == token) {
                return ArenaError::usage("two seats have the same token");
            }
            tokens.push((Arc::clone(seat), token));
        }
    }
    let is_seat = |name: &str| tokens.iter().any(|(seat, _)| seat.name() == name);
    match chosen.iter().find(|(name, _)| !is_seat(name)) {
        Some((name, _)) => {
            let name = admiralty_escape::escape(name);
            ArenaError::usage(format!("there is a token for \"{name}\", but no such seat"))
        }
        None => Ok(tokens),
    }
}

/// A token that cannot be guessed.
fn random_token() -> io::Result<String> {
    let mut bytes = [0; 16];
    File::open("/dev/urandom")?.read_exact(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_ne_bytes(bytes)))
}

/// Asks each new connection for a token.
struct Doorkeeper {
    listener: TcpListener,
    tokens: Vec<(Arc<Seat>, String)>,
    newcomers: Vec<Newcomer>,
}

/// A connection without a seat.
struct Newcomer {
    stream: TcpStream,
    /// The part of its first line that has arrived.
    line: Vec<u8>,
    until: Instant,
    is_refused: bool,
}

impl Doorkeeper {
    fn run(mut self, is_closed: &AtomicBool) {
        while !is_closed.load(Ordering::Relaxed) {
            if self.wait().is_err() || self.accept().is_err() {
                // The system lacks some resource, maybe only for a moment.
                thread::sleep(LOOK);
            }
            for (seat, _) in &self.tokens {
                seat.forget_gone();
            }
            let newcomers = std::mem::take(&mut self.newcomers).into_iter();
            self.newcomers = newcomers.filter_map(|one| self.ask(one)).collect();
        }
    }

    /// Waits a while for a new connection or for data.
    #[cfg(unix)]
    fn wait(&self) -> io::Result<()> {
        let streams = self.newcomers.iter().map(|one| &one.stream);
        let mut fds: Vec<_> = streams.map(|one| PollFd::new(one, PollFlags::IN)).collect();
        fds.push(PollFd::new(&self.listener, PollFlags::IN));
        poll(&mut fds, Timespec::try_from(LOOK).ok().as_ref())?;
        Ok(())
    }

    /// Waits a while.
    #[cfg(not(unix))]
    #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as on Unix")]
    fn wait(&self) -> io::Result<()> {
        thread::sleep(LOOK);
        Ok(())
    }

    fn accept(&mut self) -> io::Result<()> {
        loop {
            let stream = match self.listener.accept() {
                Ok((stream, _)) => stream,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) => return Err(error),
            };
            stream.set_nonblocking(true)?;
            if self.newcomers.len() == NEWCOMERS_MAX {
                self.newcomers.remove(0);
            }
            self.newcomers.push(Newcomer {
                stream,
                line: Vec::new(),
                until: Instant::now() + TOKEN_TIME,
                is_refused: false,
            });
        }
    }

    /// Reads what a newcomer sends. Returns the newcomer if it still has no seat.
    fn ask(&self, mut newcomer: Newcomer) -> Option<Newcomer> {
        if newcomer.is_refused {
            return newcomer.is_leaving().then_some(newcomer);
        }
        // The bytes after the line belong to the game, and stay in the socket.
        let mut byte = [0];
        loop {
            match newcomer.stream.read(&mut byte) {
                Ok(1) if byte == *b"\n" => break,
                // A carriage return may follow the token.
                Ok(1) if newcomer.line.len() <= *TOKEN_BYTES.end() => {
                    newcomer.line.push(byte[0]);
                }
                Ok(1) => return Some(newcomer.refuse(TokenRefusal::Malformed)),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let is_late = Instant::now() >= newcomer.until;
                    return Some(if is_late {
                        newcomer.refuse(TokenRefusal::Late)
                    } else {
                        newcomer
                    });
                }
                // The newcomer has disconnected.
                _ => return None,
            }
        }
        let line = newcomer.line.strip_suffix(b"\r").unwrap_or(&newcomer.line);
        let mut tokens = self.tokens.iter();
        let Some((seat, _)) = tokens.find(|(_, token)| is_same(token.as_bytes(), line)) else {
            return Some(newcomer.refuse(TokenRefusal::Unknown));
        };
        let Newcomer { stream, .. } = newcomer;
        let stream = seat.admit(stream).err()?;
        let newcomer = Newcomer {
            stream,
            line: Vec::new(),
            ..newcomer
        };
        Some(newcomer.refuse(TokenRefusal::Taken))
    }
}

impl Newcomer {
    /// Sends the newcomer the reason why it gets no seat.
    fn refuse(mut self, why: TokenRefusal) -> Self {
        // A new socket accepts a line at once; failure means that the other end is gone.
        let _ = self.stream.write_all(format!("error: {why}\n").as_bytes());
        let _ = self.stream.shutdown(Shutdown::Write);
        self.is_refused = true;
        self.until = Instant::now() + REFUSAL_TIME;
        self
    }

    /// Discards further input, because closing a socket with unread input could lose the refusal.
    /// Returns whether the newcomer is still connected.
    fn is_leaving(&mut self) -> bool {
        let is_there = match self.stream.read(&mut [0; 1 << 12]) {
            Ok(count) => count > 0,
            Err(error) => error.kind() == ErrorKind::WouldBlock,
        };
        is_there && Instant::now() < self.until
    }
}

/// Compares in constant time, to reveal nothing about the token.
fn is_same(token: &[u8], line: &[u8]) -> bool {
    let differences = token.iter().zip(line).map(|(one, other)| one ^ other);
    token.len() == line.len() && differences.fold(0, |all, one| all | one) == 0
}
