//! The orders of a player for a turn, and its ships during the turn.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::ShipPlacement;
use admiralty_core::game::{Footprint, Game, Ship, ShipName};
use admiralty_core::geometry::{Area, FieldSet, Movement, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::script::{Command, Tag};
use admiralty_core::view::{Observation, SegmentKind};

/// The commands of a turn, given one by one by a player, who may [look](Self::look) in
/// between. A command is accepted only if it is legal wherever unseen ships are.
///
/// A ship shoots at what it can: before it moves, and with its last shot at the latest, it shoots at a
/// healthy enemy segment in its range that the player saw in this turn, and no shot stays unused while
/// there is one. In the basic game, the shot goes to one of those segments, if any.
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
    /// The healthy enemy segments that the player saw in this turn and has not shot at. The enemy
    /// does not move in this turn, so they are still there when they are out of sight.
    sighted: BTreeSet<Pos>,
    commands: Vec<Command>,
    /// What is executed at the end of the turn.
    targets: Vec<PendingTarget>,
}

/// A shot or plane of automatic shooting.
#[derive(Debug)]
struct PendingTarget {
    command: Command,
    /// Targets are assigned to ships only at the end of the turn; this one can reach it.
    ship: usize,
    /// Whether it is not withdrawn for what comes into sight later.
    is_firm: bool,
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
        let healthy = (view.enemy().iter()).filter(|part| part.kind != SegmentKind::Destroyed);
        let mut orders = Self {
            view,
            game,
            twin: None,
            is_placed: own_ships.len() as u64 == fleet,
            own_ships,
            clear,
            has_shot: false,
            sighted: healthy.map(|part| part.pos).collect(),
            commands: placements.iter().map(ShipPlacement::command).collect(),
            targets: Vec::new(),
        };
        for ship in view.own().len()..orders.own_ships.len() {
            orders.see(orders.own_ships[ship].radar());
        }
        orders
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
            let is_legal = twin.execute(Tag::Player(mover), command).is_ok();
            debug_assert!(is_legal, "{command} is not legal");
        }
        *executed = self.commands.len();
        let view = self.view.later(twin);
        // The enemy does not move in this turn: what was clear stays so.
        let mut clear = view.clear_fields();
        clear.unite(self.clear.get_or_init(|| self.view.clear_fields()));
        self.clear = clear.into();
        view
    }

    /// The own ships in their current state: first those already on the board, then those placed in
    /// this turn.
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
            && !self.targets.iter().any(|target| is_under(&target.command))
    }

    /// Moves a ship if that is certainly legal. Returns whether it moved.
    pub fn move_ship(&mut self, ship: usize, movement: Movement) -> bool {
        let Some(footprint) = self.can_move(ship, movement) else {
            return false;
        };
        // What a ship of unlimited range reaches stays in its range.
        if !self.own_ships[ship].class().has_unlimited_range {
            self.shoot_sighted(ship);
        }
        let own_ship = &mut self.own_ships[ship];
        own_ship.footprint = footprint;
        own_ship.moves -= 1;
        self.commands.push(Command::Move {
            ship: own_ship.name.into(),
            movement,
        });
        self.see(self.own_ships[ship].radar());
        true
    }

    /// Fires the player's shot of the basic game if it is left, and the target is on the board and
    /// not under an own ship. Returns whether it fired.
    pub fn fire(&mut self, target: Pos) -> bool {
        if !self.sighted.contains(&target) {
            self.fire_at_sighted();
        }
        let is_legal = !self.view.is_extended()
            && !self.has_shot
            && self.can_shoot()
            && !self.is_own(target)
            && self.view.size().contains(target);
        if is_legal {
            self.has_shot = true;
            self.sighted.remove(&target);
            self.commands.push(Command::Shoot(target));
        }
        is_legal
    }

    /// Fires a ship's shot if the rules allow it, no own ship is on the target, and nobody has shot
    /// there in this turn. Returns whether it fired.
    pub fn shoot(&mut self, ship: usize, target: Pos) -> bool {
        if self.own_ships[ship].shots == 1 && !self.sighted.contains(&target) {
            self.shoot_sighted(ship);
        }
        let is_legal = self.view.is_extended()
            && self.can_shoot()
            && self.own_ships[ship].reaches(target)
            && !self.is_own(target)
            && !self.is_target(target)
            && self.view.size().contains(target);
        if is_legal {
            let own_ship = &mut self.own_ships[ship];
            own_ship.shots -= 1;
            let is_firm = self.sighted.remove(&target);
            if self.view.is_auto() {
                self.targets.push(PendingTarget {
                    command: Command::Shoot(target),
                    ship,
                    is_firm,
                });
            } else {
                self.commands.push(Command::ShootFrom {
                    ship: own_ship.name.into(),
                    target,
                });
            }
        }
        is_legal
    }

    /// Sends a plane if the ship has one left. Returns whether it did.
    pub fn spy(&mut self, ship: usize, centre: Pos) -> bool {
        if self.own_ships[ship].shots == 1 {
            self.shoot_sighted(ship);
        }
        let own_ship = &mut self.own_ships[ship];
        let is_legal = own_ship.class().planes && own_ship.shots > 0;
        if is_legal {
            own_ship.shots -= 1;
            if self.view.is_auto() {
                self.targets.push(PendingTarget {
                    command: Command::Spy(centre),
                    ship,
                    is_firm: own_ship.shots > 0,
                });
            } else {
                self.commands.push(Command::SpyFrom {
                    index: own_ship.name.index,
                    centre,
                });
                self.see(Area::Rect(Rect::around(centre)));
            }
        }
        is_legal
    }

    /// Whether a field is a target of this turn.
    pub fn is_target(&self, pos: Pos) -> bool {
        self.shots().any(|target| target == pos)
    }

    /// The targets of this turn so far.
    pub fn shots(&self) -> impl Iterator<Item = Pos> {
        let targets = self.targets.iter().map(|target| &target.command);
        self.commands
            .iter()
            .chain(targets)
            .filter_map(|command| match *command {
                Command::Shoot(target) | Command::ShootFrom { target, .. } => Some(target),
                _ => None,
            })
    }

    /// The healthy enemy segments that the player saw in this turn and has not shot at, by field.
    pub fn sighted(&self) -> impl Iterator<Item = Pos> {
        self.sighted.iter().copied()
    }

    /// Shoots at everything sighted, while shots that reach it are left. This happens at the end of
    /// the turn in any case.
    pub fn shoot_at_sighted(&mut self) {
        self.fire_at_sighted();
        // The larger a ship, the farther it reaches: the smallest choose first.
        for ship in (0..self.own_ships.len()).rev() {
            self.shoot_sighted(ship);
        }
    }

    /// Fires the shot of the basic game at a sighted segment, if there is one.
    fn fire_at_sighted(&mut self) {
        if let Some(&target) = self.sighted.first() {
            self.fire(target);
        }
    }

    /// Makes a ship shoot at the sighted segments in its range.
    fn shoot_sighted(&mut self, ship: usize) {
        while self.can_shoot()
            && let Some(target) = self.sighted_in_range(ship)
            && (self.own_ships[ship].shots > 0 || self.withdraw(ship))
            && self.shoot(ship, target)
        {}
    }

    fn sighted_in_range(&self, ship: usize) -> Option<Pos> {
        let own_ship = &self.own_ships[ship];
        let (class, cannon) = (own_ship.class(), own_ship.cannon());
        let first = *self.sighted.first()?;
        let Some(range) = class.range_max() else {
            return Some(first);
        };
        let mut around = Rect::spanning(cannon, cannon).grown(range.into()).fields();
        around.find(|pos| self.sighted.contains(pos) && class.reaches(cannon, *pos))
    }

    /// Takes back a shot of a ship at a field without a sighting, or its last plane, unless it has
    /// been executed. Returns whether there was one.
    fn withdraw(&mut self, ship: usize) -> bool {
        let mut targets = self.targets.iter();
        let found = targets.position(|target| target.ship == ship && !target.is_firm);
        if let Some(at) = found {
            self.targets.remove(at);
            self.own_ships[ship].shots += 1;
        }
        found.is_some()
    }

    /// Adds the healthy enemy segments of an area that has come into sight.
    fn see(&mut self, area: Area) {
        let board = self.game.board();
        for pos in area.fields(board.size()) {
            let Some(ship) = board.ship_at(pos).map(|id| board.ship(id)) else {
                continue;
            };
            if ship.owner() != self.view.player()
                && ship.is_healthy(ship.footprint().segment_at(pos))
            {
                self.add_sighted(pos);
            }
        }
    }

    /// Adds a healthy enemy segment that has come into sight.
    fn add_sighted(&mut self, pos: Pos) {
        let is_at = |target: &&mut PendingTarget| target.command == Command::Shoot(pos);
        if let Some(target) = self.targets.iter_mut().find(is_at) {
            target.is_firm = true;
        } else if !self.is_target(pos) {
            self.sighted.insert(pos);
        }
    }

    pub(super) fn into_commands(mut self) -> Vec<Command> {
        let targets = self.targets.into_iter().map(|target| target.command);
        self.commands.extend(targets);
        self.commands
    }
}

/// An own ship during a turn.
#[derive(Clone, Copy, Debug)]
pub struct OwnShip {
    /// Its name in commands.
    pub name: ShipName,
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
        Self::new(ship.name(), *ship.footprint(), ship.healthy_segments())
    }

    pub(super) fn new(name: ShipName, footprint: Footprint, healthy: u8) -> Self {
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
    pub const fn class(&self) -> &ShipClass {
        &self.name.class
    }

    /// The current field of the cannon.
    pub const fn cannon(&self) -> Pos {
        self.footprint.field(self.name.class.cannon())
    }

    /// The area that its radar sees.
    fn radar(&self) -> Area {
        let is_healthy = self.is_healthy(ShipClass::RADAR);
        Area::Circle {
            centre: self.footprint.head,
            radius: self.class().radar_range(is_healthy),
        }
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
