//! The rules that the kernel enforces: those of Landlock, and a seccomp filter for what they do not
//! cover: sockets, objects that programs share, limits and priorities of other processes, the
//! machine as a whole, and the metadata of files.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, PathFdError,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, fstat};
use rustix::thread::{
    CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities,
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

use super::{MetadataChanges, SandboxError};
use crate::scarcity::is_scarcity;

/// Rights that an older Landlock does not support stay unrestricted; see [`GAPS`].
const RIGHTS: ABI = ABI::V6;

/// The actions that an older Landlock does not prevent, and the version that does.
const GAPS: [(ABI, &str); 2] = [
    (ABI::V3, "emptying files (before Linux 6.2)"),
    (ABI::V6, "signals to other programs (before Linux 6.12)"),
];

/// The devices that may be written to.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// The parts of a sandbox that all runs share.
#[derive(Debug)]
pub struct SandboxBase {
    filters: SyscallFilters,
    landlock: ABI,
}

/// The rules of a run, which a process can enter.
pub struct SandboxRules {
    files: RulesetCreated,
    filters: SyscallFilters,
}

impl SandboxBase {
    /// Tries out in a thread what the kernel supports.
    pub fn new(metadata: MetadataChanges) -> Result<Self, SandboxError> {
        let refused = |error: &dyn ToString| SandboxError::Refused(error.to_string());
        let filters = SyscallFilters::new(metadata).map_err(|error| refused(&error))?;
        let kernel = Self {
            filters: filters.clone(),
            landlock: RIGHTS,
        };
        let probe = || -> Result<ABI, SandboxError> {
            let nothing: [&Path; 0] = [];
            let rules = kernel.rules(nothing, nothing);
            let rules = rules.map_err(|error| match error {
                error if is_scarcity(&error) => SandboxError::Scarcity(error),
                error => refused(&error),
            })?;
            let status = rules
                .files
                .restrict_self()
                .map_err(|error| refused(&error))?;
            if status.ruleset == RulesetStatus::NotEnforced {
                return Err(SandboxError::Unavailable);
            }
            drop_capabilities().map_err(|error| refused(&error))?;
            rules.filters.apply().map_err(|error| refused(&error))?;
            Ok(match status.landlock {
                LandlockStatus::Available { effective_abi, .. } => effective_abi,
                _ => ABI::Unsupported,
            })
        };
        let landlock = thread::scope(|scope| scope.spawn(probe).join());
        let landlock = landlock.unwrap_or(Err(SandboxError::Unavailable))?;
        Ok(Self { filters, landlock })
    }

    /// The actions that this kernel does not prevent.
    pub fn gaps(&self) -> Vec<&'static str> {
        let missing = GAPS.iter().filter(|(since, _)| self.landlock < *since);
        missing.map(|(_, gap)| *gap).collect()
    }

    /// The rules of a run that may read some paths and write others.
    pub fn rules(
        &self,
        readable: impl IntoIterator<Item = impl AsRef<Path>>,
        writable: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> io::Result<SandboxRules> {
        let all = AccessFs::from_all(RIGHTS);
        let readable = rules_beneath(readable, reading())?;
        // The superuser could make a device that is a whole disk.
        let writable = rules_beneath(writable, all & !(AccessFs::MakeBlock | AccessFs::MakeChar))?;
        let devices = rules_beneath(DEVICES, all)?;
        let files = Ruleset::default()
            .handle_access(all)
            .and_then(|rules| rules.handle_access(AccessNet::from_all(RIGHTS)))
            .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
            .and_then(Ruleset::create)
            .and_then(|rules| rules.add_rules(readable))
            .and_then(|rules| rules.add_rules(writable))
            .and_then(|rules| rules.add_rules(devices))
            .map_err(io::Error::other)?;
        Ok(SandboxRules {
            files,
            filters: self.filters.clone(),
        })
    }
}

impl SandboxRules {
    /// Puts the calling process into the sandbox, for good. The child calls this; it makes only
    /// system calls.
    pub fn enter(&self) -> io::Result<()> {
        let failed = |_: RulesetError| io::Error::from_raw_os_error(libc::EPERM);
        drop_capabilities()?;
        let mut files = self.files.try_clone()?;
        // Its own directory alone: those of other processes have their command lines. Opening it
        // follows the link.
        if let Ok(own) = PathFd::new("/proc/self") {
            files = files
                .add_rule(PathBeneath::new(own, reading()))
                .map_err(failed)?;
        }
        files.restrict_self().map_err(failed)?;
        self.filters.apply()
    }
}

/// Gives up the privileges of the superuser for good.
fn drop_capabilities() -> rustix::io::Result<()> {
    for capability in CapabilitySet::all().iter() {
        // Others than the superuser cannot, and old kernels do not know all.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    set_capabilities(
        None,
        CapabilitySets {
            effective: none,
            permitted: none,
            inheritable: none,
        },
    )
}

/// Rules for the paths that exist. Running out of files is an error: without a rule, a program
/// would fail through no fault of its own.
fn rules_beneath(
    paths: impl IntoIterator<Item = impl AsRef<Path>>,
    access: BitFlags<AccessFs>,
) -> io::Result<Vec<Result<PathBeneath<PathFd>, RulesetError>>> {
    let rule = |path| match PathFd::new(path) {
        Ok(file) => {
            let mode = fstat(&file)?.st_mode;
            let is_directory = FileType::from_raw_mode(mode).is_dir();
            let of_files = AccessFs::from_file(RIGHTS);
            let access = if is_directory {
                access
            } else {
                access & of_files
            };
            Ok(Some(Ok(PathBeneath::new(file, access))))
        }
        Err(PathFdError::OpenCall { source, .. }) if is_scarcity(&source) => Err(source),
        Err(_) => Ok(None),
    };
    paths
        .into_iter()
        .map(rule)
        .filter_map(Result::transpose)
        .collect()
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::from_read(RIGHTS)
}

/// Filters, which a process can apply to itself.
#[derive(Clone, Debug)]
pub struct SyscallFilters(Arc<[BpfProgram; 2]>);

impl SyscallFilters {
    /// The filters of a sandbox.
    pub fn new(metadata: MetadataChanges) -> Result<Self, seccompiler::BackendError> {
        let bar = |&call: &libc::c_long| (call, Vec::new());
        let barred = SOCKET_CALLS.iter().chain(SHARING_CALLS);
        let mut barred: Vec<_> = barred.chain(MACHINE_CALLS).map(bar).collect();
        for &call in PROCESS_CALLS {
            barred.push((call, vec![unless(0, SELF)?]));
        }
        for &(call, process) in PRIORITY_CALLS {
            barred.push((call, vec![unless(0, process)?, unless(1, SELF)?]));
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

/// Matches calls whose argument has another value.
fn unless(argument: u8, value: u64) -> Result<SeccompRule, seccompiler::BackendError> {
    let (length, other) = (SeccompCmpArgLen::Dword, SeccompCmpOp::Ne);
    SeccompRule::new(vec![SeccompCondition::new(argument, length, other, value)?])
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

/// The number with which a process means itself.
const SELF: u64 = 0;

/// Calls that can stop or slow down another process of the same user, which the first argument names.
const PROCESS_CALLS: &[libc::c_long] = &[
    libc::SYS_prlimit64,
    libc::SYS_sched_setaffinity,
    libc::SYS_sched_setattr,
    libc::SYS_sched_setparam,
    libc::SYS_sched_setscheduler,
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
