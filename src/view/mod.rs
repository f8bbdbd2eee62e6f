//! What a player may know, and how a board is printed.

mod knowledge;
mod observation;
mod print;
mod viewer;
mod visibility;

pub use knowledge::{Knowledge, KnownField, on_board};
pub use observation::{Observation, Segment, SegmentKind};
pub use print::{PrintMode, print};
pub use viewer::Viewer;
