//! Text to commands and back: lines, tokens, the command enum, and what can be
//! wrong with a line whatever the state of the game.

mod command;
mod fault;
mod lines;
mod number;
mod output;
mod parse;
mod quick;
mod tag;
mod token;
mod word;

pub use command::{Command, PrintMode, Segments, ShipRef};
pub use fault::{Fault, FaultKind};
pub use lines::{LINE_BYTES_MAX, LineReader, Piece};
pub use output::{is_board_text, is_program_output};
pub use parse::{parse_arguments, parse_command};
pub(crate) use quick::{Quick, parse_quickly};
pub use tag::{GroupKind, Tag};
pub use token::{Token, Tokens};
pub use word::{Word, Words};
