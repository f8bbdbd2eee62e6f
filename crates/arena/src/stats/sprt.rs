//! The sequential probability ratio test (SPRT) of two Elo differences.
//!
//! The generalized test on pairs: for each hypothesis, the distribution of the five results of a
//! pair that has the score of the hypothesis and the maximum likelihood; then the ratio of the two
//! likelihoods. fastchess (`app/src/matchmaking/sprt/sprt.cpp`) and `OpenBench` do the same; see M.
//! Van den Bergh, "Comments on Normalized Elo", proposition 1.1,
//! <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{NELO, Pentanomial, expected, score_of_elo};
use crate::ArenaError;

/// The count of a result that never occurred, so that its logarithm exists; the value used by
/// fishtest.
const NEVER: f64 = 1e-3;

/// The largest Elo difference of a hypothesis.
const ELO_MAX: f64 = 2000.0;

/// A test of two hypotheses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    /// Whether both are normalised Elo.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    is_normalised: bool,
}

/// The verdict of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtVerdict {
    /// The first contestant is not stronger than `elo0`.
    H0,
    /// It is at least as strong as `elo1`.
    H1,
    /// Not clear yet.
    Open,
}

/// The status of a test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtStatus {
    /// The two hypotheses, in Elo.
    pub elo: [f64; 2],
    /// Whether that is normalised Elo.
    pub is_normalised: bool,
    /// The log-likelihood ratio of the results.
    pub ratio: f64,
    /// The ratios at which [`SprtVerdict::H0`] and [`SprtVerdict::H1`] are reached (A. Wald's
    /// bounds).
    pub bounds: [f64; 2],
    /// The verdict.
    pub verdict: SprtVerdict,
}

/// One line: the hypotheses, the verdict, the ratio and its bounds.
impl fmt::Display for SprtStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verdict = match self.verdict {
            SprtVerdict::H0 => "H0 is accepted",
            SprtVerdict::H1 => "H1 is accepted",
            SprtVerdict::Open => "undecided",
        };
        let ([elo0, elo1], [lower, upper]) = (self.elo, self.bounds);
        write!(
            f,
            "SPRT of {} {elo0} against {elo1}: {verdict}, log-likelihood ratio {:.2} ({lower:.2}, {upper:.2})",
            if self.is_normalised { "nElo" } else { "Elo" },
            self.ratio
        )
    }
}

impl Sprt {
    /// A test of `elo0` against `elo1`, with the probabilities `alpha` of wrongly accepting the
    /// latter and `beta` of wrongly accepting the former.
    ///
    /// # Errors
    ///
    /// The argument that is out of range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Self, ArenaError> {
        let is_elo = |elo: f64| elo.abs() <= ELO_MAX;
        if !(is_elo(elo0) && is_elo(elo1) && elo0 < elo1) {
            return ArenaError::usage(format!(
                "SPRT: ELO0 must be less than ELO1, and both from -{ELO_MAX} to {ELO_MAX}"
            ));
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            let message = "SPRT: ALPHA and BETA must be more than 0, and together less than 1";
            return ArenaError::usage(message);
        }
        Ok(Self {
            elo0,
            elo1,
            alpha,
            beta,
            is_normalised: false,
        })
    }

    /// The same test, of hypotheses in normalised Elo.
    #[must_use]
    pub const fn normalised(self) -> Self {
        Self {
            is_normalised: true,
            ..self
        }
    }

    /// The status of the test after these results.
    pub fn status(&self, results: &Pentanomial) -> SprtStatus {
        let Self { alpha, beta, .. } = self;
        let bounds = [(beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln()];
        let ratio = self.ratio(results);
        SprtStatus {
            elo: [self.elo0, self.elo1],
            is_normalised: self.is_normalised,
            ratio,
            bounds,
            verdict: match ratio {
                ratio if ratio <= bounds[0] => SprtVerdict::H0,
                ratio if ratio >= bounds[1] => SprtVerdict::H1,
                _ => SprtVerdict::Open,
            },
        }
    }

    fn ratio(&self, results: &Pentanomial) -> f64 {
        if results.pairs() == 0 {
            return 0.0;
        }
        let counts = results.counts().map(|count| count.max(NEVER));
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let denominators = [self.elo0, self.elo1].map(|elo| {
            if self.is_normalised {
                fit_deviations(&found, 2.0_f64.sqrt() * elo / NELO)
            } else {
                let score = score_of_elo(elo);
                fit(&found, &Pentanomial::SCORES.map(|it| it - score))
            }
        });
        // The logarithms of the two likelihoods differ by these terms.
        let terms = (0..5).map(|i| counts[i] * (denominators[0][i] / denominators[1][i]).ln());
        terms.sum()
    }
}

/// The maximum-likelihood distribution whose score is so many standard deviations of a pair above 1/2, as
/// divisors of the observed frequencies.
///
/// Proposition 1.1 needs a linear condition. That on the score and its deviation is replaced by its linear
/// approximation at the last distribution, from the uniform one on, as fishtest does (`LLRcalc.py`).
fn fit_deviations(found: &[f64; 5], deviations: f64) -> [f64; 5] {
    const ROUNDS_MAX: usize = 20;
    const CHANGE_MAX: f64 = 1e-12;
    let mut divisors = found.map(|p| 5.0 * p);
    for _ in 0..ROUNDS_MAX {
        let mut weights = *found;
        weights.iter_mut().zip(divisors).for_each(|(p, d)| *p /= d);
        let mean = expected(&weights, |score| score);
        let deviation = expected(&weights, |score| (score - mean).powi(2)).sqrt();
        let distances = Pentanomial::SCORES.map(|score| {
            let square = ((score - mean) / deviation).powi(2);
            score - 0.5 - deviations * deviation * (1.0 + square) / 2.0
        });
        let next = fit(found, &distances);
        let changes = next
            .iter()
            .zip(divisors)
            .map(|(new, old)| (new - old).abs());
        let change = changes.fold(0.0, f64::max);
        divisors = next;
        if change < CHANGE_MAX {
            break;
        }
    }
    divisors
}

/// The maximum-likelihood distribution in which a quantity has the mean 0, as divisors of the observed
/// frequencies: `1 + theta * distance`.
fn fit(found: &[f64; 5], distances: &[f64; 5]) -> [f64; 5] {
    /// Enough to shrink any interval of doubles here to nothing.
    const HALVINGS: usize = 100;
    let largest = distances.iter().copied().fold(f64::MIN, f64::max);
    let smallest = distances.iter().copied().fold(f64::MAX, f64::min);
    // Theta is the root of this function, which decreases between its two poles.
    let slope = |theta: f64| -> f64 {
        let terms = found.iter().zip(distances);
        terms.map(|(p, d)| p * d / (1.0 + theta * d)).sum()
    };
    let (mut low, mut high) = (-1.0 / largest, -1.0 / smallest);
    for _ in 0..HALVINGS {
        let middle = f64::midpoint(low, high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    let theta = f64::midpoint(low, high);
    distances.map(|d| 1.0 + theta * d)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status(elo: [f64; 2], errors: [f64; 2], counts: [u64; 5]) -> SprtStatus {
        let sprt = Sprt::new(elo[0], elo[1], errors[0], errors[1]).expect("a test");
        sprt.status(&Pentanomial(counts))
    }

    #[test]
    fn ratios_and_verdicts_are_known() {
        use SprtVerdict::{H0, H1, Open};
        // With only the results 0 and 1, the scores determine the distributions.
        let change = |elo: f64| [elo, -elo].map(|elo| (score_of_elo(elo) / 0.5).ln());
        let ([win, loss], [small_win, small_loss]) = (change(100.0), change(20.0));
        let both = 600.0 * win + 400.0 * loss;
        for (elo, counts, ratio, verdict) in [
            // The figures of fastchess's own tests.
            ([0.5, 2.5], [223, 9863, 21279, 10037, 246], -3.07, H0),
            ([0.0, 2.0], [871, 26175, 55983, 26678, 821], -4.98, H0),
            ([0.0, 100.0], [400, 0, 0, 0, 600], both, H1),
            ([0.0, 20.0], [0; 5], 0.0, Open),
            ([0.0, 20.0], [0, 0, 0, 0, 100], 100.0 * small_win, H1),
            ([0.0, 20.0], [100, 0, 0, 0, 0], 100.0 * small_loss, H0),
        ] {
            let found = status(elo, [0.05; 2], counts);
            assert!((found.ratio - ratio).abs() < 0.01, "{found:?} {ratio}");
            assert_eq!(found.verdict, verdict, "{found:?}");
            let [lower, upper] = found.bounds;
            assert!((upper - 19.0_f64.ln()).abs() < 1e-12 && (upper + lower).abs() < 1e-12);
        }
    }

    /// No distribution with the score of a hypothesis is likelier than the one that is compared.
    #[test]
    fn normalised_hypotheses_are_fitted() {
        let counts = [30.0, 80.0, 200.0, 95.0, 45.0];
        let total: f64 = counts.iter().sum();
        let found = counts.map(|count| count / total);
        let likelihood = |p: &[f64; 5]| -> f64 {
            let terms = counts.iter().zip(p);
            terms.map(|(count, p)| count * p.ln()).sum()
        };
        let deviations = |p: &[f64; 5]| {
            let mean = expected(p, |score| score);
            (mean - 0.5) / expected(p, |score| (score - mean).powi(2)).sqrt()
        };
        for nelo in [-40.0, 0.0, 5.0, 60.0] {
            let t = 2.0_f64.sqrt() * nelo / NELO;
            let divisors = fit_deviations(&found, t);
            let mut best = found;
            best.iter_mut().zip(divisors).for_each(|(p, d)| *p /= d);
            assert!((best.iter().sum::<f64>() - 1.0).abs() < 1e-9, "{best:?}");
            assert!((deviations(&best) - t).abs() < 1e-9, "{best:?}");
            // Others with the same score: two changed frequencies, and two more that make up for them.
            for step in [0.002, -0.002] {
                for (one, other) in [(0, 1), (1, 2), (0, 4), (3, 4)] {
                    let mut near = best;
                    (near[one], near[other]) = (near[one] + step, near[other] - step);
                    let rest: Vec<_> = (0..5).filter(|at| ![one, other].contains(at)).collect();
                    let (mut low, mut high) = (-0.02, 0.02);
                    let shifted = |shift: f64| {
                        let mut p = near;
                        (p[rest[0]], p[rest[2]]) = (p[rest[0]] - shift, p[rest[2]] + shift);
                        p
                    };
                    for _ in 0..60 {
                        let middle = f64::midpoint(low, high);
                        if deviations(&shifted(middle)) < t {
                            low = middle;
                        } else {
                            high = middle;
                        }
                    }
                    let near = shifted(low);
                    assert!((deviations(&near) - t).abs() < 1e-9);
                    assert!(likelihood(&near) < likelihood(&best), "{near:?}");
                }
            }
        }
    }

    /// Few draws or many: the same normalised Elo needs about as many pairs.
    #[test]
    fn normalised_tests_do_not_depend_on_draws() {
        let ratio = |counts| {
            let sprt = Sprt::new(0.0, 20.0, 0.05, 0.05).expect("a test");
            sprt.normalised().status(&Pentanomial(counts)).ratio
        };
        let sharp = ratio([450, 0, 0, 0, 550]);
        let drawish = ratio([45, 0, 900, 0, 78]);
        assert!((sharp / drawish - 1.0).abs() < 0.1, "{sharp} {drawish}");
    }

    #[test]
    fn the_test_is_the_same_from_the_other_side() {
        let one = status([-10.0, 5.0], [0.05, 0.1], [3, 8, 20, 9, 5]);
        let other = status([-5.0, 10.0], [0.1, 0.05], [5, 9, 20, 8, 3]);
        assert!((one.ratio + other.ratio).abs() < 1e-9);
        assert!((one.bounds[0] + other.bounds[1]).abs() < 1e-12);
    }

    #[test]
    fn senseless_arguments_are_rejected() {
        for (elo0, elo1, alpha, beta, message) in [
            (1.0, 1.0, 0.1, 0.1, "ELO0"),
            (2.0, 1.0, 0.1, 0.1, "ELO0"),
            (f64::NAN, 1.0, 0.1, 0.1, "ELO0"),
            (0.0, 1e9, 0.1, 0.1, "ELO0"),
            (0.0, 1.0, 0.0, 0.1, "ALPHA"),
            (0.0, 1.0, 0.5, 0.5, "ALPHA"),
            (0.0, 1.0, f64::NAN, 0.1, "ALPHA"),
        ] {
            let error = Sprt::new(elo0, elo1, alpha, beta).expect_err("no test");
            assert!(error.to_string().contains(message), "{error}");
        }
    }
}
