//! `admiralty check`.

use std::io::{self, Read, Write};
use std::path::Path;

use admiralty::check;
use admiralty::diagnostic::{Diagnostic, Severity};
use serde::Serialize;

use super::args::{Check, Format};
use super::{CliError, snippet, streams};

/// Checks scripts; says whether there is no error in any of them. A file that
/// cannot be read does not keep the others from being checked.
pub fn check(args: &Check) -> Result<bool, CliError> {
    let (mut found, mut unreadable) = (Vec::new(), Vec::new());
    for path in &args.files {
        match read(path) {
            Ok((script, name)) => {
                found.extend(
                    check::check(&script)
                        .into_iter()
                        .map(|diagnostic| (name.clone(), diagnostic)),
                );
            }
            Err(error) => unreadable.push(error),
        }
    }
    match print(&found, args.format) {
        // Nobody wants to know more; the exit status still says it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        result => result?,
    }
    let errors = count(&found, Severity::Error);
    if unreadable.is_empty() {
        Ok(errors == 0)
    } else {
        Err(CliError::Several(unreadable))
    }
}

fn count(found: &[(String, Diagnostic)], severity: Severity) -> usize {
    found
        .iter()
        .filter(|(_, found)| found.severity == severity)
        .count()
}

fn print(found: &[(String, Diagnostic)], format: Format) -> io::Result<()> {
    match format {
        Format::Human => {
            for (name, diagnostic) in found {
                snippet::print(diagnostic, name, io::stdout())?;
                writeln!(io::stdout())?;
            }
            if !found.is_empty() {
                let summary = summary(
                    count(found, Severity::Error),
                    count(found, Severity::Warning),
                );
                writeln!(io::stdout(), "{summary}")?;
            }
        }
        Format::Json => {
            let entries: Vec<_> = found
                .iter()
                .map(|(name, found)| Entry::new(name, found))
                .collect();
            let json = serde_json::to_string_pretty(&entries).map_err(io::Error::from)?;
            writeln!(io::stdout(), "{json}")?;
        }
    }
    Ok(())
}

fn read(path: &Path) -> Result<(Vec<u8>, String), CliError> {
    let (mut input, name) = streams::open(Some(path))?;
    let mut script = Vec::new();
    match input.read_to_end(&mut script) {
        Ok(_) => Ok((script, name)),
        Err(source) => Err(CliError::Read { path: name, source }),
    }
}

fn summary(errors: usize, warnings: usize) -> String {
    let count = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    };
    format!("{}, {}", count(errors, "error"), count(warnings, "warning"))
}

/// A diagnostic as an editor reads it.
#[derive(Serialize)]
struct Entry<'d> {
    file: &'d str,
    /// From 1.
    line: u64,
    /// In characters, from 1.
    column: usize,
    /// The column after the last one.
    end_column: usize,
    severity: &'static str,
    code: &'d str,
    message: &'d str,
    label: &'d str,
    notes: &'d [String],
}

impl<'d> Entry<'d> {
    fn new(file: &'d str, diagnostic: &'d Diagnostic) -> Self {
        let column = |at: usize| {
            let before = &diagnostic.text[..at.min(diagnostic.text.len())];
            String::from_utf8_lossy(before).chars().count() + 1
        };
        Self {
            file,
            line: diagnostic.line,
            column: column(diagnostic.span.start),
            end_column: column(diagnostic.span.end),
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Warning => "warning",
            },
            code: diagnostic.code,
            message: &diagnostic.message,
            label: &diagnostic.label,
            notes: &diagnostic.notes,
        }
    }
}
