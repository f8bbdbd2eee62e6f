//! `--stats`: statistics of the shots of both players.

use std::io::{self, Write};

use admiralty_core::game::{Game, Tally};
use admiralty_core::interpreter::Ending;
use admiralty_core::player::{ByPlayer, Player};
use clap::ValueEnum;
use serde_json::{Map, Value, json};

/// How statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// A table
    Text,
    /// An object
    Json,
}

pub fn print(
    format: StatsFormat,
    game: &Game,
    ending: Option<&Ending>,
    mut out: impl Write,
) -> io::Result<()> {
    let rules = game.rules();
    match (format, game.tallies()) {
        (StatsFormat::Json, tallies) => {
            let winner = match ending {
                Some(Ending::Won(player)) => Some(player.to_string()),
                _ => None,
            };
            let players = tallies.map(|tallies| {
                let players =
                    Player::BOTH.map(|player| (player.to_string(), object(&tallies[player])));
                Value::Object(players.into_iter().collect())
            });
            let found = json!({
                "rules": rules.name,
                "side": game.side(),
                "winner": winner,
                "players": players,
            });
            writeln!(out, "{found}")
        }
        (StatsFormat::Text, Some(tallies)) => table(&tallies, out),
        (StatsFormat::Text, None) => {
            let name = rules.name;
            writeln!(
                out,
                "no shots are announced in {name}, and none are counted"
            )
        }
    }
}

fn object(tally: &Tally) -> Value {
    let by_class = tally.hits.iter();
    let by_class: Map<_, _> = by_class
        .map(|(class, hits)| (class.name.to_owned(), json!(hits)))
        .collect();
    json!({
        "turns": tally.turns,
        "shots": tally.shots,
        "hits": tally.all_hits(),
        "misses": tally.shots - tally.all_hits(),
        "precision": tally.hit_rate(),
        "sunk": tally.sunk,
        "hits_by_class": by_class,
    })
}

fn table(tallies: &ByPlayer<Tally>, mut out: impl Write) -> io::Result<()> {
    let percent = |tally: &Tally| match tally.hit_rate() {
        Some(precision) => format!("{:.1} %", 100.0 * precision),
        None => "-".to_owned(),
    };
    writeln!(out, "{:>25}{:>9}", Player::A, Player::B)?;
    let mut row = |name: &str, of: &dyn Fn(&Tally) -> String| {
        writeln!(out, "{name:16}{:>9}{:>9}", of(&tallies.a), of(&tallies.b))
    };
    row("turns", &|tally| tally.turns.to_string())?;
    row("shots", &|tally| tally.shots.to_string())?;
    row("hits", &|tally| tally.all_hits().to_string())?;
    row("precision", &percent)?;
    row("ships sunk", &|tally| tally.sunk.to_string())?;
    for (index, (class, _)) in tallies.a.hits.iter().enumerate() {
        row(&format!("hits on {}", class.name), &|tally| {
            tally.hits[index].1.to_string()
        })?;
    }
    Ok(())
}
