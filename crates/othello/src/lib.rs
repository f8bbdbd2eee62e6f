//! Othello: the rules, and transcripts of games.
//!
//! Independent of the rest of the crate. A [`Board`] is any placement of discs; a
//! [`Position`] adds the player to move and knows which moves are legal.
//!
//! ```
//! use admiralty_othello::{Color, Move, Position};
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

mod board;
mod moves;
mod position;
pub mod transcript;

pub use board::{Board, Color, Score, Scoring};
pub use moves::{Move, MoveError, NoSquare, Square};
pub use position::{Illegal, Position, PositionError};
