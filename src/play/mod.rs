//! A game as people play it: who sits at the table, how it is set up, what a
//! person may see and do, and the script that it becomes.
//!
//! A [`Table`] is a client of the interpreter: whatever somebody does is a line of
//! the command language, and the lines are the [`Log`]. It has no terminal; what it
//! shows is a [`Sight`], which has what a player may know and nothing else.
//! `screen` draws it.
//!
//! ```
//! use admiralty::play::{Log, Seat, Setup, Stage, Table};
//! use admiralty::rules::ITALIAN;
//! use admiralty::player::{ByPlayer, Player};
//!
//! let mut setup = Setup::new(&ITALIAN, 7);
//! setup.seats = ByPlayer { a: Seat::Machine("hunt"), b: Seat::Machine("random") };
//! let mut table = Table::begin(&setup, Log::new()).unwrap();
//! while !matches!(table.stage(), Stage::Over(_)) {
//!     table.play_machine().unwrap();
//! }
//! assert!(table.log().text().starts_with(b"[state]\nRULES italian\n"));
//! ```

mod draft;
mod feed;
mod figures;
mod follow;
mod log;
mod machine;
mod messages;
mod news;
mod objection;
mod preview;
mod resume;
pub mod screen;
mod seat;
mod setup;
mod sight;
mod table;

pub use draft::{Draft, FILLED_SHIPS_MAX};
pub use figures::Figures;
pub use log::Log;
pub use messages::{LANGUAGES, Language, Messages};
pub use news::{Item, News, Outcome};
pub use objection::Objection;
pub use preview::{Ghost, Ranges};
pub use resume::{ResumeError, ScriptEnd};
pub use seat::{CLASSIC_LEVELS, Seat, levels, players, usual_level};
pub use setup::{
    Beginner, Coin, NAME_MAX, REEFS_MAX, SHIPS_MAX, SIDE_MAX, SIDE_MIN, Setup, Shooting,
};
pub use sight::{Chart, Condition, Field, Piece, Shape, Sight};
pub use table::{Stage, Table};
