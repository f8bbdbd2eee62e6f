//! Reports of a tournament: as data, as tables, and for each game.

mod games;
mod table;

use serde::Serialize;

use super::stats::{Encounter, SprtStatus, ratings};
use super::{PairingTally, PlayerTally, Settings, Standings};

pub use games::{GamesTable, write_head};
pub use table::{figure_names, nothing, pairing_texts, percent, rating, signed, spread};

/// The results of a tournament so far.
///
/// It contains no times, so the same tournament gives the same report. Numbers that are infinite or
/// do not exist are `null` in JSON.
#[derive(Debug, Serialize)]
pub struct TournamentReport<'s> {
    /// The settings that the results depend on.
    pub settings: &'s Settings,
    /// How many games were played.
    pub games: u64,
    /// How many pairs of games are missing, because not all shards were merged.
    #[serde(skip_serializing_if = "is_zero")]
    pub missing_pairs: u64,
    /// The players, in the order of the settings.
    pub players: Vec<PlayerReport<'s>>,
    /// Whether each pairing was counted with one additional draw, because some ratings would be
    /// infinite.
    pub ratings_are_bounded: bool,
    /// The pairs of players that played each other.
    pub pairings: Vec<PairingReport<'s>>,
    /// The test, if the settings have one.
    pub sprt: Option<SprtStatus>,
}

/// The results of a player.
#[derive(Debug, Serialize)]
pub struct PlayerReport<'s> {
    /// The name in this tournament.
    pub name: &'s str,
    /// In Elo; the mean of all ratings is 0.
    pub rating: f64,
    /// Half the length of the 95 % interval.
    pub rating_error: f64,
    /// Its games, fouls and turns.
    #[serde(flatten)]
    pub tally: &'s PlayerTally,
}

/// The results of two players against each other.
#[derive(Debug, Serialize)]
pub struct PairingReport<'s> {
    /// The name of the first player.
    pub first: &'s str,
    /// The name of the second player.
    pub second: &'s str,
    /// Their games.
    #[serde(flatten)]
    pub tally: &'s PairingTally,
    /// The points of the first per game, from 0 to 1.
    pub score: f64,
    /// The difference of strength, in Elo.
    pub elo: f64,
    /// The 95 % interval.
    pub elo_interval: [f64; 2],
    /// The probability that the first is the stronger one.
    pub superiority: f64,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl<'s> TournamentReport<'s> {
    /// The report for the current standings.
    pub fn new(settings: &'s Settings, standings: &'s Standings) -> Self {
        let encounters = standings
            .pairings()
            .map(|(pairing, tally)| Encounter::new(pairing, &tally.pentanomial));
        let encounters: Vec<_> = encounters.collect();
        let ratings = ratings(standings.players().len(), &encounters);
        let players = standings.players().iter().enumerate();
        let pairings = standings.pairings();
        Self {
            settings,
            games: 2 * standings.pairs(),
            missing_pairs: 0,
            players: players
                .map(|(i, tally)| PlayerReport {
                    name: settings.name(i),
                    rating: ratings.elo[i],
                    rating_error: if tally.games > 0 {
                        ratings.error[i]
                    } else {
                        f64::INFINITY
                    },
                    tally,
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

    /// The players, the best first.
    pub fn ranked(&self) -> Vec<&PlayerReport<'s>> {
        let mut ranked: Vec<_> = self.players.iter().collect();
        ranked.sort_by(|one, other| other.rating.total_cmp(&one.rating));
        ranked
    }

    /// Whether there are ratings. Two players need none besides their pairing.
    pub fn is_rated(&self) -> bool {
        self.players.len() > 2
    }

    /// The score of one player against another, from 0 to 1, if they have played.
    pub fn score(&self, one: &str, other: &str) -> Option<f64> {
        let mut played = self
            .pairings
            .iter()
            .filter(|pairing| pairing.tally.pentanomial.pairs() > 0);
        played.find_map(|pairing| match (pairing.first, pairing.second) {
            names if names == (one, other) => Some(pairing.score),
            names if names == (other, one) => Some(1.0 - pairing.score),
            _ => None,
        })
    }

    /// Remarks on the results: what is missing, dead draws, fouls, and players that see everything.
    pub fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.missing_pairs > 0 {
            notes.push(format!(
                "This is a partial report: {} pairs of games are missing.",
                self.missing_pairs
            ));
        }
        // Each game has two players.
        let dead = self
            .players
            .iter()
            .map(|player| player.tally.dead)
            .sum::<u64>()
            / 2;
        if dead > 0 {
            notes.push(format!(
                "games drawn because neither player could damage the other any more: {dead}"
            ));
        }
        for player in &self.players {
            let foul = |(kind, count)| format!("{kind} {count}");
            let fouls: Vec<_> = player.tally.fouls.iter().map(foul).collect();
            if !fouls.is_empty() {
                notes.push(format!("fouls of {}: {}", player.name, fouls.join(", ")));
            }
        }
        let players = self.settings.players.iter();
        notes.extend(players.filter(|player| player.sees_everything).map(|player| {
            format!(
                "{} is given the whole state, the ships of its enemy included; a live: bot is not.",
                player.name
            )
        }));
        if self.is_rated() && self.ratings_are_bounded {
            let note = "Ratings count an additional draw in each pairing; otherwise, some would be infinite.";
            notes.push(note.to_owned());
        }
        notes
    }
}
