//! Playing records, fast: whether they are legal, and not why they are not.

use multiversion::multiversion;

use super::{MOVES, MOVES_AT, RECORD_BYTES, Record};
use crate::othello::Position;

/// How many games are played at once: while one waits for what its move
/// turns, the processor works at the others.
pub const AT_ONCE: usize = 4;

/// Plays some records, at most [`AT_ONCE`], each until a 0 or the end, with the passes that
/// are left out. There is nothing of one with an illegal move.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn replay(records: &[u8]) -> [Option<Position>; AT_ONCE] {
    let mut walks = [Walk::new(); AT_ONCE];
    for at in 0..MOVES {
        for (walk, record) in walks.iter_mut().zip(records.chunks_exact(RECORD_BYTES)) {
            if !walk.is_done {
                walk.step(&record[MOVES_AT + at..]);
            }
        }
    }
    walks.map(|walk| walk.is_legal.then_some(walk.position))
}

/// A game on its way.
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

    /// Makes the first of the moves. Legal ones are known by what they turn, so nothing else is
    /// looked at while all is well.
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
