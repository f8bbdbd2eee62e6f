//! `--json`: one object per game.

use std::io::{self, Write};

use admiralty::othello::search::{Annotation, Searcher, Value, greedy};
use admiralty::othello::transcript::{Checked, Fault};
use admiralty::othello::{Color, Move, Position, Scoring};
use bstr::BString;
use serde::Serialize;
use serde_json::json;

use super::advice::Advisor;
use super::annotate::annotations;
use super::faults::{legal, printable};
use super::input::{Input, InputGame, Inputs};
use super::{ILLEGAL, SearchArgs};
use crate::cli::{CliError, streams};

#[derive(Serialize)]
struct JsonGame {
    file: Option<String>,
    game: u64,
    line: Option<u64>,
    format: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    #[serde(flatten)]
    played: Option<Played>,
}

#[derive(Serialize)]
struct Played {
    black: Option<String>,
    white: Option<String>,
    event: Option<String>,
    date: Option<String>,
    start: Option<String>,
    moves: String,
    black_discs: u32,
    white_discs: u32,
    empties: u32,
    scoring: &'static str,
    finished: bool,
    result: Option<&'static str>,
    told: Option<String>,
    told_agrees: Option<bool>,
    listed: Vec<serde_json::Value>,
    fault: Option<Wrong>,
    #[expect(
        clippy::option_option,
        reason = "missing if not asked for, null if there is none"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<Option<Best>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotations: Option<Vec<Annotated>>,
}

#[derive(Serialize)]
struct Wrong {
    number: usize,
    listed: bool,
    r#move: String,
    line: Option<u64>,
    column: Option<u64>,
    player: &'static str,
    reason: String,
    legal: Vec<String>,
}

#[derive(Serialize)]
struct Best {
    r#move: String,
    #[serde(flatten)]
    details: Option<Details>,
}

#[derive(Serialize)]
struct Details {
    /// In discs, for the player to move.
    value: f64,
    exact: bool,
    plies: u32,
    line: Vec<String>,
    nodes: u64,
}

#[derive(Serialize)]
struct Annotated {
    player: &'static str,
    r#move: String,
    /// In discs, for the player.
    value: f64,
    exact: bool,
    best: String,
    best_value: f64,
    /// How much was lost; `None` if that is within the error.
    loss: Option<f64>,
    /// How large the error of an estimate may be.
    error: f64,
}

/// Prints one object per game, each on a line.
pub fn print(inputs: &Inputs<'_>, search: SearchArgs) -> Result<u8, CliError> {
    let mut searcher = search.is_requested().then(|| search.searcher());
    let mut out = streams::output()?;
    let mut status = 0;
    inputs.each_game(|input, entry| {
        if !matches!(&entry.result, Ok(checked) if checked.fault.is_none()) {
            status = ILLEGAL;
        }
        let mut record = JsonGame::new(&entry, input);
        if let (Some(played), Ok(checked), Some(searcher)) =
            (&mut record.played, &entry.result, &mut searcher)
        {
            played.search(checked, search, searcher);
        }
        inputs.progress.aside(|| {
            serde_json::to_writer(&mut out, &record).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
            // Nothing is lost if the rest is interrupted.
            Ok(out.flush()?)
        })
    })?;
    Ok(status)
}

impl JsonGame {
    fn new(entry: &InputGame<'_>, input: &Input<'_>) -> Self {
        let (checked, error) = (entry.result.as_ref().ok(), entry.result.as_ref().err());
        Self {
            file: input.file.map(|_| input.name.clone()),
            game: entry.number,
            line: entry.line,
            format: input.format.name(),
            column: error.map(|error| error.place.column),
            error: error.map(|error| error.kind.to_string()),
            played: checked.map(|checked| Played::new(checked, input.scoring)),
        }
    }
}

impl Played {
    fn new(checked: &Checked, scoring: Scoring) -> Self {
        let Checked { game, fault } = checked;
        let tags = &game.tags;
        let text = |tag: &Option<BString>| tag.as_ref().map(ToString::to_string);
        let score = game.score(scoring);
        let is_finished = fault.is_none() && game.is_finished();
        let listed = game.listed.iter();
        let listed =
            listed.map(|(listed, score)| json!({"move": listed.to_string(), "score": score}));
        Self {
            black: text(&tags.black),
            white: text(&tags.white),
            event: text(&tags.event),
            date: text(&tags.date),
            start: (game.start() != Position::start()).then(|| game.start().to_string()),
            moves: game.moves().iter().map(Move::to_string).collect(),
            black_discs: score.black,
            white_discs: score.white,
            empties: game.position().board().empties(),
            scoring: match scoring {
                Scoring::Discs => "discs",
                Scoring::EmptiesToWinner => "empties-to-winner",
            },
            finished: is_finished,
            result: is_finished.then(|| score.winner().map_or("draw", Color::name)),
            told: game.reported.map(|result| result.to_string()),
            told_agrees: game.result_agrees(),
            listed: listed.collect(),
            fault: fault.as_ref().map(Wrong::new),
            best: None,
            annotations: None,
        }
    }

    fn search(&mut self, checked: &Checked, search: SearchArgs, searcher: &mut Searcher) {
        let Checked { game, fault } = checked;
        self.best = search.best.map(|advisor| match fault {
            None => Best::new(&game.position(), advisor, searcher),
            Some(_) => None,
        });
        self.annotations = search.annotate.map(|plies| {
            let annotations = annotations(game, plies, searcher).flatten();
            annotations.map(Annotated::new).collect()
        });
    }
}

impl Wrong {
    fn new(fault: &Fault) -> Self {
        let word = &fault.word;
        let place = Some(word.place).filter(|place| place.line > 0);
        Self {
            number: fault.number,
            listed: fault.is_listed,
            r#move: printable(&word.text),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            player: fault.player.name(),
            reason: fault.kind.to_string(),
            legal: legal(fault),
        }
    }
}

impl Best {
    /// What an advisor recommends; `None` if the game is over.
    fn new(position: &Position, advisor: Advisor, searcher: &mut Searcher) -> Option<Self> {
        let (best, details) = match advisor {
            Advisor::Greedy => (greedy(position)?, None),
            Advisor::Plies(plies) => {
                let advice = searcher.best(position, plies)?;
                let details = Details {
                    value: advice.value.discs(),
                    exact: advice.value.is_exact(),
                    plies: advice.plies,
                    line: advice.line.iter().map(Move::to_string).collect(),
                    nodes: advice.nodes,
                };
                (advice.best, Some(details))
            }
        };
        Some(Self {
            r#move: best.to_string(),
            details,
        })
    }
}

impl Annotated {
    fn new(annotation: Annotation) -> Self {
        Self {
            player: annotation.position.to_move().name(),
            r#move: annotation.played.to_string(),
            value: annotation.value.discs(),
            exact: annotation.value.is_exact(),
            best: annotation.best.to_string(),
            best_value: annotation.best_value.discs(),
            loss: match annotation.certain_loss() {
                _ if annotation.best == annotation.played => Some(0.0),
                loss => loss.map(Value::discs),
            },
            error: annotation.error.discs(),
        }
    }
}
