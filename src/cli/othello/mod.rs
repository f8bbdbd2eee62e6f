//! `admiralty othello`.

mod board;
mod complaints;
mod convert;
mod input;
mod json;
mod perft;
mod summary;

use std::io::{self, Write};
use std::path::PathBuf;

use admiralty::othello::transcript::Format;
use clap::{Args, Subcommand};

use super::{CliError, streams};
use complaints::{note, reason, shown};
use input::{Input, Reading};

/// The transcript has a move that is not legal, or what is no game.
const ILLEGAL: u8 = 1;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Othello {
    #[command(subcommand)]
    other: Option<Other>,
    /// The moves: squares as c4, and -- for a pass; or games in any of the formats
    /// of --format. `-` or nothing is standard input
    file: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    /// Print a JSON object a game
    #[arg(long)]
    json: bool,
    /// Print the legal games in another format
    #[arg(long, value_name = "FORMAT", value_parser = input::format_parser(), conflicts_with = "json")]
    to: Option<Format>,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Count the sequences of moves from the start, ply by ply
    Perft(perft::Perft),
}

/// Plays transcripts, and says how the exit status should be.
pub fn othello(args: &Othello) -> Result<u8, CliError> {
    if let Some(Other::Perft(args)) = &args.other {
        return perft::perft(args).map(|()| 0);
    }
    let input = Input::read(args.file.as_deref(), &args.reading)?;
    match args.to {
        Some(format) => convert::convert(&input, format),
        None if args.json => json::print(&input),
        None if input.is_one_game() => print(&input),
        None => summary::print(&input),
    }
}

/// Prints what came of the only game, in the words of the assignment.
fn print(input: &Input) -> Result<u8, CliError> {
    let mut status = 0;
    input.each_game(|entry| {
        let checked = match entry.result {
            Ok(checked) => checked,
            Err(error) => {
                status = ILLEGAL;
                return Ok(writeln!(io::stderr(), "admiralty: {error}")?);
            }
        };
        let mut out = streams::output()?;
        if let Some(fault) = &checked.fault {
            status = ILLEGAL;
            writeln!(out, "{} {}", shown(fault), board::name_of(fault.player))?;
            out.flush()?;
            let reason = reason(fault, checked.game.position());
            writeln!(io::stderr(), "admiralty: {reason}")?;
            return Ok(());
        }
        board::print(&checked.game, input.scoring, &mut out)?;
        out.flush()?;
        if let Some(note) = note(&checked.game) {
            writeln!(io::stderr(), "admiralty: note: {note}")?;
        }
        Ok(())
    })?;
    Ok(status)
}
