//! Which fields a player sees.
//!
//! This module holds the whole rule. The referee sees everything. Of the opponent's ships, a
//! player sees the segments on the fields of [`visible_areas`]. What a player knows where
//! shots are announced is in [`Knowledge`](super::Knowledge).

use super::Viewer;
use crate::game::{Game, Ship};
use crate::geometry::{Area, FieldSet, Rect};
use crate::player::Player;

/// The areas that a player sees: circles around the radars of its ships, and the
/// squares of 3x3 fields around its spy planes. Where shots are announced, ships
/// have no radar.
pub(super) fn visible_areas(game: &Game, player: Player) -> impl Iterator<Item = Area> {
    let has_radars = !game.rules().announces_shots();
    let ships = game.fleet(player).ships().filter(move |_| has_radars);
    let radars = ships.map(|id| game.board().ship(id).radar());
    let planes = game.planes(player).iter();
    radars.chain(planes.map(|&centre| Area::Rect(Rect::around(centre))))
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
