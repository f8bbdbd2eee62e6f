//! Semantic tokens: what each word is.

use std::ops::Range as Span;

use admiralty_analysis::{WordKind, line_at, lines, words};
use admiralty_core::script::ArgumentKind;
use gen_lsp_types::Position;
use serde_json::{Value, json};

use super::document::OpenScript;

/// Longer parts of a script have no tokens, but the grammars of editors colour them.
const BYTES_MAX: usize = 1 << 20;

/// The types, in the order of the numbers in an answer.
pub const TYPES: [&str; 7] = [
    "namespace",
    "keyword",
    "variable",
    "class",
    "enumMember",
    "number",
    "string",
];

const fn type_of(kind: WordKind) -> Option<u32> {
    Some(match kind {
        WordKind::Tag(_) => 0,
        WordKind::Keyword(_) => 1,
        WordKind::Argument { kind, .. } => match kind {
            ArgumentKind::Player => 2,
            ArgumentKind::Class => 3,
            ArgumentKind::Direction
            | ArgumentKind::Movement
            | ArgumentKind::RuleSet
            | ArgumentKind::RuleOption => 4,
            ArgumentKind::Word => 6,
            _ => 5,
        },
        WordKind::Other => return None,
    })
}

/// The tokens in a range: for each its line and character, as the difference from the one before, its length, its type
/// and no modifiers.
pub fn tokens(script: &OpenScript, range: Span<usize>) -> Value {
    let mut data: Vec<u32> = Vec::new();
    let mut last = Position::default();
    let bytes = script.bytes();
    let start = line_at(bytes, range.start).start;
    let end = line_at(bytes, range.end).end;
    if end - start > BYTES_MAX {
        return json!({ "data": data });
    }
    for line in lines(&bytes[start..end]) {
        let at = start + line.start;
        for word in words(&bytes[at..start + line.end], false) {
            let Some(kind) = type_of(word.kind) else {
                continue;
            };
            let span = at + word.span.start..at + word.span.end;
            let range = script.text.range(&span);
            let (line, character) = (range.start.line, range.start.character);
            let before = if line == last.line { last.character } else { 0 };
            let length = range.end.character.saturating_sub(character);
            data.extend([line - last.line, character - before, length, kind, 0]);
            last = range.start;
        }
    }
    json!({ "data": data })
}
