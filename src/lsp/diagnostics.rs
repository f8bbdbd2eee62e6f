//! The findings of `check` as editors show them.

use std::ops::Range as Span;

use admiralty_analysis::{FINDINGS_MAX, LineStart, line_at};
use admiralty_core::interpreter::{Diagnostic as Finding, Severity};
use gen_lsp_types::{DiagnosticSeverity, DiagnosticTag, Range};
use serde_json::{Value, json};

use super::document::{DOCUMENT_BYTES_MAX, OpenDocument, OpenScript};
use crate::{REPOSITORY, snippet};

/// A finding, and its place in the script.
pub struct PlacedFinding<'d> {
    pub finding: &'d Finding,
    /// Where its line begins.
    pub line_start: usize,
}

impl PlacedFinding<'_> {
    /// The bytes in the script of some bytes of the line.
    pub fn bytes(&self, span: &Span<usize>) -> Span<usize> {
        self.line_start + span.start..self.line_start + span.end
    }
}

/// The findings in a document, each as a diagnostic. The script must be executed.
pub fn diagnostics(document: &OpenDocument) -> Vec<Value> {
    let Some(script) = document.script() else {
        let message = format!(
            "this script is not checked: it has more than {DOCUMENT_BYTES_MAX} bytes, or a message of the \
            editor could not be read; open it again to retry"
        );
        return vec![notice(&message)];
    };
    let placed = placed(script);
    let shown = placed.iter().take(FINDINGS_MAX);
    let mut found: Vec<_> = shown
        .map(|placed| diagnostic(placed, script, &document.uri))
        .collect();
    if placed.len() > FINDINGS_MAX {
        found.push(notice(&format!(
            "only the first {FINDINGS_MAX} findings are shown"
        )));
    }
    found.extend(never_executed(script));
    found
}

/// The findings with their places, in the order of their lines.
pub fn placed(script: &OpenScript) -> Vec<PlacedFinding<'_>> {
    let mut start = LineStart::FIRST;
    let found = script.analysis.findings().into_iter();
    let placed = found.map(|finding| {
        let analysis = &script.analysis;
        start = analysis.line_start(script.bytes(), finding.line, start);
        PlacedFinding {
            finding,
            line_start: start.byte,
        }
    });
    placed.collect()
}

pub fn diagnostic(placed: &PlacedFinding<'_>, script: &OpenScript, uri: &str) -> Value {
    let finding = placed.finding;
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
    };
    let related: Vec<_> = finding
        .related_lines()
        .map(|one| {
            let range = script.text.range(&line_span(script, one.line));
            json!({ "location": { "uri": uri, "range": range }, "message": one.message })
        })
        .collect();
    let mut message = finding.explanation();
    if let Some(note) = snippet::follows_note(finding) {
        message = message + "\n" + &note;
    }
    let mut diagnostic = json!({
        "range": script.text.range(&placed.bytes(&finding.span)),
        "severity": severity,
        "code": finding.code,
        "source": "admiralty",
        "message": message,
    });
    if let Some(repository) = REPOSITORY
        && finding.severity == Severity::Error
    {
        let manual = format!("{repository}/blob/main/docs/LANGUAGE.md#11-errors");
        diagnostic["codeDescription"] = json!({ "href": manual });
    }
    if !related.is_empty() {
        diagnostic["relatedInformation"] = related.into();
    }
    diagnostic
}

/// The bytes of a line, counted from 1.
fn line_span(script: &OpenScript, line: u64) -> Span<usize> {
    let bytes = script.bytes();
    let start = script.analysis.line_start(bytes, line, LineStart::FIRST);
    line_at(bytes, start.byte)
}

/// The lines behind the end of a run, which editors show faded.
fn never_executed(script: &OpenScript) -> Option<Value> {
    let last = script.analysis.now().end_of_run()?;
    let first = line_span(script, last + 1).start;
    let rest = script.text.script()[first..].trim_end();
    (!rest.is_empty()).then(|| {
        json!({
            "range": script.text.range(&(first..first + rest.len())),
            "severity": DiagnosticSeverity::Hint,
            "source": "admiralty",
            "code": "never-executed",
            "message": format!("the run stops on line {last}"),
            "tags": [DiagnosticTag::Unnecessary],
        })
    })
}

/// A message about the whole document.
fn notice(message: &str) -> Value {
    json!({
        "range": Range::default(),
        "severity": DiagnosticSeverity::Warning,
        "source": "admiralty",
        "message": message,
    })
}
