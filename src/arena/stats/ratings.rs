//! Ratings of more than two contestants.
//!
//! The ratings under which the results were the likeliest, a draw being half a
//! win: the model of Bradley and Terry, by the iteration of D. R. Hunter, "MM
//! algorithms for generalized Bradley-Terry models", Ann. Statist. 32 (2004),
//! 384-406.

/// How often the ratings are improved, at most, and when that is enough.
const ROUNDS_MAX: u32 = 10_000;
const CHANGE_MIN: f64 = 1e-10;

/// What two contestants have made of their games.
#[derive(Clone, Copy, Debug)]
pub struct Encounter {
    /// The one, by number.
    pub first: usize,
    /// The other.
    pub second: usize,
    /// The points of the first, a draw being half a one.
    pub points: f64,
    /// The points of the second.
    pub lost: f64,
}

/// Ratings in Elo, whose mean is 0.
#[derive(Clone, Debug)]
pub struct Ratings {
    /// One for each contestant.
    pub elo: Vec<f64>,
    /// Whether one game more, drawn, was counted for each encounter. That is
    /// done when a contestant, or a group of them, has got all the points
    /// against the rest, because then no ratings are the likeliest.
    pub is_bounded: bool,
}

/// The ratings of so many contestants.
pub fn ratings(contestants: usize, encounters: &[Encounter]) -> Ratings {
    let is_bounded = !is_connected(contestants, encounters);
    let virtual_points = if is_bounded { 0.5 } else { 0.0 };
    // A game that is won by one adds to these; so the sums are the games.
    let encounters: Vec<_> = encounters
        .iter()
        .map(|encounter| Encounter {
            points: encounter.points + virtual_points,
            lost: encounter.lost + virtual_points,
            ..*encounter
        })
        .collect();
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
        let mut next: Vec<f64> = (0..contestants)
            .map(|i| {
                if expected[i] > 0.0 {
                    won[i] / expected[i]
                } else {
                    1.0
                }
            })
            .collect();
        let mean = mean_of_logarithms(&next);
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
    Ratings { elo, is_bounded }
}

#[expect(clippy::cast_precision_loss, reason = "there are few contestants")]
fn mean_of_logarithms(strengths: &[f64]) -> f64 {
    strengths.iter().map(|s| s.ln()).sum::<f64>() / strengths.len() as f64
}

/// Whether from each contestant a chain of points leads to every other one;
/// then, and only then, some ratings are the likeliest.
fn is_connected(contestants: usize, encounters: &[Encounter]) -> bool {
    let reaches_all = |forwards: bool| {
        let mut is_reached = vec![false; contestants];
        let mut waiting = vec![0];
        while let Some(at) = waiting.pop() {
            if std::mem::replace(&mut is_reached[at], true) {
                continue;
            }
            for e in encounters {
                let (from_first, from_second) = if forwards {
                    (e.points, e.lost)
                } else {
                    (e.lost, e.points)
                };
                if e.first == at && from_first > 0.0 {
                    waiting.push(e.second);
                }
                if e.second == at && from_second > 0.0 {
                    waiting.push(e.first);
                }
            }
        }
        is_reached.into_iter().all(|is_reached| is_reached)
    };
    contestants == 0 || (reaches_all(true) && reaches_all(false))
}

#[cfg(test)]
mod tests {
    use super::super::elo_of_score;
    use super::*;

    const fn encounter(first: usize, second: usize, points: f64, lost: f64) -> Encounter {
        Encounter {
            first,
            second,
            points,
            lost,
        }
    }

    #[test]
    fn two_contestants_differ_by_their_score() {
        let found = ratings(2, &[encounter(0, 1, 75.0, 25.0)]);
        assert!((found.elo[0] - found.elo[1] - elo_of_score(0.75)).abs() < 1e-6);
        assert!(!found.is_bounded);
    }

    #[test]
    fn consistent_results_give_their_ratings() {
        let truth = [100.0, 0.0, -250.0, 150.0];
        let mut encounters = Vec::new();
        for i in 0..4 {
            for j in i + 1..4 {
                let score = super::super::score_of_elo(truth[i] - truth[j]);
                encounters.push(encounter(i, j, 80.0 * score, 80.0 * (1.0 - score)));
            }
        }
        for (found, truth) in ratings(4, &encounters).elo.iter().zip(truth) {
            assert!((found - truth).abs() < 1e-4, "{found} {truth}");
        }
    }

    #[test]
    fn who_wins_everything_has_a_rating_still() {
        let all = [encounter(0, 1, 10.0, 0.0), encounter(1, 2, 5.0, 5.0)];
        let found = ratings(3, &all);
        assert!(found.is_bounded);
        assert!(found.elo.iter().all(|elo| elo.is_finite()));
        assert!(found.elo[0] > found.elo[1] + 100.0);
    }
}
