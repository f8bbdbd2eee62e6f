//! Tells a system that has run out of something from a program that cannot run.

use std::io;

/// Whether the system has run out of files, processes or memory.
pub fn is_scarcity(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let errno = error.raw_os_error().map(Errno::from_raw_os_error);
    let scarce = [Errno::MFILE, Errno::NFILE, Errno::AGAIN, Errno::NOMEM];
    errno.is_some_and(|errno| scarce.contains(&errno))
}
