//! Processes that a program has left behind outside its own group, which this process
//! adopts where the kernel has that: Linux.

use std::io;

use super::process_tree::ProcessTree;

/// Makes this process the parent of what the programs that it runs leave behind,
/// where the kernel has that, so that [`end_orphans`] finds them.
///
/// # Errors
///
/// The kernel's.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// Ends the adopted processes. To be called while no program runs, and not by
/// the main thread's own children: whatever is its child counts as adopted.
pub fn end_orphans() {
    end_children(|_| true);
}

/// Ends the adopted processes of a run, whose leader has ended and is yet to be
/// waited for.
#[cfg_attr(
    not(target_os = "linux"),
    expect(unused_variables, reason = "nothing is adopted")
)]
pub(super) fn end_orphans_of(tree: ProcessTree) {
    #[cfg(target_os = "linux")]
    end_children(|id| id != tree.leader && tree.tag.is_on(id));
}

/// Ends those children of the main thread that are to be ended, and what is adopted when
/// they end.
#[cfg(target_os = "linux")]
fn end_children(is_to_end: impl Fn(u32) -> bool) {
    use super::child::{DEATH_MAX, NAP};
    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, waitpid};
    let me = getpid().as_raw_nonzero();
    let begun = std::time::Instant::now();
    while begun.elapsed() < DEATH_MAX {
        let (mut is_any, mut is_left) = (false, false);
        let children = std::fs::read_to_string(format!("/proc/{me}/task/{me}/children"));
        for id in children.unwrap_or_default().split_ascii_whitespace() {
            let Some(child) = id.parse().ok().and_then(Pid::from_raw) else {
                continue;
            };
            // What has become another user's cannot be ended.
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
            std::thread::sleep(NAP);
        }
    }
}

#[cfg(not(target_os = "linux"))]
fn end_children(_: impl Fn(u32) -> bool) {}
