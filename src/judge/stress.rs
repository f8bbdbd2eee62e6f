//! Compares a program with this one on random scripts.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use admiralty_core::script::Keyword;
use admiralty_judge::stress::{ClassicSetup, Contents, Scope};
use admiralty_judge::{Judge, JudgeError, Stress, StressFindings, StressProgress};
use admiralty_results::Shard;
use clap::Args;

use super::args::COMMON;
use super::stress_file::StressFile;
use super::stress_report::{StressReport, StressSettings};
use super::{JudgeArgs, files};
use crate::sandbox::Sandboxes;
use crate::values::{RulesArg, number, parse_rules, positive, seed};
use crate::{CliError, progress};

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
    /// Continue until K scripts are found that differ in different ways
    #[arg(long, value_name = "K", default_value = "1", value_parser = positive(), requires = "stress")]
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
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed(), requires = "stress")]
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
/// cases; or only the results of a shard.
pub fn stress(
    args: &JudgeArgs,
    scripts: usize,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    let shard = args.sharding.shard();
    let command = super::command(args)?;
    let judge = super::judge_of(args, command.clone(), sandboxes)?;
    files::check(args, &[], false)?;
    let stress = search(args, scripts);
    let settings = StressSettings::new(args, &command, &stress);
    let begun = Instant::now();
    if let Some(path) = &args.sharding.out {
        let file = StressFile::open(path, args, &settings, stress.units(), shard)?;
        file.run(&judge, &stress, shard, stop)?;
        return Ok(0);
    }
    let mut report = StressReport::new(&settings, args.results.html.as_deref());
    let tried = run(&judge, &stress, &mut report, stop)?;
    let code = report.end(tried, 0)?;
    progress::say_rate(tried, "scripts", begun);
    Ok(code)
}

pub fn search(args: &JudgeArgs, scripts: usize) -> Stress {
    let asked = &args.random;
    Stress {
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
    let found = judge.stress(
        stress,
        (Shard::WHOLE, 0),
        StressFindings::new(stress.findings),
        stop,
        |progress| match progress {
            StressProgress::Tried => bar.inc(1),
            StressProgress::Found(seed) => bar.println(format!(
                "seed {seed} shows a difference, and is being minimised; Ctrl-C stops that"
            )),
            StressProgress::Shortened(found) => {
                if let Err(error) = bar.suspend(|| report.add(&found.disagreement)) {
                    failure.get_or_insert(error);
                    stop.store(true, Ordering::Relaxed);
                }
            }
        },
    );
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
