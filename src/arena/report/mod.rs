//! Results as data, as a table, and as one row for each game.

mod games;
mod table;

use std::collections::BTreeMap;

use serde::Serialize;

use super::stats::{Encounter, ratings};
use super::{
    FoulKind, PairingTally, Pentanomial, PlayerTally, Settings, Spread, SprtVerdict, Standings,
};

pub use games::{GamesError, GamesTable};
pub use table::write_tables;

/// The result of a tournament, as far as it was played.
///
/// It has no times in it: the same tournament gives the same report.
/// Numbers that do not exist, infinite ones among them, are `null` in JSON.
#[derive(Debug, Serialize)]
pub struct TournamentReport<'s> {
    /// What was played.
    pub settings: &'s Settings,
    /// How many games were played.
    pub games: u64,
    /// The contestants, in order.
    pub players: Vec<PlayerReport<'s>>,
    /// Whether each pairing was counted with one drawn game more, because
    /// otherwise some ratings would be infinite.
    pub ratings_are_bounded: bool,
    /// The pairings, in order.
    pub pairings: Vec<PairingReport<'s>>,
    /// The test, if there is one.
    pub sprt: Option<SprtReport>,
}

/// What a contestant has done.
#[derive(Debug, Serialize)]
pub struct PlayerReport<'s> {
    /// The name.
    pub name: &'s str,
    /// The rating in Elo; the mean of all is 0.
    pub rating: f64,
    /// Half the length of its 95 % interval.
    pub rating_error: f64,
    /// How many games.
    pub games: u64,
    /// How many of them won.
    pub wins: u64,
    /// How many drawn.
    pub draws: u64,
    /// How many of these because neither player could damage the other any more.
    pub dead: u64,
    /// How many lost.
    pub losses: u64,
    /// Points for each game, from 0 to 1.
    pub score: Option<f64>,
    /// How many games were lost by each foul.
    pub fouls: &'s BTreeMap<FoulKind, u64>,
    /// The turns of both in a game.
    pub turns: SpreadReport,
    /// Its shots in a game.
    pub shots: SpreadReport,
    /// Its hits in a game.
    pub hits: SpreadReport,
}

/// A mean and a standard deviation.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SpreadReport {
    /// The mean.
    pub mean: Option<f64>,
    /// The standard deviation of a single game.
    pub deviation: Option<f64>,
}

/// How two contestants have played against each other.
#[derive(Debug, Serialize)]
pub struct PairingReport<'s> {
    /// The name of the first.
    pub first: &'s str,
    /// The name of the second.
    pub second: &'s str,
    /// Games won by the first.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost by the first.
    pub losses: u64,
    /// How often a pair gave the first 0, 1, 2, 3, 4 half points.
    pub pentanomial: Pentanomial,
    /// The points of the first for each game, from 0 to 1.
    pub score: f64,
    /// The Elo difference.
    pub elo: f64,
    /// Its 95 % interval.
    pub elo_interval: [f64; 2],
    /// The likelihood that the first is the stronger one.
    pub superiority: f64,
}

/// How the test stands.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtReport {
    /// The two hypotheses, in Elo.
    pub elo: [f64; 2],
    /// The log-likelihood ratio.
    pub ratio: f64,
    /// Where the test ends.
    pub bounds: [f64; 2],
    /// What it says.
    pub verdict: SprtVerdict,
}

impl<'s> TournamentReport<'s> {
    /// The report of how a tournament stands.
    pub fn new(settings: &'s Settings, standings: &'s Standings) -> Self {
        let name = |number: usize| settings.players.get(number).map_or("", |p| p.name.as_str());
        let ratings = ratings(
            standings.players().len(),
            &standings.pairings().map(encounter).collect::<Vec<_>>(),
        );
        let players = standings.players().iter().enumerate();
        let pairings = standings.pairings();
        Self {
            settings,
            games: 2 * standings.pairs(),
            players: players
                .map(|(i, tally)| {
                    PlayerReport::new(name(i), [ratings.elo[i], ratings.error[i]], tally)
                })
                .collect(),
            ratings_are_bounded: ratings.is_bounded,
            pairings: pairings
                .map(|([i, j], tally)| PairingReport::new(name(i), name(j), tally))
                .collect(),
            sprt: standings.sprt().map(|(sprt, ratio, verdict)| SprtReport {
                elo: sprt.elos(),
                ratio,
                bounds: sprt.bounds(),
                verdict,
            }),
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "points are rounded")]
fn encounter(([first, second], tally): ([usize; 2], &PairingTally)) -> Encounter {
    let draws = tally.draws as f64 / 2.0;
    Encounter {
        first,
        second,
        points: tally.wins as f64 + draws,
        lost: tally.losses as f64 + draws,
        score_error: tally.pentanomial.score_error(),
    }
}

impl<'s> PlayerReport<'s> {
    #[expect(clippy::cast_precision_loss, reason = "a score is rounded")]
    fn new(name: &'s str, [rating, error]: [f64; 2], tally: &'s PlayerTally) -> Self {
        let games = tally.games();
        let points = tally.wins as f64 + tally.draws as f64 / 2.0;
        Self {
            name,
            rating,
            rating_error: if games > 0 { error } else { f64::INFINITY },
            games,
            wins: tally.wins,
            draws: tally.draws,
            dead: tally.dead,
            losses: tally.losses,
            score: (games > 0).then(|| points / games as f64),
            fouls: &tally.fouls,
            turns: tally.turns.into(),
            shots: tally.shots.into(),
            hits: tally.hits.into(),
        }
    }
}

impl<'s> PairingReport<'s> {
    fn new(first: &'s str, second: &'s str, tally: &PairingTally) -> Self {
        let results = tally.pentanomial;
        Self {
            first,
            second,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            pentanomial: results,
            score: results.score(),
            elo: results.elo(),
            elo_interval: results.elo_interval(),
            superiority: results.superiority(),
        }
    }
}

impl From<Spread> for SpreadReport {
    fn from(spread: Spread) -> Self {
        Self {
            mean: spread.mean(),
            deviation: spread.deviation(),
        }
    }
}
