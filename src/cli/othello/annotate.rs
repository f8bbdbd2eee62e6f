//! `--annotate`: what the moves of games have lost.

use std::io::{self, Write};

use admiralty::othello::search::{Annotation, Searcher, Value};
use admiralty::othello::transcript::PlayedGame;
use admiralty::othello::{Color, Illegal};
use bstr::BString;
use serde::Serialize;

use super::Thoughts;
use super::complaints::{Complaints, printable};
use super::input::Inputs;
use crate::cli::{CliError, streams};

/// With so many free squares, games are looked at to the end.
const EXACT_FROM: u32 = 18;

/// An annotation, as an object.
#[derive(Clone, Debug, Serialize)]
pub struct Annotated {
    player: String,
    r#move: String,
    /// In discs, for the player.
    value: f64,
    exact: bool,
    best: String,
    best_value: f64,
    /// How much was lost; none, if it may as well be an error of the guesses.
    loss: Option<f64>,
    /// How large that may be.
    error: f64,
}

/// What a move has lost, if anything is known of it.
fn loss(annotation: &Annotation) -> Option<f64> {
    if annotation.best == annotation.played {
        return Some(0.0);
    }
    annotation.certain_loss().map(Value::discs)
}

/// What each move of a game was worth.
fn annotate<'s>(
    game: &'s PlayedGame,
    plies: u32,
    searcher: &'s mut Searcher,
) -> impl Iterator<Item = Result<Annotation, Illegal>> + 's {
    searcher.annotate(game.start(), game.moves(), plies, EXACT_FROM)
}

/// What each move of a game was worth, as objects.
pub fn annotated(game: &PlayedGame, plies: u32, searcher: &mut Searcher) -> Vec<Annotated> {
    let annotations = annotate(game, plies, searcher).flatten();
    annotations
        .map(|annotation| Annotated {
            player: annotation.position.to_move().to_string(),
            r#move: annotation.played.to_string(),
            value: annotation.value.discs(),
            exact: annotation.value.is_exact(),
            best: annotation.best.to_string(),
            best_value: annotation.best_value.discs(),
            loss: loss(&annotation),
            error: annotation.error.discs(),
        })
        .collect()
}

/// Goes through each game, move by move.
pub fn print(inputs: &Inputs<'_>, thoughts: Thoughts, plies: u32) -> Result<u8, CliError> {
    let progress = &inputs.progress;
    let mut searcher = thoughts.searcher();
    let mut faults = Complaints::of_faults();
    let mut out = streams::output()?;
    inputs.each_game(|input, entry| {
        faults.accept(&entry);
        let Ok(checked) = &entry.result else {
            return Ok(());
        };
        let game = &checked.game;
        if !input.is_only_game() {
            progress.aside(|| writeln!(out, "{}{}", entry.name(), players(game)))?;
        }
        let mut losses = [Losses::default(); 2];
        let bytes_a_move = (entry.bytes.end - entry.bytes.start) / game.moves().len().max(1) as u64;
        for (number, annotation) in (1..).zip(annotate(game, plies, &mut searcher)) {
            let Ok(annotation) = annotation else { break };
            losses[annotation.position.to_move() as usize].add(&annotation);
            progress.aside(|| {
                print_move(number, &annotation, &mut out)?;
                out.flush()
            })?;
            progress.set(entry.bytes.start + bytes_a_move * number);
        }
        progress.aside(|| {
            for (color, losses) in Color::BOTH.into_iter().zip(losses) {
                let Losses { moves, discs } = losses;
                let moves = format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
                writeln!(out, "{color} lost {discs:.2} discs in {moves}")?;
            }
            Ok(out.flush()?)
        })
    })?;
    faults.print()?;
    Ok(faults.status())
}

/// What the moves of a player have lost together.
#[derive(Clone, Copy, Default)]
struct Losses {
    moves: u32,
    discs: f64,
}

impl Losses {
    fn add(&mut self, annotation: &Annotation) {
        let loss = annotation.certain_loss().map_or(0.0, Value::discs);
        self.moves += u32::from(loss > 0.0);
        self.discs += loss;
    }
}

fn print_move(number: u64, annotation: &Annotation, out: &mut impl Write) -> io::Result<()> {
    let &Annotation {
        position,
        played,
        value,
        best,
        best_value,
        ..
    } = annotation;
    let player = position.to_move();
    write!(out, "{number:3} {player} {played} {value:>6}")?;
    if let Some(loss) = annotation.certain_loss() {
        write!(out, "  lost {:.2}: {best} {best_value}", loss.discs())?;
    }
    writeln!(out)
}

/// Who played, after a colon, if that is known.
fn players(game: &PlayedGame) -> String {
    let name =
        |name: &Option<BString>| name.as_ref().map_or("?".to_owned(), |name| printable(name));
    match (&game.tags.black, &game.tags.white) {
        (None, None) => String::new(),
        (black, white) => format!(": {} - {}", name(black), name(white)),
    }
}
