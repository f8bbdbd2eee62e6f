//! Battleships for one: a player sinks a fleet that lies somewhere at random, and
//! what counts is how many shots that takes.
//!
//! [`Terms`] say what the contest is about, [`Waters`] make bits of them, a
//! [`Dealer`] places fleets, a [`Player`] shoots by what it may know, which is
//! [`Knowledge`], and a [`Trial`] counts the shots of many games.
//!
//! ```
//! use std::num::NonZeroUsize;
//! use admiralty::solo::{Placing, Strategy, Terms, Trial};
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

mod bits;
mod contest;
mod fleet;
mod knowledge;
mod placing;
mod players;
mod posterior;
mod tally;
mod terms;
mod trial;
mod waters;

pub use bits::{Bits, Fields};
pub use contest::{Cost, play};
pub use fleet::{Fleet, Ship};
pub use knowledge::{Knowledge, Outcome};
pub use placing::{BEGINNINGS_MAX, Dealer, NoRoom, Placing};
pub use players::{Player, School, Strategy};
pub use posterior::Work;
pub use tally::Tally;
pub use terms::{Class, Directions, LENGTH_MAX, SHIPS_MAX, SIDE_MAX, SIDE_MIN, Terms, TermsError};
pub use trial::{Costs, Trial, TrialError};
pub use waters::{Axis, Berth, Field, Hull, Kind, Starts, Waters};
