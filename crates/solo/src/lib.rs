//! Shots to sink a hidden fleet: many games of one policy, and their histogram.
//!
//! A [`ClassicConfig`] holds the board, the fleet and the rules, and an [`Experiment`] counts the shots
//! that a policy needs in many games.
//!
//! [`ClassicConfig`]: admiralty_players::classic::ClassicConfig
//!
//! ```
//! use std::num::NonZeroUsize;
//! use admiralty_solo::{Experiment, ShotCounts, SoloError};
//! use admiralty_players::Placing;
//! use admiralty_players::classic::{ClassicConfig, PolicyKind};
//! use admiralty_results::Shard;
//! use admiralty_core::rules::RuleSet;
//!
//! let experiment = Experiment {
//!     config: ClassicConfig::with_side(RuleSet::HASBRO, 10)?,
//!     policy: PolicyKind::Hunt,
//!     placing: Placing::Seq,
//!     believed: Placing::Seq,
//!     games: 100,
//!     seed: 1,
//! };
//! let mut counts = ShotCounts::new(&experiment.config);
//! experiment.run_shard(Shard::WHOLE, 0, NonZeroUsize::MIN, &false.into(), |game| {
//!     counts.add(&experiment.config, game);
//!     Ok::<_, SoloError>(())
//! })?;
//! assert!((50.0..70.0).contains(&counts.shots.mean().expect("a hundred games")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod experiment;
mod histogram;
mod report;
mod settings;
mod shot_counts;
mod store;

pub use error::SoloError;
pub use experiment::{Experiment, GAMES_MAX};
pub use histogram::Histogram;
pub use report::SoloReport;
pub use settings::SoloSettings;
pub use shot_counts::{FIRST_SHOTS, GameShots, ShotCounts};
pub use store::SoloStore;
