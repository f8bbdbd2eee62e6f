//! `admiralty stress`: compares a program with this one on random scripts.

use std::ffi::OsString;
use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use admiralty_core::script::Keyword;
use admiralty_escape::escape;
use admiralty_judge::report::command_line;
use admiralty_judge::stress::{ClassicSetup, Scope, ScriptContents};
use admiralty_judge::{
    CaseRules, Disagreement, Judge, JudgeError, OutputCheck, OwnPaths, Stress, StressProgress,
    Verdict,
};
use admiralty_pages::{ShortScript, stress_page};
use admiralty_process::Program;
use anstream::AutoStream;
use bstr::ByteSlice;
use clap::Args;

use super::args::{CommandArgs, OutputArgs, RunningArgs, common_or_rare};
use super::result_screen::{BAD, INDENT, print_failure, terminal_width, verdict_and_usage};
use super::{FAILED, Secrets, files, with_sandboxes};
use crate::completions::words;
use crate::error::JUDGE_FAILED;
use crate::values::{RulesArg, number, parse_rules, positive, rule_set_names, seed};
use crate::{CliError, progress, replay, streams};

const SCRIPT_LINES_MAX: usize = 40;

#[derive(Debug, Args)]
#[command(mut_args(common_or_rare))]
pub struct StressArgs {
    #[command(flatten)]
    command: CommandArgs,
    /// How many random scripts to try, after the empty input
    ///
    /// The first script on which the programs differ is minimised.
    #[arg(long, short = 'n', value_name = "N", default_value = "1000", value_parser = number(0..=usize::MAX))]
    scripts: usize,
    /// Write each script on which they differ as a case to this directory
    #[arg(long, value_name = "DIR")]
    cases: Option<PathBuf>,
    /// Stop only after K scripts on which they differ in different ways
    #[arg(long, value_name = "K", default_value = "1", value_parser = positive())]
    findings: NonZeroUsize,
    /// The seed of the first script
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed())]
    seed: u64,
    /// The rule set of the scripts, with waters of N by N fields; without N, it varies by script
    /// [default: ships]
    #[arg(long, value_name = "NAME[:N]", value_parser = parse_rules, add = words(rule_set_names))]
    rules: Option<RulesArg>,
    /// Exclude these commands from the scripts, as in `SPY,AUTO_SHOOTING`
    #[arg(
        long,
        value_name = "COMMANDS",
        value_delimiter = ',',
        value_parser = parse_word,
        add = words(|| Keyword::ALL.map(Keyword::text)),
    )]
    without: Vec<Keyword>,
    /// Also test what the assignment leaves open, where other programs may differ
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    comparing: OutputArgs,
    /// Write a page: each script, and what went wrong
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    running: RunningArgs,
}

fn parse_word(text: &str) -> Result<Keyword, String> {
    Keyword::from_token(text.as_bytes()).ok_or_else(|| {
        let words = Keyword::ALL.map(Keyword::text).join(", ");
        format!("expected commands separated by commas: {words}")
    })
}

/// Compares a program with this one on random scripts, and shows scripts on which they differ.
pub fn stress(args: &StressArgs) -> Result<u8, CliError> {
    let command = args.command.words()?;
    if let Some(cases) = &args.cases
        && !cases.is_dir()
    {
        let cases = cases.display();
        return Err(CliError::Usage(format!("{cases} is not a directory")));
    }
    let paths = [&args.cases, &args.html];
    let secrets = Secrets {
        files: paths.into_iter().flatten().map(PathBuf::as_path).collect(),
        collections: Vec::new(),
        is_stdout_taken: args.html.as_deref().is_some_and(streams::is_standard),
    };
    with_sandboxes(&args.running.sandbox, &secrets, |sandboxes, stop| {
        let page: Vec<_> = args.html.iter().map(PathBuf::as_path).collect();
        files::check(&page, None, &[], &command)?;
        let stress = args.search();
        let judge = Judge {
            program: sandboxes.confine(Program::new(command.clone())),
            rules: CaseRules {
                limits: args.running.limits.limits(),
                comparing: OutputCheck::Mode(args.comparing.compare),
                exit_code: args.comparing.exit_code,
            },
            paths: OwnPaths::of_command(command.iter().map(Path::new)),
            keeps_output: false,
        };
        let settings = StressSettings::new(args.cases.as_deref(), &command, &stress);
        let begun = Instant::now();
        let mut report = StressReport::new(&settings, args.html.as_deref());
        let tried = run(&judge, &stress, &mut report, stop)?;
        let code = report.end(tried)?;
        progress::say_rate(tried, "scripts", begun);
        Ok(code)
    })
}

impl StressArgs {
    fn search(&self) -> Stress {
        let rules = self.rules;
        Stress {
            seed: self.seed,
            scripts: self.scripts,
            contents: ScriptContents {
                scope: if self.strict {
                    Scope::Language
                } else {
                    Scope::Assignment
                },
                classic: rules.and_then(|rules| ClassicSetup::new(rules.rules, rules.side)),
                without: Keyword::ALL.map(|word| self.without.contains(&word)),
            },
            findings: self.findings,
            mode: self.comparing.compare,
            jobs: self.running.jobs(),
        }
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
    /// The directory to which scripts are written as cases, if there is one.
    cases: Option<PathBuf>,
    /// The name of the rule set, unless it is `ships`.
    rules: Option<String>,
    seed: u64,
    pub findings: NonZeroUsize,
}

impl StressSettings {
    pub fn new(cases: Option<&Path>, command: &[OsString], stress: &Stress) -> Self {
        let words = command.iter().map(|word| word.to_string_lossy().into());
        let rules = stress.contents.classic;
        Self {
            command: words.collect(),
            cases: cases.map(Path::to_owned),
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

    /// Shows a script, and writes it as a case if there is a directory for it.
    pub fn add(&mut self, found: &Disagreement) -> Result<(), CliError> {
        let mut out = AutoStream::auto(io::stdout());
        let name = case_name(self.settings, found);
        // It may have taken long to find: write it even if showing fails, and show it even if
        // writing fails.
        let cases = self.settings.cases.as_deref();
        let written = cases.map(|directory| files::write_case(directory, &name, found));
        show(&command_line(&self.settings.command), found, &mut out)?;
        let path = written.transpose()?;
        if let Some(path) = &path {
            say_written(path, &mut out)?;
        }
        self.findings.push(ShortScript {
            case: path.map_or(name, |path| path.display().to_string()),
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
        let mut verdicts = self.findings.iter().map(|it| it.found.judged_run.verdict);
        Ok(if verdicts.any(|it| it == Verdict::JudgeError) {
            JUDGE_FAILED
        } else if found > 0 {
            FAILED
        } else {
            0
        })
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
