//! One turn of a bot: a run of its program, and what was wrong with it.

use std::io;
use std::time::Duration;

use rustix::io::Errno;

use super::super::{Foul, FoulKind};
use super::{OUTPUT_BYTES_MAX, Trouble};
use crate::process::{self, End, Input, Limit, Limits, Program, RunError};

/// Starts a program, and ends it at once.
pub fn check(command: &[String]) -> io::Result<()> {
    Program::new(command).check()
}

/// Runs a program on an input; with what it printed until it ended.
pub fn run(
    command: &[String],
    input: &[u8],
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Vec<u8>, Trouble> {
    let limits = Limits {
        output: OUTPUT_BYTES_MAX as u64,
        ..Limits::of_time(time)
    };
    let mut output = Vec::new();
    let program = Program::new(command);
    let run = process::run(
        &program,
        &Input::Bytes(input),
        &limits,
        &mut output,
        is_over,
    );
    let (kind, detail) = match run {
        Ok(run) => match run.end {
            End::Exited(0) => return Ok(output),
            End::Exited(code) => (FoulKind::Crashed, format!("exit status {code}")),
            End::Signalled(signal) => (FoulKind::Crashed, format!("signal {signal}")),
            End::Stopped(Limit::Output) => {
                let detail = format!("more than {} MiB of output", OUTPUT_BYTES_MAX >> 20);
                (FoulKind::Flooding, detail)
            }
            End::Stopped(_) => (FoulKind::Late, format!("no turn after {time:?}")),
        },
        Err(RunError::Over) => return Err(Trouble::Over),
        // The program could be started when the tournament began.
        Err(RunError::Start(error)) if !is_machines(&error) => {
            let detail = format!("it cannot be started any more: {error}");
            (FoulKind::Crashed, detail)
        }
        Err(RunError::Start(error) | RunError::Machine(error)) => return Err(error.into()),
    };
    Err(Foul::new(kind, detail).into())
}

/// Whether the machine has too little of something to start any program.
fn is_machines(error: &io::Error) -> bool {
    matches!(
        Errno::from_io_error(error),
        Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE)
    )
}
