//! The memory that a program inherits before it starts.
//!
//! A child process starts as a copy of this one, which counts in the peak that the kernel reports
//! for it (`ru_maxrss`). So the child reports the size of the copy just before exec, if there is
//! `/proc`.

use std::io::{self, PipeReader, PipeWriter, pipe};

use rustix::fs::{Mode, OFlags, open};
use rustix::io::{read, write};
use rustix::param::page_size;

use super::stdio_pump::set_nonblocking;

/// More than the length of `/proc/PID/statm`.
const STATM_BYTES: usize = 1 << 8;
/// How much the copy may grow before exec.
const GROWTH_BYTES: u64 = 1 << 20;

/// The end of a pipe at which the inherited memory can be read.
pub struct InheritedRss(PipeReader);

/// The end of the pipe at which the child reports it.
pub struct RssReporter(PipeWriter);

impl InheritedRss {
    /// Both ends of a new pipe.
    pub fn pipe() -> io::Result<(RssReporter, Self)> {
        let (reader, writer) = pipe()?;
        set_nonblocking(&reader)?;
        Ok((RssReporter(writer), Self(reader)))
    }

    /// The most memory that the copy can have had, in bytes; 0 if nothing was reported yet.
    pub fn bytes(&self) -> u64 {
        let mut line = [0; STATM_BYTES];
        let count = read(&self.0, &mut line).unwrap_or(0);
        resident_bytes(&line[..count]).map_or(0, |bytes| bytes + GROWTH_BYTES)
    }
}

impl RssReporter {
    /// Reports the memory of the calling process, using only system calls.
    pub fn report(&self) {
        let mut line = [0; STATM_BYTES];
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        if let Ok(file) = open(c"/proc/self/statm", flags, Mode::empty())
            && let Ok(count) = read(&file, &mut line)
        {
            let _ = write(&self.0, &line[..count]);
        }
    }
}

/// The resident memory in a line of `statm` (`proc_pid_statm(5)`).
fn resident_bytes(line: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(line).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    Some(pages * page_size() as u64)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_this_process_is_reported() {
        let used = vec![1_u8; 16 << 20];
        let (reporter, inherited) = InheritedRss::pipe().expect("a pipe");
        assert_eq!(inherited.bytes(), 0);
        reporter.report();
        assert!(inherited.bytes() > used.len() as u64);
        drop(used);
    }
}
