//! Game records: reading them in common formats, checking them, and writing them.
//!
//! [`Games`] reads the games of a text one after another. A [`Game`] is a transcript as
//! written, legal or not. [`Game::check`] plays it and returns a [`PlayedGame`], which has
//! only legal moves and which a [`Writer`] writes in any [`Format`].
//!
//! ```
//! use admiralty_othello::Color;
//! use admiralty_othello::transcript::{AutoPass, Format, Games, detect, write};
//!
//! let text = b"1. d3 c3 2. c4 {a comment} e3 1-0";
//! assert_eq!(detect(text), Format::Pgn);
//! let mut games = Games::new(text, Format::Pgn)?;
//! let game = games.next().expect("a game")?;
//! let checked = game.check(AutoPass::Off);
//! assert!(checked.fault.is_none());
//! assert_eq!(checked.game.position().to_move(), Color::Black);
//! assert_eq!(write(&checked.game, Format::Lines)?, b"d3c3c4e3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod format;
mod game;
mod pgn;
mod plain;
mod reader;
mod wthor;

pub use format::{Format, WriteError, Writer, detect, write};
pub use game::{
    AutoPass, Checked, Fault, FaultKind, Game, Place, PlayedGame, ReportedResult, Tags,
    VALUE_BYTES_MAX, WORD_BYTES_MAX, WORDS_MAX, Word,
};
pub use pgn::VARIATIONS_MAX;
pub use reader::{Games, ReadError, ReadErrorKind};
pub use wthor::{GAMES_MAX, Names, NamesError, WthorError};
