//! Tournaments: games between players, and who is the stronger one.
//!
//! A [`Tournament`] has [`Contestant`]s: players of this program, or bots, which are
//! programs that read a script and print one. They play paired games: the same fleets
//! and the same seed, with sides swapped. The result does not depend on how many pairs
//! are played at the same time.
//!
//! ```
//! use admiralty::players::Placing;
//! use admiralty::arena::{Contestant, TournamentFormat, Recording, GameLimits, Opening, Settings, Tournament};
//!
//! let contestants = Contestant::from_specs(&["random", "random"])?;
//! let opening = Opening::fresh(Some(Placing::Seq));
//! let limits = GameLimits::default();
//! let settings = Settings::new(&contestants, &opening, &limits, TournamentFormat::RoundRobin, 2, 7, None);
//! let tournament = Tournament::new(settings, contestants, opening, limits)?;
//! let mut standings = tournament.standings();
//! let workers = std::num::NonZeroUsize::MIN;
//! let stop = std::sync::atomic::AtomicBool::new(false);
//! tournament.play(&mut standings, workers, Recording::default(), &stop, |_, _| Ok(()))?;
//! assert_eq!(standings.players()[0].games(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod contestant;
mod error;
mod foul;
mod game_loop;
pub mod journal;
mod opening;
mod outcome;
mod record;
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
use game_loop::PlayedTurn;
pub use game_loop::{BotTurn, FinishedGame, GameLimits, TurnLog, play};
pub use opening::{Opening, OpeningError, REEFS_MAX, SHIPS_MAX};
pub use outcome::{GameResult, PairMember, PairResult};
pub use record::write_head;
pub use schedule::{Schedule, ScheduledPair};
pub use settings::{PlayerSettings, Settings, TournamentFormat};
pub use standings::{PairingTally, PlayerTally, Standings};
use stats::{Pentanomial, Spread, Sprt, SprtVerdict};
pub use tournament::{BotLog, FinishedPair, Recording, Tournament};
