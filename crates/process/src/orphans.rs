//! Processes that a program has left behind outside its own process group, and that this process
//! adopts. Only Linux supports this; elsewhere there is no `/proc` to find children in.

use std::fs;
use std::io;
use std::thread;
use std::time::Instant;

use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};

use super::child::{DEATH_MAX, NAP};
use super::process_tree::ProcessTree;

/// Makes this process adopt the processes that its programs leave behind, so that [`end_orphans`]
/// finds them.
///
/// # Errors
///
/// Errors of the kernel.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(getpid()))?;
    Ok(())
}

/// Kills the adopted processes. Every child of the main thread counts as adopted, so no program may
/// be running.
pub fn end_orphans() {
    end_children(|_| true);
}

/// Kills the adopted processes of a run, whose leader has ended but is not reaped yet.
pub(super) fn end_orphans_of(tree: ProcessTree) {
    end_children(|id| id != tree.leader && tree.tag.is_on(id));
}

/// Kills some children of the main thread, and those adopted as a result.
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
            // A process that has switched to another user cannot be killed.
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
