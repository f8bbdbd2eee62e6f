//! Where ships lie: finds a ship by its field, and keeps ships apart.
//!
//! Up to 32 ships on a board of usual size are compared sixteen at a time, without branching on the
//! result. More ships, and larger boards, are kept by tiles of eight by eight fields; the bits of a
//! word are the occupied fields of a tile. A ship, its surroundings and its previous position lie
//! within two by two tiles.

use super::ShipId;
use crate::geometry::{Pos, Rect, Size, TileGrid};

/// Ships by field. Ids follow the order in which ships are added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ShipIndex {
    size: Size,
    /// The fewest fields between two ships.
    gap: u8,
    kind: IndexKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum IndexKind {
    Small(Box<SmallIndex>),
    Tiled(TiledIndex),
}

impl ShipIndex {
    /// An empty index for a board, with at least `gap` fields between two ships.
    pub fn new(size: Size, gap: u8) -> Self {
        debug_assert!(gap <= 1, "tiles are looked at two by two");
        let kind = if size.rows.max(size.columns) <= SmallIndex::SIDE_MAX {
            IndexKind::Small(Box::new(SmallIndex::new()))
        } else {
            IndexKind::Tiled(TiledIndex::new(size))
        };
        Self { size, gap, kind }
    }

    /// The fewest fields between two ships.
    pub const fn gap(&self) -> u8 {
        self.gap
    }

    /// The ship with a segment on a field. `rect` returns the rectangle of a ship.
    #[inline]
    pub fn at(&self, pos: Pos, rect: impl Fn(ShipId) -> Rect) -> Option<ShipId> {
        match &self.kind {
            IndexKind::Small(small) => {
                let is_on_board = self.size.contains(pos);
                is_on_board.then(|| small.at(pos)).flatten()
            }
            IndexKind::Tiled(tiled) if tiled.is_occupied(pos) => tiled
                .near(Rect::spanning(pos, pos))
                .find(|&id| rect(id).contains(pos)),
            IndexKind::Tiled(_) => None,
        }
    }

    /// All ships that intersect a rectangle, and possibly others. The rectangle may extend
    /// past the board.
    pub fn near(&self, rect: Rect) -> Vec<ShipId> {
        match &self.kind {
            IndexKind::Small(small) => small.rects().map(|(id, _)| id).collect(),
            IndexKind::Tiled(tiled) => tiled.near(rect).collect(),
        }
    }

    /// Adds the next ship on a rectangle of the board, unless a ship is on it or too close to
    /// it; returns whether the ship was added.
    pub fn add(&mut self, id: ShipId, rect: Rect) -> bool {
        let around = rect.grown(self.gap.into());
        match &mut self.kind {
            IndexKind::Small(small) if !small.is_full() => small.add(id, rect, around),
            IndexKind::Small(small) => {
                let mut tiled = TiledIndex::new(self.size);
                for (id, rect) in small.rects() {
                    tiled.add(id, rect, rect);
                }
                let is_free = tiled.add(id, rect, around);
                self.kind = IndexKind::Tiled(tiled);
                is_free
            }
            IndexKind::Tiled(tiled) => tiled.add(id, rect, around),
        }
    }

    /// Moves a ship from one rectangle of the board, which `from` returns, to another that is one
    /// movement away, unless another ship is on it or next to it; returns whether the ship was moved.
    /// Where ships move, the gap is 1.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, from: impl Fn() -> Rect, to: Rect) -> bool {
        debug_assert_eq!(self.gap, 1);
        match &mut self.kind {
            IndexKind::Small(small) => {
                // Not `grown`, which saturates: on a board, this cannot overflow.
                let around = Rect::new(to.top - 1, to.left - 1, to.bottom + 1, to.right + 1);
                debug_assert!(from().intersects(&around));
                small.relocate(id, to, around)
            }
            IndexKind::Tiled(tiled) => tiled.relocate(id, from(), to),
        }
    }
}

/// The rectangles of up to [`SmallIndex::SHIPS_MAX`] ships, by id, on a board with sides of up to
/// [`SmallIndex::SIDE_MAX`] fields.
///
/// Several ships are compared at once (SIMD), and always all of them: an early exit would be
/// a branch that cannot be predicted.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SmallIndex {
    groups: [RectLanes; SmallIndex::SHIPS_MAX / LANES],
    count: usize,
}

/// How many ships are compared at once.
const LANES: usize = 16;
type Lanes = [i8; LANES];

/// The rectangles of [`LANES`] ships, by coordinate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct RectLanes {
    top: Lanes,
    left: Lanes,
    bottom: Lanes,
    right: Lanes,
}

impl RectLanes {
    /// The same rectangle in each lane; it extends at most one field past the board.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the board is small")]
    const fn all(rect: Rect) -> Self {
        Self {
            top: [rect.top as i8; LANES],
            left: [rect.left as i8; LANES],
            bottom: [rect.bottom as i8; LANES],
            right: [rect.right as i8; LANES],
        }
    }

    /// By ship: all bits if its rectangle has a field in common with the other one of the lane, else none.
    #[inline]
    fn met(&self, others: &Self) -> Lanes {
        std::array::from_fn(|lane| {
            let apart = others.bottom[lane].wrapping_sub(self.top[lane])
                | others.right[lane].wrapping_sub(self.left[lane])
                | self.bottom[lane].wrapping_sub(others.top[lane])
                | self.right[lane].wrapping_sub(others.left[lane]);
            !(apart >> 7)
        })
    }
}

impl SmallIndex {
    /// Up to this many ships, comparing all of them is faster than a lookup.
    pub const SHIPS_MAX: usize = 32;
    /// The difference of two coordinates, from that of [`SmallIndex::UNUSED`] to the one past the board, fits
    /// into a lane.
    pub const SIDE_MAX: i32 = i8::MAX as i32 + Self::UNUSED.top;
    /// An unused slot is off every board, and not adjacent to it.
    const UNUSED: Rect = Rect::new(-2, -2, -2, -2);

    pub fn new() -> Self {
        Self {
            groups: [RectLanes::all(Self::UNUSED); Self::SHIPS_MAX / LANES],
            count: 0,
        }
    }

    pub const fn is_full(&self) -> bool {
        self.count == Self::SHIPS_MAX
    }

    /// The ships in the order of their ids.
    pub fn rects(&self) -> impl Iterator<Item = (ShipId, Rect)> + '_ {
        (0..).map(ShipId).zip((0..self.count).map(|at| {
            let (group, lane) = (&self.groups[at / LANES], at % LANES);
            Rect::new(
                group.top[lane].into(),
                group.left[lane].into(),
                group.bottom[lane].into(),
                group.right[lane].into(),
            )
        }))
    }

    /// Adds the next ship, unless a ship has a field in common with `around`; returns whether
    /// the ship was added. The index must not be full.
    pub fn add(&mut self, id: ShipId, rect: Rect, around: Rect) -> bool {
        debug_assert_eq!(id.0 as usize, self.count);
        let is_free = self.count_met(around) == 0;
        if is_free {
            self.count += 1;
            self.set(id, rect);
        }
        is_free
    }

    /// Moves a ship to another rectangle, if only the ship itself has a field in common with
    /// `around`; returns whether the ship was moved.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, to: Rect, around: Rect) -> bool {
        let is_free = self.count_met(around) == 1;
        if is_free {
            self.set(id, to);
        }
        is_free
    }

    /// The ship on a field of the board.
    #[inline]
    pub fn at(&self, field: Pos) -> Option<ShipId> {
        // Numbers are ids plus 1, so that 0 means none.
        let mut numbers: Lanes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16];
        let mut found = [0; LANES];
        let field = RectLanes::all(Rect::spanning(field, field));
        for group in &self.groups {
            let met = group.met(&field);
            for lane in 0..LANES {
                found[lane] |= numbers[lane] & met[lane];
                numbers[lane] += 16;
            }
        }
        let number = found.into_iter().fold(0, |found, number| found | number);
        (number != 0).then(|| ShipId(u32::from(number.cast_unsigned()) - 1))
    }

    /// How many ships have a field in common with a rectangle.
    #[inline]
    fn count_met(&self, rect: Rect) -> i8 {
        let mut counts: Lanes = [0; LANES];
        let rect = RectLanes::all(rect);
        for group in &self.groups {
            let met = group.met(&rect);
            for lane in 0..LANES {
                counts[lane] -= met[lane];
            }
        }
        counts.into_iter().sum()
    }

    #[inline]
    fn set(&mut self, id: ShipId, rect: Rect) {
        let (group, lane) = (
            &mut self.groups[id.0 as usize / LANES],
            id.0 as usize % LANES,
        );
        let rect = RectLanes::all(rect);
        group.top[lane] = rect.top[0];
        group.left[lane] = rect.left[0];
        group.bottom[lane] = rect.bottom[0];
        group.right[lane] = rect.right[0];
    }
}

/// Tiles have eight by eight fields.
const TILE_BITS: u32 = 3;

/// A set of fields of a tile: bit `8 * row + column`.
type FieldMask = u64;

/// The occupied fields, and the ships near each field.
#[derive(Clone, Debug, PartialEq, Eq)]
struct TiledIndex {
    tiles: TileGrid<ShipTile>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct ShipTile {
    /// The fields with a segment of a ship.
    occupied: FieldMask,
    /// The ships whose upper left field (the anchor) is here.
    anchored: Vec<ShipId>,
}

impl TiledIndex {
    pub fn new(size: Size) -> Self {
        Self {
            tiles: TileGrid::new(size, TILE_BITS, TILE_BITS),
        }
    }

    /// Whether there is a segment of a ship on a field.
    #[inline]
    pub fn is_occupied(&self, pos: Pos) -> bool {
        let tile = self.tiles.get(pos.y >> TILE_BITS, pos.x >> TILE_BITS);
        tile.is_some_and(|tile| tile.occupied & tile_bit(pos) != 0)
    }

    /// The ships that have a segment in a rectangle, and others nearby. The rectangle may
    /// extend past the board.
    pub fn near(&self, rect: Rect) -> impl Iterator<Item = ShipId> + '_ {
        // A ship is shorter than a tile, so its anchor is at most one tile
        // above or to the left.
        let rows = (rect.top >> TILE_BITS) - 1..=rect.bottom >> TILE_BITS;
        let columns = (rect.left >> TILE_BITS) - 1..=rect.right >> TILE_BITS;
        rows.flat_map(move |y| columns.clone().map(move |x| (y, x)))
            .filter_map(|(y, x)| self.tiles.get(y, x))
            .flat_map(|tile| tile.anchored.iter().copied())
    }

    /// Adds a ship on a rectangle of the board, if no ship is on `around`, which may extend
    /// one field further on each side; returns whether the ship was added.
    pub fn add(&mut self, id: ShipId, rect: Rect, around: Rect) -> bool {
        let block = self.block(around.top, around.left);
        let is_free = !have_common(block.occupied, block.fields(around));
        if is_free {
            let fields = block.fields(rect);
            self.set_occupied(
                &block,
                std::array::from_fn(|at| block.occupied[at] | fields[at]),
            );
            self.anchored(rect).push(id);
        }
        is_free
    }

    /// Moves a ship from one rectangle of the board to another that is one movement away,
    /// unless another ship is on it or next to it; returns whether the ship was moved.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, from: Rect, to: Rect) -> bool {
        // Not `grown`, which saturates: on a board, this cannot overflow.
        let around = Rect::new(to.top - 1, to.left - 1, to.bottom + 1, to.right + 1);
        let block = self.block(around.top.min(from.top), around.left.min(from.left));
        let (old, new) = (block.fields(from), block.fields(to));
        let others: [FieldMask; 4] = std::array::from_fn(|at| block.occupied[at] & !old[at]);
        let is_free = !have_common(others, block.fields(around));
        if is_free {
            self.set_occupied(&block, std::array::from_fn(|at| others[at] | new[at]));
            self.move_anchor(id, from, to);
            for at in 0..4 {
                let (y, x) = (block.y + (at >> 1), block.x + (at & 1));
                self.tiles
                    .release(y, x, |tile| tile.occupied == 0 && tile.anchored.is_empty());
            }
        }
        is_free
    }

    /// The two by two tiles whose upper left one contains a field.
    #[inline]
    fn block(&self, top: i32, left: i32) -> TileBlock {
        let (y, x) = (top >> TILE_BITS, left >> TILE_BITS);
        let tiles = [(y, x), (y, x + 1), (y + 1, x), (y + 1, x + 1)];
        let occupied = tiles.map(|(y, x)| self.tiles.get(y, x).map_or(0, |tile| tile.occupied));
        TileBlock { y, x, occupied }
    }

    /// Writes back all tiles of a block that are on the board: a test for those that have
    /// changed would be an unpredictable branch.
    #[inline]
    fn set_occupied(&mut self, block: &TileBlock, occupied: [FieldMask; 4]) {
        for (at, occupied) in (0..).zip(occupied) {
            let (y, x) = (block.y + (at >> 1), block.x + (at & 1));
            if let Some(tile) = self.tiles.get_mut(y, x) {
                tile.occupied = occupied;
            } else if occupied != 0 {
                self.tiles.make(y, x).occupied = occupied;
            }
        }
    }

    #[inline]
    fn move_anchor(&mut self, id: ShipId, from: Rect, to: Rect) {
        if ((from.top ^ to.top) | (from.left ^ to.left)) >> TILE_BITS == 0 {
            return;
        }
        let anchored = self.anchored(from);
        if let Some(at) = anchored.iter().position(|&other| other == id) {
            anchored.swap_remove(at);
        }
        self.anchored(to).push(id);
    }

    /// The ships anchored in the tile of the upper left field of a rectangle.
    fn anchored(&mut self, rect: Rect) -> &mut Vec<ShipId> {
        let tile = self
            .tiles
            .make(rect.top >> TILE_BITS, rect.left >> TILE_BITS);
        &mut tile.anchored
    }
}

/// The bit of a field in its tile.
const fn tile_bit(pos: Pos) -> FieldMask {
    1 << (((pos.y & 7) << TILE_BITS) + (pos.x & 7))
}

/// The occupied fields of two by two tiles, row by row.
///
/// A ship with a margin of one field, together with its position before a movement, lies
/// within the block whose upper left tile contains their upper left corner.
#[derive(Clone, Copy, Debug)]
struct TileBlock {
    /// The row of its upper left tile.
    y: i32,
    /// The column of its upper left tile.
    x: i32,
    occupied: [FieldMask; 4],
}

impl TileBlock {
    /// The fields of a rectangle that lies on the block, by tile.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the halves of a number")]
    fn fields(&self, rect: Rect) -> [FieldMask; 4] {
        /// The first column: one field of each row.
        const COLUMN: FieldMask = 0x0101_0101_0101_0101;
        let (top, height) = (rect.top - (self.y << TILE_BITS), rect.bottom - rect.top + 1);
        let (left, width) = (
            rect.left - (self.x << TILE_BITS),
            rect.right - rect.left + 1,
        );
        // Sixteen rows of eight bits, and sixteen columns.
        let rows = u128::MAX >> (128 - 8 * height) << (8 * top);
        let columns = u64::from(u16::MAX) >> (16 - width) << left;
        let [upper, lower] = [rows as FieldMask, (rows >> 64) as FieldMask];
        let [first, second] = [(columns & 0xff) * COLUMN, (columns >> 8) * COLUMN];
        [upper & first, upper & second, lower & first, lower & second]
    }
}

/// Whether two sets of fields of a block intersect.
#[inline]
fn have_common(one: [FieldMask; 4], other: [FieldMask; 4]) -> bool {
    one.into_iter()
        .zip(other)
        .fold(0, |common, (one, other)| common | (one & other))
        != 0
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ships_keep_their_distance_and_are_found(
            ships in prop::collection::vec((0..33, 0..33, 0..7, any::<bool>()), 1..90),
            moves in prop::collection::vec((0..20_usize, -1..=1, -1..=1), 0..20),
            side in prop::sample::select(vec![40, SmallIndex::SIDE_MAX, SmallIndex::SIDE_MAX + 1, 1_000_000]),
            gap in 0..=1_u8,
        ) {
            let size = Size { rows: side, columns: side };
            // Ships lie in the lower right corner.
            let corner = side - 40;
            let mut ship_index = ShipIndex::new(size, gap);
            prop_assert_eq!(ship_index.gap(), gap);
            let mut rects: Vec<Rect> = Vec::new();
            for (y, x, more, is_tall) in ships {
                let (y, x) = (corner + y, corner + x);
                let (down, right) = if is_tall { (more, 0) } else { (0, more) };
                let rect = Rect::new(y, x, y + down, x + right);
                let is_free = !rects.iter().any(|other| other.intersects(&rect.grown(gap.into())));
                let id = ShipId(u32::try_from(rects.len()).unwrap());
                prop_assert_eq!(ship_index.add(id, rect), is_free);
                rects.extend(is_free.then_some(rect));
            }
            // Nothing moves where ships may touch.
            for (at, dy, dx) in moves.into_iter().filter(|_| gap == 1) {
                let at = at % rects.len();
                let from = rects[at];
                let to = Rect::new(from.top + dy, from.left + dx, from.bottom + dy, from.right + dx);
                if !size.contains_rect(to) {
                    continue;
                }
                let mut others = rects.iter().enumerate().filter(|&(other, _)| other != at);
                let is_free = !others.any(|(_, other)| other.intersects(&to.grown(1)));
                let id = ShipId(u32::try_from(at).unwrap());
                prop_assert_eq!(ship_index.relocate(id, || from, to), is_free);
                if is_free {
                    rects[at] = to;
                }
            }
            // Also fields past the edges, and far from them.
            let fields = Rect::new(corner - 1, corner - 1, side, side).fields();
            for pos in fields.flat_map(|pos| [pos, Pos::new(pos.y + 256, pos.x)]) {
                let found = rects.iter().position(|rect| rect.contains(pos));
                let found = found.map(|at| ShipId(u32::try_from(at).unwrap()));
                prop_assert_eq!(ship_index.at(pos, |id| rects[id.0 as usize]), found);
                let near = ship_index.near(Rect::spanning(pos, pos));
                prop_assert!(found.is_none_or(|id| near.contains(&id)));
            }
        }
    }

    #[test]
    fn sets_with_a_common_field_intersect() {
        for (other, common) in [
            ([0b01, 0, 0, 0], false),
            ([0, 0b10, 0, 0], true),
            ([0, 0b10, 0b10, 0], true),
        ] {
            assert_eq!(have_common([0b10; 4], other), common);
        }
    }

    #[test]
    fn tiles_that_a_ship_has_left_are_freed() {
        let mut ship_index = TiledIndex::new(Size::new(i32::MAX, i32::MAX));
        let mut rect = Rect::new(5, 5, 9, 5);
        assert!(ship_index.add(ShipId(0), rect, rect.grown(1)));
        for (down, right) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            for _ in 0..1000 {
                let (top, left) = (rect.top + down, rect.left + right);
                let to = Rect::new(top, left, rect.bottom + down, rect.right + right);
                assert!(ship_index.relocate(ShipId(0), rect, to));
                rect = to;
            }
        }
        let made = ship_index.tiles.sorted(|_| Some(()));
        assert!(made.len() <= 2, "{made:?}");
    }
}
