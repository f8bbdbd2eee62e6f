//! What a player may know, and how a board is printed.

mod area;
mod field_set;
mod knowledge;
mod observation;
mod print;
mod viewer;
mod visibility;

pub use area::{Area, Span};
pub use field_set::FieldSet;
pub use knowledge::{Knowledge, KnownField, on_board};
pub use observation::{Observation, Segment, SegmentKind};
pub use print::print;
pub use viewer::Viewer;
pub use visibility::VisibleSpans;
