//! The parts of a game that a format stores. The fuzzer uses this, too.

use admiralty_othello::transcript::{PlayedGame, TranscriptFormat};
use admiralty_othello::{Move, Position};

/// What is left of a game in a format.
pub fn kept_by(format: TranscriptFormat, game: &PlayedGame) -> (Position, Vec<Move>) {
    let mut moves = game.moves().to_vec();
    match format {
        // A pass at the end is not put in, for want of a move.
        TranscriptFormat::Lines | TranscriptFormat::Wthor => {
            while moves.last() == Some(&Move::Pass) {
                moves.pop();
            }
        }
        _ => {}
    }
    (game.start(), moves)
}
