//! Positions, sizes, rectangles, directions, and sets of fields. This module
//! imports no other.

mod direction;
mod field_set;
mod pos;
mod rect;
mod tile_grid;

pub use direction::{Direction, Movement};
pub use field_set::FieldSet;
pub(crate) use field_set::SetRows;
pub use pos::Pos;
pub(crate) use rect::Span;
pub use rect::{Area, Rect, Size};
pub(crate) use tile_grid::TileGrid;
