//! Where pairs are given out, and come back in any order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{ArenaError, FinishedPair};

/// Where pairs are given out and come back.
pub struct PairQueue {
    state: Mutex<QueueState>,
    changed: Condvar,
    is_closed: AtomicBool,
    ahead: u64,
}

struct QueueState {
    /// The next pair to be played.
    next: u64,
    /// The next pair to be counted.
    awaited: u64,
    /// Pairs that were played and do not count yet.
    done: BTreeMap<u64, Result<FinishedPair, ArenaError>>,
}

impl PairQueue {
    /// From a pair on, with so many more at a time.
    pub fn new(first: u64, ahead: u64) -> Self {
        Self {
            state: Mutex::new(QueueState {
                next: first,
                awaited: first,
                done: BTreeMap::new(),
            }),
            changed: Condvar::new(),
            is_closed: AtomicBool::new(false),
            ahead,
        }
    }

    /// Whether all is over.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // A worker that panicked has left nothing half done here.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a pair that is to be played, when it may be; none when all
    /// is over.
    pub fn take(&self) -> Option<u64> {
        let mut state = self.lock();
        loop {
            if self.is_closed() {
                return None;
            }
            if state.next - state.awaited < self.ahead {
                state.next += 1;
                return Some(state.next - 1);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Ends it all.
    pub fn close(&self) {
        // Under the lock, or somebody might miss it just before waiting.
        let _state = self.lock();
        self.is_closed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Takes a pair that was played.
    pub fn deliver(&self, number: u64, pair: Result<FinishedPair, ArenaError>) {
        self.lock().done.insert(number, pair);
        self.changed.notify_all();
    }

    /// Waits for a pair and takes it; none if it does not come.
    pub fn collect(&self, number: u64) -> Result<Option<FinishedPair>, ArenaError> {
        let mut state = self.lock();
        loop {
            if let Some(pair) = state.done.remove(&number) {
                state.awaited = number + 1;
                self.changed.notify_all();
                return pair.map(Some);
            }
            if self.is_closed() {
                return Ok(None);
            }
            state = self
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Sends the workers home, however the tournament ends.
pub struct CloseOnDrop<'d>(pub &'d PairQueue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Ends the tournament if a worker panics, or its pair would be waited for.
pub struct CloseOnPanic<'d>(pub &'d PairQueue);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}
