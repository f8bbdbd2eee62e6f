//! Plays one game between two contestants, turn by turn.

use std::time::Duration;

use super::bot::BotRun;
use super::bot::channel::{BotChannel, GAME_CPU};
use super::bot::live::{LineChannel, LiveBot, setup};
use super::bot::referee::{is_placing_turn, play_output};
use super::error::NotPlayed;
use super::opening::without_players;
use super::outcome::PlayedShots;
use super::{
    ArenaError, Contestant, EarlyEnd, Foul, FoulKind, GameLimits, GameResult, PairMember,
    PlayerKind,
};
use admiralty_core::game::For;
use admiralty_core::game::Game;
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::script::{Command, Tag};
use admiralty_players::runner::{play_placing_turn, play_turn};
use admiralty_players::{Effort, PlayerEntry, Players};

/// The CPU time that a bot may use in a turn although its bank is empty.
const TURN_CPU_MIN: Duration = Duration::from_millis(1);

/// A turn of a bot, for logs.
#[derive(Clone, Copy, Debug)]
pub struct LoggedRun<'t> {
    /// The name of the contestant.
    pub name: &'t str,
    /// The side it plays.
    pub player: Player,
    /// The number of the turn, from 1, counting the turns of both players.
    pub turn: u32,
    /// Its input and output, and its foul.
    pub run: &'t BotRun,
}

/// Plays a game from a state to its end. The game is appended to `record` as a script that replays
/// it; `log` gets the turns of bots. With `seeds`, each player gets its own seed, which grows by
/// one each turn.
///
/// Returns `None` if `is_over` becomes true, because the result is no longer needed. It is called
/// often.
pub(super) fn play(
    mut game: Game,
    seats: ByPlayer<(&Contestant, PairMember)>,
    seeds: Option<ByPlayer<u64>>,
    limits: &GameLimits,
    record: Option<&mut Vec<u8>>,
    log: &dyn Fn(&LoggedRun<'_>) -> Result<(), ArenaError>,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<GameResult>, ArenaError> {
    let mut live = ByPlayer::from_fn(|_| None);
    if let Some(seeds) = &seeds {
        game.set_seed(seeds[game.next_player()]);
        for player in Player::BOTH {
            let setup = setup(&game, player, seeds[player]);
            let contestant = seats[player].0;
            let own = contestant.limits.as_ref().unwrap_or(&limits.turn);
            let channel = match &contestant.kind {
                PlayerKind::Live(bot) => BotChannel::start(bot, &setup, own),
                PlayerKind::Seat(seat) => BotChannel::accept(seat, &setup, own, is_over),
                PlayerKind::Native(_) | PlayerKind::Bot(_) => continue,
            };
            let channel = match channel {
                Ok(channel) => Ok(Box::new(channel) as Box<dyn LineChannel>),
                Err(NotPlayed::Foul(foul)) => Err(foul),
                Err(NotPlayed::Cancelled) => return Ok(None),
                Err(NotPlayed::Failed(error)) => return Err(error),
            };
            live[player] = Some(LiveBot::new(channel, setup));
        }
    }
    let mut table = GameInPlay {
        game,
        seats,
        seeds,
        live,
        stderr: Vec::new(),
        cpu: None,
        spent: ByPlayer::default(),
        limits,
        log,
        is_over,
        last: None,
    };
    let result = table.play(record)?;
    if result
        .as_ref()
        .is_some_and(|result| result.winner.is_some())
    {
        table.reveal()?;
    }
    let mut live = Player::BOTH.map(|player| table.live[player].take());
    live.iter_mut().flatten().for_each(LiveBot::close);
    live.into_iter().flatten().try_for_each(LiveBot::end)?;
    Ok(result)
}

/// A game that is being played.
struct GameInPlay<'g> {
    game: Game,
    seats: ByPlayer<(&'g Contestant, PairMember)>,
    seeds: Option<ByPlayer<u64>>,
    live: ByPlayer<Option<LiveBot>>,
    /// The end of the standard error of a bot in the last turn.
    stderr: Vec<u8>,
    /// The CPU time of a bot in the last turn.
    cpu: Option<Duration>,
    /// The CPU time of programs that run for each turn, in all turns.
    spent: ByPlayer<Duration>,
    limits: &'g GameLimits,
    log: &'g dyn Fn(&LoggedRun<'_>) -> Result<(), ArenaError>,
    is_over: &'g dyn Fn() -> bool,
    /// The state before the turn, if somebody at a seat is to see it: after a foul, `game` is empty.
    last: Option<Game>,
}

impl GameInPlay<'_> {
    fn play(&mut self, mut record: Option<&mut Vec<u8>>) -> Result<Option<GameResult>, ArenaError> {
        let mut result = GameResult::default();
        // A position can only become dead when something is destroyed.
        let mut healthy = None;
        let mut last_change = 0;
        if let Some(record) = &mut record {
            record.extend(self.game.script(For::Turn));
        }
        let mut contestants = Player::BOTH.map(|player| self.seats[player].0).into_iter();
        let has_seat = contestants.any(|one| matches!(one.kind, PlayerKind::Seat(_)));
        while result.turns < self.limits.turns {
            if (self.is_over)() {
                return Ok(None);
            }
            let parts = ByPlayer::from_fn(|player| self.game.fleet(player).healthy_parts());
            if healthy.replace(parts) != Some(parts) {
                last_change = result.turns;
                if self.game.is_dead_position() {
                    result.early = Some(EarlyEnd::Dead);
                    break;
                }
            }
            if let Some(adjudication) = &self.limits.adjudication
                && result.turns - last_change >= adjudication.turns.saturating_mul(2)
            {
                result.early = Some(EarlyEnd::Adjudicated);
                let winner = adjudication.winner(&parts);
                result.winner = winner.map(|player| self.seats[player].1);
                break;
            }
            let player = self.game.next_player();
            let (_, member) = self.seats[player];
            let afloat = self.game.fleet(player.opponent()).healthy_parts();
            self.last = has_seat.then(|| self.game.clone());
            let recorded = record.as_ref().map(|record| record.len());
            self.cpu = None;
            let turn = self.play_turn(result.turns, record.as_deref_mut());
            if let Some(time) = self.cpu {
                result.cpu[member as usize].add(time);
            }
            let (foul, winner) = match turn {
                Ok(turn) => {
                    result.turns += 1;
                    result.shots[member as usize] += turn.shots;
                    let left = self.game.fleet(player.opponent()).healthy_parts();
                    result.hits[member as usize] += afloat.saturating_sub(left);
                    let Some(winner) = turn.winner else { continue };
                    self.last = None;
                    result.winner = Some(self.seats[winner].1);
                    // The player who moved already knows.
                    if let Some(other) = &mut self.live[player.opponent()] {
                        other.announce(winner)?;
                    }
                    break;
                }
                Err(NotPlayed::Cancelled) if self.has_left(player.opponent()) => {
                    let detail = "it left during its opponent's turn";
                    (Foul::new(FoulKind::Silent, detail), player)
                }
                Err(NotPlayed::Cancelled) => return Ok(None),
                Err(NotPlayed::Failed(error)) => return Err(error),
                Err(NotPlayed::Foul(foul)) => (foul, player.opponent()),
            };
            if let (Some(record), Some(length)) = (record, recorded)
                && foul.kind != FoulKind::Illegal
            {
                // The replay ends before the turn that was not completed.
                record.truncate(length);
            }
            result.winner = Some(self.seats[winner].1);
            result.foul = Some(foul);
            result.stderr = std::mem::take(&mut self.stderr);
            for player in Player::BOTH {
                if let Some(bot) = &mut self.live[player] {
                    bot.announce(winner)?;
                }
            }
            break;
        }
        Ok(Some(result))
    }

    /// Whether a player at a seat has left, although it is not its turn.
    fn has_left(&self, player: Player) -> bool {
        let bot = self.live[player].as_ref();
        bot.is_some_and(LiveBot::has_left) && !(self.is_over)()
    }

    /// Shows players at seats both fleets after the game.
    fn reveal(&mut self) -> Result<(), ArenaError> {
        let game = self.last.as_ref().unwrap_or(&self.game);
        for player in Player::BOTH {
            if let (PlayerKind::Seat(_), Some(bot)) =
                (&self.seats[player].0.kind, &mut self.live[player])
            {
                bot.tell(&without_players(game))?;
            }
        }
        Ok(())
    }

    fn play_turn(
        &mut self,
        turns: u32,
        record: Option<&mut Vec<u8>>,
    ) -> Result<PlayedShots, NotPlayed> {
        let player = self.game.next_player();
        let contestant = self.seats[player].0;
        self.stderr.clear();
        if let Some(seeds) = &self.seeds {
            self.game
                .set_seed(seeds[player].wrapping_add(u64::from(turns)));
        }
        let cmd_run;
        let (turn, run) = match &contestant.kind {
            PlayerKind::Native(entry) => {
                let turn = native(&mut self.game, *entry, self.limits.effort, record);
                return Ok(turn?);
            }
            PlayerKind::Bot(bot) => {
                let mut limits = contestant.limits.unwrap_or(self.limits.turn);
                let spent = &mut self.spent[player];
                if let Some(bank) = limits.bank {
                    let left = bank.saturating_sub(*spent);
                    limits.cpu = limits.cpu.min(left.max(TURN_CPU_MIN));
                }
                let mut run = bot.run(&self.game, &limits, self.is_over)?;
                *spent += run.cpu.unwrap_or_default();
                let overdrawn = limits.bank.filter(|bank| *spent >= *bank);
                let overdrawn = overdrawn.map(|bank| Foul::late(bank, GAME_CPU));
                let turn = match overdrawn.or(run.foul.take()) {
                    Some(foul) => Err(foul),
                    None => play_output(&mut self.game, &run.output, record),
                };
                run.foul = turn.as_ref().err().cloned();
                cmd_run = run;
                (turn, &cmd_run)
            }
            PlayerKind::Live(_) | PlayerKind::Seat(_) => {
                let ByPlayer { a, b } = &mut self.live;
                let (bot, other) = match player {
                    Player::A => (a, &*b),
                    Player::B => (b, &*a),
                };
                let Some(bot) = bot else {
                    unreachable!("live bots were started with the game, which has seeds for them");
                };
                let has_other_left = || other.as_ref().is_some_and(LiveBot::has_left);
                let is_over = || (self.is_over)() || has_other_left();
                let turn = match bot.play(&mut self.game, record, &is_over) {
                    Err(NotPlayed::Foul(foul)) => Err(foul),
                    turn => Ok(turn?),
                };
                let run = bot.run(turn.as_ref().err().cloned());
                (turn, run)
            }
        };
        let logged = (self.log)(&LoggedRun {
            name: &contestant.name,
            player,
            turn: turns + 1,
            run,
        });
        logged.map_err(NotPlayed::Failed)?;
        self.stderr.clone_from(&run.stderr);
        self.cpu = run.cpu;
        Ok(turn?)
    }
}

/// Plays the turn of a player of this program.
fn native(
    game: &mut Game,
    entry: PlayerEntry,
    effort: Effort,
    record: Option<&mut Vec<u8>>,
) -> Result<PlayedShots, Foul> {
    let mut players = Players {
        effort,
        ..Players::default()
    };
    players.seat(game.next_player(), entry);
    let is_placing = is_placing_turn(game);
    let turn = if is_placing {
        play_placing_turn(game, &players)
    } else {
        play_turn(game, &players)
    };
    let turn = turn.map_err(|refusal| Foul::new(FoulKind::Unplaceable, refusal.to_string()))?;
    if let Some(record) = record {
        let written = if is_placing {
            Tag::Player(turn.player).write_group(&turn.block, record)
        } else {
            turn.write_to(game, record)
        };
        debug_assert!(written.is_ok(), "a vector takes everything");
    }
    let is_shot =
        |command: &&Command| matches!(command, Command::Shoot(_) | Command::ShootFrom { .. });
    Ok(PlayedShots {
        shots: turn.block.iter().filter(is_shot).count() as u64,
        winner: turn.winner,
    })
}
