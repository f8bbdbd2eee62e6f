//! The players of the rule set in which ships move.
//!
//! `admiral/` keeps a belief over the enemy's fleet. `hunt` and `density` share what
//! they remember ([`knowledge_map`]), what follows from it ([`deductions`]), how much
//! a shot at each field is worth ([`heat_map`]), and the orders of a turn
//! ([`heat_orders`]). `random` is one file.

mod admiral;
mod deductions;
mod density;
mod difference_array;
mod heat_map;
mod heat_orders;
mod hunt;
mod knowledge_map;
mod placement_counts;
mod random;
mod sailing;
mod search_window;
mod summed_area_table;

pub(super) use admiral::AdmiralPlayer;
pub(super) use density::DensityPlayer;
pub(super) use hunt::HuntPlayer;
pub(super) use random::RandomPlayer;
