//! PlacementTable as bits: fields, and where ships can lie.

mod placement;

use super::bits::Bits;
use super::config::{Config, ConfigError, Directions, LENGTH_MAX};
use crate::geometry::{Axis, Pos};
pub use placement::{Field, LengthClass, Placement, PlacementMask, Starts};

/// There are at most as many kinds as lengths; one more makes a power of 2.
pub(super) const KINDS_MAX: usize = LENGTH_MAX as usize + 1;

/// PlacementTable and the fleet that lies there, ready for counting with bits.
#[derive(Clone, Debug)]
pub struct PlacementTable<const W: usize> {
    config: Config,
    stride: u32,
    all: Bits<W>,
    kinds: Vec<LengthClass>,
    /// By kind, axis and index of the first field.
    masks: Vec<PlacementMask<W>>,
    /// By kind and index of a field: the places through it.
    through: Vec<Starts<W>>,
}

impl<const W: usize> PlacementTable<W> {
    /// The waters of a contest.
    ///
    /// # Errors
    ///
    /// If the terms are out of their limits.
    ///
    /// # Panics
    ///
    /// If `W` words are too few for the waters.
    pub fn new(config: &Config) -> Result<Self, ConfigError> {
        config.check()?;
        let side = u32::from(config.side);
        let stride = side + 1;
        assert!((stride * side) as usize <= 64 * W, "too few words");
        let fields = (0..side).flat_map(|y| (0..side).map(move |x| Field::new(y * stride + x)));
        let mut waters = Self {
            config: config.clone(),
            stride,
            all: fields.collect(),
            kinds: kinds(config),
            masks: Vec::new(),
            through: Vec::new(),
        };
        let none = PlacementMask {
            cells: Bits::EMPTY,
            reach: Bits::EMPTY,
        };
        let mut masks = vec![none; waters.slots()];
        let mut through = vec![Starts::default(); waters.slots() / 2];
        for kind in waters.kinds() {
            for placement in waters.placements(kind, waters.all) {
                let cells = waters.cells(placement);
                let reach = waters.reach(cells);
                masks[Self::slot(placement)] = PlacementMask { cells, reach };
                for field in &cells {
                    let through = &mut through[usize::from(kind) * 64 * W + field.index()];
                    match placement.axis {
                        Axis::Horizontal => through.level.insert(placement.start),
                        Axis::Vertical => through.upright.insert(placement.start),
                    }
                }
            }
        }
        waters.masks = masks;
        waters.through = through;
        Ok(waters)
    }

    /// The terms of the contest.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// All fields.
    #[inline]
    pub fn all(&self) -> Bits<W> {
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

    /// The ships of the fleet by length, longest first, those of which there are none
    /// left out.
    #[inline]
    pub fn kinds(&self) -> std::ops::Range<u8> {
        0..u8::try_from(self.kinds.len()).unwrap_or(u8::MAX)
    }

    /// Length and number of a kind.
    #[inline]
    pub fn kind(&self, kind: u8) -> LengthClass {
        self.kinds[usize::from(kind)]
    }

    /// The kind of ships that cover so many fields.
    pub fn kind_of_length(&self, length: u32) -> Option<u8> {
        self.kinds()
            .find(|&kind| u32::from(self.kind(kind).length) == length)
    }

    /// The field at a position, if it is on the board.
    pub fn field(&self, pos: Pos) -> Option<Field> {
        let side = u32::from(self.config.side);
        let (y, x) = (u32::try_from(pos.y).ok()?, u32::try_from(pos.x).ok()?);
        (y < side && x < side).then(|| Field::new(y * self.stride + x))
    }

    /// The position of a field.
    pub fn pos(&self, field: Field) -> Pos {
        let (index, stride) = (i32::from(field.number()), self.stride.cast_signed());
        Pos::new(index / stride, index % stride)
    }

    /// Whether ships of a kind may lie like that: single fields are level.
    #[inline]
    pub(super) fn lies_along(&self, kind: u8, axis: Axis) -> bool {
        let all = self.config.directions == Directions::All && self.kind(kind).length > 1;
        all || axis == Axis::Horizontal
    }

    /// Where a ship of that kind can lie so that all its fields are free.
    #[inline]
    pub fn starts(&self, kind: u8, free: Bits<W>) -> Starts<W> {
        let length = self.kind(kind).length;
        let upright = if self.lies_along(kind, Axis::Vertical) {
            runs(free, length, self.stride)
        } else {
            Bits::EMPTY
        };
        Starts {
            level: runs(free, length, 1),
            upright,
        }
    }

    /// The same, one by one.
    pub fn placements(&self, kind: u8, free: Bits<W>) -> impl Iterator<Item = Placement> + use<W> {
        let starts = self.starts(kind, free).iter();
        starts.map(move |(axis, start)| Placement { kind, axis, start })
    }

    /// All places of a kind that go through a field.
    #[inline]
    pub fn through(&self, kind: u8, field: Field) -> &Starts<W> {
        &self.through[usize::from(kind) * 64 * W + field.index()]
    }

    /// What a ship in a berth covers.
    #[inline]
    pub fn mask(&self, placement: Placement) -> &PlacementMask<W> {
        &self.masks[Self::slot(placement)]
    }

    /// Fields, and those around them if ships may not touch.
    #[inline]
    pub fn reach(&self, cells: Bits<W>) -> Bits<W> {
        if self.config.ships_touch {
            return cells;
        }
        let wide = cells | cells.raised(1) | cells.lowered(1);
        (wide | wide.raised(self.stride) | wide.lowered(self.stride)) & self.all
    }

    /// The fields next to some fields, along rows and columns.
    #[inline]
    pub fn beside(&self, cells: Bits<W>) -> Bits<W> {
        let level = cells.raised(1) | cells.lowered(1);
        let upright = cells.raised(self.stride) | cells.lowered(self.stride);
        (level | upright) & self.all
    }

    /// The fields around a hit that cannot belong to the same ship, if no other
    /// ship can lie there.
    #[inline]
    pub(super) fn aside(&self, hit: Field) -> Bits<W> {
        if self.config.ships_touch {
            return Bits::EMPTY;
        }
        let hit = Bits::of(hit);
        let row = match self.config.directions {
            Directions::All => hit.raised(1) | hit.lowered(1),
            Directions::Level => hit | hit.raised(1) | hit.lowered(1),
        };
        (row.raised(self.stride) | row.lowered(self.stride)) & self.all
    }

    /// The length of such a table.
    pub(super) fn slots(&self) -> usize {
        self.kinds.len() * 2 * 64 * W
    }

    fn cells(&self, placement: Placement) -> Bits<W> {
        let step = match placement.axis {
            Axis::Horizontal => 1,
            Axis::Vertical => self.stride,
        };
        let length = u32::from(self.kind(placement.kind).length);
        let places = (0..length).map(|i| u32::from(placement.start.number()) + i * step);
        places.map(Field::new).collect()
    }

    /// The place of a berth in a table of all of them.
    #[inline]
    pub(super) fn slot(placement: Placement) -> usize {
        let plane = 2 * usize::from(placement.kind) + usize::from(placement.axis == Axis::Vertical);
        plane * 64 * W + placement.start.index()
    }
}

/// The first fields of runs of free fields that are `length` long, each `step`
/// from the one before it.
#[inline]
fn runs<const W: usize>(free: Bits<W>, length: u8, step: u32) -> Bits<W> {
    let mut runs = free;
    let mut reached = 1;
    while reached < length {
        let more = reached.min(length - reached);
        runs &= runs.lowered(u32::from(more) * step);
        reached += more;
    }
    runs
}

fn kinds(config: &Config) -> Vec<LengthClass> {
    let mut kinds: Vec<LengthClass> = Vec::new();
    for class in config.classes.iter().filter(|class| class.count > 0) {
        match kinds.iter_mut().find(|kind| kind.length == class.length) {
            Some(kind) => kind.count += class.count,
            None => kinds.push(LengthClass {
                length: class.length,
                count: class.count,
            }),
        }
    }
    kinds.sort_by_key(|kind| std::cmp::Reverse(kind.length));
    kinds
}
