//! The course of a tournament, which its page shows besides the standings.

use std::collections::BTreeMap;

use crate::chart::{Series, XyChart};
use crate::svg::{Caption, Figure};
use admiralty_arena::experiments::Histogram;
use admiralty_arena::report::TournamentReport;
use admiralty_arena::stats::{Encounter, Pentanomial, ratings};
use admiralty_arena::{FinishedPair, FoulKind, GameResult, PairMember, ScheduledPair, half_points};
use admiralty_core::player::{ByPlayer, Player};

/// The most games that a page lists, with links to their replays.
pub const GAMES_LISTED_MAX: u64 = 200;

/// The most points of the lines of ratings, and of a test.
const RATINGS_MAX: u64 = 60;
const RATIOS_MAX: u64 = 400;
/// The most players whose ratings are drawn.
const PLAYERS_MAX: usize = 12;

/// The course of a tournament, pair by pair.
#[derive(Clone, Debug)]
pub struct TournamentHistory {
    /// The pairing of each pair, and the half points of its first contestant.
    pub(super) pairs: Vec<(u32, u8)>,
    /// The results of each contestant on each side: single games, with the half points of pairs.
    pub(super) sides: Vec<ByPlayer<Pentanomial>>,
    pub(super) turns: Histogram,
    /// The first foul of each kind of each contestant: the number of the game, and the detail.
    pub(super) fouls: BTreeMap<(usize, FoulKind), (u64, String)>,
    /// The pairs whose games are listed.
    pub(super) listed: Vec<(ScheduledPair, [GameResult; 2])>,
}

impl TournamentHistory {
    /// The history before the first pair.
    pub fn new(contestants: usize) -> Self {
        Self {
            pairs: Vec::new(),
            sides: vec![ByPlayer::default(); contestants],
            turns: Histogram::default(),
            fouls: BTreeMap::new(),
            listed: Vec::new(),
        }
    }

    /// Adds the next pair.
    pub fn add(&mut self, FinishedPair { pair, games, .. }: &FinishedPair) {
        let pairing = u32::try_from(pair.pairing).unwrap_or(u32::MAX);
        self.pairs.push((pairing, half_points(games)));
        for (index, game) in games.iter().enumerate() {
            self.turns.add(game.turns);
            let contestant = |member: PairMember| pair.contestants[member as usize];
            for player in Player::BOTH {
                let member = PairMember::playing(player, index);
                let half_points = match game.winner {
                    Some(winner) if winner == member => 4,
                    Some(_) => 0,
                    None => 2,
                };
                self.sides[contestant(member)][player].add(half_points);
            }
            if let (Some(foul), Some(winner)) = (&game.foul, game.winner) {
                let key = (contestant(winner.other()), foul.kind);
                let first = || (pair.game(index), foul.detail.clone());
                self.fouls.entry(key).or_insert_with(first);
            }
        }
        if pair.game(1) <= GAMES_LISTED_MAX {
            self.listed.push((*pair, games.clone()));
        }
    }

    /// The charts of the course: the ratings or the score, and the test.
    pub(super) fn figures(&self, report: &TournamentReport<'_>) -> Vec<Figure> {
        let mut ratings = if report.is_rated() {
            self.running_ratings(report)
        } else {
            self.running_score(report)
        };
        ratings.caption.title = String::from("In the course of the tournament");
        let test = self.running_test(report);
        [ratings].into_iter().chain(test).collect()
    }

    /// Samples of the results: after rounds of `every` pairs, as many of them as fit
    /// `samples_max`, and at the end.
    fn samples(
        &self,
        pairings: usize,
        every: usize,
        samples_max: u64,
    ) -> impl Iterator<Item = Sample> {
        let total = self.pairs.len();
        let rounds = (total / every.max(1)) as u64;
        let step = every * usize::try_from(rounds.div_ceil(samples_max).max(1)).unwrap_or(1);
        let mut results = vec![Pentanomial::default(); pairings];
        (1..)
            .zip(&self.pairs)
            .filter_map(move |(number, &(pairing, half_points))| {
                results[pairing as usize].add(half_points);
                let is_sampled = number % step.max(1) == 0 || number == total;
                is_sampled.then(|| Sample {
                    games: 2.0 * number as f64,
                    results: results.clone(),
                })
            })
    }

    fn running_score(&self, report: &TournamentReport<'_>) -> Figure {
        let mut series = Series::default();
        for Sample { games, results } in self.samples(1, 1, RATINGS_MAX) {
            series.points.push([games, 100.0 * results[0].score()]);
            let interval = results[0].score_interval();
            series.band.push(interval.map(|score| 100.0 * score));
        }
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

    fn running_ratings(&self, report: &TournamentReport<'_>) -> Figure {
        let number = |name: &str| {
            let mut players = report.players.iter();
            players.position(|player| player.name == name).unwrap_or(0)
        };
        let best = report.ranked().into_iter().take(PLAYERS_MAX);
        let mut series: Vec<_> = best
            .map(|player| Series {
                name: player.name.to_owned(),
                ..Series::default()
            })
            .collect();
        // In the order of the schedule, as the pairings of the report.
        let contestants: Vec<_> = report
            .pairings
            .iter()
            .map(|pairing| [pairing.first, pairing.second].map(number))
            .collect();
        let every = contestants.len();
        for Sample { games, results } in self.samples(every, every, RATINGS_MAX) {
            let encounters: Vec<_> = contestants
                .iter()
                .zip(&results)
                .map(|(pairing, results)| Encounter::new(*pairing, results))
                .collect();
            let found = ratings(report.players.len(), &encounters);
            for series in &mut series {
                let number = number(&series.name);
                let (elo, error) = (found.elo[number], found.error[number]);
                series.points.push([games, elo]);
                series.band.push([elo - error, elo + error]);
            }
        }
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
    fn running_test(&self, report: &TournamentReport<'_>) -> Option<Figure> {
        let (sprt, status) = (report.settings.sprt?, report.sprt?);
        let mut points = vec![[0.0, 0.0]];
        for Sample { games, results } in self.samples(1, 1, RATIOS_MAX) {
            points.push([games, sprt.status(&results[0]).ratio]);
        }
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
}

/// The results of all pairings after some games.
struct Sample {
    games: f64,
    results: Vec<Pentanomial>,
}
