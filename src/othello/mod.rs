//! Othello: rules, transcripts, game databases and search.
//!
//! Independent of the rest of the crate. A [`Board`] is any placement of discs; a
//! [`Position`] adds the player to move and knows which moves are legal.
//!
//! ```
//! use admiralty::othello::{Color, Move, Position};
//!
//! let mut position = Position::start();
//! for text in ["d3", "c3", "c4"] {
//!     position = position.play(text.parse::<Move>()?)?;
//! }
//! assert_eq!(position.to_move(), Color::White);
//! assert_eq!(position.board().count(Color::Black), 5);
//! assert!(position.play("a1".parse()?).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![expect(
    clippy::inline_always,
    reason = "only inlined functions are compiled for the target features of their caller"
)]

mod bits;
mod board;
mod moves;
mod notation;
pub mod perft;
mod position;
mod score;
pub mod search;
mod sides;
mod square;
pub mod transcript;
pub mod wthor;

pub use board::{Board, Color};
pub use moves::{Move, MoveError};
pub use notation::PositionError;
pub use position::{Illegal, Position};
pub use score::{Score, Scoring};
pub use square::{NoSquare, Square};
