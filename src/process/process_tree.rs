//! Which processes belong to a run, wherever they hide.
//!
//! Sessions, groups, parents and environments change; limits do not. So each run is marked by a
//! limit that its processes inherit: that of the time of realtime processes, set so high that it
//! never holds, and to another number in each run.

use std::io;

/// The processes of a run: those of a session, what they have started, and whatever
/// bears the tag of the run.
#[derive(Clone, Copy, Debug)]
pub struct ProcessTree {
    /// The number of the program's process, its group and its session.
    pub leader: u32,
    pub tag: RunTag,
}

/// What all processes of a run have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunTag(u64);

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::fs;
    use std::sync::atomic::{AtomicU64, Ordering};

    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use super::super::process_stat::{ProcessStat, numbers_in};
    use super::{ProcessTree, RunTag, io};

    /// The number before the first tag, in microseconds.
    const TOP: u64 = 1 << 62;
    /// The name of the limit in `/proc/PID/limits`.
    const NAME: &str = "Max realtime timeout";

    impl RunTag {
        /// A tag that no run of this process has had. If this process bears one
        /// itself, those of its own runs are below that.
        pub fn new() -> Self {
            static RUNS: AtomicU64 = AtomicU64::new(1);
            let own = getrlimit(Resource::Rttime).maximum;
            let top = own.map_or(TOP, |own| own.min(TOP));
            Self(top.saturating_sub(RUNS.fetch_add(1, Ordering::Relaxed)))
        }

        /// To be called by the child. It makes a system call, and nothing else.
        pub fn apply(self) -> io::Result<()> {
            let (current, maximum) = (Some(self.0), Some(self.0));
            Ok(setrlimit(Resource::Rttime, Rlimit { current, maximum })?)
        }

        /// Whether a process bears it; one that has ended does, too, until it is
        /// waited for.
        pub fn is_on(self, process: u32) -> bool {
            let limits = fs::read_to_string(format!("/proc/{process}/limits"));
            limits.is_ok_and(|limits| {
                let line = limits.lines().find_map(|line| line.strip_prefix(NAME));
                let hard = line.and_then(|line| line.split_ascii_whitespace().nth(1));
                hard.and_then(|hard| hard.parse().ok()) == Some(self.0)
            })
        }
    }

    impl ProcessTree {
        /// Its processes by their numbers; `None` where there is no `/proc`.
        pub fn members(self) -> Option<Vec<(u32, ProcessStat)>> {
            let all = numbers_in("/proc")?;
            let all = all.filter_map(|id| Some((id, ProcessStat::of(&id.to_string())?)));
            let (mut found, mut others): (Vec<_>, Vec<_>) =
                all.partition(|(id, stat)| stat.session == self.leader || self.adopted(*id, stat));
            // Children may come before their parents.
            let mut known = 0;
            while known < found.len() {
                let parents: BTreeSet<_> = found[known..].iter().map(|(id, _)| *id).collect();
                known = found.len();
                found.extend(others.extract_if(.., |(_, stat)| parents.contains(&stat.parent)));
            }
            Some(found)
        }

        /// Whether a process has lost its parent, and belongs to the run.
        pub fn adopted(self, id: u32, stat: &ProcessStat) -> bool {
            stat.parent == std::process::id() && self.tag.is_on(id)
        }
    }
}

#[cfg(not(target_os = "linux"))]
impl RunTag {
    pub fn new() -> Self {
        Self(0)
    }

    #[expect(clippy::unnecessary_wraps, reason = "it can fail elsewhere")]
    pub fn apply(self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_mark_stays_on_what_a_process_starts() {
        let (tag, other) = (RunTag::new(), RunTag::new());
        assert_ne!(tag, other);
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "setsid env -i sleep 100 & read line; kill $!; echo $!",
        ]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[expect(unsafe_code, reason = "as in `confine`")]
        // SAFETY: it makes one system call.
        unsafe {
            command.pre_exec(move || tag.apply());
        }
        let mut child = command.spawn().expect("a shell");
        assert!(tag.is_on(child.id()) && !other.is_on(child.id()));
        assert!(!tag.is_on(std::process::id()));
        let children = format!("/proc/{0}/task/{0}/children", child.id());
        let first = loop {
            let text = std::fs::read_to_string(&children).expect("children");
            if let Some(first) = text.split_whitespace().next() {
                break first.parse().expect("a number");
            }
        };
        assert!(tag.is_on(first), "{first}");
        drop(child.stdin.take());
        child.wait().expect("it ends");
    }
}
