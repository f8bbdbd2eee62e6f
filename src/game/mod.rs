//! The war at sea: ships on a board, what they may do, and who has won.
//!
//! No text and no I/O. [`Game`] is the whole state; each of its operations
//! either does what the command says or hands back a [`Refusal`] and leaves
//! the state as it was.

mod board;
mod calls;
mod checks;
mod commands;
mod field_list;
mod fleet;
mod footprint;
mod grid;
mod invariants;
mod matching;
mod part;
mod planes;
mod reason;
mod refusal;
mod ship;
mod ship_index;
mod state;
mod tally;
mod targets;
mod turn;
mod words;

pub use board::Board;
pub use calls::Outcome;
pub use field_list::{FieldList, FieldTile, TILE_SIDE};
pub use fleet::Fleet;
pub use footprint::Footprint;
pub use matching::{Shooter, Shortage, first_shortage};
pub use part::Part;
pub use planes::Planes;
pub use reason::Reason;
pub use refusal::{Refusal, Refused};
pub use ship::{Ship, ShipId, ShipName};
pub use state::Game;
pub use tally::Tally;
pub use turn::{Target, TargetKind};
