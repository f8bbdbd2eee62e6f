//! The options of the commands that judge: those of `judge` itself, and what several have.

use std::env;
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use admiralty_compare::ComparisonMode;
use admiralty_judge::{
    CaseRequest, CaseRules, Checker, ExitCode, Judge, NamePattern, OutputCheck, OwnPaths, Protocol,
};
use admiralty_process::{Limits, Program};
use clap::builder::{TypedValueParser, ValueHint};
use clap::{Arg, Args};

use crate::CliError;
use crate::completions::words;
use crate::sandbox::{SandboxArgs, Sandboxes};
use crate::values::{
    self, ProgramLimits, comparison_modes, one_of, parse_mebibytes, positive, value,
};

/// The most common options have no heading, and are all that `-h` shows.
pub const COMMON: Option<&str> = None;

/// How many files are open per run, and per idle run beside it, with some margin.
const FILES_OF_A_RUN: u64 = 40;

/// Gives an option its place in the help: `-h` does not have the rare ones.
pub fn common_or_rare(arg: Arg) -> Arg {
    if ["cpu", "memory"].contains(&arg.get_id().as_str()) {
        return arg.help_heading(COMMON);
    }
    let is_rare = arg.get_help_heading().is_some();
    arg.hide_short_help(is_rare)
}

#[derive(Debug, Args)]
#[command(after_long_help = VERDICTS, mut_args(common_or_rare))]
pub struct JudgeArgs {
    /// Directory of NAME.in and NAME.out files, or one NAME.in
    ///
    /// NAME.ans is an answer, too. Subdirectories sample/ and secret/ may hold more cases.
    pub cases: PathBuf,
    #[command(flatten)]
    pub command: CommandArgs,
    #[command(flatten)]
    pub selection: SelectionArgs,
    /// Only cases that failed last time
    ///
    /// Only the cases this program failed last time, or all if none failed.
    #[arg(long, help_heading = COMMON)]
    pub failed: bool,
    /// Stop at the first case that fails
    #[arg(long, help_heading = "Cases")]
    pub fail_fast: bool,
    /// Run each case N times; the worst run counts
    ///
    /// A case whose runs have different verdicts is reported as unstable, with all of them.
    #[arg(long, value_name = "N", default_value = "1", value_parser = positive(), help_heading = "Cases")]
    pub repeat: NonZeroUsize,
    /// Write new answers: the outputs that differ
    ///
    /// Only the outputs of runs that ended normally.
    #[arg(long, conflicts_with_all = ["checker", "compare", "repeat"], help_heading = COMMON)]
    pub bless: bool,
    #[command(flatten)]
    pub judging: JudgingArgs,
    #[command(flatten)]
    pub results: ResultArgs,
    /// Write the results.json of a Gradescope autograder
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub gradescope: Option<PathBuf>,
    /// Write the result.json of Classroom 50
    ///
    /// What the judge cannot know comes from the environment variables of its runner, or else from those
    /// of GitHub.
    #[arg(long, value_name = "FILE", help_heading = "Results")]
    pub classroom50: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct CommandArgs {
    /// The program and its arguments [default: admiralty itself]
    #[arg(last = true, value_name = "PROGRAM", value_hint = ValueHint::AnyPath)]
    program: Vec<OsString>,
}

impl CommandArgs {
    /// The program and its arguments. If none follows `--`, perhaps because a shell variable is empty,
    /// this program should not be judged instead.
    pub fn words(&self) -> Result<Vec<OsString>, CliError> {
        let is_announced = env::args_os().next_back().is_some_and(|last| last == "--");
        let is_empty = self
            .program
            .first()
            .map_or(is_announced, |it| it.is_empty());
        if is_empty {
            return Err(CliError::usage(
                "there is no program after --; to judge admiralty itself, leave out -- as well",
            ));
        }
        if self.program.is_empty() {
            return Ok(vec![env::current_exe()?.into()]);
        }
        Ok(self.program.clone())
    }
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
}

impl SelectionArgs {
    /// The request for these cases, each of which needs an answer.
    pub fn request<'a>(&'a self, cases: &'a Path, usual: &'a CaseRules) -> CaseRequest<'a> {
        CaseRequest {
            cases,
            filter: &self.filter,
            skip: &self.skip,
            usual,
            failed: None,
            needs_answers: true,
            validators: None,
        }
    }
}

// How programs are run, and their outputs judged.
#[derive(Debug, Args)]
pub struct JudgingArgs {
    #[command(flatten)]
    pub comparing: ComparisonArgs,
    #[command(flatten)]
    pub running: RunningArgs,
}

// How programs are run.
#[derive(Debug, Args)]
pub struct RunningArgs {
    /// Programs run in parallel [default: all cores]
    ///
    /// Runs near a time limit are repeated alone.
    #[arg(long, short, value_name = "N", value_parser = positive(), help_heading = COMMON)]
    jobs: Option<NonZeroUsize>,
    #[command(flatten)]
    pub limits: LimitArgs,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
}

// How the outputs of programs are compared.
#[derive(Debug, Args)]
pub struct OutputArgs {
    /// How to compare outputs
    #[arg(long, value_name = "HOW", default_value_t, add = words(comparison_modes), help_heading = COMMON)]
    pub compare: ComparisonMode,
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

#[derive(Debug, Args)]
#[command(next_help_heading = "Comparing")]
pub struct ComparisonArgs {
    #[command(flatten)]
    pub output: OutputArgs,
    /// Let this program decide instead
    ///
    /// The command is split as by a shell.
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::AnyPath, conflicts_with = "compare")]
    pub checker: Option<String>,
    /// Its protocol: `testlib` or `kattis`
    #[arg(
        long,
        value_name = "NAME",
        value_parser = protocol(),
        hide_possible_values = true,
        default_value = "testlib",
        requires = "checker"
    )]
    pub protocol: Protocol,
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
    program: ProgramLimits,
    /// Output limit in MiB; also for each file that is written
    #[arg(long, value_name = "MIB", default_value = "8", value_parser = parse_mebibytes)]
    output: u64,
    /// Limit in MiB for all files that a program writes in its sandbox
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = parse_mebibytes)]
    files: u64,
}

#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Results")]
pub struct ResultArgs {
    /// Only verdicts, no differences and no groups
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
    /// Write a page: each case, and what went wrong
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write CSV: a row for each case
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Begin CSV with a byte order mark, so that Excel shows all letters
    #[arg(long, requires = "csv")]
    pub csv_excel: bool,
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
            files: self.files,
            processes: Some(ProgramLimits::PROCESSES),
        }
    }
}

impl ComparisonArgs {
    /// How outputs are judged, in words.
    pub fn name(&self) -> String {
        match &self.checker {
            Some(line) => format!("checker {line}"),
            None => self.output.compare.to_string(),
        }
    }

    /// The rules of cases that have none of their own.
    pub fn rules(&self, limits: &LimitArgs) -> Result<CaseRules, CliError> {
        let comparing = match &self.checker {
            Some(line) => OutputCheck::Checker(Checker {
                protocol: self.protocol,
                command: command_words(line)?,
                arguments: Vec::new(),
                full_score: 1.0,
            }),
            None => OutputCheck::Mode(self.output.compare),
        };
        Ok(CaseRules {
            limits: limits.limits(),
            comparing,
            exit_code: self.output.exit_code,
        })
    }
}

fn command_words(line: &str) -> Result<Vec<OsString>, CliError> {
    let words = shlex::split(line).unwrap_or_default();
    if words.is_empty() {
        let message = "the checker's command line is empty, or has an open quote";
        return Err(CliError::Usage(format!("{message}: {line}")));
    }
    Ok(words.into_iter().map(OsString::from).collect())
}

impl JudgingArgs {
    /// The rules of cases that have none of their own.
    pub fn rules(&self) -> Result<CaseRules, CliError> {
        self.comparing.rules(&self.running.limits)
    }

    /// A judge of a program, which does not keep outputs.
    pub fn judge(&self, command: Vec<OsString>, sandboxes: &Sandboxes) -> Result<Judge, CliError> {
        Ok(Judge {
            paths: OwnPaths::of_command(command.iter().map(Path::new)),
            program: sandboxes.confine(Program::new(command)),
            rules: self.rules()?,
            keeps_output: false,
        })
    }
}

impl RunningArgs {
    /// How many programs run in parallel, limited by the number of open files.
    pub fn jobs(&self) -> NonZeroUsize {
        let jobs = values::threads(self.jobs);
        #[cfg(unix)]
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        #[cfg(not(unix))]
        let files: Option<u64> = None;
        let jobs_max = files.map_or(usize::MAX, |files| {
            usize::try_from(files / FILES_OF_A_RUN).unwrap_or(usize::MAX)
        });
        jobs.min(NonZeroUsize::new(jobs_max).unwrap_or(NonZeroUsize::MIN))
    }
}

impl ResultArgs {
    /// The files of all reports.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = [&self.json, &self.junit, &self.html, &self.csv];
        files.into_iter().flatten().map(PathBuf::as_path)
    }
}

impl JudgeArgs {
    /// The files of all reports.
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let others = [&self.gradescope, &self.classroom50];
        let others = others.into_iter().flatten().map(PathBuf::as_path);
        self.results.files().chain(others)
    }
}

pub const VERDICTS: &str = "\
Verdicts:
  AC   accepted
  PE   presentation error: only the white space differs
  WA   wrong answer
  TLE  too much CPU time; ILE: not done in time, but idle
  MLE  too much memory; OLE: too much output
  RTE  killed by a signal, an exit code other than 0, or too many processes
  CE   the program could not be built
  JE   the judge could not judge

A case whose answer is a single question mark has no fixed answer: the program must exit normally, and \
the case is counted apart from the others.

What --compare wants to be equal: exact, every byte; final-newline, all but a line feed at the end; \
trailing, all but blanks and empty lines at the ends; tokens, the words; float=EPS, the words, with \
numbers within EPS.

In a sandbox (Linux with Landlock), programs can read neither the cases nor the answers.

Exit code: 0 if all cases were accepted or ended as expected, 1 if some did not, 2 for wrong arguments or \
directories, 3 if the judge failed (JE, or results that cannot be written).";
