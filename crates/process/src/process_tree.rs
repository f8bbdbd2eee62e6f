//! Finds all processes of a run, even those that try to hide.
//!
//! Programs can leave their session, process group, parent and environment, but not their resource
//! limits. So each run is tagged with a limit that its processes inherit: the timeout of realtime
//! processes, with a value unique to the run and too high to ever apply.

use std::collections::BTreeSet;
use std::fs;
use std::io;
#[cfg(target_os = "linux")]
use std::sync::atomic::{AtomicU64, Ordering};

#[cfg(target_os = "linux")]
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::process_stat::{ProcessStat, numbers_in};

/// The processes of a run: those of its session, their descendants, and all that carry its tag.
#[derive(Clone, Copy, Debug)]
pub struct ProcessTree {
    /// The ID of the program's process, which is also that of its group and session.
    pub leader: u32,
    pub tag: RunTag,
}

/// The tag that all processes of a run inherit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunTag(u64);

impl RunTag {
    /// A new tag, unique within this process. If this process is itself tagged, the new tag is
    /// lower than its own.
    #[cfg(target_os = "linux")]
    pub fn new() -> Self {
        /// The tags count down from here, in microseconds.
        const TOP: u64 = 1 << 62;
        static RUNS: AtomicU64 = AtomicU64::new(1);
        let own = getrlimit(Resource::Rttime).maximum;
        let top = own.map_or(TOP, |own| own.min(TOP));
        Self(top.saturating_sub(RUNS.fetch_add(1, Ordering::Relaxed)))
    }

    /// Other systems have no such limit.
    #[cfg(not(target_os = "linux"))]
    pub fn new() -> Self {
        Self(0)
    }

    /// Tags the calling process. Called in the child; makes one system call.
    pub fn apply(self) -> io::Result<()> {
        #[cfg(target_os = "linux")]
        {
            let (current, maximum) = (Some(self.0), Some(self.0));
            setrlimit(Resource::Rttime, Rlimit { current, maximum })?;
        }
        Ok(())
    }

    /// Whether a process carries the tag. A process that has ended does until it is reaped.
    pub fn is_on(self, process: u32) -> bool {
        /// The name of the limit in `/proc/PID/limits`.
        const NAME: &str = "Max realtime timeout";
        let limits = fs::read_to_string(format!("/proc/{process}/limits"));
        limits.is_ok_and(|limits| {
            let line = limits.lines().find_map(|line| line.strip_prefix(NAME));
            let hard = line.and_then(|line| line.split_ascii_whitespace().nth(1));
            hard.and_then(|hard| hard.parse().ok()) == Some(self.0)
        })
    }
}

impl ProcessTree {
    /// The processes with their IDs; `None` without `/proc`.
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

    /// Whether this process has adopted a process of the run.
    pub fn adopted(self, id: u32, stat: &ProcessStat) -> bool {
        stat.parent == std::process::id() && self.tag.is_on(id)
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::os::unix::process::CommandExt;
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn a_tag_is_inherited_by_child_processes() {
        let (tag, other) = (RunTag::new(), RunTag::new());
        assert_ne!(tag, other);
        let mut command = Command::new("sh");
        command.args([
            "-c",
            "setsid env -i sleep 100 & read line; kill $!; echo $!",
        ]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        #[expect(unsafe_code, reason = "as in `confine`")]
        // SAFETY: `apply` makes one system call.
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
