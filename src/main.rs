//! The command line: the only module that touches arguments, files, the terminal and the
//! exit code. A file or directory for each subcommand.

use std::env;
use std::io::{self, IsTerminal};
use std::process::{ExitCode, exit};

use admiralty_escape::escape;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, CommandFactory, FromArgMatches, Id, Parser};

use arena::ArenaArgs;
use check::CheckArgs;
use completions::CompletionsArgs;
use error::{CliError, USAGE, complain};
use examples::ExamplesArgs;
use run::RunArgs;

mod arena;
mod check;
mod completions;
mod error;
mod examples;
mod judge;
mod lsp;
mod merge;
mod othello;
mod play;
mod progress;
mod replay;
mod run;
mod sandbox;
#[cfg(target_os = "linux")]
mod sandbox_test;
mod shard;
mod signals;
mod snippet;
mod solo;
mod streams;
mod validate;
mod values;

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "admiralty",
    version = env!("ADMIRALTY_VERSION"),
    propagate_version = true,
    about = "Interpret and check battleship-like games written as text",
    long_about = "Admiralty reads a script of the Ships command language, executes it, and prints what the \
        judge of the assignment expects. Without a subcommand it reads the script from standard input.",
    after_help = after_help(),
    max_term_width = 100
)]
struct Cli {
    #[command(subcommand)]
    subcommand: Option<Subcommand>,
    #[command(flatten)]
    run: RunArgs,
}

// Only the options of the subcommand that is named are built. What a doc comment says of a struct of options
// would replace what is said here of the subcommand, so those structs have plain comments.
#[derive(Debug, clap::Subcommand)]
#[command(defer = true)]
enum Subcommand {
    /// Run a script and print its output
    Run(RunArgs),
    /// List all errors and warnings of scripts, without stopping at the first error
    ///
    /// The script is executed without printing. A refused command is skipped, and the check
    /// continues; an error that may follow from an earlier one is marked. The exit code is 1 if
    /// there are errors, otherwise 0.
    Check(CheckArgs),
    /// Serve an editor, as a language server on standard input and output
    ///
    /// Editors start it. They show what `check` reports, and get completions, descriptions of
    /// commands, and formatting. docs/EDITORS.md is the manual.
    Lsp,
    /// Turn a game into a web page that replays it step by step
    ///
    /// The page is one file for a browser. It is also data: wherever a script is read, the page can
    /// be given instead.
    Replay(replay::ReplayArgs),
    /// Play in the terminal: against the computer, with two people at one keyboard, or watching
    ///
    /// Every rule set can be played, with keys or the mouse. The game becomes a script, which --log
    /// writes line by line and --resume continues. Without --rules or --resume, a page asks what to
    /// play. docs/PLAY.md is the manual.
    Play(Box<play::PlayArgs>),
    /// Judge a program on a directory of cases, with limits on time and memory
    ///
    /// The program is run on each input, and its output is compared with the answer.
    Judge(Box<judge::JudgeArgs>),
    /// Judge the submissions of a class: marks, and pages for teachers and students
    ///
    /// Each submission is built if it has sources, and judged on all cases. Points are in judge.toml
    /// among the cases. docs/JUDGE.md is the manual.
    Grade(Box<judge::grade::GradeArgs>),
    /// Compare a program with admiralty on random scripts, and minimise one that it gets wrong
    Stress(Box<judge::stress::StressArgs>),
    /// Report which of several programs, such as faulty versions of one, the cases catch
    ///
    /// Also which programs no case catches or distinguishes, which cases are redundant, and a small
    /// set of cases that catches all that are caught.
    Mutants(Box<judge::mutants::MutantsArgs>),
    /// Write cases as a problem package for DOMjudge or Kattis
    Package(Box<judge::package::PackageArgs>),
    /// Decide whether an output is right, as an output validator in a problem package
    ///
    /// The output is read from standard input. The exit code is 42 if it is right and 43 if it is
    /// wrong; the reason is written to judgemessage.txt. `admiralty package` writes packages that use
    /// it.
    Validate(validate::ValidateArgs),
    /// Try out what the sandbox stops on this machine
    ///
    /// Attacks of programs run in the sandbox, with all walls and without each in turn. The exit code is
    /// 1 if one of them passes all walls of this machine.
    #[cfg(target_os = "linux")]
    SandboxTest,
    /// Carry out an attack in the sandbox
    #[cfg(target_os = "linux")]
    #[command(hide = true)]
    SandboxAttack(sandbox_test::AttackArgs),
    /// Run tournaments between built-in players and bots
    ///
    /// Games are played in pairs, with sides swapped, and without bots with the same fleets. The result
    /// does not depend on --concurrency.
    Arena(Box<ArenaArgs>),
    /// Measure how many shots a player needs to sink a randomly placed fleet
    ///
    /// Covers the classic rule sets, their players, and two ways to place fleets. The result does
    /// not depend on --concurrency.
    Solo(solo::SoloArgs),
    /// Merge the results of shards into the report of the whole run
    ///
    /// The shards are files written with --shard I/N --out FILE by arena, solo or judge. The report
    /// is the same as without --shard, to the byte. docs/CLUSTER.md is the manual.
    Merge(merge::MergeArgs),
    /// Check transcripts of Othello: play a game, and print the final board and the winner
    ///
    /// If a move is illegal, the move and its player are printed instead, and the exit code is 1;
    /// standard error has the reason and the legal moves. The results of several games are summed
    /// up. docs/OTHELLO.md describes the formats.
    Othello(othello::OthelloArgs),
    /// Write the files that the tutorials use: test cases, bots, and recipes for clusters
    ///
    /// A file that is there already is never changed: if one has other contents, nothing is written.
    Examples(ExamplesArgs),
    /// Print a completion script for a shell
    ///
    /// In ~/.bashrc or ~/.zshrc: `source <(admiralty completions bash)`, or zsh. For fish, write it to
    /// ~/.config/fish/completions/admiralty.fish.
    Completions(CompletionsArgs),
    /// Print a manual page
    Man {
        /// The page of a subcommand instead of the program's
        #[arg(add = completions::words(subcommand_names))]
        subcommand: Option<String>,
    },
}

/// The version, with a hash of the sources.
const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "+", env!("ADMIRALTY_SOURCE"));

fn main() -> ExitCode {
    admiralty_results::set_program_version(VERSION);
    let cli = parse();
    let result = match cli.subcommand {
        None if cli.run.file.is_none() && io::stdin().is_terminal() => {
            let help = command().print_help();
            help.map(|()| 0).map_err(CliError::from)
        }
        None => run::run(&cli.run).map_err(with_subcommand),
        Some(Subcommand::Run(run)) => run::run(&cli.run.overridden_by(run)),
        Some(Subcommand::Check(check)) => {
            check::check(&check).map(|is_clean| !is_clean).map(u8::from)
        }
        Some(Subcommand::Lsp) => lsp::lsp(),
        Some(Subcommand::Replay(args)) => replay::replay(&args).map(|()| 0),
        Some(Subcommand::Arena(args)) => arena::arena(&args).map(|()| 0),
        Some(Subcommand::Othello(args)) => othello::othello(&args),
        Some(Subcommand::Solo(args)) => solo::solo(&args).map(|()| 0),
        Some(Subcommand::Merge(args)) => merge::merge(&args),
        Some(Subcommand::Play(args)) => play::play(&args).map(|()| 0),
        Some(Subcommand::Judge(args)) => return judged(judge::judge(&args)),
        Some(Subcommand::Grade(args)) => return judged(judge::grade::grade(&args)),
        Some(Subcommand::Stress(args)) => return judged(judge::stress::stress(&args)),
        Some(Subcommand::Mutants(args)) => return judged(judge::mutants::mutants(&args)),
        Some(Subcommand::Package(args)) => return judged(judge::package::package(&args)),
        Some(Subcommand::Validate(args)) => validate::validate(&args),
        #[cfg(target_os = "linux")]
        Some(Subcommand::SandboxTest) => sandbox_test::sandbox_test(),
        #[cfg(target_os = "linux")]
        Some(Subcommand::SandboxAttack(args)) => sandbox_test::attack(&args),
        Some(Subcommand::Examples(args)) => examples::examples(&args).map(|()| 0),
        Some(Subcommand::Completions(args)) => {
            completions::completions(&args, command()).map(|()| 0)
        }
        Some(Subcommand::Man { subcommand }) => man(subcommand.as_deref()).map(|()| 0),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) if error.is_closed_pipe() => ExitCode::SUCCESS,
        Err(error) => complain(&error, error.exit_code()),
    }
}

/// The exit code of a command that judges, even if the pipe is closed: 0 would mean that all cases were
/// accepted.
fn judged(result: Result<u8, CliError>) -> ExitCode {
    result.map_or_else(
        |error| complain(&error, error.judge_exit_code()),
        ExitCode::from,
    )
}

/// Parses the arguments. Those before a subcommand are for `run`, which is the default; other
/// subcommands reject them.
fn parse() -> Cli {
    // Only help and errors have examples, and every start would pay for them.
    let matches = Cli::command().try_get_matches();
    let matches = matches.or_else(|_| command().try_get_matches());
    let matches = matches.unwrap_or_else(|error| {
        if error.kind() == ErrorKind::DisplayHelp
            && let Some(mut subcommand) = with_rare_options()
            && subcommand.print_help().is_ok()
        {
            exit(0);
        }
        error::explained(error).exit()
    });
    let is_given = |id: &Id| matches.value_source(id.as_str()) == Some(ValueSource::CommandLine);
    if let Some((name, _)) = matches.subcommand()
        && name != "run"
        && matches.ids().any(is_given)
    {
        let message = format!("`{name}` takes no arguments before it: those run a script");
        command().error(ErrorKind::ArgumentConflict, message).exit();
    }
    Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
}

/// The subcommand that is spelled almost like this.
fn near_subcommand(word: &str) -> Option<String> {
    const CHANGES_MAX: usize = 2;
    let near = subcommand_names()
        .into_iter()
        .map(|name| (strsim::osa_distance(&name, word), name))
        .filter(|&(changes, _)| changes <= CHANGES_MAX)
        .min();
    near.map(|(_, name)| name)
}

fn subcommand_names() -> Vec<String> {
    let command = command();
    let names = command.get_subcommands().map(clap::Command::get_name);
    names.map(str::to_owned).collect()
}

/// Suggests a subcommand if a file that does not exist is spelled like one.
fn with_subcommand(error: CliError) -> CliError {
    let path = match &error {
        CliError::Open { path, source } if source.kind() == io::ErrorKind::NotFound => path,
        _ => return error,
    };
    match near_subcommand(path) {
        Some(name) => CliError::Usage(format!(
            "there is no file {path}; did you mean `admiralty {name}`?"
        )),
        None => error,
    }
}

/// The command line, with an example at the end of the help of each subcommand.
fn command() -> clap::Command {
    let mut command = Cli::command();
    command.build();
    command.mut_subcommands(|subcommand| {
        let name = subcommand.get_name();
        let Some((_, example)) = EXAMPLES.iter().find(|(of, _)| *of == name) else {
            return subcommand;
        };
        let example = format!("Example:\n  {example}");
        let long = subcommand.get_after_long_help().map(ToString::to_string);
        let long = long.into_iter().chain([example.clone()]);
        let long = long.collect::<Vec<_>>().join("\n\n");
        subcommand.after_help(example).after_long_help(long)
    })
}

/// The named subcommand with all options in the compact form of `-h`, if `--help` or `help` asks for
/// them and some are rare. Manual pages have the long form.
fn with_rare_options() -> Option<clap::Command> {
    let words: Vec<_> = env::args_os().skip(1).collect();
    if words.first()? != "help" && !words.iter().any(|word| word == "--help") {
        return None;
    }
    let command = command();
    let mut named = words.iter().filter(|word| *word != "help");
    let subcommand = named.find_map(|word| command.find_subcommand(word))?;
    if !subcommand.get_arguments().any(Arg::is_hide_short_help_set) {
        return None;
    }
    let about = subcommand.get_long_about().or(subcommand.get_about());
    let about = about.cloned().unwrap_or_default();
    let after = subcommand.get_after_long_help();
    let after = after.cloned().unwrap_or_default();
    let compact = subcommand.clone().about(about).after_help(after);
    let compact = compact.mut_args(|arg| arg.hide_short_help(false));
    Some(compact.mut_arg("help", |help| help.help("Print help")))
}

/// An example of each subcommand.
const EXAMPLES: [(&str, &str); 19] = [
    ("sandbox-test", "admiralty sandbox-test"),
    ("run", "admiralty run --explain game.in"),
    ("check", "admiralty check game.in other.in"),
    ("lsp", "admiralty lsp"),
    ("replay", "admiralty replay game.in -o game.html"),
    ("play", "admiralty play --rules italian"),
    ("judge", "admiralty judge tests -- python3 ships.py"),
    (
        "grade",
        "admiralty grade tests submissions.zip --html pages --csv marks.csv",
    ),
    ("stress", "admiralty stress --cases tests -- ./ships"),
    ("mutants", "admiralty mutants tests faulty"),
    ("package", "admiralty package tests battleships"),
    (
        "validate",
        "admiralty validate T1.in T1.ans feedback/ < output",
    ),
    ("arena", "admiralty arena random hunt"),
    ("solo", "admiralty solo --rules italian --games 1000"),
    (
        "merge",
        "admiralty merge 1.jsonl 2.jsonl --html report.html",
    ),
    ("othello", "admiralty othello games.pgn"),
    ("examples", "admiralty examples ."),
    ("completions", "admiralty completions bash"),
    ("man", "admiralty man judge"),
];

/// The address of the repository, if the build knows it: `.ci/release` does on GitHub.
const REPOSITORY: Option<&str> = option_env!("ADMIRALTY_REPOSITORY");

fn after_help() -> String {
    let address = REPOSITORY.map(|address| format!("\n\nDocuments: {address}"));
    EXAMPLE.to_owned() + &address.unwrap_or_default()
}

const EXAMPLE: &str = "\
Example:
  A script is lines of commands in groups. This one places a cruiser and prints the board:

    [playerA]
    PLACE_SHIP 2 0 N 0 CRU
    [playerA]
    [state]
    PRINT 0
    [state]

  admiralty < script            run it
  admiralty FILE                the same from a file; `admiralty run FILE` if it is named like a subcommand
  admiralty --explain < script  and explain the rule that it breaks, if any
  admiralty check FILE          list all errors and warnings
  admiralty < game | admiralty  play two turns of the built-in players (SET_AI_PLAYER)
  admiralty run --to-end FILE   play all turns until the game is won

Exit code: 0 for every script that was run, whether or not it breaks a rule (--exit-code tells
them apart); 1 for `check` when it finds errors; 2 for wrong arguments and files that cannot be read
or written.";

fn man(subcommand: Option<&str>) -> Result<(), CliError> {
    let mut command = command();
    command.build();
    let command = match subcommand {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(subcommand) => subcommand.clone(),
            None => {
                return Err(CliError::Usage(format!(
                    "there is no subcommand {}",
                    escape(name)
                )));
            }
        },
    };
    let usage = synopsis(&command);
    let page = clap_mangen::Man::new(command.override_usage(usage))
        .date(env!("ADMIRALTY_DATE"))
        .source(concat!("admiralty ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    page.render(&mut text)?;
    Ok(io::Write::write_all(&mut io::stdout(), &text)?)
}

/// The synopsis of a manual page: all options with their values.
fn synopsis(command: &clap::Command) -> String {
    let mut words = vec![command.get_bin_name().unwrap_or_default().to_owned()];
    let arguments = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let (positionals, options): (Vec<_>, Vec<_>) = arguments.partition(|arg| arg.is_positional());
    words.extend(options.iter().map(|option| format!("[{option}]")));
    words.extend(positionals.iter().map(|arg| {
        if arg.is_last_set() {
            format!("[-- {arg}]")
        } else {
            arg.to_string()
        }
    }));
    words.extend(command.has_subcommands().then(|| "[COMMAND]".to_owned()));
    words.join(" ")
}
