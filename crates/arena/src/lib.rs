//! Tournaments: games between players, to find out who is stronger.
//!
//! A [`Tournament`] has [`Contestant`]s: players of this program, or bots, which are other
//! programs, on this machine or at the other end of a connection (`Lobby`). They play paired games:
//! the same fleets and the same seed, with sides swapped. The result does not depend on how many
//! pairs are played in parallel.
//!
//! ```
//! use admiralty_arena::{
//!     Contestant, GameLimits, Opening, Recording, Tournament, TournamentFormat,
//!     TournamentSettings,
//! };
//! use admiralty_players::Placing;
//!
//! let tournament = Tournament::new(TournamentSettings {
//!     players: Contestant::from_specs(&["random", "random"])?,
//!     format: TournamentFormat::RoundRobin,
//!     games: 2,
//!     seed: 7,
//!     opening: Opening::fresh(Some(Placing::Seq)),
//!     same_fleets: false,
//!     limits: GameLimits::default(),
//!     sprt: None,
//!     hashed: Vec::new(),
//! })?;
//! let mut standings = tournament.standings();
//! let workers = std::num::NonZeroUsize::MIN;
//! let stop = std::sync::atomic::AtomicBool::new(false);
//! tournament.play(&mut standings, workers, Recording::default(), &stop, |_, _| Ok(()))?;
//! assert_eq!(standings.players()[0].games, 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bot;
mod contestant;
mod error;
mod first_games;
mod foul;
mod game_loop;
mod limits;
mod lobby;
mod opening;
mod outcome;
pub mod report;
mod schedule;
mod seat;
mod settings;
mod standings;
pub mod stats;
mod tournament;

pub use bot::Bot;
pub use contestant::{CONTESTANTS_MAX, Contestant, PlayerKind};
pub use error::ArenaError;
pub use foul::{Foul, FoulKind};
pub use game_loop::LoggedRun;
pub use limits::{
    Adjudication, BotLimits, GameLimits, INFORMATION_BYTES_MAX, OUTPUT_BYTES_MAX, RECORD_BYTES_MAX,
};
pub use lobby::{Lobby, TokenRefusal};
pub use opening::{Opening, REEFS_MAX, SHIPS_MAX};
pub use outcome::{EarlyEnd, GameResult, PairMember, half_points};
pub use schedule::ScheduledPair;
pub use seat::Seat;
pub use settings::{TournamentFormat, TournamentSettings};
pub use standings::{PairingTally, PlayerTally, Standings};
use stats::Sprt;
pub use tournament::{BotLog, FinishedPair, Recording, Tournament};
