//! Runs scripts as the program does: executes them, and plays the turns that they leave
//! to the players of this program (`SET_AI_PLAYER`).

use std::io::{self, Read, Write};
use std::iter;
use std::ops::ControlFlow;

use bstr::BString;

use crate::{AnnouncedPlan, Effort, Plan, Players, ShipPlacement, ShotPolicy, Strategy};
use admiralty_core::game::{For, Game, Refusal};
use admiralty_core::interpreter::{Ending, Failure, Session, StreamError, execute};
use admiralty_core::player::Player;
use admiralty_core::script::{Command, PrintMode, Tag};
use admiralty_core::view::{Knowledge, Observation};

/// The most turns that [`play_to_end`] plays.
pub const TURNS_MAX: u32 = 10_000;

/// Executes a script; returns how it ended, if that was before the end of the input. If a built-in
/// player plays the next turn, plays and prints that turn.
///
/// # Errors
///
/// See [`execute`].
pub fn run(input: impl Read, output: &mut impl Write) -> Result<Option<Ending>, StreamError> {
    run_with(input, output, &Players::default()).map(|(ending, _)| ending)
}

/// Like [`run`], with a choice of the players that play the program's turns. Also returns the
/// game as the script left it, before the turn that is printed.
///
/// # Errors
///
/// See [`execute`].
pub fn run_with(
    input: impl Read,
    output: &mut impl Write,
    players: &Players,
) -> Result<(Option<Ending>, Game), StreamError> {
    let (mut ending, session) = execute(input, output)?;
    if ending.is_none() {
        ending = print_turn(&session, players, output).map_err(StreamError::Write)?;
    }
    output.flush().map_err(StreamError::Write)?;
    Ok((ending, session.into_game()))
}

/// Plays turns while the program plays for the next player and the game can still be won, at
/// most [`TURNS_MAX`], and prints them as one script: the state, and the turns with the
/// boards after them. Returns how the game ended, if it did, and the game.
///
/// # Errors
///
/// An error of `out`.
pub fn play_to_end(
    session: Session,
    players: &Players,
    out: &mut impl Write,
) -> io::Result<(Option<Ending>, Game)> {
    let (is_open, line) = (session.open_group().is_some(), session.line_number() + 1);
    let mut game = session.into_game();
    for number in 0..TURNS_MAX {
        let player = game.next_player();
        if is_open || !game.is_ai(player) || game.is_dead_position() {
            break;
        }
        let before = (number == 0).then(|| game.clone());
        let turn = match play_turn(&mut game, players) {
            Ok(turn) => turn,
            Err(refusal) => {
                let failure = Failure::of_turn(player, refusal, line);
                out.write_all(&failure.to_bytes())?;
                return Ok((Some(Ending::Failed(failure)), game));
            }
        };
        if let Some(before) = before {
            write_state(&before, out)?;
        }
        turn.write_to(&game, out)?;
        if let Some(winner) = turn.winner {
            writeln!(out, "{winner} won")?;
            return Ok((Some(Ending::Won(winner)), game));
        }
        write_board(out)?;
        out.flush()?;
    }
    Ok((None, game))
}

/// A turn that the program has played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnRecord {
    /// Who played.
    pub player: Player,
    /// The commands of the player's group.
    pub block: Vec<Command>,
    /// The winner, if the turn ended the game.
    pub winner: Option<Player>,
}

impl TurnRecord {
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
        let lines = after.information(player).iter().cloned();
        let facts = lines.map(|text| Command::Information { player, text });
        let forget = iter::once(Command::forget(player));
        Tag::State.write_group(forget.chain(facts), out)
    }
}

/// Plays the turn of the next player, and leaves the game in the state that results from
/// feeding back what the program prints for the turn: the planes sent before are gone, the
/// seed is incremented, the commands are executed and, if nobody has won, the information is
/// replaced.
///
/// # Errors
///
/// [`Refusal::NoRoom`]: the player's fleet cannot be placed.
/// The game is unchanged.
pub fn play_turn(game: &mut Game, players: &Players) -> Result<TurnRecord, Box<Refusal>> {
    let player = game.next_player();
    let chosen = players.chosen(game.rules(), player, game.information(player));
    chosen.play(game, players.effort)
}

/// Places the missing ships of the next player in a turn of nothing else. The player remembers
/// nothing of it.
///
/// # Errors
///
/// As for [`play_turn`].
pub fn play_placing_turn(game: &mut Game, players: &Players) -> Result<TurnRecord, Box<Refusal>> {
    let player = game.next_player();
    let placements = players.place(&Observation::new(game, player))?;
    game.pass_through_save();
    game.begin_turn(player)?;
    let mut block: Vec<_> = placements.iter().map(ShipPlacement::command).collect();
    block.retain(|command| is_executed(game, player, command));
    let winner = game.end_turn()?;
    Ok(TurnRecord {
        player,
        block,
        winner,
    })
}

/// Plays the turn of the next player, if the program plays for it, and prints it as a script
/// that can be fed back: the state, the turn and what the player remembers, with the board
/// before and after. Returns how the game ended, if the turn cannot be played.
///
/// # Errors
///
/// An error of `out`.
pub fn print_turn(
    session: &Session,
    players: &Players,
    out: &mut impl Write,
) -> io::Result<Option<Ending>> {
    let game = session.game();
    let player = game.next_player();
    if session.open_group().is_some() || !game.is_ai(player) {
        return Ok(None);
    }
    let mut after = game.clone();
    match play_turn(&mut after, players) {
        Ok(turn) => {
            write_state(game, out)?;
            turn.write_to(&after, out)?;
            write_board(out)?;
            Ok(None)
        }
        Err(refusal) => {
            let failure = Failure::of_turn(player, refusal, session.line_number() + 1);
            let printed = session.print(Err(failure), out);
            printed.map(ControlFlow::break_value)
        }
    }
}

/// Writes the state before a turn, and a group that prints the board.
fn write_state(game: &Game, out: &mut impl Write) -> io::Result<()> {
    Tag::State.write_group(game.commands(For::Save), out)?;
    write_board(out)
}

/// Writes a group that prints the board.
fn write_board(out: &mut impl Write) -> io::Result<()> {
    Tag::State.write_group([Command::Print(PrintMode::Basic)], out)
}

/// A turn that is planned as a whole, because the results of shots are not announced.
pub(crate) fn play_planned(
    game: &mut Game,
    chosen: Option<&'static dyn Strategy>,
    effort: Effort,
) -> Result<TurnRecord, Box<Refusal>> {
    let player = game.next_player();
    let mut planned = Plan::new(game, chosen, effort)?;
    let mut block = std::mem::take(&mut planned.commands);
    game.pass_through_save();
    game.begin_turn(player)?;
    block.retain(|command| is_executed(game, player, command));
    end_turn(game, player, block, |game| {
        planned.remember(|| Observation::new(game, player))
    })
}

/// A turn in which each shot depends on the results of the earlier ones. It ends when no shot is
/// left, or the enemy's last ship sinks.
pub(crate) fn play_announced(
    game: &mut Game,
    chosen: Option<ShotPolicy>,
    effort: Effort,
) -> Result<TurnRecord, Box<Refusal>> {
    let player = game.next_player();
    let mut shots = AnnouncedPlan::new(&Observation::new(game, player), chosen, effort)?;
    game.pass_through_save();
    game.begin_turn(player)?;
    let placements = shots.placements.iter().map(ShipPlacement::command);
    let mut block: Vec<_> = placements.collect();
    block.retain(|command| is_executed(game, player, command));
    let has_target = |game: &Game| game.fleet(player.opponent()).healthy_parts() > 0;
    while game.is_complete()
        && game.has_shot_left()
        && has_target(game)
        && let Some(knowledge) = Knowledge::of(game, player)
        && let Some(field) = shots.next_shot(&knowledge)
    {
        let shot = Command::Shoot(game.announced_field(player, field));
        if !is_executed(game, player, &shot) {
            break;
        }
        block.push(shot);
    }
    end_turn(game, player, block, |_| shots.remembered)
}

/// Executes a command of a turn. Returns whether it was legal, as it should be.
fn is_executed(game: &mut Game, player: Player, command: &Command) -> bool {
    let is_legal = game.execute(Tag::Player(player), command).is_ok();
    debug_assert!(is_legal, "{command} is not legal");
    is_legal
}

/// Ends a turn and, if the game continues, stores what the player remembers.
fn end_turn(
    game: &mut Game,
    player: Player,
    block: Vec<Command>,
    remember: impl FnOnce(&Game) -> Vec<BString>,
) -> Result<TurnRecord, Box<Refusal>> {
    let winner = game.end_turn()?;
    if winner.is_none() {
        let facts = remember(game).into_iter();
        let facts = facts.map(|text| Command::Information { player, text });
        for fact in iter::once(Command::forget(player)).chain(facts) {
            game.set([fact])?;
        }
    }
    Ok(TurnRecord {
        player,
        block,
        winner,
    })
}
