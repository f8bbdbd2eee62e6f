//! A turn that the program plays.

use std::io::{self, Write};

use crate::game::{Game, Refused};
use crate::interpreter::{execute_command, save};
use crate::player::Player;
use crate::players::{PlannedTurn, Players, ShipPlacement, ShotTurn};
use crate::script::{Command, Tag};
use crate::view::{Knowledge, Observation, PrintMode, on_board};

/// A turn that the program has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AiTurn {
    /// Who played.
    pub player: Player,
    /// The commands of the player's group.
    pub block: Vec<Command>,
    /// Who has won at the end of the turn.
    pub winner: Option<Player>,
}

/// Plays the turn of the player who is next, and leaves the game as it is when
/// what the program prints for the turn is fed back: the planes sent before are
/// gone, the seed has counted on, the commands are executed and, if nobody has
/// won, the information is replaced.
///
/// # Errors
///
/// [`Refusal::NoRoom`](crate::game::Refusal::NoRoom): the player's fleet cannot
/// be placed. The game is as it was.
pub fn play_turn(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    if game.rules().announces_shots() {
        play_volley(game, players)
    } else {
        play_plan(game, players)
    }
}

/// A turn that is planned as a whole, because nobody tells what its shots hit.
fn play_plan(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    let player = game.next_player();
    let mut planned_turn = PlannedTurn::new(&Observation::new(game, player), players)?;
    game.pass_through_save();
    game.begin_turn(player)?;
    planned_turn
        .commands
        .retain(|command| is_executed(game, player, command));
    let winner = game.end_turn()?;
    let block = std::mem::take(&mut planned_turn.commands);
    if winner.is_none() {
        let facts = planned_turn.remember(|| Observation::new(game, player));
        game.set_information(player, facts);
    }
    Ok(AiTurn {
        player,
        block,
        winner,
    })
}

/// A turn in which each shot follows from what came of those before. It ends
/// with the shots, or with the last ship of the enemy.
fn play_volley(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    let player = game.next_player();
    let enemy = player.opponent();
    let mut volley = ShotTurn::new(&Observation::new(game, player), players)?;
    game.pass_through_save();
    game.begin_turn(player)?;
    let mut block: Vec<_> = volley
        .placements
        .iter()
        .map(ShipPlacement::command)
        .collect();
    block.retain(|command| is_executed(game, player, command));
    while game.is_complete() && game.has_shot_left() && game.fleet(enemy).healthy_parts() > 0 {
        let Some(field) = volley.next_shot(&Knowledge::new(game, player)) else {
            break;
        };
        let shot = Command::Shoot(on_board(game, player, field));
        if !is_executed(game, player, &shot) {
            break;
        }
        block.push(shot);
    }
    let winner = game.end_turn()?;
    if winner.is_none() {
        game.set_information(player, volley.remembered);
    }
    Ok(AiTurn {
        player,
        block,
        winner,
    })
}

/// Executes a command of a turn, which should be legal; says whether it was.
fn is_executed(game: &mut Game, player: Player, command: &Command) -> bool {
    let is_legal = execute_command(game, Tag::Player(player), command).is_ok();
    debug_assert!(is_legal, "{command} is not legal");
    is_legal
}

/// Plays the turn of the player who is next, without changing the game, and
/// writes it as a script that is to be fed back: the state, the turn and what
/// the player remembers, with the board before and after.
///
/// # Errors
///
/// What `out` returns; or, inside, why the fleet cannot be placed, and then
/// nothing was written.
pub(super) fn write_turn(
    game: &Game,
    players: &Players,
    out: &mut impl Write,
) -> io::Result<Refused<()>> {
    let mut after = game.clone();
    let turn = match play_turn(&mut after, players) {
        Ok(turn) => turn,
        Err(refusal) => return Ok(Err(refusal)),
    };
    write_state(game, out)?;
    turn.write_to(&after, out)?;
    write_board(out)?;
    Ok(Ok(()))
}

/// Writes the state before a turn, and that the board is to be printed.
pub(super) fn write_state(game: &Game, out: &mut impl Write) -> io::Result<()> {
    save::save(game, out)?;
    write_board(out)
}

/// Writes that the board is to be printed.
pub(super) fn write_board(out: &mut impl Write) -> io::Result<()> {
    Tag::State.write_group([Command::Print(PrintMode::Basic)], out)
}

impl AiTurn {
    /// Writes the turn as a script: the player's group and, if the game goes on, a
    /// group with what the player remembers; `after` is the game after the turn.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn write_to(&self, after: &Game, out: &mut impl Write) -> io::Result<()> {
        Tag::Player(self.player).write_group(&self.block, out)?;
        if self.winner.is_some() {
            return Ok(());
        }
        let forget = Command::forget(self.player);
        let facts = after
            .information(self.player)
            .iter()
            .map(|text| Command::Information {
                player: self.player,
                text: text.clone(),
            });
        Tag::State.write_group(std::iter::once(forget).chain(facts), out)
    }
}
