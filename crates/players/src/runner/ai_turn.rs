//! Turns that the program plays.

use std::io::{self, Write};

use bstr::BString;

use crate::{PlannedTurn, Players, ShipPlacement, ShotTurn};
use admiralty_core::game::{Game, Refused};
use admiralty_core::interpreter::execute_command;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Tag};
use admiralty_core::view::{Knowledge, Observation, on_board};

/// A turn that the program has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AiTurn {
    /// Who played.
    pub player: Player,
    /// The commands of the player's group.
    pub block: Vec<Command>,
    /// The winner, if the turn ended the game.
    pub winner: Option<Player>,
}

/// Plays the turn of the next player, and leaves the game in the state that results from
/// feeding back what the program prints for the turn: the planes sent before are gone, the
/// seed is incremented, the commands are executed and, if nobody has won, the information is
/// replaced.
///
/// # Errors
///
/// [`Refusal::NoRoom`](admiralty_core::game::Refusal::NoRoom): the player's fleet cannot be placed.
/// The game is unchanged.
pub fn play_turn(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    if game.rules().announces_shots() {
        play_announced(game, players)
    } else {
        play_planned(game, players)
    }
}

/// Places the missing ships of the next player in a turn of nothing else. The player remembers
/// nothing of it.
///
/// # Errors
///
/// As for [`play_turn`].
pub fn play_placing_turn(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    let player = game.next_player();
    let placements = players.place(&Observation::new(game, player))?;
    game.pass_through_save();
    game.begin_turn(player)?;
    let mut block: Vec<_> = placements.iter().map(ShipPlacement::command).collect();
    block.retain(|command| is_executed(game, player, command));
    let winner = game.end_turn()?;
    Ok(AiTurn {
        player,
        block,
        winner,
    })
}

/// A turn that is planned as a whole, because the results of shots are not announced.
fn play_planned(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    let player = game.next_player();
    let mut planned = PlannedTurn::new(game, players)?;
    let mut block = std::mem::take(&mut planned.commands);
    game.pass_through_save();
    game.begin_turn(player)?;
    block.retain(|command| is_executed(game, player, command));
    end_turn(game, player, block, |game| {
        planned.remember(|| Observation::new(game, player))
    })
}

/// A turn in which each shot depends on the results of those before. It ends when no shot is
/// left or the enemy's last ship is sunk.
fn play_announced(game: &mut Game, players: &Players) -> Refused<AiTurn> {
    let player = game.next_player();
    let mut shots = ShotTurn::new(&Observation::new(game, player), players)?;
    game.pass_through_save();
    game.begin_turn(player)?;
    let placements = shots.placements.iter().map(ShipPlacement::command);
    let mut block: Vec<_> = placements.collect();
    block.retain(|command| is_executed(game, player, command));
    let has_target = |game: &Game| game.fleet(player.opponent()).healthy_parts() > 0;
    while game.is_complete() && game.has_shot_left() && has_target(game) {
        let Some(field) = shots.next_shot(&Knowledge::new(game, player)) else {
            break;
        };
        let shot = Command::Shoot(on_board(game, player, field));
        if !is_executed(game, player, &shot) {
            break;
        }
        block.push(shot);
    }
    end_turn(game, player, block, |_| shots.remembered)
}

/// Executes a command of a turn; returns whether it was legal, as it should be.
fn is_executed(game: &mut Game, player: Player, command: &Command) -> bool {
    let is_legal = execute_command(game, Tag::Player(player), command).is_ok();
    debug_assert!(is_legal, "{command} is not legal");
    is_legal
}

/// Ends a turn and, if the game continues, stores what the player remembers.
fn end_turn(
    game: &mut Game,
    player: Player,
    block: Vec<Command>,
    remember: impl FnOnce(&Game) -> Vec<BString>,
) -> Refused<AiTurn> {
    let winner = game.end_turn()?;
    if winner.is_none() {
        let facts = remember(game);
        game.set_information(player, facts);
    }
    Ok(AiTurn {
        player,
        block,
        winner,
    })
}

impl AiTurn {
    /// Writes the turn as a script: the player's group and, if the game continues, a group
    /// with what the player remembers; `after` is the game after the turn.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn write_to(&self, after: &Game, out: &mut impl Write) -> io::Result<()> {
        let player = self.player;
        Tag::Player(player).write_group(&self.block, out)?;
        if self.winner.is_some() {
            return Ok(());
        }
        let facts = after.information(player).iter().cloned();
        let facts = facts.map(|text| Command::Information { player, text });
        let forget = std::iter::once(Command::forget(player));
        Tag::State.write_group(forget.chain(facts), out)
    }
}
