//! Seats for players who connect from elsewhere.

use std::net::TcpStream;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::{Foul, error::NotPlayed};

/// How often a game that waits for a player checks whether it is over.
const LOOK: Duration = Duration::from_millis(20);

/// A seat. One connection has it at a time, for one game.
#[derive(Debug)]
pub struct Seat {
    name: String,
    /// How long a game waits for its player; set once players can connect.
    patience: OnceLock<Duration>,
    occupant: Mutex<Occupant>,
    changed: Condvar,
}

#[derive(Debug)]
enum Occupant {
    Nobody,
    /// A connection that waits for its game.
    Waiting(TcpStream),
    Playing,
}

impl Occupant {
    fn is_waiting(&self) -> bool {
        matches!(self, Self::Waiting(stream) if !is_gone(stream))
    }
}

impl Seat {
    /// Creates a seat with a name of letters, digits, `-`, `_` and `.`, or returns the error in the
    /// name.
    pub(super) fn new(name: &str) -> Result<Arc<Self>, String> {
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_plain) {
            return Err("the name of a seat has letters, digits, -, _ and .".to_owned());
        }
        Ok(Arc::new(Self {
            name: name.to_owned(),
            patience: OnceLock::new(),
            occupant: Mutex::new(Occupant::Nobody),
            changed: Condvar::new(),
        }))
    }

    /// The name of the seat, which may differ from that of its player.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether a connection has the seat, and waits for its game.
    pub fn has_player_waiting(&self) -> bool {
        self.lock().is_waiting()
    }

    /// Checks that players can connect.
    pub(super) fn check(&self) -> Result<(), String> {
        match self.patience.get() {
            Some(_) => Ok(()),
            None => Err("no one can connect, because the arena does not listen".to_owned()),
        }
    }

    /// Lets players connect. A game waits at most `patience` for its player.
    pub(super) fn open(&self, patience: Duration) {
        self.patience.get_or_init(|| patience);
    }

    /// Gives the seat to a connection, which then waits for its game, unless the seat is taken.
    pub(super) fn admit(&self, stream: TcpStream) -> Result<(), TcpStream> {
        let mut occupant = self.lock();
        if !matches!(*occupant, Occupant::Nobody) {
            return Err(stream);
        }
        *occupant = Occupant::Waiting(stream);
        self.changed.notify_all();
        Ok(())
    }

    /// Frees the seat if the waiting connection was closed.
    pub(super) fn forget_gone(&self) {
        let mut occupant = self.lock();
        if matches!(&*occupant, Occupant::Waiting(stream) if is_gone(stream)) {
            *occupant = Occupant::Nobody;
        }
    }

    /// Waits for the player of a game; not connecting in time is a foul.
    pub(super) fn take(
        self: &Arc<Self>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<(TcpStream, TakenSeat), NotPlayed> {
        // Without a lobby, players cannot connect.
        let patience = self.patience.get().copied().unwrap_or_default();
        let begun = Instant::now();
        let mut occupant = self.lock();
        loop {
            if occupant.is_waiting()
                && let Occupant::Waiting(stream) =
                    std::mem::replace(&mut *occupant, Occupant::Playing)
            {
                return Ok((stream, TakenSeat(Arc::clone(self))));
            }
            if is_over() {
                return Err(NotPlayed::Cancelled);
            }
            if begun.elapsed() >= patience {
                return Err(Foul::absent(patience).into());
            }
            let waited = self.changed.wait_timeout(occupant, LOOK);
            occupant = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn lock(&self) -> MutexGuard<'_, Occupant> {
        self.occupant.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether a non-blocking connection was closed, with nothing left to be read.
fn is_gone(stream: &TcpStream) -> bool {
    match stream.peek(&mut [0]) {
        Ok(count) => count == 0,
        Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
    }
}

/// A seat that is in use by a game. Dropping it frees the seat.
pub struct TakenSeat(Arc<Seat>);

impl Drop for TakenSeat {
    fn drop(&mut self) {
        *self.0.lock() = Occupant::Nobody;
    }
}
