//! What the kernel can bar a program from: the network, writing outside a folder, and
//! changing what is known of files.

use std::path::PathBuf;

use thiserror::Error;

/// Bars whatever runs in it from the network, from writing outside a folder, from
/// sending signals to others, and from changing the permissions, owners, times and
/// attributes of files anywhere.
///
/// Files are barred by Landlock, sockets by Landlock and a filter of system
/// calls, changes of what is known of files by that filter alone. Reading is free.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The folder that may be written to.
    pub folder: PathBuf,
}

/// Why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The kernel has no Landlock, or has it turned off.
    #[error("this kernel has no Landlock, which the sandbox is made of")]
    Unavailable,
    /// The kernel refused it.
    #[error("the kernel refuses the sandbox: {0}")]
    Refused(String),
}

#[cfg(target_os = "linux")]
impl Sandbox {
    /// Puts the current thread, and all that it starts from now on, into the
    /// sandbox. There is no way out.
    ///
    /// # Errors
    ///
    /// [`SandboxError`].
    pub fn enter(&self) -> Result<(), SandboxError> {
        use landlock::{
            ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr,
            RulesetStatus, Scope, path_beneath_rules,
        };
        // What kernels before this version of Landlock cannot bar is left free,
        // but for sockets.
        const RIGHTS: ABI = ABI::V6;
        let refused = |error: landlock::RulesetError| SandboxError::Refused(error.to_string());
        let write = AccessFs::from_write(RIGHTS);
        let devices = ["/dev/null", "/dev/zero", "/dev/full"];
        let status = Ruleset::default()
            .handle_access(write)
            .and_then(|rules| rules.handle_access(AccessNet::from_all(RIGHTS)))
            .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
            .and_then(landlock::Ruleset::create)
            .and_then(|rules| rules.add_rules(path_beneath_rules([&self.folder], write)))
            .and_then(|rules| rules.add_rules(path_beneath_rules(devices, write)))
            .and_then(landlock::RulesetCreated::restrict_self)
            .map_err(refused)?;
        if status.ruleset == RulesetStatus::NotEnforced {
            return Err(SandboxError::Unavailable);
        }
        bar_calls().map_err(|error| SandboxError::Refused(error.to_string()))
    }
}

/// Bars system calls that Landlock does not know: of sockets it knows TCP only, and not
/// every kernel's does; of files it does not know the calls that change neither their
/// bytes nor their names.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
fn bar_calls() -> Result<(), seccompiler::Error> {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };
    let tree = u64::from(libc::AF_UNIX.unsigned_abs());
    let is_foreign = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, tree)?;
    let sockets = [
        (libc::SYS_socket, vec![SeccompRule::new(vec![is_foreign])?]),
        // It could open sockets without that call, and change files, too.
        (libc::SYS_io_uring_setup, Vec::new()),
    ];
    // Whose file it is cannot be asked: a filter sees addresses instead of paths.
    let files = FILE_CALLS.iter().chain(OLD_FILE_CALLS);
    let rules = sockets
        .into_iter()
        .chain(files.map(|&call| (call, Vec::new())));
    let filter: BpfProgram = SeccompFilter::new(
        rules.collect(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EACCES.unsigned_abs()),
        std::env::consts::ARCH.try_into()?,
    )?
    .try_into()?;
    seccompiler::apply_filter(&filter)
}

/// The calls that change what is known of a file. The last ones are too new for `libc`,
/// and have the same numbers everywhere: `fchmodat2`, `setxattrat`, `removexattrat` and
/// `file_setattr`.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
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

/// The same calls of old, which newer processors do not have.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
const OLD_FILE_CALLS: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(all(
    target_os = "linux",
    any(target_arch = "aarch64", target_arch = "riscv64")
))]
const OLD_FILE_CALLS: &[libc::c_long] = &[];

#[cfg(all(
    target_os = "linux",
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    ))
))]
fn bar_calls() -> Result<(), std::convert::Infallible> {
    Ok(())
}

#[cfg(not(target_os = "linux"))]
impl Sandbox {
    /// Tells that there is none here.
    ///
    /// # Errors
    ///
    /// [`SandboxError::Unavailable`].
    pub fn enter(&self) -> Result<(), SandboxError> {
        Err(SandboxError::Unavailable)
    }
}
