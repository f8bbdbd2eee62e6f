//! Preconditions and effects that several commands share.

use super::{Footprint, Game, Hit, Refusal, Refused, Ship, ShipId, ShipName, Shot, TargetKind};
use crate::geometry::Pos;
use crate::player::ByPlayer;

impl Game {
    #[inline]
    pub(super) fn present(&self, name: ShipName) -> Refused<ShipId> {
        match self.fleets[name.player].ship(name.class, name.index) {
            Some(id) => Ok(id),
            None => Err(Refusal::NotPresent { ship: name }.into()),
        }
    }

    pub(super) fn check_complete(&self) -> Refused {
        if self.is_complete() {
            return Ok(());
        }
        let missing = ByPlayer::from_fn(|player| self.fleets[player].missing());
        Err(Refusal::FleetsIncomplete { missing }.into())
    }

    pub(super) fn check_target(&self, target: Pos) -> Refused {
        let size = self.board.size();
        if size.contains(target) {
            return Ok(());
        }
        Err(Refusal::NoSuchField { target, size }.into())
    }

    /// Checks that a ship can send a shot or a plane; returns the field of its cannon.
    pub(super) fn check_armed(&self, ship: ShipName, kind: TargetKind) -> Refused<(ShipId, Pos)> {
        let id = self.present(ship)?;
        let found = self.board.ship(id);
        let cannon = found.cannon();
        if !found.has_cannon() {
            return Err(Refusal::NoCannon { ship, cannon, kind }.into());
        }
        let limit = ship.class.shots();
        if found.used(self.turn.number).shots >= limit {
            return Err(Refusal::NoneLeft { ship, limit, kind }.into());
        }
        Ok((id, cannon))
    }

    /// Whether a ship has used up its moves of this turn, and its shots and planes.
    pub fn is_spent(&self, id: ShipId) -> [bool; 2] {
        let ship = self.board.ship(id);
        let (class, used) = (ship.class(), ship.used(self.turn.number));
        [used.moves >= class.moves, used.shots >= class.shots()]
    }

    /// Whether the shot of the basic game was fired in this turn.
    pub const fn has_basic_shot(&self) -> bool {
        self.turn.basic_shots > 0
    }

    /// Checks that a footprint is in the starting rectangle and on the board.
    pub(super) fn check_in_start(&self, name: ShipName, footprint: &Footprint) -> Refused {
        let (start, size) = (self.start[name.player], self.board.size());
        let inside = |field: Pos| start.contains(field) && size.contains(field);
        let fits = |footprint: &Footprint| inside(footprint.head) && inside(footprint.stern());
        if fits(footprint) {
            return Ok(());
        }
        let outside = footprint.fields().find(|&field| !inside(field));
        let swapped = footprint.swapped();
        Err(Refusal::NotInStart {
            ship: name,
            field: outside.unwrap_or(footprint.head),
            start,
            swapped: fits(&swapped).then_some(swapped.head),
        }
        .into())
    }

    /// Adds a ship on a footprint that is known to be on the board.
    pub(super) fn enter_ship(
        &mut self,
        name: ShipName,
        footprint: Footprint,
        healthy: u8,
    ) -> Refused<ShipId> {
        let fleet = &self.fleets[name.player];
        if let Some(id) = fleet.ship(name.class, name.index) {
            let head = self.board.ship(id).footprint().head;
            return Err(Refusal::AlreadyPresent { ship: name, head }.into());
        }
        let count = fleet.count(name.class);
        if name.index >= count {
            return Err(Refusal::AllSet { ship: name, count }.into());
        }
        let segments = u8::MAX >> (8 - footprint.length);
        let healthy = healthy & segments & !self.segments_shot(&footprint);
        let id = self.board.add_ship(Ship::new(name, footprint, healthy))?;
        self.fleets[name.player].enter(self.board.ship(id), id);
        Ok(id)
    }

    /// Destroys the segment on a field, if there is a healthy one.
    #[inline]
    pub fn hit(&mut self, target: Pos) -> Shot {
        let on = self.board.ship_at(target).map(|id| {
            let ship = self.board.ship_mut(id);
            let segment = ship.footprint().segment_at(target);
            let was_healthy = ship.destroy(segment);
            if was_healthy {
                self.fleets[ship.owner()].lose(ship.class(), segment);
            }
            Hit {
                ship: id,
                segment,
                was_healthy,
                sinks: was_healthy && ship.healthy_segments() == 0,
            }
        });
        Shot { target, on }
    }
}
