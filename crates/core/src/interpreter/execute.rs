//! Executes commands: what each does to the game.

use bstr::BString;

use super::Event;
use crate::game::{Footprint, Game, Refusal, ShipName, ShotResult, TargetKind};
use crate::player::Player;
use crate::script::{Command, NamedShip, Tag};
use crate::view::Viewer;

impl Game {
    /// Executes a command in a group opened by `tag`. A player's group begins with
    /// [`Game::begin_turn`] and ends with [`Game::end_turn`].
    ///
    /// # Errors
    ///
    /// The refusal by the rules; [`Refusal::Misfit`] if the command does not belong in the group. The game is
    /// unchanged.
    pub fn execute(&mut self, tag: Tag, command: &Command) -> Result<Event, Box<Refusal>> {
        match tag {
            Tag::Player(player) if player != self.next_player() => Err(misfit()),
            _ if !command.keyword().belongs_in(tag, self.rules()) => Err(misfit()),
            _ => self.execute_allowed(tag, command),
        }
    }

    /// Executes commands of a `[state]` group, up to the first that is refused.
    ///
    /// # Errors
    ///
    /// As for [`Game::execute`].
    pub fn set(&mut self, commands: impl IntoIterator<Item = Command>) -> Result<(), Box<Refusal>> {
        for command in commands {
            self.execute(Tag::State, &command)?;
        }
        Ok(())
    }

    /// Executes a command that [belongs](crate::script::Keyword::belongs_in) in the group.
    #[inline]
    pub(super) fn execute_allowed(
        &mut self,
        tag: Tag,
        command: &Command,
    ) -> Result<Event, Box<Refusal>> {
        let event = apply(self, tag, command);
        if event.is_ok() {
            debug_assert_eq!(self.check_invariants(), Ok(()), "after {command}");
        }
        event
    }
}

#[inline]
fn apply(game: &mut Game, tag: Tag, command: &Command) -> Result<Event, Box<Refusal>> {
    // During a turn, the mover is still the next player.
    let mover = game.next_player();
    Ok(match *command {
        Command::Shoot(target) => match game.shoot(target)? {
            ShotResult::Fired(shot) => Event::Fired { shot, by: None },
            ShotResult::Waits => Event::Chosen(TargetKind::Shot, target),
            ShotResult::Announced(shot, outcome) => Event::Announced { shot, outcome },
        },
        Command::Move { ship, movement } => {
            let ship = game.move_ship(named(game, mover, ship)?, movement)?;
            Event::Moved { ship, movement }
        }
        Command::ShootFrom { ship, target } => {
            let (ship, shot) = game.shoot_from(named(game, mover, ship)?, target)?;
            let by = Some(ship);
            Event::Fired { shot, by }
        }
        Command::PlaceShip {
            ship,
            head,
            direction,
        } => {
            let ship = named(game, mover, ship)?;
            check(game.rules().allows(direction))?;
            Event::Placed(game.place_ship(ship, head, direction)?)
        }
        Command::Spy(centre) => {
            game.spy(centre)?;
            Event::Chosen(TargetKind::Plane, centre)
        }
        Command::SpyFrom { index, centre } => {
            // Rule sets without carriers have no SPY.
            let rules = game.rules();
            let class = rules.carrier().unwrap_or(&rules.classes[0]);
            let by = game.spy_from(ShipName::new(mover, class, index), centre)?;
            Event::Spied { by, centre }
        }
        Command::Print(mode) => {
            let viewer = viewer(tag);
            Event::Print { viewer, mode }
        }
        Command::Save => Event::Save,
        Command::SetFleet { player, ref counts } => {
            check(counts.len() == game.rules().classes.len())?;
            game.set_fleet(player, counts)?;
            Event::FleetSet(player)
        }
        Command::NextPlayer(player) => {
            game.set_next_player(player);
            Event::NextPlayerSet(player)
        }
        Command::BoardSize(size) => {
            game.resize(size);
            Event::BoardReplaced
        }
        Command::InitPosition { player, start } => {
            game.set_start(player, start);
            Event::StartSet(player)
        }
        Command::Reef(field) => {
            game.add_reef(field)?;
            Event::ReefAdded(field)
        }
        Command::Ship {
            player,
            ship,
            head,
            direction,
            segments,
        } => {
            let ship = named(game, player, ship)?;
            let is_whole = segments.length == ship.class.length;
            check(is_whole && game.rules().allows(direction))?;
            let footprint = Footprint::new(head, direction, segments.length);
            Event::Placed(game.preset_ship(ship, footprint, segments.healthy)?)
        }
        Command::ExtendedShips => {
            game.set_extended();
            Event::ShootingExtended
        }
        Command::AutoShooting => {
            game.set_auto();
            Event::ShootingAutomatic
        }
        Command::SetAiPlayer(player) => {
            game.set_ai(player);
            Event::AiSet(player)
        }
        Command::Srand(seed) => {
            game.set_seed(seed);
            Event::SeedSet(seed)
        }
        Command::Information { player, ref text } => {
            remember(game, player, text);
            Event::MemoryChanged(player)
        }
        Command::Rules(ref choice) => {
            game.choose_rules(&choice.rules(), choice.side());
            Event::GameBegun
        }
        Command::Shot { player, target } => Event::ShotRestored(game.preset_shot(player, target)?),
    })
}

/// Who sees a board that is printed in a group.
const fn viewer(tag: Tag) -> Viewer {
    match tag {
        Tag::State => Viewer::Referee,
        Tag::Player(player) => Viewer::Player(player),
    }
}

fn remember(game: &mut Game, player: Player, text: &BString) {
    if text == Command::FORGET {
        game.forget_information(player);
    } else {
        game.add_information(player, text.clone());
    }
}

/// The ship that a command names.
#[inline]
fn named(game: &Game, player: Player, ship: NamedShip) -> Result<ShipName, Box<Refusal>> {
    match game.rules().class_named(ship.class) {
        Some(class) => Ok(ShipName::new(player, class, ship.index)),
        None => Err(misfit()),
    }
}

/// Refuses a command that does not fit the rule set, as [`Command::fits`] says. That takes the address of
/// the command, which this does not need; without it, common commands stay in registers.
fn check(fits: bool) -> Result<(), Box<Refusal>> {
    if fits { Ok(()) } else { Err(misfit()) }
}

#[cold]
pub(super) fn misfit() -> Box<Refusal> {
    Box::new(Refusal::Misfit)
}
