//! Runs a bot for one turn.

use std::io;

use rustix::io::Errno;

use super::{BotOutput, OUTPUT_BYTES_MAX, TurnError, TurnLimits, fouls};
use crate::process::{self, Limit, Limits, Program, RunError, StdinSource, Termination, Usage};

/// Starts a program, and ends it at once.
pub fn check(command: &[String]) -> io::Result<()> {
    Program::new(command).check()
}

/// Runs a bot on an input.
pub fn run(
    command: &[String],
    input: Vec<u8>,
    turn: &TurnLimits,
    is_over: &dyn Fn() -> bool,
) -> Result<BotOutput, TurnError> {
    let limits = Limits {
        cpu: Some(turn.cpu),
        wall: turn.wall,
        memory: Some(turn.memory),
        output: OUTPUT_BYTES_MAX as u64,
        // It may keep a log.
        file: None,
        processes: Some(turn.processes),
    };
    let mut output = Vec::new();
    let program = Program::new(command);
    let run = process::run(
        &program,
        &StdinSource::Bytes(&input),
        &limits,
        &mut output,
        is_over,
    );
    let (foul, stderr) = match run {
        Ok(run) if run.end == Termination::Stopped(Limit::Starvation) => {
            return Err(starved(&run.usage).into());
        }
        Ok(run) => (fouls::of_termination(run.end, turn), run.stderr_tail),
        Err(RunError::Cancelled) => return Err(TurnError::Over),
        Err(RunError::Start(error)) if !is_machines(&error) => {
            (Some(fouls::cannot_start(&error)), Vec::new())
        }
        Err(RunError::Start(error) | RunError::Machine(error)) => return Err(error.into()),
    };
    Ok(BotOutput {
        input,
        output,
        stderr,
        foul,
    })
}

/// The error of a turn in which the machine was too busy to tell whether the bot is
/// late.
fn starved(usage: &Usage) -> io::Error {
    io::Error::other(format!(
        "the machine is too busy: it gave a bot {:.1} s of {:.1} s; -j plays fewer pairs at a time",
        usage.cpu.as_secs_f64(),
        usage.wall.as_secs_f64()
    ))
}

/// Whether the machine lacks the resources to start any program.
fn is_machines(error: &io::Error) -> bool {
    matches!(
        Errno::from_io_error(error),
        Some(Errno::AGAIN | Errno::NOMEM | Errno::MFILE | Errno::NFILE)
    )
}
