//! The board: its size, its reefs, and the ships on it.

use super::tiles::{ReefTile, Tiles};
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

    /// Enters a ship on a site of the board, if that is free.
    ///
    /// # Errors
    ///
    /// [`Refusal::OnReef`] or [`Refusal::TooClose`].
    pub(super) fn add_ship(&mut self, ship: Ship) -> Refused<ShipId> {
        let id = u32::try_from(self.ships.len()).expect("2^32 ships take more memory than there is");
        let id = ShipId(id);
        if !self.tiles.place_ship(id, ship.hull.rect()) {
            return Err(self.obstacle(ship.name(), &ship.hull, None));
        }
        self.ships.push(ship);
        Ok(id)
    }

    /// Takes a ship to a site that one movement leads to, if that is free;
    /// where the ship lies now does not obstruct it.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::OffBoard`], [`Refusal::OnReef`],
    /// [`Refusal::TooClose`]; the ship stays.
    #[inline]
    pub(super) fn relocate(&mut self, id: ShipId, to: Hull) -> Refused {
        let ship = &mut self.ships[id.0 as usize];
        let (from, rect) = (ship.hull.rect(), to.rect());
        if !self.size.contains_rect(rect) {
            let name = ship.name();
            return Err(self.off_board(name, &to));
        }
        if !self.tiles.move_ship(id, from, rect) {
            let name = ship.name();
            return Err(self.obstacle(name, &to, Some(id)));
        }
        ship.hull = to;
        Ok(())
    }

    /// Checks that a site is on the board.
    ///
    /// # Errors
    ///
    /// [`Refusal::OffBoard`].
    pub(super) fn check_on_board(&self, name: ShipName, hull: &Hull) -> Refused {
        if self.size.contains_rect(hull.rect()) { Ok(()) } else { Err(self.off_board(name, hull)) }
    }

    #[cold]
    fn off_board(&self, ship: ShipName, hull: &Hull) -> Box<Refusal> {
        let size = self.size;
        let field = hull.fields().find(|&field| !size.contains(field)).unwrap_or(hull.head);
        Refusal::OffBoard { ship, field, size }.into()
    }

    /// Says what obstructs a site: a reef, or else the fields of it and of
    /// another ship that touch. `id` is the ship itself, if it is on the board.
    #[cold]
    fn obstacle(&self, ship: ShipName, hull: &Hull, id: Option<ShipId>) -> Box<Refusal> {
        if let Some(reef) = hull.fields().find(|&field| self.is_reef(field)) {
            return Refusal::OnReef { ship, reef }.into();
        }
        let around = self.tiles.ships_around(hull.rect().grown(1));
        let others = around.filter(|&other| Some(other) != id);
        let fields = others.flat_map(|other| self.ship(other).hull.fields().map(move |field| (other, field)));
        let pairs = fields.flat_map(|(other, field)| hull.fields().map(move |own| (other, own, field)));
        let (other, field, other_field) = pairs
            .min_by_key(|(_, own, field)| own.distance_squared(*field))
            .expect("an occupied field belongs to a ship nearby");
        Refusal::TooClose { ship, field, other: self.ship(other).name(), other_field }.into()
    }
}
