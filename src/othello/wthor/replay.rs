//! Fast replay of records, which finds whether a game is legal, not why it is not.

use multiversion::multiversion;

use super::{MOVES, MOVES_AT, RECORD_BYTES, Record};
use crate::othello::Position;

/// How many games are played in parallel: while one waits for the discs that its move
/// turns, the processor works on the others.
pub const AT_ONCE: usize = 4;

/// Plays at most [`AT_ONCE`] records, each up to a 0 or its end, inserting passes. Returns
/// the last positions; `None` for a record with an illegal move.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn replay(records: &[[u8; RECORD_BYTES]]) -> [Option<Position>; AT_ONCE] {
    let mut walks = [Walk::new(); AT_ONCE];
    for at in 0..MOVES {
        for (walk, record) in walks.iter_mut().zip(records) {
            if !walk.is_done {
                walk.step(&record[MOVES_AT + at..]);
            }
        }
    }
    walks.map(|walk| walk.is_legal.then_some(walk.position))
}

/// A game being played.
#[derive(Clone, Copy)]
struct Walk {
    position: Position,
    is_done: bool,
    is_legal: bool,
}

impl Walk {
    fn new() -> Self {
        Self {
            position: Position::start(),
            is_done: false,
            is_legal: true,
        }
    }

    /// Makes the first of the moves. A move that turns a disc is legal, so no other check is
    /// needed for it.
    #[inline(always)]
    fn step(&mut self, moves: &[u8]) {
        let Some(square) = Record::square(moves[0]) else {
            self.is_done = true;
            self.is_legal = moves.iter().all(|&byte| byte == 0);
            return;
        };
        let mut after = self.position.after_disc(square);
        if after.is_none()
            && let Some(passed) = self.position.after_pass()
        {
            after = passed.after_disc(square);
        }
        let Some(after) = after else {
            (self.is_done, self.is_legal) = (true, false);
            return;
        };
        self.position = after;
    }
}
