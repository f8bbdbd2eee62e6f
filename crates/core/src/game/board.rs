//! The board: its size, its reefs, and the ships on it.

use super::spacing::ShipIndex;
use super::{Footprint, Refusal, Ship, ShipId, ShipName};
use crate::geometry::{FieldSet, Pos, Rect, SetRows, Size};

/// The board: its size, its reefs, and the ships on it.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    reefs: FieldList,
    ships: Vec<Ship>,
    ship_index: ShipIndex,
}

impl Board {
    /// An empty board with at least `gap` fields between ships.
    pub(super) fn new(size: Size, gap: u8) -> Self {
        Self {
            size,
            reefs: FieldList::new(size),
            ships: Vec::new(),
            ship_index: ShipIndex::new(size, gap),
        }
    }

    /// The size in fields.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The reefs in the order given, each once.
    pub fn reefs(&self) -> &[Pos] {
        self.reefs.in_order()
    }

    /// The reefs as a list that also supports lookup by field and by row.
    pub(crate) const fn reef_list(&self) -> &FieldList {
        &self.reefs
    }

    /// Whether there is a reef on a field.
    pub fn is_reef(&self, pos: Pos) -> bool {
        self.reefs.contains(pos)
    }

    /// The ships of both players, in the order they were placed.
    pub fn ships(&self) -> &[Ship] {
        &self.ships
    }

    /// The ids of the ships, in the same order.
    pub fn ship_ids(&self) -> impl Iterator<Item = ShipId> + use<> {
        (0..).take(self.ships.len()).map(ShipId)
    }

    /// The ship with an id.
    pub fn ship(&self, id: ShipId) -> &Ship {
        &self.ships[id.index()]
    }

    pub(super) fn ship_mut(&mut self, id: ShipId) -> &mut Ship {
        &mut self.ships[id.index()]
    }

    /// The ship with a segment on a field.
    #[inline]
    pub fn ship_at(&self, pos: Pos) -> Option<ShipId> {
        self.ship_index.at(pos, |id| self.ship(id).footprint.rect())
    }

    /// The ships that have a segment in a rectangle.
    pub(super) fn ships_in(&self, rect: Rect) -> impl Iterator<Item = ShipId> {
        let near = self.ship_index.near(rect).into_iter();
        near.filter(move |&id| self.ship(id).footprint.rect().intersects(&rect))
    }

    /// Adds a reef. A repeated field has no effect.
    pub(super) fn add_reef(&mut self, pos: Pos) {
        self.reefs.insert(pos);
    }

    /// Adds a ship on a footprint that lies on the board, if it is free.
    ///
    /// # Errors
    ///
    /// [`Refusal::OnReef`] or [`Refusal::TooClose`].
    pub(super) fn add_ship(&mut self, ship: Ship) -> Result<ShipId, Box<Refusal>> {
        let id =
            u32::try_from(self.ships.len()).expect("2^32 ships take more memory than there is");
        let id = ShipId(id);
        if self.has_reef(&ship.footprint) || !self.ship_index.add(id, ship.footprint.rect()) {
            return Err(self.obstacle(ship.name(), &ship.footprint, None));
        }
        self.ships.push(ship);
        Ok(id)
    }

    /// Moves a ship to a footprint one movement away, if it is free. The ship does not
    /// obstruct itself.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::OffBoard`], [`Refusal::OnReef`],
    /// [`Refusal::TooClose`]; the ship stays.
    #[inline]
    pub(super) fn relocate(&mut self, id: ShipId, to: Footprint) -> Result<(), Box<Refusal>> {
        let ship = self.ship(id);
        let (name, from, rect) = (ship.name(), ship.footprint.rect(), to.rect());
        if !self.size.contains_rect(rect) {
            return Err(self.went_off(ship, to));
        }
        if self.has_reef(&to) || !self.ship_index.relocate(id, from, rect) {
            return Err(self.obstacle(name, &to, Some(id)));
        }
        self.ship_mut(id).footprint = to;
        Ok(())
    }

    #[inline]
    fn has_reef(&self, footprint: &Footprint) -> bool {
        !self.reefs().is_empty() && footprint.fields().any(|field| self.is_reef(field))
    }

    #[cold]
    fn went_off(&self, ship: &Ship, to: Footprint) -> Box<Refusal> {
        Refusal::OffBoard {
            ship: ship.name(),
            from: ship.footprint,
            to,
            field: self.outside(&to).unwrap_or(to.head),
            size: self.size,
        }
        .into()
    }

    /// The first field of a footprint that is not on the board.
    pub(super) fn outside(&self, footprint: &Footprint) -> Option<Pos> {
        footprint.fields().find(|&field| !self.size.contains(field))
    }

    /// Whether a new ship could lie on a footprint of the board.
    pub(super) fn is_free(&self, footprint: &Footprint) -> bool {
        let around = footprint.rect().grown(self.ship_index.gap().into());
        !self.has_reef(footprint) && self.ships_in(around).next().is_none()
    }

    /// What is in the way of a footprint: a reef, or else the closest pair of one of its fields and one
    /// of another ship. `id` is the ship itself, if it is on the board.
    #[cold]
    fn obstacle(&self, ship: ShipName, footprint: &Footprint, id: Option<ShipId>) -> Box<Refusal> {
        if let Some(reef) = footprint.fields().find(|&field| self.is_reef(field)) {
            return Refusal::OnReef { ship, reef }.into();
        }
        let around = self.ship_index.near(footprint.rect().grown(1));
        let others = around.into_iter().filter(|&other| Some(other) != id);
        let fields = others.flat_map(|other| {
            let fields = self.ship(other).footprint.fields();
            fields.map(move |field| (other, field))
        });
        let own = |(other, field)| footprint.fields().map(move |own| (other, own, field));
        let pairs = fields.flat_map(own);
        let (other, field, other_field) = pairs
            .min_by_key(|(_, own, field)| own.distance_squared(*field))
            .expect("an obstacle is a reef or a ship");
        Refusal::TooClose {
            ship,
            field,
            other: self.ship(other).name(),
            other_field,
            gap: self.ship_index.gap(),
        }
        .into()
    }
}

/// Fields of a board, each once, in the order they were given.
#[derive(Clone, Debug)]
pub(crate) struct FieldList {
    order: Vec<Pos>,
    set: FieldSet,
}

impl FieldList {
    pub(super) fn new(board: Size) -> Self {
        Self {
            order: Vec::new(),
            set: FieldSet::new(board, []),
        }
    }

    /// The fields in the order they were given.
    pub fn in_order(&self) -> &[Pos] {
        &self.order
    }

    /// Whether a field is in the list.
    #[inline]
    pub fn contains(&self, pos: Pos) -> bool {
        self.set.contains(pos)
    }

    /// Adds a field of the board, unless it is in the list.
    pub(super) fn insert(&mut self, pos: Pos) {
        if self.set.insert(pos) {
            self.order.push(pos);
        }
    }

    /// The rows of the board that have fields of the list, from the top down.
    pub fn rows(&self) -> SetRows {
        self.set.rows()
    }
}
