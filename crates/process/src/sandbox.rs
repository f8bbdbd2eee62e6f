//! A sandbox enforced by the kernel, with three walls.
//!
//! In namespaces of its own, a program finds nothing but what it needs: no other files, processes or
//! networks. Landlock decides which files it may read and write, and keeps it from signalling and tracing
//! others. Filters allow only the system calls that programs need. Where the kernel has no namespaces for
//! this user, the other two walls stand alone, and where it has no Landlock, namespaces and filters do.
//! Each run is in a sandbox of its own, which it enters between fork and exec.

mod attacks;
mod files;
mod kernel;
mod namespaces;
mod root;
mod syscalls;

use std::fs::{self, File};
use std::io;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

pub use attacks::{ATTACKS, Attack, AttackTarget};
use files::{CommandFiles, SystemFiles, solutions};
use kernel::{SandboxBase, SandboxRules};
pub use namespaces::ExitReport;
use namespaces::{FRESH, FreshDirectory, Namespaces, RunNamespaces};
use root::{MountAccess, Root};
use tempfile::TempDir;

use super::calls::Execution;
use super::{HiddenPaths, Limits, MetadataChanges, Program, SandboxError, Wall};

/// What stands in place of a file that no program gets.
const NOTHING: &str = "/dev/null";
/// The most entries of a directory that are allowed one by one, to hide another one.
const SIBLINGS_MAX: usize = 64;
/// Links that programs expect in the root directory.
const LINKS: [(&str, &str); 4] = [
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/dev/stderr", "/proc/self/fd/2"),
];

/// A sandbox for programs. They may read the system's files, their own, and those that their
/// command lines name, and write to a fresh directory in which they run. They cannot reach other
/// processes or the network.
#[derive(Debug)]
pub struct Sandbox {
    hidden: HiddenPaths,
    system: SystemFiles,
    kernel: SandboxBase,
    /// Why programs have no namespaces of their own, if that is so.
    namespaces: io::Result<Arc<Namespaces>>,
    /// Whether programs can run this program, for want of namespaces.
    shows_admiralty: bool,
}

/// A program's place in a sandbox.
#[derive(Clone, Debug)]
pub struct Confinement {
    sandbox: Arc<Sandbox>,
    files: CommandFiles,
}

/// The sandbox of one run.
pub struct RunSandbox {
    directory: Option<PathBuf>,
    home: PathBuf,
    fresh: Option<TempDir>,
    rules: SandboxRules,
    namespaces: Option<RunNamespaces>,
    execution: Option<Execution>,
    report: Option<ExitReport>,
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
        Self::without(None, hidden, allowed, metadata)
    }

    /// A sandbox in which one wall is missing, to test the others.
    ///
    /// # Errors
    ///
    /// As for [`Sandbox::new`].
    pub fn without(
        missing: Option<Wall>,
        mut hidden: HiddenPaths,
        allowed: &[PathBuf],
        metadata: MetadataChanges,
    ) -> Result<Self, SandboxError> {
        let mut system = SystemFiles::new(&hidden, allowed, solutions());
        let namespaces = match missing {
            Some(Wall::Namespaces) => Err(io::ErrorKind::Unsupported.into()),
            _ => Namespaces::new(root_of(&system)),
        };
        let mut shows_admiralty = false;
        if namespaces.is_err() {
            // Only namespaces can put something in place of a file. Without them, all files beside it are
            // allowed one by one, which takes an open file each.
            for path in &system.solutions {
                if has_few_beside(path) {
                    hidden.hide(path);
                } else {
                    shows_admiralty = true;
                }
            }
            system = SystemFiles::new(&hidden, allowed, system.solutions);
        }
        let kernel = SandboxBase::new(metadata, namespaces.is_ok(), missing)?;
        Ok(Self {
            hidden,
            system,
            kernel,
            namespaces,
            shows_admiralty,
        })
    }

    /// The walls that stand on this machine.
    pub fn walls(&self) -> Vec<Wall> {
        let is_there = |wall: &Wall| match wall {
            Wall::Namespaces => self.namespaces.is_ok(),
            Wall::Landlock => self.kernel.has_landlock(),
            // Without it there is no sandbox.
            Wall::Filter => true,
        };
        Wall::ALL.into_iter().filter(is_there).collect()
    }

    /// The actions that this machine does not prevent, and why.
    pub fn gaps(&self) -> Vec<String> {
        match &self.namespaces {
            Ok(_) => Vec::new(),
            Err(error) => {
                let gaps = self.kernel.gaps().into_iter().map(str::to_owned);
                let of_namespaces =
                    format!("looking at names, sizes and times of files (no namespaces: {error})");
                let shown = self.shows_admiralty.then(|| "running admiralty".to_owned());
                gaps.chain(shown).chain([of_namespaces]).collect()
            }
        }
    }

    /// The same program in the sandbox. It runs in a fresh directory, where links replace the
    /// relative paths that its command line names.
    #[must_use]
    pub fn confine(self: &Arc<Self>, mut program: Program) -> Program {
        let are_moved = self.namespaces.is_ok();
        let command = &mut program.command;
        let files = CommandFiles::of(command, &self.system, &self.hidden, are_moved);
        program.directory = None;
        let sandbox = Arc::clone(self);
        program.confinement = Some(Confinement { sandbox, files });
        program
    }

    /// The same program in the sandbox, for a build: it runs in its own directory, and may write there and to
    /// its home directory, and read one more path. Words of its command line that are paths of these lead
    /// there; it opens no other files.
    #[must_use]
    pub fn confine_build(
        self: &Arc<Self>,
        mut program: Program,
        own: &Path,
        home: &Path,
        readable: &Path,
    ) -> Program {
        let files = CommandFiles::of_build(own, home, readable, self.namespaces.is_ok());
        for word in &mut program.command {
            if let Some(shown) = files.shown(Path::new(&*word)) {
                *word = shown.into_os_string();
            }
        }
        let sandbox = Arc::clone(self);
        program.confinement = Some(Confinement { sandbox, files });
        program
    }
}

/// The prefix of the names of this process's fresh directories among the machine's temporary ones.
pub fn directory_prefix() -> String {
    format!("admiralty-{}-", std::process::id())
}

/// Whether a directory has so few files that they can be allowed one by one.
fn has_few_beside(path: &Path) -> bool {
    let entries = path.parent().map(fs::read_dir);
    entries.is_some_and(|it| {
        it.is_ok_and(|entries| entries.take(SIBLINGS_MAX + 1).count() <= SIBLINGS_MAX)
    })
}

/// The system's part of the root directory.
fn root_of(system: &SystemFiles) -> Root {
    let mut root = Root::default();
    for path in &system.paths {
        root.add(path, MountAccess::of_system(path));
    }
    for name in &system.names {
        root.add_links(name);
    }
    for path in &system.solutions {
        if root.has(path) {
            root.add_at(Path::new(NOTHING), path, MountAccess::Read);
        }
    }
    for (name, target) in LINKS {
        root.add_link(name.into(), target.into());
    }
    root
}

impl Confinement {
    /// The path by which the program finds a file or directory of the machine.
    pub fn shown(&self, path: &Path) -> Option<PathBuf> {
        self.files.shown(path)
    }

    /// Prepares a run of a program.
    pub fn of_run(&self, program: &Program, limits: &Limits) -> io::Result<RunSandbox> {
        if let Ok(namespaces) = &self.sandbox.namespaces {
            return self.in_namespaces(program, limits, namespaces);
        }
        self.in_temporary_directory(program)
    }

    /// In namespaces of its own, where the fresh directory is in memory.
    fn in_namespaces(
        &self,
        program: &Program,
        limits: &Limits,
        namespaces: &Arc<Namespaces>,
    ) -> io::Result<RunSandbox> {
        let mut root = Root::default();
        for place in &self.files.places {
            root.add_at(&place.real, &place.shown, place.access);
        }
        let fresh = Path::new(FRESH);
        let (fresh_directory, directory) = if let Some(directory) = &program.directory {
            (None, program.shown(directory))
        } else {
            let (entries, inner) = self.files.furniture()?;
            let made = FreshDirectory::new(entries, limits.files)?;
            (Some(made), fresh.iter().chain(&inner).collect())
        };
        let home = program.home.as_ref().map(|home| program.shown(home));
        let home = home.unwrap_or_else(|| directory.clone());
        root.add_link("/tmp".into(), home.clone());
        root.add_link("/dev/shm".into(), home.clone());
        let rules = self.sandbox.kernel.rules(
            iter::empty::<&Path>(),
            self.places(MountAccess::Write),
            fresh_directory.as_ref().map(|_| FRESH),
        )?;
        let (own, report) = namespaces.of_run(&root, fresh_directory, &directory)?;
        Ok(RunSandbox {
            directory: None,
            home,
            fresh: None,
            rules,
            namespaces: Some(own),
            execution: None,
            report: Some(report),
        })
    }

    /// In a directory among the machine's temporary ones.
    fn in_temporary_directory(&self, program: &Program) -> io::Result<RunSandbox> {
        let mut fresh = None;
        let directory = if let Some(directory) = &program.directory {
            directory.clone()
        } else {
            let created = tempfile::Builder::new()
                .prefix(&directory_prefix())
                .tempdir()?;
            let path = fresh.insert(created).path();
            let (entries, inner) = self.files.furniture()?;
            let opened = File::open(path)?;
            for entry in entries {
                entry.make(&opened)?;
            }
            path.iter().chain(&inner).collect()
        };
        let home = program.home.as_ref().unwrap_or(&directory).clone();
        let system = self.sandbox.system.paths.iter().map(PathBuf::as_path);
        let readable = system.chain(self.places(MountAccess::Read));
        let writable = self.places(MountAccess::Write);
        let writable = writable.chain(fresh.as_ref().map(TempDir::path));
        let rules = self.sandbox.kernel.rules(readable, writable, None)?;
        Ok(RunSandbox {
            rules,
            namespaces: None,
            execution: None,
            report: None,
            directory: Some(directory),
            home,
            fresh,
        })
    }

    /// The files of the program with an access.
    fn places(&self, access: MountAccess) -> impl Iterator<Item = &Path> {
        let places = self.files.places.iter();
        let places = places.filter(move |place| place.access == access);
        places.map(|place| place.real.as_path())
    }
}

impl RunSandbox {
    /// Sets what to execute, and what it is told that it is called.
    pub fn set_command(&mut self, command: &Command, called: Option<&Path>) -> io::Result<()> {
        self.execution = Some(Execution::of(command, called.map(Path::as_os_str))?);
        Ok(())
    }

    /// The program's home directory, also for temporary files.
    pub fn home(&self) -> &Path {
        &self.home
    }

    /// Whether the program is a process of an init, in namespaces of its own.
    pub fn has_init(&self) -> bool {
        self.namespaces.is_some()
    }

    /// The directory in which the program is started; `None` if it gets there by itself.
    pub fn directory(&self) -> Option<&Path> {
        self.directory.as_deref()
    }

    /// The fresh directory, if it is among the machine's temporary ones; dropping removes it.
    pub fn take_fresh(&mut self) -> Option<TempDir> {
        self.fresh.take()
    }

    /// What tells the end of a program in namespaces.
    pub fn take_report(&mut self) -> Option<ExitReport> {
        self.report.take()
    }

    /// Puts the calling process into the sandbox, after it has prepared itself. In namespaces, this also
    /// executes a program, in a process of its own, and returns only an error. Makes only system calls.
    pub fn enter(&mut self, prepare: &dyn Fn()) -> io::Result<()> {
        let rules = &self.rules;
        let enter_rules = || {
            prepare();
            rules.enter()
        };
        match (&mut self.namespaces, &self.execution) {
            (Some(namespaces), Some(execution)) => Err(namespaces.enter(&|| match enter_rules() {
                Ok(()) => execution.start(),
                Err(error) => error,
            })),
            _ => enter_rules(),
        }
    }
}
