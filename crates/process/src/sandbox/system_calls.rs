//! A seccomp filter for what Landlock does not cover: sockets, objects that programs share, other
//! processes' limits and priorities, the machine as a whole, and calls that change the metadata of files.

use std::io;
use std::sync::Arc;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::MetadataChanges;

/// Filters, which a process can apply to itself.
#[derive(Clone, Debug)]
pub struct Filters(Arc<[BpfProgram; 2]>);

impl Filters {
    /// The filters of a sandbox.
    pub fn new(metadata: MetadataChanges) -> Result<Self, seccompiler::BackendError> {
        let bar = |&call: &libc::c_long| (call, Vec::new());
        let barred = SOCKET_CALLS.iter().chain(SHARING_CALLS);
        let mut barred: Vec<_> = barred.chain(MACHINE_CALLS).map(bar).collect();
        for &(call, argument) in PROCESS_CALLS {
            barred.push((call, vec![SeccompRule::new(vec![is_other(argument)?])?]));
        }
        // A filter sees addresses, not paths, so it cannot make exceptions.
        let files = FILE_CALLS.iter().chain(OLD_FILE_CALLS).map(bar).collect();
        let error = match metadata {
            MetadataChanges::Fail => libc::EACCES,
            MetadataChanges::Ignored => 0,
        };
        Ok(Self(Arc::new([
            refuse(barred, libc::EACCES)?,
            refuse(files, error)?,
        ])))
    }

    /// Applies them to the calling thread and all that it starts. Makes only system calls.
    pub fn apply(&self) -> io::Result<()> {
        for filter in &*self.0 {
            seccompiler::apply_filter(filter)
                .map_err(|_| io::Error::from_raw_os_error(libc::EPERM))?;
        }
        Ok(())
    }
}

/// Whether an argument names another process than the caller, which is 0.
fn is_other(argument: u8) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0)
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
    // It can do the same as these calls.
    libc::SYS_io_uring_setup,
];

/// The calls for objects of the kernel that outlive a program, and that any other one of the same user
/// can find: shared memory, semaphores and message queues of System V, message queues of POSIX, and keys.
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

/// The calls that can stop or slow down another process of the same user, each with the argument that
/// names it.
const PROCESS_CALLS: &[(libc::c_long, u8)] = &[
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setattr, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_ioprio_set, 1),
];

/// The calls with which the superuser can change the whole machine, or get around Landlock.
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

/// Their predecessors, which newer architectures do not have.
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
