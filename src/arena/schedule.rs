//! The schedule of a tournament: who plays whom, in which order.

use super::settings::TournamentFormat;

/// The pairs of games of a tournament, in order: the first pair of each pairing, then the second
/// pair of each, and so on.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    rounds: u64,
}

/// A pair of games to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledPair {
    /// Its number in the tournament, from 0.
    pub number: u64,
    /// The number of the pairing.
    pub pairing: usize,
    /// The numbers of the two contestants.
    pub contestants: [usize; 2],
    /// How many pairs this pairing has played before. Pairs of the same round have the same fleets,
    /// whoever plays.
    pub round: u64,
}

impl ScheduledPair {
    /// The number of one of its games, 0 or 1, in the tournament, from 1.
    pub const fn game(&self, game: usize) -> u64 {
        2 * self.number + 1 + game as u64
    }
}

impl Schedule {
    /// The schedule of a tournament with `games` games in each pairing.
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
        }
    }

    /// The pairings: the numbers of both contestants.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// How many pairs there are.
    pub fn pairs(&self) -> u64 {
        self.rounds * self.pairings.len() as u64
    }

    /// A pair by its number.
    pub fn pair(&self, number: u64) -> Option<ScheduledPair> {
        let pairings = self.pairings.len() as u64;
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
}
