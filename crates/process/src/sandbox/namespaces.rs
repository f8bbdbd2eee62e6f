//! Namespaces of their own for programs: a root directory with nothing else in it, an init that ends with
//! all its processes, and no network (`namespaces(7)`).
//!
//! One set of namespaces serves all programs of a sandbox, because the kernel takes a millisecond to make
//! a network and a user namespace. In it stands the system's part of the root directory. Each run gets a
//! copy of the mounts, to which it adds its own files, and its own process IDs.

use std::ffi::{CStr, CString, OsStr};
use std::fs::File;
use std::io::{self, PipeReader, PipeWriter, Read, pipe};
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::Arc;

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{CWD, Mode, OFlags, open};
use rustix::io::{Errno, read, write};
use rustix::mount::{
    MountFlags, MountPropagationFlags, MoveMountFlags, OpenTreeFlags, UnmountFlags, mount,
    mount_change, move_mount, open_tree, unmount,
};
use rustix::process::{
    DumpableBehavior, Pid, Signal, WaitOptions, chdir, getegid, geteuid, getppid, pivot_root,
    set_dumpable_behavior, set_parent_process_death_signal, setsid, wait, waitpid,
};
use rustix::stdio::{stdin, stdout};
use rustix::thread::{UnshareFlags, move_into_link_name_space};

use super::root::{MountAccess, Root, Step, make_all};
use crate::Limits;
use crate::calls::{FIRST_OTHER, before_exec, close, exit, fork, restrict_mount, unshare};
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
/// The directory at which the processes of a run are shown.
const PROCESSES: &CStr = c"proc";

/// The kinds of namespaces that the programs of a sandbox share, in the order in which to enter them.
const SHARED: [&str; 5] = ["user", "net", "ipc", "uts", "mnt"];

/// The namespaces that the programs of a sandbox share.
#[derive(Debug)]
pub struct Namespaces {
    namespaces: [OwnedFd; SHARED.len()],
    base: Root,
}

/// What is to be mounted, and the trees of mounts, for which there is room before the fork.
struct Mounting {
    steps: Vec<Step>,
    trees: Vec<Option<OwnedFd>>,
}

/// The namespaces of one run, which a child enters.
pub struct RunNamespaces {
    shared: Arc<Namespaces>,
    mounting: Mounting,
    fresh: Option<FreshDirectory>,
    /// The directory in which the program runs.
    directory: CString,
    report: PipeWriter,
}

/// A new directory in memory, at [`FRESH`].
pub struct FreshDirectory {
    entries: Vec<Step>,
    options: CString,
}

/// How the program of a run ended, as its init reports it.
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
        let setup = move || {
            unshare(
                UnshareFlags::NEWUSER
                    | UnshareFlags::NEWNS
                    | UnshareFlags::NEWIPC
                    | UnshareFlags::NEWUTS
                    | UnshareFlags::NEWNET,
            )?;
            identities.keep()?;
            let private = MountPropagationFlags::PRIVATE | MountPropagationFlags::REC;
            mount_change("/", private)?;
            mounting.carry_out()?;
            // What keeps the namespaces until they have been opened. This also ends the start of the
            // program.
            close(FIRST_OTHER..=u32::MAX, false)?;
            let _ = write(stdout(), b"!");
            let _ = read(stdin(), &mut [0; 1]);
            exit(0)
        };
        let mut command = Command::new("nothing");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        before_exec(&mut command, setup);
        let mut child = command.spawn()?;
        if let Some(output) = &mut child.stdout {
            output.read_exact(&mut [0; 1])?;
        }
        let open = |kind| File::open(format!("/proc/{}/ns/{kind}", child.id()));
        let shared = SHARED.map(|kind| open(kind).map(OwnedFd::from));
        drop(child.stdin.take());
        child.wait()?;
        let [user, net, ipc, uts, mnt] = shared;
        let namespaces = Arc::new(Self {
            namespaces: [user?, net?, ipc?, uts?, mnt?],
            base,
        });
        namespaces.try_out()?;
        Ok(namespaces)
    }

    /// Lets a run do nothing.
    fn try_out(self: &Arc<Self>) -> io::Result<()> {
        let fresh = FreshDirectory::new(Vec::new(), Limits::FILES_BYTES)?;
        let (mut run, report) = self.of_run(&Root::default(), Some(fresh), Path::new(FRESH))?;
        let mut command = Command::new("nothing");
        before_exec(&mut command, move || {
            run.enter()?;
            exit(0)
        });
        command.spawn()?.wait()?;
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
        let mut steps =
            files.steps_over(&self.base, Path::new(OsStr::from_bytes(PLACE.to_bytes())))?;
        steps.push(Step::Directory(PROCESSES.into()));
        if fresh.is_some() {
            steps.push(Step::directory(Path::new(&FRESH[1..]))?);
        }
        let run = RunNamespaces {
            shared: Arc::clone(self),
            mounting: Mounting::of(steps),
            fresh,
            directory: CString::new(directory.as_os_str().as_bytes())?,
            report,
        };
        Ok((run, ExitReport(reader)))
    }
}

impl RunNamespaces {
    /// Enters the namespaces, and returns in the program's process only; its parent is the init of its
    /// process IDs, whose parent is the calling process. Makes only system calls.
    pub fn enter(&mut self) -> io::Result<()> {
        let parent = getppid();
        for namespace in &self.shared.namespaces {
            move_into_link_name_space(namespace.as_fd(), None)?;
        }
        // Another user namespace ends this, too.
        end_with_parent(parent)?;
        unshare(UnshareFlags::NEWNS | UnshareFlags::NEWIPC)?;
        self.mounting.carry_out()?;
        if let Some(fresh) = &self.fresh {
            fresh.make()?;
            chdir(PLACE)?;
        }
        if let Some(init) = fork(libc::CLONE_NEWPID)? {
            wait_for(init);
        }
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // The session of the calling process has no ID here.
        setsid()?;
        let hardened =
            MountFlags::NOSUID | MountFlags::NODEV | MountFlags::NOEXEC | MountFlags::RDONLY;
        mount(c"proc", PROCESSES, c"proc", hardened, None)?;
        pivot_root(c".", c".")?;
        unmount(c".", UnmountFlags::DETACH)?;
        chdir(&self.directory)?;
        if let Some(program) = fork(0)? {
            be_init(program, self.report.as_fd());
        }
        set_parent_process_death_signal(Some(Signal::KILL))?;
        setsid()?;
        Ok(())
    }
}

impl FreshDirectory {
    /// A directory with some entries, which holds some bytes at most.
    pub fn new(entries: Vec<Step>, bytes: u64) -> io::Result<Self> {
        let options = CString::new(format!("size={bytes},nr_inodes={FILES_MAX},mode=755"))?;
        Ok(Self { entries, options })
    }

    /// Makes it in the root directory that is the current directory, and enters it. Makes only system
    /// calls.
    fn make(&self) -> io::Result<()> {
        let hardened = MountFlags::NOSUID | MountFlags::NODEV;
        mount(
            c"tmpfs",
            &FRESH[1..],
            c"tmpfs",
            hardened,
            self.options.as_c_str(),
        )?;
        chdir(&FRESH[1..])?;
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
        let mut bytes = [0; size_of::<i32>()];
        let count = read(&self.0, &mut bytes).ok()?;
        (count == bytes.len()).then(|| ExitStatus::from_raw(i32::from_ne_bytes(bytes)))
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

/// Reports how a program ends, and ends when no process is left.
fn be_init(program: Pid, report: BorrowedFd<'_>) -> ! {
    let file = report.as_raw_fd().unsigned_abs();
    if let Some(before) = file.checked_sub(1) {
        let _ = close(0..=before, false);
    }
    let _ = close(file + 1..=u32::MAX, false);
    // Others of the same user may otherwise trace it.
    let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((id, status))) if id == program => {
                let _ = write(report, &status.as_raw().to_ne_bytes());
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
