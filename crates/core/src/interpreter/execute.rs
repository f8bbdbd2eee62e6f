//! Executing a command on a game.

use super::Event;
use crate::game::{Footprint, Game, Refused, ShipName, TargetKind};
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
        Command::Shoot(target) if game.rules().announces_shots() => {
            let outcome = game.shoot_announced(target)?;
            return Ok(Event::Announced { target, outcome });
        }
        Command::Shoot(target) => {
            return Ok(match game.shoot(target)? {
                Some(shot) => Event::Fired { shot, by: None },
                None => Event::Chosen(TargetKind::Shot, target),
            });
        }
        Command::Move { ship, movement } => {
            let ship = game.move_ship(named(mover, ship), movement)?;
            return Ok(Event::Moved { ship, movement });
        }
        Command::ShootFrom { ship, target } => {
            let (ship, shot) = game.shoot_from(named(mover, ship), target)?;
            let by = Some(ship);
            return Ok(Event::Fired { shot, by });
        }
        Command::PlaceShip {
            ship,
            head,
            direction,
        } => {
            let ship = game.place_ship(named(mover, ship), head, direction)?;
            return Ok(Event::Placed(ship));
        }
        Command::Spy(centre) => {
            game.spy(centre)?;
            return Ok(Event::Chosen(TargetKind::Plane, centre));
        }
        Command::SpyFrom { index, centre } => {
            // Rule sets without carriers have no SPY.
            let classes = game.rules().classes;
            let class = game.rules().carrier().unwrap_or(&classes[0]);
            let by = game.spy_from(named(mover, ShipRef { index, class }), centre)?;
            return Ok(Event::Spied { by, centre });
        }
        Command::Print(mode) => {
            let viewer = match tag {
                Tag::State => Viewer::Referee,
                Tag::Player(player) => Viewer::Player(player),
            };
            return Ok(Event::Print { viewer, mode });
        }
        Command::Save => return Ok(Event::Save),
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
        Command::Information { player, ref text } if text == Command::FORGET => {
            game.forget_information(player);
        }
        Command::Information { player, ref text } => game.add_information(player, text.clone()),
        Command::Rules(ref choice) => game.choose_rules(choice.rules(), choice.side()),
        Command::Shot { player, target } => game.preset_shot(player, target)?,
    }
    Ok(Event::StateChanged)
}

const fn named(player: Player, ship: ShipRef) -> ShipName {
    ShipName::new(player, ship.class, ship.index)
}
