//! A sandbox enforced by the kernel.

// The architectures that `seccompiler` supports.
#[cfg(all(
    target_os = "linux",
    any(
        target_arch = "x86_64",
        target_arch = "aarch64",
        target_arch = "riscv64"
    )
))]
mod system_calls;

use std::path::PathBuf;

use thiserror::Error;

/// Keeps programs from using the network, writing outside a directory, signalling other processes,
/// and changing the metadata of files anywhere. Reading is not restricted.
///
/// Landlock covers files, a seccomp filter metadata, and both together sockets.
#[derive(Clone, Debug)]
pub struct Sandbox {
    /// The directory that may be written to.
    pub directory: PathBuf,
    /// Whether changing metadata does nothing instead of failing, for programs that need not
    /// change it but end if they cannot.
    pub ignores_metadata: bool,
}

/// Why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The kernel has no Landlock, or has it turned off.
    #[error("this kernel has no Landlock, which the sandbox needs")]
    Unavailable,
    /// The kernel refused it.
    #[error("the kernel refuses the sandbox: {0}")]
    Refused(String),
}

#[cfg(target_os = "linux")]
impl Sandbox {
    /// Puts the current thread, and all that it starts from now on, into the sandbox, for good.
    ///
    /// # Errors
    ///
    /// [`SandboxError`].
    pub fn enter(&self) -> Result<(), SandboxError> {
        use landlock::{
            ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetCreatedAttr,
            RulesetStatus, Scope, path_beneath_rules,
        };
        // Rights that an older kernel's Landlock does not support are not restricted, except
        // sockets.
        const RIGHTS: ABI = ABI::V6;
        let refused = |error: landlock::RulesetError| SandboxError::Refused(error.to_string());
        let write = AccessFs::from_write(RIGHTS);
        let devices = ["/dev/null", "/dev/zero", "/dev/full"];
        let status = Ruleset::default()
            .handle_access(write)
            .and_then(|rules| rules.handle_access(AccessNet::from_all(RIGHTS)))
            .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
            .and_then(landlock::Ruleset::create)
            .and_then(|rules| rules.add_rules(path_beneath_rules([&self.directory], write)))
            .and_then(|rules| rules.add_rules(path_beneath_rules(devices, write)))
            .and_then(landlock::RulesetCreated::restrict_self)
            .map_err(refused)?;
        if status.ruleset == RulesetStatus::NotEnforced {
            return Err(SandboxError::Unavailable);
        }
        #[cfg(any(
            target_arch = "x86_64",
            target_arch = "aarch64",
            target_arch = "riscv64"
        ))]
        system_calls::bar(self.ignores_metadata)
            .map_err(|error| SandboxError::Refused(error.to_string()))?;
        Ok(())
    }
}

#[cfg(not(target_os = "linux"))]
impl Sandbox {
    /// Always fails: only Linux has the sandbox.
    ///
    /// # Errors
    ///
    /// [`SandboxError::Unavailable`].
    pub fn enter(&self) -> Result<(), SandboxError> {
        Err(SandboxError::Unavailable)
    }
}
