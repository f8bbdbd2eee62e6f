//! Compares a program with this one on random scripts.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use admiralty::escape::escape;
use admiralty::generator::{ClassicSetup, Contents, Scope};
use admiralty::judge::report::command_line;
use admiralty::judge::{Disagreement, JudgeError, Stress, StressProgress};
use admiralty::report::replay::Replay;
use admiralty::report::stress_page;
use admiralty::script::Keyword;
use anstream::AutoStream;
use bstr::ByteSlice;
use clap::Args;

use super::args::COMMON;
use super::run_view::{BAD, INDENT, print_failure, terminal_width, verdict_and_usage};
use super::{FAILED, JudgeArgs, files};
use crate::cli::values::{RulesArg, parse_rules};
use crate::cli::{CliError, progress, replay, streams};

/// How many lines of a script are shown.
const SCRIPT_LINES_MAX: usize = 40;
/// The most cases that are kept for the same seed.
const CASES_OF_A_SEED_MAX: u32 = 1000;

#[derive(Debug, Args)]
#[command(next_help_heading = "Random scripts")]
pub struct StressArgs {
    /// Compare with admiralty on N random scripts
    ///
    /// The empty input is tried, too. The first script on which they differ is minimised and
    /// written as a case.
    #[arg(
        long,
        value_name = "N",
        help_heading = COMMON,
        conflicts_with_all = [
            "programs", "checker", "filter", "skip", "failed", "fail_fast", "repeat",
            "expectations", "json", "tap", "junit", "csv",
        ]
    )]
    pub stress: Option<usize>,
    /// Continue until K scripts are found that differ in different ways
    #[arg(long, value_name = "K", default_value = "1", requires = "stress")]
    pub findings: NonZeroUsize,
    /// Exclude these commands from the scripts, as in `SPY,AUTO_SHOOTING`
    #[arg(
        long,
        value_name = "COMMANDS",
        value_delimiter = ',',
        value_parser = parse_word,
        requires = "stress"
    )]
    pub without: Vec<Keyword>,
    /// Also test what only the language reference decides, because the assignment is silent and
    /// other programs may differ
    #[arg(long, requires = "stress")]
    pub strict: bool,
    /// The seed of the first script
    #[arg(long, value_name = "SEED", default_value = "0", requires = "stress")]
    pub seed: u64,
    /// The rule set of the scripts, with waters of N by N fields; without N, it varies by script
    /// [default: ships]
    #[arg(long, value_name = "NAME[:N]", value_parser = parse_rules, requires = "stress")]
    pub rules: Option<RulesArg>,
}

fn parse_word(text: &str) -> Result<Keyword, String> {
    Keyword::from_token(text.as_bytes()).ok_or_else(|| {
        let words = Keyword::ALL.map(Keyword::text).join(", ");
        format!("expected commands separated by commas: {words}")
    })
}

/// Compares a program with this one on random scripts, and writes scripts on which they differ as
/// cases.
pub fn stress(args: &JudgeArgs, scripts: usize, stop: &AtomicBool) -> Result<u8, CliError> {
    if !args.cases.is_dir() {
        return Err(CliError::usage(format!(
            "{} is not a directory",
            args.cases.display()
        )));
    }
    let scratch = super::scratch(args)?;
    let scratch = scratch.as_ref().map(tempfile::TempDir::path);
    let judge = super::judge_of(args, super::command(args)?, scratch)?;
    files::check(&args.results)?;
    let program = command_line(&judge.program.command);
    let asked = &args.random;
    let stress = Stress {
        seed: asked.seed,
        scripts,
        contents: Contents {
            scope: if asked.strict {
                Scope::Language
            } else {
                Scope::Assignment
            },
            classic: asked
                .rules
                .and_then(|rules| ClassicSetup::new(rules.rules, rules.side)),
            without: asked.without.iter().copied().collect(),
        },
        findings: asked.findings,
        mode: args.comparing.compare,
        jobs: super::jobs(args),
    };
    let bar = progress::count_bar(scripts, "scripts");
    let begun = Instant::now();
    let mut out = AutoStream::auto(io::stdout());
    let mut failure = None;
    let mut findings = Vec::new();
    let found = judge.stress(&stress, stop, |progress| match progress {
        StressProgress::Tried => bar.inc(1),
        StressProgress::Found(seed) => bar.println(format!(
            "seed {seed} shows a difference, and is being minimised; Ctrl-C stops that"
        )),
        StressProgress::Shortened(found) => {
            // It may have taken long to find: write it even if showing fails, and show it even if
            // writing fails.
            let written = write_case(&args.cases, &case_name(&stress, found), found);
            let shown = bar.suspend(|| {
                show(&program, found, &mut out)?;
                let path = written?;
                say_written(&path, &mut out)?;
                findings.push((found.clone(), path));
                Ok(())
            });
            if let Err(error) = shown {
                failure.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let tried = bar.position();
    bar.finish_and_clear();
    let page = args.results.html.as_deref();
    let page = page.map(|path| write_page(path, &judge.program.command, tried, &findings));
    if let Some(error) = failure {
        return Err(error);
    }
    let found = match found {
        Err(JudgeError::Cancelled) => {
            return Err(CliError::Interrupted(format!("{tried} scripts")));
        }
        found => found?.len(),
    };
    page.transpose()?;
    if found == 0 || asked.findings.get() > 1 {
        let last = asked.seed.wrapping_add(tried.saturating_sub(1));
        let findings = match found {
            0 => "no difference".to_owned(),
            1 => "1 finding".to_owned(),
            _ => format!("{found} findings"),
        };
        writeln!(
            io::stdout(),
            "{program}: {tried} random scripts (seeds {} to {last}), {findings} in {:.1} s",
            asked.seed,
            begun.elapsed().as_secs_f64()
        )?;
    }
    Ok(if found == 0 { 0 } else { FAILED })
}

/// Shows a script on which the program and this one disagree.
fn show(program: &str, found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let run = &found.judged_run;
    let seed = found.seed.map(|seed| format!("seed {seed}"));
    writeln!(
        out,
        "{program}: {}  {}  {}\n",
        seed.as_deref().unwrap_or("empty input"),
        verdict_and_usage(BAD, run.verdict.code(), run),
        run.detail.as_deref().unwrap_or_default()
    )?;
    let signature = found.signature.to_string();
    writeln!(out, "{INDENT}{BAD}{}{BAD:#}\n", escape(&signature))?;
    let script = &found.shrunk.script;
    let lines = script.lines().count();
    if found.seed.is_some() {
        let (long, attempts) = (found.lines, found.shrunk.attempts);
        writeln!(
            out,
            "{INDENT}{long} lines, reduced to {lines} in {attempts} attempts:"
        )?;
    }
    for line in script.lines().take(SCRIPT_LINES_MAX) {
        writeln!(out, "{INDENT}{INDENT}{}", escape(&line.to_str_lossy()))?;
    }
    if let Some(more @ 1..) = lines.checked_sub(SCRIPT_LINES_MAX) {
        writeln!(out, "{INDENT}{INDENT}and {more} more")?;
    }
    print_failure(run, terminal_width(), out)
}

/// Prints where a script was written to.
fn say_written(path: &Path, out: &mut impl Write) -> io::Result<()> {
    let [input, answer] = [path.to_owned(), path.with_extension("out")]
        .map(|path| escape(&path.display().to_string()).into_owned());
    writeln!(out, "{INDENT}written as a case: {input} and {answer}")?;
    out.flush()
}

/// Writes the page, and the replays of the scripts to a directory next to it.
fn write_page(
    page: &Path,
    command: &[OsString],
    tried: u64,
    found: &[(Disagreement, PathBuf)],
) -> Result<(), CliError> {
    let directory = replay::directory(page);
    if let Some(directory) = directory.as_deref().filter(|_| !found.is_empty()) {
        fs::create_dir_all(directory).map_err(CliError::cannot_write(directory))?;
    }
    let mut findings = Vec::new();
    for (disagreement, case) in found {
        let name = case.file_stem().unwrap_or_default().to_string_lossy();
        let replay = Replay::record(&*disagreement.shrunk.script).ok();
        let file = format!("{name}.html");
        let mut link = None;
        if let (Some(directory), Some(replay)) = (&directory, replay) {
            let script = case.display().to_string();
            let bytes = replay::page(&replay, &script, &name);
            streams::write(&directory.join(&file), bytes.as_bytes())?;
            let directory = directory.file_name().unwrap_or_default();
            link = Some(format!("{}/{file}", directory.to_string_lossy()));
        }
        findings.push((disagreement, case.display().to_string(), link));
    }
    streams::write(page, stress_page(command, tried, &findings).as_bytes())
}

/// The name of a case: its seed, and its rule set unless that is `ships`.
fn case_name(stress: &Stress, found: &Disagreement) -> String {
    let seed = found.seed.map(|seed| seed.to_string());
    let seed = seed.as_deref().unwrap_or("empty");
    match stress.contents.classic {
        Some(waters) if found.seed.is_some() => format!("stress-{}-{seed}", waters.rules().name),
        _ => format!("stress-{seed}"),
    }
}

/// Writes a case without overwriting others, and returns the path of its input.
fn write_case(directory: &Path, name: &str, found: &Disagreement) -> Result<PathBuf, CliError> {
    let write = |path: &Path, bytes| fs::write(path, bytes).map_err(CliError::cannot_write(path));
    let script = &found.shrunk.script;
    let numbers = (2..=CASES_OF_A_SEED_MAX).map(|number| format!("-{number}"));
    for number in [String::new()].into_iter().chain(numbers) {
        let path = directory.join(format!("{name}{number}.in"));
        // The same case found again is not a new one.
        if path.exists() && fs::read(&path).is_ok_and(|old| old != *script) {
            continue;
        }
        write(&path, script)?;
        write(&path.with_extension("out"), &found.answer)?;
        return Ok(path);
    }
    let failed = CliError::cannot_write(directory);
    Err(failed(io::ErrorKind::AlreadyExists.into()))
}
