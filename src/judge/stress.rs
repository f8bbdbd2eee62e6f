//! Compares a program with this one on random scripts, and reports where they disagree.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use admiralty_core::escape::escape;
use admiralty_core::script::Keyword;
use admiralty_judge::report::command_line;
use admiralty_judge::stress::{ClassicSetup, Scope, ScriptContents};
use admiralty_judge::{Disagreement, Judge, JudgeError, Stress, StressProgress};
use admiralty_pages::{ShortScript, stress_page};
use anstream::AutoStream;
use bstr::ByteSlice;
use clap::Args;

use super::args::COMMON;
use super::result_screen::{BAD, INDENT, print_failure, terminal_width, verdict_and_usage};
use super::{FAILED, JudgeArgs, files};
use crate::completions::words;
use crate::sandbox::Sandboxes;
use crate::values::{RulesArg, number, parse_rules, positive, rule_set_names, seed};
use crate::{CliError, progress, replay, streams};

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
        value_parser = number(0..=usize::MAX),
        help_heading = COMMON,
        conflicts_with_all = [
            "programs", "checker", "failed", "fail_fast", "repeat", "junit",
        ]
    )]
    pub stress: Option<usize>,
    /// Stop only after K scripts on which they differ in different ways
    #[arg(long, value_name = "K", default_value = "1", value_parser = positive(), requires = "stress")]
    pub findings: NonZeroUsize,
    /// Exclude these commands from the scripts, as in `SPY,AUTO_SHOOTING`
    #[arg(
        long,
        value_name = "COMMANDS",
        value_delimiter = ',',
        value_parser = parse_word,
        add = words(|| Keyword::ALL.map(Keyword::text)),
        requires = "stress"
    )]
    pub without: Vec<Keyword>,
    /// Also test what the assignment leaves open, where other programs may differ
    #[arg(long, requires = "stress")]
    pub strict: bool,
    /// The seed of the first script
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed(), requires = "stress")]
    pub seed: u64,
    /// The rule set of the scripts, with waters of N by N fields; without N, it varies by script
    /// [default: ships]
    #[arg(long, value_name = "NAME[:N]", value_parser = parse_rules, add = words(rule_set_names), requires = "stress")]
    pub rules: Option<RulesArg>,
}

fn parse_word(text: &str) -> Result<Keyword, String> {
    Keyword::from_token(text.as_bytes()).ok_or_else(|| {
        let words = Keyword::ALL.map(Keyword::text).join(", ");
        format!("expected commands separated by commas: {words}")
    })
}

/// Checks that random scripts have a directory for cases, and no options that are for cases.
pub fn check(args: &JudgeArgs) -> Result<(), CliError> {
    let (selection, results) = (&args.selection, &args.results);
    let options = [
        ("--filter", !selection.filter.is_empty()),
        ("--skip", !selection.skip.is_empty()),
        ("--json", results.json.is_some()),
        ("--csv", results.csv.is_some()),
    ];
    if args.random.stress.is_none() {
        return Ok(());
    }
    let given = options.into_iter().find(|&(_, is_given)| is_given);
    match given {
        Some((option, _)) if args.other.mutants.is_none() => {
            let message = "cannot be used with --stress, except with --mutants";
            Err(CliError::Usage(format!("{option} {message}")))
        }
        _ if !args.cases.is_dir() => {
            let cases = args.cases.display();
            Err(CliError::Usage(format!("{cases} is not a directory")))
        }
        _ => Ok(()),
    }
}

/// Compares a program with this one on random scripts, and writes scripts on which they differ as
/// cases.
pub fn stress(
    args: &JudgeArgs,
    scripts: usize,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    let command = super::command(args)?;
    let judge = super::judge_of(args, command.clone(), sandboxes)?;
    files::check(args, &[], false)?;
    let stress = search(args, scripts);
    let settings = StressSettings::new(args, &command, &stress);
    let begun = Instant::now();
    let mut report = StressReport::new(&settings, args.results.html.as_deref());
    let tried = run(&judge, &stress, &mut report, stop)?;
    let code = report.end(tried)?;
    progress::say_rate(tried, "scripts", begun);
    Ok(code)
}

pub fn search(args: &JudgeArgs, scripts: usize) -> Stress {
    let asked = &args.random;
    Stress {
        seed: asked.seed,
        scripts,
        contents: ScriptContents {
            scope: if asked.strict {
                Scope::Language
            } else {
                Scope::Assignment
            },
            classic: asked
                .rules
                .and_then(|rules| ClassicSetup::new(rules.rules, rules.side)),
            without: Keyword::ALL.map(|word| asked.without.contains(&word)),
        },
        findings: asked.findings,
        mode: args.comparing.compare,
        jobs: super::jobs(args),
    }
}

/// Tries a program on random scripts, reports those on which it differs, and writes the page;
/// returns how many were tried.
pub fn run(
    judge: &Judge,
    stress: &Stress,
    report: &mut StressReport<'_>,
    stop: &AtomicBool,
) -> Result<u64, CliError> {
    let bar = progress::count_bar(stress.scripts as u64, "scripts");
    let mut failure = None;
    let found = judge.stress(stress, stop, |progress| match progress {
        StressProgress::Tried => bar.inc(1),
        StressProgress::Found(seed) => bar.println(format!(
            "seed {seed} shows a difference, and is being minimised; Ctrl-C stops that"
        )),
        StressProgress::Shortened(found) => {
            if let Err(error) = bar.suspend(|| report.add(found)) {
                failure.get_or_insert(error);
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    let tried = bar.position();
    bar.finish_and_clear();
    let page = report.write_page(tried);
    if let Some(error) = failure {
        return Err(error);
    }
    match found {
        Err(JudgeError::Cancelled) if report.findings.is_empty() => {
            return Err(CliError::Interrupted(format!("{tried} scripts")));
        }
        Ok(()) | Err(JudgeError::Cancelled) => page?,
        Err(error) => return Err(error.into()),
    }
    Ok(tried)
}

/// The settings of a search, as far as its report needs them.
#[derive(Debug)]
pub struct StressSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The directory of cases, to which scripts are written.
    cases: String,
    /// The name of the rule set, unless it is `ships`.
    rules: Option<String>,
    seed: u64,
    pub findings: NonZeroUsize,
}

impl StressSettings {
    pub fn new(args: &JudgeArgs, command: &[OsString], stress: &Stress) -> Self {
        let words = command.iter().map(|word| word.to_string_lossy().into());
        let rules = stress.contents.classic;
        Self {
            command: words.collect(),
            cases: args.cases.to_string_lossy().into_owned(),
            rules: rules.map(|waters| waters.rules().name.to_owned()),
            seed: stress.seed,
            findings: stress.findings,
        }
    }
}

/// Shows disagreements one by one, and writes them as cases.
pub struct StressReport<'a> {
    settings: &'a StressSettings,
    html: Option<&'a Path>,
    /// The scripts, with the inputs of the cases that were written.
    pub findings: Vec<ShortScript>,
}

impl<'a> StressReport<'a> {
    pub const fn new(settings: &'a StressSettings, html: Option<&'a Path>) -> Self {
        Self {
            settings,
            html,
            findings: Vec::new(),
        }
    }

    /// Writes a script as a case, and shows it.
    pub fn add(&mut self, found: &Disagreement) -> Result<(), CliError> {
        let mut out = AutoStream::auto(io::stdout());
        let name = case_name(self.settings, found);
        // It may have taken long to find: write it even if showing fails, and show it even if
        // writing fails.
        let written = write_case(Path::new(&self.settings.cases), &name, found);
        show(&command_line(&self.settings.command), found, &mut out)?;
        let path = written?;
        say_written(&path, &mut out)?;
        self.findings.push(ShortScript {
            case: path.display().to_string(),
            found: found.clone(),
            replay: None,
        });
        Ok(())
    }

    /// Writes the page, if it is asked for, and the replays of the scripts, after this many scripts.
    pub fn write_page(&mut self, tried: u64) -> Result<(), CliError> {
        let Some(page) = self.html else {
            return Ok(());
        };
        for ShortScript {
            case,
            found,
            replay,
        } in &mut self.findings
        {
            let name = Path::new(case).file_stem().unwrap_or_default();
            let name = name.to_string_lossy();
            let (file, script) = (format!("{name}.html"), &found.shrunk.script);
            *replay = replay::write_beside(page, &file, script, case, &name)?;
        }
        let text = stress_page(&self.settings.command, tried, &self.findings);
        streams::write(page, text.as_bytes())
    }

    /// Prints the last line, and returns the exit code.
    pub fn end(&self, tried: u64) -> Result<u8, CliError> {
        let found = self.findings.len();
        let StressSettings {
            command,
            seed,
            findings,
            ..
        } = self.settings;
        if found == 0 || findings.get() > 1 {
            let last = seed.wrapping_add(tried.saturating_sub(1));
            let findings = match found {
                0 => "no difference".to_owned(),
                1 => "1 finding".to_owned(),
                _ => format!("{found} findings"),
            };
            writeln!(
                io::stdout(),
                "{}: {tried} random scripts (seeds {seed} to {last}), {findings}",
                command_line(command)
            )?;
        }
        Ok(if found == 0 { 0 } else { FAILED })
    }
}

fn show(program: &str, found: &Disagreement, out: &mut impl Write) -> io::Result<()> {
    let run = &found.judged_run;
    let seed = found.seed.map(|seed| format!("seed {seed}"));
    writeln!(
        out,
        "{program}: {}  {}  {}\n",
        seed.as_deref().unwrap_or("empty input"),
        verdict_and_usage(BAD, run.verdict.code(), run),
        run.remark().unwrap_or_default()
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

fn say_written(path: &Path, out: &mut impl Write) -> io::Result<()> {
    let [input, answer] = [path.to_owned(), path.with_extension("out")]
        .map(|path| escape(&path.display().to_string()).into_owned());
    writeln!(out, "{INDENT}written as a case: {input} and {answer}")?;
    out.flush()
}

/// The name of a case: its seed, and its rule set unless that is `ships`.
fn case_name(settings: &StressSettings, found: &Disagreement) -> String {
    let seed = found.seed.map(|seed| seed.to_string());
    let seed = seed.as_deref().unwrap_or("empty");
    match &settings.rules {
        Some(rules) if found.seed.is_some() => format!("stress-{rules}-{seed}"),
        _ => format!("stress-{seed}"),
    }
}

/// Writes a case without overwriting others, and returns the path of its input.
fn write_case(directory: &Path, name: &str, found: &Disagreement) -> Result<PathBuf, CliError> {
    let script = &found.shrunk.script;
    let numbers = (2..=CASES_OF_A_SEED_MAX).map(|number| format!("-{number}"));
    for number in [String::new()].into_iter().chain(numbers) {
        let path = directory.join(format!("{name}{number}.in"));
        // The same case found again is not a new one.
        if path.exists() && fs::read(&path).is_ok_and(|old| old != *script) {
            continue;
        }
        streams::write(&path, script)?;
        streams::write(&path.with_extension("out"), &found.answer)?;
        return Ok(path);
    }
    let failed = CliError::cannot_write(directory);
    Err(failed(io::ErrorKind::AlreadyExists.into()))
}
