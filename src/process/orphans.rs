//! Processes that a program has left behind outside its own group, and that this process
//! adopts. Only Linux has that; elsewhere there is no `/proc` to find children in.

use std::fs;
use std::io;
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use super::child::{DEATH_MAX, NAP};
use super::process_tree::ProcessTree;

/// Makes this process the parent of what its programs leave behind, so that
/// [`end_orphans`] finds it.
///
/// # Errors
///
/// The kernel's.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(getpid()))?;
    Ok(())
}

/// Ends the adopted processes. Every child of the main thread counts as adopted, so no
/// program may be running.
pub fn end_orphans() {
    end_children(|_| true);
}

/// Ends the adopted processes of a run, whose leader has ended but is not reaped yet.
pub(super) fn end_orphans_of(tree: ProcessTree) {
    end_children(|id| id != tree.leader && tree.tag.is_on(id));
}

/// Ends some children of the main thread, and what is adopted when they end.
fn end_children(is_to_end: impl Fn(u32) -> bool) {
    let me = getpid().as_raw_nonzero();
    let begun = Instant::now();
    while begun.elapsed() < DEATH_MAX {
        let (mut is_any, mut is_left) = (false, false);
        let children = fs::read_to_string(format!("/proc/{me}/task/{me}/children"));
        for id in children.unwrap_or_default().split_ascii_whitespace() {
            let Some(child) = id.parse().ok().and_then(Pid::from_raw) else {
                continue;
            };
            // A process that has become another user's cannot be ended.
            let is_ours = is_to_end(child.as_raw_nonzero().get().unsigned_abs());
            if is_ours && kill_process(child, Signal::KILL).is_ok() {
                is_any = true;
                is_left |= matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(None));
            }
        }
        if !is_any {
            return;
        }
        if is_left {
            thread::sleep(NAP);
        }
    }
}
