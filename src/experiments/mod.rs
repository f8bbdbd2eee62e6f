//! Battleships for one: a player sinks a fleet that lies somewhere at random, and
//! what counts is how many shots that takes.
//!
//! [`Terms`] say what the contest is about, [`Waters`] make bits of them, a
//! [`Dealer`] places fleets, a [`Player`] shoots by what it may know, which is
//! [`Knowledge`], and a [`Trial`] counts the shots of many games.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use admiralty::players::classic::{Placing, Strategy, Terms};
//! use admiralty::experiments::Trial;
//!
//! let trial = Trial {
//!     terms: Terms::named("hasbro", None)?,
//!     strategy: Strategy::Hunt,
//!     placing: Placing::Seq,
//!     believed: Placing::Seq,
//!     games: 100,
//!     seed: 1,
//! };
//! let costs = trial.run(NonZeroUsize::MIN, &false.into(), |_| ())?;
//! assert!((50.0..70.0).contains(&costs.shots.mean().expect("a hundred games")));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod contest;
mod tally;
mod trial;

pub use contest::{Cost, play};
pub use tally::Tally;
pub use trial::{Costs, Trial, TrialError};
