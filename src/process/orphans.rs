//! Processes that a program has left behind outside its own group.

use std::io;

use super::process_tree::ProcessTree;

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

/// Ends the adopted processes of a run, whose leader has ended and is yet to be
/// waited for.
#[cfg(target_os = "linux")]
pub(super) fn end_orphans_of(tree: ProcessTree) {
    use super::child::{DEATH_MAX, NAP};
    use rustix::process::{Signal, WaitOptions, kill_process, waitpid};
    use std::time::Instant;
    let begun = Instant::now();
    loop {
        let (mut is_left, mut is_any) = (false, false);
        for child in adopted().unwrap_or_default() {
            let id = child.as_raw_nonzero().get().unsigned_abs();
            if id == tree.leader || !tree.tag.is_on(id.into()) {
                continue;
            }
            // What has become another user's cannot be ended, nor waited for.
            if kill_process(child, Signal::KILL).is_ok() {
                is_any = true;
                is_left |= matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(None));
            }
        }
        // What an ended one has started is adopted now.
        if !is_any || begun.elapsed() > DEATH_MAX {
            return;
        }
        if is_left {
            std::thread::sleep(NAP);
        }
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
pub(super) fn end_orphans_of(_: ProcessTree) {}
