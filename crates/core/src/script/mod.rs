//! Text to commands and back: lines, tokens, commands, and the errors of a line that do not
//! depend on the state of the game.

mod advice;
mod argument;
mod command;
mod command_table;
mod group;
mod keyword;
mod line;
mod line_reader;
mod number;
mod parse_error;
mod reason;
mod token;

pub(crate) use advice::Advice;
pub use advice::Replacement;
pub use argument::{ArgumentKind, NamedShip, PrintMode, Segments};
pub use command::Command;
pub(crate) use command::CommandPart;
pub use keyword::Keyword;
pub use line::Line;
pub(crate) use line::{is_program_output, parse_fast};
pub(crate) use line_reader::{ChunkEnd, LineChunk, LineReader};
pub use parse_error::ParseError;
pub(crate) use parse_error::ParseErrorKind;
pub use reason::Reason;
pub use token::Tag;
pub(crate) use token::Token;
pub(crate) use token::Tokens;
pub(crate) use token::span_of;
