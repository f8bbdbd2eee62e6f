//! The orders of a turn, as they are given.

use std::cell::OnceCell;

use super::placing::ShipPlacement;
use crate::game::{Footprint, Ship};
use crate::geometry::{Area, FieldSet, Movement, Pos};
use crate::rules::{CannonRange, ShipClass};
use crate::script::{Command, ShipRef};
use crate::view::Observation;

/// The orders of a turn, as they are given. It takes only orders that are legal
/// whatever there is that the player does not see.
#[derive(Debug)]
pub struct Orders<'o, 'g> {
    view: &'o Observation<'g>,
    own_ships: Vec<OwnShip>,
    /// Where no ship of the enemy can be, to be sure.
    clear: OnceCell<FieldSet>,
    is_placed: bool,
    has_shot: bool,
    commands: Vec<Command>,
    /// What waits for the end of the turn.
    targets: Vec<Command>,
}

/// An own ship in the course of the turn.
#[derive(Clone, Copy, Debug)]
pub struct OwnShip {
    /// What the commands call it.
    pub name: ShipRef,
    /// Where it lies now.
    pub footprint: Footprint,
    /// Bit `s` is set while segment `s` is healthy.
    pub healthy: u8,
    /// How often it can still move.
    pub moves: u8,
    /// How many shots and planes it can still send.
    pub shots: u8,
}

impl OwnShip {
    fn of(ship: &Ship) -> Self {
        let class = ship.class();
        let healthy = (0..class.length).filter(|&segment| ship.is_healthy(segment));
        let healthy = healthy.fold(0, |bits, segment| bits | 1 << segment);
        Self::new(ship.name().index, class, *ship.footprint(), healthy)
    }

    fn new(index: u32, class: &'static ShipClass, footprint: Footprint, healthy: u8) -> Self {
        let can = |segment: u8| healthy >> segment & 1;
        Self {
            name: ShipRef { index, class },
            footprint,
            healthy,
            moves: class.moves * can(class.engine()),
            shots: class.shots() * can(class.cannon()),
        }
    }

    /// Its class.
    pub const fn class(&self) -> &'static ShipClass {
        self.name.class
    }

    /// The field of the cannon now.
    pub const fn cannon(&self) -> Pos {
        self.footprint.field(self.name.class.cannon())
    }

    /// Whether a segment, counted from the head, is healthy.
    pub const fn is_healthy(&self, segment: u8) -> bool {
        self.healthy >> segment & 1 == 1
    }

    /// Whether it has a shot left and a field is in its range now.
    pub const fn reaches(&self, target: Pos) -> bool {
        self.shots > 0
            && match self.name.class.range {
                CannonRange::Length => self.cannon().within(target, self.name.class.length),
                CannonRange::Unlimited => true,
            }
    }
}

impl<'o, 'g> Orders<'o, 'g> {
    /// No orders yet but those that place ships.
    pub(super) fn new(view: &'o Observation<'g>, placements: &[ShipPlacement]) -> Self {
        let mut own_ships: Vec<_> = view.own().iter().map(|ship| OwnShip::of(ship)).collect();
        for &ShipPlacement { ship, footprint } in placements {
            own_ships.push(OwnShip::new(
                ship.index,
                ship.class,
                footprint,
                u8::MAX >> (8 - footprint.length),
            ));
        }
        let fleet = view.rules().classes.iter();
        let fleet: u64 = fleet
            .map(|class| u64::from(view.count(view.player(), class)))
            .sum();
        let clear = OnceCell::new();
        if !placements.is_empty() {
            let rings = placements
                .iter()
                .map(|placed| placed.footprint.rect().grown(1));
            let mut waters = view.clear_fields();
            waters.extend(rings.map(Area::Rect));
            clear.get_or_init(|| waters);
        }
        Self {
            view,
            is_placed: own_ships.len() as u64 == fleet,
            own_ships,
            clear,
            has_shot: false,
            commands: placements.iter().map(ShipPlacement::command).collect(),
            targets: Vec::new(),
        }
    }

    /// What the player sees.
    pub const fn view(&self) -> &'o Observation<'g> {
        self.view
    }

    /// The own ships as they are now: first those that were on the board, then
    /// those placed in this turn.
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

    /// The fields that no ship of the enemy can lie on, to be sure.
    pub fn clear_fields(&self) -> &FieldSet {
        self.clear.get_or_init(|| self.view.clear_fields())
    }

    /// Whether an own ship lies on a field now.
    pub fn is_own(&self, pos: Pos) -> bool {
        self.own_ships
            .iter()
            .any(|own_ship| own_ship.footprint.rect().contains(pos))
    }

    /// Where a ship would lie after a movement, if that is certain to be legal.
    pub fn can_move(&self, ship: usize, movement: Movement) -> Option<Footprint> {
        let own_ship = &self.own_ships[ship];
        let footprint = own_ship.footprint.moved(movement);
        (own_ship.moves > 0 && self.is_free(ship, &footprint)).then_some(footprint)
    }

    /// Whether a ship could lie somewhere, as far as that is certain, and without
    /// being hit by its own side.
    pub fn is_free(&self, ship: usize, footprint: &Footprint) -> bool {
        let rect = footprint.rect();
        let around = rect.grown(1);
        let is_other = |(other, own_ship): (usize, &OwnShip)| {
            other != ship && own_ship.footprint.rect().intersects(&around)
        };
        let is_under =
            |command: &Command| matches!(*command, Command::Shoot(target) if rect.contains(target));
        self.view.size().contains_rect(rect)
            && self.clear_fields().contains_all(around)
            && !self.own_ships.iter().enumerate().any(is_other)
            && !footprint.fields().any(|field| self.view.is_reef(field))
            // What waits for the end of the turn would hit the ship.
            && !self.targets.iter().any(is_under)
    }

    /// Moves a ship, if that is certain to be legal; says whether it did.
    pub fn move_ship(&mut self, ship: usize, movement: Movement) -> bool {
        let Some(footprint) = self.can_move(ship, movement) else {
            return false;
        };
        let own_ship = &mut self.own_ships[ship];
        own_ship.footprint = footprint;
        own_ship.moves -= 1;
        self.commands.push(Command::Move {
            ship: own_ship.name,
            movement,
        });
        true
    }

    /// Fires the player's shot of the basic game, if it is left and the field is
    /// on the board and not under an own ship; says whether it did.
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

    /// Fires a ship's shot, if the rules allow it and no own ship lies there; says
    /// whether it did.
    pub fn shoot(&mut self, ship: usize, target: Pos) -> bool {
        let is_legal = self.view.is_extended()
            && self.can_shoot()
            && self.own_ships[ship].reaches(target)
            && !self.is_own(target)
            && self.view.size().contains(target);
        if is_legal {
            let own_ship = &mut self.own_ships[ship];
            own_ship.shots -= 1;
            // Whether the ship is named or not, one that can serve the target is
            // set aside for it.
            if self.view.is_auto() {
                self.targets.push(Command::Shoot(target));
            } else {
                self.commands.push(Command::ShootFrom {
                    ship: own_ship.name,
                    target,
                });
            }
        }
        is_legal
    }

    /// Sends a plane, if the ship has one left; says whether it did.
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

    /// Whether a ship was told to shoot at a field in this turn.
    pub fn is_target(&self, pos: Pos) -> bool {
        let is_shot = |command: &Command| match *command {
            Command::Shoot(target) | Command::ShootFrom { target, .. } => target == pos,
            _ => false,
        };
        self.commands.iter().chain(&self.targets).any(is_shot)
    }

    /// The commands of the turn.
    pub(super) fn into_commands(mut self) -> Vec<Command> {
        self.commands.append(&mut self.targets);
        self.commands
    }
}
