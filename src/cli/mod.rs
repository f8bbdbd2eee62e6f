//! The command line: the only module that touches arguments, files, the terminal and the
//! exit code. A file or directory for each subcommand.

mod arena;
mod args;
mod check;
mod completions;
#[cfg(unix)]
mod judge;
mod limits;
mod othello;
mod play;
mod players;
mod rules;
mod run;
mod shot_stats;
mod signals;
mod snippet;
mod solo;
mod state_dir;
mod streams;
mod times;
mod values;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use admiralty::arena::ArenaError;
use admiralty::escape::escape;
#[cfg(unix)]
use admiralty::judge::{CasesError, ExpectationsError, JudgeError};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{CommandFactory, FromArgMatches, Id};

use args::{Cli, Subcommand};

/// The exit code for wrong arguments, and files that cannot be read or written.
const USAGE: u8 = 2;

/// The exit code that shells give a program that Ctrl-C has ended.
const INTERRUPTED: u8 = 130;

/// Runs the program.
pub fn main() -> ExitCode {
    let cli = parse();
    let result = match cli.subcommand {
        None if cli.run.file.is_none() && io::stdin().is_terminal() => {
            let help = Cli::command().print_help();
            help.map(|()| 0).map_err(CliError::from)
        }
        None => run::run(&cli.run).map_err(with_subcommand),
        Some(Subcommand::Run(run)) => run::run(&cli.run.overridden_by(run)),
        Some(Subcommand::Check(check)) => {
            check::check(&check).map(|is_clean| !is_clean).map(u8::from)
        }
        Some(Subcommand::Arena(args)) => arena::arena(&args).map(|()| 0),
        Some(Subcommand::Othello(args)) => othello::othello(&args),
        Some(Subcommand::Solo(args)) => solo::solo(&args).map(|()| 0),
        Some(Subcommand::Play(args)) => play::play(&args).map(|()| 0),
        #[cfg(unix)]
        Some(Subcommand::Judge(args)) => match judge::judge(&args) {
            // Even where nobody reads any more, 0 would say that all is accepted.
            Err(error) => return complain(&error, judge::status_of(&error)),
            ok => ok,
        },
        Some(Subcommand::Completions { shell }) => completions::completions(shell).map(|()| 0),
        Some(Subcommand::Man { subcommand }) => completions::man(subcommand.as_deref()).map(|()| 0),
    };
    match result {
        Ok(status) => ExitCode::from(status),
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => complain(&error, error.status()),
    }
}

/// Parses the arguments. Those before a subcommand are for `run`, which is also the default;
/// other subcommands reject them.
fn parse() -> Cli {
    let matches = Cli::command().get_matches();
    let is_given = |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    if let Some((name, _)) = matches.subcommand()
        && name != "run"
        && matches.ids().any(is_given)
    {
        let message = format!("what stands before `{name}` is only for running a script");
        let mut command = Cli::command();
        command.error(ErrorKind::ArgumentConflict, message).exit();
    }
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// Suggests a subcommand if a file that does not exist is spelled like one.
fn with_subcommand(error: CliError) -> CliError {
    const CHANGES_MAX: usize = 2;
    match error {
        CliError::Open { path, source } if source.kind() == io::ErrorKind::NotFound => {
            let command = Cli::command();
            let names = command.get_subcommands().map(clap::Command::get_name);
            let near = names
                .map(|name| (strsim::levenshtein(name, &path), name))
                .filter(|&(changes, _)| changes <= CHANGES_MAX)
                .min();
            match near {
                Some((_, name)) => CliError::Subcommand {
                    name: name.to_owned(),
                    path,
                },
                None => CliError::Open { path, source },
            }
        }
        error => error,
    }
}

/// Reports an error, unless the reader has closed the pipe.
fn complain(error: &CliError, status: u8) -> ExitCode {
    if !error.is_closed_pipe() {
        // If standard error cannot be written, the exit code still tells.
        for line in format!("admiralty: {error}").lines() {
            let _ = writeln!(io::stderr(), "{}", escape(line));
        }
    }
    ExitCode::from(status)
}

/// Why a subcommand failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error("cannot open {path}: {source}")]
    Open { path: String, source: io::Error },
    #[error("there is no file {path}; did you mean `admiralty {name}`?")]
    Subcommand { path: String, name: String },
    #[error("{0} is in UTF-16, and only UTF-8 is read")]
    Utf16(String),
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
    #[cfg(unix)]
    #[error(transparent)]
    Cases(#[from] CasesError),
    #[cfg(unix)]
    #[error("{path}: {source}")]
    Expectations {
        path: String,
        source: ExpectationsError,
    },
    #[error("{path}: no case is named {pattern}")]
    IdleExpectation { path: String, pattern: String },
    #[cfg(unix)]
    #[error(transparent)]
    Judging(JudgeError),
    #[error("interrupted after {scripts} scripts")]
    StressInterrupted { scripts: u64 },
    #[error("{0} is no folder")]
    NoFolder(String),
    #[error("two of --json, --tap, --junit and --csv are the same file")]
    SameResults,
    #[error("there is no executable file in {0}")]
    NoPrograms(String),
    #[error("{0} is not on the search path; to judge the one in this folder, write ./{0}")]
    NotOnPath(String),
    #[error("there is no program behind --; to judge admiralty itself, leave the -- out, too")]
    NoProgram,
    #[error("no case is left to judge")]
    NoneSelected,
    #[error("a quote in the checker's command line is open, or it is empty: {0}")]
    CheckerQuotes(String),
    #[error("cannot write {path}: {source}")]
    WriteFile { path: String, source: io::Error },
    #[cfg(unix)]
    #[error("cannot watch: {0}")]
    Watch(#[from] notify::Error),
    #[error("interrupted after {cases} of {of} cases")]
    JudgingInterrupted { cases: usize, of: usize },
    #[error("{path}: {source}")]
    Wthor {
        path: String,
        source: admiralty::othello::wthor::WthorError,
    },
    #[error("{path} is too long: at most {max} bytes are read")]
    Long { path: String, max: u64 },
    #[error("{0} has several games, and a plain text is one: --to lines has one a line")]
    SeveralGames(String),
    #[error("{0}")]
    Rules(String),
    #[error(transparent)]
    Config(#[from] admiralty::players::classic::ConfigError),
    #[error(transparent)]
    Trial(#[from] admiralty::experiments::ExperimentError),
    #[error("interrupted after {games} of {of} games")]
    SoloInterrupted { games: u64, of: u64 },
    #[error("a game is played in a terminal, and this is none")]
    NoTerminal,
    #[error("{0} exists; --resume goes on with it")]
    LogExists(String),
    #[error("{path}: {source}")]
    Resume {
        path: String,
        source: admiralty::play::ResumeError,
    },
    #[error("there is no player {name} for these rules, only person, {players}")]
    NoPlayer { name: String, players: String },
    #[error("there is no level {level}, only 1 to {most}")]
    NoLevel { level: u8, most: usize },
    #[error("a fleet of these rules has {expected} counts, not {found}")]
    FleetCounts { expected: usize, found: usize },
    #[error("cannot write {path}: {source}")]
    Create { path: String, source: io::Error },
    #[error("there is no subcommand {0}")]
    NoSubcommand(String),
    #[error("cannot write: {0}")]
    Write(#[from] io::Error),
}

#[cfg(unix)]
impl From<JudgeError> for CliError {
    fn from(error: JudgeError) -> Self {
        match &error {
            JudgeError::Start { program, .. }
                if program.components().count() == 1 && program.is_file() =>
            {
                Self::NotOnPath(program.display().to_string())
            }
            _ => Self::Judging(error),
        }
    }
}

impl CliError {
    /// The exit code.
    fn status(&self) -> u8 {
        match self {
            Self::Interrupted { .. } | Self::SoloInterrupted { .. } => INTERRUPTED,
            #[cfg(unix)]
            Self::JudgingInterrupted { .. } | Self::StressInterrupted { .. } => INTERRUPTED,
            #[cfg(unix)]
            Self::Judging(JudgeError::Sandbox(_) | JudgeError::Machine(_)) => judge::TROUBLE,
            _ => USAGE,
        }
    }

    /// Whether the reader has closed the pipe, which is not reported.
    fn is_closed_pipe(&self) -> bool {
        let (Self::Write(error) | Self::Arena(ArenaError::Write { source: error, .. })) = self
        else {
            return false;
        };
        error.kind() == io::ErrorKind::BrokenPipe
    }
}
