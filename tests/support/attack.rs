//! What a program may try against another process of the same user, or leave behind for it.

use std::fs;
use std::io;
use std::path::Path;
use std::process::id;
use std::ptr;

use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};
use rustix::process::{Pid, Resource, Signal, getpgid, kill_process, kill_process_group, prlimit};
use rustix::process::{getrlimit, test_kill_process};

/// Sends a signal by its name; `group` is `KILL` for the whole process group, `threads` for those
/// whose IDs are near. Without a name, only checks whether one may be sent.
pub fn signal(process: Pid, name: &str) -> io::Result<()> {
    match name {
        "HUP" => kill_process(process, Signal::HUP)?,
        "KILL" => kill_process(process, Signal::KILL)?,
        "group" => kill_process_group(getpgid(Some(process))?, Signal::KILL)?,
        "threads" => return signal_near(process),
        _ => test_kill_process(process)?,
    }
    Ok(())
}

/// A signal to a thread ends its whole process.
fn signal_near(process: Pid) -> io::Result<()> {
    const NEAR: i32 = 200;
    let own = rustix::process::getpid();
    let first = process.as_raw_nonzero().get();
    let threads = (first..first + NEAR).filter_map(Pid::from_raw);
    for thread in threads.filter(|thread| *thread != own) {
        // There need not be one.
        let _ = kill_process(thread, Signal::KILL);
    }
    Err(io::ErrorKind::PermissionDenied.into())
}

/// Attaches to a process, and lets it go.
pub fn trace(process: Pid) -> io::Result<()> {
    let nothing = ptr::null_mut::<libc::c_void>();
    let call = |request| {
        // SAFETY: neither request reads or writes memory of this process.
        #[expect(unsafe_code, reason = "rustix has no such call")]
        let result =
            unsafe { libc::ptrace(request, process.as_raw_nonzero().get(), nothing, nothing) };
        if result < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(())
    };
    call(libc::PTRACE_SEIZE)?;
    // It must be stopped to be let go, but it is also let go when this process ends.
    let _ = call(libc::PTRACE_DETACH);
    Ok(())
}

/// Reads the memory of a process, at an address that is probably not mapped.
pub fn read_memory(process: Pid) -> io::Result<()> {
    let mut byte = 0_u8;
    let local = libc::iovec {
        iov_base: (&raw mut byte).cast(),
        iov_len: 1,
    };
    let remote = libc::iovec {
        iov_base: ptr::without_provenance_mut(1 << 20),
        iov_len: 1,
    };
    // SAFETY: `local` is a byte that outlives the call.
    #[expect(unsafe_code, reason = "rustix has no such call")]
    let count = unsafe {
        libc::process_vm_readv(
            process.as_raw_nonzero().get(),
            &raw const local,
            1,
            &raw const remote,
            1,
            0,
        )
    };
    let error = io::Error::last_os_error();
    match error.raw_os_error() {
        Some(libc::EFAULT) => Ok(()),
        _ if count < 0 => Err(error),
        _ => Ok(()),
    }
}

/// Sets a limit of a process to what it is here.
pub fn limit(process: Pid) -> io::Result<()> {
    prlimit(Some(process), Resource::Core, getrlimit(Resource::Core))?;
    Ok(())
}

/// Sets the priority of this process, or of all processes of its group or user, to what it is here.
pub fn priority(of: &str) -> io::Result<()> {
    let which = match of {
        "process" => libc::PRIO_PROCESS,
        "group" => libc::PRIO_PGRP,
        _ => libc::PRIO_USER,
    };
    // SAFETY: neither call reads or writes memory of this process.
    #[expect(unsafe_code, reason = "rustix has no calls for a group or a user")]
    let result = unsafe { libc::setpriority(which, 0, libc::getpriority(libc::PRIO_PROCESS, 0)) };
    checked(result.into())
}

/// The same for the priority at disks, which is 0 unless somebody has set it.
pub fn io_priority(of: &str) -> io::Result<()> {
    let which = match of {
        "process" => 1,
        "group" => 2,
        _ => 3,
    };
    // SAFETY: the call reads and writes no memory of this process.
    #[expect(unsafe_code, reason = "rustix has no such call")]
    let result = unsafe { libc::syscall(libc::SYS_ioprio_set, which, 0, 0) };
    checked(result)
}

/// Makes the device `/dev/null`, as a character device or a block device.
pub fn device(path: &Path, kind: &str) -> io::Result<()> {
    let file_type = match kind {
        "block" => FileType::BlockDevice,
        _ => FileType::CharacterDevice,
    };
    mknodat(CWD, path, file_type, Mode::RUSR, makedev(1, 3))?;
    fs::remove_file(path)
}

/// Asks for the size of the kernel's log.
pub fn kernel_log() -> io::Result<()> {
    const SIZE_BUFFER: libc::c_int = 10;
    let nothing = ptr::null_mut();
    // SAFETY: the call reads and writes no memory of this process.
    #[expect(unsafe_code, reason = "rustix has no such call")]
    let result = unsafe { libc::klogctl(SIZE_BUFFER, nothing, 0) };
    checked(result.into())
}

/// Whether this process has a privilege of the superuser.
pub fn privilege() -> io::Result<()> {
    let sets = rustix::thread::capabilities(None)?;
    if (sets.permitted | sets.inheritable).is_empty() {
        return Err(io::ErrorKind::PermissionDenied.into());
    }
    Ok(())
}

/// The error of a call, if it returned one.
fn checked(result: libc::c_long) -> io::Result<()> {
    if result == -1 {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}

/// Makes an object of the kernel that other programs find by its number or name, and removes it.
pub fn share(kind: &str) -> io::Result<()> {
    let name = format!("/admiralty-{}\0", id());
    let name = name.as_ptr().cast();
    let nothing = ptr::null_mut::<libc::c_void>();
    #[expect(unsafe_code, reason = "rustix has no such calls")]
    // SAFETY: the name ends with a NUL, and no call reads or writes other memory.
    let results = unsafe {
        match kind {
            "memory" => {
                let memory = libc::shmget(libc::IPC_PRIVATE, 1, 0o600);
                [
                    memory,
                    libc::shmctl(memory, libc::IPC_RMID, ptr::null_mut()),
                ]
            }
            "semaphore" => {
                let semaphore = libc::semget(libc::IPC_PRIVATE, 1, 0o600);
                [semaphore, libc::semctl(semaphore, 0, libc::IPC_RMID)]
            }
            "messages" => {
                let queue = libc::msgget(libc::IPC_PRIVATE, 0o600);
                [queue, libc::msgctl(queue, libc::IPC_RMID, ptr::null_mut())]
            }
            "queue" => {
                let flags = libc::O_RDWR | libc::O_CREAT;
                let queue = libc::mq_open(name, flags, 0o600, nothing);
                [queue, libc::mq_unlink(name)]
            }
            _ => panic!("nothing called {kind} is shared"),
        }
    };
    if results.contains(&-1) {
        return Err(io::Error::last_os_error());
    }
    Ok(())
}
