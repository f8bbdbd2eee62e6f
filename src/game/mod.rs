//! The war at sea: ships on a board, what they may do, and who has won.
//!
//! No text and no I/O. [`Game`] is the whole state; each of its operations
//! either does what the command says or hands back a [`Refusal`] and leaves
//! the state as it was.

mod berths;
mod board;
mod calls;
mod checks;
mod commands;
mod fleet;
mod grid;
mod hull;
mod invariants;
mod matching;
mod part;
mod planes;
mod reason;
mod refusal;
mod ship;
mod sites;
mod state;
mod tally;
mod targets;
mod turn;
mod words;

pub use board::Board;
pub use calls::Outcome;
pub use fleet::Fleet;
pub use hull::Hull;
pub use matching::{Shooter, Shortage, first_shortage};
pub use part::Part;
pub use planes::Planes;
pub use reason::Reason;
pub use refusal::{Refusal, Refused};
pub use ship::{Ship, ShipId, ShipName};
pub use sites::{SiteTile, Sites, TILE_SIDE};
pub use state::Game;
pub use tally::Tally;
pub use turn::{Target, TargetKind};
