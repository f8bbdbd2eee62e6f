//! Turns of the players in which nothing is wrong.

use super::writer::Writer;
use crate::game::Ship;
use crate::geometry::{Movement, Pos};
use crate::player::Player;
use crate::script::{Command, ShipRef};

impl Writer {
    /// A turn, and now and then something between turns.
    pub fn round(&mut self) {
        if !self.leave() {
            return;
        }
        if self.rng.one_in(5) {
            self.interlude();
        }
        if !self.leave() {
            return;
        }
        for _ in 0..self.turns_of_round() {
            self.turn();
        }
        if self.draft.winner().is_none() && self.rng.one_in(3) {
            self.show();
        }
    }

    /// A turn of the player who is next; it is closed if it can be.
    fn turn(&mut self) {
        self.begin_turn();
        self.leave();
    }

    /// A turn of the player who is next, which is left open.
    pub fn begin_turn(&mut self) {
        if !self.enter_kind(false) {
            return;
        }
        let player = self.draft.game().next_player();
        if self.classic.is_some() {
            self.call_shots(player);
            return;
        }
        if self.rng.one_in(6) {
            self.print();
        }
        for _ in 0..self.rng.below_u32(4) {
            self.action(player);
        }
        if self.is_fierce {
            self.fire(player);
        }
        if self.rng.one_in(4) {
            self.print();
        }
    }

    /// Some commands that belong together.
    pub fn action(&mut self, player: Player) {
        if !self.draft.game().is_complete() && self.rng.one_in(2) {
            let missing = self.missing(player);
            if let Some(&ship) = missing.first() {
                self.place(ship);
                return;
            }
        }
        match self.rng.below_u32(8) {
            // Then more fields are in range of where a cannon was.
            0 if self.is_auto() => {
                self.sail(player);
                self.fire(player);
            }
            0..3 => self.sail(player),
            3..6 => self.fire(player),
            6 => self.spy(player),
            _ => self.print(),
        }
    }

    /// Whether targets may be named without ships.
    pub fn is_auto(&self) -> bool {
        let game = self.draft.game();
        game.is_extended() && game.is_auto() && game.is_complete()
    }

    /// Moves a ship, often as far as it goes.
    pub fn sail(&mut self, player: Player) {
        let ships = self.ships(player);
        if ships.is_empty() {
            return;
        }
        let ship = named(&ships[self.rng.index_u32(ships.len())]);
        let most = if self.rng.one_in(3) {
            1
        } else {
            ship.class.moves
        };
        for _ in 0..most {
            if !self.sail_once(ship) {
                break;
            }
        }
        if self.rng.one_in(5) {
            self.print();
        }
    }

    /// Moves any ship of the next player once.
    pub fn move_any(&mut self) {
        let ships = self.ships(self.draft.game().next_player());
        if !ships.is_empty() {
            let ship = named(&ships[self.rng.index_u32(ships.len())]);
            self.sail_once(ship);
        }
    }

    /// Moves a ship once, if it can.
    pub fn sail_once(&mut self, ship: ShipRef) -> bool {
        let mut movements = Movement::ALL;
        self.rng.shuffle(&mut movements);
        let has_moved = movements
            .into_iter()
            .any(|movement| self.draft.feed(Command::Move { ship, movement }));
        let game = self.draft.game();
        let id = game.fleet(game.next_player()).ship(ship.class, ship.index);
        if let (true, Some(id)) = (has_moved, id) {
            let cannon = game.board().ship(id).cannon();
            self.wakes.push((ship, cannon));
        }
        has_moved
    }

    /// Shoots, often as much as there is to shoot with.
    pub fn fire(&mut self, player: Player) {
        let game = self.draft.game();
        let (is_extended, is_auto) = (game.is_extended(), game.is_auto());
        if !is_extended {
            let target = self.aim(player, None);
            self.draft.feed(Command::Shoot(target));
            return;
        }
        if is_auto && !self.rng.one_in(4) {
            for _ in 0..=self.rng.below_u32(4) {
                let cannon = self.some_cannon();
                let target = self.aim(player, cannon);
                self.draft.feed(Command::Shoot(target));
            }
            return;
        }
        let ships = self.ships(player);
        if ships.is_empty() {
            return;
        }
        let ship = &ships[self.rng.index_u32(ships.len())];
        let all = u32::from(ship.class().shots());
        let shots = if self.rng.one_in(3) {
            all
        } else {
            1 + self.rng.below_u32(all)
        };
        for _ in 0..shots {
            let target = self.aim(player, cannon(ship));
            self.draft.feed(Command::ShootFrom {
                ship: named(ship),
                target,
            });
        }
        if self.rng.one_in(6) {
            self.print();
        }
    }

    /// Sends planes.
    pub fn spy(&mut self, player: Player) {
        let game = self.draft.game();
        let is_auto = game.is_extended() && game.is_auto();
        let Some(class) = game.rules().carrier() else {
            return;
        };
        let carriers = game.fleet(player).count(class);
        let planes = if self.rng.one_in(4) {
            class.shots().into()
        } else {
            1 + self.rng.below_u32(2)
        };
        let index = self.rng.below_u32(carriers);
        for _ in 0..planes {
            let centre = self.lookout(player);
            if is_auto && self.rng.one_in(2) {
                self.draft.feed(Command::Spy(centre));
            } else {
                self.draft.feed(Command::SpyFrom { index, centre });
            }
        }
        if self.rng.one_in(2) {
            self.print();
        }
    }

    /// A field that a cannon of the mover holds, or has held in this turn, and
    /// how far it shoots.
    pub fn some_cannon(&mut self) -> Option<(Pos, u8)> {
        let classes = self.draft.game().rules().classes;
        let class = &classes[self.rng.index_u32(classes.len())];
        let bound = self
            .wakes
            .iter()
            .filter(|(ship, _)| !ship.class.has_unlimited_range());
        let of_class: Vec<_> = bound
            .filter(|(ship, _)| ship.class == class)
            .copied()
            .collect();
        let wakes = if of_class.is_empty() {
            &self.wakes
        } else {
            &of_class
        };
        if wakes.is_empty() {
            return None;
        }
        let (ship, field) = wakes[self.rng.index_u32(wakes.len())];
        (!ship.class.has_unlimited_range()).then_some((field, ship.class.length))
    }
}

/// What a command calls a ship.
pub(super) fn named(ship: &Ship) -> ShipRef {
    ShipRef {
        index: ship.name().index,
        class: ship.class(),
    }
}

/// Where a ship's cannon is, and how far it shoots, if not everywhere.
pub(super) fn cannon(ship: &Ship) -> Option<(Pos, u8)> {
    let class = ship.class();
    (!class.has_unlimited_range()).then(|| (ship.cannon(), class.length))
}
