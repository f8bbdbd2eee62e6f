//! The rules of Landlock, which say what files a program may read and write, and the privileges that it
//! gives up.

use std::io;
use std::path::Path;
use std::thread;

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, PathFdError,
    Ruleset, RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, RulesetStatus, Scope,
};
use rustix::fs::{FileType, fstat};
use rustix::thread::{
    CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities,
};

use super::syscalls::SyscallFilters;
use super::{MetadataChanges, SandboxError, Wall};
use crate::scarcity::is_scarcity;

/// Rights that an older Landlock does not support stay unrestricted; see [`GAPS`].
const RIGHTS: ABI = ABI::V6;

/// The actions that an older Landlock does not prevent, and the version that does.
const GAPS: [(ABI, &str); 2] = [
    (ABI::V3, "emptying files (before Linux 6.2)"),
    (ABI::V6, "signals to other programs (before Linux 6.12)"),
];

/// The devices that may be written to.
pub const DEVICES: [&str; 3] = ["/dev/null", "/dev/zero", "/dev/full"];

/// What programs without namespaces may read of the machine's state, and each of itself: the directories of
/// other processes have their command lines.
const PROCESS_FILES: [&str; 9] = [
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/uptime",
    "/proc/version",
];

/// The parts of a sandbox that all runs share.
#[derive(Debug)]
pub struct SandboxBase {
    filters: SyscallFilters,
    landlock: ABI,
    has_namespaces: bool,
    missing: Option<Wall>,
}

/// The rules of a run, which a process can enter.
pub struct SandboxRules {
    files: RulesetCreated,
    missing: Option<Wall>,
    filters: SyscallFilters,
    /// What the child opens, because it is another file for each: directories that it may write to, and
    /// files that it may read.
    own_writable: Option<&'static str>,
    own_readable: &'static [&'static str],
}

impl SandboxBase {
    /// Tries out in a thread what the kernel supports. Without Landlock, there must be namespaces.
    pub fn new(
        metadata: MetadataChanges,
        has_namespaces: bool,
        missing: Option<Wall>,
    ) -> Result<Self, SandboxError> {
        let refused = |error: &dyn ToString| SandboxError::Refused(error.to_string());
        let metadata = Some(metadata).filter(|_| !has_namespaces);
        let filters = SyscallFilters::new(metadata).map_err(|error| refused(&error))?;
        let kernel = Self {
            filters: filters.clone(),
            landlock: RIGHTS,
            has_namespaces,
            missing,
        };
        let probe = || -> Result<ABI, SandboxError> {
            let nothing: [&Path; 0] = [];
            let rules = kernel.rules(nothing, nothing, None);
            let rules = rules.map_err(|error| match error {
                error if is_scarcity(&error) => SandboxError::Scarcity(error),
                error => refused(&error),
            })?;
            let status = rules
                .files
                .restrict_self()
                .map_err(|error| refused(&error))?;
            if status.ruleset == RulesetStatus::NotEnforced && !has_namespaces {
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
        Ok(Self {
            filters,
            landlock,
            has_namespaces,
            missing,
        })
    }

    pub fn has_landlock(&self) -> bool {
        self.landlock != ABI::Unsupported
    }

    /// The actions that this kernel does not prevent.
    pub fn gaps(&self) -> Vec<&'static str> {
        let missing = GAPS.iter().filter(|(since, _)| self.landlock < *since);
        missing.map(|(_, gap)| *gap).collect()
    }

    /// The rules of a run that may read some paths and write others. In namespaces, it may read all that is
    /// there, and write to a fresh directory.
    pub fn rules(
        &self,
        readable: impl IntoIterator<Item = impl AsRef<Path>>,
        writable: impl IntoIterator<Item = impl AsRef<Path>>,
        fresh: Option<&'static str>,
    ) -> io::Result<SandboxRules> {
        let all = AccessFs::from_all(RIGHTS);
        let readable = rules_beneath(readable, reading())?;
        let writable = rules_beneath(writable, writing())?;
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
            missing: self.missing,
            files,
            filters: self.filters.clone(),
            own_writable: fresh,
            own_readable: if self.has_namespaces {
                &["/"]
            } else {
                &PROCESS_FILES
            },
        })
    }
}

impl SandboxRules {
    /// Puts the calling process into the sandbox, for good. The child calls this; it makes only
    /// system calls.
    pub fn enter(&self) -> io::Result<()> {
        drop_capabilities()?;
        if self.missing != Some(Wall::Landlock) {
            self.enter_files()?;
        }
        if self.missing != Some(Wall::Filter) {
            self.filters.apply()?;
        }
        Ok(())
    }

    fn enter_files(&self) -> io::Result<()> {
        let failed = |_: RulesetError| io::Error::from_raw_os_error(libc::EPERM);
        let mut files = self.files.try_clone()?;
        let readable = self.own_readable.iter().map(|path| (*path, reading()));
        let writable = self.own_writable.map(|path| (path, writing()));
        for (path, access) in readable.chain(writable) {
            if let Some(rule) = rule_beneath(path, access)? {
                files = files.add_rule(rule).map_err(failed)?;
            }
        }
        files.restrict_self().map(drop).map_err(failed)
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
    paths
        .into_iter()
        .filter_map(|path| rule_beneath(path, access).transpose())
        .map(|rule| rule.map(Ok))
        .collect()
}

/// A rule for a path, if it exists.
fn rule_beneath(
    path: impl AsRef<Path>,
    access: BitFlags<AccessFs>,
) -> io::Result<Option<PathBeneath<PathFd>>> {
    let file = match PathFd::new(path) {
        Ok(file) => file,
        Err(PathFdError::OpenCall { source, .. }) if is_scarcity(&source) => return Err(source),
        Err(_) => return Ok(None),
    };
    let mode = fstat(&file)?.st_mode;
    let of_files = AccessFs::from_file(RIGHTS);
    let access = if FileType::from_raw_mode(mode).is_dir() {
        access
    } else {
        access & of_files
    };
    Ok(Some(PathBeneath::new(file, access)))
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::from_read(RIGHTS)
}

/// All but making devices: the superuser could make one that is a whole disk.
fn writing() -> BitFlags<AccessFs> {
    AccessFs::from_all(RIGHTS) & !(AccessFs::MakeBlock | AccessFs::MakeChar)
}
