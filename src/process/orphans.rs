//! Processes that a program has left behind outside its own group.

use std::io;

/// How often to look again for what the ended ones have left behind.
#[cfg(target_os = "linux")]
const ROUNDS_MAX: u32 = 1000;

/// Makes this process the parent of what the programs that it runs leave behind,
/// where the kernel has that, so that [`end_orphans`] finds them.
///
/// # Errors
///
/// The kernel's.
#[cfg(target_os = "linux")]
pub fn adopt_orphans() -> io::Result<()> {
    use rustix::process::{getpid, set_child_subreaper};
    Ok(set_child_subreaper(Some(getpid()))?)
}

/// Lets go of the adopted processes that have ended by themselves, which would
/// fill the table of processes. To be called by a process whose main thread
/// starts none.
#[cfg(target_os = "linux")]
pub fn reap_orphans() {
    use rustix::process::{WaitOptions, waitpid};
    for child in adopted().unwrap_or_default() {
        let _ = waitpid(Some(child), WaitOptions::NOHANG);
    }
}

/// What the main thread is the parent of.
#[cfg(target_os = "linux")]
fn adopted() -> io::Result<Vec<rustix::process::Pid>> {
    use rustix::process::{Pid, getpid};
    let me = getpid().as_raw_nonzero();
    let children = std::fs::read_to_string(format!("/proc/{me}/task/{me}/children"))?;
    let ids = children.split_ascii_whitespace();
    Ok(ids
        .filter_map(|id| Pid::from_raw(id.parse().ok()?))
        .collect())
}

/// Ends the adopted processes. To be called while no program runs, and not by
/// the main thread's own children: whatever is its child counts as adopted.
#[cfg(target_os = "linux")]
pub fn end_orphans() {
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    for _ in 0..ROUNDS_MAX {
        let children = adopted().unwrap_or_default();
        if children.is_empty() {
            return;
        }
        for child in children {
            // What has become another user's cannot be ended, nor waited for.
            let wait = match kill_process(child, Signal::KILL) {
                Ok(()) => WaitOptions::empty(),
                Err(_) => WaitOptions::NOHANG,
            };
            let _ = waitpid(Some(child), wait);
        }
    }
}

/// Does nothing: the kernel does not have that.
///
/// # Errors
///
/// None.
#[cfg(not(target_os = "linux"))]
pub fn adopt_orphans() -> io::Result<()> {
    Ok(())
}

/// Does nothing: the kernel does not have that.
#[cfg(not(target_os = "linux"))]
pub fn end_orphans() {}

/// Does nothing: the kernel does not have that.
#[cfg(not(target_os = "linux"))]
pub fn reap_orphans() {}
