//! A thread pool that works on numbered tasks and delivers their results in order.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::{io, slice, thread};

/// Threads that work on tasks and deliver the results in order.
///
/// A task has a number in a group. The results of the first group come first. Groups take turns: of
/// those with the fewest running tasks, the first is next, so a slow one does not occupy all
/// threads. A worker that is too far ahead of the next result of its group waits, so results do not
/// pile up behind a slow task. The pool ends early if it is stopped, if a worker fails or panics, or
/// if the consumer needs no more results.
#[derive(Clone, Copy, Debug)]
pub struct WorkerPool<'p> {
    workers: usize,
    /// How far ahead of the next result of its group a task may start.
    ahead: u64,
    stop: &'p AtomicBool,
}

/// A task that a worker has started.
#[derive(Clone, Copy, Debug)]
pub struct PoolTask<'p> {
    /// The index of its group.
    pub group: usize,
    /// Its number in the group.
    pub number: u64,
    end: &'p AtomicU64,
    stop: &'p AtomicBool,
}

impl PoolTask<'_> {
    /// Its number, where tasks are the elements of a slice.
    pub fn index(&self) -> usize {
        usize::try_from(self.number).unwrap_or(usize::MAX)
    }

    /// Whether its result is no longer needed, so that the work may be abandoned.
    pub fn is_cancelled(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.number >= self.end.load(Ordering::Relaxed)
    }
}

/// What the consumer of several groups gets.
#[derive(Debug)]
pub enum GroupStep<T> {
    /// The next result of the current group.
    Result(T),
    /// The current group has no more results; the next one follows.
    End,
}

/// No worker thread could be spawned.
#[derive(Debug, thiserror::Error)]
#[error("cannot start a thread: {0}")]
pub struct SpawnError(#[source] pub io::Error);

impl<'p> WorkerPool<'p> {
    /// A pool whose workers may start at most `workers * ahead` numbers ahead of the next result of
    /// a group.
    pub fn new(workers: NonZeroUsize, ahead: u64, stop: &'p AtomicBool) -> Self {
        let workers = workers.get();
        Self {
            workers,
            ahead: (workers as u64).saturating_mul(ahead),
            stop,
        }
    }

    /// Works on one group of tasks with these numbers, and passes the results to `take` in order
    /// until it breaks. `begin` runs first in each thread and creates the state for `work`. `work`
    /// returns `None` for work that it has abandoned; no results follow.
    ///
    /// # Errors
    ///
    /// The error of `begin`, of `take`, or of the first number that fails, after the results before
    /// it.
    pub fn run<S, T: Send, E: Send + From<SpawnError>>(
        &self,
        numbers: Range<u64>,
        begin: impl Fn() -> Result<S, E> + Sync,
        work: impl Fn(&mut S, PoolTask<'_>) -> Result<Option<T>, E> + Sync,
        mut take: impl FnMut(T) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        self.run_groups(
            slice::from_ref(&numbers),
            begin,
            |state, task| Ok(work(state, task)?.map(ControlFlow::Continue)),
            |step| match step {
                GroupStep::Result(result) => take(result),
                GroupStep::End => Ok(ControlFlow::Continue(())),
            },
        )
    }

    /// Works on several groups as [`run`](Self::run) does on one. A `Break` is the last result of its
    /// group: tasks with higher numbers are dropped, even if they have begun.
    ///
    /// # Errors
    ///
    /// Those of [`run`](Self::run).
    pub fn run_groups<S, T: Send, E: Send + From<SpawnError>>(
        &self,
        groups: &[Range<u64>],
        begin: impl Fn() -> Result<S, E> + Sync,
        work: impl Fn(&mut S, PoolTask<'_>) -> Result<Option<ControlFlow<T, T>>, E> + Sync,
        mut take: impl FnMut(GroupStep<T>) -> Result<ControlFlow<()>, E>,
    ) -> Result<(), E> {
        let queue = TaskQueue::new(self, groups);
        let worker = || {
            let mut state = match begin() {
                Ok(state) => state,
                Err(error) => return queue.fail(error),
            };
            while let Some(task) = queue.start() {
                queue.finish(task, work(&mut state, task));
            }
        };
        let tasks = groups
            .iter()
            .map(|group| group.end.saturating_sub(group.start));
        let tasks = tasks.fold(0, u64::saturating_add);
        let workers = self
            .workers
            .min(usize::try_from(tasks).unwrap_or(usize::MAX));
        thread::scope(|scope| {
            // This happens even if `take` panics.
            let _end = EndOnDrop(&queue);
            for started in 0..workers {
                let running = RunningWorker::new(&queue);
                let worker = &worker;
                let thread = thread::Builder::new().spawn_scoped(scope, move || {
                    let _running = running;
                    worker();
                });
                // If the system cannot spawn all threads, fewer are enough.
                match thread {
                    Ok(_) => {}
                    Err(_) if started > 0 => break,
                    Err(error) => return Err(SpawnError(error).into()),
                }
            }
            while let Some(step) = queue.next()? {
                if take(step)?.is_break() {
                    break;
                }
            }
            Ok(())
        })
    }
}

/// The tasks not yet started, and the results of the others.
struct TaskQueue<'p, T, E> {
    ahead: u64,
    stop: &'p AtomicBool,
    /// Where the numbers of each group end, as far as is known. This changes only while the state
    /// is locked.
    ends: Vec<AtomicU64>,
    state: Mutex<QueueState<T, E>>,
    is_changed: Condvar,
}

struct QueueState<T, E> {
    groups: Vec<GroupState<T, E>>,
    /// The group whose results are delivered now.
    current: usize,
    /// How many workers there are.
    workers: usize,
    /// Why a worker could not begin.
    error: Option<E>,
}

struct GroupState<T, E> {
    /// The next number to start.
    next: u64,
    /// The number of the next result to deliver.
    expected: u64,
    running: usize,
    /// The results by number; `None` for abandoned work.
    results: BTreeMap<u64, Result<Option<T>, E>>,
}

impl<'p, T, E> TaskQueue<'p, T, E> {
    fn new(pool: &WorkerPool<'p>, groups: &[Range<u64>]) -> Self {
        let ends = groups.iter().map(|group| AtomicU64::new(group.end));
        let states = groups.iter().map(|group| GroupState {
            next: group.start,
            expected: group.start,
            running: 0,
            results: BTreeMap::new(),
        });
        Self {
            ahead: pool.ahead,
            stop: pool.stop,
            ends: ends.collect(),
            state: Mutex::new(QueueState {
                groups: states.collect(),
                current: 0,
                workers: 0,
                error: None,
            }),
            is_changed: Condvar::new(),
        }
    }

    /// Starts the next task; `None` if there is none left.
    fn start(&self) -> Option<PoolTask<'_>> {
        let mut state = self.lock();
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return None;
            }
            let groups = (0..).zip(&mut state.groups);
            let mut open = groups
                .filter(|(index, group)| group.next < self.end(*index))
                .peekable();
            open.peek()?;
            let near =
                open.filter(|(_, group)| group.next <= group.expected.saturating_add(self.ahead));
            if let Some((group, found)) = near.min_by_key(|(_, group)| group.running) {
                let number = found.next;
                found.next += 1;
                found.running += 1;
                return Some(PoolTask {
                    group,
                    number,
                    end: &self.ends[group],
                    stop: self.stop,
                });
            }
            state = self.wait(state);
        }
    }

    /// Stores the result of a task if anybody still needs it.
    fn finish(&self, task: PoolTask<'_>, result: Result<Option<ControlFlow<T, T>>, E>) {
        let PoolTask { group, number, .. } = task;
        let mut state = self.lock();
        let group_state = &mut state.groups[group];
        group_state.running -= 1;
        if number < self.end(group) {
            let is_last = !matches!(result, Ok(Some(ControlFlow::Continue(_))));
            if is_last {
                self.ends[group].store(number + 1, Ordering::Relaxed);
            }
            let result = result.map(|flow| {
                flow.map(|(ControlFlow::Continue(result) | ControlFlow::Break(result))| result)
            });
            group_state.results.insert(number, result);
        }
        self.is_changed.notify_all();
    }

    /// Waits for the next step; `None` if there is none, or the work was abandoned.
    fn next(&self) -> Result<Option<GroupStep<T>>, E> {
        let mut state = self.lock();
        loop {
            if let Some(error) = state.error.take() {
                return Err(error);
            }
            let current = state.current;
            let Some(group) = state.groups.get_mut(current) else {
                // A worker may still fail to begin.
                if state.workers == 0 {
                    return Ok(None);
                }
                state = self.wait(state);
                continue;
            };
            if group.expected >= self.end(current) {
                state.current += 1;
                return Ok(Some(GroupStep::End));
            }
            if let Some(result) = group.results.remove(&group.expected) {
                group.expected += 1;
                self.is_changed.notify_all();
                return Ok(result?.map(GroupStep::Result));
            }
            if state.workers == 0 {
                return Ok(None);
            }
            state = self.wait(state);
        }
    }

    /// Ends everything because a worker could not begin.
    fn fail(&self, error: E) {
        self.lock().error.get_or_insert(error);
    }

    /// Ends everything: no results are needed any more.
    fn end_all(&self) {
        let mut state = self.lock();
        state.current = state.groups.len();
        for end in &self.ends {
            end.store(0, Ordering::Relaxed);
        }
        self.is_changed.notify_all();
    }

    fn end(&self, group: usize) -> u64 {
        self.ends[group].load(Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, QueueState<T, E>> {
        // Numbers are valid even after a panic, so poisoning does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'g>(
        &self,
        state: MutexGuard<'g, QueueState<T, E>>,
    ) -> MutexGuard<'g, QueueState<T, E>> {
        let woken = self.is_changed.wait(state);
        woken.unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a worker until it is dropped. After a panic, the result of its task would never come, so
/// everything ends.
struct RunningWorker<'q, 'p, T, E>(&'q TaskQueue<'p, T, E>);

impl<'q, 'p, T, E> RunningWorker<'q, 'p, T, E> {
    fn new(queue: &'q TaskQueue<'p, T, E>) -> Self {
        queue.lock().workers += 1;
        Self(queue)
    }
}

impl<T, E> Drop for RunningWorker<'_, '_, T, E> {
    fn drop(&mut self) {
        self.0.lock().workers -= 1;
        if thread::panicking() {
            self.0.end_all();
        }
        self.0.is_changed.notify_all();
    }
}

/// Ends everything when dropped.
struct EndOnDrop<'q, 'p, T, E>(&'q TaskQueue<'p, T, E>);

impl<T, E> Drop for EndOnDrop<'_, '_, T, E> {
    fn drop(&mut self) {
        self.0.end_all();
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
        work: impl Fn(PoolTask<'_>) -> Result<Option<u64>, Failed> + Sync,
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
        let ended = pool.run(10..1000, || Ok(()), |(), task| work(task), take);
        (taken, ended)
    }

    /// Lets other threads run for a time that depends on the task.
    fn dawdle(task: PoolTask<'_>, seed: u64) {
        for _ in 0..(task.group as u64 * 31 + task.number + seed) * 7919 % 100 {
            thread::yield_now();
        }
    }

    #[test]
    fn results_come_in_order() {
        let slow = |task: PoolTask<'_>| {
            dawdle(task, 0);
            Ok(Some(task.number))
        };
        // All results, and a consumer that needs no more after one of them.
        for (last, end) in [(1000, 1000), (50, 51)] {
            assert_eq!(run(slow, last), ((10..end).collect(), Ok(())));
        }
    }

    #[test]
    fn no_worker_runs_far_ahead() {
        let (taken, most) = (AtomicU64::new(10), AtomicU64::new(0));
        let stop = AtomicBool::new(false);
        let work = |(): &mut (), task: PoolTask<'_>| {
            let next = taken.load(Ordering::Relaxed);
            most.fetch_max(task.number.saturating_sub(next), Ordering::Relaxed);
            Ok(Some(()))
        };
        let take = |()| {
            taken.fetch_add(1, Ordering::Relaxed);
            Ok(ControlFlow::Continue(()))
        };
        let pool = WorkerPool::new(WORKERS, 2, &stop);
        let ended = pool.run(10..1000, || Ok::<_, Failed>(()), work, take);
        assert!(ended.is_ok() && taken.into_inner() == 1000);
        // The result being delivered is not counted yet.
        let ahead = 2 * WORKERS.get() as u64 + 1;
        let most = most.into_inner();
        assert!((1..=ahead).contains(&most), "{most}");
    }

    #[test]
    fn the_first_failure_follows_the_results_before_it() {
        let fail = |task: PoolTask<'_>| match task.number {
            100 | 101 => Err(Failed(task.number)),
            number => Ok(Some(number)),
        };
        assert_eq!(run(fail, 1000), ((10..100).collect(), Err(Failed(100))));
    }

    #[test]
    fn no_results_follow_abandoned_work() {
        let abandoning = |task: PoolTask<'_>| Ok((task.number != 100).then_some(task.number));
        assert_eq!(run(abandoning, 1000), ((10..100).collect(), Ok(())));
        let stop = AtomicBool::new(false);
        let stopping = |(): &mut (), task: PoolTask<'_>| {
            stop.fetch_or(task.number == 100, Ordering::Relaxed);
            Ok::<_, Failed>((!task.is_cancelled()).then_some(task.number))
        };
        let mut taken = Vec::new();
        let take = |number| {
            taken.push(number);
            Ok(ControlFlow::Continue(()))
        };
        let pool = WorkerPool::new(WORKERS, 2, &stop);
        assert_eq!(pool.run(10..1000, || Ok(()), stopping, take), Ok(()));
        assert!(taken.len() <= 90, "{taken:?}");
        assert!(taken.iter().copied().eq(10..10 + taken.len() as u64));
    }

    #[test]
    fn a_panic_reaches_the_caller() {
        let in_work = |task: PoolTask<'_>| {
            assert!(task.number != 100, "in work");
            Ok(Some(task.number))
        };
        assert!(catch_unwind(|| run(in_work, 1000)).is_err());
        let in_taking = |task: PoolTask<'_>| {
            Ok(Some(match task.number {
                100 => u64::MAX,
                number => number,
            }))
        };
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
            let count = |state: &mut u64, _: PoolTask<'_>| {
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

    /// The results of groups of tasks: `.` has one, `|` has the last one of its group, `x` fails.
    fn run_groups(groups: &[&str], workers: usize, seed: u64) -> (String, Result<(), Failed>) {
        let stop = AtomicBool::new(false);
        let workers = NonZeroUsize::new(workers).expect("not zero");
        let work = |(): &mut (), task: PoolTask<'_>| {
            dawdle(task, seed);
            let index = task.index();
            match groups[task.group].as_bytes()[index] {
                b'|' => Ok(Some(ControlFlow::Break(index))),
                b'x' => Err(Failed(task.number)),
                _ => Ok(Some(ControlFlow::Continue(index))),
            }
        };
        let mut taken = Vec::new();
        let take = |step: GroupStep<usize>| {
            taken.push(match step {
                GroupStep::Result(index) => index.to_string(),
                GroupStep::End => "end".to_owned(),
            });
            Ok(ControlFlow::Continue(()))
        };
        let numbers: Vec<_> = groups.iter().map(|group| 0..group.len() as u64).collect();
        let pool = WorkerPool::new(workers, u64::MAX, &stop);
        let ended = pool.run_groups(&numbers, || Ok(()), work, take);
        (taken.join(" "), ended)
    }

    #[test]
    fn what_is_left_out_does_not_depend_on_time() {
        for workers in [1, 2, 4, 40] {
            for seed in 0..20 {
                let all = run_groups(&["..|.||..", "....", "", "|..||x", "..."], workers, seed);
                let expected = "0 1 2 end 0 1 2 3 end end 0 end 0 1 2 end";
                assert_eq!(all, (expected.to_owned(), Ok(())), "{workers} {seed}");
                let failed = run_groups(&[".|.x", ".x|.", "...."], workers, seed);
                let expected = "0 1 end 0".to_owned();
                assert_eq!(failed, (expected, Err(Failed(1))), "{workers} {seed}");
            }
        }
    }

    #[test]
    fn a_slow_group_holds_up_no_other() {
        let stop = AtomicBool::new(false);
        let pool = WorkerPool::new(WORKERS, u64::MAX, &stop);
        let queue = TaskQueue::<(), Failed>::new(&pool, &[0..12, 0..12]);
        let start = || {
            let task = queue.start().expect("a task");
            ((task.group, task.number), task)
        };
        let (slow, _) = start();
        assert_eq!(slow, (0, 0));
        for number in 0..12 {
            let (found, task) = start();
            assert_eq!(found, (1, number));
            queue.finish(task, Ok(Some(ControlFlow::Continue(()))));
        }
        // A group gets a second thread only when nothing else is left.
        assert_eq!(start().0, (0, 1));
    }
}
