//! What programs may try against the machine: each attack is harmless, but would show that the sandbox
//! has a hole.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write, pipe};
use std::net::{Ipv4Addr, UdpSocket};
use std::path::{Path, PathBuf};
use std::process::id;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::pipe::fcntl_setpipe_size;
use rustix::process::test_kill_process;
use rustix::time::{ClockId, clock_gettime};

use crate::calls::{exit, fork, raw};

/// An attack on a sandbox.
#[derive(Clone, Copy, Debug)]
pub struct Attack {
    /// What it tries.
    pub name: &'static str,
    /// Carries it out; an error if it is stopped.
    run: fn(&AttackTarget) -> io::Result<()>,
}

/// What attacks are on.
#[derive(Clone, Debug)]
pub struct AttackTarget {
    /// A file that programs must not see.
    pub secret: PathBuf,
    /// A process outside of the sandbox.
    pub process: u32,
}

/// The variables that programs get.
const VARIABLES: [&str; 4] = ["HOME", "LANG", "PATH", "TMPDIR"];
/// What is more than all limits: bytes of memory or files, files, and directories.
const BYTES: usize = 300 << 20;
const FILES: u32 = 12_000;
const LEVELS: u32 = 40_000;
/// How much is written at a time, and the size of a pipe.
const PIECE: usize = 1 << 20;
/// How many seconds of CPU time a child uses that nobody should count, and how long to wait for it.
const WORK_SECONDS: i64 = 3;
const PATIENCE: Duration = Duration::from_secs(10);

macro_rules! attacks {
    ($($name:literal: $run:expr,)*) => {
        &[$(Attack { name: $name, run: $run }),*]
    };
}

/// All attacks.
pub const ATTACKS: &[Attack] = attacks! {
    "read a secret": |it| fs::read(&it.secret).map(drop),
    "see the size and times of a secret": |it| fs::metadata(&it.secret).map(drop),
    "list the directory of a secret": |it| fs::read_dir(directory(it)?).map(drop),
    "write beside a secret": |it| File::create(directory(it)?.join("written")).map(drop),
    "read a secret through another process": |it| {
        fs::read(format!("/proc/{}/root/{}", it.process, it.secret.display())).map(drop)
    },
    "look beside a directory of PATH": |_| look_beside_tools(),
    "run admiralty from PATH": |_| run_admiralty(),
    "get the environment of the judge": |_| other_variables(),
    "read the environment of a process": |it| fs::read(format!("/proc/{}/environ", it.process)).map(drop),
    "read the command line of a process": |it| fs::read(format!("/proc/{}/cmdline", it.process)).map(drop),
    "signal a process": |it| call(libc::SYS_kill, [it.process as usize, 0, 0]),
    "trace a process": |it| trace(it.process),
    "limit a process": |it| call(libc::SYS_prlimit64, [it.process as usize, libc::RLIMIT_CORE as usize, 0]),
    "set the priority of all processes (PRIO_USER)": |_| set_priority(),
    "set the disk priority of all processes": |_| call(libc::SYS_ioprio_set, [3, 0, 0]),
    "run before all others (SCHED_FIFO)": |_| {
        let priority = 1_i32;
        call(libc::SYS_sched_setscheduler, [0, libc::SCHED_FIFO as usize, (&raw const priority).addr()])
    },
    "make a character device": |_| device(FileType::CharacterDevice),
    "make a block device": |_| device(FileType::BlockDevice),
    "copy a mount": |_| call(libc::SYS_open_tree, [0, c"/".as_ptr().addr(), 1]),
    "change a mount (mount_setattr)": |_| call(libc::SYS_mount_setattr, [0, c"/".as_ptr().addr(), 0]),
    "make a user namespace": |_| call(libc::SYS_unshare, [libc::CLONE_NEWUSER as usize, 0, 0]),
    "watch all files (fanotify)": |_| call(libc::SYS_fanotify_init, [0, 0, 0]),
    "set the clock (adjtimex)": |_| call(libc::SYS_adjtimex, [0, 0, 0]),
    "read the kernel's log": |_| call(libc::SYS_syslog, [10, 0, 0]),
    "load a program into the kernel (bpf)": |_| call(libc::SYS_bpf, [0, 0, 0]),
    "use perf_event_open": |_| call(libc::SYS_perf_event_open, [0, 0, 0]),
    "use userfaultfd": |_| call(libc::SYS_userfaultfd, [1, 0, 0]),
    "use io_uring": |_| call(libc::SYS_io_uring_setup, [1, 0, 0]),
    "use the kernel's keys": |_| call(libc::SYS_keyctl, [0, usize::MAX - 2, 0]),
    "open a file by its handle": |_| call(libc::SYS_open_by_handle_at, [0, 0, 0]),
    "share memory with others": |_| call(libc::SYS_shmget, [0, 1, 0o600]),
    "use the network": |_| use_network(),
    "work in a child of the parent (CLONE_PARENT)": |_| work_elsewhere(),
    "keep memory in pipes": |_| fill_pipes(),
    "fill the disk": |_| fill_disk(),
    "make 12,000 files": |_| (0..FILES).try_for_each(|it| File::create(it.to_string()).map(drop)),
    "nest 40,000 directories": |_| nest(LEVELS),
    "leave 3,000 directories and one of mode 000": |_| {
        use std::os::unix::fs::PermissionsExt;
        fs::create_dir("closed")?;
        let _ = fs::set_permissions("closed", fs::Permissions::from_mode(0o000));
        nest(3_000)?;
        // Only what is left counts.
        Err(io::ErrorKind::Other.into())
    },
};

impl Attack {
    /// Carries it out.
    ///
    /// # Errors
    ///
    /// If it is stopped.
    pub fn run(&self, target: &AttackTarget) -> io::Result<()> {
        (self.run)(target)
    }
}

fn refused() -> io::Error {
    io::ErrorKind::PermissionDenied.into()
}

fn directory(target: &AttackTarget) -> io::Result<&Path> {
    target.secret.parent().ok_or_else(refused)
}

/// Makes a system call. It is stopped if the kernel refuses it, not if it misses arguments.
fn call(number: libc::c_long, arguments: [usize; 3]) -> io::Result<()> {
    match raw(number, arguments) {
        Err(error)
            if matches!(
                error.raw_os_error(),
                Some(libc::EFAULT | libc::EINVAL | libc::EBADF)
            ) =>
        {
            Ok(())
        }
        result => result.map(drop),
    }
}

/// Attaches to a process, and lets it go.
fn trace(process: u32) -> io::Result<()> {
    let process = process as usize;
    call(libc::SYS_ptrace, [libc::PTRACE_SEIZE as usize, process, 0])?;
    let _ = call(libc::SYS_ptrace, [libc::PTRACE_DETACH as usize, process, 0]);
    Ok(())
}

/// Sets the priority of all processes of this user to what it is here.
fn set_priority() -> io::Result<()> {
    let priority = raw(libc::SYS_getpriority, [0, 0, 0])?;
    // The kernel returns 20 minus the priority.
    let priority = usize::try_from(20 - priority).unwrap_or(0);
    call(
        libc::SYS_setpriority,
        [libc::PRIO_USER as usize, 0, priority],
    )
}

/// Makes the device `/dev/null` or a disk, and opens it.
fn device(kind: FileType) -> io::Result<()> {
    mknodat(CWD, "device", kind, Mode::RUSR, makedev(1, 3))?;
    match File::open("device") {
        // There need not be such a disk.
        Err(error) if error.raw_os_error() == Some(libc::ENXIO) => Ok(()),
        opened => opened.map(drop),
    }
}

/// Looks for anything beside the directories of programs but what belongs to them. Some installations are open as
/// a whole.
fn look_beside_tools() -> io::Result<()> {
    const PARTS: [&str; 11] = [
        "bin", "sbin", "lib", "lib64", "libexec", "include", "share", "conf", "etc", "git",
        "registry",
    ];
    const OPEN: [&str; 3] = ["/usr", "/.pyenv", "/.linuxbrew"];
    for tools in env::split_paths(&env::var_os("PATH").unwrap_or_default()) {
        let Some(parent) = tools.parent().filter(|it| *it != Path::new("/")) else {
            continue;
        };
        let text = parent.to_string_lossy();
        if OPEN.iter().any(|open| text.contains(open)) {
            continue;
        }
        let entries = fs::read_dir(parent).into_iter().flatten().flatten();
        let names = entries.map(|entry| entry.file_name());
        let mut others = names.filter(|name| {
            !PARTS.iter().any(|part| name == part) && Some(&**name) != tools.file_name()
        });
        if others.next().is_some() {
            return Ok(());
        }
    }
    Err(refused())
}

/// Reads a program of this name in a directory of `PATH`, which is enough to run it.
fn run_admiralty() -> io::Result<()> {
    let paths = env::var_os("PATH").unwrap_or_default();
    let mut found = env::split_paths(&paths).map(|directory| fs::read(directory.join("admiralty")));
    let is_any = found.any(|program| program.is_ok_and(|bytes| !bytes.is_empty()));
    is_any.then_some(()).ok_or_else(refused)
}

fn other_variables() -> io::Result<()> {
    let mut names = env::vars_os().map(|(name, _)| name);
    let is_any = names.any(|name| !VARIABLES.iter().any(|known| name == *known));
    is_any.then_some(()).ok_or_else(refused)
}

/// Lets a child work that is not one of this process, and waits for its end.
fn work_elsewhere() -> io::Result<()> {
    let Some(child) = fork(libc::CLONE_PARENT)? else {
        while clock_gettime(ClockId::ProcessCPUTime).tv_sec < WORK_SECONDS {
            std::hint::spin_loop();
        }
        exit(0);
    };
    let begun = Instant::now();
    while test_kill_process(child).is_ok() && begun.elapsed() < PATIENCE {
        thread::sleep(PATIENCE / 1000);
    }
    Ok(())
}

/// Writes to pipes that nobody reads.
fn fill_pipes() -> io::Result<()> {
    let (mut pipes, mut written) = (Vec::new(), 0);
    let bytes = vec![1; PIECE];
    while written < BYTES {
        let (reader, mut writer) = pipe()?;
        let _ = fcntl_setpipe_size(&writer, PIECE);
        ioctl_fionbio(&writer, true)?;
        written += writer.write(&bytes)?;
        pipes.push((reader, writer));
    }
    Ok(())
}

/// Looks for a way to another machine, without sending anything.
fn use_network() -> io::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    match socket.connect((Ipv4Addr::LOCALHOST, 9)) {
        Ok(()) => socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)),
        failed => failed,
    }
}

fn fill_disk() -> io::Result<()> {
    let bytes = vec![1; PIECE];
    for number in 0..BYTES / PIECE {
        fs::write(format!("filled-{}-{number}", id()), &bytes)?;
    }
    Ok(())
}

/// Makes directories in each other.
fn nest(levels: u32) -> io::Result<()> {
    for _ in 0..levels {
        match fs::create_dir("d") {
            Err(error) if error.raw_os_error() != Some(Errno::EXIST.raw_os_error()) => {
                return Err(error);
            }
            _ => env::set_current_dir("d")?,
        }
    }
    Ok(())
}
