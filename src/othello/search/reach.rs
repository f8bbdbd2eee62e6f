//! The depth of a search, and its window.

use super::evaluate::DISC;
use super::value::Value;
use crate::othello::sides::Sides;

/// The depth of a search. It decides the unit of all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A number of plies, with estimates in hundredths of discs.
    Plies(u32),
    /// To the end of the game, with exact values in discs.
    End,
}

impl Reach {
    /// A number of plies, or the end of the game if they reach it.
    pub fn new(sides: Sides, depth: u32) -> Self {
        if depth >= sides.empties() {
            Self::End
        } else {
            Self::Plies(depth.max(1))
        }
    }

    /// The depth after a move.
    #[inline(always)]
    pub fn after_move(self) -> Self {
        match self {
            Self::Plies(plies) => Self::Plies(plies - 1),
            Self::End => Self::End,
        }
    }

    /// A disc, in the unit of the values.
    #[inline(always)]
    pub fn disc(self) -> i32 {
        match self {
            Self::Plies(_) => DISC,
            Self::End => 1,
        }
    }

    /// The number of plies.
    #[inline(always)]
    pub fn plies(self, empties: u32) -> u32 {
        match self {
            Self::Plies(plies) => plies,
            Self::End => empties,
        }
    }

    /// The public form of a value that was found at this depth.
    pub fn value(self, value: i32) -> Value {
        match self {
            Self::Plies(_) => Value::Estimate(value),
            Self::End => Value::Exact(value),
        }
    }
}

/// The bounds of an alpha-beta search.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// All possible values.
    #[inline(always)]
    pub fn all(reach: Reach) -> Self {
        Self {
            alpha: -65 * reach.disc(),
            beta: 65 * reach.disc(),
        }
    }

    /// A null window, which shows only whether a value is larger than a bound.
    #[inline(always)]
    pub fn null(alpha: i32) -> Self {
        Self {
            alpha,
            beta: alpha + 1,
        }
    }

    /// The window for the opponent.
    #[inline(always)]
    pub fn turned(self) -> Self {
        Self {
            alpha: -self.beta,
            beta: -self.alpha,
        }
    }
}
