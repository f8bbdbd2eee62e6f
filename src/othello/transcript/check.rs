//! Playing a transcript, as far as it is legal.

use thiserror::Error;

use super::Word;
use crate::othello::{Illegal, Move, Position, Square, Squares};

/// Whether passes that are left out are put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AutoPass {
    /// They must be there.
    #[default]
    Off,
    /// Where the player can only pass, and the next move is a square, the pass is
    /// put in.
    On,
}

/// What came out of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The position after the last legal move.
    pub position: Position,
    /// The moves that were played, with the passes that were put in.
    pub played: Vec<Move>,
    /// What was wrong, if anything.
    pub fault: Option<Fault>,
}

/// A move that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word.
    pub word: Word,
    /// The number of the word in the transcript, from 1.
    pub number: usize,
    /// What is wrong.
    pub kind: FaultKind,
    /// What would have been legal.
    pub legal: Squares,
}

/// What can be wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum FaultKind {
    /// The word is no move.
    #[error("it is not a move: a letter from a to h and a digit from 1 to 8, or -- for a pass")]
    NoMove,
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The player can only pass, and does not.
    #[error("the player has no legal move, and must pass")]
    MustPass,
}

/// Plays a transcript from the start, as far as it is legal. One pass after the
/// end of the game is let go.
pub fn check(words: &[Word], auto_pass: AutoPass) -> Checked {
    let mut position = Position::start();
    let mut played = Vec::new();
    let mut fault = None;
    for (number, word) in (1..).zip(words) {
        let is_last = number == words.len();
        match step(position, word, auto_pass, is_last, &mut played) {
            Ok(next) => position = next,
            Err(kind) => {
                fault = Some(Fault {
                    word: word.clone(),
                    number,
                    kind,
                    legal: position.legal_squares(),
                });
                break;
            }
        }
    }
    Checked {
        position,
        played,
        fault,
    }
}

fn step(
    position: Position,
    word: &Word,
    auto_pass: AutoPass,
    is_last: bool,
    played: &mut Vec<Move>,
) -> Result<Position, FaultKind> {
    let wanted = word.played.ok_or(FaultKind::NoMove)?;
    let must_pass = position.legal_squares().is_empty() && !position.is_over();
    let mut position = position;
    if let Move::Disc(square) = wanted
        && must_pass
    {
        if auto_pass == AutoPass::Off {
            return Err(must_pass_or(position, square));
        }
        position = position.play(Move::Pass)?;
        played.push(Move::Pass);
    }
    match position.play(wanted) {
        Err(Illegal::GameOver) if wanted == Move::Pass && is_last => {}
        result => position = result?,
    }
    played.push(wanted);
    Ok(position)
}

/// What is wrong with a move to a square of a player who must pass.
fn must_pass_or(position: Position, square: Square) -> FaultKind {
    match position.board().get(square) {
        Some(_) => FaultKind::Illegal(Illegal::Occupied),
        None => FaultKind::MustPass,
    }
}
