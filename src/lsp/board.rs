//! The board after the line at a position.

use admiralty_core::script::PrintMode;
use admiralty_core::view::{Viewer, print};
use admiralty_pages::board_picture;
use gen_lsp_types::Position;
use serde_json::{Value, json};

use super::document::OpenScript;

/// Larger boards are not printed, in fields.
const FIELDS_MAX: usize = 100_000;

/// The board as text.
pub fn board_text(script: &OpenScript, position: Position) -> String {
    let state = script.after(script.text.byte_at(position));
    let game = state.session().game();
    if game.board().size().rect().field_count() > FIELDS_MAX {
        return format!("the board has more than {FIELDS_MAX} fields");
    }
    let mut text = Vec::new();
    // A vector takes all that is written to it.
    let _ = print(game, Viewer::Referee, PrintMode::Extended, &mut text);
    String::from_utf8_lossy(&text).into_owned()
}

/// The board as a picture, if it is not too large, and as text.
pub fn board(script: &OpenScript, position: Position) -> Value {
    let line = position.line + 1;
    let state = script.after(script.text.byte_at(position));
    let title = format!("The board after line {line}");
    let picture = board_picture(state.session().game(), Viewer::Referee, &title);
    json!({ "line": line, "text": board_text(script, position), "picture": picture })
}
