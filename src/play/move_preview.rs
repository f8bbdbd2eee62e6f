//! What a ship can reach and where it can go, as far as its player knows.

use super::{GameSession, PlayerView, Rejection};
use crate::game::Reason;
use crate::game::{Footprint, Game, Ship, ShipName};
use crate::geometry::{Movement, Pos, Rect};
use crate::player::Player;
use crate::script::{Command, ShipRef};
use crate::view::Observation;

/// What a ship reaches, and what it has left in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipRanges {
    /// The position of the radar.
    pub radar: Pos,
    /// The range of the radar.
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
    /// The new position.
    pub footprint: Footprint,
    /// Why the ship cannot go there, as far as its player knows.
    pub rejection: Option<Rejection>,
    /// Whether something unseen might be in the way.
    pub is_uncertain: bool,
}

impl GameSession {
    /// What an own ship of the next player reaches, and what it has left in this turn.
    pub fn ranges(&self, ship: &Ship) -> ShipRanges {
        let class = ship.class();
        let named = |one: &ShipRef| one.class == class && one.index == ship.name().index;
        let used = |is_use: &dyn Fn(&Command) -> bool| {
            let count = self
                .history
                .turn()
                .iter()
                .filter(|command| is_use(command))
                .count();
            u8::try_from(count).unwrap_or(u8::MAX)
        };
        let moves = used(&|command| matches!(command, Command::Move { ship, .. } if named(ship)));
        let shots = used(&|command| match command {
            Command::ShootFrom { ship, .. } => named(ship),
            Command::SpyFrom { index, .. } => class.planes && *index == ship.name().index,
            _ => false,
        });
        let can_move = ship.has_engine();
        // In the basic game shots name no ship.
        let is_extended = self.game().is_extended();
        let can_shoot = ship.has_cannon() || !is_extended;
        let (shots, shots_of_all) = if is_extended {
            (shots, class.shots())
        } else {
            (used(&|command| matches!(command, Command::Shoot(_))), 1)
        };
        ShipRanges {
            radar: ship.footprint().head,
            radar_range: ship.radar_range(),
            cannon: can_shoot.then(|| ship.cannon()),
            cannon_range: (is_extended && !class.has_unlimited_range()).then_some(class.length),
            moves_left: if can_move {
                class.moves.saturating_sub(moves)
            } else {
                0
            },
            shots_left: if can_shoot {
                shots_of_all.saturating_sub(shots)
            } else {
                0
            },
        }
    }

    /// Where a ship of the next player would lie after a move, and what blocks it as far as
    /// the player knows: the move is tried on a board that has only what the player knows.
    pub fn preview_move(
        &self,
        view: &PlayerView<'_>,
        ship: &Ship,
        movement: Movement,
    ) -> MovePreview {
        let observation = view.observation();
        let footprint = ship.footprint().moved(movement);
        let mut rejection = self.known_rejection(observation, ship, movement);
        if rejection.is_none() {
            let around = footprint.rect().grown(1);
            let bars = |pos: Pos| around.contains(pos);
            if observation.enemy().iter().any(|segment| bars(segment.pos)) {
                rejection = Some(Rejection::plain(Reason::PlacingShipTooCloseToOtherShip));
            }
        }
        let is_uncertain = rejection.is_none() && !is_clear(observation, footprint.rect().grown(1));
        MovePreview {
            footprint,
            rejection,
            is_uncertain,
        }
    }

    fn known_rejection(
        &self,
        observation: &Observation<'_>,
        ship: &Ship,
        movement: Movement,
    ) -> Option<Rejection> {
        let name = ship.name();
        let ranges = self.ranges(ship);
        if ship.has_engine() && ranges.moves_left == 0 {
            let refusal = crate::game::Refusal::MovedAlready {
                ship: name,
                limit: ship.class().moves,
            };
            return Some(Rejection::to_player(name.player, &refusal));
        }
        let mut known = known_game(self.game(), observation.player());
        let moved = known.move_ship(name, movement);
        moved
            .err()
            .map(|refusal| Rejection::to_player(name.player, &refusal))
    }
}

/// Whether a rectangle certainly has no enemy ship.
fn is_clear(observation: &Observation<'_>, rect: Rect) -> bool {
    observation.clear_fields().contains_all(rect)
}

/// A game with only what a player knows for certain: the board, the starting rectangles,
/// the reefs, the sizes of the fleets, and its own ships.
pub(super) fn known_game(truth: &Game, player: Player) -> Game {
    let mut game = Game::with_side(truth.rules(), truth.side());
    game.resize(truth.board().size());
    game.set_next_player(player);
    // All of this is legal in the true game, so nothing is refused.
    for one in Player::BOTH {
        game.set_start(one, truth.start(one));
        let counts: Vec<_> = truth.fleet(one).counts().collect();
        let _ = game.set_fleet(one, &counts);
    }
    let observation = Observation::new(truth, player);
    for &reef in observation.reefs() {
        let _ = game.add_reef(reef);
    }
    for ship in observation.own() {
        let healthy = (0..ship.class().length).filter(|&segment| ship.is_healthy(segment));
        let healthy = healthy.fold(0, |bits: u8, segment| bits | 1 << segment);
        let name: ShipName = ship.name();
        let _ = game.preset_ship(name, *ship.footprint(), healthy);
    }
    game
}
