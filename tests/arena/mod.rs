//! The arena: fair pairs, fouls with names, journals, and games that replay.

pub mod bot;
#[cfg(unix)]
mod examples;
mod fairness;
mod fouls;
mod journal;
mod levels;
mod live;
#[cfg(unix)]
mod page;
#[cfg(unix)]
mod people;
mod program;
mod records;
#[cfg(target_os = "linux")]
mod sandbox;
#[cfg(unix)]
mod seats;
pub mod table;

use serde_json::Value;

use crate::support::Call;

/// The report of a tournament, with players that may have blanks in their arguments.
#[must_use]
fn report(args: &str, players: &[&str]) -> Value {
    let call = Call::new(&format!("arena --json - {args}"));
    let call = players.iter().fold(call, |call, &player| call.arg(player));
    serde_json::from_slice(&call.output().stdout).expect("JSON")
}
