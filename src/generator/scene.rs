//! What leads up to a broken command: legal commands after which more can be
//! wrong at once.

use super::goals::Goal;
use super::turns::named;
use super::writer::Writer;
use crate::game::Reason;
use crate::geometry::{Movement, Pos};
use crate::player::Player;
use crate::script::{Command, Keyword, ShipRef, Tag};

impl Writer {
    /// Changes the state so that a goal comes closer.
    pub fn set_scene(&mut self, goal: Goal) {
        if goal.needs_fleets() && !self.draft.game().is_complete() {
            self.complete_fleets();
        }
        if goal.needs_missing_ship() && !self.rng.one_in(3) {
            self.want_ship(goal);
        }
        if goal.word == Keyword::SetFleet && self.rng.one_in(2) {
            self.leave_gap();
        }
        if (goal.needs_site() || goal.word == Keyword::Move) && self.rng.one_in(2) {
            self.lay_reefs();
        }
    }

    /// Puts reefs next to ships and where they may move to.
    fn lay_reefs(&mut self) {
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
    fn want_ship(&mut self, goal: Goal) {
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
    fn leave_gap(&mut self) {
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
    fn complete_fleets(&mut self) {
        if self.enter(Tag::State) {
            for player in Player::BOTH {
                while self.preset(player, false) {}
            }
            self.leave();
        }
    }

    /// Has the ship in focus lose its engine or its cannon.
    pub fn wear_out(&mut self, goal: Goal) {
        let game = self.draft.game();
        let player = game.next_player();
        let id = self
            .focus
            .and_then(|ship| game.fleet(player).ship(ship.class, ship.index));
        let Some(ship) = id.map(|id| game.board().ship(id)) else {
            return;
        };
        let target = match goal.word {
            Keyword::Move => ship.engine(),
            _ => ship.cannon(),
        };
        self.shoot_at(player, target);
    }

    /// Shoots at a field with whatever reaches it.
    fn shoot_at(&mut self, player: Player, target: Pos) {
        if !self.draft.game().is_auto() && self.draft.feed(Command::Shoot(target)) {
            return;
        }
        for ship in self.ships(player) {
            let ship = named(&ship);
            if self.draft.feed(Command::ShootFrom { ship, target }) {
                return;
            }
        }
    }
}
