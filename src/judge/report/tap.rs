//! The Test Anything Protocol (<https://testanything.org>), version 13, which readers of version 14
//! accept, too; many tools know nothing newer.

use std::io::{self, Write};

use super::rows::to_json;
use super::{NOT_RUN, ProgramRow};
use crate::escape::escape;
use crate::judge::{CaseResult, ExpectedStatus};

/// Writes results as TAP. Cases that do not count or were not run are skipped tests. In a report on
/// several programs, the name of a test begins with that of its program; a program that could not
/// be judged is one failed test.
///
/// # Errors
///
/// Those of `out`.
pub fn write_tap(programs: &[ProgramRow], out: &mut dyn Write) -> io::Result<()> {
    let count: usize = programs.iter().map(ProgramRow::tests).sum();
    writeln!(out, "TAP version 13\n1..{count}")?;
    let mut numbers = 1..;
    for row in programs {
        let program = escaped(&row.program);
        writeln!(out, "# {}", escape(&row.program))?;
        let prefix = match programs.len() {
            1 => String::new(),
            _ => format!("{program}: "),
        };
        for (found, number) in row.cases.iter().zip(&mut numbers) {
            write_case(&format!("{number} - {prefix}"), found, out)?;
        }
        for (case, number) in row.not_run.iter().zip(&mut numbers) {
            let name = escaped(case);
            writeln!(out, "ok {number} - {prefix}{name} # SKIP {NOT_RUN}")?;
        }
        for ((verdict, reason), number) in row.failure().iter().zip(&mut numbers) {
            writeln!(out, "not ok {number} - {program}")?;
            writeln!(out, "  ---\n  verdict: {verdict}")?;
            writeln!(out, "  message: {}\n  ...", to_json(reason))?;
        }
    }
    Ok(())
}

fn write_case(prefix: &str, found: &CaseResult, out: &mut dyn Write) -> io::Result<()> {
    let name = escaped(&found.name);
    match found.status {
        ExpectedStatus::Accepted => return writeln!(out, "ok {prefix}{name}"),
        ExpectedStatus::Apart => {
            let reason = escape(found.skip_reason());
            return writeln!(out, "ok {prefix}{name} # SKIP {reason}");
        }
        ExpectedStatus::Failed => writeln!(out, "not ok {prefix}{name}")?,
    }
    let run = &found.worst_run;
    writeln!(out, "  ---\n  verdict: {}", run.verdict)?;
    writeln!(out, "  message: {}", to_json(&found.message()))?;
    writeln!(out, "  cpu_seconds: {}", run.usage.cpu.as_secs_f64())?;
    writeln!(out, "  memory_bytes: {}", run.usage.memory)?;
    if let Some(place) = run.difference() {
        writeln!(out, "  expected: {}", to_json(&place.expected.shown()))?;
        writeln!(out, "  found: {}", to_json(&place.found.shown()))?;
    }
    writeln!(out, "  ...")
}

/// A name in which `#` does not start a directive.
fn escaped(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}
