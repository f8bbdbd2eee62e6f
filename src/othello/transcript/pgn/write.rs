//! Writing numbered moves.

use bstr::ByteVec;

use super::tags::TAGS;
use crate::othello::transcript::game::{push_escaped, value};
use crate::othello::transcript::{PlayedGame, ReportedResult};
use crate::othello::{Color, Position};

/// The maximum length of lines of moves, in characters.
const LINE_CHARS_MAX: usize = 80;

/// Writes a game with its tags.
pub fn write(game: &PlayedGame) -> Vec<u8> {
    let mut text = Vec::new();
    for (name, tag) in TAGS.into_iter().zip(game.tags.all()) {
        if let Some(tag) = tag.as_ref().and_then(|tag| value(tag)) {
            push_tag(&mut text, name, &tag);
        }
    }
    if game.start() != Position::start() {
        push_tag(&mut text, "FEN", game.start().to_string().as_bytes());
    }
    let score = game.counts().or(game.reported);
    let result = match score {
        Some(ReportedResult::Difference(_) | ReportedResult::Impossible(_)) | None => {
            "*".to_owned()
        }
        Some(result) => result.to_string(),
    };
    push_tag(&mut text, "Result", result.as_bytes());
    text.push(b'\n');
    let mut width = 0;
    for word in numbered(game).chain([result]) {
        if width + word.len() >= LINE_CHARS_MAX {
            text.push(b'\n');
            width = 0;
        } else if width > 0 {
            text.push(b' ');
            width += 1;
        }
        width += word.len();
        text.push_str(word);
    }
    text.push(b'\n');
    text
}

fn push_tag(text: &mut Vec<u8>, name: &str, value: &[u8]) {
    text.push_str(format!("[{name} \""));
    push_escaped(text, value, b"\"\\");
    text.push_str("\"]\n");
}

/// The moves, with numbers before those of black.
fn numbered(game: &PlayedGame) -> impl Iterator<Item = String> {
    let begins_white = game.start().to_move() == Color::White;
    let plies = (usize::from(begins_white)..).zip(game.moves());
    plies.map(move |(ply, played)| match (ply % 2, ply) {
        (0, _) => format!("{}. {played}", ply / 2 + 1),
        (_, 1) if begins_white => format!("1... {played}"),
        _ => played.to_string(),
    })
}
