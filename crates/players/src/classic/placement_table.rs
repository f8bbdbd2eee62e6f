//! The places of ships on a board, and tables of them as bitboards.

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

use std::ops::Range;

use super::{Bitboard, ClassicConfig, FieldIndex, LengthClass};
use crate::axis::Axis;
use admiralty_core::geometry::Pos;
use admiralty_core::rng::Rng;
use admiralty_core::rules::ShipClass;

/// There is at most one class for each length; one more makes it a power of 2.
pub(super) const LENGTH_CLASSES_MAX: usize = ShipClass::LENGTH_MAX as usize + 1;

/// A board and its fleet, with tables of all places of the ships.
#[derive(Clone, Debug)]
pub struct PlacementTable<const W: usize> {
    config: ClassicConfig,
    /// The difference between the indices of a field and the one below it.
    stride: usize,
    all: Bitboard<W>,
    classes: Vec<LengthClass>,
    /// By [`slot`](Self::slot).
    ships: Vec<PlacedShip<W>>,
    /// The places that cover each field, by class and index of the field.
    through: Vec<PlacementStarts<W>>,
}

/// Evaluates an expression with the [`PlacementTable`] of a configuration that uses the
/// fewest words for its board, which is fastest.
///
/// It is a macro because the type of the table depends on the configuration.
#[macro_export]
macro_rules! with_placement_table {
    ($config:expr, |$table:ident| $body:expr) => {{
        use $crate::classic::PlacementTable;
        match $config.side {
            0..=10 => {
                let $table = PlacementTable::<2>::new($config);
                $body
            }
            11..=15 => {
                let $table = PlacementTable::<4>::new($config);
                $body
            }
            _ => {
                let $table = PlacementTable::<7>::new($config);
                $body
            }
        }
    }};
}

impl<const W: usize> PlacementTable<W> {
    /// The table for a configuration.
    ///
    /// # Panics
    ///
    /// If `W` words are too few for the board.
    pub fn new(config: &ClassicConfig) -> Self {
        let side = usize::from(config.side);
        let stride = side + 1;
        assert!(stride * side <= 64 * W, "too few words");
        let fields =
            (0..side).flat_map(|y| (0..side).map(move |x| FieldIndex::new(y * stride + x)));
        let mut table = Self {
            config: config.clone(),
            stride,
            all: fields.collect(),
            classes: length_classes(config),
            ships: Vec::new(),
            through: Vec::new(),
        };
        table.ships = vec![PlacedShip::default(); table.slots()];
        table.through = vec![PlacementStarts::default(); table.slots() / 2];
        for class in table.length_classes() {
            for placement in table.placements(class, table.all) {
                let cells: Bitboard<W> = table.fields(placement).collect();
                table.ships[Self::slot(placement)] = PlacedShip {
                    placement,
                    cells,
                    reach: table.reach(cells),
                };
                for field in cells.iter() {
                    let through = &mut table.through[Self::class_slot(class, field)];
                    through.by_axis[placement.axis as usize].insert(placement.start);
                }
            }
        }
        table
    }

    /// The board, the fleet and the rules.
    pub fn config(&self) -> &ClassicConfig {
        &self.config
    }

    /// All fields.
    pub fn all(&self) -> Bitboard<W> {
        self.all
    }

    /// The difference between the indices of adjacent fields of a ship.
    pub(super) fn step(&self, axis: Axis) -> usize {
        match axis {
            Axis::Horizontal => 1,
            Axis::Vertical => self.stride,
        }
    }

    /// The indices of the length classes of the fleet, longest first.
    pub fn length_classes(&self) -> Range<u8> {
        0..u8::try_from(self.classes.len()).unwrap_or(u8::MAX)
    }

    /// The length and the number of ships of a class.
    pub fn length_class(&self, class: u8) -> LengthClass {
        self.classes[usize::from(class)]
    }

    /// The class of ships of a length.
    pub fn class_of_length(&self, length: u32) -> Option<u8> {
        self.length_classes()
            .find(|&class| u32::from(self.length_class(class).length) == length)
    }

    /// The field at a position, if it is on the board.
    pub fn field(&self, pos: Pos) -> Option<FieldIndex> {
        let (y, x) = (usize::try_from(pos.y).ok()?, usize::try_from(pos.x).ok()?);
        let side = self.config.side.into();
        (y < side && x < side).then(|| FieldIndex::new(y * self.stride + x))
    }

    /// The position of a field.
    pub fn pos(&self, field: FieldIndex) -> Pos {
        let coordinate = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let index = field.index();
        Pos::new(
            coordinate(index / self.stride),
            coordinate(index % self.stride),
        )
    }

    /// Whether ships of a class may lie along an axis; single fields are horizontal.
    pub(super) fn lies_along(&self, class: u8, axis: Axis) -> bool {
        let either = !self.config.rows_only && self.length_class(class).length > 1;
        either || axis == Axis::Horizontal
    }

    /// The places of a class whose fields are all free.
    pub fn starts(&self, class: u8, free: Bitboard<W>) -> PlacementStarts<W> {
        let length = self.length_class(class).length.into();
        let vertical = if self.lies_along(class, Axis::Vertical) {
            runs(free, length, self.stride)
        } else {
            Bitboard::EMPTY
        };
        PlacementStarts {
            by_axis: [runs(free, length, 1), vertical],
        }
    }

    /// The places of a class whose fields are all free, one by one.
    pub fn placements(
        &self,
        class: u8,
        free: Bitboard<W>,
    ) -> impl Iterator<Item = Placement> + use<W> {
        self.starts(class, free).placements(class)
    }

    /// All places of a class that cover a field.
    pub(super) fn through(&self, class: u8, field: FieldIndex) -> &PlacementStarts<W> {
        &self.through[Self::class_slot(class, field)]
    }

    /// The ship at a place.
    pub fn ship(&self, placement: Placement) -> &PlacedShip<W> {
        self.ship_in(Self::slot(placement))
    }

    pub(super) fn ship_in(&self, slot: usize) -> &PlacedShip<W> {
        &self.ships[slot]
    }

    /// The place of a ship that covers exactly these fields.
    pub(super) fn placement_of(&self, cells: Bitboard<W>) -> Option<Placement> {
        let class = self.class_of_length(cells.count())?;
        let start = cells.first()?;
        let is_level =
            cells == Bitboard::of(start) || cells.has(FieldIndex::new(start.index() + 1));
        let axis = if is_level {
            Axis::Horizontal
        } else {
            Axis::Vertical
        };
        Some(Placement { class, axis, start })
    }

    pub(super) fn fields(&self, placement: Placement) -> impl Iterator<Item = FieldIndex> + use<W> {
        let indices = (placement.start.index()..).step_by(self.step(placement.axis));
        let length = self.length_class(placement.class).length;
        indices.take(length.into()).map(FieldIndex::new)
    }

    /// The given fields and, if ships may not touch, those around them.
    pub(super) fn reach(&self, cells: Bitboard<W>) -> Bitboard<W> {
        if self.config.ships_touch {
            return cells;
        }
        let wide = cells | cells.beside(1);
        (wide | wide.beside(self.stride)) & self.all
    }

    /// The fields around a hit that no ship can cover: the ship under the hit is straight, and no
    /// other ship may touch it. Empty if ships may touch.
    pub(super) fn excluded_by_hit(&self, hit: FieldIndex) -> Bitboard<W> {
        if self.config.ships_touch {
            return Bitboard::EMPTY;
        }
        let hit = Bitboard::of(hit);
        let mut row = hit.beside(1);
        if self.config.rows_only {
            row |= hit;
        }
        row.beside(self.stride) & self.all
    }

    /// The length of a table indexed by [`slot`](Self::slot).
    pub(super) fn slots(&self) -> usize {
        self.classes.len() * 2 * 64 * W
    }

    /// The index of a place in a table of all places.
    pub(super) fn slot(Placement { class, axis, start }: Placement) -> usize {
        let plane = 2 * usize::from(class) + usize::from(axis == Axis::Vertical);
        plane * 64 * W + start.index()
    }

    fn class_slot(class: u8, field: FieldIndex) -> usize {
        usize::from(class) * 64 * W + field.index()
    }
}

/// A place for a ship: its class, its axis, and its leftmost or topmost field.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// An index into [`PlacementTable::length_classes`].
    pub class: u8,
    /// The axis along which it lies; horizontal for a single field.
    pub axis: Axis,
    /// The field with the lowest index.
    pub start: FieldIndex,
}

/// A ship in its place, and the fields it covers and blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacedShip<const W: usize> {
    /// Its place.
    pub placement: Placement,
    /// Its fields.
    pub cells: Bitboard<W>,
    /// The fields that no other ship can cover: its own and, if ships may not touch, those
    /// around them.
    pub reach: Bitboard<W>,
}

/// The places of ships of one class, by their first fields.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacementStarts<const W: usize> {
    /// The places along each axis; none along columns if ships of the class are single fields.
    pub by_axis: [Bitboard<W>; 2],
}

impl<const W: usize> PlacementStarts<W> {
    pub fn count(&self) -> u32 {
        self.by_axis[0].count() + self.by_axis[1].count()
    }

    /// A uniformly chosen place, for ships of a class.
    #[inline(always)]
    pub fn pick(&self, class: u8, rng: &mut Rng) -> Option<Placement> {
        let [level, upright] = &self.by_axis;
        let horizontal = level.count();
        let count = horizontal + upright.count();
        if count == 0 {
            return None;
        }
        let rank = u32::try_from(rng.below(count.into())).unwrap_or(0);
        let (axis, start) = if rank < horizontal {
            (Axis::Horizontal, level.nth(rank))
        } else {
            (Axis::Vertical, upright.nth(rank - horizontal))
        };
        Some(Placement { class, axis, start })
    }

    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let by_axis = std::array::from_fn(|axis| self.by_axis[axis] & other.by_axis[axis]);
        Self { by_axis }
    }

    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        let by_axis = std::array::from_fn(|axis| self.by_axis[axis].without(&other.by_axis[axis]));
        Self { by_axis }
    }

    /// The places after one of them in the order of [`placements`](Self::placements).
    #[must_use]
    pub fn after(mut self, Placement { axis, start, .. }: Placement) -> Self {
        self.by_axis[..axis as usize].fill(Bitboard::EMPTY);
        self.by_axis[axis as usize] = self.by_axis[axis as usize].above(start);
        self
    }

    /// All places, for ships of a class.
    pub fn placements(&self, class: u8) -> impl Iterator<Item = Placement> + use<W> {
        let [level, upright] = Axis::ALL.map(|axis| {
            let starts = self.by_axis[axis as usize].iter();
            starts.map(move |start| Placement { class, axis, start })
        });
        level.chain(upright)
    }
}

/// The first fields of runs of `length` free fields that are `step` apart.
fn runs<const W: usize>(free: Bitboard<W>, length: usize, step: usize) -> Bitboard<W> {
    let mut runs = free;
    let mut reached = 1;
    while reached < length {
        let more = reached.min(length - reached);
        runs = runs & runs.lowered(more * step);
        reached += more;
    }
    runs
}

/// The classes of a configuration that have ships; those of the same length are merged.
fn length_classes(config: &ClassicConfig) -> Vec<LengthClass> {
    let mut by_length: Vec<LengthClass> = Vec::new();
    for class in config.classes.iter().filter(|class| class.count > 0) {
        match by_length.iter_mut().find(|of| of.length == class.length) {
            Some(of) => of.count += class.count,
            None => by_length.push(*class),
        }
    }
    by_length.sort_by_key(|of| std::cmp::Reverse(of.length));
    by_length
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::RuleSet;

    #[test]
    fn a_field_has_the_position_it_is_found_at() {
        let config = ClassicConfig::with_side(RuleSet::ITALIAN, 9).expect("a side");
        let table = PlacementTable::<2>::new(&config);
        let mut found = 0;
        for pos in (-1..=9).flat_map(|y| (-1..=9).map(move |x| Pos::new(y, x))) {
            if let Some(field) = table.field(pos) {
                assert_eq!(table.pos(field), pos);
                assert!(table.all().has(field), "{pos}");
                found += 1;
            }
        }
        assert_eq!(found, 9 * 9);
    }
}
