//! How far is searched, and between which bounds.

use super::evaluate::DISC;
use super::value::Value;
use crate::othello::sides::Sides;

/// How far is searched. It decides the unit of all values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// A number of plies, with guesses in hundredths of discs.
    Plies(u32),
    /// To the end of the game, with exact values in discs.
    End,
}

impl Reach {
    /// To the end, if that number of plies reaches it.
    pub fn new(sides: Sides, depth: u32) -> Self {
        if depth >= sides.empties() {
            Self::End
        } else {
            Self::Plies(depth.max(1))
        }
    }

    /// What is left after a move.
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

    /// How many plies that are.
    #[inline(always)]
    pub fn plies(self, empties: u32) -> u32 {
        match self {
            Self::Plies(plies) => plies,
            Self::End => empties,
        }
    }

    /// A value that was found.
    pub fn value(self, value: i32) -> Value {
        match self {
            Self::Plies(_) => Value::Estimate(value),
            Self::End => Value::Exact(value),
        }
    }
}

/// The bounds between which a value is looked for.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    pub alpha: i32,
    pub beta: i32,
}

impl Window {
    /// All values that may come out.
    #[inline(always)]
    pub fn all(reach: Reach) -> Self {
        Self {
            alpha: -65 * reach.disc(),
            beta: 65 * reach.disc(),
        }
    }

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
