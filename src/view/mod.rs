//! What a player may know, and how a board is printed.

mod fog;
mod marks;
mod print;

pub use fog::{Fog, Span};
pub use print::{Eyes, print};
