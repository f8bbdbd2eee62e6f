//! Statistics of results: pure functions of counts.
//!
//! Elo and SPRT are implemented here, because no maintained crate has the pentanomial model.

use libm::erfc;
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

mod ratings;
mod sprt;
mod turn_times;

pub use ratings::{Encounter, ratings};
pub use sprt::{Sprt, SprtStatus, SprtVerdict};
pub use turn_times::{TurnTimes, TurnTimesSummary, milliseconds};

/// The two-sided 95 % quantile of the normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// How many pairs of each result the prior counts for.
const PRIOR: f64 = 0.5;

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

/// The number of pairs with each result: index `i` is `i` half points.
///
/// The two games of a pair have the same fleets, so they are not independent; pairs are. A pair has
/// five possible results, from 0 to 2 points, as in fishtest, `OpenBench` and fastchess: see M. Van
/// den Bergh, "Comments on Normalized Elo",
/// <https://www.cantate.be/Fishtest/normalized_elo_practical.pdf>.
///
/// These programs report an error of 0 when all pairs have the same result. Here the error is the
/// standard deviation of the posterior distribution under Jeffreys' prior: the Dirichlet
/// distribution with 1/2 for each result (H. Jeffreys, "An invariant form for the prior probability
/// in estimation problems", Proc. R. Soc. A 186 (1946), 453-461). With many pairs, both agree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// The score per game of each result.
    const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Adds a pair, by its half points from 0 to 4.
    pub fn add(&mut self, half_points: u8) {
        self.0[usize::from(half_points.min(4))] += 1;
    }

    /// The number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The wins, draws and losses, if each was counted as if it were a pair.
    pub const fn single_games(&self) -> [u64; 3] {
        let [lost, _, drawn, _, won] = self.0;
        [won, drawn, lost]
    }

    /// The counts as floating-point numbers.
    fn counts(&self) -> [f64; 5] {
        self.0.map(|count| count as f64)
    }

    /// The mean score of a game, from 0 to 1; 0.5 without pairs.
    pub fn score(&self) -> f64 {
        if self.pairs() == 0 {
            0.5
        } else {
            expected(&self.counts(), |score| score)
        }
    }

    /// The mean and the standard deviation of the posterior distribution of the score.
    fn posterior(&self) -> [f64; 2] {
        let weights = self.counts().map(|count| count + PRIOR);
        let mean = expected(&weights, |score| score);
        let variance = expected(&weights, |score| (score - mean).powi(2));
        let total: f64 = weights.iter().sum();
        [mean, (variance / (total + 1.0)).sqrt()]
    }

    /// The standard error of the score.
    pub fn score_error(&self) -> f64 {
        self.posterior()[1]
    }

    /// The Elo difference; infinite if all points went to one side.
    pub fn elo(&self) -> f64 {
        elo_of_score(self.score())
    }

    /// The 95 % interval of the score.
    pub fn score_interval(&self) -> [f64; 2] {
        let [mean, error] = self.posterior();
        let margin = Z_95 * error;
        [mean - margin, mean + margin].map(|score| score.clamp(0.0, 1.0))
    }

    /// The 95 % interval of the Elo difference; its ends may be infinite.
    pub fn elo_interval(&self) -> [f64; 2] {
        self.score_interval().map(elo_of_score)
    }

    /// The difference in normalised Elo; infinite if all pairs have the same result, and one wins it.
    pub fn nelo(&self) -> f64 {
        let score = self.score();
        if score.total_cmp(&0.5).is_eq() {
            return 0.0;
        }
        nelo_of(score, expected(&self.counts(), |it| (it - score).powi(2)))
    }

    /// The 95 % interval of the difference in normalised Elo.
    pub fn nelo_interval(&self) -> [f64; 2] {
        let [mean, error] = self.posterior();
        let weights = self.counts().map(|count| count + PRIOR);
        let variance = expected(&weights, |score| (score - mean).powi(2));
        [-Z_95, Z_95].map(|z| nelo_of(mean + z * error, variance))
    }

    /// The probability that the first contestant is the stronger one.
    pub fn superiority(&self) -> f64 {
        let [mean, error] = self.posterior();
        0.5 * erfc((0.5 - mean) / error / std::f64::consts::SQRT_2)
    }
}

/// The weighted mean of a function of the score.
fn expected(weights: &[f64; 5], of: impl Fn(f64) -> f64) -> f64 {
    let terms = Pentanomial::SCORES.iter().zip(weights);
    let sum: f64 = terms.map(|(&score, weight)| of(score) * weight).sum();
    sum / weights.iter().sum::<f64>()
}

/// The Elo difference of an expected score.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // Adding zero avoids a negative zero at 0.5.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The normalised Elo of a score that is one standard deviation of a game above 1/2 (M. Van den Bergh,
/// "Comments on Normalized Elo").
const NELO: f64 = 800.0 / std::f64::consts::LN_10;

/// The normalised Elo difference of a score, given the variance of the scores of pairs. A game has twice
/// the variance of a pair of games that do not depend on each other.
fn nelo_of(score: f64, pair_variance: f64) -> f64 {
    NELO * (score - 0.5) / (2.0 * pair_variance).sqrt()
}

/// The expected score of an Elo difference.
fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10.0_f64.powf(-elo / 400.0))
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

    /// The figures of fastchess's own tests. It reports half the length of the interval as the
    /// error. The prior changes that by less than a hundredth.
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
            let found = (high - low) / 2.0;
            assert!((found / error - 1.0).abs() < 0.01, "{low} {high}");
            // Near 1/2, Elo is proportional to normalised Elo.
            let [low, high] = results.nelo_interval();
            let ratio = results.nelo() / results.elo();
            assert!(
                ((high - low) / 2.0 / error / ratio - 1.0).abs() < 0.03,
                "{low} {high}"
            );
            assert!((results.superiority() - superiority).abs() < 0.000_5);
        }
    }

    #[test]
    fn equal_scores_are_zero_elo_and_all_points_infinite() {
        for counts in [[0; 5], [0, 0, 9, 0, 0], [3, 1, 4, 1, 3]] {
            let results = Pentanomial(counts);
            assert_eq!((results.elo(), results.superiority()), (0.0, 0.5));
            assert!(results.nelo().abs() < 1e-12);
            assert!(results.elo().is_sign_positive());
        }
        for elo in [Pentanomial::elo, Pentanomial::nelo] {
            assert!(elo(&Pentanomial([0, 0, 0, 0, 7])) > f64::MAX);
            assert!(elo(&Pentanomial([7, 0, 0, 0, 0])) < f64::MIN);
        }
    }

    #[test]
    fn normalised_elo_is_the_score_in_standard_deviations_of_a_game() {
        // Both games of a pair won, or both lost: the deviation of a pair is that of a game.
        let results = Pentanomial([40, 0, 0, 0, 60]);
        let deviation = 2.0_f64.sqrt() * (0.6_f64 * 0.4).sqrt();
        assert!((results.nelo() - 800.0 / 10.0_f64.ln() * 0.1 / deviation).abs() < 1e-9);
        // With draws, fewer points are as significant.
        let drawish = Pentanomial([4, 0, 90, 0, 6]);
        assert!((drawish.elo() - 6.95).abs() < 0.01 && drawish.nelo() > 15.0);
        // What does not depend on the opponent's strength is symmetric.
        let ([low, high], [low2, high2]) = (
            results.nelo_interval(),
            Pentanomial([60, 0, 0, 0, 40]).nelo_interval(),
        );
        assert!((low + high2).abs() < 1e-9 && (high + low2).abs() < 1e-9);
        assert!(low < results.nelo() && results.nelo() < high);
    }

    /// Pairs with the same result are evidence, but leave some uncertainty.
    #[test]
    fn intervals_do_not_collapse() {
        let half_of = |pairs| {
            let [low, high] = Pentanomial([0, 0, pairs, 0, 0]).elo_interval();
            assert!((low + high).abs() < 1e-9, "{low} {high}");
            high
        };
        assert!((15.0..40.0).contains(&half_of(30)), "{}", half_of(30));
        assert!(half_of(3) > half_of(30) && half_of(30) > half_of(3000));
        let lost = Pentanomial([50, 0, 0, 0, 0]);
        let [low, high] = lost.elo_interval();
        assert!(low < f64::MIN && (-800.0..-300.0).contains(&high), "{high}");
        let won = Pentanomial([0, 0, 0, 0, 50]);
        assert!((won.elo_interval()[0] + high).abs() < 1e-9);
        let one = Pentanomial([0, 0, 0, 0, 1]).superiority();
        assert!(0.5 < one && one < 0.9, "{one}");
        assert!(won.superiority() > 0.999_999 && lost.superiority() < 0.000_001);
    }

    /// All ways to divide some things among five.
    fn divisions(things: u64) -> Vec<[u64; 5]> {
        let base = things + 1;
        let codes = (0..base.pow(4)).map(|code| {
            let head = [0, 1, 2, 3].map(|digit| code / base.pow(digit) % base);
            let last = things.checked_sub(head.iter().sum())?;
            Some([head[0], head[1], head[2], head[3], last])
        });
        codes.flatten().collect()
    }

    /// How often the interval contains the true score, for all distributions in tenths, as docs/ARENA.md
    /// says: in the worst and in the median of them. Samples are weighted by probability.
    #[test]
    fn intervals_contain_the_true_score_often_enough() {
        let factorial = |n: u64| (1..=n).product::<u64>();
        let truths = divisions(10);
        for (pairs, worst, median) in [(5, 0.8125, 0.951), (10, 0.8598, 0.944)] {
            let samples = divisions(pairs).into_iter().map(|counts| {
                let product: u64 = counts.map(factorial).iter().product();
                let ways = (factorial(pairs) / product) as f64;
                (counts, ways, Pentanomial(counts).score_interval())
            });
            let samples: Vec<_> = samples.collect();
            let coverage = truths.iter().map(|tenths| {
                let truth = tenths.map(|tenth| tenth as f64 / 10.0);
                let score = expected(&truth, |score| score);
                let covering = samples
                    .iter()
                    .filter(|(_, _, [low, high])| low - 1e-9 <= score && score <= high + 1e-9);
                let chances = covering.map(|(counts, ways, _)| {
                    let powers = truth.iter().zip(counts);
                    powers.fold(*ways, |chance, (p, &count)| {
                        chance * p.powi(i32::try_from(count).unwrap_or(0))
                    })
                });
                chances.sum::<f64>()
            });
            let mut coverage: Vec<f64> = coverage.collect();
            coverage.sort_by(f64::total_cmp);
            let found = (coverage[0], coverage[coverage.len() / 2]);
            assert!((found.0 - worst).abs() < 1e-3, "{found:?}");
            assert!((found.1 - median).abs() < 2e-3, "{found:?}");
        }
    }

    #[test]
    fn elo_and_score_are_inverse() {
        for elo in [-800.0, -35.0, 0.0, 1.0, 400.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9);
        }
        assert!((score_of_elo(400.0) - 10.0 / 11.0).abs() < 1e-12);
    }
}
