//! What a player may know, and how a board is printed.

mod eyes;
mod fog;
mod marks;
mod print;

pub use eyes::Eyes;
pub use fog::{Fog, Span};
pub use print::print;
