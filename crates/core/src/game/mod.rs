//! The game: ships on a board, what they may do, and who has won.
//!
//! There is no I/O here. [`Game`] is the whole state; each operation either executes a
//! command, or returns a [`Refusal`] and leaves the state unchanged.

mod announced;
mod auto_shooting;
mod board;
mod field_list;
mod fleet;
mod footprint;
mod invariants;
mod matching;
mod planes;
mod reason;
mod refusal;
mod shared_checks;
mod ship;
mod ship_index;
mod state;
mod state_commands;
mod tally;
mod turn;
mod turn_commands;

pub use announced::ShotOutcome;
pub use board::Board;
pub use field_list::FieldList;
pub use fleet::Fleet;
pub use footprint::Footprint;
pub use matching::Infeasible;
pub use planes::Planes;
pub use reason::Reason;
pub use refusal::{CommandPart, Refusal, Refused};
pub use ship::{Ship, ShipId, ShipName};
pub use state::Game;
pub use tally::Tally;
pub use turn::{Hit, ServedTarget, Shot, Target, TargetKind};
