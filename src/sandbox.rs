//! The sandbox of programs that are judged or play.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use admiralty_process::{HiddenPaths, MetadataChanges, Program, Sandbox, SandboxError};

/// What a program can do without a sandbox.
const UNPROTECTED: &str = "programs can read the answers and all other files, change them, use the network, and stop \
    the judge";

/// The sandbox of programs and of their builds, if there is one.
#[derive(Debug, Default)]
pub struct Sandboxes {
    pub program: Option<Arc<Sandbox>>,
    pub build: Option<Arc<Sandbox>>,
}

impl Sandboxes {
    /// Sandboxes that hide files and directories, and let a program see only its own entry of some
    /// collections.
    pub fn new(
        secret: impl IntoIterator<Item = impl AsRef<Path>>,
        collections: impl IntoIterator<Item = impl AsRef<Path>>,
        readable: &[PathBuf],
    ) -> Result<Self, SandboxError> {
        let mut hidden = HiddenPaths::default();
        secret
            .into_iter()
            .for_each(|path| hidden.hide(path.as_ref()));
        collections
            .into_iter()
            .for_each(|path| hidden.hide_collection(path.as_ref()));
        hidden.hide_shared(&env::temp_dir());
        if let Some(home) = env::home_dir() {
            hidden.hide_shared(&home);
        }
        let sandbox = |metadata| {
            let sandbox = Sandbox::new(hidden.clone(), readable, metadata);
            Ok(Some(Arc::new(sandbox?)))
        };
        Ok(Self {
            program: sandbox(MetadataChanges::Fail)?,
            // CMake ends if it cannot copy the mode of a file.
            build: sandbox(MetadataChanges::Ignored)?,
        })
    }

    /// A program, in the sandbox if there is one.
    pub fn confine(&self, program: Program) -> Program {
        match &self.program {
            Some(sandbox) => sandbox.confine(program),
            None => program,
        }
    }

    /// What this kernel does not prevent.
    pub fn gaps(&self) -> Option<String> {
        let gaps = self.program.as_ref()?.gaps();
        let gaps = Some(gaps).filter(|gaps| !gaps.is_empty())?;
        Some(format!(
            "The sandbox does not prevent {}.",
            gaps.join(" and ")
        ))
    }
}

/// What is unprotected, and why.
pub fn unprotected(error: &SandboxError) -> String {
    format!("No sandbox, because {error}: {UNPROTECTED}.")
}
