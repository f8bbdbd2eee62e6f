//! The options of `admiralty judge`.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use admiralty_compare::ComparisonMode;
use admiralty_judge::{ExitCode, NamePattern, Protocol};
use admiralty_process::Limits;
use clap::Args;
use clap::builder::{TypedValueParser, ValueHint};

use super::stress::StressArgs;
use crate::completions::words;
use crate::shard::ShardArgs;
use crate::values::{ProgramLimits, comparison_modes, one_of, parse_mebibytes, positive, value};

/// The most common options have no heading, and are all that `-h` shows.
pub(super) const COMMON: Option<&str> = None;

#[derive(Debug, Args)]
#[command(after_help = SHORT, after_long_help = AFTER)]
#[command(
    mut_arg("cpu", |arg| arg.help_heading(COMMON)),
    mut_arg("memory", |arg| arg.help_heading(COMMON)),
    mut_args(|arg| {
        let is_rare = arg.get_help_heading().is_some();
        arg.hide_short_help(is_rare)
    }),
)]
pub struct JudgeArgs {
    /// Directory of NAME.in and NAME.out files, or one NAME.in
    ///
    /// NAME.ans is an answer, too. Subdirectories sample/ and secret/ may hold more cases.
    pub cases: PathBuf,
    /// The program and its arguments [default: admiralty itself]
    #[arg(last = true, value_name = "PROGRAM", value_hint = ValueHint::AnyPath)]
    pub program: Vec<OsString>,
    #[command(flatten)]
    pub selection: SelectionArgs,
    #[command(flatten)]
    pub comparing: ComparisonArgs,
    #[command(flatten)]
    pub bounds: LimitArgs,
    #[command(flatten)]
    pub results: ResultArgs,
    #[command(flatten)]
    pub random: StressArgs,
    #[command(flatten)]
    pub other: ModeArgs,
    #[command(flatten)]
    pub sharding: ShardArgs,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Cases")]
pub struct SelectionArgs {
    /// Only cases whose names match; `*` is any text
    ///
    /// `*` and `?` match any characters except /.
    #[arg(long, value_name = "PATTERN", help_heading = COMMON)]
    pub filter: Vec<NamePattern>,
    /// Skip cases whose names match
    #[arg(long, value_name = "PATTERN")]
    pub skip: Vec<NamePattern>,
    /// Only cases that failed last time
    ///
    /// Only the cases this program failed last time, or all if none failed.
    #[arg(long, help_heading = COMMON)]
    pub failed: bool,
    /// Stop at the first case that fails
    #[arg(long)]
    pub fail_fast: bool,
    /// Run each case N times; the worst run counts [default: 1; with --programs, 2 for a case that
    /// fails]
    ///
    /// A case whose runs have different verdicts is reported as unstable, with all of them.
    #[arg(long, value_name = "N", value_parser = positive())]
    pub repeat: Option<NonZeroUsize>,
    /// Cases run in parallel [default: all cores]
    ///
    /// Runs near a time limit are repeated alone.
    #[arg(long, short, value_name = "N", value_parser = positive(), help_heading = COMMON)]
    pub jobs: Option<NonZeroUsize>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Comparing")]
pub struct ComparisonArgs {
    /// How to compare outputs
    ///
    /// What must be equal: `exact`, every byte; `final-newline`, all but a line feed at the end;
    /// `trailing`, all but blanks at the ends of lines and empty lines at the end; `tokens`, the
    /// words; `float=EPS`, the words, with numbers within EPS, absolute or relative.
    #[arg(long, value_name = "HOW", default_value_t, add = words(comparison_modes), help_heading = COMMON)]
    pub compare: ComparisonMode,
    /// Let this program decide instead; the command is split as by a shell
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::AnyPath, conflicts_with = "compare")]
    pub checker: Option<String>,
    /// The protocol of the checker: `testlib` or `kattis`
    #[arg(
        long,
        value_name = "NAME",
        value_parser = protocol(),
        hide_possible_values = true,
        default_value = "testlib",
        requires = "checker"
    )]
    pub protocol: Protocol,
    /// Accepted exit codes: any or zero
    ///
    /// Many programs for this assignment exit with 1 after an error in the script. A signal is
    /// always a run-time error.
    #[arg(
        long,
        value_parser = exit_code(),
        value_name = "STATUS",
        default_value = "zero",
        hide_possible_values = true,
        help_heading = COMMON
    )]
    pub exit_code: ExitCode,
}

/// Parses an [`ExitCode`]; shells complete the names.
fn exit_code() -> impl TypedValueParser<Value = ExitCode> {
    one_of([
        value("any", "Any, but no signal", ExitCode::Any),
        value("zero", "Only 0", ExitCode::Zero),
    ])
}

fn protocol() -> impl TypedValueParser<Value = Protocol> {
    one_of([
        value("testlib", "As on Codeforces", Protocol::Testlib),
        value("kattis", "As in problem packages", Protocol::Kattis),
    ])
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct LimitArgs {
    #[command(flatten)]
    pub program: ProgramLimits,
    /// Output limit in MiB; also for each file that is written
    #[arg(long, value_name = "MIB", default_value = "8", value_parser = parse_mebibytes)]
    pub output: u64,
    /// Require the sandbox; fail if the kernel has none
    ///
    /// In the sandbox, a program runs in an empty directory of its own. It reads only the system's
    /// files, its own, and those that its command line names, writes only to that directory, and
    /// can neither use the network nor disturb other processes.
    #[arg(long)]
    pub sandbox: bool,
    /// Run programs and builds without a sandbox
    #[arg(long, conflicts_with_all = ["sandbox", "readable"])]
    pub no_sandbox: bool,
    /// Let programs in the sandbox read this file or directory, too
    #[arg(long, value_name = "PATH")]
    pub readable: Vec<PathBuf>,
}

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Results")]
pub struct ResultArgs {
    /// Only verdicts, without differences and groups of failures
    #[arg(long, short)]
    pub quiet: bool,
    /// Write JSON, to standard output or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-", help_heading = COMMON)]
    pub json: Option<PathBuf>,
    #[arg(
        long,
        value_name = "FILE",
        help_heading = COMMON,
        help = "Write JUnit's XML"
    )]
    pub junit: Option<PathBuf>,
    /// Write the results.json of a Gradescope autograder
    #[arg(long, value_name = "FILE", conflicts_with_all = ["class", "stress"])]
    pub gradescope: Option<PathBuf>,
    /// Write a page: each case, and what went wrong; with --programs a directory of pages: one of
    /// the class, and one for each program
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write CSV: a row for each case, or with --programs for each program
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Other ways to judge")]
pub struct ModeArgs {
    /// Write the output as the answer, where it differs and the program ended normally
    #[arg(
        long,
        conflicts_with_all = ["stress", "programs", "checker", "compare", "repeat"]
    )]
    pub bless: bool,
    /// Judge all programs in a directory, as a table
    #[arg(long, value_name = "DIR", conflicts_with_all = ["program", "failed"], group = "class", help_heading = COMMON)]
    pub programs: Option<PathBuf>,
    /// Report which of the programs in a directory, such as faulty versions of one, the cases catch
    ///
    /// Also which programs no case catches or distinguishes, which cases are redundant, and a small
    /// set of cases that catches all that are caught. With --stress, writes cases for
    /// those that nothing catches.
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "program", "programs", "failed", "fail_fast", "bless", "junit", "html",
            "out", "shard", "resume", "compare_run",
        ],
        group = "class"
    )]
    pub mutants: Option<PathBuf>,
    /// Build the programs of --programs or --mutants first, from sources in C, C++, Rust, Java or Python, or with
    /// make, CMake, Cargo or Visual Studio projects
    ///
    /// Each file, directory or archive is a program. Rules are tried in turn until one builds it; judge.toml can have others.
    #[arg(long, requires = "class")]
    pub build: bool,
    /// Write the cases as a problem package for DOMjudge or Kattis, instead of judging
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = [
            "stress", "class", "program", "bless", "json", "junit", "gradescope",
            "html", "csv",
        ]
    )]
    pub package: Option<PathBuf>,
    /// Store the results of --programs in this file as they arrive, and run only what is missing
    ///
    /// A result is used again if neither the program nor the case nor an option has changed.
    #[arg(
        long,
        value_name = "FILE",
        requires = "programs",
        conflicts_with = "shard"
    )]
    pub resume: Option<PathBuf>,
    /// Report what has changed since the run of --programs that wrote this JSON
    #[arg(
        long,
        value_name = "OLD.json",
        requires = "programs",
        conflicts_with = "shard"
    )]
    pub compare_run: Option<PathBuf>,
}

impl LimitArgs {
    pub fn limits(&self) -> Limits {
        let program = &self.program;
        Limits {
            cpu: Some(program.cpu),
            wall: program.wall(),
            memory: Some(program.memory),
            output: self.output,
            file: Some(self.output),
            processes: Some(ProgramLimits::PROCESSES),
        }
    }
}

const SHORT: &str = "\
--help lists all options and the verdicts.";

const AFTER: &str = "\
Verdicts:
  AC   accepted
  PE   presentation error: only the white space differs
  WA   wrong answer
  TLE  too much CPU time; ILE: not done in time, but idle
  MLE  too much memory; OLE: too much output
  RTE  killed by a signal, an exit code other than 0, or too many processes
  CE   the program could not be built
  JE   the judge could not judge

A case whose answer is a single question mark has no fixed answer: the program must exit
normally, and the case is counted apart from the others.

Programs run in a sandbox where the kernel supports it (Linux with Landlock): they can read neither
the cases nor the answers. Without it, the limits guard against mistakes only.

Exit code: 0 if all cases were accepted or ended as expected, 1 if some did not, 2 for wrong
arguments or directories, 3 if the judge failed (JE, or results that cannot be written).";
