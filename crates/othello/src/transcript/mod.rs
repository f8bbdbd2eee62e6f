//! Game records: reading them in common formats, checking them, and writing them.
//!
//! [`WrittenGames`] reads the games of a text one after another. A [`WrittenGame`] is a transcript
//! as written, legal or not. [`WrittenGame::check`] plays it and returns a [`PlayedGame`], which has
//! only legal moves and which a [`TranscriptWriter`] writes in any [`TranscriptFormat`].
//!
//! ```
//! use admiralty_othello::Color;
//! use admiralty_othello::transcript::{AutoPass, TranscriptFormat, WrittenGames, detect, write};
//!
//! let text = b"1. d3 c3 2. c4 {a comment} e3 1-0";
//! assert_eq!(detect(text), TranscriptFormat::Pgn);
//! let mut games = WrittenGames::new(text, TranscriptFormat::Pgn)?;
//! let game = games.next().expect("a game")?;
//! let checked = game.check(AutoPass::Off);
//! assert!(checked.fault.is_none());
//! assert_eq!(checked.game.position().to_move(), Color::Black);
//! assert_eq!(write(&checked.game, TranscriptFormat::Lines)?, b"d3c3c4e3\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod cursor;
mod format;
mod game;
mod pgn;
mod plain;
mod read_error;
mod reader;
mod words;
mod wthor;

pub use format::{TranscriptFormat, TranscriptWriter, WriteError, detect, unread_format, write};
pub use game::{
    AutoPass, CheckedGame, Fault, FaultKind, GameTags, PlayedGame, ReportedResult, TextPlace,
    TranscriptWord, VALUE_BYTES_MAX, WORD_BYTES_MAX, WORDS_MAX, WrittenGame,
};
pub use read_error::{ReadError, ReadErrorKind, VARIATIONS_MAX};
pub use reader::WrittenGames;
pub use wthor::{DatabaseNames, GAMES_MAX, NamesError, WthorError};
