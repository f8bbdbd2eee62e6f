//! Previews of a ship's ranges and moves, as far as its player knows.

use super::{GameSession, PlayerView, Rejection};
use admiralty_core::game::{Footprint, Refusal, Ship};
use admiralty_core::geometry::{Movement, Pos};
use admiralty_core::script::{Command, NamedShip, Reason};

/// The ranges of a ship, and its moves and shots left in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipRanges {
    /// Where the radar is.
    pub radar: Pos,
    /// How far the radar sees.
    pub radar_range: u8,
    /// The position of the cannon unless it is destroyed.
    pub cannon: Option<Pos>,
    /// The range of the cannon; `None` is unlimited, as in the basic game.
    pub cannon_range: Option<u8>,
    /// The moves left in this turn.
    pub moves_left: u8,
    /// The shots and planes left in this turn.
    pub shots_left: u8,
}

impl ShipRanges {
    /// Whether the radar sees a field.
    pub const fn sees(&self, field: Pos) -> bool {
        self.radar.within(field, self.radar_range)
    }

    /// Whether the cannon reaches a field.
    pub fn reaches(&self, field: Pos) -> bool {
        let within = |cannon: Pos| {
            self.cannon_range
                .is_none_or(|far| cannon.within(field, far))
        };
        self.cannon.is_some_and(within)
    }
}

/// Where a ship would lie after a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovePreview {
    /// Its fields there.
    pub footprint: Footprint,
    /// Why the ship cannot go there, as far as its player knows.
    pub rejection: Option<Rejection>,
    /// Whether something unseen might be in the way.
    pub is_uncertain: bool,
}

impl GameSession {
    /// The ranges of a ship of the next player, and its moves and shots left in this turn.
    pub fn ranges(&self, ship: &Ship) -> ShipRanges {
        let class = ship.class();
        let is_extended = self.game().is_extended();
        let is_it = |one: &NamedShip| one.class == class.name && one.index == ship.name().index;
        let (mut moves, mut shots) = (0, 0);
        for command in &self.history.turn {
            match command {
                Command::Move { ship, .. } if is_it(ship) => moves += 1,
                Command::ShootFrom { ship, .. } if is_it(ship) => shots += 1,
                Command::SpyFrom { index, .. } if is_extended && class.planes => {
                    shots += u8::from(*index == ship.name().index);
                }
                // In the basic game shots name no ship.
                Command::Shoot(_) if !is_extended => shots += 1,
                _ => {}
            }
        }
        let can_shoot = ship.has_cannon() || !is_extended;
        let shots_max = if is_extended { class.shots() } else { 1 };
        let left = |can: bool, max: u8, used: u8| if can { max.saturating_sub(used) } else { 0 };
        ShipRanges {
            radar: ship.footprint().head,
            radar_range: ship.radar_range(),
            cannon: can_shoot.then(|| ship.cannon()),
            cannon_range: (is_extended && !class.has_unlimited_range).then_some(class.length),
            moves_left: left(ship.has_engine(), class.moves, moves),
            shots_left: left(can_shoot, shots_max, shots),
        }
    }

    /// Where a ship of the next player would lie after a move, and what blocks it, as far as the player
    /// knows.
    pub fn preview_move(
        &self,
        view: &PlayerView<'_>,
        ship: &Ship,
        movement: Movement,
    ) -> MovePreview {
        let (observation, name) = (view.observation(), ship.name());
        let refused = |refusal: &Refusal| Rejection::to_player(name.player, refusal);
        let footprint = ship.footprint().moved(movement);
        let around = footprint.rect().grown(1);
        let checked = self.game().check_move(name, movement).err();
        let rejection = checked.map(|refusal| refused(&refusal)).or_else(|| {
            let mut enemies = observation.enemy().iter();
            let is_near = enemies.any(|segment| around.contains(segment.pos));
            is_near.then(|| Rejection::plain(Reason::PlacingShipTooCloseToOtherShip))
        });
        MovePreview {
            footprint,
            is_uncertain: rejection.is_none() && !observation.clear_fields().contains_all(around),
            rejection,
        }
    }
}
