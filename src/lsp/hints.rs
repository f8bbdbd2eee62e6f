//! Inlay hints: what each line did.

use std::ops::Range as Span;

use admiralty_analysis::describe_effect;
use serde_json::{Value, json};

use super::document::OpenScript;

/// No more lines than this are looked at.
const LINES_MAX: usize = 10_000;

/// The hints of the lines in a range.
pub fn hints(script: &OpenScript, range: &Span<usize>) -> Value {
    let mut state = script.before(range.start);
    let mut hints = Vec::new();
    for _ in 0..LINES_MAX {
        let Some(step) = state.step(script.bytes()) else {
            break;
        };
        if step.span.start > range.end {
            break;
        }
        if let Some(effect) = describe_effect(&step, state.session().game()) {
            let line = script.text.script()[step.span.clone()].trim_end();
            let position = script.text.position(step.span.start + line.len());
            hints.push(json!({ "position": position, "label": effect, "paddingLeft": true }));
        }
    }
    hints.into()
}
