//! `--json`: one object per game.

use std::io::{self, Write};

use admiralty_othello::transcript::{CheckedGame, Fault};
use admiralty_othello::{Color, Move, Position, Scoring};
use bstr::BString;
use serde::Serialize;
use serde_json::json;

use super::ILLEGAL;
use super::faults::{legal, printable};
use super::input::{InputGame, TranscriptInput, TranscriptInputs};
use crate::{CliError, streams};

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
    played: Option<JsonPlayed>,
}

#[derive(Serialize)]
struct JsonPlayed {
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
    fault: Option<JsonFault>,
    /// Missing if it was not asked for, null if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<serde_json::Value>,
}

#[derive(Serialize)]
struct JsonFault {
    number: usize,
    r#move: String,
    line: Option<u64>,
    column: Option<u64>,
    player: &'static str,
    reason: String,
    legal: Vec<String>,
}

/// Prints one object per game, each on a line.
pub fn print(inputs: &TranscriptInputs<'_>, with_best: bool) -> Result<u8, CliError> {
    let mut out = streams::output()?;
    let mut status = 0;
    inputs.each_game(|input, entry| {
        if !matches!(&entry.result, Ok(checked) if checked.fault.is_none()) {
            status = ILLEGAL;
        }
        let record = JsonGame::new(&entry, input, with_best);
        serde_json::to_writer(&mut out, &record).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
        // Nothing is lost if the rest is interrupted.
        Ok(out.flush()?)
    })?;
    Ok(status)
}

impl JsonGame {
    fn new(entry: &InputGame<'_>, input: &TranscriptInput<'_>, with_best: bool) -> Self {
        let (checked, error) = (entry.result.as_ref().ok(), entry.result.as_ref().err());
        Self {
            file: input.file.map(|_| input.name.clone()),
            game: entry.number,
            line: entry.line,
            format: input.format.name(),
            column: error.map(|error| error.place.column),
            error: error.map(|error| error.kind.to_string()),
            played: checked.map(|checked| JsonPlayed::new(checked, input.scoring, with_best)),
        }
    }
}

impl JsonPlayed {
    fn new(checked: &CheckedGame, scoring: Scoring, with_best: bool) -> Self {
        let CheckedGame { game, fault } = checked;
        let tags = &game.tags;
        let text = |tag: &Option<BString>| tag.as_ref().map(ToString::to_string);
        let score = game.score(scoring);
        let is_finished = fault.is_none() && game.is_finished();
        let greedy = || game.position().greedy().filter(|_| fault.is_none());
        let best = || json!(greedy().map(|best| json!({"move": best.to_string()})));
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
            fault: fault.as_ref().map(JsonFault::new),
            best: with_best.then(best),
        }
    }
}

impl JsonFault {
    fn new(fault: &Fault) -> Self {
        let word = &fault.word;
        let place = Some(word.place).filter(|place| place.line > 0);
        Self {
            number: fault.number,
            r#move: printable(&word.text),
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            player: fault.player.name(),
            reason: fault.kind.to_string(),
            legal: legal(fault),
        }
    }
}
