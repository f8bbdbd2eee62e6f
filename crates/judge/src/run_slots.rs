//! Runs of programs that are measured while others run, too.
//!
//! A run near a time limit is repeated while no other program works; only that run counts.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::judge_case::IsCancelled;
use super::{JudgeError, JudgedRun};
use admiralty_process::{Limits, Usage};

/// A run that takes at least this percentage of a time limit is repeated while nothing else runs.
const NEAR_PER_CENT: u32 = 75;

/// A run beside others may take this many times the CPU time allowed, so that a program that takes
/// even more is certainly too slow, however much the others have slowed it down.
const GENEROUS: u32 = 2;

/// A program that has been idle for so long, and longer than it was not, makes room for another.
const IDLE: Duration = Duration::from_millis(300);

/// A program whose idle time is more than this many times its CPU time would also wait on an idle
/// machine.
const SLEEPER: u32 = 100;

/// A semaphore: n shared runs, or one exclusive run.
#[derive(Debug)]
pub struct RunSlots {
    count: usize,
    state: Mutex<SlotState>,
    is_changed: Condvar,
}

#[derive(Debug)]
struct SlotState {
    free: usize,
    /// How many exclusive runs wait; nothing else starts meanwhile.
    waiting: usize,
}

/// The slots of a run, given back on drop.
#[derive(Debug)]
struct RunSlot<'s> {
    slots: &'s RunSlots,
    /// How many slots it has: one, all, or none any more.
    count: Cell<usize>,
}

impl RunSlots {
    /// A semaphore that admits this many shared runs.
    pub const fn new(count: usize) -> Self {
        Self {
            count,
            state: Mutex::new(SlotState {
                free: count,
                waiting: 0,
            }),
            is_changed: Condvar::new(),
        }
    }

    /// Runs once, and a second time while no other program works if the first run was near a limit,
    /// unless the program has no second chance, which is asked when its turn has come. `once` gets the
    /// limits to apply.
    pub fn run(
        &self,
        limits: &Limits,
        has_second_chance: &dyn Fn() -> bool,
        is_cancelled: &dyn Fn() -> bool,
        once: impl Fn(&Limits, IsCancelled<'_>) -> Result<JudgedRun, JudgeError>,
    ) -> Result<JudgedRun, JudgeError> {
        let once = |limits: &Limits, is_cancelled: IsCancelled<'_>| {
            if is_cancelled(&Usage::default()) {
                return Err(JudgeError::Cancelled);
            }
            once(limits, is_cancelled)
        };
        if self.count <= 1 {
            return once(limits, &|_| is_cancelled());
        }
        let (beside, is_final) = {
            let slot = self.take();
            let look = |usage: &Usage| {
                if usage.idle > IDLE && usage.idle > usage.cpu {
                    slot.give_back();
                }
                is_cancelled()
            };
            if has_second_chance() {
                let generous = Limits {
                    cpu: limits.cpu.map(|limit| limit * GENEROUS),
                    ..*limits
                };
                (once(&generous, &look)?, false)
            } else {
                (once(limits, &look)?, true)
            }
        };
        if is_final || !is_near(&beside, limits) {
            return Ok(beside);
        }
        let _alone = self.take_all();
        once(limits, &|_| is_cancelled())
    }

    /// Waits until a slot is free and no exclusive run waits.
    fn take(&self) -> RunSlot<'_> {
        let is_full = |state: &mut SlotState| state.free == 0 || state.waiting > 0;
        self.wait_while(self.lock(), is_full).free -= 1;
        self.slot(1)
    }

    /// Waits until all slots are free.
    fn take_all(&self) -> RunSlot<'_> {
        let mut state = self.lock();
        state.waiting += 1;
        let mut state = self.wait_while(state, |state| state.free < self.count);
        state.waiting -= 1;
        state.free = 0;
        self.slot(self.count)
    }

    const fn slot(&self, count: usize) -> RunSlot<'_> {
        RunSlot {
            slots: self,
            count: Cell::new(count),
        }
    }

    fn lock(&self) -> MutexGuard<'_, SlotState> {
        // A number is valid even after a panic, so poisoning does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait_while<'g>(
        &self,
        state: MutexGuard<'g, SlotState>,
        is_to_wait: impl FnMut(&mut SlotState) -> bool,
    ) -> MutexGuard<'g, SlotState> {
        let waited = self.is_changed.wait_while(state, is_to_wait);
        waited.unwrap_or_else(PoisonError::into_inner)
    }
}

impl RunSlot<'_> {
    /// Gives the slots back now, because the program is only waiting.
    fn give_back(&self) {
        let count = self.count.take();
        if count > 0 {
            self.slots.lock().free += count;
            self.slots.is_changed.notify_all();
        }
    }
}

impl Drop for RunSlot<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

/// Whether a run might have ended differently with more CPU time for itself.
fn is_near(judged_run: &JudgedRun, limits: &Limits) -> bool {
    let usage = &judged_run.usage;
    let is_past = |time: Duration, limit: Duration, per_cent: u32| time * 100 >= limit * per_cent;
    let is_past_cpu = |per_cent| {
        let limit = limits.cpu;
        limit.is_some_and(|limit| is_past(usage.cpu, limit, per_cent))
    };
    if usage.cpu * SLEEPER < usage.idle || is_past_cpu(100 * GENEROUS) {
        return false;
    }
    judged_run.verdict.is_about_time()
        || is_past(usage.wall, limits.wall, NEAR_PER_CENT)
        || is_past_cpu(NEAR_PER_CENT)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;

    use super::*;

    #[test]
    fn a_slot_that_is_given_back_goes_to_another() {
        let slots = RunSlots::new(2);
        let (idle, _other) = (slots.take(), slots.take());
        assert_eq!(slots.lock().free, 0);
        idle.give_back();
        let next = slots.take();
        // The idle run ends later, which frees nothing.
        drop(idle);
        assert_eq!(slots.lock().free, 0);
        drop(next);
        assert_eq!(slots.lock().free, 1);
    }

    #[test]
    fn a_run_alone_waits_for_the_others_and_they_for_it() {
        let slots = RunSlots::new(2);
        let is_alone = AtomicBool::new(false);
        let running = slots.take();
        thread::scope(|scope| {
            scope.spawn(|| {
                let _alone = slots.take_all();
                is_alone.store(true, Ordering::SeqCst);
                thread::sleep(Duration::from_millis(50));
                is_alone.store(false, Ordering::SeqCst);
            });
            while slots.lock().waiting == 0 {
                thread::yield_now();
            }
            // There is a free slot, but nothing may start.
            let next = scope.spawn(|| {
                let _slot = slots.take();
                assert!(!is_alone.load(Ordering::SeqCst));
            });
            thread::sleep(Duration::from_millis(20));
            assert!(!is_alone.load(Ordering::SeqCst) && !next.is_finished());
            drop(running);
        });
        assert_eq!(slots.lock().free, 2);
    }
}
