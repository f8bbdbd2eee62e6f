//! What the kernel is asked to enforce.

use std::io;
use std::path::Path;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, LandlockStatus, PathBeneath, PathFd, Ruleset, RulesetAttr,
    RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope, path_beneath_rules,
};

use super::system_calls::Filters;
use super::{MetadataChanges, SandboxError};

/// Rights that an older kernel's Landlock does not support are not restricted; see [`GAPS`].
const RIGHTS: ABI = ABI::V6;

/// What an older Landlock does not prevent, and the version that does.
const GAPS: [(ABI, &str); 2] = [
    (ABI::V3, "emptying files (before Linux 6.2)"),
    (ABI::V6, "signals to other programs (before Linux 6.12)"),
];

/// The devices that may be written to.
const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// The parts of a sandbox that are the same for all runs.
#[derive(Debug)]
pub struct Kernel {
    filters: Filters,
    landlock: ABI,
}

/// The rules of a run, which a process can enter.
pub struct Rules {
    files: RulesetCreated,
    filters: Filters,
}

impl Kernel {
    /// Finds out what the kernel supports, by trying it in a thread.
    pub fn new(metadata: MetadataChanges) -> Result<Self, SandboxError> {
        let refused = |error: &dyn ToString| SandboxError::Refused(error.to_string());
        let filters = Filters::new(metadata).map_err(|error| refused(&error))?;
        let kernel = Self {
            filters: filters.clone(),
            landlock: RIGHTS,
        };
        let probe = || -> Result<ABI, SandboxError> {
            let nothing: [&Path; 0] = [];
            let rules = kernel
                .rules(nothing, nothing)
                .map_err(|error| refused(&error))?;
            let status = rules
                .files
                .restrict_self()
                .map_err(|error| refused(&error))?;
            if status.ruleset == RulesetStatus::NotEnforced {
                return Err(SandboxError::Unavailable);
            }
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

    /// What this kernel does not prevent.
    pub fn gaps(&self) -> Vec<&'static str> {
        let missing = GAPS.iter().filter(|(since, _)| self.landlock < *since);
        missing.map(|(_, gap)| *gap).collect()
    }

    /// The rules of a run, which reads some paths, and writes others.
    pub fn rules(
        &self,
        readable: impl IntoIterator<Item = impl AsRef<Path>>,
        writable: impl IntoIterator<Item = impl AsRef<Path>>,
    ) -> io::Result<Rules> {
        let all = AccessFs::from_all(RIGHTS);
        let files = Ruleset::default()
            .handle_access(all)
            .and_then(|rules| rules.handle_access(AccessNet::from_all(RIGHTS)))
            .and_then(|rules| rules.scope(Scope::from_all(RIGHTS)))
            .and_then(Ruleset::create)
            .and_then(|rules| rules.add_rules(path_beneath_rules(readable, reading())))
            .and_then(|rules| rules.add_rules(path_beneath_rules(writable, all)))
            .and_then(|rules| rules.add_rules(path_beneath_rules(DEVICES, all)))
            .map_err(io::Error::other)?;
        Ok(Rules {
            files,
            filters: self.filters.clone(),
        })
    }
}

impl Rules {
    /// Puts the calling process into the sandbox, for good. Called in the child: it makes only
    /// system calls.
    pub fn enter(&self) -> io::Result<()> {
        let failed = |_: RulesetError| io::Error::from_raw_os_error(libc::EPERM);
        let mut files = self.files.try_clone()?;
        // Only its own: those of others have their command lines. It is not a link there.
        if let Ok(own) = PathFd::new("/proc/self") {
            files = files
                .add_rule(PathBeneath::new(own, reading()))
                .map_err(failed)?;
        }
        files.restrict_self().map_err(failed)?;
        self.filters.apply()
    }
}

fn reading() -> landlock::BitFlags<AccessFs> {
    AccessFs::from_read(RIGHTS)
}
