//! The outline: groups with the numbers of turns, the ships that they place, and errors.

use std::ops::Range as Span;

use admiralty_analysis::{groups, ship_uses};
use admiralty_core::interpreter::Severity;
use gen_lsp_types::SymbolKind;
use serde_json::{Value, json};

use super::diagnostics::placed;
use super::document::OpenScript;

/// The outline. The script must be executed.
pub fn symbols(script: &OpenScript) -> Value {
    let uses = ship_uses(script.bytes());
    let mut ships = uses.iter().filter(|one| one.places).peekable();
    let found = placed(script);
    let mut errors = found
        .iter()
        .filter(|placed| placed.finding.severity == Severity::Error)
        .map(|placed| (placed.bytes(&placed.finding.span), placed.finding))
        .peekable();
    let mut outline = Vec::new();
    for group in groups(script.bytes()) {
        while let Some((span, finding)) =
            errors.next_if(|(span, _)| span.start < group.opening.start)
        {
            outline.push(symbol(
                script,
                (&finding.message, finding.code),
                SymbolKind::Event,
                &span,
            ));
        }
        let mut children = Vec::new();
        while let Some(ship) = ships.next_if(|ship| ship.span.start <= group.last.end) {
            let name = format!("{}'s {} {}", ship.player, ship.class, ship.index);
            children.push(symbol(
                script,
                (&name, "placed"),
                SymbolKind::Object,
                &ship.span,
            ));
        }
        while let Some((span, finding)) = errors.next_if(|(span, _)| span.start <= group.last.end) {
            children.push(symbol(
                script,
                (&finding.message, finding.code),
                SymbolKind::Event,
                &span,
            ));
        }
        let tag = group.tag;
        // Some editors show names only.
        let name = group
            .turn
            .map_or(tag.to_string(), |turn| format!("{tag} turn {turn}"));
        let mut one = symbol(script, (&name, ""), SymbolKind::Namespace, &group.opening);
        one["range"] = json!(script.text.range(&(group.opening.start..group.last.end)));
        one["children"] = children.into();
        outline.push(one);
    }
    for (span, finding) in errors {
        outline.push(symbol(
            script,
            (&finding.message, finding.code),
            SymbolKind::Event,
            &span,
        ));
    }
    outline.into()
}

fn symbol(
    script: &OpenScript,
    (name, detail): (&str, &str),
    kind: SymbolKind,
    span: &Span<usize>,
) -> Value {
    let range = script.text.range(span);
    json!({ "name": name, "detail": detail, "kind": kind, "range": range, "selectionRange": range })
}
