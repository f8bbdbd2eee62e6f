//! Othello: the rules, and transcripts of games.
//!
//! A [`DiscBoard`] is any placement of discs; a
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
mod position;
pub mod transcript;

pub use board::{Color, DiscBoard, DiscScore, NoSquare, Scoring, Square};
pub use position::{IllegalMove, Move, MoveError, Position, PositionError};
