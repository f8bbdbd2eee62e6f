//! Search of the last squares of a game.
//!
//! There is no transposition table and no move ordering except by parity: squares in a
//! quarter with an odd number of empty squares are tried first. The methods are common; see
//! <https://www.chessprogramming.org/Othello> and
//! <https://github.com/abulmo/edax-reversi>.

use std::marker::PhantomData;

use multiversion::multiversion;

use super::areas::{AROUND, odd_quarters, quarter};
use super::reach::Window;
use super::searcher::NONE;
use super::stability::stable;
use crate::othello::sides::Sides;

/// The empty squares, and the quarters of the board that have an odd number of them.
#[derive(Clone, Copy, Debug)]
pub struct Free {
    squares: u64,
    odd: u64,
}

impl Free {
    #[inline(always)]
    pub fn new(sides: Sides) -> Self {
        let squares = sides.free();
        let odd = odd_quarters(squares);
        Self { squares, odd }
    }
}

/// The final disc difference for the player to move, in a position with few empty squares;
/// it may be a bound if it is outside the window.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
pub fn finish(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
    let empties = free.squares.count_ones();
    match empties {
        0 => return sides.final_score(),
        1 => return One::value(sides, free, window, nodes),
        2 => return Two::value(sides, free, window, nodes),
        3 => return Three::value(sides, free, window, nodes),
        4 => return Four::value(sides, free, window, nodes),
        _ => *nodes += 1,
    }
    if let Some(most) = cannot_reach(sides, empties, window.alpha) {
        return most;
    }
    let value = if empties == 5 {
        try_all::<Four>(sides, free, window, nodes)
    } else {
        try_all::<Any>(sides, free, window, nodes)
    };
    if value != NONE {
        return value;
    }
    let passed = sides.passed();
    if passed.moves() == 0 {
        return sides.final_score();
    }
    -finish(passed, free, window.turned(), nodes)
}

/// Stability cutoff: an upper bound of the value from the opponent's stable discs, if it is
/// not above `alpha`.
#[inline(always)]
pub fn cannot_reach(sides: Sides, empties: u32, alpha: i32) -> Option<i32> {
    // With a lower alpha, there are rarely enough stable discs.
    const MARGIN: i32 = 8;
    if alpha < 2 * empties.cast_signed() - MARGIN {
        return None;
    }
    let stable = stable(sides.other, !sides.free()).count_ones();
    let most = 64 - 2 * stable.cast_signed();
    (most <= alpha).then_some(most)
}

/// The search of positions with a certain number of empty squares. These are types, not
/// functions, because code called through a function pointer or closure is not compiled for
/// the target features of its caller.
trait Search {
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32;
}

struct One;
/// One empty square more than `Fewer`.
struct OneMore<Fewer>(PhantomData<Fewer>);
type Two = OneMore<One>;
type Three = OneMore<Two>;
type Four = OneMore<Three>;
/// Any number of empty squares.
struct Any;

impl Search for One {
    #[inline(always)]
    fn value(sides: Sides, free: Free, _: Window, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let square = free.squares.trailing_zeros() as usize;
        let turned = sides.turned(square);
        if turned != 0 {
            return -sides.after(square, turned).final_score();
        }
        let passed = sides.passed();
        match passed.turned(square) {
            0 => sides.final_score(),
            turned => passed.after(square, turned).final_score(),
        }
    }
}

impl<Fewer: Search> Search for OneMore<Fewer> {
    #[inline(always)]
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
        *nodes += 1;
        let (mut to_move, mut window) = (sides, window);
        for sign in [1, -1] {
            let value = try_all::<Fewer>(to_move, free, window, nodes);
            if value != NONE {
                return sign * value;
            }
            (to_move, window) = (to_move.passed(), window.turned());
        }
        sides.final_score()
    }
}

impl Search for Any {
    #[inline(always)]
    fn value(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
        finish(sides, free, window, nodes)
    }
}

/// The value of the best move, or of the first that reaches beta; `NONE` if there is no move.
#[inline(always)]
fn try_all<Fewer: Search>(sides: Sides, free: Free, window: Window, nodes: &mut u64) -> i32 {
    let mut first = free.squares & free.odd;
    let mut second = free.squares & !free.odd;
    if first == 0 {
        (first, second) = (second, 0);
    }
    let mut best = NONE;
    let mut alpha = window.alpha;
    while first != 0 {
        let square = first.trailing_zeros() as usize;
        first &= first - 1;
        if first == 0 {
            (first, second) = (second, 0);
        }
        if AROUND[square] & sides.other == 0 {
            continue;
        }
        let turned = sides.turned(square);
        if turned == 0 {
            continue;
        }
        let left = Free {
            squares: free.squares & !(1 << square),
            odd: free.odd ^ quarter(square),
        };
        let beta = window.beta;
        let after = sides.after(square, turned);
        let value = -Fewer::value(after, left, Window { alpha, beta }.turned(), nodes);
        if value >= beta {
            return value;
        }
        best = best.max(value);
        alpha = alpha.max(value);
    }
    best
}
