//! The players of the rule set in which ships move.
//!
//! All except `random` search a large board [`window`] by window, keep a value for each field
//! ([`heat_map`]), and find runs of known parts ([`hit_run`]).
//!
//! `hunt` remembers its knowledge of each field, and deduces which ships are left
//! ([`knowledge_map`]). `admiral` instead remembers a belief over the enemy's fleet, with
//! probabilities by field and hypotheses by ship. It is stronger, but a game takes about 30 times
//! as long, and experiments play thousands of games against opponents; so there are two
//! representations of knowledge. A third, exact one of a single ship
//! ([`carrier_filter`]) decides the first turns of extended games: who loses its carrier's cannon first, mostly loses.

mod admiral;
mod bit_grid;
mod carrier_filter;
mod heat_map;
mod hit_run;
mod hunt;
mod knowledge_map;
mod random;
mod window;

pub(super) use admiral::AdmiralPlayer;
pub use admiral::EnemyMap;
pub use carrier_filter::{CarrierFilter, Foresight};
pub use heat_map::HeatMap;
pub(super) use hunt::HuntPlayer;
pub(super) use random::RandomPlayer;
