//! Plays one game between two contestants, turn by turn.

use super::bot::{BotRun, reply};
use super::{ArenaError, Contestant, Foul, FoulKind, GameLimits, GameResult};
use super::{PairMember, PlayerKind};
use crate::game::Game;
use crate::interpreter::{is_dead_position, save};
use crate::player::{ByPlayer, Player};
use crate::players::{Effort, PlayerEntry, Players};
use crate::runner::play_turn;
use crate::script::Command;

/// A turn of a bot, for logs.
#[derive(Clone, Copy, Debug)]
pub struct BotTurn<'t> {
    /// The name of the contestant.
    pub name: &'t str,
    /// For whom it plays.
    pub player: Player,
    /// The number of the turn, from 1; the turns of both players count.
    pub turn: u32,
    /// What it was given and has printed, and its foul.
    pub run: &'t BotRun,
}

/// A turn that was played.
pub(super) struct PlayedTurn {
    /// How many shots were fired.
    pub shots: u64,
    pub winner: Option<Player>,
}

/// Plays a game from a state to its end. The game is appended to `record`, if there is
/// one, as a script that replays it; `log` gets the turns of bots.
///
/// Returns nothing if `is_over` becomes true: nobody waits for the result any more. It
/// is called often.
pub(super) fn play(
    mut game: Game,
    seats: ByPlayer<(&Contestant, PairMember)>,
    limits: &GameLimits,
    mut record: Option<&mut Vec<u8>>,
    log: &dyn Fn(&BotTurn<'_>) -> Result<(), ArenaError>,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<GameResult>, ArenaError> {
    let mut result = GameResult::default();
    // A position can become dead only when something is destroyed.
    let mut healthy = None;
    if let Some(record) = &mut record {
        save::save_for_this_turn(&game, *record).map_err(ArenaError::Machine)?;
    }
    while result.turns < limits.turns {
        if is_over() {
            return Ok(None);
        }
        let parts = Player::BOTH.map(|player| game.fleet(player).healthy_parts());
        if healthy.replace(parts) != Some(parts) && is_dead_position(&game) {
            result.is_dead = true;
            break;
        }
        let player = game.next_player();
        let (contestant, member) = seats[player];
        let (_, enemy) = seats[player.opponent()];
        let afloat = game.fleet(player.opponent()).healthy_parts();
        let recorded = record.as_ref().map(|record| record.len());
        let mut stderr = Vec::new();
        let turn = match &contestant.kind {
            PlayerKind::Native(entry) => {
                native(&mut game, *entry, limits.effort, record.as_deref_mut())
            }
            PlayerKind::Bot(bot) => {
                let Some(mut run) = bot.run(&game, &limits.turn, is_over)? else {
                    return Ok(None);
                };
                let turn = match run.foul.take() {
                    Some(foul) => Err(foul),
                    None => reply::play(&mut game, &run.output, record.as_deref_mut()),
                };
                run.foul = turn.as_ref().err().cloned();
                log(&BotTurn {
                    name: &contestant.name,
                    player,
                    turn: result.turns + 1,
                    run: &run,
                })?;
                stderr = run.stderr;
                turn
            }
        };
        let turn = match turn {
            Ok(turn) => turn,
            Err(foul) => {
                if let (Some(record), Some(length)) = (record, recorded)
                    && foul.kind != FoulKind::Illegal
                {
                    // The replay ends before the turn that was not played.
                    record.truncate(length);
                }
                result.winner = Some(enemy);
                result.foul = Some(foul);
                result.stderr = stderr;
                return Ok(Some(result));
            }
        };
        result.turns += 1;
        result.shots[member as usize] += turn.shots;
        let left = game.fleet(player.opponent()).healthy_parts();
        result.hits[member as usize] += afloat.saturating_sub(left);
        if let Some(winner) = turn.winner {
            result.winner = Some(seats[winner].1);
            break;
        }
    }
    Ok(Some(result))
}

/// Plays the turn of a player of this program.
fn native(
    game: &mut Game,
    entry: PlayerEntry,
    effort: Effort,
    record: Option<&mut Vec<u8>>,
) -> Result<PlayedTurn, Foul> {
    let mut players = Players {
        effort,
        ..Players::default()
    };
    players.seat(game.next_player(), entry);
    let turn = play_turn(game, &players)
        .map_err(|refusal| Foul::new(FoulKind::Unplaceable, refusal.to_string()))?;
    if let Some(record) = record {
        let written = turn.write_to(game, record);
        debug_assert!(written.is_ok(), "a vector takes everything");
    }
    let is_shot =
        |command: &&Command| matches!(command, Command::Shoot(_) | Command::ShootFrom { .. });
    Ok(PlayedTurn {
        shots: turn.block.iter().filter(is_shot).count() as u64,
        winner: turn.winner,
    })
}
