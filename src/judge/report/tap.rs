//! The Test Anything Protocol, version 14 (<https://testanything.org>).

use std::io::{self, Write};

use super::{Record, Report, Standing};

impl Report {
    /// Writes it as TAP. What is apart is a test that is skipped.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_tap(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "TAP version 14\n1..{}", self.cases.len())?;
        for (number, record) in (1..).zip(&self.cases) {
            write_record(number, record, out)?;
        }
        Ok(())
    }
}

fn write_record(number: usize, record: &Record, out: &mut dyn Write) -> io::Result<()> {
    let result = match record.standing {
        Standing::Failed => "not ok",
        Standing::Accepted | Standing::Apart => "ok",
    };
    // A number sign would begin a directive.
    let name = one_line(&record.name)
        .replace('\\', "\\\\")
        .replace('#', "\\#");
    write!(out, "{result} {number} - {name}")?;
    if record.standing == Standing::Apart {
        let reason = record.reason.as_deref().unwrap_or("no fixed answer");
        write!(out, " # SKIP {}", one_line(reason))?;
    }
    writeln!(out)?;
    if record.standing == Standing::Failed {
        let quoted = |text: &str| serde_json::to_string(text).map_err(io::Error::from);
        writeln!(out, "  ---")?;
        writeln!(out, "  verdict: {}", record.verdict)?;
        // A string of JSON is one of YAML.
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

fn one_line(text: &str) -> String {
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    text.chars().map(clean).collect()
}
