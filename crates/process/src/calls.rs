//! System calls that no crate offers, and the start of programs: the only unsafe code outside of tests.

#![expect(
    unsafe_code,
    reason = "the standard library and rustix have no such calls"
)]

use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
pub use linux::old_process_id;
#[cfg(target_os = "linux")]
pub use linux::{
    Execution, FIRST_OTHER, Stack, close, exit, fork, raw, restrict_mount, run_beside, run_within,
    unshare,
};

/// Makes a child run `prepare` between fork and exec. Until exec it may make system calls only, and must
/// not allocate: other threads may have held locks at the fork.
pub fn before_exec(
    command: &mut Command,
    prepare: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) {
    // SAFETY: the callers' closures make system calls only, through rustix, this module and the crates
    // for the sandbox, none of which allocates or locks there.
    unsafe {
        command.pre_exec(prepare);
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use std::ffi::{CString, OsStr};
    use std::io;
    use std::iter;
    use std::mem::MaybeUninit;
    use std::ops::RangeInclusive;
    use std::os::fd::{AsRawFd, BorrowedFd};
    use std::os::unix::ffi::OsStrExt;
    use std::process::Command;
    use std::ptr;

    use rustix::process::Pid;
    use rustix::thread::{UnshareFlags, unshare_unsafe};

    /// The first file descriptor after the standard streams.
    pub const FIRST_OTHER: u32 = 3;

    /// Closes files with these descriptors, or only on exec.
    pub fn close(files: RangeInclusive<u32>, on_exec: bool) -> io::Result<()> {
        let flags = if on_exec {
            libc::CLOSE_RANGE_CLOEXEC
        } else {
            0
        };
        // SAFETY: only children that are about to exec or to exit call this, and use no closed file.
        let result =
            unsafe { libc::syscall(libc::SYS_close_range, *files.start(), *files.end(), flags) };
        checked(result).map(drop)
    }

    /// Forks a process that has one thread, into new namespaces (`CLONE_NEW...`). The child gets `None`.
    pub fn fork(namespaces: libc::c_int) -> io::Result<Option<Pid>> {
        let flags = libc::c_long::from(namespaces | libc::SIGCHLD);
        let none: libc::c_long = 0;
        // SAFETY: without `CLONE_VM`, the child is a copy, on a copy of the same stack. Handlers of
        // `fork` do not run, and need not: both make system calls only.
        let id = unsafe { libc::syscall(libc::SYS_clone, flags, none, none, none, none) };
        let id = checked(id)?;
        Ok(i32::try_from(id).ok().and_then(Pid::from_raw))
    }

    /// A stack for a process that shares the memory of another one.
    pub struct Stack(Box<[MaybeUninit<u128>]>);

    impl Stack {
        /// More than functions need that make system calls only.
        const BYTES: usize = 256 << 10;

        pub fn new() -> Self {
            Self(Box::new_uninit_slice(Self::BYTES / size_of::<u128>()))
        }
    }

    /// Starts a process in new namespaces (`CLONE_NEW...`) that shares the memory of the calling one, which
    /// goes on beside it. Returns only an error.
    pub fn run_beside(
        namespaces: libc::c_int,
        stack: &mut Stack,
        mut work: impl FnMut() -> libc::c_int,
        go_on: fn(Pid) -> !,
    ) -> io::Error {
        // SAFETY: the stack and `work` stay, because `go_on` does not return.
        match unsafe { share(namespaces, stack, &mut work) } {
            Ok(child) => go_on(child),
            Err(error) => error,
        }
    }

    /// Starts a process that shares the memory of the calling one, which waits until the other has ended or
    /// executes a program.
    pub fn run_within(stack: &mut Stack, mut work: impl FnMut() -> libc::c_int) -> io::Result<Pid> {
        // SAFETY: the stack and `work` stay, because the call returns no earlier.
        unsafe { share(libc::CLONE_VFORK, stack, &mut work) }
    }

    /// # Safety
    ///
    /// The stack and `work` must stay as long as the process runs in this memory.
    unsafe fn share<F: FnMut() -> libc::c_int>(
        flags: libc::c_int,
        stack: &mut Stack,
        work: &mut F,
    ) -> io::Result<Pid> {
        extern "C" fn begin<F: FnMut() -> libc::c_int>(work: *mut libc::c_void) -> libc::c_int {
            // SAFETY: this is the argument of the call below.
            let work = unsafe { &mut *work.cast::<F>() };
            work()
        }
        let flags = flags | libc::CLONE_VM | libc::SIGCHLD;
        let top = stack.0.as_mut_ptr_range().end;
        // SAFETY: the stack grows down from its end, and is aligned.
        let id = unsafe { libc::clone(begin::<F>, top.cast(), flags, ptr::from_mut(work).cast()) };
        checked(id.into())?;
        Pid::from_raw(id).ok_or_else(|| io::ErrorKind::Other.into())
    }

    /// A program with its arguments and its environment, as the kernel takes them.
    pub struct Execution {
        word_pointers: Vec<*const libc::c_char>,
        variable_pointers: Vec<*const libc::c_char>,
        file: CString,
        _words: Vec<CString>,
        _variables: Vec<CString>,
    }

    // SAFETY: the pointers lead to texts on the heap, which stay as long as it does and never change.
    unsafe impl Send for Execution {}
    // SAFETY: as above.
    unsafe impl Sync for Execution {}

    impl Execution {
        /// What a command executes, with its arguments and the environment that was set for it; `called` is
        /// what it is told that it is called.
        pub fn of(command: &Command, called: Option<&OsStr>) -> io::Result<Self> {
            let text = |text: &OsStr| CString::new(text.as_bytes());
            let file = text(command.get_program())?;
            let first = called.unwrap_or(command.get_program());
            let words = iter::once(first).chain(command.get_args()).map(text);
            let words = words.collect::<Result<Vec<_>, _>>()?;
            let variables = command.get_envs().filter_map(|(name, value)| {
                let assignment = [name.as_bytes(), value?.as_bytes()].join(&b'=');
                Some(CString::new(assignment))
            });
            let variables = variables.collect::<Result<Vec<_>, _>>()?;
            let pointers = |texts: &[CString]| {
                let texts = texts.iter().map(|text| text.as_ptr());
                texts.chain([ptr::null()]).collect()
            };
            Ok(Self {
                word_pointers: pointers(&words),
                variable_pointers: pointers(&variables),
                file,
                _words: words,
                _variables: variables,
            })
        }

        /// Executes the program; if its name is not a path, the first one in `PATH`. Returns only an error.
        pub fn start(&self) -> io::Error {
            let (words, variables) = (&self.word_pointers, &self.variable_pointers);
            // SAFETY: the arrays end with null, and the texts are there.
            unsafe { libc::execvpe(self.file.as_ptr(), words.as_ptr(), variables.as_ptr()) };
            io::Error::last_os_error()
        }
    }

    /// Moves the calling process into new namespaces.
    pub fn unshare(namespaces: UnshareFlags) -> io::Result<()> {
        debug_assert!(!namespaces.contains(UnshareFlags::FILES));
        // SAFETY: the table of files stays shared.
        Ok(unsafe { unshare_unsafe(namespaces) }?)
    }

    /// Sets attributes (`MOUNT_ATTR_...`) of a mount, with `AT_RECURSIVE` also of those below it.
    pub fn restrict_mount(
        mount: BorrowedFd<'_>,
        attributes: u64,
        depth: libc::c_int,
    ) -> io::Result<()> {
        let change = libc::mount_attr {
            attr_set: attributes,
            attr_clr: 0,
            propagation: 0,
            userns_fd: 0,
        };
        // SAFETY: the call reads an empty text, and as many bytes as `change` has.
        let result = unsafe {
            libc::syscall(
                libc::SYS_mount_setattr,
                mount.as_raw_fd(),
                c"".as_ptr(),
                libc::AT_EMPTY_PATH | depth,
                &raw const change,
                size_of_val(&change),
            )
        };
        checked(result).map(drop)
    }

    /// Makes a call for an attack. Its arguments are numbers, or addresses of values that are only read, unless
    /// their addresses have been exposed.
    pub fn raw<const COUNT: usize>(
        number: libc::c_long,
        arguments: [usize; COUNT],
    ) -> io::Result<libc::c_long> {
        let at = |index| arguments.get(index).copied().unwrap_or_default();
        // SAFETY: no attack lets the kernel write to other memory of this process.
        let result = unsafe { libc::syscall(number, at(0), at(1), at(2), at(3), at(4), at(5)) };
        checked(result)
    }

    /// The ID of this process, by the call of programs of 32 bits.
    #[cfg(target_arch = "x86_64")]
    pub fn old_process_id() -> i32 {
        const GETPID: i32 = 20;
        let result;
        // SAFETY: the call changes only these registers.
        unsafe {
            std::arch::asm!(
                "int 0x80",
                inlateout("eax") GETPID => result,
                lateout("r8") _,
                lateout("r9") _,
                lateout("r10") _,
                lateout("r11") _,
            );
        }
        result
    }

    /// Ends the calling process at once.
    pub fn exit(code: libc::c_int) -> ! {
        // SAFETY: nothing of a forked process has to be cleaned up.
        unsafe { libc::_exit(code) }
    }

    fn checked(result: libc::c_long) -> io::Result<libc::c_long> {
        if result < 0 {
            return Err(io::Error::last_os_error());
        }
        Ok(result)
    }
}
