//! Ratings of more than two contestants.
//!
//! Maximum likelihood in the Bradley-Terry model, a draw being half a win, by the iteration of D.
//! R. Hunter, "MM algorithms for generalized Bradley-Terry models", Ann. Statist. 32 (2004),
//! 384-406.
//!
//! Games are not independent, so the errors are those of the sandwich estimator (P. J. Huber, "The
//! behavior of maximum likelihood estimates under nonstandard conditions", Proc. 5th Berkeley Symp.
//! 1 (1967), 221-233): the derivative of each rating with respect to the score of each pairing,
//! times the error of that score.

use super::{Pentanomial, Z_95};

/// The most iterations, and the change of a logarithm below which they stop.
const ROUNDS_MAX: u32 = 10_000;
const CHANGE_MIN: f64 = 1e-10;

/// The results of two contestants against each other.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// The index of the first contestant.
    pub first: usize,
    /// The index of the second contestant.
    pub second: usize,
    /// The points of the first; a draw is half a point.
    pub points: f64,
    /// The points of the second.
    pub lost: f64,
    /// The standard error of the score of the first; scores are from 0 to 1.
    pub score_error: f64,
}

impl Encounter {
    /// The encounter of two contestants, by their indices, with these results.
    pub fn new([first, second]: [usize; 2], results: &Pentanomial) -> Self {
        let half_points: u64 = (0..).zip(results.0).map(|(half, count)| half * count).sum();
        Self {
            first,
            second,
            points: half_points as f64 / 2.0,
            lost: (4 * results.pairs() - half_points) as f64 / 2.0,
            score_error: results.score_error(),
        }
    }
}

/// Ratings in Elo, whose mean is 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// The rating of each contestant.
    pub elo: Vec<f64>,
    /// Half the length of the 95 % interval of each; infinite where too few games were played.
    pub error: Vec<f64>,
    /// Whether each encounter was counted with one additional draw, because a contestant or a group
    /// of them has won all points against the rest, so that there is no maximum.
    pub is_bounded: bool,
}

/// The ratings of contestants by their encounters.
pub fn ratings(contestants: usize, encounters: &[Encounter]) -> Ratings {
    let is_bounded = !is_connected(contestants, encounters);
    let virtual_points = if is_bounded { 0.5 } else { 0.0 };
    let mut encounters = encounters.to_vec();
    for encounter in &mut encounters {
        encounter.points += virtual_points;
        encounter.lost += virtual_points;
    }
    let count = contestants as f64;
    let mut strengths = vec![1.0; contestants];
    for _ in 0..ROUNDS_MAX {
        let (mut won, mut expected) = (vec![0.0; contestants], vec![0.0; contestants]);
        for encounter in &encounters {
            let (i, j) = (encounter.first, encounter.second);
            let games = encounter.points + encounter.lost;
            let weight = games / (strengths[i] + strengths[j]);
            won[i] += encounter.points;
            won[j] += encounter.lost;
            expected[i] += weight;
            expected[j] += weight;
        }
        let strength =
            |(won, expected): (f64, f64)| if expected > 0.0 { won / expected } else { 1.0 };
        let mut next: Vec<f64> = won.into_iter().zip(expected).map(strength).collect();
        let logarithms = next.iter().map(|strength| strength.ln());
        let mean = logarithms.sum::<f64>() / count;
        let mut change = 0.0_f64;
        for (new, old) in next.iter_mut().zip(&strengths) {
            *new /= mean.exp();
            change = change.max((*new / old).ln().abs());
        }
        strengths = next;
        if change < CHANGE_MIN {
            break;
        }
    }
    let elo = strengths.iter().map(|s| 400.0 * s.log10() + 0.0).collect();
    Ratings {
        elo,
        error: errors(&strengths, &encounters),
        is_bounded,
    }
}

fn errors(strengths: &[f64], encounters: &[Encounter]) -> Vec<f64> {
    let n = strengths.len();
    // The information matrix is singular, because adding a constant to all ratings changes nothing;
    // the ones make it regular, and cancel out below.
    let mut information = vec![vec![1.0; n]; n];
    for encounter in encounters {
        let (i, j) = (encounter.first, encounter.second);
        let games = encounter.points + encounter.lost;
        let expected = strengths[i] / (strengths[i] + strengths[j]);
        let weight = games * expected * (1.0 - expected);
        for (row, column, sign) in [(i, i, 1.0), (j, j, 1.0), (i, j, -1.0), (j, i, -1.0)] {
            information[row][column] += sign * weight;
        }
    }
    let Some(inverse) = inverted(information) else {
        return vec![f64::INFINITY; n];
    };
    let error = |row: &Vec<f64>| {
        let terms = encounters.iter().map(|encounter| {
            let games = encounter.points + encounter.lost;
            let change = row[encounter.first] - row[encounter.second];
            (change * games * encounter.score_error).powi(2)
        });
        Z_95 * terms.sum::<f64>().sqrt() * 400.0 / std::f64::consts::LN_10
    };
    inverse.iter().map(error).collect()
}

/// The inverse of a positive semidefinite matrix (Gauss-Jordan elimination); `None` if it is
/// singular.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Option<Vec<Vec<f64>>> {
    const PIVOT_MIN: f64 = 1e-12;
    let n = matrix.len();
    for (i, row) in matrix.iter_mut().enumerate() {
        row.extend((0..n).map(|j| if i == j { 1.0 } else { 0.0 }));
    }
    for i in 0..n {
        let mut pivot_row = std::mem::take(&mut matrix[i]);
        let pivot = pivot_row[i];
        if pivot < PIVOT_MIN {
            return None;
        }
        for value in &mut pivot_row {
            *value /= pivot;
        }
        for row in matrix.iter_mut().filter(|row| !row.is_empty()) {
            let factor = row[i];
            for (value, pivot) in row.iter_mut().zip(&pivot_row) {
                *value -= factor * pivot;
            }
        }
        matrix[i] = pivot_row;
    }
    Some(matrix.into_iter().map(|row| row[n..].to_vec()).collect())
}

/// Whether a chain of points leads from each contestant to every other; the likelihood has a
/// maximum if and only if it does.
fn is_connected(contestants: usize, encounters: &[Encounter]) -> bool {
    let reaches_all = |forwards: bool| {
        let mut is_reached = vec![false; contestants];
        is_reached[0] = true;
        // The longest chain has each contestant once.
        for _ in 0..contestants {
            for e in encounters {
                for (one, other, points) in
                    [(e.first, e.second, e.points), (e.second, e.first, e.lost)]
                {
                    let (from, to) = if forwards { (one, other) } else { (other, one) };
                    is_reached[to] |= is_reached[from] && points > 0.0;
                }
            }
        }
        is_reached.into_iter().all(|is_reached| is_reached)
    };
    contestants == 0 || (reaches_all(true) && reaches_all(false))
}

#[cfg(test)]
mod tests {
    use super::super::score_of_elo;
    use super::*;

    const fn encounter(first: usize, second: usize, points: f64, lost: f64) -> Encounter {
        Encounter {
            first,
            second,
            points,
            lost,
            score_error: 0.02,
        }
    }

    #[test]
    fn consistent_results_give_their_ratings() {
        for truth in [&[95.0, -95.0][..], &[100.0, 0.0, -250.0, 150.0]] {
            let mut encounters = Vec::new();
            for (i, j) in (0..truth.len()).flat_map(|j| (0..j).map(move |i| (i, j))) {
                let score = score_of_elo(truth[i] - truth[j]);
                encounters.push(encounter(i, j, 80.0 * score, 80.0 * (1.0 - score)));
            }
            let found = ratings(truth.len(), &encounters);
            assert!(!found.is_bounded);
            for (found, truth) in found.elo.iter().zip(truth) {
                assert!((found - truth).abs() < 1e-4, "{found} {truth}");
            }
        }
    }

    /// With two contestants, each has half the error of their difference. With three in a row, the
    /// errors of both scores add up as below.
    #[test]
    fn errors_follow_from_those_of_the_scores() {
        let two = ratings(2, &[encounter(0, 1, 75.0, 25.0)]);
        let slope = 400.0 / std::f64::consts::LN_10 / (0.75 * 0.25);
        for error in &two.error {
            assert!((error - Z_95 * 0.02 * slope / 2.0).abs() < 1e-3, "{error}");
        }
        let three = ratings(
            3,
            &[encounter(0, 1, 50.0, 50.0), encounter(1, 2, 50.0, 50.0)],
        );
        // With the differences a and b, the ratings are (2a + b)/3, (b - a)/3 and -(a + 2b)/3.
        let unit = Z_95 * 0.02 * 400.0 / std::f64::consts::LN_10 / 0.25 / 3.0;
        for (error, times) in three.error.iter().zip([5.0_f64, 2.0, 5.0]) {
            assert!((error - unit * times.sqrt()).abs() < 1e-6, "{error}");
        }
    }

    #[test]
    fn a_contestant_that_wins_everything_has_a_finite_rating() {
        let all = [encounter(0, 1, 10.0, 0.0), encounter(1, 2, 5.0, 5.0)];
        let found = ratings(3, &all);
        assert!(found.is_bounded);
        assert!(found.elo.iter().all(|elo| elo.is_finite()));
        assert!(found.elo[0] > found.elo[1] + 100.0);
        assert!(found.error.iter().all(|error| error.is_finite()));
    }
}
