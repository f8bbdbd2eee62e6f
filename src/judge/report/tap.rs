//! The Test Anything Protocol (<https://testanything.org>), version 13, which readers of version 14
//! accept, too; many tools know nothing newer.

use std::io::{self, Write};

use super::rows::json;
use super::{JudgeReport, NOT_RUN};
use crate::escape::escape;
use crate::judge::{CaseResult, ExpectedStatus};

impl JudgeReport {
    /// Writes the report as TAP. Cases that do not count or were not run are skipped tests.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_tap(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = self.cases.len() + self.not_run.len();
        writeln!(out, "TAP version 13\n1..{count}\n# {}", self.command_line())?;
        for (number, found) in (1..).zip(&self.cases) {
            write_case(number, found, out)?;
        }
        for (number, case) in (self.cases.len() + 1..).zip(&self.not_run) {
            writeln!(out, "ok {number} - {} # SKIP {NOT_RUN}", escaped(case))?;
        }
        Ok(())
    }
}

fn write_case(number: usize, found: &CaseResult, out: &mut dyn Write) -> io::Result<()> {
    let name = escaped(&found.name);
    match found.status {
        ExpectedStatus::Accepted => return writeln!(out, "ok {number} - {name}"),
        ExpectedStatus::Apart => {
            let reason = escape(found.skip_reason());
            return writeln!(out, "ok {number} - {name} # SKIP {reason}");
        }
        ExpectedStatus::Failed => writeln!(out, "not ok {number} - {name}")?,
    }
    let run = &found.worst_run;
    writeln!(out, "  ---\n  verdict: {}", run.verdict)?;
    writeln!(out, "  message: {}", json(&found.message()))?;
    writeln!(out, "  cpu_seconds: {}", run.usage.cpu.as_secs_f64())?;
    writeln!(out, "  memory_bytes: {}", run.usage.memory)?;
    if let Some(place) = run.difference() {
        writeln!(out, "  expected: {}", json(&place.expected.shown()))?;
        writeln!(out, "  found: {}", json(&place.found.shown()))?;
    }
    writeln!(out, "  ...")
}

/// A name in which `#` does not start a directive.
fn escaped(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}
