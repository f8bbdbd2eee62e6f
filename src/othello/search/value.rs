//! Values of positions.

use std::fmt;

use super::evaluate::DISC;

/// The value of a position or a move for a player.
///
/// ```
/// use admiralty::othello::search::Value;
///
/// assert_eq!(Value::Exact(6).to_string(), "+6");
/// assert_eq!(Value::Estimate(-150).to_string(), "-1.50");
/// assert_eq!(format!("{:>6}", Value::Exact(6)), "    +6");
/// assert_eq!(Value::Exact(6).hundredths(), 600);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The final disc difference with best play by both, from -64 to 64. Squares that stay
    /// empty count for the winner.
    Exact(i32),
    /// An estimate of it in hundredths of discs, from -6400 to 6400.
    Estimate(i32),
}

impl Value {
    /// The value in hundredths of discs.
    pub fn hundredths(self) -> i32 {
        match self {
            Self::Exact(discs) => discs * DISC,
            Self::Estimate(hundredths) => hundredths,
        }
    }

    /// The value in discs.
    pub fn discs(self) -> f64 {
        f64::from(self.hundredths()) / f64::from(DISC)
    }

    /// Whether the search has reached the end of the game in all variations.
    pub fn is_exact(self) -> bool {
        matches!(self, Self::Exact(_))
    }

    /// How much less than another value it is; 0 if it is not less.
    #[must_use]
    pub(super) fn less_than(self, other: Self) -> Self {
        match (self, other) {
            (Self::Exact(this), Self::Exact(other)) => Self::Exact((other - this).max(0)),
            _ => Self::Estimate((other.hundredths() - self.hundredths()).max(0)),
        }
    }
}

/// The value for the other player.
impl std::ops::Neg for Value {
    type Output = Self;

    fn neg(self) -> Self {
        match self {
            Self::Exact(discs) => Self::Exact(-discs),
            Self::Estimate(hundredths) => Self::Estimate(-hundredths),
        }
    }
}

/// Writes the discs with a sign, and with two decimals if they are an estimate.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact(discs) => f.pad(&format!("{discs:+}")),
            Self::Estimate(_) => f.pad(&format!("{:+.2}", self.discs())),
        }
    }
}
