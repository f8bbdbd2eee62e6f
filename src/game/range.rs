//! How far cannons shoot and radars see.
//!
//! The range of a cannon is that of its class, [`ShipClass::range_max`].

use super::{Game, Refusal, Refused, Ship, ShipName};
use crate::geometry::Pos;
use crate::rules::ShipClass;

impl Game {
    /// Checks that a target is in range of the cannon of a ship.
    #[inline]
    pub(super) fn check_in_range(ship: ShipName, cannon: Pos, target: Pos) -> Refused {
        if ship.class.reaches(cannon, target) {
            return Ok(());
        }
        Err(Refusal::TooFar {
            ship,
            cannon,
            target,
        }
        .into())
    }
}

impl Ship {
    /// How far the radar sees from the head: the ship's length, or 1 when the radar is
    /// destroyed (even when the whole ship is).
    pub const fn radar_range(&self) -> u8 {
        if self.is_healthy(ShipClass::RADAR) {
            self.class().length
        } else {
            1
        }
    }
}
