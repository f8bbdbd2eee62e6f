//! The end of a process with its parent, which only Linux offers.

use rustix::process::Pid;

/// Lets the calling process end when its parent does.
#[cfg(target_os = "linux")]
pub fn end_with_parent(parent: Option<Pid>) -> rustix::io::Result<()> {
    use rustix::io::Errno;
    use rustix::process::{Signal, getppid, set_parent_process_death_signal};

    set_parent_process_death_signal(Some(Signal::KILL))?;
    // The parent may have died before this call.
    let is_alive = getppid() == parent;
    is_alive.then_some(()).ok_or(Errno::SRCH)
}

/// Does nothing.
#[cfg(not(target_os = "linux"))]
pub fn end_with_parent(_: Option<Pid>) -> rustix::io::Result<()> {
    Ok(())
}
