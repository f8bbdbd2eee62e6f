//! The players of this program.
//!
//! A player is given an [`Observation`](admiralty_core::view::Observation), never the game, so it
//! cannot use what it may not know. [`Orders`] accepts only legal commands; after the turn
//! the player returns what to remember. To add a player, write a [`Strategy`] in a new file
//! and add it to [`STRATEGIES`].
//!
//! Where shots are announced, a [`ShotPolicy`] plays.

pub mod classic;
pub mod runner;

mod entry;
mod memory;
mod orders;
mod placing;
mod ships;
mod strategy;
mod turn_input;

pub use admiralty_core::rng::Rng;
pub use classic::ShotPolicy;
pub(crate) use classic::ShotTurn;
pub use entry::{PlayerEntry, Players};
pub use memory::{Fact, Memory};
pub use orders::{Orders, OwnShip};
pub use placing::{
    FLEET_ATTEMPTS_MAX, FleetSampler, NoRoom, PLACED_SHIPS_MAX, Placing, ShipPlacement,
    can_place_uniformly, place_missing, place_uniformly,
};
pub use ships::{EnemyMap, HeatMap};
pub(crate) use strategy::PlannedTurn;
pub use strategy::{AfterTurn, Strategy};
pub use turn_input::{Effort, TurnInput};

/// The keyword of the `INFORMATION` line with the name of a person who plays.
pub const NAME: &str = "NAME";

/// The keyword of the `INFORMATION` line with the name of a contestant in a recorded game of a
/// tournament.
pub const CONTESTANT_NAME: &str = "player";

/// The players for games in which ships move, the default one first.
pub static STRATEGIES: &[&dyn Strategy] = &[
    &ships::AdmiralPlayer,
    &ships::HuntPlayer,
    &ships::RandomPlayer,
];

/// The player with a name.
///
/// ```
/// assert_eq!(admiralty_players::strategy(b"random").unwrap().name(), "random");
/// assert!(admiralty_players::strategy(b"Random").is_none());
/// ```
pub fn strategy(name: &[u8]) -> Option<&'static dyn Strategy> {
    let mut strategies = STRATEGIES.iter().copied();
    strategies.find(|strategy| strategy.name().as_bytes() == name)
}
