//! `--json`: an object a game.

use std::io::{self, Write};

use admiralty::othello::search::Searcher;
use admiralty::othello::transcript::{Checked, Fault, PlayedGame};
use admiralty::othello::{Outcome, Position, Scoring};
use serde::Serialize;

use super::advice::Best;
use super::annotate::{Annotated, annotated};
use super::complaints::{legal, shown};
use super::input::{Entry, Input, Inputs};
use super::{ILLEGAL, Thoughts};
use crate::cli::{CliError, streams};

#[derive(Serialize)]
struct Record {
    file: Option<String>,
    game: u64,
    line: Option<u64>,
    format: &'static str,
    #[serde(flatten)]
    rest: Rest,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Rest {
    Unreadable { column: u64, error: String },
    Played(Box<Played>),
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
    result: Option<String>,
    told: Option<String>,
    told_agrees: Option<bool>,
    listed: Vec<Listed>,
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
struct Listed {
    r#move: String,
    score: Option<i32>,
}

#[derive(Serialize)]
struct Wrong {
    number: usize,
    listed: bool,
    r#move: String,
    line: Option<u64>,
    column: Option<u64>,
    player: String,
    reason: String,
    legal: Vec<String>,
}

/// Prints an object a game, each in a line.
pub fn print(inputs: &Inputs<'_>, thoughts: Thoughts) -> Result<u8, CliError> {
    let mut searcher = thoughts.are_wanted().then(|| thoughts.searcher());
    let mut out = streams::output()?;
    let mut status = 0;
    inputs.each_game(|input, entry| {
        if !matches!(&entry.result, Ok(checked) if checked.fault.is_none()) {
            status = ILLEGAL;
        }
        let mut record = Record::new(&entry, input);
        if let (Ok(checked), Some(searcher)) = (&entry.result, &mut searcher) {
            record.add(&checked.game, thoughts, searcher);
        }
        inputs.progress.aside(|| {
            serde_json::to_writer(&mut out, &record).map_err(io::Error::from)?;
            out.write_all(b"\n")?;
            // So that nothing is lost if the rest is interrupted.
            Ok(out.flush()?)
        })
    })?;
    Ok(status)
}

impl Record {
    fn new(entry: &Entry<'_>, input: &Input<'_>) -> Self {
        Self {
            file: input.file.map(|_| input.name.clone()),
            game: entry.number,
            line: entry.line,
            format: input.format.name(),
            rest: match &entry.result {
                Err(error) => Rest::Unreadable {
                    column: error.column,
                    error: error.kind.to_string(),
                },
                Ok(checked) => Rest::Played(Box::new(Played::new(checked, input.scoring))),
            },
        }
    }
}

impl Record {
    /// Adds what was thought of a game.
    fn add(&mut self, game: &PlayedGame, thoughts: Thoughts, searcher: &mut Searcher) {
        let Rest::Played(played) = &mut self.rest else {
            return;
        };
        if let Some(advisor) = thoughts.best {
            let is_legal = played.fault.is_none();
            played.best = Some(
                is_legal
                    .then(|| Best::new(&game.position(), advisor, searcher))
                    .flatten(),
            );
        }
        if let Some(plies) = thoughts.annotate {
            played.annotations = Some(annotated(game, plies, searcher));
        }
    }
}

impl Played {
    fn new(checked: &Checked, scoring: Scoring) -> Self {
        let Checked { game, fault } = checked;
        let tags = &game.tags;
        let score = game.score(scoring);
        let is_finished = fault.is_none() && game.is_finished();
        let listed = game.listed.iter().map(|&(listed, score)| Listed {
            r#move: listed.to_string(),
            score,
        });
        Self {
            black: tags.black.as_ref().map(ToString::to_string),
            white: tags.white.as_ref().map(ToString::to_string),
            event: tags.event.as_ref().map(ToString::to_string),
            date: tags.date.as_ref().map(ToString::to_string),
            start: start(game),
            moves: game.moves().iter().map(ToString::to_string).collect(),
            black_discs: score.black,
            white_discs: score.white,
            empties: game.position().board().empties(),
            scoring: match scoring {
                Scoring::Discs => "discs",
                Scoring::EmptiesToWinner => "empties-to-winner",
            },
            finished: is_finished,
            result: is_finished.then(|| match score.outcome() {
                Outcome::Won(color) => color.to_string(),
                Outcome::Drawn => "draw".to_owned(),
            }),
            told: game.told.map(|told| told.to_string()),
            told_agrees: game.told_agrees(),
            listed: listed.collect(),
            fault: fault.as_ref().map(Wrong::new),
            best: None,
            annotations: None,
        }
    }
}

impl Wrong {
    fn new(fault: &Fault) -> Self {
        let word = &fault.word;
        let has_lines = word.line > 0;
        Self {
            number: fault.number,
            listed: fault.is_listed,
            r#move: shown(fault),
            line: has_lines.then_some(word.line),
            column: has_lines.then_some(word.column),
            player: fault.player.to_string(),
            reason: fault.kind.to_string(),
            legal: legal(fault),
        }
    }
}

/// The position that the game begins with, if it is another one than usual.
fn start(game: &PlayedGame) -> Option<String> {
    let start = game.start();
    (start != Position::start()).then(|| start.to_string())
}
