//! `admiralty sandbox-test`.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixListener};
use std::path::Path;
use std::process;
use std::sync::Arc;
use std::time::Duration;

use admiralty_process::{
    ATTACKS, AttackTarget, Limits, MetadataChanges, Program, RunError, Sandbox, StdinSource,
    Termination, Wall, directory_prefix, run,
};
use clap::Args;
use rustix::system::uname;

use crate::CliError;
use crate::error::say;
use crate::sandbox::hidden;

/// The exit codes of an attack, and of this command if one passes.
const PASSED: u8 = 0;
const STOPPED: u8 = 77;
const IS_OPEN: u8 = 1;

/// The limits of an attack: more than it needs, and less than it would use.
const LIMITS: Limits = Limits {
    cpu: Some(Duration::from_secs(1)),
    wall: Duration::from_millis(1500),
    memory: Some(128 << 20),
    output: 1 << 20,
    file: Some(8 << 20),
    files: Limits::FILES_BYTES,
    processes: Some(64),
};

// The number of an attack. What it is on is on standard input, because a sandbox opens what a command line
// names.
#[derive(Debug, Args)]
pub struct AttackArgs {
    number: usize,
}

/// How an attack ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Passed,
    Stopped,
}

/// Carries out an attack.
pub fn attack(args: &AttackArgs) -> Result<u8, CliError> {
    let target = AttackTarget::read(&mut io::stdin().lines())?;
    let attack = ATTACKS
        .get(args.number)
        .ok_or_else(|| CliError::usage("there is no such attack"))?;
    match attack.run(&target) {
        Ok(()) => Ok(PASSED),
        Err(error) => {
            say(&error.to_string());
            Ok(STOPPED)
        }
    }
}

/// Runs all attacks, and prints a table.
pub fn sandbox_test() -> Result<u8, CliError> {
    admiralty_process::adopt_orphans()?;
    let room = tempfile::tempdir()?;
    let target = AttackTarget {
        secret: room.path().join("secret"),
        process: process::id(),
        machine: uname().nodename().to_string_lossy().into_owned(),
    };
    fs::write(&target.secret, "secret")?;
    let _socket = UnixListener::bind(room.path().join(AttackTarget::SOCKET))?;
    let address = SocketAddr::from_abstract_name(target.abstract_name())?;
    let _abstract_socket = UnixListener::bind_addr(&address)?;
    let sandbox = |missing| {
        let none: [&Path; 0] = [];
        let hidden = hidden([room.path()], none);
        Sandbox::without(missing, hidden, &[], MetadataChanges::Fail).map(Arc::new)
    };
    let whole = sandbox(None)?;
    let mut out = io::stdout();
    let (standing, missing): (Vec<_>, Vec<_>) = Wall::ALL
        .into_iter()
        .partition(|wall| whole.walls().contains(wall));
    writeln!(out, "walls: {}", names(&standing))?;
    if !missing.is_empty() {
        writeln!(out, "not on this machine: {}", names(&missing))?;
    }
    // Without its last walls there is no sandbox.
    let lesser = standing
        .iter()
        .filter_map(|wall| Some((*wall, sandbox(Some(*wall)).ok()?)));
    let lesser: Vec<_> = lesser.collect();
    let mut passed = 0;
    for (number, attack) in ATTACKS.iter().enumerate() {
        let with_all = outcome(number, &target, &whole)?;
        let mut needed = Vec::new();
        for (wall, sandbox) in &lesser {
            if outcome(number, &target, sandbox)? == Outcome::Passed {
                needed.push(*wall);
            }
        }
        let by = match (with_all, &*needed) {
            (Outcome::Passed, _) => {
                passed += 1;
                "PASSED".to_owned()
            }
            (Outcome::Stopped, []) => "stopped, even without any one wall".to_owned(),
            (Outcome::Stopped, walls) => format!("stopped by {}", names(walls)),
        };
        writeln!(out, "{:48} {by}", attack.name)?;
    }
    writeln!(
        out,
        "{} of {} attacks are stopped",
        ATTACKS.len() - passed,
        ATTACKS.len()
    )?;
    admiralty_process::end_orphans();
    Ok(if passed == 0 { PASSED } else { IS_OPEN })
}

/// Lets a program attack.
fn outcome(
    number: usize,
    target: &AttackTarget,
    sandbox: &Arc<Sandbox>,
) -> Result<Outcome, CliError> {
    let words: [OsString; 3] = [
        env::current_exe()?.into(),
        "sandbox-attack".into(),
        number.to_string().into(),
    ];
    let program = sandbox.confine(Program::new(words));
    let input = target.lines();
    let input = StdinSource::Bytes(input.as_bytes());
    let before = leftovers();
    let ran = run(&program, &input, &LIMITS, &mut io::sink(), &|_| false);
    let ran = ran.map_err(|error| match error {
        RunError::Start(error) | RunError::Machine(error) => CliError::from(error),
        RunError::Cancelled => CliError::from(io::Error::from(io::ErrorKind::Interrupted)),
    })?;
    let is_left = leftovers().difference(&before).next().is_some();
    let has_passed = ran.end == Termination::Exited(PASSED.into()) || is_left;
    Ok(if has_passed {
        Outcome::Passed
    } else {
        Outcome::Stopped
    })
}

/// What runs have left among the temporary files.
fn leftovers() -> BTreeSet<OsString> {
    let prefix = directory_prefix();
    let entries = fs::read_dir(env::temp_dir())
        .into_iter()
        .flatten()
        .flatten();
    let names = entries.map(|entry| entry.file_name());
    names
        .filter(|name| name.to_string_lossy().starts_with(&prefix))
        .collect()
}

fn names(walls: &[Wall]) -> String {
    let names: Vec<_> = walls.iter().map(|wall| wall.name()).collect();
    names.join(", ")
}
