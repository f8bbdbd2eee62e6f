//! Namespaces of their own for programs: a root directory with nothing else in it, an init that ends with
//! all its processes, and no network (`namespaces(7)`).
//!
//! One set of namespaces serves all programs of a sandbox, because the kernel takes a millisecond to make
//! a network and a user namespace. In it stands the system's part of the root directory. For each program,
//! a copy of these mounts gets its files in place of the machine's. Each run gets a copy of that, to which it
//! adds an empty directory in memory, and its own process IDs. Until the program is executed, its process and
//! the init share the memory of the child that has entered the namespaces, because a copy of this program
//! would take longer than all else.

use std::collections::VecDeque;
use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, pipe};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, open};
use rustix::io::{Errno, read, retry_on_intr, write};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, chdir, getegid, geteuid, getppid, pivot_root,
    set_dumpable_behavior, set_parent_process_death_signal, setpgid, setsid, wait, waitpid,
};
use rustix::stdio::{stdin, stdout};
use rustix::system::sethostname;
use rustix::thread::{UnshareFlags, move_into_link_name_space};

use super::root::{FileId, MountAccess, Root, Step, make_all};
use crate::Limits;
use crate::calls::{
    FIRST_OTHER, Stack, before_exec, close, exit, fork, restrict_mount, run_beside, run_within,
    unshare,
};
use crate::parent::end_with_parent;

/// Where the root directory is put together: a directory of every Linux system in which nobody has
/// programs.
const PLACE: &CStr = c"/sys";
/// The path of the fresh directory of a run.
pub const FRESH: &str = "/sandbox";
/// How many files the fresh directory of a run holds at most.
const FILES_MAX: u32 = 10_000;
/// What a root directory holds at most; it has directories and links only.
const ROOT_OPTIONS: &CStr = c"size=16m,nr_inodes=10000,mode=755";
/// What the machine is called.
const MACHINE: &[u8] = b"localhost";
/// The directory at which the processes of a run are shown.
const PROCESSES: &str = "/proc";

/// The kinds of namespaces that the programs of a sandbox share, in the order in which to enter them.
const SHARED: [&str; 5] = ["user", "net", "ipc", "uts", MOUNTS];
const MOUNTS: &str = "mnt";
/// How many programs keep their mounts for their next runs.
const PREPARED_MAX: usize = 32;

/// The namespaces that the programs of a sandbox share.
#[derive(Debug)]
pub struct Namespaces {
    shared: [OwnedFd; SHARED.len()],
    base: Root,
    /// The mounts of programs, of which the last one was made last.
    prepared: Mutex<VecDeque<Prepared>>,
}

/// The mounts that all runs of a program start from.
#[derive(Debug)]
struct Prepared {
    files: Root,
    /// The files that were there.
    found: Vec<Option<FileId>>,
    mounts: Arc<OwnedFd>,
}

/// What is to be mounted, and the trees of mounts, for which there is room before the fork.
struct Mounting {
    steps: Vec<Step>,
    trees: Vec<Option<OwnedFd>>,
}

/// The namespaces of one run, which a child enters.
pub struct RunNamespaces {
    shared: Arc<Namespaces>,
    mounts: Arc<OwnedFd>,
    fresh: Option<FreshDirectory>,
    /// The directory in which the program runs.
    directory: CString,
    report: PipeWriter,
    stacks: [Stack; 2],
}

/// A new directory in memory, at [`FRESH`].
pub struct FreshDirectory {
    entries: Vec<Step>,
    options: CString,
}

/// How the program of a run started and ended, as its init reports it.
pub struct ExitReport(PipeReader);

impl Namespaces {
    /// New namespaces with the system's part of the root directory.
    ///
    /// # Errors
    ///
    /// If the kernel does not support them, or refuses them to this user.
    pub fn new(base: Root) -> io::Result<Arc<Self>> {
        let mut mounting = Mounting::of(base.steps()?);
        let identities = Identities::of_this();
        let set_up = move || {
            unshare(
                UnshareFlags::NEWUSER
                    | UnshareFlags::NEWNS
                    | UnshareFlags::NEWIPC
                    | UnshareFlags::NEWUTS
                    | UnshareFlags::NEWNET,
            )?;
            identities.keep()?;
            sethostname(MACHINE)?;
            let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
            mount_change("/", private)?;
            mounting.carry_out()
        };
        let namespaces = Arc::new(Self {
            shared: made_by(set_up, SHARED)?,
            base,
            prepared: Mutex::default(),
        });
        namespaces.try_out()?;
        Ok(namespaces)
    }

    /// Lets a run do nothing.
    fn try_out(self: &Arc<Self>) -> io::Result<()> {
        let fresh = FreshDirectory::new(Vec::new(), Limits::FILES_BYTES)?;
        let (mut run, report) = self.of_run(&Root::default(), Some(fresh), Path::new(FRESH))?;
        let mut command = Command::new("nothing");
        before_exec(&mut command, move || Err(run.enter(&|| exit(0))));
        command.spawn()?.wait()?;
        report.start()?;
        let is_well = report.read().is_some_and(|status| status.success());
        is_well.then_some(()).ok_or(io::ErrorKind::Other.into())
    }

    /// The namespaces of a run with its files, in a directory.
    pub fn of_run(
        self: &Arc<Self>,
        files: &Root,
        fresh: Option<FreshDirectory>,
        directory: &Path,
    ) -> io::Result<(RunNamespaces, ExitReport)> {
        let (reader, report) = pipe()?;
        let run = RunNamespaces {
            shared: Arc::clone(self),
            mounts: self.mounts_of(files)?,
            fresh,
            directory: CString::new(directory.as_os_str().as_bytes())?,
            report,
            stacks: [Stack::new(), Stack::new()],
        };
        Ok((run, ExitReport(reader)))
    }

    /// The mounts of a program with its files: those of an earlier run, unless a file was replaced.
    fn mounts_of(self: &Arc<Self>, files: &Root) -> io::Result<Arc<OwnedFd>> {
        let mut prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner);
        let found = files.found();
        let known = prepared
            .iter()
            .find(|it| it.files == *files && it.found == found);
        if let Some(known) = known {
            return Ok(Arc::clone(&known.mounts));
        }
        let mounts = Arc::new(self.prepare(files)?);
        if prepared.len() == PREPARED_MAX {
            prepared.pop_front();
        }
        prepared.push_back(Prepared {
            files: files.clone(),
            found,
            mounts: Arc::clone(&mounts),
        });
        Ok(mounts)
    }

    /// Mounts what the runs of a program have in common.
    fn prepare(self: &Arc<Self>, files: &Root) -> io::Result<OwnedFd> {
        let place = Path::new(OsStr::from_bytes(PLACE.to_bytes()));
        let mut steps = files.steps_over(&self.base, place)?;
        steps.push(Step::directory(Path::new(PROCESSES))?);
        steps.push(Step::directory(Path::new(FRESH))?);
        let mut mounting = Mounting::of(steps);
        let shared = Arc::clone(self);
        let set_up = move || {
            shared.enter()?;
            unshare(UnshareFlags::NEWNS)?;
            mounting.carry_out()?;
            // The kernel mounts processes only where some are to be seen already: these are none.
            match fork(libc::CLONE_NEWPID)? {
                None => exit(mount_processes(&PROCESSES[1..]).is_err().into()),
                Some(child) => drop(waitpid(Some(child), WaitOptions::empty())?),
            }
            pivot_root(c".", c".")?;
            Ok(unmount(c".", UnmountFlags::DETACH)?)
        };
        let [mounts] = made_by(set_up, [MOUNTS])?;
        Ok(mounts)
    }

    /// Moves the calling process into the namespaces. Makes only system calls.
    fn enter(&self) -> rustix::io::Result<()> {
        let mut shared = self.shared.iter();
        shared.try_for_each(|namespace| move_into_link_name_space(namespace.as_fd(), None))
    }
}

/// Makes a process set up namespaces, and opens those of some kinds.
fn made_by<const COUNT: usize>(
    mut set_up: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
    kinds: [&str; COUNT],
) -> io::Result<[OwnedFd; COUNT]> {
    let mut command = Command::new("nothing");
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    before_exec(&mut command, move || {
        set_up()?;
        // What keeps the namespaces until they have been opened. This also ends the start of the
        // program.
        close(FIRST_OTHER..=u32::MAX, false)?;
        if write(stdout(), b"!").is_ok() {
            let _ = read(stdin(), &mut [0; 1]);
        }
        exit(0)
    });
    let mut child = command.spawn()?;
    let output = child.stdout.as_mut();
    let ready = output.map_or(Ok(()), |output| output.read_exact(&mut [0; 1]));
    let directory = format!("/proc/{}/ns", child.id());
    let opened = kinds.map(|kind| File::open(format!("{directory}/{kind}")).map(OwnedFd::from));
    drop(child.stdin.take());
    child.wait()?;
    ready?;
    let opened = opened.into_iter().collect::<io::Result<Vec<_>>>()?;
    <[OwnedFd; COUNT]>::try_from(opened).map_err(|_| io::ErrorKind::Other.into())
}

impl RunNamespaces {
    /// Enters the namespaces, and lets a process there prepare itself and execute the program; its parent is
    /// the init of its process IDs, whose parent is the calling process. Returns only an error. Makes only
    /// system calls.
    pub fn enter(&mut self, execute: &dyn Fn() -> io::Error) -> io::Error {
        if let Err(error) = self.enter_mounts() {
            return error;
        }
        let [stack, inner_stack] = &mut self.stacks;
        let (report, directory) = (self.report.as_fd(), &*self.directory);
        let mut init = || {
            let mut error = 0;
            let mut program = || {
                let failed = match begin_program(directory) {
                    Ok(()) => execute(),
                    Err(error) => error,
                };
                error = failed.raw_os_error().unwrap_or(libc::EPERM);
                exit(1)
            };
            let _ = set_parent_process_death_signal(Some(Signal::KILL));
            // Others of the same user may otherwise see and trace it.
            let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
            // The group of the calling process has no ID here.
            let _ = setpgid(None, None);
            match run_within(inner_stack, &mut program) {
                Ok(program) => be_init(program, error, report),
                Err(_) => exit(1),
            }
        };
        run_beside(libc::CLONE_NEWPID, stack, &mut init, wait_for)
    }

    /// Enters the namespaces but that of process IDs.
    fn enter_mounts(&self) -> io::Result<()> {
        let parent = getppid();
        self.shared.enter()?;
        move_into_link_name_space(self.mounts.as_fd(), None)?;
        // Another user namespace ends this, too.
        end_with_parent(parent)?;
        unshare(UnshareFlags::NEWNS | UnshareFlags::NEWIPC)?;
        self.fresh.as_ref().map_or(Ok(()), FreshDirectory::make)
    }
}

/// Makes the calling process that of a program.
fn begin_program(directory: &CStr) -> io::Result<()> {
    set_parent_process_death_signal(Some(Signal::KILL))?;
    setsid()?;
    mount_processes(PROCESSES)?;
    Ok(chdir(directory)?)
}

/// Shows the process IDs of the calling process, to each process only its own and those that it may trace.
fn mount_processes(at: &str) -> rustix::io::Result<()> {
    let hardened = MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
    mount(c"proc", at, c"proc", hardened, c"hidepid=ptraceable")
}

impl FreshDirectory {
    /// A directory with some entries, which holds some bytes at most.
    pub fn new(entries: Vec<Step>, bytes: u64) -> io::Result<Self> {
        let options = CString::new(format!("size={bytes},nr_inodes={FILES_MAX},mode=755"))?;
        Ok(Self { entries, options })
    }

    /// Makes it, and enters it. Makes only system calls.
    fn make(&self) -> io::Result<()> {
        let hardened = MountFlags::NOSUID | MountFlags::NODEV;
        mount(c"tmpfs", FRESH, c"tmpfs", hardened, &*self.options)?;
        chdir(FRESH)?;
        Ok(make_all(&self.entries)?)
    }
}

impl Mounting {
    fn of(steps: Vec<Step>) -> Self {
        let trees = Vec::with_capacity(steps.len());
        Self { steps, trees }
    }

    /// Puts a root directory together at [`PLACE`], which becomes the current directory. Makes only
    /// system calls.
    fn carry_out(&mut self) -> io::Result<()> {
        // Before anything is hidden.
        for step in &self.steps {
            let tree = match step {
                Step::Mount { from, access, .. } => copy_mounts(from, *access)?,
                _ => None,
            };
            self.trees.push(tree);
        }
        mount(
            c"tmpfs",
            PLACE,
            c"tmpfs",
            MountFlags::NOSUID | MountFlags::NODEV,
            ROOT_OPTIONS,
        )?;
        chdir(PLACE)?;
        for (step, tree) in self.steps.iter().zip(&self.trees) {
            match (step, tree) {
                (Step::Mount { at, .. }, Some(tree)) => {
                    step.make(CWD)?;
                    let whole = MoveMountFlags::MOVE_MOUNT_F_EMPTY_PATH;
                    move_mount(tree, c"", CWD, at, whole)?;
                }
                // What is no longer there.
                (Step::Mount { .. }, None) => {}
                _ => step.make(CWD)?,
            }
        }
        let root = open_tree(CWD, c".", OpenTreeFlags::OPEN_TREE_CLOEXEC)?;
        restrict_mount(root.as_fd(), libc::MOUNT_ATTR_RDONLY, 0)
    }
}

impl ExitReport {
    /// Waits until the program has been executed.
    pub fn start(&self) -> io::Result<()> {
        match self.number() {
            // Its init was killed, as reading how it ended will tell.
            Some(0) | None => Ok(()),
            Some(error) => Err(io::Error::from_raw_os_error(error)),
        }
    }

    /// A file descriptor that becomes readable when the program ends.
    pub fn fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }

    /// Whether the program has ended.
    pub fn is_there(&self) -> rustix::io::Result<bool> {
        let mut fds = [PollFd::new(&self.0, PollFlags::IN)];
        Ok(poll(&mut fds, Some(&Timespec::default()))? > 0)
    }

    /// How the program ended; `None` if its init was killed.
    pub fn read(&self) -> Option<ExitStatus> {
        self.number().map(ExitStatus::from_raw)
    }

    fn number(&self) -> Option<i32> {
        let mut bytes = [0; size_of::<i32>()];
        let count = retry_on_intr(|| read(&self.0, &mut bytes)).ok()?;
        (count == bytes.len()).then(|| i32::from_ne_bytes(bytes))
    }
}

/// A copy of the mounts at a path and below, with an access; `None` if there is nothing.
fn copy_mounts(from: &CStr, access: Option<MountAccess>) -> io::Result<Option<OwnedFd>> {
    let flags = OpenTreeFlags::OPEN_TREE_CLONE
        | OpenTreeFlags::OPEN_TREE_CLOEXEC
        | OpenTreeFlags::AT_RECURSIVE
        | OpenTreeFlags::AT_NO_AUTOMOUNT;
    let tree = match open_tree(CWD, from, flags) {
        Ok(tree) => tree,
        Err(Errno::NOENT) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let attributes = match access {
        None => return Ok(Some(tree)),
        Some(MountAccess::Read) => {
            libc::MOUNT_ATTR_RDONLY | libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV
        }
        Some(MountAccess::Write) => libc::MOUNT_ATTR_NOSUID | libc::MOUNT_ATTR_NODEV,
        Some(MountAccess::Device) => libc::MOUNT_ATTR_NOSUID,
    };
    restrict_mount(tree.as_fd(), attributes, libc::AT_RECURSIVE)?;
    Ok(Some(tree))
}

/// Waits for the init of a run, and ends like it.
fn wait_for(init: Pid) -> ! {
    let _ = close(0..=u32::MAX, false);
    while let Err(Errno::INTR) = waitpid(Some(init), WaitOptions::empty()) {}
    exit(0)
}

/// Reports whether a program has started, and how it ends, and ends when no process is left.
fn be_init(program: Pid, error: libc::c_int, report: BorrowedFd<'_>) -> ! {
    let file = report.as_raw_fd().unsigned_abs();
    if let Some(before) = file.checked_sub(1) {
        let _ = close(0..=before, false);
    }
    let _ = close(file + 1..=u32::MAX, false);
    let tell = |number: libc::c_int| write(report, &number.to_ne_bytes());
    // Limits are watched only from then on.
    if tell(error).is_err() {
        exit(1);
    }
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((id, status))) if id == program => {
                let _ = tell(status.as_raw());
            }
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => exit(0),
        }
    }
}

/// The files with which a new user namespace learns whose it is, and what to write to them.
struct Identities([(CString, Vec<u8>); 3]);

impl Identities {
    /// The user and the group of this process, under their own numbers.
    fn of_this() -> Self {
        let own = |id: u32| format!("{id} {id} 1\n").into_bytes();
        Self([
            (c"/proc/self/setgroups".into(), b"deny".into()),
            (c"/proc/self/uid_map".into(), own(geteuid().as_raw())),
            (c"/proc/self/gid_map".into(), own(getegid().as_raw())),
        ])
    }

    /// Keeps them in the calling process's new user namespace. Makes only system calls.
    fn keep(&self) -> rustix::io::Result<()> {
        for (path, map) in &self.0 {
            let file = open(path, OFlags::WRONLY | OFlags::CLOEXEC, Mode::empty())?;
            write(&file, map)?;
        }
        Ok(())
    }
}
