//! The players of the rule set in which ships move.
//!
//! All except `random` share their model of the enemy: the [`window`] of a large board that
//! they keep values of, a value for each field ([`heat_map`]), runs of known parts
//! ([`hit_run`]), and possible positions of ships ([`hypothesis`]).
//!
//! `hunt` remembers what is known of each field ([`knowledge_map`]) and deduces from it which
//! ships are left ([`deductions`]). `admiral` remembers a belief over the enemy's fleet instead,
//! with probabilities by field and hypotheses by ship. It is stronger, but a game takes about 30
//! times as long, and opponents are played by the thousand; so there are two representations of
//! what is known.

mod admiral;
mod approach;
mod deductions;
mod heat_map;
mod hit_run;
mod hunt;
mod hypothesis;
mod knowledge_map;
mod random;
mod summed_area_table;
mod window;

pub(super) use admiral::AdmiralPlayer;
pub use admiral::EnemyMap;
pub use heat_map::HeatMap;
pub(super) use hunt::HuntPlayer;
pub(super) use random::RandomPlayer;
