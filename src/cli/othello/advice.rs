//! `--best`: what to play next.

use std::fmt::Write as _;
use std::io::Write;
use std::time::Instant;

use admiralty::othello::search::{Advice, Searcher, Value, greedy};
use admiralty::othello::transcript::PlayedGame;
use admiralty::othello::{Move, Position};
use serde::Serialize;

use super::complaints::Complaints;
use super::input::Inputs;
use super::{PLIES_MAX, Thoughts};
use crate::cli::{CliError, streams};

/// Who is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advisor {
    /// Who turns as many discs as it can.
    Greedy,
    /// Who looks so many plies ahead.
    Plies(u32),
}

impl std::str::FromStr for Advisor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("greedy", _) => Ok(Self::Greedy),
            (_, Ok(plies @ 1..=PLIES_MAX)) => Ok(Self::Plies(plies)),
            _ => Err(format!("`greedy`, or 1 to {PLIES_MAX} plies")),
        }
    }
}

/// What an advisor says.
#[derive(Clone, Debug, Serialize)]
pub struct Best {
    r#move: String,
    /// What it is worth for the player to move, in discs.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exact: Option<bool>,
    /// How far was looked.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes: Option<u64>,
}

impl Best {
    /// What an advisor says of a position; nothing, if the game is over.
    pub fn new(position: &Position, advisor: Advisor, searcher: &mut Searcher) -> Option<Self> {
        let plies = match advisor {
            Advisor::Greedy => {
                return greedy(position).map(|best| Self {
                    r#move: best.to_string(),
                    value: None,
                    exact: None,
                    plies: None,
                    line: Vec::new(),
                    nodes: None,
                });
            }
            Advisor::Plies(plies) => plies,
        };
        let advice = searcher.best(position, plies)?;
        Some(Self {
            r#move: advice.best.to_string(),
            value: Some(advice.value.discs()),
            exact: Some(advice.value.is_exact()),
            plies: Some(advice.plies),
            line: advice.line.iter().map(Move::to_string).collect(),
            nodes: Some(advice.nodes),
        })
    }
}

/// What came of the positions that have moves listed with scores.
#[derive(Default)]
struct Comparison {
    positions: u64,
    nodes: u64,
    listed: u64,
    agreeing: u64,
}

/// Prints what to play after each game.
pub fn print(inputs: &Inputs<'_>, thoughts: Thoughts, advisor: Advisor) -> Result<u8, CliError> {
    let begun = Instant::now();
    let mut is_one = false;
    let mut searcher = thoughts.searcher();
    let mut comparison = Comparison::default();
    let mut faults = Complaints::of_faults();
    let mut out = streams::output()?;
    inputs.each_game(|input, entry| {
        is_one = input.is_only_game();
        if !faults.accept(&entry) {
            return Ok(());
        }
        let Ok(checked) = &entry.result else {
            return Ok(());
        };
        let game = &checked.game;
        let position = game.position();
        let said = match advisor {
            Advisor::Greedy => greedy(&position).map(|best| best.to_string()),
            Advisor::Plies(plies) => {
                let advice = searcher.best(&position, plies);
                advice.map(|advice| comparison.add(game, &advice))
            }
        };
        let said = said.unwrap_or_else(|| "the game is over".to_owned());
        inputs.progress.aside(|| {
            if !is_one {
                write!(out, "{}: ", entry.name())?;
            }
            writeln!(out, "{said}")?;
            Ok(out.flush()?)
        })
    })?;
    if !is_one && advisor != Advisor::Greedy {
        comparison.print(begun.elapsed().as_secs_f64(), &mut out)?;
    }
    out.flush()?;
    faults.print()?;
    Ok(faults.status())
}

impl Comparison {
    /// Takes the advice for a game, and says it in a line.
    fn add(&mut self, game: &PlayedGame, advice: &Advice) -> String {
        self.positions += 1;
        self.nodes += advice.nodes;
        let reach = if advice.value.is_exact() {
            "to the end".to_owned()
        } else {
            format!(
                "{} {}",
                advice.plies,
                if advice.plies == 1 { "ply" } else { "plies" }
            )
        };
        let line: Vec<_> = advice.line.iter().map(Move::to_string).collect();
        let (best, value) = (advice.best, advice.value);
        let mut text = format!("{best} {value}, {reach}: {}", line.join(" "));
        if let Some((_, score)) = listed_best(game)
            && advice.value.is_exact()
        {
            self.listed += 1;
            let is_listed =
                |&(played, listed): &(Move, Option<i32>)| played == best && listed == Some(score);
            if game.listed.iter().any(is_listed) && value == Value::Exact(score) {
                self.agreeing += 1;
                text.push_str(", as listed");
            } else {
                let _ = write!(text, ", listed with {score:+}");
            }
        }
        text
    }

    fn print(&self, seconds: f64, out: &mut impl Write) -> Result<(), CliError> {
        let Self {
            positions,
            nodes,
            listed,
            agreeing,
        } = self;
        write!(out, "{positions} positions, {nodes} nodes, {seconds:.2} s")?;
        if *listed > 0 {
            write!(out, "; {agreeing} of {listed} as listed")?;
        }
        Ok(writeln!(out)?)
    }
}

/// The best of the moves that are listed with scores for a position that nothing
/// was played in.
fn listed_best(game: &PlayedGame) -> Option<(Move, i32)> {
    let listed = game
        .listed
        .iter()
        .filter_map(|&(played, score)| Some((played, score?)));
    listed
        .max_by_key(|&(_, score)| score)
        .filter(|_| game.moves().is_empty())
}
