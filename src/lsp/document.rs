//! An open document, and what the server says about it.

use std::ops::Range as Span;
use std::{io, iter};

use admiralty_core::interpreter::{Diagnostic as Finding, Severity, check};
use admiralty_core::script::{Keyword, Line, Tag};
use gen_lsp_types::{
    CompletionItemKind, Diagnostic, DiagnosticSeverity, MarkupKind, Position, Range,
    TextDocumentContentChangeEvent as Change, TextEdit,
};
use serde_json::{Value, json};

use super::reference;
use super::text::EditorText;
use crate::snippet;

/// The longest document that is checked, in bytes.
const DOCUMENT_BYTES_MAX: usize = 1 << 24;

/// No more findings than this are reported.
const FINDINGS_MAX: usize = 1000;

/// An open document.
pub struct OpenDocument {
    pub version: i32,
    /// `None` if it is too long, or if a message about it could not be read.
    text: Option<EditorText>,
    /// `None` since the last change.
    pub findings: Option<Vec<EditorFinding>>,
}

/// A finding as editors show it, and the edit that repairs it.
pub struct EditorFinding {
    pub diagnostic: Diagnostic,
    pub fix: Option<TextEdit>,
}

/// A group of a script.
struct Group {
    tag: Tag,
    /// The line that opens it, and its last line, counted from 0.
    opening: usize,
    end: usize,
    is_closed: bool,
}

impl OpenDocument {
    pub fn new(version: i32, text: &str) -> Self {
        let mut document = Self {
            version,
            text: None,
            findings: None,
        };
        document.set(Some(EditorText::new(text)));
        document
    }

    fn set(&mut self, text: Option<EditorText>) {
        self.text = text.filter(|text| text.length_bytes() <= DOCUMENT_BYTES_MAX);
        self.findings = None;
    }

    /// Forgets the text, because a change to it may have been lost.
    pub fn forget(&mut self) {
        self.set(None);
    }

    pub fn change(&mut self, change: Change) {
        let text = match change {
            Change::TextDocumentContentChangeWholeDocument(whole) => {
                Some(EditorText::new(&whole.text))
            }
            Change::TextDocumentContentChangePartial(part) => {
                let mut text = self.text.take();
                if let Some(text) = &mut text {
                    text.replace(part.range, &part.text);
                }
                text
            }
        };
        self.set(text);
    }

    /// Finds what `admiralty check` reports.
    pub fn check(&self) -> Vec<EditorFinding> {
        let Some(text) = &self.text else {
            let message = format!(
                "this script is not checked: it has more than {DOCUMENT_BYTES_MAX} bytes, or a message of the \
                editor could not be read; open it again to retry"
            );
            return vec![notice(message)];
        };
        let script = text.to_string();
        let feeds = script.match_indices('\n').map(|(at, _)| at + 1);
        let starts: Vec<_> = iter::once(0).chain(feeds).collect();
        let mut found = Vec::new();
        let complete = check::check(script.as_bytes(), |finding| {
            if found.len() == FINDINGS_MAX {
                return Err(io::ErrorKind::StorageFull.into());
            }
            let line = usize::try_from(finding.line).unwrap_or(usize::MAX);
            let start = starts.get(line.saturating_sub(1)).copied();
            found.push(editor_finding(finding, text, start.unwrap_or(script.len())));
            Ok(())
        });
        if complete.is_err() {
            found.push(notice(format!(
                "only the first {FINDINGS_MAX} findings are shown"
            )));
        }
        found
    }

    /// The edit that writes each line as the program does, if any line changes.
    pub fn format(&self) -> Option<Vec<TextEdit>> {
        let text = self.text.as_ref()?;
        let script = text.to_string();
        let mut formatted = Vec::with_capacity(script.len());
        for line in script.split_inclusive('\n') {
            let content = line.trim_end_matches('\n');
            let content = content.strip_suffix('\r').unwrap_or(content);
            formatted.extend_from_slice(&Line::formatted(content.as_bytes()));
            formatted.extend_from_slice(&line.as_bytes()[content.len()..]);
        }
        let edit = (formatted != script.as_bytes()).then(|| TextEdit {
            range: text.range(&(0..script.len())),
            new_text: String::from_utf8_lossy(&formatted).into_owned(),
        });
        Some(edit.into_iter().collect())
    }

    /// The lines of the groups that have several.
    pub fn folding_ranges(&self) -> Option<Value> {
        let text = self.text.as_ref()?;
        let groups = groups(&text.to_string()).into_iter();
        let several = groups.filter(|group| group.opening < group.end);
        let ranges =
            several.map(|group| json!({ "startLine": group.opening, "endLine": group.end }));
        Some(ranges.collect())
    }

    /// The entry of the reference for the command at a position.
    pub fn hover(&self, position: Position) -> Option<Value> {
        let text = self.text.as_ref()?;
        let script = text.to_string();
        let at = text.byte_at(position);
        let start = line_start(&script, at);
        let line = script[start..].split('\n').next()?;
        let (first, word) = Line::word_indices(line.as_bytes()).next()?;
        let keyword = Keyword::from_token(word)?;
        let bytes = start + first..start + first + word.len();
        let is_there = (bytes.start..=bytes.end).contains(&at);
        is_there.then(|| json!({ "contents": markdown(keyword), "range": text.range(&bytes) }))
    }

    /// The tags and commands allowed at a position.
    pub fn complete(&self, position: Position) -> Option<Value> {
        let text = self.text.as_ref()?;
        let script = text.to_string();
        let at = text.byte_at(position);
        let start = line_start(&script, at);
        let typed = script[start..at].trim_start();
        if typed.contains([' ', '\t']) {
            return None;
        }
        let groups = groups(&script[..start]);
        let open = groups.last().filter(|group| !group.is_closed);
        let open = open.map(|group| group.tag);
        let range = text.range(&(at - typed.len()..at));
        let tags = Tag::ALL.into_iter();
        let tags = tags.filter(|&tag| open.is_none_or(|open| tag == open));
        let tags = tags.map(|tag| {
            json!({
                "label": tag.text(),
                "kind": CompletionItemKind::Module,
                "textEdit": { "range": range, "newText": tag.text() },
            })
        });
        let commands = Keyword::ALL.into_iter();
        let commands = commands.filter(|word| open.is_none_or(|open| word.is_in_group(open)));
        let commands = commands.map(|word| {
            json!({
                "label": word.text(),
                "kind": CompletionItemKind::Keyword,
                "detail": word.usage(),
                "documentation": markdown(word),
                "textEdit": { "range": range, "newText": word.text() },
            })
        });
        Some(tags.chain(commands).collect())
    }
}

/// A finding on a line that begins at a byte.
fn editor_finding(finding: &Finding, text: &EditorText, start: usize) -> EditorFinding {
    let range = |span: &Span<usize>| text.range(&(start + span.start..start + span.end));
    let severity = match finding.severity {
        Severity::Error => DiagnosticSeverity::Error,
        Severity::Warning => DiagnosticSeverity::Warning,
    };
    let mut message = finding.explanation();
    if let Some(note) = snippet::follows_note(finding) {
        message = message + "\n" + &note;
    }
    let replacement = finding.replacement.as_ref();
    EditorFinding {
        diagnostic: Diagnostic {
            code: Some(finding.code.to_owned().into()),
            ..diagnostic(range(&finding.span), severity, message)
        },
        fix: replacement.map(|replacement| TextEdit {
            range: range(&replacement.span),
            new_text: replacement.text.clone(),
        }),
    }
}

/// A message about the whole document.
fn notice(message: String) -> EditorFinding {
    EditorFinding {
        diagnostic: diagnostic(Range::default(), DiagnosticSeverity::Warning, message),
        fix: None,
    }
}

fn diagnostic(range: Range, severity: DiagnosticSeverity, message: String) -> Diagnostic {
    Diagnostic {
        range,
        severity: Some(severity),
        source: Some("admiralty".to_owned()),
        message: message.into(),
        ..Diagnostic::default()
    }
}

fn markdown(keyword: Keyword) -> Value {
    json!({ "kind": MarkupKind::Markdown, "value": reference::entry(keyword) })
}

/// The groups of a script, or of its beginning.
fn groups(script: &str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, line) in script.split('\n').enumerate() {
        let open = groups.last_mut().filter(|group| !group.is_closed);
        match (Line::parse(line.as_bytes()), open) {
            (Line::Tag(tag), open) if open.as_ref().is_none_or(|open| open.tag != tag) => {
                groups.push(Group {
                    tag,
                    opening: number,
                    end: number,
                    is_closed: false,
                });
            }
            (Line::Blank, _) | (_, None) => {}
            (read, Some(open)) => {
                open.end = number;
                open.is_closed = matches!(read, Line::Tag(_));
            }
        }
    }
    groups
}

/// The first byte of the line that a byte is in.
fn line_start(script: &str, at: usize) -> usize {
    script[..at].rfind('\n').map_or(0, |feed| feed + 1)
}
