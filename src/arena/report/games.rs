//! One row for each game.

use std::io::{self, Write};

use thiserror::Error;

use crate::arena::schedule::ScheduledPair;
use crate::arena::{PairMember, PairResult, Settings};
use crate::escape::escape;

/// A table of games, as CSV.
#[derive(Debug)]
pub struct GamesTable<W: Write> {
    out: csv::Writer<W>,
}

/// Why a table of games cannot be written.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct GamesError(#[from] csv::Error);

impl From<GamesError> for io::Error {
    fn from(GamesError(error): GamesError) -> Self {
        error.into()
    }
}

/// The columns.
const COLUMNS: [&str; 12] = [
    "game", "a", "b", "winner", "end", "detail", "turns", "shots_a", "shots_b", "hits_a", "hits_b",
    "round",
];

impl<W: Write> GamesTable<W> {
    /// A table with its first row, the names of the columns.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn new(out: W) -> Result<Self, GamesError> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(COLUMNS)?;
        Ok(Self { out })
    }

    /// Adds both games of a pair.
    ///
    /// # Errors
    ///
    /// What the output returns.
    pub fn add(
        &mut self,
        settings: &Settings,
        pair: &ScheduledPair,
        result: &PairResult,
    ) -> Result<(), GamesError> {
        for (number, game) in result.games.iter().enumerate() {
            let a = PairMember::of_a(number);
            let name = |member: PairMember| {
                let player = settings.players.get(pair.contestants[member as usize]);
                player.map_or("", |player| player.name.as_str())
            };
            let by_side = |values: &[u64; 2]| [a, a.other()].map(|member| values[member as usize]);
            let ([shots_a, shots_b], [hits_a, hits_b]) =
                (by_side(&game.shots), by_side(&game.hits));
            let detail = game.foul.as_ref().map(|foul| escape(&foul.detail));
            let detail = detail.unwrap_or_default();
            self.out.write_record([
                pair.game(number).to_string().as_str(),
                name(a),
                name(a.other()),
                game.winner.map_or("", name),
                game.end(),
                &detail,
                &game.turns.to_string(),
                &shots_a.to_string(),
                &shots_b.to_string(),
                &hits_a.to_string(),
                &hits_b.to_string(),
                &(pair.round + 1).to_string(),
            ])?;
        }
        Ok(())
    }

    /// Writes what is still to be written.
    ///
    /// # Errors
    ///
    /// What the output returns.
    pub fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
