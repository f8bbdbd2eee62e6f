//! The war at sea: ships on a board, what they may do, and who has won.
//!
//! No text and no I/O. [`Game`] is the whole state; each of its operations
//! either does what the command says or hands back a [`Refusal`] and leaves
//! the state as it was.

mod berths;
mod board;
mod commands;
mod fleet;
mod grid;
mod hull;
mod invariants;
mod matching;
mod planes;
mod reefs;
mod refusal;
mod ship;
mod state;
mod turn;

pub use board::Board;
pub use fleet::Fleet;
pub use hull::Hull;
pub use matching::{Battery, Shortage, first_shortage};
pub use planes::Planes;
pub use reefs::{ReefTile, Reefs, TILE_SIDE};
pub use refusal::{Refusal, Refused};
pub use ship::{Ship, ShipId, ShipName};
pub use state::Game;
pub use turn::{Target, TargetKind};
