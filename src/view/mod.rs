//! What a player may know, and how a board is printed.

mod area;
mod fields;
mod fog;
mod knowledge;
mod marks;
mod observation;
mod print;
mod viewer;
mod waters;

pub use area::{Area, Span};
pub use fields::FieldSet;
pub use fog::Fog;
pub use knowledge::{Knowledge, Known, on_board};
pub use observation::{Observation, Segment, SegmentKind};
pub use print::print;
pub use viewer::Viewer;
