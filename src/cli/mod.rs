//! The command line: the only room that touches arguments, files, the terminal
//! and the exit status. A file for each subcommand.

mod arena;
mod args;
mod check;
mod generate;
#[cfg_attr(
    not(test),
    expect(dead_code, reason = "the subcommand that shows it is to come")
)]
mod judge;
mod players;
mod run;
mod snippet;
mod streams;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use admiralty::arena::ArenaError;
use clap::{CommandFactory, Parser};

use args::{Arguments, Subcommand};

/// Something is wrong with the arguments, or a file cannot be read or written.
const USAGE: u8 = 2;

/// What a shell says of a program that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let result = match arguments.subcommand {
        None if io::stdin().is_terminal() => {
            Arguments::command().print_help().map_err(CliError::from)
        }
        None => run::run(None, &arguments.players.lineup(), arguments.explain),
        Some(Subcommand::Run(run)) => {
            let players = arguments.players.overridden_by(&run.players);
            run::run(run.file.as_deref(), &players.lineup(), arguments.explain)
        }
        Some(Subcommand::Check(check)) => match check::check(&check) {
            Ok(is_clean) => return ExitCode::from(u8::from(!is_clean)),
            Err(error) => Err(error),
        },
        Some(Subcommand::Arena(args)) => arena::arena(&args),
        Some(Subcommand::Completions { shell }) => generate::completions(shell),
        Some(Subcommand::Man { subcommand }) => generate::man(subcommand.as_deref()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => {
            // If even that cannot be said, the exit status still says it.
            let _ = writeln!(io::stderr(), "admiralty: {error}");
            ExitCode::from(match error {
                CliError::Interrupted { .. } => INTERRUPTED,
                _ => USAGE,
            })
        }
    }
}

/// Why the program cannot do what it was asked for.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("cannot open {path}: {source}")]
    Open { path: String, source: io::Error },
    #[error("cannot read {path}: {source}")]
    Read { path: String, source: io::Error },
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\nadmiralty: "))]
    Several(Vec<CliError>),
    #[error(transparent)]
    Arena(#[from] ArenaError),
    #[error("two of --json, --csv, --resume and --start are the same file")]
    SameFile,
    #[error("a journal is a file; it cannot be a stream")]
    JournalIsNoFile,
    #[error("another tournament is writing to the journal")]
    JournalInUse,
    #[error("interrupted after {pairs} of {of} pairs")]
    Interrupted { pairs: u64, of: u64 },
    #[error("there is no subcommand {0}")]
    NoSubcommand(String),
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

impl CliError {
    /// Whether nobody reads the output any more, which is no reason to complain.
    fn is_closed_pipe(&self) -> bool {
        let (Self::Write(error) | Self::Arena(ArenaError::Write { source: error, .. })) = self
        else {
            return false;
        };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}
