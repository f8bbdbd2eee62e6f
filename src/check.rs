//! `admiralty check`.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::mem;
use std::path::{Path, PathBuf};

use admiralty_core::interpreter::{Diagnostic, Severity, StreamError, check};
use admiralty_escape::escape;
use admiralty_pages::{
    CheckedScript, GitlabIssues, SARIF_BEGIN, github_annotation, sarif_end, sarif_result,
    write_check_junit,
};
use annotate_snippets::Renderer;
use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde::ser::{SerializeSeq, Serializer};

use crate::lsp::meaning;
use crate::streams::{self, ScriptInput};
use crate::{CliError, snippet};

#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The scripts; `-` is standard input. Of a directory, all files *.in and *.ships in it and
    /// below
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// How to print the findings
    #[arg(long, value_enum, default_value = "human")]
    format: OutputFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum OutputFormat {
    /// For human readers
    Human,
    /// For problem matchers: a line each, as compilers print them
    Short,
    /// For editors: an array of objects; lines and columns count from 1
    Json,
    /// For code scanners: SARIF 2.1.0
    Sarif,
    /// For workflows of GitHub, which shows the findings in the change
    Github,
    /// For GitLab: a report of Code Quality
    Gitlab,
    /// For other CI servers: XML, with a test for each script
    Junit,
}

/// Checks scripts, and prints each finding at once; returns whether no script has an error. If a
/// file cannot be read, the others are still checked.
pub fn check(args: &CheckArgs) -> Result<bool, CliError> {
    let mut out = streams::output()?;
    let mut run = CheckRun::default();
    match args.format {
        OutputFormat::Human => {
            let renderer = match AutoStream::choice(&io::stdout()) {
                ColorChoice::Never => Renderer::plain(),
                _ => Renderer::styled(),
            };
            run.run(args, |name, diagnostic| {
                let text = snippet::render(diagnostic, name, &renderer);
                writeln!(out, "{text}\n")
            })?;
            if run.errors + run.warnings > 0 {
                let summary = run.summary();
                run.print(|| writeln!(out, "{summary}"))?;
            }
        }
        OutputFormat::Short => {
            run.run(args, |name, diagnostic| {
                write_short(name, diagnostic, &mut out)
            })?;
        }
        OutputFormat::Json => {
            let mut json = serde_json::Serializer::pretty(&mut out);
            let mut entries = json.serialize_seq(None).map_err(io::Error::from)?;
            run.run(args, |name, diagnostic| {
                let entry = JsonDiagnostic {
                    file: name,
                    diagnostic,
                };
                entries.serialize_element(&entry).map_err(io::Error::from)
            })?;
            run.print(|| entries.end().map_err(io::Error::from))?;
            run.print(|| writeln!(out))?;
        }
        OutputFormat::Sarif => {
            let mut comma = "";
            let mut reported = BTreeMap::new();
            run.print(|| write!(out, "{SARIF_BEGIN}"))?;
            run.run(args, |name, diagnostic| {
                reported.insert(diagnostic.code, diagnostic.severity);
                let result = sarif_result(name, diagnostic);
                write!(out, "{}\n{result}", mem::replace(&mut comma, ","))
            })?;
            let end = sarif_end(&reported, meaning);
            run.print(|| writeln!(out, "{end}"))?;
        }
        OutputFormat::Github => {
            run.run(args, |name, diagnostic| {
                writeln!(out, "{}", github_annotation(name, diagnostic))
            })?;
        }
        OutputFormat::Gitlab => {
            let mut issues = GitlabIssues::default();
            let mut json = serde_json::Serializer::pretty(&mut out);
            let mut entries = json.serialize_seq(None).map_err(io::Error::from)?;
            run.run(args, |name, diagnostic| {
                let issue = issues.issue(name, diagnostic);
                entries.serialize_element(&issue).map_err(io::Error::from)
            })?;
            run.print(|| entries.end().map_err(io::Error::from))?;
            run.print(|| writeln!(out))?;
        }
        OutputFormat::Junit => {
            let mut found: BTreeMap<String, (usize, Vec<u8>)> = BTreeMap::new();
            run.run(args, |name, diagnostic| {
                let (errors, lines) = found.entry(name.to_owned()).or_default();
                *errors += usize::from(diagnostic.severity == Severity::Error);
                write_short(name, diagnostic, lines)
            })?;
            let scripts: Vec<_> = run
                .checked
                .iter()
                .map(|file| {
                    let (errors, lines) = found.remove(file).unwrap_or_default();
                    let (file, findings) = (file.clone(), String::from_utf8_lossy(&lines).into());
                    CheckedScript {
                        file,
                        errors,
                        findings,
                    }
                })
                .collect();
            run.print(|| write_check_junit(&scripts, &mut out))?;
        }
    }
    run.print(|| out.flush())?;
    if run.unreadable.is_empty() {
        Ok(run.errors == 0)
    } else {
        Err(CliError::Several(run.unreadable))
    }
}

/// The endings of names of scripts: cases of the judge, and games.
const SCRIPTS: [&str; 2] = ["in", "ships"];

/// The scripts in a directory and below, by name; of anything else, itself.
fn scripts_in(path: &Path) -> Result<Vec<PathBuf>, CliError> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut scripts = Vec::new();
    let mut directories = vec![path.to_owned()];
    while let Some(directory) = directories.pop() {
        let name = directory.display().to_string();
        let failed = CliError::cannot_read(&name);
        for entry in directory.read_dir().map_err(&failed)? {
            let entry = entry.map_err(&failed)?;
            // A link to a directory could lead back to it.
            if entry.file_type().map_err(&failed)?.is_dir() {
                directories.push(entry.path());
                continue;
            }
            let path = entry.path();
            let ending = path.extension().and_then(OsStr::to_str);
            if ending.is_some_and(|ending| SCRIPTS.contains(&ending)) && path.is_file() {
                scripts.push(path);
            }
        }
    }
    if scripts.is_empty() {
        let name = path.display();
        return Err(CliError::Usage(format!(
            "{name} has no scripts, *.in or *.ships"
        )));
    }
    alphanumeric_sort::sort_path_slice(&mut scripts);
    Ok(scripts)
}

#[derive(Default)]
struct CheckRun {
    errors: usize,
    /// Errors that may follow from others.
    following: usize,
    warnings: usize,
    /// The scripts that were read to their end.
    checked: Vec<String>,
    unreadable: Vec<CliError>,
    /// Whether the reader has closed the pipe. The exit code still counts.
    is_closed: bool,
}

impl CheckRun {
    fn run(
        &mut self,
        args: &CheckArgs,
        mut print: impl FnMut(&str, &Diagnostic) -> io::Result<()>,
    ) -> Result<(), CliError> {
        let mut files = Vec::new();
        for path in &args.files {
            match scripts_in(path) {
                Ok(scripts) => files.extend(scripts),
                Err(error) => self.unreadable.push(error),
            }
        }
        for path in &files {
            let (input, name) = match streams::open_script(Some(path)) {
                Ok(opened) => opened,
                Err(error) => {
                    self.unreadable.push(error);
                    continue;
                }
            };
            let report = |diagnostic: &Diagnostic| {
                self.count(diagnostic);
                self.print(|| print(&name, diagnostic))
            };
            match ScriptInput::read(input, &name, |input| check::check(input, report)) {
                Ok(()) => self.checked.push(name),
                Err(StreamError::Write(error)) => return Err(error.into()),
                Err(StreamError::Read(source)) => {
                    self.unreadable.push(CliError::Read { path: name, source });
                }
            }
        }
        Ok(())
    }

    fn count(&mut self, diagnostic: &Diagnostic) {
        match diagnostic.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
        }
        self.following += usize::from(diagnostic.follows.is_some());
    }

    /// Prints, unless the reader has closed the pipe.
    fn print(&mut self, print: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        if self.is_closed {
            return Ok(());
        }
        match print() {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.is_closed = true;
                Ok(())
            }
            result => result,
        }
    }

    fn summary(&self) -> String {
        let count = |count: usize, what: &str| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        };
        let following = match self.following {
            0 => String::new(),
            some => format!(" ({some} of them may follow from others)"),
        };
        let (errors, warnings) = (count(self.errors, "error"), count(self.warnings, "warning"));
        format!("{errors}{following}, {warnings}")
    }
}

/// A finding in a file.
#[derive(Serialize)]
struct JsonDiagnostic<'d> {
    file: &'d str,
    #[serde(flatten)]
    diagnostic: &'d Diagnostic,
}

/// Writes a diagnostic in one line, as compilers do and problem matchers expect it.
fn write_short(file: &str, found: &Diagnostic, out: &mut impl Write) -> io::Result<()> {
    writeln!(
        out,
        "{}:{}:{}: {}: {}: {}",
        escape(file),
        found.line,
        found.columns().start,
        found.severity.name(),
        found.code,
        escape(&found.message),
    )
}
