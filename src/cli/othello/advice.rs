//! `--best`: what to play next.

use std::io::Write;
use std::str::FromStr;
use std::time::Instant;

use admiralty::othello::Move;
use admiralty::othello::search::{Advice, Value, greedy};
use admiralty::othello::transcript::PlayedGame;

use super::faults::Faults;
use super::input::Inputs;
use super::{PLIES_MAX, SearchArgs};
use crate::cli::{CliError, streams};

/// Chooses the moves to recommend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advisor {
    /// Turns as many discs as possible.
    Greedy,
    /// Looks a number of plies ahead.
    Plies(u32),
}

impl FromStr for Advisor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match (text, text.parse()) {
            ("greedy", _) => Ok(Self::Greedy),
            (_, Ok(plies @ 1..=PLIES_MAX)) => Ok(Self::Plies(plies)),
            _ => Err(format!("expected `greedy`, or 1 to {PLIES_MAX} plies")),
        }
    }
}

pub fn print(inputs: &Inputs<'_>, search: SearchArgs, advisor: Advisor) -> Result<u8, CliError> {
    let begun = Instant::now();
    let mut is_one = false;
    let mut searcher = search.searcher();
    let mut comparison = Agreement::default();
    let mut faults = Faults::default();
    let mut out = streams::output()?;
    inputs.each_game(|input, entry| {
        is_one = input.is_only_game();
        let Some(game) = faults.legal_game(&entry) else {
            return Ok(());
        };
        let position = game.position();
        let line = match advisor {
            Advisor::Greedy => greedy(&position).map(|best| best.to_string()),
            Advisor::Plies(plies) => {
                let advice = searcher.best(&position, plies);
                advice.map(|advice| comparison.add(game, &advice))
            }
        };
        let line = line.unwrap_or_else(|| "the game is over".to_owned());
        inputs.progress.aside(|| {
            if !is_one {
                write!(out, "{}: ", entry.name())?;
            }
            writeln!(out, "{line}")?;
            Ok(out.flush()?)
        })
    })?;
    if !is_one && advisor != Advisor::Greedy {
        comparison.print(begun.elapsed().as_secs_f64(), &mut out)?;
    }
    out.flush()?;
    faults.print()
}

/// How often the advice agrees with moves that are listed with scores.
#[derive(Default)]
struct Agreement {
    positions: u64,
    nodes: u64,
    listed: u64,
    agreeing: u64,
}

impl Agreement {
    /// Counts the advice for a game, and describes it in a line.
    fn add(&mut self, game: &PlayedGame, advice: &Advice) -> String {
        self.positions += 1;
        self.nodes += advice.nodes;
        let (best, value) = (advice.best, advice.value);
        let reach = match advice.plies {
            _ if value.is_exact() => "to the end".to_owned(),
            1 => "1 ply".to_owned(),
            plies => format!("{plies} plies"),
        };
        let line: Vec<_> = advice.line.iter().map(Move::to_string).collect();
        let text = format!("{best} {value}, {reach}: {}", line.join(" "));
        let scores = game.listed.iter().filter_map(|(_, score)| *score);
        let Some(most) = scores.max() else {
            return text;
        };
        if !game.moves().is_empty() || !value.is_exact() {
            return text;
        }
        self.listed += 1;
        if value == Value::Exact(most) && game.listed.contains(&(best, Some(most))) {
            self.agreeing += 1;
            text + ", as listed"
        } else {
            format!("{text}, listed with {most:+}")
        }
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
