//! A queue of pairs for workers, whose results come back in order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::{ArenaError, FinishedPair};

/// Hands out pairs, and takes their results in any order.
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
    /// A queue from a pair on; workers may be `ahead` pairs ahead of the one that is
    /// counted next.
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

    /// Whether the queue is closed.
    pub fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, QueueState> {
        // The state is consistent even if a worker panicked.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a pair to play and returns its number; none if the queue is closed.
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

    /// Closes the queue.
    pub fn close(&self) {
        // Under the lock, so that no thread misses it just before it waits.
        let _state = self.lock();
        self.is_closed.store(true, Ordering::Relaxed);
        self.changed.notify_all();
    }

    /// Takes the result of a pair.
    pub fn deliver(&self, number: u64, pair: Result<FinishedPair, ArenaError>) {
        self.lock().done.insert(number, pair);
        self.changed.notify_all();
    }

    /// Waits for the result of a pair; none if the queue is closed.
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

/// Closes the queue when it is dropped, so that the workers end.
pub struct CloseOnDrop<'d>(pub &'d PairQueue);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Closes the queue if its worker panics: nobody else delivers its pair.
pub struct CloseOnPanic<'d>(pub &'d PairQueue);

impl Drop for CloseOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close();
        }
    }
}
