//! How many processes a program is, and what they use: read from `/proc`, and
//! not known elsewhere.

use std::time::Duration;

/// What the processes of a program use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub processes: u32,
    pub cpu: Duration,
    /// Resident, in bytes. What processes share is counted for each of them.
    pub memory: u64,
}

#[cfg(target_os = "linux")]
mod linux {
    use std::fs::{self, File};
    use std::io::Read;
    use std::time::Duration;

    use rustix::param::{clock_ticks_per_second, page_size};

    use super::Census;

    /// Where the fields of `/proc/PID/stat` stand after the name in brackets,
    /// which may hold anything (`proc_pid_stat(5)`, from 0).
    const SESSION: usize = 3;
    const TIMES: std::ops::Range<usize> = 11..15;
    const RESIDENT: usize = 21;
    /// More than a line of `stat` can have.
    const STAT_BYTES: usize = 1 << 10;

    impl Census {
        /// Of one process.
        pub fn of_process(id: u32) -> Option<Self> {
            Some(stat(&id.to_string())?.1)
        }

        /// Of all processes of a session.
        pub fn of_session(id: u32) -> Option<Self> {
            let mut sum = Self::default();
            for name in processes()? {
                // It may have ended by now.
                let Some((session, one)) = stat(&name) else {
                    continue;
                };
                if session == u64::from(id) {
                    sum.processes += one.processes;
                    sum.cpu += one.cpu;
                    sum.memory += one.memory;
                }
            }
            Some(sum)
        }
    }

    /// Where the lines of `smaps_rollup` say how much a process has, each page
    /// divided by the number of processes that share it.
    const SHARE: &str = "Pss:";

    /// The memory of all processes of a session, in bytes, each page counted
    /// once. It is not free to find out: the kernel looks at every page.
    pub fn memory_of_session(id: u32) -> Option<u64> {
        let mut sum = 0;
        for name in processes()? {
            let Some((session, one)) = stat(&name) else {
                continue;
            };
            if session == u64::from(id) {
                let text = fs::read_to_string(format!("/proc/{name}/smaps_rollup"));
                // Not every kernel has it, and not everybody may read it.
                sum += text
                    .ok()
                    .and_then(|text| share(&text))
                    .unwrap_or(one.memory);
            }
        }
        Some(sum)
    }

    /// What the text of `smaps_rollup` says, in bytes.
    fn share(text: &str) -> Option<u64> {
        let amount = text.lines().find_map(|line| line.strip_prefix(SHARE))?;
        let kibibytes: u64 = amount.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
    }

    /// The numbers of all processes, as text.
    fn processes() -> Option<impl Iterator<Item = String>> {
        let entries = fs::read_dir("/proc").ok()?.flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        Some(names.filter(|name| name.starts_with(|first: char| first.is_ascii_digit())))
    }

    /// The session of a process, and what it uses.
    fn stat(process: &str) -> Option<(u64, Census)> {
        let mut bytes = [0; STAT_BYTES];
        let mut file = File::open(format!("/proc/{process}/stat")).ok()?;
        let count = file.read(&mut bytes).ok()?;
        let text =
            std::str::from_utf8(&bytes[bytes.iter().rposition(|&byte| byte == b')')? + 1..count]);
        let fields: Vec<u64> = text
            .ok()?
            .split_ascii_whitespace()
            .skip(1)
            .map(|field| field.parse().unwrap_or(0))
            .collect();
        let ticks: u64 = fields.get(TIMES.start - 1..TIMES.end - 1)?.iter().sum();
        let census = Census {
            processes: 1,
            cpu: Duration::from_millis(ticks * 1000 / clock_ticks_per_second().max(1)),
            memory: fields.get(RESIDENT - 1)? * page_size() as u64,
        };
        Some((*fields.get(SESSION - 1)?, census))
    }
}

#[cfg(target_os = "linux")]
pub use linux::memory_of_session;

#[cfg(not(target_os = "linux"))]
pub fn memory_of_session(_: u32) -> Option<u64> {
    None
}

#[cfg(not(target_os = "linux"))]
impl Census {
    pub fn of_process(_: u32) -> Option<Self> {
        None
    }

    pub fn of_session(_: u32) -> Option<Self> {
        None
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::id;

    use rustix::process::getsid;

    use super::*;

    fn session() -> u32 {
        let session = getsid(None).expect("a session").as_raw_nonzero().get();
        session.try_into().expect("a positive number")
    }

    #[test]
    fn this_process_is_counted() {
        let eaten = vec![1_u8; 16 << 20];
        let one = Census::of_process(id()).expect("this process");
        assert_eq!(one.processes, 1);
        assert!(one.memory > eaten.len() as u64);
        let all = Census::of_session(session()).expect("this session");
        assert!(all.processes >= 1 && all.memory > eaten.len() as u64);
        let fair = memory_of_session(session()).expect("this session");
        assert!(fair > eaten.len() as u64);
        drop(eaten);
    }

    #[test]
    fn nobody_has_nothing() {
        let nobody = i32::MAX.unsigned_abs();
        assert_eq!(Census::of_process(nobody), None);
        assert_eq!(Census::of_session(nobody), Some(Census::default()));
        assert_eq!(memory_of_session(nobody), Some(0));
    }
}
