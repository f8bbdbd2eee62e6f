//! The built-in players: what they must not know, what they must do, and how well they play.

mod adversaries;
mod extremes;
mod fairness;
mod memory;
mod placing;
mod sighted;
mod turns;
