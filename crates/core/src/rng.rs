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
        const PLAYERS: u64 = 0xa076_1d64_78bd_642f;
        let player = PLAYERS * u64::from(player == Player::B);
        Self::nth(seed.wrapping_add(player), turn)
    }

    /// The generator with a number in a series: every number makes another one.
    pub fn nth(seed: u64, number: u64) -> Self {
        /// The golden ratio's fraction. It is odd, so that no two numbers have the same product.
        const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
        Self::seeded(seed ^ number.wrapping_mul(ODD))
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Saved games, random scripts and results of tournaments depend on these numbers.
    #[test]
    fn a_seed_gives_these_numbers_on_every_machine() {
        let mut rng = Rng::seeded(1);
        let mut order: Vec<_> = (0..8).collect();
        rng.shuffle(&mut order);
        assert_eq!(order, [5, 7, 4, 1, 3, 2, 0, 6]);
        // A bound at which one draw in four is repeated.
        let large = [(); 64].map(|()| rng.below(3 << 62));
        assert_eq!(
            large.iter().fold(0, |all, one| all ^ one),
            11_547_650_334_846_725_797
        );
        assert_eq!([(); 4].map(|()| rng.below(1000)), [481, 92, 387, 180]);
        assert_eq!([(); 4].map(|()| rng.index(1000)), [170, 332, 517, 939]);
        assert_eq!([(); 4].map(|()| rng.below_u32(1000)), [976, 139, 9, 204]);
        assert_eq!([(); 4].map(|()| rng.index_u32(1000)), [531, 648, 874, 288]);
        assert_eq!(
            [(); 4].map(|()| rng.between(-500, 500)),
            [-394, 152, 412, 171]
        );
        assert_eq!((0..1000).filter(|_| rng.one_in(4)).count(), 242);
        let mean = (0..1000).map(|_| rng.fraction()).sum::<f64>() / 1000.0;
        assert!((0.45..0.55).contains(&mean), "{mean}");
    }

    #[test]
    fn every_seed_player_and_turn_makes_a_difference() {
        let mut seen = std::collections::HashSet::new();
        for seed in [0, 1, 2, u64::MAX] {
            for player in Player::BOTH {
                for turn in 0..8 {
                    assert!(seen.insert(Rng::of_turn(seed, player, turn).below(u64::MAX)));
                }
            }
        }
        let first = |player, turn| Rng::of_turn(7, player, turn).below(1000);
        assert_eq!([first(Player::A, 0), first(Player::B, 5)], [689, 486]);
    }

    #[test]
    fn no_bound_is_reached() {
        let mut rng = Rng::seeded(1);
        assert_eq!(
            (
                rng.below(0),
                rng.below_u32(0),
                rng.index(0),
                rng.index_u32(0)
            ),
            (0, 0, 0, 0)
        );
        assert_eq!((rng.between(5, -5), rng.pick::<u8>(&[])), (5, None));
        for bound in 1..50 {
            assert!(rng.below(bound) < bound);
            assert!((0.0..1.0).contains(&rng.fraction()));
        }
        for rows in 1..50 {
            let board = Size::new(rows, 3);
            assert!(board.contains(rng.pos_on(board)));
        }
    }
}
