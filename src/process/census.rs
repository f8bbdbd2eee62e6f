//! How many processes a program is, and what they use: read from `/proc`, and
//! not known elsewhere.

use std::time::Duration;

/// What the processes of a program use together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    pub processes: u32,
    pub cpu: Duration,
    /// Resident, in bytes.
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

        /// Of all processes of a session. Memory that several have in common counts
        /// for each of them, unless that made it more than `memory_max` bytes.
        pub fn of_session(id: u32, memory_max: Option<u64>) -> Option<Self> {
            let mut sum = Self::default();
            let mut names = Vec::new();
            for entry in fs::read_dir("/proc").ok()?.flatten() {
                let name = entry.file_name();
                let Some(name) = name.to_str() else { continue };
                if !name.starts_with(|first: char| first.is_ascii_digit()) {
                    continue;
                }
                // It may have ended by now.
                let Some((session, one)) = stat(name) else {
                    continue;
                };
                if session == u64::from(id) {
                    sum.processes += one.processes;
                    sum.cpu += one.cpu;
                    sum.memory += one.memory;
                    names.push(name.to_owned());
                }
            }
            if sum.processes > 1 && memory_max.is_some_and(|most| sum.memory > most) {
                sum.memory = names.iter().filter_map(|name| share(name)).sum();
            }
            Some(sum)
        }
    }

    /// The resident memory of a process, in bytes, in which a page that several
    /// processes have in common counts by its part. Asking that takes the kernel
    /// much longer.
    fn share(process: &str) -> Option<u64> {
        let text = fs::read_to_string(format!("/proc/{process}/smaps_rollup")).ok()?;
        let line = text.lines().find_map(|line| line.strip_prefix("Pss:"))?;
        let kibibytes: u64 = line.trim().strip_suffix(" kB")?.parse().ok()?;
        Some(kibibytes << 10)
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

#[cfg(not(target_os = "linux"))]
impl Census {
    pub fn of_process(_: u32) -> Option<Self> {
        None
    }

    pub fn of_session(_: u32, _: Option<u64>) -> Option<Self> {
        None
    }
}
