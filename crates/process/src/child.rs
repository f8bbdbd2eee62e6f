//! A running program, its end, and the processes that it leaves behind.
//!
//! This process adopts processes that have left the group of their program. Only Linux supports
//! that; other systems have no `/proc` in which to find children.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitOptions, kill_process, kill_process_group, waitid,
    waitpid,
};
#[cfg(target_os = "linux")]
use rustix::process::{PidfdFlags, pidfd_open, pidfd_send_signal};
use tempfile::TempDir;
use wait4::Wait4;

use super::confine::{InheritedRss, confine};
use super::environment;
use super::processes::{Init, ProcessTree, RunTag, children_of};
use super::sandbox::{ExitReport, RunSandbox};
use super::scarcity::is_scarcity;
use super::stdio_pump::StdioPipes;
use super::{Limits, Program, RunError, StdinSource, Termination};

/// How long a killed program may take to end; the kernel may have to write to a slow disk.
const DEATH_MAX: Duration = Duration::from_secs(10);
/// How often to check whether a killed program has ended.
const NAP: Duration = Duration::from_micros(200);

/// A program in its own process group. Dropping it kills the group.
pub struct RunningProgram {
    child: Child,
    tree: ProcessTree,
    /// Becomes readable when the child ends, where the kernel supports that.
    exit: Option<OwnedFd>,
    init: Option<RunningInit>,
    /// The memory inherited from this program, in bytes.
    inherited_rss: u64,
    /// The directory in which it runs, if it was made for the program.
    _directory: Option<TempDir>,
    /// Whether `end` has been called. Afterwards the process ID may belong to another process.
    is_given_up: bool,
}

/// The init of a program in namespaces of its own.
struct RunningInit {
    /// `None` if it has ended already.
    process: Option<OwnedFd>,
    report: ExitReport,
}

pub struct ChildExit {
    pub end: Termination,
    pub cpu: Duration,
    /// The peak of resident memory as reported by the kernel, in bytes, including inherited memory.
    pub memory: u64,
    /// The inherited memory, in bytes.
    pub inherited_rss: u64,
}

/// Classifies the error of a start: the program may be at fault, or the system may have run out of
/// files, processes or memory.
fn start_error(error: io::Error) -> RunError {
    if is_scarcity(&error) {
        return RunError::Machine(io::Error::new(
            error.kind(),
            format!("cannot start the program: {error}"),
        ));
    }
    RunError::Start(error)
}

impl RunningProgram {
    pub fn start(
        program: &Program,
        input: &StdinSource<'_>,
        limits: &Limits,
    ) -> Result<(Self, StdioPipes), RunError> {
        let no_program = || io::Error::new(io::ErrorKind::InvalidInput, "no program is named");
        let command = program.command.split_first();
        let (name, args) = command.ok_or_else(|| RunError::Start(no_program()))?;
        let mut command = Command::new(name);
        command.args(args);
        if let Some(called) = program.called() {
            command.arg0(called);
        }
        let confinement = program.confinement.as_ref();
        let mut sandbox = confinement
            .map(|it| it.of_run(program, limits))
            .transpose()?;
        let (home, directory) = match &sandbox {
            Some(sandbox) => (Some(sandbox.home()), sandbox.directory()),
            None => (program.home.as_deref(), program.directory.as_deref()),
        };
        command
            .env_clear()
            .envs(environment::variables(home))
            .envs(program.variables.iter().map(|(name, value)| (name, value)));
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        command
            .stdin(match input {
                StdinSource::File(file) => Stdio::from(file.try_clone()?),
                StdinSource::Bytes([]) => Stdio::null(),
                StdinSource::Bytes(_) => Stdio::piped(),
            })
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let (reporter, inherited_rss) = InheritedRss::pipe()?;
        let tag = RunTag::new();
        let made = sandbox.as_mut().and_then(RunSandbox::take_fresh);
        let report = sandbox.as_mut().and_then(RunSandbox::take_report);
        if let Some(sandbox) = &mut sandbox {
            sandbox.set_command(&command, program.called().as_deref())?;
        }
        confine(&mut command, limits, tag, reporter, sandbox);
        let mut child = command.spawn().map_err(start_error)?;
        // It holds the other end of the report.
        drop(command);
        let pipes = StdioPipes {
            stdin: child.stdin.take(),
            stdout: child.stdout.take(),
            stderr: child.stderr.take(),
        };
        let mut tree = ProcessTree {
            leader: child.id(),
            tag,
            init: None,
        };
        let init = report.map(|report| {
            let found = Init::of(tree.leader);
            tree.init = Some(found.unwrap_or(Init {
                process: tree.leader,
                program: None,
            }));
            let process = found.and_then(|init| open_process(init.process));
            RunningInit { process, report }
        });
        let started = init.as_ref().map_or(Ok(()), |init| init.report.start());
        let running = Self {
            child,
            tree,
            exit: open_process(tree.leader),
            init,
            inherited_rss: inherited_rss.bytes(),
            _directory: made,
            is_given_up: false,
        };
        started.map_err(start_error)?;
        Ok((running, pipes))
    }

    pub fn tree(&self) -> ProcessTree {
        self.tree
    }

    /// A file descriptor that becomes readable when the program ends.
    pub fn exit(&self) -> Option<BorrowedFd<'_>> {
        if let Some(init) = &self.init {
            return Some(init.report.fd());
        }
        self.exit.as_ref().map(AsFd::as_fd)
    }

    /// Whether the program has ended. Does not reap it, so that its process group keeps its ID
    /// until the group is killed.
    pub fn has_ended(&self) -> io::Result<bool> {
        if let Some(init) = &self.init
            && init.report.is_there()?
        {
            return Ok(true);
        }
        self.has_child_ended()
    }

    fn has_child_ended(&self) -> io::Result<bool> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        Ok(waitid(WaitId::Pid(Pid::from_child(&self.child)), options)?.is_some())
    }

    /// Kills the remaining processes of the program, and returns how it ended. A program that has
    /// switched to another user survives.
    pub fn end(&mut self) -> io::Result<ChildExit> {
        use std::os::unix::process::ExitStatusExt;
        self.is_given_up = true;
        self.kill();
        if !self.ends_within(DEATH_MAX)? {
            return Err(io::Error::other("cannot end the program"));
        }
        end_orphans_of(self.tree);
        let wait = self.child.wait4()?;
        let status = match &self.init {
            None => wait.status,
            // Without a report, it was killed with its init.
            Some(init) => init
                .report
                .read()
                .unwrap_or(ExitStatus::from_raw(Signal::KILL.as_raw())),
        };
        let end = match (status.code(), status.signal()) {
            (Some(code), _) => Termination::Exited(code),
            (None, signal) => Termination::Signalled(signal.unwrap_or_default()),
        };
        Ok(ChildExit {
            end,
            cpu: wait.rusage.utime + wait.rusage.stime,
            memory: wait.rusage.maxrss,
            inherited_rss: self.inherited_rss,
        })
    }

    /// Kills the program's processes, as far as they can be found.
    fn kill(&mut self) {
        // These calls fail if no process is left.
        let init = self.init.as_ref().and_then(|init| init.process.as_ref());
        if let Some(init) = init {
            // The kernel ends all others with it, and then the child, which waits for it.
            kill_opened(init);
            return;
        }
        let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
        let _ = self.child.kill();
    }

    fn ends_within(&self, time: Duration) -> io::Result<bool> {
        let begun = Instant::now();
        while !self.has_child_ended()? {
            let left = time.saturating_sub(begun.elapsed());
            if left.is_zero() {
                return Ok(false);
            }
            match &self.exit {
                Some(exit) => wait_until_readable(exit, left)?,
                None => thread::sleep(NAP),
            }
        }
        Ok(true)
    }
}

impl Drop for RunningProgram {
    fn drop(&mut self) {
        if !self.is_given_up {
            // Drop cannot report errors.
            let _ = self.end();
        }
    }
}

/// Waits for a file, a signal, or the end of some time.
fn wait_until_readable(file: &OwnedFd, time: Duration) -> io::Result<()> {
    let mut fds = [PollFd::new(file, PollFlags::IN)];
    match poll(&mut fds, Timespec::try_from(time).ok().as_ref()) {
        Err(Errno::INTR) | Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// A file descriptor of a process that becomes readable when it ends.
#[cfg(target_os = "linux")]
fn open_process(id: u32) -> Option<OwnedFd> {
    let id = Pid::from_raw(i32::try_from(id).ok()?)?;
    pidfd_open(id, PidfdFlags::empty()).ok()
}

/// Kills a process, unless it has ended.
#[cfg(target_os = "linux")]
fn kill_opened(process: &OwnedFd) {
    let _ = pidfd_send_signal(process, Signal::KILL);
}

/// Only Linux has such files.
#[cfg(not(target_os = "linux"))]
fn open_process(_: u32) -> Option<OwnedFd> {
    None
}

#[cfg(not(target_os = "linux"))]
fn kill_opened(_: &OwnedFd) {}

/// Makes this process adopt the processes that its programs leave behind, so that they count for
/// the limits, and [`end_orphans`] finds them.
///
/// # Errors
///
/// If the kernel refuses it.
pub fn adopt_orphans() -> io::Result<()> {
    #[cfg(target_os = "linux")]
    rustix::process::set_child_subreaper(Some(rustix::process::getpid()))?;
    Ok(())
}

/// Kills the adopted processes. Every child of the main thread counts as adopted, so no program may
/// be running.
pub fn end_orphans() {
    end_children(|_| true);
}

/// Kills the adopted processes of a run, whose leader has ended but still waits to be reaped.
fn end_orphans_of(tree: ProcessTree) {
    end_children(|id| id != tree.leader && tree.tag.is_on(id));
}

/// Kills some children of the main thread, and those adopted as a result.
fn end_children(is_to_end: impl Fn(u32) -> bool) {
    let me = std::process::id();
    let begun = Instant::now();
    while begun.elapsed() < DEATH_MAX {
        let (mut is_any, mut is_left) = (false, false);
        for id in children_of(me, me).into_iter().flatten() {
            let Some(child) = id.try_into().ok().and_then(Pid::from_raw) else {
                continue;
            };
            // A process that has switched to another user cannot be killed.
            if is_to_end(id) && kill_process(child, Signal::KILL).is_ok() {
                is_any = true;
                is_left |= matches!(waitpid(Some(child), WaitOptions::NOHANG), Ok(None));
            }
        }
        if !is_any {
            return;
        }
        if is_left {
            thread::sleep(NAP);
        }
    }
}
