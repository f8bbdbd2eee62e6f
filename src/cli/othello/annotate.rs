//! `--annotate`: what each move has lost.

use std::io::{self, Write};

use admiralty::othello::search::{Annotation, Searcher, Value};
use admiralty::othello::transcript::PlayedGame;
use admiralty::othello::{Color, Illegal};
use bstr::BString;

use super::SearchArgs;
use super::faults::{Faults, printable};
use super::input::Inputs;
use crate::cli::{CliError, streams};

/// Up to this number of empty squares, games are searched to the end.
const EXACT_FROM: u32 = 18;

pub fn annotations<'s>(
    game: &'s PlayedGame,
    plies: u32,
    searcher: &'s mut Searcher,
) -> impl Iterator<Item = Result<Annotation, Illegal>> + 's {
    searcher.annotate(game.start(), game.moves(), plies, EXACT_FROM)
}

pub fn print(inputs: &Inputs<'_>, search: SearchArgs, plies: u32) -> Result<u8, CliError> {
    let progress = &inputs.progress;
    let mut searcher = search.searcher();
    let mut faults = Faults::default();
    let mut out = streams::output()?;
    inputs.each_game(|input, entry| {
        faults.legal_game(&entry);
        let Ok(checked) = &entry.result else {
            return Ok(());
        };
        let game = &checked.game;
        if !input.is_only_game() {
            progress.aside(|| writeln!(out, "{}{}", entry.name(), players(game)))?;
        }
        // For each player, how many moves have lost something, and how many discs in total.
        let mut losses = [(0, 0.0); 2];
        let bytes_a_move = (entry.bytes.end - entry.bytes.start) / game.moves().len().max(1) as u64;
        for (number, annotation) in (1..).zip(annotations(game, plies, &mut searcher)) {
            let Ok(annotation) = annotation else { break };
            let loss = annotation.certain_loss().map_or(0.0, Value::discs);
            let (moves, discs) = &mut losses[annotation.position.to_move() as usize];
            *moves += u32::from(loss > 0.0);
            *discs += loss;
            progress.aside(|| {
                print_move(number, &annotation, &mut out)?;
                out.flush()
            })?;
            progress.set(entry.bytes.start + bytes_a_move * number);
        }
        progress.aside(|| {
            for (color, (moves, discs)) in Color::BOTH.into_iter().zip(losses) {
                let noun = if moves == 1 { "move" } else { "moves" };
                writeln!(out, "{color} lost {discs:.2} discs in {moves} {noun}")?;
            }
            Ok(out.flush()?)
        })
    })?;
    faults.print()
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

/// The players, after a colon, if known.
fn players(game: &PlayedGame) -> String {
    let name =
        |name: &Option<BString>| name.as_ref().map_or("?".to_owned(), |name| printable(name));
    match (&game.tags.black, &game.tags.white) {
        (None, None) => String::new(),
        (black, white) => format!(": {} - {}", name(black), name(white)),
    }
}
