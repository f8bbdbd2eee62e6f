//! How much work a turn may take.

use std::num::NonZeroU32;
use std::str::FromStr;

use serde::Serialize;

/// How much work a turn may take, in steps; the default is [`Effort::DEFAULT`]. Work is
/// bounded by counts, not by time, so that the same effort gives the same turn on every
/// machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Effort(NonZeroU32);

impl Effort {
    /// The steps when none are given.
    pub const DEFAULT: u32 = 10;
    /// The most steps.
    pub const MAX: u32 = 1000;

    /// An effort from 1 to [`Effort::MAX`].
    pub const fn new(steps: u32) -> Option<Self> {
        match NonZeroU32::new(steps) {
            Some(steps) if steps.get() <= Self::MAX => Some(Self(steps)),
            _ => None,
        }
    }

    /// The number of steps.
    pub const fn steps(self) -> u32 {
        self.0.get()
    }
}

impl FromStr for Effort {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let steps = text.parse().ok().and_then(Self::new);
        steps.ok_or_else(|| format!("a number from 1 to {}", Self::MAX))
    }
}

impl Default for Effort {
    fn default() -> Self {
        Self::new(Self::DEFAULT).expect("the default is an effort")
    }
}
