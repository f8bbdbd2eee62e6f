//! Between which bounds values are looked for.

#![expect(
    clippy::inline_always,
    reason = "it has to be compiled anew for each kind of processor that it is used on"
)]

/// Between these, values are looked for; any value is within `-64..=64`.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// All that may come out of a game, in discs.
    pub const ALL: Self = Self {
        alpha: -65,
        beta: 65,
    };

    /// All guesses, in hundredths of discs.
    pub const ALL_GUESSES: Self = Self {
        alpha: -6500,
        beta: 6500,
    };

    /// Tells only whether a value is larger than a bound.
    #[inline(always)]
    pub fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// As the opponent sees it.
    #[inline(always)]
    pub fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
