//! Move ordering.
//!
//! Trying good moves first makes a search small. Without an estimate, the moves that leave
//! the opponent the fewest replies come first, since they are probably good and fast to
//! search.

use super::alpha_beta::search;
use super::areas::{CORNERS, odd_quarters, spread};
use super::reach::{Reach, Window};
use super::searcher::Searcher;
use crate::othello::sides::{Sides, squares};

/// How moves are ordered.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    /// By the number of replies that they leave.
    Replies,
    /// By searches of this number of plies, and by the replies.
    Guesses(u32),
}

/// A move to try.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    pub square: u8,
    pub after: Sides,
    score: i32,
}

/// The moves of a position that are left to try: a range of the searcher's list, after
/// those of the positions above it.
#[derive(Clone, Copy, Debug)]
pub struct Candidates {
    next: usize,
    end: usize,
}

/// The score of the move from the transposition table, which comes first.
const KNOWN: i32 = i32::MAX;
/// The score of moves that leave the opponent no disc, which come next.
const WINS_ALL: i32 = i32::MAX - 1;

/// The penalty for a reply; a reply in a corner counts twice.
const REPLY: i32 = 16;
/// The penalty for an empty square beside a disc of the mover.
const FRONTIER: i32 = 4;
/// The bonus for a corner.
const CORNER: i32 = 16;
/// The bonus for a move in a quarter with an odd number of empty squares.
const ODD: i32 = 8;
/// The penalty for a reply if there are estimates.
const REPLY_WITH_GUESS: i32 = 100;

impl Candidates {
    /// Makes all moves and scores them.
    #[inline(always)]
    pub fn new(searcher: &mut Searcher, sides: Sides, moves: u64, known: u8, order: Order) -> Self {
        let next = searcher.candidates.len();
        let odd = odd_quarters(sides.free());
        for square in squares(moves) {
            let after = sides.played(square);
            #[expect(clippy::cast_possible_truncation, reason = "less than 64")]
            let number = square as u8;
            let score = if number == known {
                KNOWN
            } else if after.own == 0 {
                WINS_ALL
            } else {
                score(searcher, after, 1 << square, odd, order)
            };
            searcher.candidates.push(Candidate {
                square: number,
                after,
                score,
            });
        }
        Self {
            next,
            end: searcher.candidates.len(),
        }
    }

    /// Removes the moves from the searcher's list.
    #[inline(always)]
    pub fn leave(self, searcher: &mut Searcher) {
        searcher.candidates.truncate(self.next);
    }

    /// The moves, in the order of their squares.
    #[inline(always)]
    pub fn all(self, searcher: &Searcher) -> &[Candidate] {
        &searcher.candidates[self.next..self.end]
    }

    /// Takes the best of the moves that are left.
    #[inline(always)]
    pub fn next(&mut self, searcher: &mut Searcher) -> Option<Candidate> {
        let left = &mut searcher.candidates[self.next..self.end];
        let mut best = 0;
        for at in 1..left.len() {
            if left[at].score > left[best].score {
                best = at;
            }
        }
        if left.is_empty() {
            return None;
        }
        self.next += 1;
        left.swap(0, best);
        Some(left[0])
    }
}

#[inline(always)]
fn score(searcher: &mut Searcher, after: Sides, square: u64, odd: u64, order: Order) -> i32 {
    let replies = after.moves();
    let replies = (replies.count_ones() + (replies & CORNERS).count_ones()).cast_signed();
    let parity = ODD * i32::from(square & odd != 0);
    match order {
        Order::Replies => {
            // The squares where replies may become legal later.
            let frontier = after.free() & spread(after.other);
            parity + CORNER * i32::from(square & CORNERS != 0)
                - REPLY * replies
                - FRONTIER * frontier.count_ones().cast_signed()
        }
        Order::Guesses(depth) => {
            let reach = Reach::Plies(depth);
            let guess = -search(searcher, after, reach, Window::all(reach));
            parity + guess - REPLY_WITH_GUESS * replies
        }
    }
}
