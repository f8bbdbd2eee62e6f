//! The report of random scripts on which a program and this one disagree.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use admiralty_core::escape::escape;
use admiralty_judge::report::command_line;
use admiralty_judge::{Disagreement, Stress};
use admiralty_pages::{ShortScript, stress_page};
use anstream::AutoStream;
use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

use super::run_view::{BAD, INDENT, print_failure, terminal_width, verdict_and_usage};
use super::{FAILED, JudgeArgs};
use crate::{CliError, replay, streams};

const SCRIPT_LINES_MAX: usize = 40;
/// The most cases that are kept for the same seed.
const CASES_OF_A_SEED_MAX: u32 = 1000;

/// The settings of a search, as far as its report needs them.
#[derive(Debug, Serialize, Deserialize)]
pub struct StressSettings {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// The directory of cases, to which scripts are written.
    cases: String,
    /// The name of the rule set, unless it is `ships`.
    rules: Option<String>,
    seed: u64,
    pub scripts: u64,
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
            scripts: stress.scripts as u64,
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

    /// Prints the last lines, and returns the exit code.
    pub fn end(&self, tried: u64, missing: u64) -> Result<u8, CliError> {
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
        if missing > 0 {
            let note = format!("This is a partial report: {missing} scripts are missing.");
            writeln!(io::stdout(), "{note}")?;
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
