//! Playing records, fast.

use multiversion::multiversion;

use super::Record;
use crate::othello::{Color, Illegal, Score, Scoring, Square, bits};

/// What came out of playing a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The discs of black at the end.
    pub black: u32,
    /// The discs of white at the end.
    pub white: u32,
    /// How many moves were played, without passes.
    pub moves: u32,
    /// Whether nobody could move at the end.
    pub is_over: bool,
    /// What was wrong with the move after them, if anything was.
    pub fault: Option<WthorFault>,
}

/// What can be wrong with a move of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WthorFault {
    /// The byte is no square.
    NoSquare(u8),
    /// The move is illegal, with a pass before it or without.
    Illegal(Square, Illegal, Color),
}

impl Replay {
    /// What each player has at the end.
    pub fn score(&self, scoring: Scoring) -> Score {
        Score::new(self.black, self.white, scoring)
    }

    /// The discs of black, with the empty squares given to the winner, half of
    /// them to each if there is none.
    pub fn black_score(&self) -> u32 {
        self.score(Scoring::EmptiesToWinner).black
    }
}

/// Plays moves until a 0 or the end. Legal moves are known by what they turn, so
/// nothing else is looked at while all is well.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn replay(moves: &[u8]) -> Replay {
    let (mut own, mut other) = (bits::START_BLACK, bits::START_WHITE);
    let mut to_move = Color::Black;
    let mut count = 0;
    let mut fault = None;
    for &byte in moves {
        if byte == 0 {
            break;
        }
        let Some(square) = Record::square(byte) else {
            fault = Some(WthorFault::NoSquare(byte));
            break;
        };
        let is_free = (own | other) & square.bit() == 0;
        let mut turned = bits::flips(own, other, square.index());
        if turned == 0 && is_free && bits::moves(own, other) == 0 {
            // The pass before it is not recorded.
            turned = bits::flips(other, own, square.index());
            if turned != 0 {
                (own, other) = (other, own);
                to_move = to_move.opponent();
            }
        }
        if turned == 0 || !is_free {
            if bits::moves(own, other) == 0 && bits::moves(other, own) != 0 {
                // It is the move of the player after the pass that is wrong.
                (own, other) = (other, own);
                to_move = to_move.opponent();
            }
            let why = if bits::moves(own, other) == 0 && bits::moves(other, own) == 0 {
                Illegal::GameOver
            } else if is_free {
                Illegal::TurnsNothing
            } else {
                Illegal::Occupied
            };
            fault = Some(WthorFault::Illegal(square, why, to_move));
            break;
        }
        (own, other) = (other ^ turned, own | turned | square.bit());
        to_move = to_move.opponent();
        count += 1;
    }
    let (black, white) = match to_move {
        Color::Black => (own, other),
        Color::White => (other, own),
    };
    Replay {
        black: black.count_ones(),
        white: white.count_ones(),
        moves: count,
        is_over: bits::moves(own, other) == 0 && bits::moves(other, own) == 0,
        fault,
    }
}
