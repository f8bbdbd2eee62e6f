//! Positions, sizes, rectangles and directions. This module imports no other.

mod axis;
mod direction;
mod pos;
mod rect;

pub use axis::Axis;
pub use direction::{Direction, Movement};
pub use pos::Pos;
pub use rect::{Rect, Size};
