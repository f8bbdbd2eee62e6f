//! The output for each game: a row of a table, and the head of its record.

use std::io::{self, Write};

use crate::{FinishedPair, GameResult, PairMember, ScheduledPair, Settings};
use admiralty_core::escape::escape;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};
use admiralty_players::CONTESTANT_NAME;

/// Writes a table of games as CSV.
#[derive(Debug)]
pub struct GamesTable<W: Write>(csv::Writer<W>);

const COLUMNS: [&str; 12] = [
    "game", "a", "b", "winner", "end", "detail", "turns", "shots_a", "shots_b", "hits_a", "hits_b",
    "round",
];

impl<W: Write> GamesTable<W> {
    /// Writes the names of the columns.
    ///
    /// # Errors
    ///
    /// If `out` returns an error.
    pub fn new(out: W) -> io::Result<Self> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(COLUMNS)?;
        Ok(Self(out))
    }

    /// Writes both games of a pair.
    ///
    /// # Errors
    ///
    /// If the output returns an error.
    pub fn add(&mut self, settings: &Settings, finished: &FinishedPair) -> io::Result<()> {
        let pair = &finished.pair;
        for (number, game) in finished.games.iter().enumerate() {
            let name = |member: PairMember| settings.name(pair.contestants[member as usize]);
            let [a, b] = Player::BOTH.map(|player| PairMember::playing(player, number));
            let foul = game.foul.as_ref();
            self.0.serialize((
                pair.game(number),
                [name(a), name(b)],
                game.winner.map(name),
                game.end(),
                foul.map(|foul| escape(&foul.detail)),
                game.turns,
                [a, b].map(|member| game.shots[member as usize]),
                [a, b].map(|member| game.hits[member as usize]),
                pair.round + 1,
            ))?;
        }
        Ok(())
    }

    /// Flushes the output.
    ///
    /// # Errors
    ///
    /// If the output returns an error.
    pub fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes who played a game of a pair, 0 or 1, and how it ended: a `[state]` group that adds
/// `INFORMATION` and drops it again.
///
/// # Errors
///
/// If `out` returns an error.
pub fn write_head(
    settings: &Settings,
    pair: &ScheduledPair,
    game: usize,
    result: &GameResult,
    out: &mut impl Write,
) -> io::Result<()> {
    let lines = Player::BOTH.into_iter().flat_map(|player| {
        let member = PairMember::playing(player, game);
        let name = settings.name(pair.contestants[member as usize]);
        let end = result.end();
        let result = match (result.winner, &result.foul) {
            (None, _) => format!("drawn {end}"),
            (Some(winner), _) if winner == member => format!("won {end}"),
            (Some(_), None) => format!("lost {end}"),
            (Some(_), Some(foul)) => format!("lost {end} {}", foul.detail),
        };
        let line = |text: String| Command::Information {
            player,
            text: escape(text.trim_end()).into_owned().into(),
        };
        [
            line(format!("{CONTESTANT_NAME} {name}")),
            line(format!("result {result}")),
            Command::forget(player),
        ]
    });
    Tag::State.write_group(lines, out)
}
