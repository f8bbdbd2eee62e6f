//! Playing records, fast.

use multiversion::multiversion;

use super::{MOVES, MOVES_AT, RECORD_BYTES, Record};
use crate::othello::Board;
use crate::othello::sides::Sides;

/// What a legal record came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Replay {
    /// The board at the end.
    pub board: Board,
    /// Whether nobody can move there.
    pub is_over: bool,
}

/// How many games are played at once: while one waits for what its move
/// turns, the processor works at the others.
pub const AT_ONCE: usize = 4;

/// Plays some records, at most [`AT_ONCE`], each until a 0 or the end, with the passes that
/// are left out. There is nothing of one with an illegal move.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn replay(records: &[u8]) -> [Option<Replay>; AT_ONCE] {
    let mut walks = [Walk::START; AT_ONCE];
    for at in 0..MOVES {
        for (walk, record) in walks.iter_mut().zip(records.chunks_exact(RECORD_BYTES)) {
            if !walk.is_done {
                walk.step(&record[MOVES_AT + at..]);
            }
        }
    }
    walks.map(|walk| walk.end())
}

/// A game on its way.
#[derive(Clone, Copy)]
struct Walk {
    sides: Sides,
    is_black_to_move: bool,
    is_done: bool,
    is_legal: bool,
}

impl Walk {
    const START: Self = Self {
        sides: Sides::START,
        is_black_to_move: true,
        is_done: false,
        is_legal: true,
    };

    /// Makes the first of the moves. Legal ones are known by what they turn, so nothing else is
    /// looked at while all is well.
    #[inline(always)]
    fn step(&mut self, moves: &[u8]) {
        let Some(square) = Record::square(moves[0]) else {
            self.is_done = true;
            self.is_legal = moves.iter().all(|&byte| byte == 0);
            return;
        };
        let mut turned = self.sides.turned(square.index());
        if turned == 0 && self.sides.moves() == 0 {
            self.sides = self.sides.passed();
            self.is_black_to_move = !self.is_black_to_move;
            turned = self.sides.turned(square.index());
        }
        if turned == 0 || self.sides.free() & square.bit() == 0 {
            self.is_done = true;
            self.is_legal = false;
            return;
        }
        self.sides = self.sides.after(square.index(), turned);
        self.is_black_to_move = !self.is_black_to_move;
    }

    #[inline(always)]
    fn end(&self) -> Option<Replay> {
        let Sides { own, other } = self.sides;
        let board = if self.is_black_to_move {
            Board::of_bits(own, other)
        } else {
            Board::of_bits(other, own)
        };
        let is_over = self.sides.is_over();
        self.is_legal.then_some(Replay { board, is_over })
    }
}
