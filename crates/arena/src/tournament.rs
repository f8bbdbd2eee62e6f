//! A tournament: the schedule of its pairs, which are played in parallel, and counted in order.
//!
//! So neither the result nor the pair at which SPRT stops depends on time. A file of results is a
//! prefix of the tournament or of a shard, and resuming counts it again.
//!
//! A bot that ends at once, game after game, ends the tournament.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use admiralty_core::player::{ByPlayer, Player};
use admiralty_players::PlayerEntry;
use admiralty_results::worker_pool::{PoolTask, WorkerPool};
use admiralty_results::{ByteText, Shard};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game_loop::play;
use crate::settings::TournamentFormat;
use crate::{
    ArenaError, BotTurn, FoulKind, GameResult, PairMember, PlayerKind, Standings,
    TournamentSettings,
};

/// How many pairs each worker may be ahead of the next one to be counted. These are lost when the
/// tournament is interrupted.
const AHEAD: u64 = 8;

/// The first games of a bot in a run, in at least one of which it must complete its first turn, or
/// try to; otherwise it is broken, or its command line is wrong.
pub const FIRST_GAMES: u32 = 3;

/// A tournament, or a shard of one.
#[derive(Debug)]
pub struct Tournament {
    settings: TournamentSettings,
    schedule: Schedule,
}

/// A pair of games that has been played: the same fleets and the same seed, with sides swapped.
#[derive(Debug, Serialize, Deserialize)]
pub struct FinishedPair {
    /// The pair, which files of results do not repeat.
    #[serde(skip)]
    pub pair: ScheduledPair,
    /// The two games; the first contestant plays A in the first one, B in the second.
    pub games: [GameResult; 2],
    /// Both games as scripts that replay them, without the players and the result, if they are
    /// recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub records: Option<[ByteText; 2]>,
}

/// The records of games, besides their results.
#[derive(Clone, Copy, Default)]
pub struct Recording<'k> {
    /// How many games, from the first one on, are recorded as scripts that replay them.
    pub records: u64,
    /// The turns of bots.
    pub bot_log: Option<BotLog<'k>>,
}

/// Logs the turns of bots, with the number of the game; several games are played at the
/// same time.
pub type BotLog<'l> = &'l (dyn Fn(u64, &BotTurn<'_>) -> Result<(), ArenaError> + Sync);

impl Tournament {
    /// A tournament with these settings.
    ///
    /// # Errors
    ///
    /// The number of games is odd, SPRT is used without exactly two contestants, a contestant does
    /// not play the rule set, or the first opening cannot be dealt.
    pub fn new(settings: TournamentSettings) -> Result<Self, ArenaError> {
        let games = settings.games;
        if games == 0 || !games.is_multiple_of(2) {
            return ArenaError::usage(format!(
                "games are played in pairs, so there must be an even number of them, not {games}"
            ));
        }
        if settings.sprt.is_some() && settings.players.len() != 2 {
            return ArenaError::usage("SPRT compares exactly two players");
        }
        for contestant in &settings.players {
            let rules = settings.opening.base.rules();
            // Other programs are assumed to play all rule sets.
            if matches!(&contestant.kind, PlayerKind::Native(entry) if !entry.plays(rules)) {
                return ArenaError::usage(format!(
                    "the player \"{}\" does not play the rule set {}, only {}",
                    contestant.name,
                    rules.name,
                    PlayerEntry::names_for(rules).join(", ")
                ));
            }
        }
        settings.opening.deal(settings.seed, 0)?;
        Ok(Self {
            schedule: Schedule::new(settings.format, settings.players.len(), games),
            settings,
        })
    }

    /// A shard of the tournament, which has every `N`-th pair. SPRT does not end it early, because
    /// the other shards are not known.
    #[must_use]
    pub fn shard(mut self, shard: Shard) -> Self {
        self.schedule.shard = shard;
        self
    }

    /// Everything that the result depends on.
    pub const fn settings(&self) -> &TournamentSettings {
        &self.settings
    }

    /// How many pairs there are, if nothing ends the tournament early.
    pub fn pairs(&self) -> u64 {
        self.schedule.pairs()
    }

    /// A pair by its number among those of the shard, from 0.
    pub fn pair(&self, index: u64) -> Option<ScheduledPair> {
        self.schedule.pair(index)
    }

    /// The standings before the first pair.
    pub fn standings(&self) -> Standings {
        let contestants = self.settings.players.len();
        let sprt = self
            .settings
            .sprt
            .filter(|_| self.schedule.shard.is_whole());
        Standings::new(self.schedule.clone(), contestants, sprt)
    }

    /// Plays the pairs missing in `standings`, counts them in order, and calls `finished` with
    /// each. When `stop` is set, returns after the current turns.
    ///
    /// # Errors
    ///
    /// If a pair cannot be played, or `finished` returns an error. [`ArenaError::EndsAtOnce`], if a
    /// bot ended in its first turn in each of its first games; `finished` has been called with
    /// these games.
    pub fn play(
        &self,
        standings: &mut Standings,
        workers: NonZeroUsize,
        recording: Recording<'_>,
        stop: &AtomicBool,
        mut finished: impl FnMut(FinishedPair, &Standings) -> Result<(), ArenaError>,
    ) -> Result<(), ArenaError> {
        let done = standings.pairs();
        if standings.next_pair().is_none() {
            return Ok(());
        }
        // A player who connects plays one game at a time.
        let mut players = self.settings.players.iter();
        let has_seat = players.any(|player| matches!(player.kind, PlayerKind::Seat(_)));
        let workers = if has_seat { NonZeroUsize::MIN } else { workers };
        let pool = WorkerPool::new(workers, AHEAD, stop);
        let play_pair = |(): &mut (), task: PoolTask<'_>| match self.schedule.pair(task.number) {
            Some(pair) => self.play_pair(pair, recording, &|| task.is_cancelled()),
            None => Ok(None),
        };
        let mut first_games = FirstGames::new(self.settings.players.len());
        let count = |pair: FinishedPair| {
            standings.add(&pair.pair, &pair.games);
            let broken = first_games.add(pair.pair.contestants, &pair.games);
            let broken = broken.map(|(contestant, game)| {
                ArenaError::ends_at_once(self.settings.name(contestant), game)
            });
            finished(pair, standings)?;
            if let Some(error) = broken {
                return Err(error);
            }
            Ok(match standings.next_pair() {
                Some(_) => ControlFlow::Continue(()),
                None => ControlFlow::Break(()),
            })
        };
        let pairs = done..self.schedule.pairs();
        pool.run(pairs, || Ok(()), play_pair, count)
    }

    /// Plays both games of a pair; returns `None` if stopped.
    fn play_pair(
        &self,
        pair: ScheduledPair,
        recording: Recording<'_>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<Option<FinishedPair>, ArenaError> {
        let (opening, seed) = (&self.settings.opening, self.settings.seed);
        let Some(start) = opening.deal_unless(is_over, seed, pair.round)? else {
            return Ok(None);
        };
        let mut records = [Vec::new(), Vec::new()];
        let is_recorded = pair.game(0) <= recording.records;
        let kinds = pair.contestants.map(|at| &self.settings.players[at].kind);
        let has_bot = !matches!(kinds, [PlayerKind::Native(_), PlayerKind::Native(_)]);
        let mut play_game = |game: usize, start| {
            let seats = ByPlayer::from_fn(|player| {
                let member = PairMember::playing(player, game);
                let contestant = pair.contestants[member as usize];
                (&self.settings.players[contestant], member)
            });
            let number = pair.game(game);
            let record = is_recorded.then_some(&mut records[game]);
            let log =
                |turn: &BotTurn<'_>| recording.bot_log.map_or(Ok(()), |log| log(number, turn));
            // Bots must not learn anything about the deal from their seeds.
            let seeds = has_bot.then(|| player_seeds(self.settings.seed, pair.round, game));
            let limits = &self.settings.limits;
            play(start, seats, seeds, limits, record, &log, is_over)
        };
        let Some(one) = play_game(0, start.clone())? else {
            return Ok(None);
        };
        let Some(other) = play_game(1, start)? else {
            return Ok(None);
        };
        Ok(Some(FinishedPair {
            pair,
            games: [one, other],
            records: is_recorded.then(|| records.map(ByteText)),
        }))
    }
}

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

/// The seeds of both players for a game of a pair, 0 or 1.
///
/// A seed reveals nothing about the seed of the tournament, from which the fleets are dealt, or
/// that of the other player: it is the first 64 bits of a SHA-256 hash.
fn player_seeds(tournament: u64, round: u64, game: usize) -> ByPlayer<u64> {
    ByPlayer::from_fn(|player| {
        let hash = Sha256::new()
            .chain_update(b"admiralty arena, seed of a player")
            .chain_update(tournament.to_le_bytes())
            .chain_update(round.to_le_bytes())
            .chain_update([u8::from(game == 1), u8::from(player == Player::B)])
            .finalize();
        let first = hash.iter().take(8).map(|&byte| u64::from(byte));
        first.fold(0, |seed, byte| seed << 8 | byte)
    })
}

/// Counts the games that ended at once, by contestant.
struct FirstGames {
    /// How many games so far; `None` if one of the contestant's games did not end at once.
    ended: Vec<Option<u32>>,
}

/// How a contestant's first turn in a game went.
enum FirstTurn {
    NotReached,
    /// The program ended before the turn was complete, whatever its exit status.
    Ended,
    Played,
}

impl FirstGames {
    /// The state before the first game.
    pub fn new(contestants: usize) -> Self {
        Self {
            ended: vec![Some(0); contestants],
        }
    }

    /// Counts the games of a pair. Returns the contestant that has ended at once in all of its first
    /// games, and the last of them.
    pub fn add<'g>(
        &mut self,
        contestants: [usize; 2],
        games: &'g [GameResult; 2],
    ) -> Option<(usize, &'g GameResult)> {
        for game in games {
            for member in PairMember::BOTH {
                let contestant = contestants[member as usize];
                let Some(ended) = &mut self.ended[contestant] else {
                    continue;
                };
                match first_turn(game, member) {
                    FirstTurn::NotReached => {}
                    FirstTurn::Played => self.ended[contestant] = None,
                    FirstTurn::Ended => {
                        *ended += 1;
                        if *ended == FIRST_GAMES {
                            return Some((contestant, game));
                        }
                    }
                }
            }
        }
        None
    }
}

fn first_turn(game: &GameResult, member: PairMember) -> FirstTurn {
    // The first turns of both players are the first two of the game.
    let is_in_first_turn = game.turns <= 1;
    let has_lost = game.winner == Some(member.other());
    let has_ended = game.foul.as_ref().is_some_and(|foul| {
        use FoulKind::{Crashed, Silent, Unclosed};
        matches!(foul.kind, Crashed | Silent | Unclosed)
    });
    if has_ended && is_in_first_turn && has_lost {
        FirstTurn::Ended
    } else if game.turns == 0 && !has_lost {
        FirstTurn::NotReached
    } else {
        FirstTurn::Played
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use PairMember::{First, Second};

    use super::*;
    use crate::Foul;

    #[test]
    fn each_player_of_each_game_has_a_seed_of_its_own() {
        let seeds = |tournament, round, game| player_seeds(tournament, round, game);
        let all: BTreeSet<_> = (0..64)
            .map(|i| seeds(i & 3, i >> 2 & 7, usize::from(i > 31)))
            .flat_map(|seeds| Player::BOTH.map(|player| seeds[player]))
            .collect();
        assert_eq!(all.len(), 128);
        // Computed with `sha256sum`; results must not change.
        assert_eq!(seeds(1, 0, 0)[Player::A], 0xfe58_f7bc_e3dd_e94e);
    }

    fn lost(loser: PairMember, foul: FoulKind, turns: u32) -> GameResult {
        GameResult {
            winner: Some(loser.other()),
            foul: Some(Foul::new(foul, "")),
            turns,
            ..GameResult::default()
        }
    }

    #[test]
    fn only_ends_in_the_first_turns_of_the_first_games_count() {
        let one = |turns| lost(First, FoulKind::Crashed, turns);
        let other = |turns| lost(Second, FoulKind::Crashed, turns);
        let illegal = |turns| lost(Second, FoulKind::Illegal, turns);
        let silent = |turns| lost(Second, FoulKind::Silent, turns);
        let unclosed = |turns| lost(Second, FoulKind::Unclosed, turns);
        let drawn = |turns| GameResult {
            turns,
            ..GameResult::default()
        };
        for (pairs, expected) in [
            (vec![[other(1), other(0)], [other(1), other(0)]], Some(1)),
            // A game that ended before its first turn says nothing about a player.
            (vec![[one(0), other(0)], [one(0), other(0)]], None),
            (vec![[one(0), other(0)]; 3], Some(0)),
            (vec![[other(1), drawn(0)]; 3], Some(1)),
            (vec![[other(1), other(0)]], None),
            (vec![[drawn(9), other(0)], [other(1), other(0)]], None),
            (vec![[other(1), other(2)], [other(1), other(0)]], None),
            (vec![[other(1), illegal(0)], [other(1), other(0)]], None),
            (
                vec![[silent(1), silent(0)], [silent(1), silent(0)]],
                Some(1),
            ),
            (
                vec![[silent(1), other(0)], [unclosed(1), other(0)]],
                Some(1),
            ),
        ] {
            let mut first_games = FirstGames::new(2);
            let mut found = pairs
                .iter()
                .filter_map(|games| first_games.add([0, 1], games));
            let found = found.next().map(|(contestant, _)| contestant);
            assert_eq!(found, expected, "{pairs:?}");
        }
    }

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
