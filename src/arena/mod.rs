//! Games between players, and what they say about who is the better one.
//!
//! A [`Tournament`] has [`Contestant`]s: players of this program, or other
//! programs that read a script and print one. They play pairs of games: the
//! same fleets and the same seed, with the sides changed. What is counted does
//! not depend on how many pairs are played at the same time.
//!
//! ```
//! use admiralty::arena::{Contestant, Format, Keep, Limits, Opening, Placing, Settings, Tournament};
//!
//! let contestants = Contestant::from_specs(&["random", "random"])?;
//! let opening = Opening::fresh(Placing::Seq);
//! let limits = Limits::default();
//! let settings = Settings::new(&contestants, &opening, &limits, Format::RoundRobin, 2, 7, None);
//! let tournament = Tournament::new(settings, contestants, opening, limits)?;
//! let mut standings = tournament.standings();
//! let workers = std::num::NonZeroUsize::MIN;
//! let stop = std::sync::atomic::AtomicBool::new(false);
//! tournament.play(&mut standings, workers, Keep::default(), &stop, |_, _| Ok(()))?;
//! assert_eq!(standings.players()[0].games(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod contestant;
mod desk;
mod error;
mod foul;
pub mod journal;
mod opening;
mod outcome;
mod record;
mod referee;
pub mod report;
mod schedule;
mod settings;
mod standings;
pub mod stats;
mod tournament;

pub use bot::{Bot, BotError, INFORMATION_BYTES_MAX, OUTPUT_BYTES_MAX, TurnLimits};
pub use contestant::{CONTESTANTS_MAX, Contestant, ContestantError, PlayerKind};
pub use error::ArenaError;
pub use foul::{Foul, FoulKind};
pub use opening::{Opening, OpeningError, Placing, REEFS_MAX, SHIPS_MAX};
pub use outcome::{GameResult, PairResult, Seat};
pub use record::write_head;
use referee::Moved;
pub use referee::{BotTurn, Limits, Played, TurnLog, play};
pub use schedule::{Pair, Schedule};
pub use settings::{Entrant, Format, Settings};
pub use standings::{PairingTally, PlayerTally, Standings};
use stats::{Pentanomial, Spread, Sprt, Verdict};
pub use tournament::{BotLog, FinishedPair, Keep, Tournament};
