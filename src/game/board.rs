//! The board: its size, its reefs, and the ships on it.

use super::tiles::{Cover, ReefTile, Tiles};
use super::{Hull, Refusal, Refused, Ship, ShipId, ShipName};
use crate::vocabulary::{Pos, Rect, Size};

/// The board: its size, its reefs, and the ships on it.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    tiles: Tiles,
    reefs: Vec<Pos>,
    ships: Vec<Ship>,
}

impl Board {
    /// An empty board.
    pub(super) fn new(size: Size) -> Self {
        Self { size, tiles: Tiles::new(size), reefs: Vec::new(), ships: Vec::new() }
    }

    /// The size in fields.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The reefs in the order given, each once.
    pub fn reefs(&self) -> &[Pos] {
        &self.reefs
    }

    /// The tiles that hold reefs, by row of tiles, then column.
    pub fn reef_tiles(&self) -> Vec<ReefTile> {
        self.tiles.reef_tiles()
    }

    /// Whether there is a reef on a field.
    pub fn is_reef(&self, pos: Pos) -> bool {
        self.tiles.is_reef(pos)
    }

    /// The ships of both players, in the order they were placed.
    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// One ship.
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.0 as usize]
    }

    pub(super) fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.0 as usize]
    }

    /// The ship with a segment on a field.
    #[inline]
    pub fn ship_at(&self, pos: Pos) -> Option<ShipId> {
        if !self.tiles.is_occupied(pos) {
            return None;
        }
        let mut near = self.tiles.ships_around(Rect::spanning(pos, pos));
        near.find(|&id| self.ship(id).hull.rect().contains(pos))
    }

    /// Enters a reef; twice is once.
    pub(super) fn add_reef(&mut self, pos: Pos) {
        if self.tiles.add_reef(pos) {
            self.reefs.push(pos);
        }
    }

    /// Enters a ship on a site that was checked.
    pub(super) fn add_ship(&mut self, ship: Ship) -> ShipId {
        let id = u32::try_from(self.ships.len()).expect("2^32 ships take more memory than there is");
        let id = ShipId(id);
        self.tiles.add_ship(id, ship.hull.rect());
        self.ships.push(ship);
        id
    }

    /// Puts a ship on another site, if that is free; where it lies now does
    /// not obstruct it. The site must be on the board.
    ///
    /// # Errors
    ///
    /// [`Refusal::OnReef`] or [`Refusal::TooClose`]; the ship stays.
    #[inline]
    pub(super) fn relocate(&mut self, id: ShipId, to: Hull) -> Refused {
        let ship = self.ship(id);
        let (name, from) = (ship.name(), ship.hull.rect());
        let old = Cover::new(from);
        self.tiles.free(&old);
        if let Err(refusal) = self.check_free(name, &to, Some(id)) {
            self.tiles.occupy(&old);
            return Err(refusal);
        }
        let rect = to.rect();
        self.tiles.occupy(&Cover::new(rect));
        self.tiles.move_anchor(id, from, rect);
        self.ship_mut(id).hull = to;
        Ok(())
    }

    /// The first field of a hull, from the head, that is off the board.
    #[inline]
    pub fn first_off_board(&self, hull: &Hull) -> Option<Pos> {
        if self.size.contains(hull.head) && self.size.contains(hull.stern()) {
            return None;
        }
        hull.fields().find(|&field| !self.size.contains(field))
    }

    /// Checks a site for what may already be there: no reef, then no other ship
    /// on it or next to it. `name` is the ship that is to lie there; `id` says
    /// that it is on the board, with its fields set free.
    ///
    /// # Errors
    ///
    /// [`Refusal::OnReef`] or [`Refusal::TooClose`].
    #[inline]
    pub(super) fn check_free(&self, name: ShipName, hull: &Hull, id: Option<ShipId>) -> Refused {
        if !self.reefs.is_empty()
            && let Some(reef) = hull.fields().find(|&field| self.is_reef(field))
        {
            return Err(Refusal::OnReef { ship: name, reef }.into());
        }
        if self.tiles.is_any_occupied(&Cover::new(hull.rect().grown(1))) {
            return Err(self.too_close(name, hull, id));
        }
        Ok(())
    }

    /// Says which other ship is too close, and which fields of the two touch.
    #[cold]
    fn too_close(&self, name: ShipName, hull: &Hull, id: Option<ShipId>) -> Box<Refusal> {
        let around = self.tiles.ships_around(hull.rect().grown(1));
        let others = around.filter(|&other| Some(other) != id);
        let fields = others.flat_map(|other| self.ship(other).hull.fields().map(move |field| (other, field)));
        let pairs = fields.flat_map(|(other, field)| hull.fields().map(move |own| (other, own, field)));
        let (other, field, other_field) = pairs
            .min_by_key(|(_, own, field)| own.distance_squared(*field))
            .expect("an occupied field belongs to a ship of its tile");
        Refusal::TooClose { ship: name, field, other: self.ship(other).name(), other_field }.into()
    }
}
