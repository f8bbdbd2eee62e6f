//! Writing numbered moves.

use crate::othello::transcript::game::{push_escaped, value};
use crate::othello::transcript::{PlayedGame, ReportedResult};
use crate::othello::{Color, Position};

/// How long the lines of moves are that are written, in characters.
const LINE_CHARS_MAX: usize = 80;

/// Writes a game with its tags.
pub fn write(game: &PlayedGame) -> Vec<u8> {
    let mut text = Vec::new();
    let tags = &game.tags;
    for (name, tag) in [
        ("Event", &tags.event),
        ("Date", &tags.date),
        ("Black", &tags.black),
        ("White", &tags.white),
    ] {
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
        text.extend_from_slice(word.as_bytes());
    }
    text.push(b'\n');
    text
}

/// Writes a tag.
fn push_tag(text: &mut Vec<u8>, name: &str, value: &[u8]) {
    text.extend_from_slice(format!("[{name} \"").as_bytes());
    push_escaped(text, value, b"\"\\");
    text.extend_from_slice(b"\"]\n");
}

/// The moves, each of black with its number.
fn numbered(game: &PlayedGame) -> impl Iterator<Item = String> {
    let begins_white = game.start().to_move() == Color::White;
    let plies = (usize::from(begins_white)..).zip(game.moves());
    plies.map(move |(ply, played)| match (ply % 2, ply) {
        (0, _) => format!("{}. {played}", ply / 2 + 1),
        (_, 1) if begins_white => format!("1... {played}"),
        _ => played.to_string(),
    })
}
