//! Executing a command on a game.

use super::Event;
use crate::game::{Footprint, Game, Refused, ShipName};
use crate::player::Player;
use crate::script::{Command, ShipRef, Tag};
use crate::view::Viewer;

/// Executes a command in a group opened by `tag`. The caller has checked that the command is
/// allowed there ([`Keyword::belongs_in`](crate::script::Keyword::belongs_in)).
///
/// # Errors
///
/// The refusal by the rules; the game is unchanged.
#[inline]
pub fn execute_command(game: &mut Game, tag: Tag, command: &Command) -> Refused<Event> {
    let event = dispatch(game, tag, command);
    if event.is_ok() {
        debug_assert_eq!(game.check_invariants(), Ok(()), "after {command}");
    }
    event
}

#[inline]
fn dispatch(game: &mut Game, tag: Tag, command: &Command) -> Refused<Event> {
    // During a turn, the mover is still the next player.
    let mover = game.next_player();
    match *command {
        Command::Shoot(target) => {
            if let Some(outcome) = game.shoot(target)? {
                return Ok(Event::Announced { target, outcome });
            }
        }
        Command::Move { ship, movement } => game.move_ship(named(mover, ship), movement)?,
        Command::ShootFrom { ship, target } => game.shoot_from(named(mover, ship), target)?,
        Command::PlaceShip {
            ship,
            head,
            direction,
        } => game.place_ship(named(mover, ship), head, direction)?,
        Command::Spy(centre) => game.spy(centre)?,
        Command::SpyFrom { index, centre } => {
            // Rule sets without carriers have no SPY.
            let classes = game.rules().classes;
            let class = game.rules().carrier().unwrap_or(&classes[0]);
            game.spy_from(named(mover, ShipRef { index, class }), centre)?;
        }
        Command::Print(mode) => {
            let viewer = match tag {
                Tag::State => Viewer::Referee,
                Tag::Player(player) => Viewer::Player(player),
            };
            return Ok(Event::Print { viewer, mode });
        }
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
            let footprint = Footprint::new(head, direction, ship.class.length);
            game.preset_ship(named(player, ship), footprint, segments.0)?;
        }
        Command::ExtendedShips => game.set_extended(),
        Command::AutoShooting => game.set_auto(),
        Command::SetAiPlayer(player) => game.set_ai(player),
        Command::Srand(seed) => game.set_seed(seed),
        Command::Save => return Ok(Event::Save),
        Command::Information { player, ref text } if text == Command::FORGET => {
            game.forget_information(player);
        }
        Command::Information { player, ref text } => game.add_information(player, text.clone()),
        Command::Rules(ref choice) => game.choose_rules(choice.rules(), choice.side()),
        Command::Shot { player, target } => game.preset_shot(player, target)?,
    }
    Ok(Event::Executed)
}

const fn named(player: Player, ship: ShipRef) -> ShipName {
    ShipName::new(player, ship.class, ship.index)
}
