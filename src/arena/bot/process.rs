//! One turn of a bot: a run of its program, and what was wrong with it.

use std::io;
use std::time::Duration;

use rustix::io::Errno;

use super::super::{Foul, FoulKind};
use super::{Answer, OUTPUT_BYTES_MAX, Trouble};
use crate::process::{self, End, Input, Limit, Limits, Program, RunError};

/// Starts a program, and ends it at once.
pub fn check(command: &[String]) -> io::Result<()> {
    Program::new(command).check()
}

/// Runs a program on an input; with what it printed until it ended, and what is
/// wrong with how that was.
pub fn run(
    command: &[String],
    input: Vec<u8>,
    time: Duration,
    is_over: &dyn Fn() -> bool,
) -> Result<Answer, Trouble> {
    let limits = Limits {
        output: OUTPUT_BYTES_MAX as u64,
        ..Limits::of_time(time)
    };
    let mut output = Vec::new();
    let program = Program::new(command);
    let run = process::run(
        &program,
        &Input::Bytes(&input),
        &limits,
        &mut output,
        is_over,
    );
    let (foul, stderr) = match run {
        Ok(run) => (foul_of(run.end, time), run.complaint),
        Err(RunError::Over) => return Err(Trouble::Over),
        // The program could be started when the tournament began.
        Err(RunError::Start(error)) if !is_machines(&error) => {
            let detail = format!("it cannot be started any more: {error}");
            (Some(Foul::new(FoulKind::Crashed, detail)), Vec::new())
        }
        Err(RunError::Start(error) | RunError::Machine(error)) => return Err(error.into()),
    };
    Ok(Answer {
        input,
        output,
        stderr,
        foul,
    })
}

/// What is wrong with how a program ended.
fn foul_of(end: End, time: Duration) -> Option<Foul> {
    let (kind, detail) = match end {
        End::Exited(0) => return None,
        End::Exited(code) => (FoulKind::Crashed, format!("exit status {code}")),
        End::Signalled(signal) => (FoulKind::Crashed, format!("signal {signal}")),
        End::Stopped(Limit::Output) => {
            let detail = format!("more than {} MiB of output", OUTPUT_BYTES_MAX >> 20);
            (FoulKind::Flooding, detail)
        }
        End::Stopped(_) => (FoulKind::Late, format!("no turn after {time:?}")),
    };
    Some(Foul::new(kind, detail))
}

/// Whether the machine has too little of something to start any program.
fn is_machines(error: &io::Error) -> bool {
    matches!(
        Errno::from_io_error(error),
        Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE)
    )
}
