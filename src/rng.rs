//! Rng that is the same for the same input.

use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng as _, SeedableRng};

use crate::player::Player;

/// A source of chance: the generator PCG of the crate `rand_pcg`.
#[derive(Clone, Debug)]
pub struct Rng(Pcg64Mcg);

impl Rng {
    /// The chance of a turn, from the game's seed. Each turn of each player has
    /// its own, even if the seed stays the same because none was given.
    pub fn of_turn(seed: u64, player: Player, turn: u64) -> Self {
        // Odd constants, so that every seed, player and turn makes a difference.
        const PLAYERS: u64 = 0xa076_1d64_78bd_642f;
        const TURNS: u64 = 0x9e37_79b9_7f4a_7c15;
        let player = PLAYERS * u64::from(player == Player::B);
        let mixed = seed.wrapping_add(player) ^ turn.wrapping_mul(TURNS);
        Self::seeded(mixed)
    }

    /// Rng from a seed.
    pub fn seeded(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`, each as likely; 0 if `bound` is 0.
    ///
    /// The method of Lemire ("Fast random integer generation in an interval",
    /// ACM Trans. Model. Comput. Simul. 29 (2019), 1).
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

    /// Any number of 32 bits.
    pub fn word(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// An index below `length`.
    #[expect(clippy::cast_possible_truncation, reason = "below a usize")]
    pub fn index(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }

    /// One of several things, each as likely; none of none.
    pub fn pick<'t, T>(&mut self, things: &'t [T]) -> Option<&'t T> {
        things.get(self.index(things.len()))
    }

    /// A number from 0 to 1, without 1.
    #[expect(clippy::cast_precision_loss, reason = "53 bits are a float's")]
    pub fn fraction(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Brings things into an order, each as likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for last in (1..things.len()).rev() {
            things.swap(last, self.index(last + 1));
        }
    }
}
