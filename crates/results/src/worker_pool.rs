//! A thread pool that works on consecutive numbers and delivers the results in order.

use std::collections::BTreeMap;
use std::io;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

/// Threads that work on consecutive numbers.
///
/// A worker that is too far ahead of the next result in order waits, so that results do not
/// pile up behind a slow one. The pool ends early if it is stopped, if a worker fails or
/// panics, or if the consumer needs no more results.
pub struct WorkerPool<'p> {
    workers: u64,
    /// How far ahead of the next result in order work may start.
    ahead: u64,
    stop: &'p AtomicBool,
    /// Whether no more results are needed.
    has_ended: AtomicBool,
    /// The number of the next result in order.
    expected: Mutex<u64>,
    is_changed: Condvar,
}

/// No worker thread could be spawned.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread: {0}")]
pub struct SpawnError(#[source] pub io::Error);

/// What a worker reports: the result for a number, or the error of its initialisation.
type Report<T, E> = Result<(u64, Result<Option<T>, E>), E>;

impl<'p> WorkerPool<'p> {
    /// A pool whose workers may start at most `workers * ahead` numbers ahead of the next
    /// result.
    pub fn new(workers: NonZeroUsize, ahead: u64, stop: &'p AtomicBool) -> Self {
        let workers = workers.get() as u64;
        Self {
            workers,
            ahead: workers.saturating_mul(ahead),
            stop,
            has_ended: AtomicBool::new(false),
            expected: Mutex::new(0),
            is_changed: Condvar::new(),
        }
    }

    /// Whether results are no longer needed, so that work may be abandoned.
    pub fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.has_ended.load(Ordering::Relaxed)
    }

    /// Works on all numbers and passes the results to `take` in order until it breaks.
    /// `begin` runs first in each thread and creates the state that `work` uses. `work`
    /// returns `None` for work that it has abandoned; no results follow it.
    ///
    /// # Errors
    ///
    /// The error of `begin`, of `take`, or of the first number that fails, after the results before it.
    pub fn run<S, T: Send, E: Send + From<SpawnError>>(
        &self,
        numbers: Range<u64>,
        begin: impl Fn() -> Result<S, E> + Sync,
        work: impl Fn(&mut S, u64) -> Result<Option<T>, E> + Sync,
        take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let next = AtomicU64::new(numbers.start);
        let (sender, receiver) = mpsc::channel();
        self.set_expected(numbers.start);
        let worker = |sender: mpsc::Sender<Report<T, E>>| {
            let _wake_others = EndOnPanic(self);
            let mut state = match begin() {
                Ok(state) => state,
                Err(error) => {
                    let _ = sender.send(Err(error));
                    return;
                }
            };
            while !self.is_cancelled() {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= numbers.end || !self.wait_for_turn(number) {
                    break;
                }
                if sender.send(Ok((number, work(&mut state, number)))).is_err() {
                    break;
                }
            }
        };
        thread::scope(|scope| {
            let _wake_all = EndOnPanic(self);
            let workers = self.workers.min(numbers.end.saturating_sub(numbers.start));
            for started in 0..workers {
                let sender = sender.clone();
                let thread = thread::Builder::new().spawn_scoped(scope, || worker(sender));
                // If the system cannot spawn all threads, those that run are enough.
                match thread {
                    Ok(_) => {}
                    Err(_) if started > 0 => break,
                    Err(error) => return Err(SpawnError(error).into()),
                }
            }
            drop(sender);
            let taken = self.take_in_order(numbers.start, receiver, take);
            self.end();
            taken
        })
    }

    fn take_in_order<T, E>(
        &self,
        mut expected: u64,
        reports: mpsc::Receiver<Report<T, E>>,
        mut take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let mut early = BTreeMap::new();
        for report in reports {
            let (number, result) = report?;
            early.insert(number, result);
            while let Some(result) = early.remove(&expected) {
                let Some(result) = result? else {
                    return Ok(());
                };
                expected += 1;
                self.set_expected(expected);
                if take(result)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    fn set_expected(&self, number: u64) {
        // A number is valid even after a panic, so poisoning does not matter.
        *self.expected.lock().unwrap_or_else(PoisonError::into_inner) = number;
        self.is_changed.notify_all();
    }

    /// Waits until a number is not too far ahead; returns whether the pool is still running.
    fn wait_for_turn(&self, number: u64) -> bool {
        let expected = self.expected.lock().unwrap_or_else(PoisonError::into_inner);
        let is_far = |expected: &mut u64| number > expected.saturating_add(self.ahead);
        let expected = self.is_changed.wait_while(expected, is_far);
        drop(expected.unwrap_or_else(PoisonError::into_inner));
        !self.has_ended.load(Ordering::Relaxed)
    }

    fn end(&self) {
        self.has_ended.store(true, Ordering::Relaxed);
        self.set_expected(u64::MAX);
    }
}

/// Ends the pool when dropped during a panic: the result of a worker's number, or a place for
/// it, will never come.
struct EndOnPanic<'p>(&'p WorkerPool<'p>);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Failed(u64);

    impl From<SpawnError> for Failed {
        fn from(error: SpawnError) -> Self {
            panic!("{error:?}")
        }
    }

    const WORKERS: NonZeroUsize = NonZeroUsize::new(4).expect("not zero");

    /// Runs a pool; returns the results taken and how it ended.
    fn run(
        work: impl Fn(&WorkerPool<'_>, u64) -> Result<Option<u64>, Failed> + Sync,
        last: u64,
    ) -> (Vec<u64>, Result<(), Failed>) {
        let stop = AtomicBool::new(false);
        let pool = WorkerPool::new(WORKERS, 2, &stop);
        let mut taken = Vec::new();
        let take = |number| {
            taken.push(number);
            Ok(match number {
                _ if number == last => ControlFlow::Break(()),
                u64::MAX => panic!("in taking"),
                _ => ControlFlow::Continue(()),
            })
        };
        let ended = pool.run(10..1000, || Ok(()), |(), number| work(&pool, number), take);
        (taken, ended)
    }

    #[test]
    fn results_come_in_order() {
        let slow = |_: &WorkerPool<'_>, number: u64| {
            for _ in 0..number * 7919 % 100 {
                thread::yield_now();
            }
            Ok(Some(number))
        };
        // All results, and a consumer that needs no more after one of them.
        for (last, end) in [(1000, 1000), (50, 51)] {
            assert_eq!(run(slow, last), ((10..end).collect(), Ok(())));
        }
    }

    #[test]
    fn no_worker_runs_far_ahead() {
        let most = AtomicU64::new(0);
        let (taken, ended) = run(
            |pool, number| {
                let next = *pool.expected.lock().expect("the lock");
                most.fetch_max(number - next.min(number), Ordering::Relaxed);
                Ok(Some(number))
            },
            1000,
        );
        assert!(taken.len() == 990 && ended.is_ok());
        assert!(most.load(Ordering::Relaxed) <= 2 * WORKERS.get() as u64);
    }

    #[test]
    fn the_first_failure_follows_the_results_before_it() {
        let fail = |_: &WorkerPool<'_>, number: u64| match number {
            100 | 101 => Err(Failed(number)),
            _ => Ok(Some(number)),
        };
        assert_eq!(run(fail, 1000), ((10..100).collect(), Err(Failed(100))));
    }

    #[test]
    fn no_results_follow_abandoned_work() {
        let stopping = |pool: &WorkerPool<'_>, number: u64| {
            if number == 100 {
                pool.end();
            }
            Ok((!pool.is_cancelled()).then_some(number))
        };
        let (taken, ended) = run(stopping, 1000);
        assert!(taken.len() <= 90 && ended.is_ok());
        assert!(taken.iter().copied().eq(10..10 + taken.len() as u64));
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let in_work = |_: &WorkerPool<'_>, number| {
            assert!(number != 100, "in work");
            Ok(Some(number))
        };
        assert!(catch_unwind(|| run(in_work, 1000)).is_err());
        let in_taking =
            |_: &WorkerPool<'_>, number| Ok(Some(if number == 100 { u64::MAX } else { number }));
        assert!(catch_unwind(|| run(in_taking, 1000)).is_err());
    }

    #[test]
    fn each_thread_begins_with_its_own_state() {
        let stop = AtomicBool::new(false);
        let run = |workers| {
            let threads = AtomicU64::new(0);
            let begin = || match threads.fetch_add(1, Ordering::Relaxed) {
                0 => Ok(0),
                _ => Err(Failed(0)),
            };
            let count = |state: &mut u64, _| {
                *state += 1;
                Ok(Some(*state))
            };
            let mut last = 0;
            let take = |number| {
                last = number;
                Ok(ControlFlow::Continue(()))
            };
            let ended = WorkerPool::new(workers, 2, &stop).run(0..1000, begin, count, take);
            (ended, last)
        };
        // A thread whose initialisation fails ends the pool.
        assert_eq!(run(WORKERS).0, Err(Failed(0)));
        assert_eq!(run(NonZeroUsize::MIN), (Ok(()), 1000));
    }
}
