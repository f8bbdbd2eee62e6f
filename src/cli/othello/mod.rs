//! `admiralty othello`.

mod advice;
mod annotate;
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
use advice::Advisor;
use complaints::{note, reason, shown};
use input::{Input, Reading};

/// How far ahead can be looked: to the end of any game.
const PLIES_MAX: u32 = 60;

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
    #[command(flatten)]
    thoughts: Thoughts,
    /// Print a JSON object a game
    #[arg(long)]
    json: bool,
    /// Print the legal games in another format
    #[arg(long, value_name = "FORMAT", value_parser = input::format_parser(), conflicts_with_all = ["json", "best", "annotate"])]
    to: Option<Format>,
}

/// What is to be thought of the games.
#[derive(Clone, Copy, Debug, Args)]
struct Thoughts {
    /// Say what to play next: `greedy` turns as many discs as it can; a number of
    /// plies to look ahead, to the end if no more squares are free
    #[arg(long, value_name = "greedy|PLIES")]
    best: Option<Advisor>,
    /// Go through the games and say what each move has lost, looking so many plies
    /// ahead, and to the end where 16 squares are free [default: 10]
    #[arg(
        long,
        value_name = "PLIES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        conflicts_with = "best",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(PLIES_MAX))
    )]
    annotate: Option<u32>,
}

impl Thoughts {
    fn are_wanted(self) -> bool {
        self.best.is_some() || self.annotate.is_some()
    }
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
    let Thoughts { best, annotate } = args.thoughts;
    match (args.to, best, annotate) {
        (Some(format), ..) => convert::convert(&input, format),
        _ if args.json => json::print(&input, args.thoughts),
        (_, Some(advisor), _) => advice::print(&input, advisor),
        (.., Some(plies)) => annotate::print(&input, plies),
        _ if input.is_one_game() => print(&input),
        _ => summary::print(&input),
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
