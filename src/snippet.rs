//! Diagnostics for human readers: the line, with the part at fault marked.

use std::io::{self, Write};
use std::ops::Range;

use admiralty_core::interpreter::{Diagnostic, Severity};
use admiralty_escape::{escape, escape_bytes};
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use anstream::AutoStream;
use anstream::stream::{AsLockedWrite, RawStream};

/// Prints a diagnostic, in colour if the stream supports it.
pub fn print(
    diagnostic: &Diagnostic,
    path: &str,
    stream: impl RawStream + AsLockedWrite,
) -> io::Result<()> {
    let rendered = render(diagnostic, path, &Renderer::styled());
    writeln!(AutoStream::auto(stream), "{rendered}")
}

pub fn render(diagnostic: &Diagnostic, path: &str, renderer: &Renderer) -> String {
    let (path, (text, span)) = (escape(path), showable(diagnostic));
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let line = usize::try_from(diagnostic.line).unwrap_or(usize::MAX);
    let annotation = AnnotationKind::Primary
        .span(span)
        .label(diagnostic.label.as_str());
    let snippet = Snippet::source(text.as_str())
        .line_start(line)
        .path(&*path)
        .annotation(annotation);
    let title = level
        .primary_title(&*diagnostic.message)
        .id(diagnostic.code);
    let mut group = title.element(snippet);
    let follows = follows_note(diagnostic);
    for note in diagnostic
        .all_notes()
        .map(|note| &**note)
        .chain(follows.as_deref())
    {
        group = group.element(Level::NOTE.message(note));
    }
    renderer.render(&[group])
}

/// The note that another error may have caused this one.
pub fn follows_note(diagnostic: &Diagnostic) -> Option<String> {
    let line = diagnostic.follows?;
    Some(format!("this may follow from the error on line {line}"))
}

/// The line as text that a terminal can show, and the span in it. Tabs are kept.
fn showable(diagnostic: &Diagnostic) -> (String, Range<usize>) {
    let clean = |bytes: &[u8]| {
        let parts = bytes.split(|&byte| byte == b'\t').map(escape_bytes);
        parts.collect::<Vec<_>>().join("\t")
    };
    let (text, span) = (&diagnostic.text, &diagnostic.span);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let [start, end] = [span.start, span.end].map(|at| at.min(text.len()));
    let parts = [&text[..start], &text[start..end], &text[end..]];
    let [before, marked, after] = parts.map(clean);
    let span = before.len()..before.len() + marked.len();
    (before + &marked + &after, span)
}
