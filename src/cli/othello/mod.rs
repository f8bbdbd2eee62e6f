//! `admiralty othello`.

mod advice;
mod annotate;
mod board;
mod faults;
mod input;
mod json;
mod names;
mod perft;
mod progress;
mod summary;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use admiralty::othello::search::Searcher;
use admiralty::othello::transcript::{Checked, Format, WriteError, Writer};
use admiralty::report::othello_diagram;
use clap::{Args, Subcommand};

use super::values::parse_seconds;
use super::{CliError, USAGE, streams};
use advice::Advisor;
use board::BoardLanguage;
use faults::{Faults, reason, unfinished, wrong_result};
use input::{Input, InputGame, Inputs, Reading};
use summary::Summary;

/// The most plies to look ahead: to the end of any game.
const PLIES_MAX: u32 = 60;

/// The exit code if a transcript has an illegal move or cannot be read.
const ILLEGAL: u8 = 1;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Othello {
    #[command(subcommand)]
    other: Option<Other>,
    /// The moves: squares as in c4, and -- for a pass; or games in any of the formats of --format,
    /// in one file or several. Standard input if missing or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    search: SearchArgs,
    /// Print a JSON object per game
    #[arg(long)]
    json: bool,
    /// Print the legal games in another format
    #[arg(long, value_name = "FORMAT", value_parser = input::format_parser(), conflicts_with_all = ["json", "best", "annotate"])]
    to: Option<Format>,
    /// Write the last position of a single legal game as SVG, with the last move marked; `-` is
    /// standard output
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "to", "best", "annotate"])]
    svg: Option<PathBuf>,
    /// The language of the board, the counts and the outcome [default: it; for several games en]
    #[arg(long, value_enum, conflicts_with_all = ["best", "annotate"])]
    lang: Option<BoardLanguage>,
}

/// What to search for in the games.
#[derive(Clone, Copy, Debug, Args)]
struct SearchArgs {
    /// Print what to play next: `greedy` turns as many discs as it can; a number is how many plies
    /// to look ahead, to the end if no more squares are empty
    #[arg(long, value_name = "greedy|PLIES", group = "thought")]
    best: Option<Advisor>,
    /// Annotate each move with what it has lost, looking this many plies ahead, and to the end
    /// where 18 squares are empty [default: 10]
    #[arg(
        long,
        value_name = "PLIES",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "10",
        group = "thought",
        value_parser = clap::value_parser!(u32).range(1..=i64::from(PLIES_MAX))
    )]
    annotate: Option<u32>,
    /// Limit the time per game, looking less far ahead if necessary
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, requires = "thought")]
    time: Option<Duration>,
}

impl SearchArgs {
    fn is_requested(self) -> bool {
        self.best.is_some() || self.annotate.is_some()
    }

    fn searcher(self) -> Searcher {
        let mut searcher = Searcher::new();
        searcher.limit_time(self.time);
        searcher
    }
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Count the sequences of moves from the start, ply by ply
    Perft(perft::Perft),
}

/// Plays transcripts; returns the exit code.
pub fn othello(args: &Othello) -> Result<u8, CliError> {
    if let Some(Other::Perft(args)) = &args.other {
        return perft::perft(args).map(|()| 0);
    }
    let search = args.search;
    let files = args.files.iter().map(PathBuf::as_path);
    let stdin = args.files.is_empty().then_some(Path::new("-"));
    streams::check_kept(files.chain(stdin), args.svg.as_deref().into_iter())?;
    let inputs = Inputs::new(&args.files, &args.reading, search.is_requested());
    let status = match (args.to, search.best, search.annotate) {
        (Some(format), ..) => convert(&inputs, format),
        _ if args.json => json::print(&inputs, search),
        (_, Some(advisor), _) => advice::print(&inputs, search, advisor),
        (.., Some(plies)) => annotate::print(&inputs, search, plies),
        _ => print(&inputs, args),
    }?;
    Ok(if inputs.has_failed.get() {
        USAGE
    } else {
        status
    })
}

/// Prints the result of the only game, or a summary of all games.
fn print(inputs: &Inputs<'_>, args: &Othello) -> Result<u8, CliError> {
    let begun = Instant::now();
    let mut summary = Summary::default();
    let mut only = None;
    inputs.each(|input| {
        if !input.is_only_game() {
            if args.svg.is_some() {
                let name = &input.name;
                return Err(CliError::Usage(format!(
                    "{name} has several games, and --svg draws only one"
                )));
            }
            return summary.play(input, &inputs.progress);
        }
        input.each_game(&inputs.progress, |entry| {
            only = Some(print_game(input, entry, args)?);
            Ok(())
        })
    })?;
    match only {
        Some(status) => Ok(status),
        None => summary.print(begun, args.reading.scoring(), args.lang),
    }
}

/// Prints the result of the only game, in the format of the assignment.
fn print_game(input: &Input<'_>, entry: InputGame<'_>, args: &Othello) -> Result<u8, CliError> {
    let language = args.lang.unwrap_or(BoardLanguage::It);
    let Checked { game, fault } = match entry.result {
        Ok(checked) => checked,
        Err(error) => {
            writeln!(io::stderr(), "admiralty: {error}")?;
            return Ok(ILLEGAL);
        }
    };
    let mut out = streams::quoting_output()?;
    if let Some(fault) = fault {
        out.write_all(&fault.word.text)?;
        writeln!(out, " {}", language.name_of(fault.player))?;
        out.flush()?;
        let reason = reason(&fault, game.position());
        writeln!(io::stderr(), "admiralty: {reason}")?;
        return Ok(ILLEGAL);
    }
    let svg = args.svg.as_deref();
    if !svg.is_some_and(streams::is_standard) {
        board::print(&game, input.scoring, language, &mut out)?;
        out.flush()?;
    }
    if let Some(path) = svg {
        streams::write(path, othello_diagram(&game).as_bytes())?;
    }
    let unfinished = unfinished(&game).filter(|_| input.format != Format::Obf);
    for note in unfinished.into_iter().chain(wrong_result(&game)) {
        writeln!(io::stderr(), "admiralty: note: {note}")?;
    }
    Ok(0)
}

/// Writes the legal games in a format, and reports why others are left out.
fn convert(inputs: &Inputs<'_>, format: Format) -> Result<u8, CliError> {
    let mut writer = Writer::new(streams::quoting_output()?, format);
    let mut faults = Faults::default();
    inputs.each(|input| {
        if format == Format::Plain && !input.is_only_game() {
            return Err(CliError::Usage(format!(
                "{} has several games, and plain text holds only one: --to lines has one per line",
                input.name
            )));
        }
        input.each_game(&inputs.progress, |entry| {
            let Some(game) = faults.legal_game(&entry) else {
                return Ok(());
            };
            match inputs.progress.aside(|| writer.game(game)) {
                Err(WriteError::Io(error)) => return Err(error.into()),
                Err(why) => faults.push(|| format!("{}: {why}", entry.name())),
                Ok(()) => {}
            }
            Ok(())
        })
    })?;
    writer.finish()?.flush()?;
    faults.print()
}
