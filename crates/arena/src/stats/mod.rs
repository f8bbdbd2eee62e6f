//! Statistics of results: pure functions of counts.
//!
//! Elo and SPRT are implemented here, because no maintained crate has the pentanomial model.

mod pentanomial;
mod ratings;
mod sprt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

pub use pentanomial::Pentanomial;
use pentanomial::score_of_elo;
pub use ratings::{Encounter, ratings};
pub use sprt::{Sprt, SprtStatus, SprtVerdict};

/// The mean and the standard deviation of numbers.
///
/// It keeps sums of integers, so that the order of the numbers does not matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    count: u64,
    sum: u128,
    squares: u128,
}

impl Spread {
    /// Adds a number.
    pub fn add(&mut self, number: u64) {
        self.count += 1;
        self.sum += u128::from(number);
        self.squares = self
            .squares
            .saturating_add(u128::from(number) * u128::from(number));
    }

    /// The mean; `None` without numbers.
    pub fn mean(&self) -> Option<f64> {
        (self.count > 0).then(|| self.sum as f64 / self.count as f64)
    }

    /// The sample standard deviation (with `n - 1`); `None` for fewer than two numbers.
    pub fn deviation(&self) -> Option<f64> {
        let mean = self.mean().filter(|_| self.count > 1)?;
        let count = self.count as f64;
        let squares = (self.squares as f64 - count * mean * mean).max(0.0);
        Some((squares / (count - 1.0)).sqrt())
    }
}

impl Serialize for Spread {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut figures = serializer.serialize_struct("Spread", 2)?;
        figures.serialize_field("mean", &self.mean())?;
        figures.serialize_field("deviation", &self.deviation())?;
        figures.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations() {
        let mut spread = Spread::default();
        assert_eq!((spread.mean(), spread.deviation()), (None, None));
        // The usual example: the squared deviations from 5 add up to 32.
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            spread.add(number);
        }
        assert_eq!(spread.mean(), Some(5.0));
        let deviation = spread.deviation().expect("eight numbers");
        assert!((deviation - (32.0_f64 / 7.0).sqrt()).abs() < 1e-12);
    }
}
