//! An index of ships by field.
//!
//! Up to 32 ships are compared four at a time, without branching on the result, which is
//! fastest for usual fleets. More are kept by tiles of eight by eight fields, whose occupied
//! fields are the bits of a word; a ship, its surroundings and its previous position lie
//! within two by two tiles.

mod small;
mod tiled;

use small::SmallIndex;
use tiled::TiledIndex;

use super::ShipId;
use crate::geometry::{Pos, Rect, Size};

/// Ships by field. Ids are assigned in the order in which ships are added.
#[derive(Clone, Debug)]
pub(super) struct ShipIndex {
    size: Size,
    /// The fewest fields between two ships.
    gap: u8,
    kind: IndexKind,
}

#[derive(Clone, Debug)]
enum IndexKind {
    Small(Box<SmallIndex>),
    Tiled(TiledIndex),
}

impl ShipIndex {
    /// An empty index for a board, with at least `gap` fields between two ships.
    pub fn new(size: Size, gap: u8) -> Self {
        debug_assert!(gap <= 1, "tiles are looked at two by two");
        Self {
            size,
            gap,
            kind: IndexKind::Small(Box::new(SmallIndex::new())),
        }
    }

    /// The fewest fields between two ships.
    pub const fn gap(&self) -> u8 {
        self.gap
    }

    /// The ship with a segment on a field. `rect` returns the rectangle of a ship.
    #[inline]
    pub fn at(&self, pos: Pos, rect: impl Fn(ShipId) -> Rect) -> Option<ShipId> {
        match &self.kind {
            IndexKind::Small(small) => small.meeting(Rect::spanning(pos, pos)),
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

    /// Moves a ship from one rectangle of the board to another that is one movement away,
    /// unless another ship is on it or next to it; returns whether the ship was moved. Where
    /// ships move, the gap is 1.
    #[inline]
    pub fn relocate(&mut self, id: ShipId, from: Rect, to: Rect) -> bool {
        debug_assert_eq!(self.gap, 1);
        match &mut self.kind {
            IndexKind::Small(small) => {
                // Not `grown`, which saturates: on a board, this cannot overflow.
                let around = Rect::new(to.top - 1, to.left - 1, to.bottom + 1, to.right + 1);
                debug_assert!(from.intersects(&around));
                small.relocate(id, to, around)
            }
            IndexKind::Tiled(tiled) => tiled.relocate(id, from, to),
        }
    }
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
            is_dense: bool,
            gap in 0..=1_u8,
        ) {
            let side = if is_dense { 40 } else { 1_000_000 };
            let mut ship_index = ShipIndex::new(Size { rows: side, columns: side }, gap);
            let mut rects: Vec<Rect> = Vec::new();
            for (y, x, more, is_tall) in ships {
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
                if !(Size { rows: 40, columns: 40 }).contains_rect(to) {
                    continue;
                }
                let mut others = rects.iter().enumerate().filter(|&(other, _)| other != at);
                let is_free = !others.any(|(_, other)| other.intersects(&to.grown(1)));
                let id = ShipId(u32::try_from(at).unwrap());
                prop_assert_eq!(ship_index.relocate(id, from, to), is_free);
                if is_free {
                    rects[at] = to;
                }
            }
            for pos in Rect::new(0, 0, 39, 39).fields() {
                let found = rects.iter().position(|rect| rect.contains(pos));
                let found = found.map(|at| ShipId(u32::try_from(at).unwrap()));
                prop_assert_eq!(ship_index.at(pos, |id| rects[id.0 as usize]), found);
                let near = ship_index.near(Rect::spanning(pos, pos));
                prop_assert!(found.is_none_or(|id| near.contains(&id)));
            }
        }
    }
}
