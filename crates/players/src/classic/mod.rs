//! The players of classic rule sets, in which shots are announced.
//!
//! Such a player is given its [`Knowledge`](admiralty_core::view::Knowledge) before each shot, and
//! chooses the next field. [`ShotPolicy`] lists the players. Most of them shoot by a
//! [`Policy`] on bitboards, which can also play thousands of games against hidden fleets.

mod bitboard;
mod config;
mod knowledge;
mod placement;
mod placement_table;
mod policies;
mod shot_policy;
mod shot_review;
mod sink_fleet;

pub use bitboard::{Bitboard, FieldIndex};
#[cfg(test)]
pub(super) use config::of_lengths as config_of_lengths;
pub use config::{Config, ConfigError, LengthClass, SHIPS_MAX, SIDE_MAX, SIDE_MIN};
pub use knowledge::{BitboardKnowledge, BitboardOutcome};
pub(crate) use placement::Starts;
pub use placement::{PlacedShip, Placement};
use placement_table::LENGTH_CLASSES_MAX;
pub use placement_table::PlacementTable;
pub use policies::{Policy, PolicyFactory, PolicyKind, SampleBudget, sample_fleets};
pub use shot_policy::{ShotPolicy, ShotTurn, config_of, knowledge_on};
pub use shot_review::{GameReview, RecordedShot, ReviewedShot, heat_map, review_game};
pub use sink_fleet::{Cost, sink_fleet};
