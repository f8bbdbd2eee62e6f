//! Text to commands and back: lines, tokens, commands, and the errors of a line that do not
//! depend on the state of the game.

mod argument;
mod command;
mod command_macro;
mod fast_path;
mod line;
mod line_reader;
mod number;
mod parse_error;
mod printed_line;
mod tag;
mod token;

pub use command::{Command, Keyword, Segments, ShipRef};
pub(crate) use fast_path::parse_fast;
pub use line::{Line, parse_command, parse_line};
pub use line_reader::{LINE_BYTES_MAX, LineChunk, LineReader};
pub use parse_error::{ParseError, ParseErrorKind};
pub use printed_line::{is_board_text, is_program_output};
pub use tag::Tag;
pub use token::{Token, Tokens};
