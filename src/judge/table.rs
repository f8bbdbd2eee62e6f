//! Shows the results of several programs as a table, and what has changed since an earlier run.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;

use admiralty_escape::escape;
use admiralty_judge::Score;
use admiralty_judge::report::{
    CommonCause, EarlierRun, FailureCause, FailureCluster, ProgramChange, ProgramRow, ProgramTable,
    RunChanges, clusters,
};
use clap::builder::styling::Style;

use super::result_screen::{BAD, FAINT, GOOD, INDENT, style};
use crate::{CliError, streams};

/// How many characters of a case's name are shown above its column.
const NAME_ROWS_MAX: usize = 10;
const NOT_RUN: &str = "-";
/// How many lines of a compiler's messages are shown.
const MESSAGES_MAX: usize = 3;
/// How many groups of programs that fail in the same way are shown, how many lines of each, and how many
/// programs and cases are named in a line.
const CLUSTERS_MAX: usize = 10;
const CLUSTER_LINES_MAX: usize = 6;
const CLUSTER_NAMES_MAX: usize = 12;
const LEGEND: &str = ". AC   p PE   W WA   T TLE   I ILE   M MLE   O OLE   R RTE   J JE   ? unstable   o as expected   - not run";

/// Prints a table of programs by cases, of which `of` count, and with details, which programs fail for
/// one reason or in the same way.
pub fn print(
    table: &ProgramTable,
    of: usize,
    is_detailed: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let names = table.programs.iter().map(|row| escape(&row.program));
    let widths = names.map(|name| name.chars().count());
    let width = widths.chain(["program".len()]).max().unwrap_or(0);
    let count_width = 2 * of.to_string().len() + 1;
    let points = |row: &ProgramRow| row.score.as_ref().map(Score::to_string);
    let all_points = table.programs.iter().filter_map(points);
    let points_width = all_points.map(|it| it.len() + 2).max().unwrap_or(0);
    print_names(&table.cases, width + count_width + points_width + 4, out)?;
    for row in &table.programs {
        let count = match row.summary.accepted {
            _ if row.is_not_judged() => NOT_RUN.to_owned(),
            accepted => format!("{accepted}/{of}"),
        };
        let program = escape(&row.program);
        write!(out, "{program:width$}  {count:>count_width$}")?;
        let points = points(row).unwrap_or_default();
        write!(out, "{points:>points_width$}  ")?;
        for found in &row.cases {
            let style = style(found.status);
            write!(out, "{style}{}{style:#}", found.mark())?;
        }
        write!(out, "{}", NOT_RUN.repeat(row.not_run.len()))?;
        if let Some(error) = &row.error {
            let verdict = if row.is_build_failed() { "CE  " } else { "" };
            write!(out, "{BAD}{verdict}{}{BAD:#}", escape(error))?;
        } else if let Some(build) = &row.build {
            write!(out, "  {FAINT}{}{FAINT:#}", escape(&build.origin()))?;
        }
        if let Some(late) = row.lateness() {
            write!(out, "  {BAD}{late}{BAD:#}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "\n{LEGEND}")?;
    print_failed_builds(table, out)?;
    print_unstable(table, out)?;
    if is_detailed {
        print_causes(table, out)?;
        print_clusters(&clusters(table), out)?;
    }
    if let Some(changes) = table.changes() {
        print_changes(&changes, out)?;
    }
    match table.missing {
        0 => Ok(()),
        missing => writeln!(
            out,
            "This is a partial report: {missing} programs are missing."
        ),
    }
}

pub fn read_earlier_run(path: &Path) -> Result<EarlierRun, CliError> {
    let json = streams::read(path)?;
    EarlierRun::parse(&json).map_err(|error| {
        let path = path.display();
        CliError::usage(format!("cannot compare with {path}: {error}"))
    })
}

/// Prints the first error of each program that could not be built, by the rule that came furthest.
fn print_failed_builds(table: &ProgramTable, out: &mut dyn Write) -> io::Result<()> {
    let failed = table.programs.iter().filter(|row| row.is_build_failed());
    let builds = failed.filter_map(|row| Some((row, row.build.as_ref()?)));
    for (number, (row, build)) in builds.enumerate() {
        if number == 0 {
            writeln!(out)?;
        }
        let program = escape(&row.program);
        let rule = escape(&build.rule);
        writeln!(out, "{program} could not be built ({rule}):")?;
        for line in build.from_first_error().iter().take(MESSAGES_MAX) {
            writeln!(out, "{INDENT}{}", escape(line))?;
        }
    }
    Ok(())
}

/// Prints the cases that had different verdicts when they were run again.
fn print_unstable(table: &ProgramTable, out: &mut dyn Write) -> io::Result<()> {
    let rows = table.programs.iter().filter_map(|row| {
        let cases = row.unstable();
        let cases: Vec<_> = cases
            .map(|found| format!("{} {}", found.name, found.word()))
            .collect();
        (!cases.is_empty()).then(|| format!("{}: {}", row.program, cases.join(", ")))
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        writeln!(out, "\nUnstable, with different verdicts when run again:")?;
    }
    for row in rows {
        writeln!(out, "{INDENT}{}", escape(&row))?;
    }
    Ok(())
}

/// Prints the causes that most failures of a program have in common, with the programs that have each.
fn print_causes(table: &ProgramTable, out: &mut dyn Write) -> io::Result<()> {
    let mut by_cause: BTreeMap<FailureCause, Vec<String>> = BTreeMap::new();
    for row in &table.programs {
        if let Some(CommonCause { cause, cases }) = row.cause() {
            let program = format!("{} ({cases} cases)", row.program);
            by_cause.entry(cause).or_default().push(program);
        }
    }
    if !by_cause.is_empty() {
        writeln!(out, "\nFailing for one reason:")?;
    }
    for (cause, programs) in by_cause {
        let remedy = cause.remedy();
        let remedy = remedy.map(|it| format!("; {it} would accept it"));
        writeln!(out, "{INDENT}{cause}{}:", remedy.unwrap_or_default())?;
        let programs = programs.join(", ");
        writeln!(out, "{INDENT}  {FAINT}{}{FAINT:#}", escape(&programs))?;
    }
    Ok(())
}

/// Prints the most important groups of programs that fail in the same way.
fn print_clusters(clusters: &[FailureCluster], out: &mut dyn Write) -> io::Result<()> {
    if !clusters.is_empty() {
        writeln!(out, "\nFailing in the same way:")?;
    }
    for cluster in clusters.iter().take(CLUSTERS_MAX) {
        writeln!(out, "{INDENT}{}:", escape(&cluster.description))?;
        let lines = cluster.lines(CLUSTER_NAMES_MAX);
        for line in lines.iter().take(CLUSTER_LINES_MAX) {
            writeln!(out, "{INDENT}  {FAINT}{}{FAINT:#}", escape(line))?;
        }
        if lines.len() > CLUSTER_LINES_MAX {
            writeln!(out, "{INDENT}  and others, which --json has")?;
        }
    }
    match clusters.len().saturating_sub(CLUSTERS_MAX) {
        0 => Ok(()),
        more => writeln!(out, "{INDENT}and {more} more, which --json has"),
    }
}

/// Prints the names of the cases vertically, without their common prefix.
fn print_names(names: &[String], indent: usize, out: &mut dyn Write) -> io::Result<()> {
    let first = if names.len() > 1 { &*names[0] } else { "" };
    let is_other = |&(at, c): &(usize, char)| !names.iter().all(|name| name[at..].starts_with(c));
    let end = first.char_indices().find(is_other);
    let common = &first[..end.map_or(first.len(), |(at, _)| at)];
    // Do not split numbers.
    let common = common.trim_end_matches(|c: char| c.is_ascii_digit());
    let shown = |name: &String| -> Vec<char> {
        let rest = escape(&name[common.len()..]);
        rest.chars().take(NAME_ROWS_MAX).collect()
    };
    let names: Vec<_> = names.iter().map(shown).collect();
    let rows = names.iter().map(Vec::len).max().unwrap_or(0);
    for row in 0..rows {
        let label = match common {
            common if row + 1 == rows && !common.is_empty() => format!("{}...", escape(common)),
            _ => String::new(),
        };
        let mut line = format!("{label:>width$} ", width = indent - 1);
        for name in &names {
            // Aligned at the bottom, as numbers are.
            let above = rows - name.len();
            line.push(row.checked_sub(above).map_or(' ', |at| name[at]));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn print_changes(changes: &RunChanges, out: &mut dyn Write) -> io::Result<()> {
    if changes.is_empty() {
        return writeln!(out, "\nNothing has changed since the earlier run.");
    }
    let [gains, losses] = changes.gains_and_losses();
    writeln!(
        out,
        "\nSince the earlier run, {} and {}:",
        count_of_programs(gains, "gains", "gain"),
        count_of_programs(losses, "loses", "lose")
    )?;
    for change in &changes.programs {
        print_program(change, out)?;
    }
    for (what, names) in [
        ("new programs", &changes.new_programs),
        ("missing programs", &changes.missing_programs),
        ("new cases", &changes.new_cases),
        ("missing cases", &changes.missing_cases),
    ] {
        if !names.is_empty() {
            writeln!(out, "{INDENT}{what}: {}", escape(&names.join(", ")))?;
        }
    }
    Ok(())
}

fn count_of_programs(count: usize, one: &str, several: &str) -> String {
    match count {
        0 => format!("no program {one}"),
        1 => format!("1 program {one}"),
        _ => format!("{count} programs {several}"),
    }
}

/// A program in a line, and its cases by how they have changed.
fn print_program(change: &ProgramChange, out: &mut dyn Write) -> io::Result<()> {
    let accepted = change.accepted.map(|count| count.to_string());
    let mut parts = vec![changed(accepted) + " accepted"];
    let points = |at: usize| match (change.points[at], change.points_max[at]) {
        (Some(points), Some(of)) => format!("{points} of {of}"),
        _ => "none".to_owned(),
    };
    if change.points != [None, None] {
        parts.push(changed([points(0), points(1)]) + " points");
    }
    let program = escape(&change.program);
    writeln!(out, "{INDENT}{program}: {}", parts.join(", "))?;
    // In the order in which they first occur.
    let mut kinds: Vec<([&str; 2], Vec<&str>)> = Vec::new();
    for case in &change.cases {
        let kind = [&*case.old, &*case.new];
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, names)) => names.push(&case.case),
            None => kinds.push((kind, vec![&case.case])),
        }
    }
    for ([old, new], names) in kinds {
        let style = match (old, new) {
            (_, "AC") => GOOD,
            ("AC", _) => BAD,
            _ => Style::new(),
        };
        let names = names.join(", ");
        writeln!(
            out,
            "{INDENT}  {style}{old} -> {new}{style:#}: {}",
            escape(&names)
        )?;
    }
    Ok(())
}

/// Two values, or one if they are equal.
fn changed([old, new]: [String; 2]) -> String {
    if old == new {
        new
    } else {
        format!("{old} -> {new}")
    }
}
