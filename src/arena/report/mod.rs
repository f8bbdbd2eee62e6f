//! Reports of a tournament: as data, as tables, and for each game.

mod games;
mod table;

use std::collections::BTreeMap;

use serde::Serialize;

use super::stats::{Encounter, Spread, SprtStatus, ratings};
use super::{FoulKind, PairingTally, PlayerTally, Settings, Standings};

pub use games::{GamesTable, write_head};

/// The results of a tournament so far.
///
/// It contains no times, so the same tournament gives the same report. Numbers that are infinite or
/// do not exist are `null` in JSON.
#[derive(Debug, Serialize)]
pub struct TournamentReport<'s> {
    settings: &'s Settings,
    /// How many games were played.
    pub games: u64,
    players: Vec<PlayerReport<'s>>,
    /// Whether each pairing was counted with one additional draw, because some ratings would be
    /// infinite.
    ratings_are_bounded: bool,
    pairings: Vec<PairingReport<'s>>,
    sprt: Option<SprtStatus>,
}

/// The results of a contestant.
#[derive(Debug, Serialize)]
struct PlayerReport<'s> {
    name: &'s str,
    /// In Elo; the mean of all ratings is 0.
    rating: f64,
    /// Half the length of the 95 % interval.
    rating_error: f64,
    games: u64,
    wins: u64,
    draws: u64,
    dead: u64,
    losses: u64,
    /// Points per game, from 0 to 1.
    score: Option<f64>,
    fouls: &'s BTreeMap<FoulKind, u64>,
    turns: Spread,
    shots: Spread,
    hits: Spread,
}

/// The results of two contestants against each other.
#[derive(Debug, Serialize)]
struct PairingReport<'s> {
    first: &'s str,
    second: &'s str,
    #[serde(flatten)]
    tally: &'s PairingTally,
    /// The points of the first per game, from 0 to 1.
    score: f64,
    elo: f64,
    /// The 95 % interval.
    elo_interval: [f64; 2],
    /// The probability that the first is the stronger one.
    superiority: f64,
}

impl<'s> TournamentReport<'s> {
    /// The report for the current standings.
    pub fn new(settings: &'s Settings, standings: &'s Standings) -> Self {
        let encounters: Vec<_> = standings.pairings().map(encounter).collect();
        let ratings = ratings(standings.players().len(), &encounters);
        let players = standings.players().iter().enumerate();
        let pairings = standings.pairings();
        Self {
            settings,
            games: 2 * standings.pairs(),
            players: players
                .map(|(i, tally)| {
                    let rating = [ratings.elo[i], ratings.error[i]];
                    PlayerReport::new(settings.name(i), rating, tally)
                })
                .collect(),
            ratings_are_bounded: ratings.is_bounded,
            pairings: pairings
                .map(|([first, second], tally)| PairingReport {
                    first: settings.name(first),
                    second: settings.name(second),
                    tally,
                    score: tally.pentanomial.score(),
                    elo: tally.pentanomial.elo(),
                    elo_interval: tally.pentanomial.elo_interval(),
                    superiority: tally.pentanomial.superiority(),
                })
                .collect(),
            sprt: standings.sprt(),
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
            turns: tally.turns,
            shots: tally.shots,
            hits: tally.hits,
        }
    }
}
