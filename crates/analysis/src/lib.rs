#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod analysis;
mod candidate;
mod candidates;
mod effects;
mod progress;
mod ships;
mod structure;
mod targets;
mod words;

pub use analysis::{Analysis, Edit, FINDINGS_MAX, LineStart};
pub use candidate::Candidate;
pub use candidates::{candidates, empty_place};
pub use effects::{describe_effect, describe_field, describe_ship};
pub use progress::{Progress, Step};
pub use ships::{ShipUse, ship_uses};
pub use structure::{Group, groups, line_at, lines};
pub use words::{Word, WordKind, words};
