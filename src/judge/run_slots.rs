//! The places for programs that run at the same time.

use std::cell::Cell;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Lets a number of programs run at the same time, or one alone.
#[derive(Debug)]
pub struct RunSlots {
    count: usize,
    state: Mutex<SlotState>,
    is_changed: Condvar,
}

#[derive(Debug)]
struct SlotState {
    free: usize,
    /// How many runs are alone or wait for that; nothing else starts meanwhile.
    alone: usize,
}

/// A place, given back on drop.
#[derive(Debug)]
pub struct Slot<'s> {
    slots: &'s RunSlots,
    /// Whether it is all places.
    is_alone: bool,
    is_given_back: Cell<bool>,
}

impl RunSlots {
    pub fn new(count: usize) -> Self {
        Self {
            count,
            state: Mutex::new(SlotState {
                free: count,
                alone: 0,
            }),
            is_changed: Condvar::new(),
        }
    }

    pub fn take(&self) -> Slot<'_> {
        let is_full = |state: &mut SlotState| state.free == 0 || state.alone > 0;
        self.wait_while(self.lock(), is_full).free -= 1;
        self.slot(false)
    }

    /// Waits until nobody has a place, and takes all.
    pub fn take_all(&self) -> Slot<'_> {
        let mut state = self.lock();
        state.alone += 1;
        let mut state = self.wait_while(state, |state| state.free < self.count);
        state.free = 0;
        self.slot(true)
    }

    const fn slot(&self, is_alone: bool) -> Slot<'_> {
        Slot {
            slots: self,
            is_alone,
            is_given_back: Cell::new(false),
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

impl Slot<'_> {
    /// Gives the place back now, because the program is only waiting.
    pub fn give_back(&self) {
        if self.is_given_back.replace(true) {
            return;
        }
        let mut state = self.slots.lock();
        if self.is_alone {
            state.free = self.slots.count;
            state.alone -= 1;
        } else {
            state.free += 1;
        }
        self.slots.is_changed.notify_all();
    }
}

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.give_back();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_place_that_is_given_back_goes_to_another() {
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
            while slots.lock().alone == 0 {
                thread::yield_now();
            }
            // There is a free place, but nothing may start.
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
