//! The board: its size, its reefs, and the ships on it.

use super::spacing::ShipIndex;
use super::{Footprint, Refusal, Ship, ShipId, ShipName};
use crate::geometry::{FieldSet, Pos, Rect, SetRows, Size};

/// The board: its size, its reefs, and the ships on it.
#[derive(Clone, Debug, PartialEq, Eq)]
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
            self.check_free(ship.name(), &ship.footprint)?;
            unreachable!("a reef or a ship is in the way");
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
        let (name, from, rect) = (ship.name(), ship.footprint, to.rect());
        if !self.size.contains_rect(rect) {
            return Err(self.went_off(ship, to));
        }
        if self.has_reef(&to) || !self.ship_index.relocate(id, || from.rect(), rect) {
            self.check_obstacles(name, &to, |other| other != id)?;
            unreachable!("a reef or a ship is in the way");
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

    /// Checks that no reef and no ship is in the way of a new ship.
    ///
    /// # Errors
    ///
    /// [`Refusal::OnReef`] or [`Refusal::TooClose`].
    pub(super) fn check_free(
        &self,
        ship: ShipName,
        footprint: &Footprint,
    ) -> Result<(), Box<Refusal>> {
        self.check_obstacles(ship, footprint, |_| true)
    }

    /// Checks that a ship could lie on a footprint if there were no ships of the other player.
    ///
    /// # Errors
    ///
    /// Those of [`Board::relocate`].
    pub(super) fn check_own_way(&self, id: ShipId, to: Footprint) -> Result<(), Box<Refusal>> {
        let ship = self.ship(id);
        if !self.size.contains_rect(to.rect()) {
            return Err(self.went_off(ship, to));
        }
        let is_own = |other| other != id && self.ship(other).owner() == ship.owner();
        self.check_obstacles(ship.name(), &to, is_own)
    }

    /// Checks that no reef is in the way of a footprint, and none of some ships: the refusal names the
    /// closest pair of a field of the footprint and one of another ship.
    #[cold]
    fn check_obstacles(
        &self,
        ship: ShipName,
        footprint: &Footprint,
        is_one: impl Fn(ShipId) -> bool,
    ) -> Result<(), Box<Refusal>> {
        if let Some(reef) = footprint.fields().find(|&field| self.is_reef(field)) {
            return Err(Refusal::OnReef { ship, reef }.into());
        }
        let around = footprint.rect().grown(self.ship_index.gap().into());
        let others = self.ships_in(around).filter(|&other| is_one(other));
        let fields = others.flat_map(|other| {
            let fields = self.ship(other).footprint.fields();
            fields.map(move |field| (other, field))
        });
        let own = |(other, field)| footprint.fields().map(move |own| (other, own, field));
        let pairs = fields.flat_map(own);
        let closest = pairs.min_by_key(|(_, own, field)| own.distance_squared(*field));
        let Some((other, field, other_field)) = closest else {
            return Ok(());
        };
        Err(Refusal::TooClose {
            ship,
            field,
            other: self.ship(other).name(),
            other_field,
            gap: self.ship_index.gap(),
        }
        .into())
    }
}

/// Fields of a board, each once, in the order they were given.
#[derive(Clone, Debug, PartialEq, Eq)]
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
