//! System calls that no crate offers, and the start of programs: the only unsafe code outside of tests.

#![expect(
    unsafe_code,
    reason = "the standard library and rustix have no such calls"
)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

#[cfg(target_os = "linux")]
pub use linux::{FIRST_OTHER, close, exit, fork, raw, restrict_mount, unshare};

/// Makes a child run `prepare` between fork and exec. Until exec it may make system calls only, and must
/// not allocate: other threads may have held locks at the fork.
pub fn before_exec(
    command: &mut Command,
    prepare: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) {
    // SAFETY: the callers' closures make system calls only, through rustix, this module and the crates
    // for the sandbox, none of which allocates or locks there.
    unsafe {
        command.pre_exec(prepare);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::ops::RangeInclusive;
    use std::os::fd::{AsRawFd, BorrowedFd};

    use rustix::process::Pid;
    use rustix::thread::{UnshareFlags, unshare_unsafe};

    /// The first file descriptor after the standard streams.
    pub const FIRST_OTHER: u32 = 3;

    /// Closes files with these descriptors, or only on exec.
    pub fn close(files: RangeInclusive<u32>, on_exec: bool) -> io::Result<()> {
        let flags = if on_exec {
            libc::CLOSE_RANGE_CLOEXEC
        } else {
            0
        };
        // SAFETY: only children that are about to exec or to exit call this, and use no closed file.
        let result =
            unsafe { libc::syscall(libc::SYS_close_range, *files.start(), *files.end(), flags) };
        checked(result).map(drop)
    }

    /// Forks a process that has one thread, into new namespaces (`CLONE_NEW...`). The child gets `None`.
    pub fn fork(namespaces: libc::c_int) -> io::Result<Option<Pid>> {
        let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
        let none: libc::c_long = 0;
        // SAFETY: without `CLONE_VM`, the child is a copy, on a copy of the same stack. Handlers of
        // `fork` do not run, and need not: both make system calls only.
        let id = unsafe { libc::syscall(libc::SYS_clone, flags, none, none, none, none) };
        let id = checked(id)?;
        Ok(i32::try_from(id).ok().and_then(Pid::from_raw))
    }

    /// Moves the calling process into new namespaces.
    pub fn unshare(namespaces: UnshareFlags) -> io::Result<()> {
        debug_assert!(!namespaces.contains(UnshareFlags::FILES));
        // SAFETY: the table of files stays shared.
        Ok(unsafe { unshare_unsafe(namespaces) }?)
    }

    /// Sets attributes (`MOUNT_ATTR_...`) of a mount, with `AT_RECURSIVE` also of those below it.
    pub fn restrict_mount(
        mount: BorrowedFd<'_>,
        attributes: u64,
        depth: libc::c_int,
    ) -> io::Result<()> {
        let change = libc::mount_attr {
            attr_set: attributes,
            attr_clr: 0,
            propagation: 0,
            userns_fd: 0,
        };
        // SAFETY: the call reads an empty text, and as many bytes as `change` has.
        let result = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                mount.as_raw_fd(),
                c"".as_ptr(),
                libc::AT_EMPTY_PATH | depth,
                &raw const change,
                size_of_val(&change),
            )
        };
        checked(result).map(drop)
    }

    /// Makes a call for an attack. Its arguments are numbers, or addresses of values that are only read.
    pub fn raw(number: libc::c_long, arguments: [usize; 3]) -> io::Result<libc::c_long> {
        let [first, second, third] = arguments;
        let none: libc::c_long = 0;
        // SAFETY: none of the attacks lets the kernel write to this process's memory.
        let result = unsafe { libc::syscall(number, first, second, third, none, none, none) };
        checked(result)
    }

    /// Ends the calling process at once.
    pub fn exit(code: libc::c_int) -> ! {
        // SAFETY: nothing of a forked process has to be cleaned up.
        unsafe { libc::_exit(code) }
    }

    fn checked(result: libc::c_long) -> io::Result<libc::c_long> {
        if result < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(result)
    }
}
