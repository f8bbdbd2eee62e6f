//! The memory that a program has from us before it begins.
//!
//! A child begins as a copy of this process. What the kernel says afterwards of
//! the most that it had in memory counts that copy, which may be larger than the
//! program ever was.

#[cfg(target_os = "linux")]
mod linux {
    use std::io;
    use std::os::fd::OwnedFd;

    use rustix::fs::{Mode, OFlags, open};
    use rustix::io::{read, write};
    use rustix::param::page_size;
    use rustix::pipe::{PipeFlags, pipe_with};

    /// More than the line of `/proc/PID/statm` can have.
    const STATM_BYTES: usize = 1 << 8;
    /// What the copy may grow by until the program begins.
    const GROWTH: u64 = 1 << 20;

    /// Where a child says how large the copy is.
    pub struct RssReporter(OwnedFd);

    /// Where that can be read.
    pub struct InheritedRss(OwnedFd);

    /// The two ends.
    pub fn inherited_rss() -> io::Result<(RssReporter, InheritedRss)> {
        let (reader, writer) = pipe_with(PipeFlags::CLOEXEC | PipeFlags::NONBLOCK)?;
        Ok((RssReporter(writer), InheritedRss(reader)))
    }

    impl RssReporter {
        /// To be called by the child. It makes system calls, and nothing else.
        pub fn tell(&self) {
            let mut line = [0; STATM_BYTES];
            // Without a report the copy counts.
            if let Ok(file) = open(
                c"/proc/self/statm",
                OFlags::RDONLY | OFlags::CLOEXEC,
                Mode::empty(),
            ) && let Ok(count) = read(&file, &mut line)
            {
                let _ = write(&self.0, &line[..count]);
            }
        }
    }

    impl InheritedRss {
        /// The most that the copy had in memory, in bytes. To be called when the
        /// program has begun.
        pub fn bytes(&self) -> u64 {
            let mut line = [0; STATM_BYTES];
            let count = read(&self.0, &mut line).unwrap_or(0);
            resident(&line[..count]).map_or(0, |bytes| bytes + GROWTH)
        }
    }

    /// What a line of `statm` says (`proc_pid_statm(5)`).
    fn resident(line: &[u8]) -> Option<u64> {
        let text = std::str::from_utf8(line).ok()?;
        let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
        Some(pages * page_size() as u64)
    }
}

#[cfg(target_os = "linux")]
pub use linux::{RssReporter, inherited_rss};

#[cfg(not(target_os = "linux"))]
pub struct RssReporter;

#[cfg(not(target_os = "linux"))]
pub struct InheritedRss;

#[cfg(not(target_os = "linux"))]
pub fn inherited_rss() -> std::io::Result<(RssReporter, InheritedRss)> {
    Ok((RssReporter, InheritedRss))
}

#[cfg(not(target_os = "linux"))]
impl RssReporter {
    pub fn tell(&self) {}
}

#[cfg(not(target_os = "linux"))]
impl InheritedRss {
    pub fn bytes(&self) -> u64 {
        0
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn what_this_process_has_is_told() {
        let eaten = vec![1_u8; 16 << 20];
        let (reporter, inherited_rss) = inherited_rss().expect("a pipe");
        assert_eq!(inherited_rss.bytes(), 0);
        reporter.tell();
        assert!(inherited_rss.bytes() > eaten.len() as u64);
        drop(eaten);
    }
}
