//! Random numbers by seed: the same seed gives the same numbers on every machine.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng};

use crate::geometry::{Pos, Rect, Size};
use crate::player::Player;

/// A PCG random number generator, from the crate `rand_pcg`.
///
/// ```
/// use admiralty_core::rng::Rng;
/// let draws = |seed| {
///     let mut rng = Rng::seeded(seed);
///     [(); 8].map(|()| rng.below(100))
/// };
/// assert_eq!(draws(7), draws(7));
/// assert_ne!(draws(7), draws(8));
/// ```
#[derive(Clone, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The generator for one turn of a player. Player and turn number are mixed into the
    /// game's seed, because the seed stays the same from turn to turn if the script gives
    /// none.
    pub fn of_turn(seed: u64, player: Player, turn: u64) -> Self {
        // Odd constants, so that every seed, player and turn makes a difference.
        const PLAYERS: u64 = 0xa076_1d64_78bd_642f;
        const TURNS: u64 = 0x9e37_79b9_7f4a_7c15;
        let player = PLAYERS * u64::from(player == Player::B);
        let mixed = seed.wrapping_add(player) ^ turn.wrapping_mul(TURNS);
        Self::seeded(mixed)
    }

    /// A generator started from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A uniformly distributed number from 0 to `bound - 1`; 0 if `bound` is 0.
    ///
    /// Uses Lemire's method ("Fast random integer generation in an interval", ACM Trans.
    /// Model. Comput. Simul. 29 (2019), 1).
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a product")]
    pub fn below(&mut self, bound: u64) -> u64 {
        let mut product = u128::from(self.0.next_u64()) * u128::from(bound);
        if (product as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (product as u64) < threshold {
                product = u128::from(self.0.next_u64()) * u128::from(bound);
            }
        }
        (product >> 64) as u64
    }

    /// A field of a board, as by [`pos_in`](Self::pos_in); of a very large one, only of its first
    /// million rows and columns.
    pub fn pos_on(&mut self, board: Size) -> Pos {
        const SIDE_MAX: i32 = 1 << 20;
        let (rows, columns) = (board.rows.min(SIDE_MAX), board.columns.min(SIDE_MAX));
        self.pos_in(Size { rows, columns }.rect())
    }

    /// A field of a rectangle; row and column are drawn by [`between`](Self::between).
    pub fn pos_in(&mut self, rect: Rect) -> Pos {
        let y = self.between(rect.top, rect.bottom);
        Pos::new(y, self.between(rect.left, rect.right))
    }

    /// A uniformly distributed 32-bit number.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// A uniformly distributed index below `length`.
    #[expect(clippy::cast_possible_truncation, reason = "below a usize")]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// A uniformly chosen element; `None` if there is none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(self.index(things.len()))
    }

    /// A uniformly distributed number in [0, 1).
    pub fn fraction(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Shuffles a slice (Fisher-Yates); all orders are equally likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }

    /// A number from 0 to `bound - 1` from 32 bits; 0 if `bound` is 0.
    ///
    /// It always takes one draw, so some numbers are more likely than others, by a factor of
    /// at most about `1 + bound / 2^32`. Random scripts are made of such draws.
    pub fn below_u32(&mut self, bound: u32) -> u32 {
        let product = u64::from(self.word()) * u64::from(bound);
        (product >> 32) as u32
    }

    /// A number from `first` to `last` from 32 bits; `first` if that is larger.
    pub fn between(&mut self, first: i32, last: i32) -> i32 {
        let count = u32::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        first.saturating_add_unsigned(self.below_u32(count))
    }

    /// True with probability `1 / times`, from 32 bits.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below_u32(times) == 0
    }

    /// An index below `length` from 32 bits; 0 if that is 0.
    pub fn index_u32(&mut self, length: usize) -> usize {
        self.below_u32(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }

    /// A copy of a random element, from 32 bits.
    ///
    /// # Panics
    ///
    /// If `from` is empty.
    pub fn choose<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index_u32(from.len())]
    }
}
