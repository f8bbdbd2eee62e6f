//! Plays one game between two contestants, turn by turn.

use super::bot::{BotOutput, TurnError};
use super::{ArenaError, Contestant, Foul, FoulKind, PlayerKind, TurnLimits};
use crate::game::Game;
use crate::interpreter::is_dead_position;
use crate::interpreter::save;
use crate::player::{ByPlayer, Player};
use crate::players::{Effort, PlayerEntry, Players};
use crate::runner::play_turn;
use crate::script::Command;

/// How long a game and its turns may be.
#[derive(Clone, Copy, Debug)]
pub struct GameLimits {
    /// How many turns of both players together a game has at most.
    pub turns: u32,
    /// What a bot may use in a turn.
    pub turn: TurnLimits,
    /// How much work a player of this program may do in a turn.
    pub effort: Effort,
}

impl Default for GameLimits {
    fn default() -> Self {
        Self {
            turns: 1000,
            turn: TurnLimits::default(),
            effort: Effort::default(),
        }
    }
}

/// A game that was played.
#[derive(Debug)]
pub struct FinishedGame {
    /// Who has won; nobody if the game is drawn.
    pub winner: Option<Player>,
    /// Whether it is drawn because neither could damage the other any more; if not,
    /// the turns ran out.
    pub is_dead: bool,
    /// The foul that lost the game, if there was one.
    pub foul: Option<Foul>,
    /// The turns of both that were played to their end.
    pub turns: u32,
    /// The shots of each in those turns.
    pub shots: ByPlayer<u64>,
    /// The segments of the opponent that each destroyed.
    pub hits: ByPlayer<u64>,
    /// The end of the standard error of the bot that committed the foul, in that turn.
    pub stderr: Vec<u8>,
}

/// A turn of a bot, for logs.
#[derive(Clone, Copy, Debug)]
pub struct BotTurn<'t> {
    /// The name of the contestant.
    pub name: &'t str,
    /// For whom it plays.
    pub player: Player,
    /// The number of the turn, from 1; the turns of both players count.
    pub turn: u32,
    /// Its standard input.
    pub input: &'t [u8],
    /// Its standard output.
    pub output: &'t [u8],
    /// The end of its standard error.
    pub stderr: &'t [u8],
    /// Its foul, if it committed one.
    pub foul: Option<&'t Foul>,
}

/// Logs the turns of bots.
pub type TurnLog<'l> = &'l dyn Fn(&BotTurn<'_>) -> Result<(), ArenaError>;

/// A turn that was played.
#[derive(Debug)]
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
///
/// # Errors
///
/// [`ArenaError::Machine`], if the machine cannot start a bot; and what `log` returns.
pub fn play(
    mut game: Game,
    contestants: ByPlayer<&Contestant>,
    limits: &GameLimits,
    mut record: Option<&mut Vec<u8>>,
    log: Option<TurnLog<'_>>,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<FinishedGame>, ArenaError> {
    let mut so_far = FinishedGame {
        winner: None,
        is_dead: false,
        foul: None,
        turns: 0,
        shots: ByPlayer::default(),
        hits: ByPlayer::default(),
        stderr: Vec::new(),
    };
    // A position can become dead only when something is destroyed.
    let mut healthy = None;
    if let Some(record) = &mut record {
        save::save_for_this_turn(&game, *record).map_err(ArenaError::Machine)?;
    }
    while so_far.turns < limits.turns {
        if is_over() {
            return Ok(None);
        }
        let parts = Player::BOTH.map(|player| game.fleet(player).healthy_parts());
        if healthy.replace(parts) != Some(parts) && is_dead_position(&game) {
            so_far.is_dead = true;
            break;
        }
        let player = game.next_player();
        let afloat = game.fleet(player.opponent()).healthy_parts();
        let recorded = record.as_ref().map(|record| record.len());
        let turn = match &contestants[player].kind {
            PlayerKind::Native(entry) => {
                native(&mut game, *entry, limits.effort, record.as_deref_mut())
            }
            PlayerKind::Bot(bot) => {
                let observer = |answer: &BotOutput, foul: Option<&Foul>| {
                    log.map_or(Ok(()), |log| {
                        log(&BotTurn {
                            name: &contestants[player].name,
                            player,
                            turn: so_far.turns + 1,
                            input: &answer.input,
                            output: &answer.output,
                            stderr: &answer.stderr,
                            foul,
                        })
                    })
                };
                let turn = &limits.turn;
                bot.play(&mut game, turn, is_over, record.as_deref_mut(), &observer)
            }
        };
        let moved = match turn {
            Ok(moved) => moved,
            Err(TurnError::Over) => return Ok(None),
            Err(TurnError::Failed(error)) => return Err(error),
            Err(TurnError::Foul { foul, stderr }) => {
                if let (Some(record), Some(length)) = (record, recorded)
                    && foul.kind != FoulKind::Illegal
                {
                    // The replay ends before the turn that was not played.
                    record.truncate(length);
                }
                so_far.winner = Some(player.opponent());
                so_far.foul = Some(foul);
                so_far.stderr = stderr;
                return Ok(Some(so_far));
            }
        };
        so_far.turns += 1;
        so_far.shots[player] += moved.shots;
        let left = game.fleet(player.opponent()).healthy_parts();
        so_far.hits[player] += afloat.saturating_sub(left);
        if moved.winner.is_some() {
            so_far.winner = moved.winner;
            break;
        }
    }
    Ok(Some(so_far))
}

/// Plays the turn of a player of this program.
fn native(
    game: &mut Game,
    entry: PlayerEntry,
    effort: Effort,
    record: Option<&mut Vec<u8>>,
) -> Result<PlayedTurn, TurnError> {
    let mut players = Players {
        effort,
        ..Players::default()
    };
    players.seat(game.next_player(), entry);
    let turn = play_turn(game, &players)
        .map_err(|refusal| Foul::new(FoulKind::Unplaceable, refusal.to_string()))?;
    if let Some(record) = record {
        turn.write_to(game, record)?;
    }
    let is_shot =
        |command: &&Command| matches!(command, Command::Shoot(_) | Command::ShootFrom { .. });
    Ok(PlayedTurn {
        shots: turn.block.iter().filter(is_shot).count() as u64,
        winner: turn.winner,
    })
}
