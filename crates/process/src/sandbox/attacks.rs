//! What programs may try against the machine: each attack is harmless, but would show that the sandbox
//! has a hole.

use std::env;
use std::fs::{self, File};
use std::io::{self, Write, pipe};
use std::iter;
use std::net::{Ipv4Addr, UdpSocket};
use std::os::fd::AsRawFd;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::path::{Path, PathBuf};
use std::process::id;
use std::thread;
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use rustix::io::{Errno, ioctl_fionbio};
use rustix::pipe::fcntl_setpipe_size;
use rustix::process::{Resource, Rlimit, getppid, getrlimit, setrlimit, test_kill_process};
use rustix::thread::capabilities;
use rustix::time::{ClockId, clock_gettime};

use crate::calls::{Stack, exit, fork, raw, run_within};

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
    /// A file that programs must not see. Beside it is a socket.
    pub secret: PathBuf,
    /// A process outside of the sandbox.
    pub process: u32,
    /// The name of the machine.
    pub machine: String,
}

impl AttackTarget {
    /// The name of the socket beside a secret.
    pub const SOCKET: &str = "socket";

    fn directory(&self) -> io::Result<&Path> {
        self.secret.parent().ok_or_else(refused)
    }

    fn socket(&self) -> PathBuf {
        self.secret.with_file_name(Self::SOCKET)
    }

    /// The name of a socket that has no path.
    pub fn abstract_name(&self) -> String {
        format!("admiralty-{}", self.process)
    }

    /// What the attacking program reads of this.
    pub fn lines(&self) -> String {
        format!(
            "{}\n{}\n{}\n",
            self.secret.display(),
            self.process,
            self.machine
        )
    }

    /// The same again.
    ///
    /// # Errors
    ///
    /// If a line is missing.
    pub fn read(lines: &mut dyn Iterator<Item = io::Result<String>>) -> io::Result<Self> {
        let mut line = || {
            lines
                .next()
                .unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()))
        };
        Ok(Self {
            secret: line()?.into(),
            process: line()?.parse().unwrap_or_default(),
            machine: line()?,
        })
    }

    /// The process, and the parent of this one, if it has one.
    fn processes(&self) -> impl Iterator<Item = u32> {
        let parent = getppid().map(|parent| parent.as_raw_pid().unsigned_abs());
        iter::once(self.process).chain(parent)
    }

    /// Whether something can be done to a file of one of the processes.
    fn of_process<T>(
        &self,
        name: &str,
        action: impl Fn(PathBuf) -> io::Result<T>,
    ) -> io::Result<()> {
        let mut paths = self
            .processes()
            .map(|process| format!("/proc/{process}/{name}"));
        let is_any = paths.any(|path| action(path.into()).is_ok());
        is_any.then_some(()).ok_or_else(refused)
    }
}

/// The variables that programs get.
const VARIABLES: [&str; 4] = ["HOME", "LANG", "PATH", "TMPDIR"];
/// What is more than all limits: bytes of memory or files, files, and directories.
const BYTES: usize = 300 << 20;
const FILES: u32 = 12_000;
const LEVELS: u32 = 40_000;
const TIMERS: u32 = 20_000;
/// So deep that no path leads there.
const LEVELS_LEFT: u32 = 2_100;
/// How much is written at a time, and the size of a pipe.
const PIECE: usize = 1 << 20;
/// How many seconds of CPU time a child uses that nobody should count, and how long to wait for it.
const WORK_SECONDS: i64 = 3;
const PATIENCE: Duration = Duration::from_secs(10);
/// Far more than twice the limit on time: on a busy machine, that is noticed late.
const DISK_WAIT: Duration = Duration::from_secs(14);

macro_rules! attacks {
    ($($name:literal: $run:expr,)*) => {
        &[$(Attack { name: $name, run: $run }),*]
    };
}

/// All attacks.
pub const ATTACKS: &[Attack] = attacks! {
    "read a secret": |it| fs::read(&it.secret).map(drop),
    "read a secret by a symbolic link": |it| {
        symlink(&it.secret, "link")?;
        fs::read("link").map(drop)
    },
    "read a secret by a hard link": |it| {
        fs::hard_link(&it.secret, "linked")?;
        fs::read("linked").map(drop)
    },
    "read a secret through /proc/self/root": |it| {
        fs::read(format!("/proc/self/root{}", it.secret.display())).map(drop)
    },
    "read a secret through a process": |it| {
        it.of_process(&format!("root{}", it.secret.display()), fs::read)
    },
    "write to a secret": |it| File::options().append(true).open(&it.secret).map(drop),
    "write beside a secret": |it| File::create(it.directory()?.join("written")).map(drop),
    "see the size and times of a secret": |it| fs::metadata(&it.secret).map(drop),
    "list the directory of a secret": |it| fs::read_dir(it.directory()?).map(drop),
    "list the directory above": |_| look_above(),
    "look beside a directory of PATH": |_| look_beside_tools(),
    "run admiralty from PATH": |_| run_admiralty(),
    "get the environment of the judge": |_| other_variables(),
    "get open files of the judge": |_| other_files(),
    "learn the name of the machine": |it| {
        let name = fs::read_to_string("/proc/sys/kernel/hostname")?;
        (name.trim_end() == it.machine).then_some(()).ok_or_else(refused)
    },
    "have a privilege": |_| {
        let sets = capabilities(None)?;
        let is_any = !(sets.permitted | sets.inheritable).is_empty();
        is_any.then_some(()).ok_or_else(refused)
    },
    "find other processes": |_| find_processes(),
    "read the environment of a process": |it| it.of_process("environ", fs::read),
    "read the command line of a process": |it| it.of_process("cmdline", fs::read),
    "read the state of a process": |it| it.of_process("stat", fs::read),
    "read the addresses of a process": |it| it.of_process("maps", fs::read),
    "read the memory of a process": |it| first(it.processes(), read_memory),
    "list the open files of a process": |it| it.of_process("fd", fs::read_dir),
    "write to the output of a process": |it| {
        it.of_process("fd/1", |path| File::options().append(true).open(path))
    },
    "signal a process": |it| call(libc::SYS_kill, [it.process as usize, 0, 0]),
    "trace a process": |it| first(it.processes(), trace),
    "limit a process": |it| call(libc::SYS_prlimit64, [it.process as usize, libc::RLIMIT_CORE as usize, 0]),
    "compare with a process (kcmp)": |it| call(libc::SYS_kcmp, [id() as usize, it.process as usize, 0]),
    "enter the namespaces of a process": |it| {
        // Without it, the call would refuse the number.
        let file = File::open(format!("/proc/{}/ns/mnt", it.process)).ok();
        let file = file.as_ref().map_or(usize::MAX, number_of);
        call(libc::SYS_setns, [file, libc::CLONE_NEWNS as usize, 0])
    },
    "set the priority of all processes (PRIO_USER)": |it| {
        // There, it reaches only those of the program.
        set_priority().and_then(|()| outside(it))
    },
    "set the disk priority of all processes": |it| {
        call(libc::SYS_ioprio_set, [3, 0, 0]).and_then(|()| outside(it))
    },
    "run before all others (SCHED_FIFO)": |_| {
        let priority = 1_i32;
        call(libc::SYS_sched_setscheduler, [0, libc::SCHED_FIFO as usize, (&raw const priority).addr()])
    },
    "connect to a socket": |it| UnixStream::connect(it.socket()).map(drop),
    "connect to a socket without a path": |it| {
        let address = SocketAddr::from_abstract_name(it.abstract_name())?;
        UnixStream::connect_addr(&address).map(drop)
    },
    "use the network": |_| use_network(),
    "ask the kernel about the network (netlink)": |_| {
        call(libc::SYS_socket, [libc::AF_NETLINK as usize, libc::SOCK_RAW as usize, 0])
    },
    "talk to the host of a virtual machine (vsock)": |_| {
        call(libc::SYS_socket, [libc::AF_VSOCK as usize, libc::SOCK_STREAM as usize, 0])
    },
    "share memory with others": |_| call(libc::SYS_shmget, [0, 1, 0o600]),
    "share semaphores with others": |_| call(libc::SYS_semget, [0, 1, 0o600]),
    "share messages with others": |_| call(libc::SYS_msgget, [0, 0o600, 0]),
    "share a message queue with others": |_| {
        let flags = libc::O_RDWR as usize | libc::O_CREAT as usize;
        raw(libc::SYS_mq_open, [c"admiralty".as_ptr().addr(), flags, 0o600]).map(drop)?;
        raw(libc::SYS_mq_unlink, [c"admiralty".as_ptr().addr(), 0, 0]).map(drop)
    },
    "use the kernel's keys": |_| call(libc::SYS_keyctl, [0, usize::MAX - 2, 0]),
    "type into the terminal": |_| File::options().write(true).open("/dev/tty").map(drop),
    "make a character device": |_| device(FileType::CharacterDevice),
    "make a block device": |_| device(FileType::BlockDevice),
    "copy a mount": |_| call(libc::SYS_open_tree, [0, c"/".as_ptr().addr(), 1]),
    "change a mount (mount_setattr)": |_| call(libc::SYS_mount_setattr, [0, c"/".as_ptr().addr(), 0]),
    "make a user namespace": |_| call(libc::SYS_unshare, [libc::CLONE_NEWUSER as usize, 0, 0]),
    "watch all files (fanotify)": |_| call(libc::SYS_fanotify_init, [0, 0, 0]),
    "watch the system's files (inotify)": |_| {
        let watch = raw(libc::SYS_inotify_init1, [0, 0, 0])?;
        let all = libc::IN_ALL_EVENTS as usize;
        let watch = usize::try_from(watch).unwrap_or_default();
        call(libc::SYS_inotify_add_watch, [watch, c"/usr".as_ptr().addr(), all])
    },
    "watch the system's files (F_NOTIFY)": |_| {
        const DN_ACCESS: usize = 1;
        control(&File::open("/usr")?, libc::F_NOTIFY, DN_ACCESS)
    },
    "keep others from writing (F_SETLEASE)": |_| {
        File::create("leased")?;
        control(&File::open("leased")?, libc::F_SETLEASE, libc::F_RDLCK as usize)
    },
    "set the clock (adjtimex)": |_| call(libc::SYS_adjtimex, [0, 0, 0]),
    "read the kernel's log": |_| call(libc::SYS_syslog, [10, 0, 0]),
    "load a program into the kernel (bpf)": |_| call(libc::SYS_bpf, [0, 0, 0]),
    "use perf_event_open": |_| call(libc::SYS_perf_event_open, [0, 0, 0]),
    "use userfaultfd": |_| call(libc::SYS_userfaultfd, [1, 0, 0]),
    "use io_uring": |_| call(libc::SYS_io_uring_setup, [1, 0, 0]),
    "take the machine's asynchronous operations": |_| call(libc::SYS_io_setup, [1, 0, 0]),
    "write all files of the machine to disk (sync)": |_| call(libc::SYS_sync, [0, 0, 0]),
    "open a file by its handle": |_| call(libc::SYS_open_by_handle_at, [0, 0, 0]),
    "use calls of 32-bit programs (int 0x80)": |_| old_call(),
    "use calls of x32 programs": |_| call(X32 | libc::SYS_getpid, [0, 0, 0]),
    "work in a child of the parent (CLONE_PARENT)": |_| work_elsewhere(),
    "wait as if for a disk": |_| wait_as_if_for_disk(),
    "keep memory in pipes": |_| fill_pipes(),
    "keep memory in sockets": |_| fill_sockets(),
    "keep memory in 20,000 timers": |_| (0..TIMERS).try_for_each(|_| start_timer()),
    "keep memory in files without a name": |_| {
        call(libc::SYS_memfd_create, [c"kept".as_ptr().addr(), 0, 0])
    },
    "fill the disk": |_| fill_disk(),
    "make 12,000 files": |_| (0..FILES).try_for_each(|it| File::create(it.to_string()).map(drop)),
    "nest 40,000 directories": |_| nest(LEVELS),
    "leave 2,100 directories and one of mode 000": |_| {
        use std::os::unix::fs::PermissionsExt;
        fs::create_dir("closed")?;
        let _ = fs::set_permissions("closed", fs::Permissions::from_mode(0o000));
        nest(LEVELS_LEFT)?;
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

/// Makes a system call. It is stopped if the kernel refuses it, not if it misses arguments.
fn call<const COUNT: usize>(number: libc::c_long, arguments: [usize; COUNT]) -> io::Result<()> {
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

/// Tries something with one process after the other.
fn first(
    mut processes: impl Iterator<Item = u32>,
    action: impl Fn(u32) -> io::Result<()>,
) -> io::Result<()> {
    let is_any = processes.any(|process| action(process).is_ok());
    is_any.then_some(()).ok_or_else(refused)
}

/// Attaches to a process, and lets it go.
fn trace(process: u32) -> io::Result<()> {
    let process = process as usize;
    call(libc::SYS_ptrace, [libc::PTRACE_SEIZE as usize, process, 0])?;
    let _ = call(libc::SYS_ptrace, [libc::PTRACE_DETACH as usize, process, 0]);
    Ok(())
}

/// Reads the memory of a process at an address that is hardly mapped.
fn read_memory(process: u32) -> io::Result<()> {
    let mut byte = 0_u8;
    // Addresses and lengths.
    let [local, remote] = [[(&raw mut byte).expose_provenance(), 1], [1 << 20, 1]];
    let [local, remote] = [&local, &remote].map(|memory| memory.as_ptr().addr());
    call(
        libc::SYS_process_vm_readv,
        [process as usize, local, 1, remote, 1],
    )
}

/// An error if a process cannot be reached at all.
fn outside(target: &AttackTarget) -> io::Result<()> {
    let is_there = Path::new("/proc").join(target.process.to_string()).exists();
    is_there.then_some(()).ok_or_else(refused)
}

/// Looks for other processes.
fn find_processes() -> io::Result<()> {
    let own = [id().to_string(), "1".to_owned()];
    let entries = fs::read_dir("/proc")?.flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut others = names.filter(|name| name.parse::<u32>().is_ok() && !own.contains(name));
    others.next().map(drop).ok_or_else(refused)
}

/// Looks for directories of other runs.
fn look_above() -> io::Result<()> {
    let above = env::current_dir()?.join("..").canonicalize()?;
    if above == Path::new("/") {
        // There is only what every program gets.
        return Err(refused());
    }
    fs::read_dir(above).map(drop)
}

/// Looks for files that this process was given, but for its standard streams and that with which it looks.
fn other_files() -> io::Result<()> {
    let count = fs::read_dir("/proc/self/fd")?.count();
    (count > 4).then_some(()).ok_or_else(refused)
}

/// Gives a command for a file (`fcntl`).
fn control(file: &File, command: libc::c_int, argument: usize) -> io::Result<()> {
    let command = usize::try_from(command).unwrap_or_default();
    call(libc::SYS_fcntl, [number_of(file), command, argument])
}

fn number_of(file: &File) -> usize {
    usize::try_from(file.as_raw_fd()).unwrap_or_default()
}

/// The bit of the calls of x32 programs.
const X32: libc::c_long = 1 << 30;

/// Asks for the process ID as programs of 32 bits do.
fn old_call() -> io::Result<()> {
    #[cfg(target_arch = "x86_64")]
    if crate::calls::old_process_id() == i32::try_from(id()).unwrap_or_default() {
        return Ok(());
    }
    Err(refused())
}

/// Lets a child sleep on whose end the kernel waits as it waits for a disk.
fn wait_as_if_for_disk() -> io::Result<()> {
    let mut sleep = || {
        thread::sleep(DISK_WAIT);
        exit(0)
    };
    run_within(&mut Stack::new(), &mut sleep).map(drop)
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

/// Writes to sockets that nobody reads.
fn fill_sockets() -> io::Result<()> {
    let most = getrlimit(Resource::Nofile).maximum;
    let files = Rlimit {
        current: most,
        maximum: most,
    };
    setrlimit(Resource::Nofile, files)?;
    let (mut sockets, mut written) = (Vec::new(), 0);
    let bytes = vec![1; PIECE];
    while written < BYTES {
        let pair = UnixStream::pair()?;
        for mut end in [&pair.0, &pair.1] {
            end.set_nonblocking(true)?;
            written += end.write(&bytes)?;
        }
        sockets.push(pair);
    }
    Ok(())
}

/// Makes a timer that is never set.
fn start_timer() -> io::Result<()> {
    let mut timer: libc::c_int = 0;
    let clock = libc::CLOCK_MONOTONIC as usize;
    call(
        libc::SYS_timer_create,
        [clock, 0, (&raw mut timer).expose_provenance()],
    )
}

/// Looks for a way to a program of this machine, without sending anything.
fn use_network() -> io::Result<()> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
    socket.connect((Ipv4Addr::LOCALHOST, 9))
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
