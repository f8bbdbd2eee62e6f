//! `admiralty mutants`: which cases catch which programs, and cases for the others.

use std::io::{self, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty_core::script::Keyword;
use admiralty_escape::escape;
use admiralty_judge::adequacy::Adequacy;
use admiralty_judge::class::{Class, Submissions};
use admiralty_judge::stress::{Scope, ScriptContents};
use admiralty_judge::{JudgingTask, Repetition, Stress};
use anstream::AutoStream;
use clap::Args;

use super::args::common_or_rare;
use super::files::{self, RowFiles};
use super::grade::{self, ClassArgs};
use super::result_screen::{BAD, GOOD, INDENT, terminal_width};
use super::stress::{self, StressReport, StressSettings};
use super::{FAILED, Secrets, directory_of_cases, table, with_sandboxes};
use crate::CliError;
use crate::sandbox::Sandboxes;
use crate::streams::is_standard;
use crate::values::{number, seed};

/// How many programs a case alone may catch to be listed with it.
const ALONE_SHOWN_MAX: usize = 3;

#[derive(Debug, Args)]
#[command(
    mut_args(common_or_rare),
    mut_arg("submissions", |arg| arg.value_name("PROGRAMS")
        .help("Directory or archive of programs: sources, or executable files")),
)]
pub struct MutantsArgs {
    #[command(flatten)]
    class: ClassArgs,
    /// Write cases for the programs that none catches, found by N random scripts each
    #[arg(long, value_name = "N", value_parser = number(0..=usize::MAX))]
    scripts: Option<usize>,
    /// The seed of the first script
    #[arg(long, value_name = "SEED", default_value = "0", value_parser = seed(), requires = "scripts")]
    seed: u64,
    /// Only the summary, without the table
    #[arg(long, short, help_heading = "Results")]
    quiet: bool,
    /// Write JSON, to standard output or to FILE
    #[arg(long, value_name = "FILE", num_args = 0..=1, require_equals = true, default_missing_value = "-")]
    json: Option<PathBuf>,
    /// Write CSV: a row for each case, and a column for each program
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

impl MutantsArgs {
    fn files(&self) -> impl Iterator<Item = &Path> + Clone {
        let files = [self.json.as_deref(), self.csv.as_deref()];
        files.into_iter().flatten()
    }
}

/// Judges each program in a directory, and reports what the cases tell about them. If asked for,
/// writes cases for the programs that none catches, and reports again.
pub fn mutants(args: &MutantsArgs) -> Result<u8, CliError> {
    let class = &args.class;
    if args.scripts.is_some() && !class.cases.is_dir() {
        let cases = class.cases.display();
        return Err(CliError::Usage(format!("{cases} is not a directory")));
    }
    let programs = Submissions::open(&class.submissions)?;
    let secrets = Secrets {
        files: directory_of_cases(&class.cases)
            .into_iter()
            .chain(args.files())
            .collect(),
        collections: programs.directories().collect(),
        is_stdout_taken: args.files().any(is_standard),
    };
    with_sandboxes(
        &class.judging.running.sandbox,
        &secrets,
        |sandboxes, stop| {
            let files: Vec<_> = args.files().collect();
            files::check(&files, None, &[], &[])?;
            let (judged, mut adequacy, mut code) = judge(args, &programs, sandboxes, stop)?;
            if let Some(scripts) = args.scripts
                && write_cases(args, &judged, &adequacy.uncaught, scripts, stop)?
            {
                (_, adequacy, code) = judge(args, &programs, sandboxes, stop)?;
            }
            RowFiles::new(args.json.as_deref(), args.csv.as_deref()).end(&adequacy)?;
            Ok(code)
        },
    )
}

/// Judges the programs, and prints the report unless a file is written to standard output; returns
/// what was judged, the report and the exit code.
fn judge(
    args: &MutantsArgs,
    programs: &Submissions,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<(Class, Adequacy, u8), CliError> {
    let once = Repetition::Each(NonZeroUsize::MIN);
    let request = args.class.request(programs, once, sandboxes)?;
    let mut class = grade::build(request, stop)?;
    let judged = grade::judge(&mut class, stop, |_| Ok(()));
    let table = class.table();
    let adequacy = Adequacy::of(table);
    if !args.files().any(is_standard) {
        let out = &mut AutoStream::auto(io::stdout());
        if !args.quiet {
            table::print(table, class.counted(), false, out)?;
        }
        print(&adequacy, terminal_width(), out)?;
    }
    judged?;
    let results = table.programs.iter().flat_map(|row| &row.cases);
    let code = match super::exit_code(results, false) {
        0 | FAILED if adequacy.uncaught.is_empty() => 0,
        0 => FAILED,
        code => code,
    };
    Ok((class, adequacy, code))
}

/// Writes cases for programs that no case catches; returns whether there are any.
fn write_cases(
    args: &MutantsArgs,
    class: &Class,
    uncaught: &[String],
    scripts: usize,
    stop: &AtomicBool,
) -> Result<bool, CliError> {
    let search = Stress {
        seed: args.seed,
        scripts,
        contents: ScriptContents {
            scope: Scope::Assignment,
            classic: None,
            without: Keyword::ALL.map(|_| false),
        },
        findings: NonZeroUsize::MIN,
        mode: args.class.judging.comparing.output.compare,
        jobs: args.class.judging.running.jobs(),
    };
    class.search_cases(uncaught, stop, |judge| {
        let command = &judge.program.name;
        let settings = StressSettings::new(Some(&args.class.cases), command, &search);
        let mut report = StressReport::new(&settings, None);
        let tried = stress::run(judge, &search, &mut report, stop)?;
        report.end(tried)?;
        let found = report.findings.iter();
        let cases = found.map(|found| JudgingTask::accepted(found.case.as_ref()));
        Ok::<_, CliError>(cases.collect::<Result<_, _>>()?)
    })
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
