//! Shots to sink a hidden fleet: many games of one policy, and their histogram.
//!
//! A [`Config`](admiralty_players::classic::Config) holds the board, the fleet and the rules, a
//! [`FleetSampler`](admiralty_players::FleetSampler) hides fleets, a
//! [`Policy`](admiralty_players::classic::Policy) chooses shots based on its
//! [`BitboardKnowledge`](admiralty_players::classic::BitboardKnowledge), and an [`Experiment`]
//! counts the shots of many games.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use admiralty_arena::experiments::{Experiment, ExperimentError, ShotCounts};
//! use admiralty_players::Placing;
//! use admiralty_players::classic::{Config, PolicyKind};
//! use admiralty_results::Shard;
//! use admiralty_core::rules::HASBRO;
//!
//! let experiment = Experiment {
//!     config: Config::with_side(&HASBRO, 10)?,
//!     policy: PolicyKind::Hunt,
//!     placing: Placing::Seq,
//!     believed: Placing::Seq,
//!     games: 100,
//!     seed: 1,
//! };
//! let mut counts = ShotCounts::new(&experiment.config);
//! experiment.run_shard(Shard::WHOLE, 0, NonZeroUsize::MIN, &false.into(), |game| {
//!     counts.add(&experiment.config, game);
//!     Ok::<_, ExperimentError>(())
//! })?;
//! assert!((50.0..70.0).contains(&counts.shots.mean().expect("a hundred games")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod experiment;
mod histogram;
mod saved;

pub use experiment::{Experiment, ExperimentError, FIRST_SHOTS, GameShots, ShotCounts};
pub use histogram::Histogram;
pub use saved::SoloSettings;
