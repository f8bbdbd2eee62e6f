//! The sandbox of programs that are judged or play.

use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use admiralty_process::{HiddenPaths, MetadataChanges, Program, Sandbox, SandboxError, Wall};
use clap::Args;

use crate::CliError;

/// What a program can do without a sandbox.
const UNPROTECTED: &str = "programs can read all files, even the answers, change them, use the network, and stop admiralty";

// Whether programs run in a sandbox, and what they may read there.
#[derive(Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct SandboxArgs {
    /// Require the sandbox; fail if the kernel has none
    ///
    /// In the sandbox, a program runs in an empty directory of its own. It reads only the system's
    /// files, its own, and those that its command line names, writes only to that directory, and
    /// can neither use the network nor disturb other processes.
    #[arg(long)]
    sandbox: bool,
    /// Run programs, bots and builds without a sandbox
    #[arg(long, conflicts_with_all = ["sandbox", "readable"])]
    no_sandbox: bool,
    /// Let programs read this file or directory, too
    #[arg(long, value_name = "PATH")]
    readable: Vec<PathBuf>,
}

impl SandboxArgs {
    /// A sandbox that hides some paths, if one is wanted and the kernel supports it; and what is unprotected.
    pub fn sandbox(
        &self,
        hidden: HiddenPaths,
    ) -> Result<(Option<Arc<Sandbox>>, Option<String>), CliError> {
        if self.no_sandbox {
            return Ok((None, None));
        }
        let made = Sandbox::new(hidden, &self.readable, MetadataChanges::Fail);
        Ok(match made {
            Err(error) if self.sandbox || matches!(error, SandboxError::Scarcity(_)) => {
                return Err(error.into());
            }
            Err(error) => (None, Some(unprotected(&error))),
            Ok(sandbox) => {
                let gaps = Some(sandbox.gaps()).filter(|gaps| !gaps.is_empty());
                let gaps = gaps
                    .map(|gaps| format!("The sandbox does not prevent {}.", gaps.join(" and ")));
                (Some(Arc::new(sandbox)), gaps)
            }
        })
    }

    /// Sandboxes of programs and builds, which hide some paths; and what is unprotected.
    pub fn sandboxes(&self, hidden: HiddenPaths) -> Result<(Sandboxes, Option<String>), CliError> {
        let (program, remark) = self.sandbox(hidden.clone())?;
        let build = match &program {
            Some(sandbox) if sandbox.walls().contains(&Wall::Namespaces) => program.clone(),
            // CMake ends if it cannot copy the mode of a file.
            Some(_) => Some(Arc::new(Sandbox::new(
                hidden,
                &self.readable,
                MetadataChanges::Ignored,
            )?)),
            None => None,
        };
        Ok((Sandboxes { program, build }, remark))
    }
}

/// Hides files and directories, and of some collections all entries but a program's own.
pub fn hidden(
    secret: impl IntoIterator<Item = impl AsRef<Path>>,
    collections: impl IntoIterator<Item = impl AsRef<Path>>,
) -> HiddenPaths {
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
    hidden
}

/// The sandbox of programs and of their builds, if there is one.
#[derive(Debug, Default)]
pub struct Sandboxes {
    pub program: Option<Arc<Sandbox>>,
    pub build: Option<Arc<Sandbox>>,
}

impl Sandboxes {
    /// A program, in the sandbox if there is one.
    pub fn confine(&self, program: Program) -> Program {
        match &self.program {
            Some(sandbox) => sandbox.confine(program),
            None => program,
        }
    }

    /// The walls of the sandbox; none without one.
    pub fn walls(&self) -> Vec<String> {
        let sandbox = self.program.iter();
        let walls = sandbox.flat_map(|sandbox| sandbox.walls()).map(Wall::name);
        walls.map(str::to_owned).collect()
    }
}

/// What is unprotected, and why.
fn unprotected(error: &SandboxError) -> String {
    format!("No sandbox, because {error}: {UNPROTECTED}.")
}
