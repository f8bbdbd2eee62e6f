//! The players of classic rule sets, in which shots are announced.
//!
//! Such a player is given its [`Knowledge`](admiralty_core::view::Knowledge) before each shot, and
//! chooses the next field. [`ShotPolicy`] lists the players. Most of them shoot by a
//! [`Policy`] on bitboards, which can also play thousands of games against hidden fleets.

mod bitboard;
mod config;
mod knowledge;
mod placement_table;
mod policies;
mod shot_policy;
mod shot_review;

pub use bitboard::{Bitboard, FieldIndex};
#[cfg(test)]
pub(super) use config::of_lengths as config_of_lengths;
pub use config::{Config, ConfigError, LengthClass, SHIPS_MAX, SIDE_MAX, SIDE_MIN, config_of};
pub use knowledge::{BitboardKnowledge, BitboardOutcome, knowledge_on};
use placement_table::LENGTH_CLASSES_MAX;
pub(crate) use placement_table::Starts;
pub use placement_table::{PlacedShip, Placement, PlacementTable};
pub use policies::{
    Cost, Policy, PolicyFactory, PolicyKind, SampleBudget, sample_fleets, sink_fleet,
};
pub use shot_policy::{ShotPolicy, ShotTurn};
pub use shot_review::{GameReview, RecordedShot, ReviewedShot, heat_map, review_game};
