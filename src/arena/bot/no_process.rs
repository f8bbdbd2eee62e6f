//! Programs as players need process groups, which this system does not have.

use std::io;

use super::{BotOutput, TurnError, TurnLimits};

/// Says that programs cannot play here.
pub fn check(_command: &[String]) -> io::Result<()> {
    Err(unsupported())
}

/// Says that programs cannot play here.
pub fn run(
    _command: &[String],
    _input: Vec<u8>,
    _turn: &TurnLimits,
    _is_over: &dyn Fn() -> bool,
) -> Result<BotOutput, TurnError> {
    Err(unsupported().into())
}

fn unsupported() -> io::Error {
    io::Error::new(
        io::ErrorKind::Unsupported,
        "programs play on Unix systems only",
    )
}
