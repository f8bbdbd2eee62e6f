//! Positions, sizes, rectangles, directions, and sets of fields. This module
//! imports no other.

mod area;
mod axis;
mod bit_grid;
mod direction;
mod field_set;
mod pos;
mod rect;
mod tile_grid;
mod tile_set;

pub use area::{Area, Span};
pub use axis::Axis;
pub use bit_grid::{BitGrid, ones};
pub use direction::{Direction, Movement};
pub use field_set::FieldSet;
pub use pos::Pos;
pub use rect::{Rect, Size};
pub(crate) use tile_grid::TileGrid;
pub(crate) use tile_set::{TILE_BITS, tile_bit};
pub use tile_set::{TileRows, TileSet};
