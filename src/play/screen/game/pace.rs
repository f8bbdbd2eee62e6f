//! How fast a game is played that somebody watches.

use std::time::Duration;

const DELAY_MIN: Duration = Duration::from_millis(20);
const DELAY_MAX: Duration = Duration::from_millis(5120);
const DELAY_DEFAULT: Duration = Duration::from_millis(640);

/// The timer between turns that are watched.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Pace {
    pub is_paused: bool,
    delay: Duration,
    waited: Duration,
}

impl Pace {
    pub const fn new() -> Self {
        Self {
            is_paused: false,
            delay: DELAY_DEFAULT,
            waited: Duration::ZERO,
        }
    }

    /// Plays twice as fast, or half as fast.
    pub fn change(&mut self, is_faster: bool) {
        let delay = if is_faster {
            self.delay / 2
        } else {
            self.delay * 2
        };
        self.delay = delay.clamp(DELAY_MIN, DELAY_MAX);
    }

    /// Waits the whole delay again.
    pub const fn restart(&mut self) {
        self.waited = Duration::ZERO;
    }

    /// The time until the next turn; `None` while paused.
    pub fn remaining(&self) -> Option<Duration> {
        (!self.is_paused).then(|| self.delay.saturating_sub(self.waited))
    }

    /// Lets time pass; returns whether the next turn is due.
    pub fn tick(&mut self, passed: Duration) -> bool {
        if !self.is_paused {
            self.waited += passed;
        }
        !self.is_paused && self.waited >= self.delay
    }
}
