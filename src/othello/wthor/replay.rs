//! Playing records, fast.

use multiversion::multiversion;

use super::{MOVES, MOVES_AT, RECORD_BYTES, Record};
use crate::othello::{Score, Scoring, bits};

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
    /// Whether all moves were legal, with the passes that are left out; otherwise
    /// the rest is about those before the first that was not.
    pub is_legal: bool,
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

/// How many games are played at the same time: while one waits for what its move
/// turns, the processor works at the others.
pub const AT_ONCE: usize = 4;

/// Plays some records, at most [`AT_ONCE`], each until a 0 or the end.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn replay(records: &[u8]) -> [Replay; AT_ONCE] {
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
    own: u64,
    other: u64,
    is_black_to_move: bool,
    moves: u32,
    is_done: bool,
    is_legal: bool,
}

#[expect(clippy::inline_always, reason = "as in `bits`")]
impl Walk {
    const START: Self = Self {
        own: bits::START_BLACK,
        other: bits::START_WHITE,
        is_black_to_move: true,
        moves: 0,
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
        let mut turned = bits::flips(self.own, self.other, square.index());
        if turned == 0 && bits::moves(self.own, self.other) == 0 {
            self.change_sides();
            turned = bits::flips(self.own, self.other, square.index());
        }
        if turned == 0 || (self.own | self.other) & square.bit() != 0 {
            self.is_done = true;
            self.is_legal = false;
            return;
        }
        self.other ^= turned;
        self.own |= turned | square.bit();
        self.change_sides();
        self.moves += 1;
    }

    #[inline(always)]
    fn change_sides(&mut self) {
        (self.own, self.other) = (self.other, self.own);
        self.is_black_to_move = !self.is_black_to_move;
    }

    #[inline(always)]
    fn end(&self) -> Replay {
        let (mut black, mut white) = (self.own, self.other);
        if !self.is_black_to_move {
            (black, white) = (white, black);
        }
        Replay {
            black: black.count_ones(),
            white: white.count_ones(),
            moves: self.moves,
            is_over: bits::moves(black, white) == 0 && bits::moves(white, black) == 0,
            is_legal: self.is_legal,
        }
    }
}
