//! Which contestants play each other, and in which order.

use admiralty_results::Shard;

use crate::TournamentFormat;

/// The pairs of games of a tournament, in order: the first pair of each pairing, then the second
/// pair of each, and so on; or those of a shard of it.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
    pub(super) shard: Shard,
}

/// A pair of games to be played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScheduledPair {
    /// Its number in the whole tournament, from 0.
    pub number: u64,
    /// The number of the pairing.
    pub pairing: usize,
    /// The numbers of the two contestants.
    pub contestants: [usize; 2],
    /// How many pairs this pairing has played before. Pairs of the same round have the same fleets,
    /// whoever plays; with bots, each of their games.
    pub round: u64,
}

impl ScheduledPair {
    /// The number of one of its games, 0 or 1, in the tournament, from 1.
    pub const fn game(&self, game: usize) -> u64 {
        2 * self.number + 1 + game as u64
    }
}

impl Schedule {
    /// The schedule of a whole tournament with `games` games in each pairing.
    pub fn new(format: TournamentFormat, contestants: usize, games: u32) -> Self {
        let firsts = match format {
            TournamentFormat::RoundRobin => contestants,
            TournamentFormat::Gauntlet => contestants.min(1),
        };
        let pairings =
            (0..firsts).flat_map(|first| (first + 1..contestants).map(move |other| [first, other]));
        Self {
            pairings: pairings.collect(),
            rounds: u64::from(games / 2),
            shard: Shard::WHOLE,
        }
    }

    /// The pairings: the numbers of both contestants.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    pub fn pairs(&self) -> u64 {
        self.shard.len(self.rounds * self.pairings.len() as u64)
    }

    /// A pair by its number in this schedule, from 0.
    pub fn pair(&self, index: u64) -> Option<ScheduledPair> {
        let pairings = self.pairings.len() as u64;
        let number = self.shard.unit(index) - 1;
        let round = number
            .checked_div(pairings)
            .filter(|round| *round < self.rounds)?;
        let pairing = usize::try_from(number % pairings).ok()?;
        Some(ScheduledPair {
            number,
            pairing,
            contestants: self.pairings[pairing],
            round,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_come_in_rounds() {
        let schedule = Schedule::new(TournamentFormat::RoundRobin, 3, 4);
        assert_eq!(schedule.pairings(), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(schedule.pairs(), 6);
        let pair = schedule.pair(4).expect("there are six");
        assert_eq!((pair.contestants, pair.round), ([0, 2], 1));
        assert_eq!(schedule.pair(6), None);
        let gauntlet = Schedule::new(TournamentFormat::Gauntlet, 3, 2);
        assert_eq!(gauntlet.pairings(), [[0, 1], [0, 2]]);
    }

    #[test]
    fn shards_have_every_pair_once() {
        let whole = Schedule::new(TournamentFormat::RoundRobin, 3, 10);
        for count in 1..=20 {
            let shards = (1..=count).map(|number| Shard::new(number, count).expect("a shard"));
            let pairs = shards.flat_map(|shard| {
                let mut schedule = whole.clone();
                schedule.shard = shard;
                assert_eq!(schedule.pair(schedule.pairs()), None);
                (0..schedule.pairs()).map(move |index| schedule.pair(index).expect("a pair"))
            });
            let mut pairs: Vec<_> = pairs.collect();
            pairs.sort_by_key(|pair| pair.number);
            assert!(
                (0..15)
                    .map(|number| whole.pair(number).expect("a pair"))
                    .eq(pairs)
            );
        }
    }
}
