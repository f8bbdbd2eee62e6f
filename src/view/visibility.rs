//! Which fields a player sees.
//!
//! This module holds the whole rule. The referee sees everything. Of the opponent's ships, a
//! player sees the segments on the fields of [`visible_areas`]. What a player knows where
//! shots are announced is in [`Knowledge`](super::Knowledge).

use super::Viewer;
use crate::game::{Game, Ship};
use crate::geometry::{Area, FieldSet};
use crate::player::Player;

/// The areas that a player sees: circles around the radars of its ships, and the
/// squares of 3x3 fields around its spy planes. Where shots are announced, ships
/// have no radar.
pub(super) fn visible_areas(game: &Game, player: Player) -> impl Iterator<Item = Area> {
    let has_radars = !game.rules().announces_shots();
    let ships = game.fleet(player).ships().filter(move |_| has_radars);
    let radars = ships.map(|id| radar_area(game.board().ship(id)));
    radars.chain(game.planes(player).squares().map(Area::Rect))
}

/// The area that the radar of a ship sees.
pub fn radar_area(ship: &Ship) -> Area {
    Area::Circle {
        centre: ship.footprint().head,
        radius: ship.radar_range(),
    }
}

/// The fields that a viewer sees; `None` means all.
pub(super) fn visible_fields(game: &Game, viewer: Viewer) -> Option<FieldSet> {
    let Viewer::Player(player) = viewer else {
        return None;
    };
    let visible = visible_areas(game, player);
    Some(FieldSet::new(game.board().size(), visible))
}

/// Whether a viewer sees a ship only where it lies on visible fields.
pub(super) fn is_concealed(ship: &Ship, viewer: Viewer) -> bool {
    viewer == Viewer::Player(ship.owner().opponent())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Footprint, ShipName};
    use crate::geometry::{Direction, Pos};
    use crate::rules::SHIPS;

    #[test]
    fn radars_see_circles_and_planes_squares() {
        let mut game = Game::new(&SHIPS);
        let class = SHIPS.class(b"CAR").expect("ships has carriers");
        let name = ShipName::new(Player::A, class, 0);
        let footprint = Footprint::new(Pos::new(9, 0), Direction::South, 5);
        game.preset_ship(name, footprint, u8::MAX)
            .expect("there is room");
        for x in [4, 7] {
            game.spy_from(name, Pos::new(0, x))
                .expect("the carrier has planes");
        }
        let visible = visible_fields(&game, Viewer::Player(Player::A));
        let mut rows = visible.expect("a player does not see all").rows();
        let mut spans = Vec::new();
        for (y, expected) in [
            (0, Some((3, 8))),
            (2, None),
            (5, Some((0, 3))),
            (9, Some((0, 5))),
            (15, None),
        ] {
            rows.spans(y, &mut spans);
            let seen = spans.iter().map(|span| (span.first, span.last));
            assert!(seen.eq(expected), "row {y}");
        }
        assert!(visible_fields(&game, Viewer::Referee).is_none());
    }
}
