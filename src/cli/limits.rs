//! The limits of other programs, as options.

use std::time::Duration;

use clap::Args;

use crate::cli::times::parse_seconds;

/// The limits of one run of a program: a case of the judge, a turn of the arena.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct ProgramLimits {
    /// Seconds of processor time
    #[arg(long, alias = "turn-time", value_name = "SECONDS", default_value = "2", value_parser = parse_seconds)]
    pub cpu: Duration,
    /// Seconds from start to end, without waiting for a processor [default: twice
    /// --cpu, and one]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    wall: Option<Duration>,
    /// Memory in use at a time, in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = parse_mebibytes)]
    pub memory: u64,
    /// Processes at a time
    #[arg(long, value_name = "N", default_value = "64", value_parser = clap::value_parser!(u32).range(1..))]
    pub processes: u32,
}

impl ProgramLimits {
    /// The time from start to end.
    pub fn wall(&self) -> Duration {
        self.wall.unwrap_or(self.cpu * 2 + Duration::from_secs(1))
    }
}

/// Reads a number of MiB, as bytes.
pub fn parse_mebibytes(text: &str) -> Result<u64, String> {
    let number = text.parse::<u64>().ok().filter(|&number| number > 0);
    number
        .and_then(|number| number.checked_mul(1 << 20))
        .ok_or_else(|| "expected a number of MiB".to_owned())
}
