//! The orders of a player for a turn, and its ships during the turn.

use std::cell::OnceCell;

use super::ShipPlacement;
use admiralty_core::game::{Footprint, Game, Ship};
use admiralty_core::geometry::{Area, FieldSet, Movement, Pos};
use admiralty_core::interpreter::execute_command;
use admiralty_core::rules::ShipClass;
use admiralty_core::script::{Command, ShipRef, Tag};
use admiralty_core::view::Observation;

/// The commands of a turn, given one by one by a player, who may [look](Self::look) in
/// between. A command is accepted only if it is legal wherever unseen ships are.
#[derive(Debug)]
pub struct Orders<'o, 'g> {
    view: &'o Observation<'g>,
    /// The game before the turn, which the player cannot access.
    game: &'o Game,
    /// The game after some of the commands, and their number; created by the first look.
    twin: Option<(Box<Game>, usize)>,
    own_ships: Vec<OwnShip>,
    /// The fields that certainly hold no enemy ship.
    clear: OnceCell<FieldSet>,
    is_placed: bool,
    has_shot: bool,
    commands: Vec<Command>,
    /// The commands executed at the end of the turn.
    targets: Vec<Command>,
}

impl<'o, 'g> Orders<'o, 'g> {
    /// Orders that so far only place ships.
    pub(super) fn new(
        game: &'o Game,
        view: &'o Observation<'g>,
        placements: &[ShipPlacement],
    ) -> Self {
        let mut own_ships: Vec<_> = view.own().iter().map(|ship| OwnShip::of(ship)).collect();
        for &ShipPlacement { ship, footprint } in placements {
            let healthy = u8::MAX >> (8 - footprint.length);
            own_ships.push(OwnShip::new(ship, footprint, healthy));
        }
        let classes = view.rules().classes.iter();
        let count = |class| u64::from(view.count(view.player(), class));
        let fleet: u64 = classes.map(count).sum();
        let clear = OnceCell::new();
        if !placements.is_empty() {
            let placed = placements.iter().map(|placed| placed.footprint.rect());
            let mut fields = view.clear_fields();
            fields.extend(placed.map(|rect| Area::Rect(rect.grown(1))));
            clear.get_or_init(|| fields);
        }
        Self {
            view,
            game,
            twin: None,
            is_placed: own_ships.len() as u64 == fleet,
            own_ships,
            clear,
            has_shot: false,
            commands: placements.iter().map(ShipPlacement::command).collect(),
            targets: Vec::new(),
        }
    }

    /// What the player saw at the beginning of the turn.
    pub const fn view(&self) -> &'o Observation<'g> {
        self.view
    }

    /// What the player sees after its orders so far, as `PRINT` would show it now. Orders
    /// that are executed at the end of the turn have had no effect yet.
    pub fn look(&mut self) -> Observation<'_> {
        let mover = self.view.player();
        let (twin, executed) = self.twin.get_or_insert_with(|| {
            let mut twin = self.game.clone();
            twin.pass_through_save();
            let started = twin.begin_turn(mover);
            debug_assert!(started.is_ok(), "{mover} is next");
            (Box::new(twin), 0)
        });
        for command in &self.commands[*executed..] {
            let is_legal = execute_command(twin, Tag::Player(mover), command).is_ok();
            debug_assert!(is_legal, "{command} is not legal");
        }
        *executed = self.commands.len();
        let view = self.view.later(twin);
        self.clear = view.clear_fields().into();
        view
    }

    /// The own ships in their current state: first those that were on the board, then those
    /// placed in this turn.
    pub fn own_ships(&self) -> &[OwnShip] {
        &self.own_ships
    }

    /// Whether all own ships are on the board.
    pub const fn is_placed(&self) -> bool {
        self.is_placed
    }

    /// Whether shots are allowed: both fleets are complete.
    pub fn can_shoot(&self) -> bool {
        self.is_placed && self.view.is_complete(self.view.player().opponent())
    }

    /// The fields that certainly hold no enemy ship.
    pub fn clear_fields(&self) -> &FieldSet {
        self.clear.get_or_init(|| self.view.clear_fields())
    }

    /// Whether an own ship lies on a field now.
    pub fn is_own(&self, pos: Pos) -> bool {
        let mut footprints = self.own_ships.iter().map(|own_ship| own_ship.footprint);
        footprints.any(|footprint| footprint.rect().contains(pos))
    }

    /// The footprint of a ship after a movement, if the movement is certainly legal.
    pub fn can_move(&self, ship: usize, movement: Movement) -> Option<Footprint> {
        let own_ship = &self.own_ships[ship];
        let footprint = own_ship.footprint.moved(movement);
        (own_ship.moves > 0 && self.is_free(ship, &footprint)).then_some(footprint)
    }

    /// Whether a ship can certainly lie on a footprint without being hit by its own side.
    pub fn is_free(&self, ship: usize, footprint: &Footprint) -> bool {
        self.may_be_free(ship, footprint)
            && self.clear_fields().contains_all(footprint.rect().grown(1))
    }

    /// Whether a ship can lie on a footprint unless an enemy ship obstructs it.
    pub fn may_be_free(&self, ship: usize, footprint: &Footprint) -> bool {
        let rect = footprint.rect();
        let around = rect.grown(1);
        let is_other = |(other, own_ship): (usize, &OwnShip)| {
            other != ship && own_ship.footprint.rect().intersects(&around)
        };
        let is_under =
            |command: &Command| matches!(*command, Command::Shoot(target) if rect.contains(target));
        self.view.is_navigable(footprint)
            && !self.own_ships.iter().enumerate().any(is_other)
            // Shots at the end of the turn would hit the ship.
            && !self.targets.iter().any(is_under)
    }

    /// Moves a ship if that is certainly legal; returns whether it was.
    pub fn move_ship(&mut self, ship: usize, movement: Movement) -> bool {
        let Some(footprint) = self.can_move(ship, movement) else {
            return false;
        };
        let own_ship = &mut self.own_ships[ship];
        own_ship.footprint = footprint;
        own_ship.moves -= 1;
        self.commands.push(Command::Move {
            ship: own_ship.name.into(),
            movement,
        });
        true
    }

    /// Fires the player's shot of the basic game if it was not used and the target is on the
    /// board and not under an own ship; returns whether it was fired.
    pub fn fire(&mut self, target: Pos) -> bool {
        let is_legal = !self.view.is_extended()
            && !self.has_shot
            && self.can_shoot()
            && !self.is_own(target)
            && self.view.size().contains(target);
        if is_legal {
            self.has_shot = true;
            self.commands.push(Command::Shoot(target));
        }
        is_legal
    }

    /// Fires a ship's shot if the rules allow it and no own ship is on the target; returns
    /// whether it was fired.
    pub fn shoot(&mut self, ship: usize, target: Pos) -> bool {
        let is_legal = self.view.is_extended()
            && self.can_shoot()
            && self.own_ships[ship].reaches(target)
            && !self.is_own(target)
            && self.view.size().contains(target);
        if is_legal {
            let own_ship = &mut self.own_ships[ship];
            own_ship.shots -= 1;
            // Even if targets are assigned to ships only at the end of the turn, this one
            // reserves a ship that can reach it.
            if self.view.is_auto() {
                self.targets.push(Command::Shoot(target));
            } else {
                self.commands.push(Command::ShootFrom {
                    ship: own_ship.name.into(),
                    target,
                });
            }
        }
        is_legal
    }

    /// Sends a plane if the ship has one left; returns whether it was sent.
    pub fn spy(&mut self, ship: usize, centre: Pos) -> bool {
        let own_ship = &mut self.own_ships[ship];
        let is_legal = own_ship.class().planes && own_ship.shots > 0;
        if is_legal {
            own_ship.shots -= 1;
            if self.view.is_auto() {
                self.targets.push(Command::Spy(centre));
            } else {
                self.commands.push(Command::SpyFrom {
                    index: own_ship.name.index,
                    centre,
                });
            }
        }
        is_legal
    }

    /// Whether a field is a target of this turn.
    pub fn is_target(&self, pos: Pos) -> bool {
        let is_shot = |command: &Command| match *command {
            Command::Shoot(target) | Command::ShootFrom { target, .. } => target == pos,
            _ => false,
        };
        self.commands.iter().chain(&self.targets).any(is_shot)
    }

    pub(super) fn into_commands(mut self) -> Vec<Command> {
        self.commands.append(&mut self.targets);
        self.commands
    }
}

/// An own ship during a turn.
#[derive(Clone, Copy, Debug)]
pub struct OwnShip {
    /// Its name in commands.
    pub name: ShipRef,
    /// Its current footprint.
    pub footprint: Footprint,
    /// Bit `s` is set while segment `s` is healthy.
    pub healthy: u8,
    /// How many moves it has left.
    pub moves: u8,
    /// How many shots and planes, together, it has left.
    pub shots: u8,
}

impl OwnShip {
    pub(super) fn of(ship: &Ship) -> Self {
        let (index, class) = (ship.name().index, ship.class());
        let name = ShipRef { index, class };
        Self::new(name, *ship.footprint(), ship.healthy_segments())
    }

    pub(super) fn new(name: ShipRef, footprint: Footprint, healthy: u8) -> Self {
        let class = name.class;
        let can = |segment: u8| healthy >> segment & 1;
        Self {
            name,
            footprint,
            healthy,
            moves: class.moves * can(class.engine()),
            shots: class.shots() * can(class.cannon()),
        }
    }

    /// The class of the ship.
    pub const fn class(&self) -> &'static ShipClass {
        self.name.class
    }

    /// The current field of the cannon.
    pub const fn cannon(&self) -> Pos {
        self.footprint.field(self.name.class.cannon())
    }

    /// Whether a segment, counted from the head, is healthy.
    pub const fn is_healthy(&self, segment: u8) -> bool {
        self.healthy >> segment & 1 == 1
    }

    /// Whether it has a shot left and a field is currently in its range.
    pub const fn reaches(&self, target: Pos) -> bool {
        self.shots > 0 && self.name.class.reaches(self.cannon(), target)
    }
}
