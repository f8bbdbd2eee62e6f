//! What leads up to a broken command: legal commands after which more can be
//! wrong at once.

use super::goals::Goal;
use super::turns::{cannon, named};
use super::writer::Writer;
use crate::game::Reason;
use crate::game::Ship;
use crate::geometry::{Movement, Pos};
use crate::player::Player;
use crate::script::{Command, Keyword, ShipRef, Tag};

impl Writer {
    /// Puts reefs next to ships and where they may move to.
    pub fn lay_reefs(&mut self) {
        let ships = self.draft.game().board().ships().to_vec();
        if ships.is_empty() || !self.enter(Tag::State) {
            return;
        }
        for _ in 0..=self.rng.below_u32(3) {
            let ship = &ships[self.rng.index_u32(ships.len())];
            let footprint = ship.footprint().moved(self.rng.choose(&Movement::ALL));
            let field = footprint.field(self.rng.segment(footprint.length));
            self.draft.feed(Command::Reef(field));
        }
        self.leave();
    }

    /// Takes care that a ship of the next player is still to be placed; or one
    /// of the other player, where that matters.
    pub fn want_ship(&mut self, goal: Goal) {
        if !self.leave() {
            return;
        }
        let next = self.draft.game().next_player();
        let is_other = goal.reason == Reason::NotAllShipsPlaced && self.rng.one_in(2);
        if is_other {
            // So that only the other player's fleet is not.
            self.complete_fleets();
        }
        let player = if is_other { next.opponent() } else { next };
        if self.draft.game().fleet(player).missing() == 0 && self.enter(Tag::State) {
            self.enlarge_fleet(player);
            self.leave();
        }
    }

    /// Puts a ship on the board of which an index before it is missing.
    pub fn leave_gap(&mut self) {
        let player = self.rng.player();
        let class = self.any_ship().class;
        if self.enter(Tag::State) {
            let fleet = self.draft.game().fleet(player);
            let mut counts: Box<[u32]> = fleet.counts().collect();
            let count = &mut counts[usize::from(class.index)];
            *count = count.saturating_add(2);
            let index = *count - 1;
            self.draft.feed(Command::SetFleet { player, counts });
            self.preset_ship(player, ShipRef { index, class }, true);
        }
    }

    /// Puts on the board what is missing of the fleets, as far as there is room.
    pub fn complete_fleets(&mut self) {
        if self.enter(Tag::State) {
            for player in Player::BOTH {
                while self.preset(player, false) {}
            }
            self.leave();
        }
    }

    /// Has a ship use up what it has in a turn, or be damaged, or both.
    pub fn prepare(&mut self, goal: Goal) {
        let word = goal.word;
        let player = self.draft.game().next_player();
        let mut ships = self.ships(player);
        let is_spying = word == Keyword::Spy || self.rng.one_in(3);
        let has_carrier = ships.iter().any(|ship| ship.class().planes);
        ships.retain(|ship| !(is_spying && has_carrier) || ship.class().planes);
        // What is damaged already has nothing to use up, but for one ship.
        let is_fit = |ship: &Ship| match word {
            Keyword::Move => ship.has_engine(),
            _ => ship.has_cannon(),
        };
        if ships.iter().any(is_fit) {
            ships.retain(is_fit);
        }
        if ships.is_empty() || self.rng.one_in(4) {
            return;
        }
        let ship = ships[self.rng.index_u32(ships.len())].clone();
        let is_worn_out = if goal.needs_damage() {
            !self.rng.one_in(4)
        } else {
            self.rng.one_in(5)
        };
        match word {
            Keyword::Move => self.tire_ship(player, &ship, is_worn_out),
            Keyword::Shoot if !self.draft.game().is_extended() => {
                let target = self.aim(player, None);
                self.draft.feed(Command::Shoot(target));
            }
            _ => self.empty_ship(player, &ship, is_worn_out),
        }
    }

    /// Has a ship make all its moves, and then perhaps lose its engine.
    fn tire_ship(&mut self, player: Player, ship: &Ship, is_worn_out: bool) {
        let name = named(ship);
        for _ in 0..ship.class().moves {
            self.sail_once(name);
        }
        if is_worn_out {
            let game = self.draft.game();
            if let Some(id) = game.fleet(player).ship(name.class, name.index) {
                let engine = game.board().ship(id).engine();
                self.shoot_at(player, engine);
            }
        }
    }

    /// Has a ship use all its shots and planes, the last of them perhaps on its
    /// own cannon.
    fn empty_ship(&mut self, player: Player, ship: &Ship, is_worn_out: bool) {
        let name = named(ship);
        let shots = ship.class().shots();
        let is_extended = self.draft.game().is_extended();
        for shot in 1..=shots {
            let is_last = shot == shots && is_worn_out;
            // In the basic game no ship shoots, but planes are sent.
            let is_plane = !is_extended || self.rng.one_in(2);
            let command = if ship.class().planes && is_plane && !(is_last && is_extended) {
                Command::SpyFrom {
                    index: name.index,
                    centre: self.lookout(player),
                }
            } else {
                let target = if is_last {
                    ship.cannon()
                } else {
                    self.aim(player, cannon(ship))
                };
                Command::ShootFrom { ship: name, target }
            };
            self.draft.feed(command);
        }
        if is_worn_out && !is_extended {
            self.draft.feed(Command::Shoot(ship.cannon()));
        }
    }

    /// Shoots at a field with whatever reaches it.
    fn shoot_at(&mut self, player: Player, target: Pos) {
        let is_auto = self.draft.game().is_auto();
        if !is_auto && self.draft.feed(Command::Shoot(target)) {
            return;
        }
        let ships: Vec<_> = self.ships(player).iter().map(named).collect();
        for ship in ships {
            if self.draft.feed(Command::ShootFrom { ship, target }) {
                return;
            }
        }
    }
}
