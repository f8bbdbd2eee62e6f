//! The players of the rule set in which ships move.
//!
//! `admiral/` keeps a belief over the enemy's fleet. `hunt` and `density` share what
//! they remember ([`knowledge_map`]), what follows from it ([`deductions`]), how much
//! a shot at each field is worth ([`heat_map`]), and the orders of a turn
//! ([`heat_orders`]). `random` is one file.

mod admiral;
mod approach;
mod deductions;
mod density;
mod heat_map;
mod heat_orders;
mod hit_run;
mod hunt;
mod hypothesis;
mod knowledge_map;
mod random;
mod summed_area_table;
mod window;

pub(super) use admiral::AdmiralPlayer;
pub(super) use density::DensityPlayer;
pub(super) use hunt::HuntPlayer;
pub(super) use random::RandomPlayer;
