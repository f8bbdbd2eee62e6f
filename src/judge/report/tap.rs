//! The Test Anything Protocol (<https://testanything.org>), version 13: readers of
//! version 14 take that, too, and many know nothing newer.

use std::io::{self, Write};

use super::rows::json;
use super::{CaseRecord, ExpectedStatus, JudgeReport, NOT_RUN};
use crate::escape::escape;

impl JudgeReport {
    /// Writes it as TAP. What is apart or was not run is a test that is skipped.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_tap(&self, out: &mut dyn Write) -> io::Result<()> {
        let count = self.cases.len() + self.not_run.len();
        writeln!(out, "TAP version 13\n1..{count}\n# {}", self.command_line())?;
        for (number, record) in (1..).zip(&self.cases) {
            write_record(number, record, out)?;
        }
        for (number, case) in (self.cases.len() + 1..).zip(&self.not_run) {
            writeln!(out, "ok {number} - {} # SKIP {NOT_RUN}", escaped(case))?;
        }
        Ok(())
    }
}

fn write_record(number: usize, record: &CaseRecord, out: &mut dyn Write) -> io::Result<()> {
    let name = escaped(&record.name);
    match record.status {
        ExpectedStatus::Accepted => return writeln!(out, "ok {number} - {name}"),
        ExpectedStatus::Apart => {
            let reason = escape(record.skip_reason());
            return writeln!(out, "ok {number} - {name} # SKIP {reason}");
        }
        ExpectedStatus::Failed => writeln!(out, "not ok {number} - {name}")?,
    }
    writeln!(out, "  ---\n  verdict: {}", record.verdict)?;
    writeln!(out, "  message: {}", json(&record.message()))?;
    writeln!(out, "  cpu_seconds: {}", record.cpu_seconds)?;
    writeln!(out, "  memory_bytes: {}", record.memory_bytes)?;
    if let Some(place) = &record.difference {
        writeln!(out, "  expected: {}", json(&place.expected))?;
        writeln!(out, "  found: {}", json(&place.found))?;
    }
    writeln!(out, "  ...")
}

/// A name in which no number sign begins a directive.
fn escaped(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}
