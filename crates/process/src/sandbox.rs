//! A sandbox enforced by the kernel.
//!
//! Landlock decides which files a program may read and write, and keeps it from signalling and
//! tracing others; a seccomp filter bars the system calls that Landlock does not cover. Each run is
//! in a sandbox of its own, which it enters between fork and exec.

mod files;
#[cfg(target_os = "linux")]
mod kernel;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::CommandFiles;
#[cfg(target_os = "linux")]
pub use kernel::SandboxRules;
use tempfile::TempDir;

use super::{HiddenPaths, MetadataChanges, Program, SandboxError};

/// The prefix of the names of fresh directories.
const DIRECTORY_PREFIX: &str = "admiralty-";

/// A sandbox for programs. They may read the system's files, their own, and those that their
/// command lines name, and write to a fresh directory in which they run. They cannot reach other
/// processes or the network.
#[derive(Debug)]
pub struct Sandbox {
    hidden: HiddenPaths,
    /// The paths that every program may read.
    readable: Vec<PathBuf>,
    #[cfg(target_os = "linux")]
    kernel: kernel::SandboxBase,
}

/// A program's place in a sandbox.
#[derive(Clone, Debug)]
pub struct Confinement {
    sandbox: Arc<Sandbox>,
    files: CommandFiles,
    /// The paths that it may write to, besides a fresh directory.
    writable: Vec<PathBuf>,
}

/// The sandbox of one run.
pub struct RunSandbox {
    /// The directory in which the program runs.
    pub directory: PathBuf,
    /// Its home directory, also for temporary files.
    pub home: PathBuf,
    /// The fresh directory, if the program has none of its own; dropping removes it.
    pub fresh: Option<TempDir>,
    #[cfg(target_os = "linux")]
    pub rules: SandboxRules,
}

impl Sandbox {
    /// A sandbox that hides some paths, except those in `allowed`, which stay readable.
    ///
    /// # Errors
    ///
    /// If the kernel does not support it, or refuses it.
    pub fn new(
        hidden: HiddenPaths,
        allowed: &[PathBuf],
        metadata: MetadataChanges,
    ) -> Result<Self, SandboxError> {
        #[cfg(target_os = "linux")]
        {
            let mut readable = files::of_everybody(&hidden);
            readable.extend_from_slice(allowed);
            let kernel = kernel::SandboxBase::new(metadata)?;
            Ok(Self {
                hidden,
                readable,
                kernel,
            })
        }
        #[cfg(not(target_os = "linux"))]
        {
            let _ = (hidden, allowed, metadata);
            Err(SandboxError::Unavailable)
        }
    }

    /// The actions that this kernel is too old to prevent.
    pub fn gaps(&self) -> Vec<&'static str> {
        #[cfg(target_os = "linux")]
        return self.kernel.gaps();
        #[cfg(not(target_os = "linux"))]
        Vec::new()
    }

    /// The same program in the sandbox. It runs in a fresh directory, where links replace the
    /// relative paths that its command line names.
    #[must_use]
    pub fn confine(self: &Arc<Self>, mut program: Program) -> Program {
        let files = CommandFiles::of(&mut program.command, &self.readable, &self.hidden);
        program.directory = None;
        program.confinement = Some(Confinement {
            sandbox: Arc::clone(self),
            files,
            writable: Vec::new(),
        });
        program
    }

    /// The same program in the sandbox, in its own directory. It may write to some directories and
    /// read one more path; its command line opens no other files.
    #[must_use]
    pub fn confine_in(
        self: &Arc<Self>,
        mut program: Program,
        writable: [&Path; 2],
        readable: &Path,
    ) -> Program {
        program.confinement = Some(Confinement {
            sandbox: Arc::clone(self),
            files: CommandFiles::of_path(readable),
            writable: writable.map(Path::to_owned).into(),
        });
        program
    }
}

impl Confinement {
    /// Prepares a run of a program.
    pub fn of_run(&self, program: &Program) -> io::Result<RunSandbox> {
        let mut fresh = None;
        let directory = if let Some(directory) = &program.directory {
            directory.clone()
        } else {
            let created = tempfile::Builder::new()
                .prefix(DIRECTORY_PREFIX)
                .tempdir()?;
            self.files.furnish(fresh.insert(created).path())?
        };
        let home = program.home.as_ref().unwrap_or(&directory).clone();
        #[cfg(target_os = "linux")]
        let rules = {
            let readable = self.sandbox.readable.iter().chain(&self.files.readable);
            let writable = self.writable.iter().map(PathBuf::as_path);
            let writable = writable.chain(fresh.as_ref().map(TempDir::path));
            self.sandbox.kernel.rules(readable, writable)?
        };
        Ok(RunSandbox {
            directory,
            home,
            fresh,
            #[cfg(target_os = "linux")]
            rules,
        })
    }
}
