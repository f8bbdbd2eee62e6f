//! Systems other than Linux, which have no sandbox.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{HiddenPaths, MetadataChanges, Program, SandboxError, Wall};

#[cfg(unix)]
pub use unix::{Confinement, ExitReport, RunSandbox};

/// A sandbox, of which there is none.
#[derive(Debug)]
pub enum Sandbox {}

#[expect(missing_docs, clippy::missing_errors_doc, reason = "as on Linux")]
impl Sandbox {
    pub fn new(_: HiddenPaths, _: &[PathBuf], _: MetadataChanges) -> Result<Self, SandboxError> {
        Err(SandboxError::Unavailable)
    }

    pub fn walls(&self) -> Vec<Wall> {
        match *self {}
    }

    pub fn gaps(&self) -> Vec<String> {
        match *self {}
    }

    #[must_use]
    pub fn confine(self: &Arc<Self>, _: Program) -> Program {
        match **self {}
    }

    #[must_use]
    pub fn confine_build(self: &Arc<Self>, _: Program, _: &Path, _: &Path, _: &Path) -> Program {
        match **self {}
    }
}

#[cfg(unix)]
mod unix {
    use std::io;
    use std::os::fd::BorrowedFd;
    use std::path::{Path, PathBuf};
    use std::process::{Command, ExitStatus};

    use tempfile::TempDir;

    use crate::{Limits, Program};

    #[derive(Clone, Debug)]
    pub enum Confinement {}

    pub enum RunSandbox {}

    pub enum ExitReport {}

    impl Confinement {
        pub fn shown(&self, _: &Path) -> Option<PathBuf> {
            match *self {}
        }

        pub fn of_run(&self, _: &Program, _: &Limits) -> io::Result<RunSandbox> {
            match *self {}
        }
    }

    impl RunSandbox {
        pub fn home(&self) -> &Path {
            match *self {}
        }

        pub fn has_init(&self) -> bool {
            match *self {}
        }

        pub fn directory(&self) -> Option<&Path> {
            match *self {}
        }

        pub fn take_fresh(&mut self) -> Option<TempDir> {
            match *self {}
        }

        pub fn take_report(&mut self) -> Option<ExitReport> {
            match *self {}
        }

        pub fn set_command(&mut self, _: &Command, _: Option<&Path>) -> io::Result<()> {
            match *self {}
        }

        pub fn enter(&mut self, _: &dyn Fn()) -> io::Result<()> {
            match *self {}
        }
    }

    impl ExitReport {
        pub fn start(&self) -> io::Result<()> {
            match *self {}
        }

        pub fn fd(&self) -> BorrowedFd<'_> {
            match *self {}
        }

        pub fn is_there(&self) -> rustix::io::Result<bool> {
            match *self {}
        }

        pub fn read(&self) -> Option<ExitStatus> {
            match *self {}
        }
    }
}
