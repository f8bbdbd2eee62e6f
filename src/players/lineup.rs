//! Who plays for whom.

use std::num::NonZeroU32;

use super::{ShotPolicy, Strategy};
use crate::player::ByPlayer;

/// Who plays for the players, as far as it is not left to the script, and how
/// much they may think.
#[derive(Clone, Copy, Debug, Default)]
pub struct Players {
    /// The strategies that are given, whatever the script says.
    pub strategies: ByPlayer<Option<&'static dyn Strategy>>,
    /// The same where shots are called out and answered.
    pub shot_policies: ByPlayer<Option<&'static dyn ShotPolicy>>,
    /// How much work a turn may take.
    pub effort: Effort,
}

/// How much work a turn may take, in steps of which the default has
/// [`Effort::DEFAULT`]. Work is bounded by counts, so the same effort gives the
/// same turn on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort(NonZeroU32);

impl Effort {
    /// The effort when none is asked for.
    pub const DEFAULT: u32 = 10;
    /// The greatest effort.
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

impl Default for Effort {
    fn default() -> Self {
        Self::new(Self::DEFAULT).expect("the default is an effort")
    }
}
