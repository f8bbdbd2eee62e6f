//! The Test Anything Protocol (<https://testanything.org>), version 13: readers of
//! version 14 take that, too, and many know nothing newer.

use std::io::{self, Write};

use super::{CaseRecord, ExpectedStatus, JudgeReport, NOT_RUN, json};
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
    let result = match record.status {
        ExpectedStatus::Failed => "not ok",
        ExpectedStatus::Accepted | ExpectedStatus::Apart => "ok",
    };
    write!(out, "{result} {number} - {}", escaped(&record.name))?;
    if record.status == ExpectedStatus::Apart {
        let reason = record.reason.as_deref().unwrap_or("no fixed answer");
        write!(out, " # SKIP {}", escape(reason))?;
    }
    writeln!(out)?;
    if record.status == ExpectedStatus::Failed {
        writeln!(out, "  ---")?;
        writeln!(out, "  verdict: {}", record.verdict)?;
        writeln!(out, "  message: {}", quoted(&record.message())?)?;
        writeln!(out, "  cpu_seconds: {}", record.cpu_seconds)?;
        writeln!(out, "  memory_bytes: {}", record.memory_bytes)?;
        if let Some(place) = &record.difference {
            for (key, line) in [("expected", &place.expected), ("found", &place.found)] {
                match line {
                    Some(line) => writeln!(out, "  {key}: {}", quoted(line)?)?,
                    None => writeln!(out, "  {key}: null")?,
                }
            }
        }
        writeln!(out, "  ...")?;
    }
    Ok(())
}

/// A name in which no number sign begins a directive.
fn escaped(name: &str) -> String {
    escape(name).replace('\\', "\\\\").replace('#', "\\#")
}

/// A string of YAML, which is one of JSON.
fn quoted(text: &str) -> io::Result<String> {
    let mut quoted = Vec::new();
    json::write(&text, &mut quoted)?;
    String::from_utf8(quoted).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_quoted_that_yaml_minds() {
        let quoted = quoted("a\"\u{1}\u{7f}\u{85}\u{feff}\u{fffe}é").expect("text");
        assert_eq!(quoted, r#""a\"\u0001\u007f\u0085\ufeff\ufffeé""#);
    }
}
