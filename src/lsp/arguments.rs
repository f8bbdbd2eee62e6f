//! What the arguments of commands are, and help with them while they are written.

use admiralty_analysis::{Word, WordKind};
use admiralty_core::script::{ArgumentKind, Keyword};
use gen_lsp_types::{MarkupKind, Position};
use serde_json::{Value, json};

use super::document::OpenScript;
use super::reference;

/// What an argument is, with an example.
pub const fn describe(kind: ArgumentKind) -> &'static str {
    match kind {
        ArgumentKind::PrintMode => "how much is printed: `0` basic, `1` with sections and numbers",
        ArgumentKind::Player => "a player: `A` or `B`",
        ArgumentKind::Count => "the number of ships of a class, such as `2`",
        ArgumentKind::Row => "a row, counted from 0 at the top, such as `3`",
        ArgumentKind::Column => "a column, counted from 0 at the left, such as `4`",
        ArgumentKind::Rows => "the number of rows, such as `21`",
        ArgumentKind::Columns => "the number of columns, such as `10`",
        ArgumentKind::Direction => {
            "the direction in which the ship points: `N`, `E`, `S` or `W`; its body extends the other way"
        }
        ArgumentKind::Index => "the index of a ship in its class, counted from 0, such as `1`",
        ArgumentKind::Class => "a class of ships, such as `CRU`",
        ArgumentKind::Segments => {
            "a digit for each segment, from the head: `1` healthy, `0` destroyed, such as `110`"
        }
        ArgumentKind::Movement => {
            "how the ship moves: `F` forward, `L` to the left, `R` to the right"
        }
        ArgumentKind::Seed => "a random seed, from 0 to 18446744073709551615",
        ArgumentKind::Word => "a word that is kept for the player; `FORGET` drops all",
        ArgumentKind::RuleSet => "a rule set, such as `german`",
        ArgumentKind::RuleOption => {
            "the side of the waters, `LENGTHS` with a length for each class, or `NAMED_HITS`"
        }
        _ => "an argument",
    }
}

/// The forms of a command as they are written, and the words of each.
fn forms(keyword: Keyword) -> impl Iterator<Item = &'static str> {
    let usage = keyword.usage().split(", or ");
    usage.map(|form| form.split(", ").next().unwrap_or(form))
}

/// The argument of a command that is written at a byte.
fn current(words: &[Word], at: usize) -> Option<(Keyword, usize, usize)> {
    let word = words
        .iter()
        .rev()
        .find(|word| word.span.start <= at && at <= word.span.end)?;
    match word.kind {
        WordKind::Argument {
            keyword,
            form,
            number,
            ..
        } => Some((keyword, form, number)),
        _ => None,
    }
}

/// The command at a position, with the argument marked that is being written.
pub fn signature_help(script: &OpenScript, position: Position) -> Option<Value> {
    let byte = script.text.byte_at(position);
    let (line, words) = script.words_at(byte, true);
    let (keyword, form, number) = current(&words, byte - line.start)?;
    let kinds = keyword.forms();
    let signatures: Vec<_> = forms(keyword)
        .zip(&kinds)
        .map(|(label, kinds)| {
            let mut at = keyword.text().len();
            let parameters: Vec<_> = label[at..]
                .split_ascii_whitespace()
                .enumerate()
                .map(|(number, word)| {
                    let start = at + label[at..].find(word).unwrap_or(0);
                    at = start + word.len();
                    let kind = kinds.get(number).or(kinds.last());
                    json!({ "label": [start, at], "documentation": kind.map(|kind| markdown(describe(*kind))) })
                })
                .collect();
            let last = parameters.len().saturating_sub(1);
            json!({ "label": label, "parameters": parameters, "activeParameter": number.min(last) })
        })
        .collect();
    let form = form.min(signatures.len().saturating_sub(1));
    let active = signatures.get(form)?["activeParameter"].clone();
    Some(json!({ "signatures": signatures, "activeSignature": form, "activeParameter": active }))
}

/// The reference of a command, as Markdown.
pub fn documentation(keyword: Keyword) -> Value {
    markdown(&reference::entry(keyword))
}

pub fn markdown(text: &str) -> Value {
    json!({ "kind": MarkupKind::Markdown, "value": text })
}
