//! A seccomp filter for what Landlock does not cover: sockets other than TCP, and calls that change
//! the metadata of files.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Applies the filter to the current thread and all that it starts.
pub fn bar(ignores_metadata: bool) -> Result<(), seccompiler::Error> {
    let unix = u64::from(libc::AF_UNIX.unsigned_abs());
    let is_foreign = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, unix)?;
    let sockets = [
        (libc::SYS_socket, vec![SeccompRule::new(vec![is_foreign])?]),
        // It can do the same as these calls.
        (libc::SYS_io_uring_setup, Vec::new()),
    ];
    refuse(sockets.into(), libc::EACCES)?;
    // A filter sees addresses, not paths, so it cannot make exceptions.
    let files = FILE_CALLS.iter().chain(OLD_FILE_CALLS);
    let files = files.map(|&call| (call, Vec::new())).collect();
    refuse(files, if ignores_metadata { 0 } else { libc::EACCES })
}

/// Makes calls return an error number without doing anything; 0 for success.
fn refuse(
    calls: BTreeMap<libc::c_long, Vec<SeccompRule>>,
    error: libc::c_int,
) -> Result<(), seccompiler::Error> {
    let filter: BpfProgram = SeccompFilter::new(
        calls,
        SeccompAction::Allow,
        SeccompAction::Errno(error.unsigned_abs()),
        std::env::consts::ARCH.try_into()?,
    )?
    .try_into()?;
    seccompiler::apply_filter(&filter)
}

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
