//! What the kernel can bar a program from: the network, and writing outside a
//! folder.

use std::path::PathBuf;

use thiserror::Error;

/// Bars whatever runs in it from the network, from writing outside a folder, and
/// from sending signals to others.
///
/// Files are barred by Landlock, sockets by Landlock and a filter of system
/// calls. Reading is free.
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
        bar_sockets().map_err(|error| SandboxError::Refused(error.to_string()))
    }
}

/// Landlock knows TCP only, and not every kernel's Landlock does.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
fn bar_sockets() -> Result<(), seccompiler::Error> {
    use seccompiler::{
        BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule,
    };
    let family = u64::from(libc::AF_UNIX.unsigned_abs());
    let is_foreign = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, family)?;
    let rules = [
        (libc::SYS_socket, vec![SeccompRule::new(vec![is_foreign])?]),
        // It could open sockets without that call.
        (libc::SYS_io_uring_setup, Vec::new()),
    ];
    let filter: BpfProgram = SeccompFilter::new(
        rules.into(),
        SeccompAction::Allow,
        SeccompAction::Errno(libc::EACCES.unsigned_abs()),
        std::env::consts::ARCH.try_into()?,
    )?
    .try_into()?;
    seccompiler::apply_filter(&filter)
}

#[cfg(all(
    target_os = "linux",
    not(any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    ))
))]
fn bar_sockets() -> Result<(), std::convert::Infallible> {
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
