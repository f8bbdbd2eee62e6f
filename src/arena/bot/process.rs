//! Runs a bot for one turn. Which foul the way it ended is, `foul_of_end` decides.

use std::io;
use std::time::Duration;

use rustix::io::Errno;

use super::super::{Foul, FoulKind};
use super::{BotOutput, OUTPUT_BYTES_MAX, TurnError, TurnLimits};
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
        Ok(run) => (foul_of_end(run.end, turn), run.stderr_tail),
        Err(RunError::Cancelled) => return Err(TurnError::Over),
        // The program could be started when the tournament began.
        Err(RunError::Start(error)) if !is_machines(&error) => {
            let detail = format!("it cannot be started any more: {error}");
            (Some(Foul::new(FoulKind::Crashed, detail)), Vec::new())
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

/// The foul of a bot that ended like this, if it is one.
fn foul_of_end(end: Termination, turn: &TurnLimits) -> Option<Foul> {
    let seconds = |time: Duration| format!("more than {} s", time.as_secs_f64());
    let mebibytes = |bytes: u64| format!("more than {} MiB", bytes >> 20);
    let (kind, detail) = match end {
        Termination::Exited(0) => return None,
        Termination::Exited(code) => (FoulKind::Crashed, format!("exit status {code}")),
        Termination::Signalled(signal) => (FoulKind::Crashed, format!("signal {signal}")),
        Termination::Stopped(Limit::Output) => {
            let detail = mebibytes(OUTPUT_BYTES_MAX as u64) + " of output";
            (FoulKind::Flooding, detail)
        }
        Termination::Stopped(Limit::Cpu) => {
            (FoulKind::Late, seconds(turn.cpu) + " of processor time")
        }
        Termination::Stopped(Limit::Wall | Limit::Starvation) => {
            (FoulKind::Late, seconds(turn.wall) + " from start to end")
        }
        Termination::Stopped(Limit::Memory) => {
            (FoulKind::Greedy, mebibytes(turn.memory) + " of memory")
        }
        Termination::Stopped(Limit::Processes) => {
            let detail = format!("more than {} processes", turn.processes);
            (FoulKind::Greedy, detail)
        }
    };
    Some(Foul::new(kind, detail))
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
