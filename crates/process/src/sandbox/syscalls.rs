//! The filters of system calls (`seccomp(2)`): a list of those that programs need, and among them what
//! would reach other programs.

use std::io;
use std::sync::Arc;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, sock_filter,
};

use super::MetadataChanges;

/// Filters, which a process can apply to itself.
#[derive(Clone, Debug)]
pub struct SyscallFilters(Arc<[BpfProgram]>);

impl SyscallFilters {
    /// The filters of a sandbox. Where no namespaces keep programs from other processes, and from changing the
    /// metadata of the machine's files, `metadata` says what they get for the latter.
    pub fn new(metadata: Option<MetadataChanges>) -> Result<Self, seccompiler::BackendError> {
        let bar = |&call: &libc::c_long| (call, Vec::new());
        let barred = SOCKET_CALLS.iter().chain(SHARING_CALLS);
        let mut barred: Vec<_> = barred.chain(MACHINE_CALLS).map(bar).collect();
        if metadata.is_some() {
            for &call in PROCESS_CALLS {
                barred.push((call, vec![unless(&[(0, SELF)])?]));
            }
            // Mono gives its threads the usual policy.
            let usual = [(0, SELF), (1, libc::SCHED_OTHER.unsigned_abs().into())];
            barred.push((libc::SYS_sched_setscheduler, vec![unless(&usual)?]));
            for &(call, process) in PRIORITY_CALLS {
                let others = vec![unless(&[(0, process)])?, unless(&[(1, SELF)])?];
                barred.push((call, others));
            }
        }
        let with_flag = NAMESPACE_FLAGS.map(|flag| has(0, flag));
        barred.push((
            libc::SYS_clone,
            with_flag.into_iter().collect::<Result<_, _>>()?,
        ));
        let [watch, lease] = FILE_COMMANDS.map(|command| is(1, command));
        barred.push((libc::SYS_fcntl, vec![watch?, lease?]));
        // Of filters that refuse a call, the last one chooses the error.
        let mut filters = vec![allow_only(), refuse(barred, libc::EACCES)?];
        if let Some(changes) = metadata {
            // A filter sees addresses, not paths, so it cannot make exceptions.
            let files = FILE_CALLS.iter().chain(OLD_FILE_CALLS).map(bar).collect();
            let error = match changes {
                MetadataChanges::Fail => libc::EACCES,
                MetadataChanges::Ignored => 0,
            };
            filters.push(refuse(files, error)?);
        }
        Ok(Self(filters.into()))
    }

    /// Applies the filters to the calling thread and everything that it starts. Makes only system
    /// calls.
    pub fn apply(&self) -> io::Result<()> {
        for filter in &*self.0 {
            seccompiler::apply_filter(filter)
                .map_err(|_| io::Error::from_raw_os_error(libc::EPERM))?;
        }
        Ok(())
    }
}

/// Matches calls whose arguments all have other values.
fn unless(arguments: &[(u8, u64)]) -> Result<SeccompRule, seccompiler::BackendError> {
    let conditions = arguments.iter().map(|&(argument, value)| {
        let (length, other) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Ne);
        SeccompCondition::new(argument, length, other, value)
    });
    SeccompRule::new(conditions.collect::<Result<_, _>>()?)
}

/// Matches calls whose argument has a value.
fn is(argument: u8, value: libc::c_int) -> Result<SeccompRule, seccompiler::BackendError> {
    let (length, equal) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Eq);
    let value = u64::from(value.unsigned_abs());
    SeccompRule::new(vec![SeccompCondition::new(argument, length, equal, value)?])
}

/// Matches calls whose argument has a flag.
fn has(argument: u8, flag: libc::c_int) -> Result<SeccompRule, seccompiler::BackendError> {
    let flag = u64::from(flag.unsigned_abs());
    let (length, set) = (SeccompCmpArgLen::Dword, SeccompCmpOp::MaskedEq(flag));
    SeccompRule::new(vec![SeccompCondition::new(argument, length, set, flag)?])
}

/// Allows the calls that programs need, and makes all others look as if the kernel did not know them, so
/// that programs go on without them. Those of x32 count as unknown, too. The kernel tries out a filter on
/// all calls whenever a process enters it, so this one searches by halves, unlike those of seccompiler.
fn allow_only() -> BpfProgram {
    let mut calls: Vec<_> = CALLS.iter().chain(OLD_CALLS).copied().collect();
    calls.sort_unstable();
    let ranges: Vec<_> = calls
        .chunk_by(|call, next| *next <= call + 1)
        .filter_map(|range| {
            let ends = (range.first()?, range.last()?);
            Some((u32::try_from(*ends.0).ok()?, u32::try_from(*ends.1).ok()?))
        })
        .collect();
    let mut program = vec![instruction(
        libc::BPF_LD | libc::BPF_W | libc::BPF_ABS,
        0,
        0,
        NUMBER,
    )];
    program.extend(search(&ranges));
    program
}

/// The offset of a call's number in what a filter sees (`struct seccomp_data`).
const NUMBER: u32 = 0;
const REFUSE: u32 = libc::SECCOMP_RET_ERRNO | libc::ENOSYS.unsigned_abs();

/// The instructions that allow a number in one of the ranges, which are in order.
fn search(ranges: &[(u32, u32)]) -> BpfProgram {
    let jump = |how| libc::BPF_JMP | how | libc::BPF_K;
    let end = |result| instruction(libc::BPF_RET | libc::BPF_K, 0, 0, result);
    match ranges {
        [] => vec![end(REFUSE)],
        [(first, last)] => vec![
            instruction(jump(libc::BPF_JGE), 0, 2, *first),
            instruction(jump(libc::BPF_JGT), 1, 0, *last),
            end(libc::SECCOMP_RET_ALLOW),
            end(REFUSE),
        ],
        _ => {
            let (low, high) = ranges.split_at(ranges.len() / 2);
            let mut program = search(low);
            // A conditional jump reaches 255 instructions, this one all.
            let length = u32::try_from(program.len()).unwrap_or(u32::MAX);
            let skip = instruction(libc::BPF_JMP | libc::BPF_JA, 0, 0, length);
            program.splice(
                0..0,
                [instruction(jump(libc::BPF_JGE), 0, 1, high[0].0), skip],
            );
            program.extend(search(high));
            program
        }
    }
}

fn instruction(code: u32, jt: u8, jf: u8, k: u32) -> sock_filter {
    #[expect(clippy::cast_possible_truncation, reason = "a code has 16 bits")]
    let code = code as u16;
    sock_filter { code, jt, jf, k }
}

/// Makes calls return an error number without doing anything; 0 for success.
fn refuse(
    calls: Vec<(libc::c_long, Vec<SeccompRule>)>,
    error: libc::c_int,
) -> Result<BpfProgram, seccompiler::BackendError> {
    SeccompFilter::new(
        calls.into_iter().collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(error.unsigned_abs()),
        std::env::consts::ARCH.try_into()?,
    )?
    .try_into()
}

/// The calls that connect to the network or to other programs; Landlock lets programs connect to
/// sockets that have a path. Pairs of sockets are allowed.
const SOCKET_CALLS: &[libc::c_long] = &[
    libc::SYS_socket,
    libc::SYS_connect,
    // `io_uring` can do the same as these calls.
    libc::SYS_io_uring_setup,
];

/// Calls for kernel objects that outlive a program and that other programs of the same user can
/// find: System V shared memory, semaphores and message queues, POSIX message queues, and keys.
const SHARING_CALLS: &[libc::c_long] = &[
    libc::SYS_shmget,
    libc::SYS_shmat,
    libc::SYS_shmctl,
    libc::SYS_semget,
    libc::SYS_semop,
    libc::SYS_semtimedop,
    libc::SYS_semctl,
    libc::SYS_msgget,
    libc::SYS_msgsnd,
    libc::SYS_msgrcv,
    libc::SYS_msgctl,
    libc::SYS_mq_open,
    libc::SYS_mq_unlink,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
];

/// The commands of `fcntl` that watch what others do with a file, or make them wait.
const FILE_COMMANDS: [libc::c_int; 2] = [libc::F_NOTIFY, libc::F_SETLEASE];

/// The number with which a process means itself.
const SELF: u64 = 0;

/// Calls that can stop or slow down another process of the same user, which the first argument names.
const PROCESS_CALLS: &[libc::c_long] = &[
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
];

/// Calls that set the priority of a process, a group, or all processes of a user, which the second
/// argument names, and the first argument that means a process (`PRIO_PROCESS` and
/// `IOPRIO_WHO_PROCESS`).
const PRIORITY_CALLS: &[(libc::c_long, u64)] =
    &[(libc::SYS_setpriority, 0), (libc::SYS_ioprio_set, 1)];

/// The calls with which the superuser can change the whole machine, read its log, or get around
/// Landlock.
const MACHINE_CALLS: &[libc::c_long] = &[
    libc::SYS_bpf,
    libc::SYS_clock_settime,
    libc::SYS_delete_module,
    libc::SYS_finit_module,
    libc::SYS_init_module,
    libc::SYS_kexec_load,
    libc::SYS_open_by_handle_at,
    libc::SYS_perf_event_open,
    libc::SYS_reboot,
    libc::SYS_setdomainname,
    libc::SYS_sethostname,
    libc::SYS_setns,
    libc::SYS_settimeofday,
    libc::SYS_swapoff,
    libc::SYS_swapon,
    libc::SYS_syslog,
];

/// The calls that change the metadata of a file. The last ones, `fchmodat2`, `setxattrat`,
/// `removexattrat` and `file_setattr`, are too new for `libc`.
const FILE_CALLS: &[libc::c_long] = &[
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_utimensat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    452,
    463,
    466,
    469,
];

/// Their predecessors, which newer architectures lack.
#[cfg(target_arch = "x86_64")]
const OLD_FILE_CALLS: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_FILE_CALLS: &[libc::c_long] = &[];

/// The flags of `clone` that make namespaces. Those of `clone3` are in memory, where no filter sees them, so
/// it is not allowed; programs go on with `clone`.
const NAMESPACE_FLAGS: [libc::c_int; 7] = [
    libc::CLONE_NEWCGROUP,
    libc::CLONE_NEWIPC,
    libc::CLONE_NEWNET,
    libc::CLONE_NEWNS,
    libc::CLONE_NEWPID,
    libc::CLONE_NEWUSER,
    libc::CLONE_NEWUTS,
];

/// The calls that programs, interpreters and compilers need. What is missing on purpose: other namespaces
/// and mounts, modules, `bpf`, `perf_event_open`, `userfaultfd`, `fanotify`, `inotify`, `io_uring` and its
/// predecessor, of which the machine has a number, keys, clocks, quotas, accounting, swap, files by handles, files
/// in memory, whose size nothing limits, and `sync`, which writes everybody's files.
const CALLS: &[libc::c_long] = &[
    libc::SYS_accept,
    libc::SYS_accept4,
    libc::SYS_bind,
    libc::SYS_brk,
    libc::SYS_capget,
    libc::SYS_capset,
    libc::SYS_chdir,
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_clone,
    libc::SYS_close,
    libc::SYS_close_range,
    libc::SYS_copy_file_range,
    libc::SYS_dup,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2,
    libc::SYS_execve,
    libc::SYS_execveat,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fadvise64,
    libc::SYS_fallocate,
    libc::SYS_fchdir,
    libc::SYS_fchmod,
    libc::SYS_fchmodat,
    libc::SYS_fchmodat2,
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_fcntl,
    libc::SYS_fdatasync,
    libc::SYS_fgetxattr,
    libc::SYS_flistxattr,
    libc::SYS_flock,
    libc::SYS_fremovexattr,
    libc::SYS_fsetxattr,
    libc::SYS_fstat,
    libc::SYS_fstatfs,
    libc::SYS_fsync,
    libc::SYS_ftruncate,
    libc::SYS_futex,
    libc::SYS_futex_waitv,
    libc::SYS_get_mempolicy,
    libc::SYS_get_robust_list,
    libc::SYS_getcpu,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getgroups,
    libc::SYS_getitimer,
    libc::SYS_getpeername,
    libc::SYS_getpgid,
    libc::SYS_getpid,
    libc::SYS_getppid,
    libc::SYS_getpriority,
    libc::SYS_getrandom,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getrlimit,
    libc::SYS_getrusage,
    libc::SYS_getsid,
    libc::SYS_getsockname,
    libc::SYS_getsockopt,
    libc::SYS_gettid,
    libc::SYS_gettimeofday,
    libc::SYS_getuid,
    libc::SYS_getxattr,
    libc::SYS_ioctl,
    libc::SYS_ioprio_get,
    libc::SYS_ioprio_set,
    libc::SYS_kill,
    libc::SYS_landlock_add_rule,
    libc::SYS_landlock_create_ruleset,
    libc::SYS_landlock_restrict_self,
    libc::SYS_lgetxattr,
    libc::SYS_linkat,
    libc::SYS_listen,
    libc::SYS_listxattr,
    libc::SYS_llistxattr,
    libc::SYS_lremovexattr,
    libc::SYS_lseek,
    libc::SYS_lsetxattr,
    libc::SYS_madvise,
    libc::SYS_mbind,
    libc::SYS_membarrier,
    libc::SYS_mincore,
    libc::SYS_mkdirat,
    libc::SYS_mknodat,
    libc::SYS_mlock,
    libc::SYS_mlock2,
    libc::SYS_mlockall,
    libc::SYS_mmap,
    libc::SYS_mprotect,
    libc::SYS_mremap,
    libc::SYS_mseal,
    libc::SYS_msync,
    libc::SYS_munlock,
    libc::SYS_munlockall,
    libc::SYS_munmap,
    libc::SYS_nanosleep,
    libc::SYS_newfstatat,
    libc::SYS_openat,
    libc::SYS_openat2,
    libc::SYS_personality,
    libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal,
    libc::SYS_pipe2,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_ppoll,
    libc::SYS_prctl,
    libc::SYS_pread64,
    libc::SYS_preadv,
    libc::SYS_preadv2,
    libc::SYS_prlimit64,
    libc::SYS_process_madvise,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_pselect6,
    libc::SYS_ptrace,
    libc::SYS_pwrite64,
    libc::SYS_pwritev,
    libc::SYS_pwritev2,
    libc::SYS_read,
    libc::SYS_readahead,
    libc::SYS_readlinkat,
    libc::SYS_readv,
    libc::SYS_recvfrom,
    libc::SYS_recvmmsg,
    libc::SYS_recvmsg,
    libc::SYS_remap_file_pages,
    libc::SYS_removexattr,
    libc::SYS_renameat,
    libc::SYS_renameat2,
    libc::SYS_restart_syscall,
    libc::SYS_rseq,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigqueueinfo,
    libc::SYS_rt_sigreturn,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_getattr,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
    libc::SYS_sched_yield,
    libc::SYS_seccomp,
    libc::SYS_sendfile,
    libc::SYS_sendmmsg,
    libc::SYS_sendmsg,
    libc::SYS_sendto,
    libc::SYS_set_mempolicy,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_setfsgid,
    libc::SYS_setfsuid,
    libc::SYS_setgid,
    libc::SYS_setgroups,
    libc::SYS_setitimer,
    libc::SYS_setpgid,
    libc::SYS_setpriority,
    libc::SYS_setregid,
    libc::SYS_setresgid,
    libc::SYS_setresuid,
    libc::SYS_setreuid,
    libc::SYS_setrlimit,
    libc::SYS_setsid,
    libc::SYS_setsockopt,
    libc::SYS_setuid,
    libc::SYS_setxattr,
    libc::SYS_shutdown,
    libc::SYS_sigaltstack,
    libc::SYS_signalfd4,
    libc::SYS_socketpair,
    libc::SYS_splice,
    libc::SYS_statfs,
    libc::SYS_statx,
    libc::SYS_symlinkat,
    libc::SYS_sync_file_range,
    libc::SYS_sysinfo,
    libc::SYS_tee,
    libc::SYS_tgkill,
    libc::SYS_timer_create,
    libc::SYS_timer_delete,
    libc::SYS_timer_getoverrun,
    libc::SYS_timer_gettime,
    libc::SYS_timer_settime,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_gettime,
    libc::SYS_timerfd_settime,
    libc::SYS_times,
    libc::SYS_tkill,
    libc::SYS_truncate,
    libc::SYS_umask,
    libc::SYS_uname,
    libc::SYS_unlinkat,
    libc::SYS_utimensat,
    libc::SYS_vmsplice,
    libc::SYS_wait4,
    libc::SYS_waitid,
    libc::SYS_write,
    libc::SYS_writev,
];

/// Their predecessors, which newer architectures lack.
#[cfg(target_arch = "x86_64")]
const OLD_CALLS: &[libc::c_long] = &[
    libc::SYS_access,
    libc::SYS_alarm,
    libc::SYS_arch_prctl,
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_creat,
    libc::SYS_dup2,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_eventfd,
    libc::SYS_fork,
    libc::SYS_futimesat,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_lchown,
    libc::SYS_link,
    libc::SYS_lstat,
    libc::SYS_mkdir,
    libc::SYS_mknod,
    libc::SYS_open,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_poll,
    libc::SYS_readlink,
    libc::SYS_rename,
    libc::SYS_rmdir,
    libc::SYS_select,
    libc::SYS_signalfd,
    libc::SYS_stat,
    libc::SYS_symlink,
    libc::SYS_time,
    libc::SYS_unlink,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_vfork,
];
#[cfg(not(target_arch = "x86_64"))]
const OLD_CALLS: &[libc::c_long] = &[];

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs the program of [`allow_only`] on a number.
    fn result(program: &[sock_filter], number: u32) -> u32 {
        let mut at = 1;
        loop {
            let sock_filter { code, jt, jf, k } = program[at];
            let code = u32::from(code);
            let jumps = match code & !libc::BPF_K {
                it if it == libc::BPF_RET => return k,
                it if it == libc::BPF_JMP | libc::BPF_JA => k as usize,
                it if it == libc::BPF_JMP | libc::BPF_JGE => {
                    usize::from(if number >= k { jt } else { jf })
                }
                it if it == libc::BPF_JMP | libc::BPF_JGT => {
                    usize::from(if number > k { jt } else { jf })
                }
                it => panic!("no such instruction: {it}"),
            };
            at += 1 + jumps;
        }
    }

    #[test]
    fn exactly_the_calls_of_the_list_are_allowed() {
        let program = allow_only();
        let x32 = 1 << 30;
        for number in (0..1000).chain(x32..x32 + 1000).chain([u32::MAX]) {
            let is_allowed = result(&program, number) == libc::SECCOMP_RET_ALLOW;
            let is_listed = CALLS
                .iter()
                .chain(OLD_CALLS)
                .any(|&call| call == number.into());
            assert_eq!(is_allowed, is_listed, "{number}");
        }
    }
}
