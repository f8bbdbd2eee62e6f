//! The fouls that a bot can commit, and their details.

use super::INFORMATION_BYTES_MAX;
use crate::arena::{Foul, FoulKind};
use crate::interpreter::Failure;
use crate::script::Tag;

#[cfg(unix)]
pub use of_termination::{cannot_start, of_termination};

/// The output has no group of a player.
pub fn silent() -> Foul {
    Foul::new(FoulKind::Silent, "no group of a player")
}

/// The group of the turn is not closed.
pub fn unclosed(tag: Tag) -> Foul {
    Foul::new(FoulKind::Unclosed, format!("{tag} is not closed"))
}

/// A line of the turn is refused.
pub fn illegal(failure: &Failure) -> Foul {
    Foul::new(FoulKind::Illegal, failure.to_string())
}

/// The bot wants to remember more than [`INFORMATION_BYTES_MAX`].
pub fn too_much_information() -> Foul {
    let detail = format!("more than {} MiB to remember", INFORMATION_BYTES_MAX >> 20);
    Foul::new(FoulKind::Flooding, detail)
}

#[cfg(unix)]
mod of_termination {
    use std::io;
    use std::time::Duration;

    use crate::arena::bot::{OUTPUT_BYTES_MAX, TurnLimits};
    use crate::arena::{Foul, FoulKind};
    use crate::process::{Limit, Termination};

    /// The program could be started when the tournament began, and cannot any more.
    pub fn cannot_start(error: &io::Error) -> Foul {
        let detail = format!("it cannot be started any more: {error}");
        Foul::new(FoulKind::Crashed, detail)
    }

    /// The foul of a bot that ended like this, if it is one.
    pub fn of_termination(end: Termination, turn: &TurnLimits) -> Option<Foul> {
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
}
