//! Reports which cases catch which programs, and writes cases for the others.

use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::AtomicBool;

use admiralty_core::escape::escape;
use admiralty_judge::adequacy::Adequacy;
use admiralty_judge::{Case, Expectation, ExpectedStatus, Judge, JudgingTask};
use anstream::AutoStream;

use super::args::ResultArgs;
use super::files::RowFiles;
use super::result_screen::{BAD, GOOD, INDENT, terminal_width};
use super::stress::{StressReport, StressSettings};
use super::tasks::{self, CaseSelection};
use super::{FAILED, JudgeArgs, files, programs, stress, table};
use crate::CliError;
use crate::sandbox::Sandboxes;

/// How many programs a case alone may catch to be listed with it.
const ALONE_SHOWN_MAX: usize = 3;

/// Judges each program in a directory, and reports what the cases tell about them. If asked for,
/// writes cases for the programs that none catches, and reports again.
pub fn judge_mutants(
    args: &JudgeArgs,
    directory: &Path,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    let is_shown = !files::take_stdout(&args.results);
    let (mut adequacy, mut code) = judge(args, directory, is_shown, sandboxes, stop)?;
    if let Some(scripts) = args.random.stress
        && write_cases(
            args,
            directory,
            (&adequacy.uncaught, scripts),
            sandboxes,
            stop,
        )?
    {
        (adequacy, code) = judge(args, directory, is_shown, sandboxes, stop)?;
    }
    RowFiles::new(&args.results).end(&adequacy)?;
    Ok(code)
}

/// Judges the programs, and prints the report if it `is_shown`; returns it with the exit code.
fn judge(
    args: &JudgeArgs,
    directory: &Path,
    is_shown: bool,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<(Adequacy, u8), CliError> {
    let none = ResultArgs::default();
    let mut report = None;
    let ended = programs::judge_class(args, directory, (&none, sandboxes), stop, |found, _, of| {
        let adequacy = Adequacy::of(found);
        if is_shown {
            let out = &mut AutoStream::auto(io::stdout());
            if !args.results.quiet {
                table::print(found, of, false, out)?;
            }
            print(&adequacy, terminal_width(), out)?;
        }
        let results = found.programs.iter().flat_map(|row| &row.cases);
        let code = match super::exit_code(results, false) {
            0 | FAILED if adequacy.uncaught.is_empty() => 0,
            0 => FAILED,
            code => code,
        };
        report = Some(adequacy);
        Ok(code)
    });
    let code = ended?;
    let report = report.ok_or_else(|| CliError::usage("no program was judged"))?;
    Ok((report, code))
}

/// Writes cases for programs that no case catches; returns whether there are any.
fn write_cases(
    args: &JudgeArgs,
    directory: &Path,
    (uncaught, scripts): (&[String], usize),
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<bool, CliError> {
    let search = stress::search(args, scripts);
    let CaseSelection { config, .. } = tasks::select(args, None)?;
    let builder = programs::builder(args, &config, sandboxes)?;
    let entries = programs::entries(directory, builder.as_ref(), super::jobs(args), stop)?;
    let mut written: Vec<JudgingTask> = Vec::new();
    for entry in entries {
        if !uncaught.contains(&entry.row.program) {
            continue;
        }
        let judge = super::judge_of(args, entry.command.clone(), sandboxes)?;
        if is_caught(&judge, &written, args, stop)? {
            continue;
        }
        let settings = StressSettings::new(args, &entry.command, &search);
        let mut report = StressReport::new(&settings, None);
        let tried = stress::run(&judge, &search, &mut report, stop)?;
        report.end(tried)?;
        for found in &report.findings {
            for case in Case::read(found.case.as_ref())? {
                written.push(JudgingTask {
                    answer: case.read_answer()?,
                    case,
                    expectation: Expectation::default(),
                    rules: None,
                });
            }
        }
    }
    Ok(!written.is_empty())
}

fn is_caught(
    judge: &Judge,
    tasks: &[JudgingTask],
    args: &JudgeArgs,
    stop: &AtomicBool,
) -> Result<bool, CliError> {
    let mut is_caught = false;
    judge.judge_all(tasks, super::run_order(args), stop, |found| {
        is_caught |= found.status == ExpectedStatus::Failed;
    })?;
    Ok(is_caught)
}

fn print(adequacy: &Adequacy, width: usize, out: &mut impl Write) -> io::Result<()> {
    let (caught, judged) = (adequacy.caught(), adequacy.judged.len());
    let cases = adequacy.cases.iter();
    let widths = cases.map(|case| escape(&case.name).chars().count());
    let name_width = widths.chain(["case".len()]).max().unwrap_or(0);
    writeln!(out, "\n{:name_width$}  catches  alone", "case")?;
    for case in &adequacy.cases {
        let (name, alone) = (escape(&case.name), case.alone.len());
        write!(
            out,
            "{name:name_width$}  {:7}  {alone:5}",
            case.catches.len()
        )?;
        match (case.catches.len(), alone) {
            (0, _) => writeln!(out, "  nothing")?,
            (_, 0) => writeln!(out, "  redundant")?,
            (_, 1..=ALONE_SHOWN_MAX) => writeln!(out, "  {}", escape(&case.alone.join(", ")))?,
            _ => writeln!(out)?,
        }
    }
    let style = if caught == judged { GOOD } else { BAD };
    writeln!(
        out,
        "\n{style}{caught} of {judged} programs are caught.{style:#}"
    )?;
    print_list("No case catches:", &adequacy.uncaught, width, out)?;
    print_list("Not judged:", &adequacy.not_judged, width, out)?;
    for (at, group) in adequacy.alike.iter().enumerate() {
        let title = if at == 0 {
            "\nNo case distinguishes:\n"
        } else {
            ""
        };
        writeln!(out, "{title}{INDENT}{}", escape(&group.join(" = ")))?;
    }
    let (count, of) = (adequacy.sufficient.len(), adequacy.cases.len());
    let title = format!("Enough to catch all of them (greedy), {count} of {of} cases:");
    print_list(&title, &adequacy.sufficient, width, out)
}

fn print_list(title: &str, names: &[String], width: usize, out: &mut impl Write) -> io::Result<()> {
    if names.is_empty() {
        return Ok(());
    }
    let names: Vec<_> = names.iter().map(|name| escape(name)).collect();
    let options = textwrap::Options::new(width)
        .initial_indent(INDENT)
        .subsequent_indent(INDENT)
        .break_words(false)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    writeln!(
        out,
        "\n{title}\n{}",
        textwrap::fill(&names.join(", "), options)
    )
}
