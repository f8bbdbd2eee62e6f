//! Elo from pairs of games.
//!
//! The two games of a pair have the same fleets, so their results depend on
//! each other, and counting games as if they were independent overstates how
//! much is known. A pair has five possible results, from 0 to 2 points in steps
//! of a half; the pairs are independent. This is how fishtest, `OpenBench` and
//! fastchess do it: see M. Van den Bergh, "Comments on Normalized Elo",
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use serde::Serialize;
use statrs::function::erf::erfc;

/// The two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// How often each result of a pair came: index `i` is `i` half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The points per game of each result.
    pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair, by its half points from 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The counts as numbers that can be calculated with.
    #[expect(clippy::cast_precision_loss, reason = "frequencies are rounded")]
    pub(super) fn counts(&self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }

    /// The mean score of a game, from 0 to 1; a half of nothing.
    pub fn score(&self) -> f64 {
        let counts = self.counts();
        let total: f64 = counts.iter().sum();
        if total == 0.0 {
            return 0.5;
        }
        let points = Self::SCORES.iter().zip(counts).map(|(score, n)| score * n);
        points.sum::<f64>() / total
    }

    /// The standard error of [`Pentanomial::score`].
    pub fn score_error(&self) -> f64 {
        let counts = self.counts();
        let total: f64 = counts.iter().sum();
        if total == 0.0 {
            return f64::INFINITY;
        }
        let mean = self.score();
        let squares = Self::SCORES.iter().zip(counts);
        let squares = squares.map(|(score, n)| n * (score - mean).powi(2));
        (squares.sum::<f64>() / total / total).sqrt()
    }

    /// The Elo difference; infinite if all points went to one side.
    pub fn elo(&self) -> f64 {
        elo_of_score(self.score())
    }

    /// The 95 % interval of the Elo difference; its ends may be infinite.
    pub fn elo_interval(&self) -> [f64; 2] {
        let (score, margin) = (self.score(), Z_95 * self.score_error());
        [elo_of_score(score - margin), elo_of_score(score + margin)]
    }

    /// The likelihood that the first contestant is the stronger one.
    pub fn superiority(&self) -> f64 {
        let (lead, error) = (self.score() - 0.5, self.score_error());
        if lead == 0.0 || error.is_infinite() {
            return 0.5;
        }
        // Without any spread this is 0 or 1.
        0.5 * erfc(-lead / error / std::f64::consts::SQRT_2)
    }
}

/// The Elo difference of an expected score.
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Without a negative zero at a half.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The score that is expected of an Elo difference.
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The figures of fastchess's own tests, which gives half the length of the
    /// interval as the error.
    #[test]
    fn figures_agree_with_fastchess() {
        for (counts, elo, error, superiority) in [
            ([34, 54, 63, 64, 75], 55.58, 27.65, 1.0),
            ([332, 433, 498, 333, 334], -8.64, 10.33, 0.0505),
            ([7895, 8757, 5685, 568, 9999], -21.04, 2.95, 0.0),
        ] {
            let results = Pentanomial(counts);
            let [low, high] = results.elo_interval();
            assert!((results.elo() - elo).abs() < 0.005, "{}", results.elo());
            assert!(((high - low) / 2.0 - error).abs() < 0.005, "{low} {high}");
            assert!((results.superiority() - superiority).abs() < 0.000_05);
        }
    }

    #[test]
    fn equals_are_equal() {
        for counts in [[0; 5], [0, 0, 9, 0, 0], [3, 1, 4, 1, 3]] {
            let results = Pentanomial(counts);
            assert_eq!((results.elo(), results.superiority()), (0.0, 0.5));
            assert!(results.elo().is_sign_positive());
        }
    }

    #[test]
    fn all_points_are_infinitely_many_elo() {
        let results = Pentanomial([0, 0, 0, 0, 7]);
        assert!(results.elo() > f64::MAX);
        assert!((results.superiority() - 1.0).abs() < f64::EPSILON);
        assert!(Pentanomial([7, 0, 0, 0, 0]).elo() < f64::MIN);
    }

    #[test]
    fn elo_and_score_undo_each_other() {
        for elo in [-800.0, -35.0, 0.0, 1.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
