//! The places where ships can lie on a board, as bitboards.

mod placement;

use super::bitboard::Bitboard;
use super::config::{Config, ConfigError, Directions, LENGTH_MAX, LengthClass};
use super::field_index::FieldIndex;
use crate::geometry::{Axis, Pos};
pub use placement::{Placement, PlacementMask, Starts};

/// There is at most a class for each length; one more makes a power of 2.
pub(super) const LENGTH_CLASSES_MAX: usize = LENGTH_MAX as usize + 1;

/// A board and the fleet that lies on it, with all places of its ships in tables.
#[derive(Clone, Debug)]
pub struct PlacementTable<const W: usize> {
    config: Config,
    stride: u32,
    all: Bitboard<W>,
    classes: Vec<LengthClass>,
    /// In the order of [`slot`](Self::slot).
    masks: Vec<PlacementMask<W>>,
    /// The places through each field, by class and index of the field.
    through: Vec<Starts<W>>,
}

/// Evaluates an expression with the [`PlacementTable`] of a configuration, in the fewest
/// words that hold its board: these make the fastest players.
///
/// It is a macro because the type of the table differs.
macro_rules! with_placement_table {
    ($config:expr, |$table:ident| $body:expr) => {{
        use $crate::players::classic::PlacementTable;
        match $config.side {
            0..=10 => PlacementTable::<2>::new($config).map(|$table| $body),
            11..=15 => PlacementTable::<4>::new($config).map(|$table| $body),
            _ => PlacementTable::<7>::new($config).map(|$table| $body),
        }
    }};
}
pub(crate) use with_placement_table;

impl<const W: usize> PlacementTable<W> {
    /// The table for a configuration.
    ///
    /// # Errors
    ///
    /// If the configuration is out of its limits.
    ///
    /// # Panics
    ///
    /// If `W` words are too few for the board.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        config.check()?;
        let side = u32::from(config.side);
        let stride = side + 1;
        assert!((stride * side) as usize <= 64 * W, "too few words");
        let fields =
            (0..side).flat_map(|y| (0..side).map(move |x| FieldIndex::new(y * stride + x)));
        let mut table = Self {
            config: config.clone(),
            stride,
            all: fields.collect(),
            classes: length_classes(config),
            masks: Vec::new(),
            through: Vec::new(),
        };
        let none = PlacementMask {
            cells: Bitboard::EMPTY,
            reach: Bitboard::EMPTY,
        };
        let mut masks = vec![none; table.slots()];
        let mut through = vec![Starts::default(); table.slots() / 2];
        for class in table.length_classes() {
            for placement in table.placements(class, table.all) {
                let cells = table.cells(placement);
                let reach = table.reach(cells);
                masks[Self::slot(placement)] = PlacementMask { cells, reach };
                for field in &cells {
                    let through = &mut through[usize::from(class) * 64 * W + field.index()];
                    match placement.axis {
                        Axis::Horizontal => through.horizontal.insert(placement.start),
                        Axis::Vertical => through.vertical.insert(placement.start),
                    }
                }
            }
        }
        table.masks = masks;
        table.through = through;
        Ok(table)
    }

    /// The board, the fleet and the rules.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// All fields.
    #[inline]
    pub fn all(&self) -> Bitboard<W> {
        self.all
    }

    /// The difference of the indices of a field and the one below it.
    #[inline]
    pub(super) fn stride(&self) -> u32 {
        self.stride
    }

    /// The difference of the indices of a ship's fields.
    #[inline]
    pub(super) fn step(&self, axis: Axis) -> usize {
        match axis {
            Axis::Horizontal => 1,
            Axis::Vertical => self.stride as usize,
        }
    }

    /// The indices of the lengths that the fleet has ships of, longest first.
    #[inline]
    pub fn length_classes(&self) -> std::ops::Range<u8> {
        0..u8::try_from(self.classes.len()).unwrap_or(u8::MAX)
    }

    /// The length, and the number of ships, of a class.
    #[inline]
    pub fn length_class(&self, class: u8) -> LengthClass {
        self.classes[usize::from(class)]
    }

    /// The class of ships that cover that many fields.
    pub fn class_of_length(&self, length: u32) -> Option<u8> {
        self.length_classes()
            .find(|&class| u32::from(self.length_class(class).length) == length)
    }

    /// The field at a position, if it is on the board.
    pub fn field(&self, pos: Pos) -> Option<FieldIndex> {
        let side = u32::from(self.config.side);
        let (y, x) = (u32::try_from(pos.y).ok()?, u32::try_from(pos.x).ok()?);
        (y < side && x < side).then(|| FieldIndex::new(y * self.stride + x))
    }

    /// The position of a field.
    pub fn pos(&self, field: FieldIndex) -> Pos {
        let (index, stride) = (i32::from(field.number()), self.stride.cast_signed());
        Pos::new(index / stride, index % stride)
    }

    /// Whether ships of a class may lie along an axis: single fields are horizontal.
    #[inline]
    pub(super) fn lies_along(&self, class: u8, axis: Axis) -> bool {
        let all = self.config.directions == Directions::All && self.length_class(class).length > 1;
        all || axis == Axis::Horizontal
    }

    /// Where a ship of a class can lie so that all its fields are free.
    #[inline]
    pub fn starts(&self, class: u8, free: Bitboard<W>) -> Starts<W> {
        let length = self.length_class(class).length;
        let vertical = if self.lies_along(class, Axis::Vertical) {
            runs(free, length, self.stride)
        } else {
            Bitboard::EMPTY
        };
        Starts {
            horizontal: runs(free, length, 1),
            vertical,
        }
    }

    /// The same, one by one.
    pub fn placements(
        &self,
        class: u8,
        free: Bitboard<W>,
    ) -> impl Iterator<Item = Placement> + use<W> {
        self.starts(class, free).placements(class)
    }

    /// All places of a class that go through a field.
    #[inline]
    pub fn through(&self, class: u8, field: FieldIndex) -> &Starts<W> {
        &self.through[usize::from(class) * 64 * W + field.index()]
    }

    /// What a ship covers.
    #[inline]
    pub fn mask(&self, placement: Placement) -> &PlacementMask<W> {
        &self.masks[Self::slot(placement)]
    }

    /// The fields, and those around them if ships may not touch.
    #[inline]
    pub fn reach(&self, cells: Bitboard<W>) -> Bitboard<W> {
        if self.config.ships_touch {
            return cells;
        }
        let wide = cells | cells.raised(1) | cells.lowered(1);
        (wide | wide.raised(self.stride) | wide.lowered(self.stride)) & self.all
    }

    /// The fields next to some fields, along rows and columns.
    #[inline]
    pub fn beside(&self, cells: Bitboard<W>) -> Bitboard<W> {
        let horizontal = cells.raised(1) | cells.lowered(1);
        let vertical = cells.raised(self.stride) | cells.lowered(self.stride);
        (horizontal | vertical) & self.all
    }

    /// The fields around a hit that no ship can have: not the same ship, and no other
    /// one if ships may not touch.
    #[inline]
    pub(super) fn excluded_by_hit(&self, hit: FieldIndex) -> Bitboard<W> {
        if self.config.ships_touch {
            return Bitboard::EMPTY;
        }
        let hit = Bitboard::of(hit);
        let row = match self.config.directions {
            Directions::All => hit.raised(1) | hit.lowered(1),
            Directions::Horizontal => hit | hit.raised(1) | hit.lowered(1),
        };
        (row.raised(self.stride) | row.lowered(self.stride)) & self.all
    }

    /// The length of a table of all places.
    pub(super) fn slots(&self) -> usize {
        self.classes.len() * 2 * 64 * W
    }

    fn cells(&self, placement: Placement) -> Bitboard<W> {
        let step = match placement.axis {
            Axis::Horizontal => 1,
            Axis::Vertical => self.stride,
        };
        let length = u32::from(self.length_class(placement.class).length);
        let places = (0..length).map(|i| u32::from(placement.start.number()) + i * step);
        places.map(FieldIndex::new).collect()
    }

    /// The index of a place in a table of all of them.
    #[inline]
    pub(super) fn slot(placement: Placement) -> usize {
        let plane =
            2 * usize::from(placement.class) + usize::from(placement.axis == Axis::Vertical);
        plane * 64 * W + placement.start.index()
    }
}

/// The first fields of runs of `length` free fields, each `step` from the one before.
#[inline]
fn runs<const W: usize>(free: Bitboard<W>, length: u8, step: u32) -> Bitboard<W> {
    let mut runs = free;
    let mut reached = 1;
    while reached < length {
        let more = reached.min(length - reached);
        runs &= runs.lowered(u32::from(more) * step);
        reached += more;
    }
    runs
}

/// The classes of a configuration that have ships, those of the same length as one.
fn length_classes(config: &Config) -> Vec<LengthClass> {
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
