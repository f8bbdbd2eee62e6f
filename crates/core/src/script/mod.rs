//! Text to commands and back: lines, tokens, commands, and the errors of a line that do not
//! depend on the state of the game.

mod argument;
mod command;
mod command_macro;
mod line;
mod line_reader;
mod parse_error;
mod reason;
mod token;

pub use command::{Command, CommandPart, Keyword, NamedShip, PrintMode, Segments, ShipRef};
pub use line::{Line, format_line, is_board_text, parse_command, parse_line};
pub(crate) use line::{is_program_output, parse_fast, parse_line_for};
pub use line_reader::{ChunkEnd, LINE_BYTES_MAX, LineChunk, LineReader};
pub use parse_error::{ParseError, ParseErrorKind, edit_distance};
pub use reason::Reason;
pub use token::{Tag, Token, Tokens};
