//! The players that the program itself provides.
//!
//! A player is given an [`Observation`](crate::view::Observation), never the game, and so cannot know what
//! it may not. It gives its orders through [`Orders`], which takes legal ones
//! only, and then says what to remember. A new player is a file with a
//! [`Strategy`] and one line in [`STRATEGIES`].
//!
//! Where shots are called out and answered, a [`Gunner`] plays.

mod admiral;
mod beginning;
mod bits;

mod chart;
mod course;
mod density;
mod gunner;
mod gunnery;
mod heat;
mod hunt;
mod lineup;
mod memory;
mod orders;
mod persona;
mod places;
mod placing;
mod plan;
mod random;
mod strategy;
mod sums;
mod survey;
mod window;

pub use crate::chance::Chance;
pub use gunner::{Aim, GUNNERS, Gunner, Volley, gunner};
pub use lineup::{Effort, Lineup};
pub use memory::{Fact, Memory};
pub use orders::{Orders, Vessel};
pub use persona::Persona;
pub use placing::{
    PLACED_SHIPS_MAX, Placement, can_place_uniformly, place_missing, place_uniformly,
};
pub use plan::Plan;
pub use strategy::{Briefing, Sequel, Strategy};

/// Every player that can be chosen where ships move, the default one first.
pub static STRATEGIES: &[&dyn Strategy] = &[
    &admiral::Admiral::MEASURED,
    &admiral::Admiral::HIDER,
    &admiral::Admiral::CHARGER,
    &admiral::Admiral::SCOUT,
    &density::Density,
    &hunt::Hunt,
    &random::Random,
];

/// The player of that name.
///
/// ```
/// assert_eq!(admiralty::ai::strategy(b"random").unwrap().name(), "random");
/// assert!(admiralty::ai::strategy(b"Random").is_none());
/// ```
pub fn strategy(name: &[u8]) -> Option<&'static dyn Strategy> {
    STRATEGIES
        .iter()
        .copied()
        .find(|strategy| strategy.name().as_bytes() == name)
}
