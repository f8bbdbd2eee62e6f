//! An own ship during a turn.

use admiralty_core::game::{Footprint, Ship};
use admiralty_core::geometry::Pos;
use admiralty_core::rules::ShipClass;
use admiralty_core::script::ShipRef;

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

    /// Its class.
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
