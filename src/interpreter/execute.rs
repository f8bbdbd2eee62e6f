//! A command, executed on a game.

use std::io::{self, Write};

use super::save;
use crate::game::{Footprint, Game, Refusal, ShipName, ShotOutcome};
use crate::geometry::Pos;
use crate::player::Player;
use crate::script::{Command, ShipRef, Tag};
use crate::view;

/// Why a command was not executed.
pub(super) enum Trouble {
    Io(io::Error),
    Refused(Box<Refusal>),
    Misplaced,
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Box<Refusal>> for Trouble {
    fn from(refusal: Box<Refusal>) -> Self {
        Self::Refused(refusal)
    }
}

/// Executes a command of a group.
#[inline]
pub(super) fn execute(
    game: &mut Game,
    tag: Tag,
    command: &Command,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    let result = match tag {
        Tag::State => execute_state(game, command, out),
        Tag::Player(player) => execute_player(game, player, command, out),
    };
    debug_assert_eq!(game.check_invariants(), Ok(()), "after {command}");
    result
}

fn execute_state(game: &mut Game, command: &Command, out: &mut impl Write) -> Result<(), Trouble> {
    match *command {
        Command::Print(mode) => view::print(game, view::Viewer::Referee, mode, out)?,
        Command::SetFleet { player, ref counts } => game.set_fleet(player, counts)?,
        Command::NextPlayer(player) => game.set_next_player(player),
        Command::BoardSize(size) => game.resize(size),
        Command::InitPosition { player, start } => game.set_start(player, start),
        Command::Reef(pos) => game.add_reef(pos)?,
        Command::Ship {
            player,
            ship,
            head,
            direction,
            segments,
        } => {
            let footprint = Footprint {
                head,
                direction,
                length: ship.class.length,
            };
            game.preset_ship(named(player, ship), footprint, segments.0)?;
        }
        Command::ExtendedShips => game.set_extended(),
        Command::AutoShooting => game.set_auto(),
        Command::SetAiPlayer(player) => game.set_ai(player),
        Command::Srand(seed) => game.set_seed(seed),
        Command::Save => save::save(game, out)?,
        Command::Information { player, ref text } if text == Command::FORGET => {
            game.forget_information(player);
        }
        Command::Information { player, ref text } => game.add_information(player, text.clone()),
        Command::Rules { rules, side } => {
            game.choose_rules(rules, side.unwrap_or(rules.board_sides.default));
        }
        Command::Shot { player, target } => game.preset_shot(player, target)?,
        _ => return Err(Trouble::Misplaced),
    }
    Ok(())
}

#[inline]
fn execute_player(
    game: &mut Game,
    player: Player,
    command: &Command,
    out: &mut impl Write,
) -> Result<(), Trouble> {
    match *command {
        Command::Shoot(target) => {
            if let Some(outcome) = game.shoot(target)? {
                announce(target, outcome, out)?;
            }
        }
        Command::Move { ship, movement } => game.move_ship(named(player, ship), movement)?,
        Command::ShootFrom { ship, target } => game.shoot_from(named(player, ship), target)?,
        Command::PlaceShip {
            ship,
            head,
            direction,
        } => {
            game.place_ship(named(player, ship), head, direction)?;
        }
        Command::Spy(centre) => game.spy(centre)?,
        Command::SpyFrom { index, centre } => match game.rules().carrier() {
            Some(class) => game.spy_from(
                ShipName {
                    player,
                    class,
                    index,
                },
                centre,
            )?,
            None => return Err(Trouble::Misplaced),
        },
        Command::Print(mode) => view::print(game, view::Viewer::Player(player), mode, out)?,
        _ => return Err(Trouble::Misplaced),
    }
    Ok(())
}

/// Announces what a shot has come to.
fn announce(Pos { y, x }: Pos, outcome: ShotOutcome, out: &mut impl Write) -> io::Result<()> {
    match outcome {
        ShotOutcome::Miss => writeln!(out, "MISS {y} {x}"),
        ShotOutcome::Hit(None) => writeln!(out, "HIT {y} {x}"),
        ShotOutcome::Hit(Some(class)) => writeln!(out, "HIT {y} {x} {}", class.name),
        ShotOutcome::Sunk(ship) => {
            writeln!(out, "SUNK {y} {x} {} {}", ship.class.name, ship.index)
        }
    }
}

const fn named(player: Player, ship: ShipRef) -> ShipName {
    ShipName {
        player,
        class: ship.class,
        index: ship.index,
    }
}
