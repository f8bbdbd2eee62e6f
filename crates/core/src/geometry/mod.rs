//! Positions, sizes, rectangles, directions, and sets of fields. This module
//! imports no other.

mod bit_grid;
mod direction;
mod field_set;
mod pos;
mod rect;
mod tile_grid;

pub use bit_grid::{BitGrid, ones};
pub use direction::{Axis, Direction, Movement};
pub use field_set::{FieldSet, SetRows};
pub use pos::Pos;
pub use rect::{Area, Rect, Size, Span};
pub(crate) use tile_grid::TileGrid;
