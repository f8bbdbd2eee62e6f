//! Many games of a player, and what they cost.

use std::num::NonZeroUsize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::contest::{Cost, play};
use super::tally::Tally;
use crate::players::classic::Fleet;
use crate::players::classic::Waters;
use crate::players::classic::{Dealer, NoRoom, Placing};
use crate::players::classic::{School, Strategy};
use crate::players::classic::{Terms, TermsError};
use crate::rng::Chance;

/// How many games a thread takes at once.
const PORTION: u64 = 16;

/// A player, its contest, and how many games.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The contest.
    pub terms: Terms,
    /// Who plays.
    pub strategy: Strategy,
    /// How fleets are dealt.
    pub placing: Placing,
    /// How the player believes that they are dealt.
    pub believed: Placing,
    /// How many games.
    pub games: u64,
    /// Where all chance comes from.
    pub seed: u64,
}

/// What the games of a trial cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Costs {
    /// Shots.
    pub shots: Tally,
    /// Shots that hit nothing.
    pub misses: Tally,
}

/// Why a trial cannot be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TrialError {
    /// The contest is none.
    #[error(transparent)]
    Terms(#[from] TermsError),
    /// The fleet cannot be placed.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
}

impl Trial {
    /// Plays the games. The result depends on nothing but the trial, unless `stop`
    /// ends it early; `done` is told how many games were finished since it was told
    /// the last time.
    ///
    /// # Errors
    ///
    /// If there is no such contest.
    pub fn run(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        done: impl Fn(u64) + Sync,
    ) -> Result<Costs, TrialError> {
        match self.terms.side {
            0..=10 => self.run_on::<2>(threads, stop, done),
            11..=15 => self.run_on::<4>(threads, stop, done),
            _ => self.run_on::<7>(threads, stop, done),
        }
    }

    fn run_on<const W: usize>(
        &self,
        threads: NonZeroUsize,
        stop: &AtomicBool,
        done: impl Fn(u64) + Sync,
    ) -> Result<Costs, TrialError> {
        let waters = Waters::<W>::new(&self.terms)?;
        let dealer = Dealer::new(&waters, self.placing)?;
        let school = School::new(&waters, self.strategy, self.believed);
        let next = AtomicU64::new(0);
        let total = Mutex::new(Ok(Costs::default()));
        let work = || {
            let mut costs = Ok(Costs::default());
            let mut player = school.player();
            let mut fleet = Fleet::new();
            while let (Ok(costs_so_far), false) = (&mut costs, stop.load(Ordering::Relaxed)) {
                let first = next.fetch_add(PORTION, Ordering::Relaxed);
                let games = first..self.games.min(first + PORTION);
                if games.is_empty() {
                    break;
                }
                done(games.end - games.start);
                for game in games {
                    let mut chance = self.chance(game);
                    match dealer.deal(&mut chance, &mut fleet) {
                        Ok(_) => {
                            let seed = chance.below(u64::MAX);
                            let player = &mut *player;
                            costs_so_far.add(play(&waters, &fleet, player, seed, |_, _| ()));
                        }
                        Err(error) => {
                            costs = Err(error);
                            break;
                        }
                    }
                }
            }
            let mut total = total
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            match (&mut *total, costs) {
                (Ok(total), Ok(costs)) => total.merge(&costs),
                (total, Err(error)) => *total = Err(error),
                (Err(_), Ok(_)) => {}
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..threads.get() {
                scope.spawn(work);
            }
            work();
        });
        let total = total.into_inner();
        Ok(total.unwrap_or_else(std::sync::PoisonError::into_inner)?)
    }

    /// The chance of a game. Each game has its own, whoever plays it.
    fn chance(&self, game: u64) -> Chance {
        // An odd constant, so that every game makes a difference.
        const GAMES: u64 = 0x9e37_79b9_7f4a_7c15;
        Chance::seeded(self.seed ^ (game + 1).wrapping_mul(GAMES))
    }
}

impl Costs {
    fn add(&mut self, cost: Cost) {
        self.shots.add(cost.shots);
        self.misses.add(cost.misses);
    }

    fn merge(&mut self, other: &Self) {
        self.shots.merge(&other.shots);
        self.misses.merge(&other.misses);
    }
}
