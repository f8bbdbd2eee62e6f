//! Ratings and tests in the course of a tournament.

use super::TournamentHistory;
use crate::chart::{Caption, Figure, Series, XyChart};
use admiralty_arena::report::TournamentReport;
use admiralty_arena::stats::{Encounter, Pentanomial, ratings};

/// The most points of the lines of ratings, and of a test.
const RATINGS_MAX: u64 = 60;
const RATIOS_MAX: u64 = 400;
/// The most players whose ratings are drawn.
const PLAYERS_MAX: usize = 12;

/// The charts of the course: of the ratings or the score, and of the test.
pub(super) fn figures(report: &TournamentReport<'_>, history: &TournamentHistory) -> Vec<Figure> {
    let mut ratings = if report.is_rated() {
        running_ratings(report, history)
    } else {
        running_score(report, history)
    };
    ratings.caption.title = String::from("In the course of the tournament");
    let test = running_test(report, history);
    [ratings].into_iter().chain(test).collect()
}

/// Calls `observe` with the number of games and the results of all pairings: after rounds of
/// `every` pairs, as many of them as fit `samples_max`, and at the end.
fn replay(
    history: &TournamentHistory,
    pairings: usize,
    every: usize,
    samples_max: u64,
    mut observe: impl FnMut(f64, &[Pentanomial]),
) {
    let mut results = vec![Pentanomial::default(); pairings];
    let total = history.pairs.len();
    let rounds = (total / every.max(1)) as u64;
    let step = every * usize::try_from(rounds.div_ceil(samples_max).max(1)).unwrap_or(1);
    for (number, &(pairing, half_points)) in (1..).zip(&history.pairs) {
        results[pairing as usize].add(half_points);
        if number % step.max(1) == 0 || number == total {
            observe(2.0 * number as f64, &results);
        }
    }
}

fn running_score(report: &TournamentReport<'_>, history: &TournamentHistory) -> Figure {
    let mut series = Series::default();
    replay(history, 1, 1, RATINGS_MAX, |games, results| {
        series.points.push([games, 100.0 * results[0].score()]);
        let interval = results[0].score_interval();
        series.band.push(interval.map(|score| 100.0 * score));
    });
    let first = report.pairings.first().map_or("", |pairing| pairing.first);
    let note = format!("Points of {first} in per cent, with the 95 % interval.");
    let chart = XyChart {
        caption: Caption::new("Score in the course of the tournament", note),
        labels: ["games", "% of points"],
        limits: vec![(50.0, String::new())],
        series: vec![series],
        ..XyChart::default()
    };
    chart.figure()
}

fn running_ratings(report: &TournamentReport<'_>, history: &TournamentHistory) -> Figure {
    let number = |name: &str| {
        let mut players = report.players.iter();
        players.position(|player| player.name == name).unwrap_or(0)
    };
    let best = report.ranked().into_iter().take(PLAYERS_MAX);
    let series = best.map(|player| Series {
        name: player.name.to_owned(),
        ..Series::default()
    });
    let mut series: Vec<_> = series.collect();
    // In the order of the schedule, as the pairings of the report.
    let pairings = report.pairings.iter();
    let contestants = pairings.map(|pairing| [pairing.first, pairing.second].map(number));
    let contestants: Vec<_> = contestants.collect();
    let every = contestants.len();
    replay(history, every, every, RATINGS_MAX, |games, results| {
        let encounters = contestants.iter().zip(results);
        let encounters = encounters.map(|(pairing, results)| Encounter::new(*pairing, results));
        let found = ratings(report.players.len(), &encounters.collect::<Vec<_>>());
        for series in &mut series {
            let number = number(&series.name);
            let (elo, error) = (found.elo[number], found.error[number]);
            series.points.push([games, elo]);
            series.band.push([elo - error, elo + error]);
        }
    });
    let cut = if report.players.len() > PLAYERS_MAX {
        format!(" The best {PLAYERS_MAX} players.")
    } else {
        String::new()
    };
    let note = format!("Elo after each round, with 95 % intervals.{cut}");
    let chart = XyChart {
        caption: Caption::new("Ratings in the course of the tournament", note),
        labels: ["games", "Elo"],
        series,
        ..XyChart::default()
    };
    chart.figure()
}

/// The log-likelihood ratio of the test, and its bounds.
fn running_test(report: &TournamentReport<'_>, history: &TournamentHistory) -> Option<Figure> {
    let (sprt, status) = (report.settings.sprt?, report.sprt?);
    let mut points = vec![[0.0, 0.0]];
    replay(history, 1, 1, RATIOS_MAX, |games, results| {
        points.push([games, sprt.status(&results[0]).ratio]);
    });
    let ([elo0, elo1], [lower, upper]) = (status.elo, status.bounds);
    let chart = XyChart {
        caption: Caption::new("Sequential test", format!("{status}.")),
        labels: ["games", "log-likelihood ratio"],
        limits: vec![
            (lower, format!("H0: {elo0} Elo")),
            (upper, format!("H1: {elo1} Elo")),
        ],
        series: vec![Series {
            points,
            ..Series::default()
        }],
        ..XyChart::default()
    };
    Some(chart.figure())
}
