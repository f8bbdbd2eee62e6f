//! Battleships for one: a player sinks a fleet that lies somewhere at random, and
//! what counts is how many shots that takes.
//!
//! [`Config`] say what the contest is about, [`PlacementTable`] make bits of them, a
//! [`FleetSampler`] places fleets, a [`Player`] shoots by what it may know, which is
//! [`BitboardKnowledge`], and an [`Experiment`] counts the shots of many games.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use admiralty::players::classic::{Placing, PolicyKind, Config};
//! use admiralty::experiments::Experiment;
//!
//! let experiment = Experiment {
//!     config: Config::named("hasbro", None)?,
//!     policy: PolicyKind::Hunt,
//!     placing: Placing::Seq,
//!     believed: Placing::Seq,
//!     games: 100,
//!     seed: 1,
//! };
//! let counts = experiment.run(NonZeroUsize::MIN, &false.into(), |_| ())?;
//! assert!((50.0..70.0).contains(&counts.shots.mean().expect("a hundred games")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod experiment;
mod histogram;
mod single_game;

pub use experiment::{Experiment, ExperimentError, ShotCounts};
pub use histogram::Histogram;
pub use single_game::{Cost, sink_fleet};
