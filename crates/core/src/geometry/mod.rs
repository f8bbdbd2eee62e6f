//! Positions, sizes, rectangles, directions, and sets of fields. This module
//! imports no other.

mod direction;
mod field_set;
mod pos;
mod rect;
mod tile_grid;

pub use direction::{Axis, Direction, Movement};
pub(crate) use field_set::SetRows;
pub use field_set::{FieldSet, ones};
pub use pos::Pos;
pub use rect::{Area, Rect, Size, Span};
pub(crate) use tile_grid::TileGrid;
