//! Fields in the order they were given: the reefs of a board, and the shots.

use crate::geometry::{FieldSet, Pos, SetRows, Size};

/// Fields of a board, each once, in the order they were given.
#[derive(Clone, Debug)]
pub struct FieldList {
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
