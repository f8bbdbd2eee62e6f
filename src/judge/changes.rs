//! Shows what has changed since an earlier run.

use std::io::{self, Write};
use std::path::Path;

use admiralty_core::escape::escape;
use admiralty_judge::report::{EarlierRun, ProgramChange, RunChanges};
use clap::builder::styling::Style;

use super::run_view::{BAD, GOOD, INDENT};
use crate::{CliError, streams};

pub fn read(path: &Path) -> Result<EarlierRun, CliError> {
    let json = streams::read(path)?;
    EarlierRun::parse(&json).map_err(|error| {
        let path = path.display();
        CliError::usage(format!("{path} cannot be compared with: {error}"))
    })
}

pub fn print(changes: &RunChanges, out: &mut dyn Write) -> io::Result<()> {
    if changes.is_empty() {
        return writeln!(out, "\nNothing has changed since the earlier run.");
    }
    let [gains, losses] = changes.gains_and_losses();
    writeln!(
        out,
        "\nSince the earlier run, {} and {}:",
        counted(gains, "gains", "gain"),
        counted(losses, "loses", "lose")
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

fn counted(count: usize, one: &str, several: &str) -> String {
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
