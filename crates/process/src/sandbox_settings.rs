//! What a sandbox hides and allows, and why there may be none.

use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};

use thiserror::Error;

/// The reason why there is no sandbox.
#[derive(Debug, Error)]
pub enum SandboxError {
    /// The kernel has no Landlock, or has it turned off.
    #[error("this kernel has no Landlock, which the sandbox needs")]
    Unavailable,
    /// The kernel refused it.
    #[error("the kernel refuses the sandbox: {0}")]
    Refused(String),
    /// The system has run out of files, processes or memory.
    #[error("cannot set up the sandbox: {0}")]
    Scarcity(#[source] io::Error),
}

/// A part of the sandbox that stops programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wall {
    /// Nothing else exists.
    Namespaces,
    /// Rules on files, signals and the network.
    Landlock,
    /// Only some system calls are allowed.
    Filter,
}

impl Wall {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Namespaces, Self::Landlock, Self::Filter];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Namespaces => "namespaces",
            Self::Landlock => "Landlock",
            Self::Filter => "a filter of system calls",
        }
    }
}

/// Whether programs may believe that they have changed permissions and times of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetadataChanges {
    /// Changing them fails.
    Fail,
    /// Changing them does nothing, for programs that end if they cannot.
    Ignored,
}

/// Hidden paths. No program gets a whole directory that would reveal one.
#[derive(Clone, Debug, Default)]
pub struct HiddenPaths {
    /// Paths hidden with everything below.
    secret: Vec<PathBuf>,
    /// Directories hidden as a whole; a program's own files in them stay visible.
    shared: Vec<PathBuf>,
    /// Those of them that are shared: their entries belong to different people.
    collections: Vec<PathBuf>,
}

impl HiddenPaths {
    /// Hides a path and everything below it.
    pub fn hide(&mut self, path: &Path) {
        self.secret.extend(real_path(path));
    }

    /// Hides a directory as a whole, such as a home directory.
    pub fn hide_shared(&mut self, path: &Path) {
        self.shared.extend(real_path(path));
    }

    /// Hides a whole directory whose entries belong to different people.
    pub fn hide_collection(&mut self, path: &Path) {
        self.hide_shared(path);
        self.collections.extend(real_path(path));
    }

    /// Whether a link at `from` may lead to `to`: not to a secret, nor to somebody else's files
    /// unless the link is itself an entry of a collection.
    pub fn allows_link(&self, from: &Path, to: &Path) -> bool {
        let is_entry = self.entry(from).is_some_and(|entry| entry == from);
        let is_own = |entry: PathBuf| is_entry || from.starts_with(entry);
        !self.is_secret(to) && self.entry(to).is_none_or(is_own)
    }

    /// Whether a path is in a directory whose entries belong to different people.
    pub fn is_in_collection(&self, path: &Path) -> bool {
        self.entry(path).is_some()
    }

    /// The entry of a collection that is or contains a path.
    fn entry(&self, path: &Path) -> Option<PathBuf> {
        self.collections.iter().find_map(|collection| {
            let inner = path.strip_prefix(collection).ok()?;
            Some(collection.join(inner.components().next()?))
        })
    }

    /// Whether a whole directory would reveal something hidden.
    pub fn is_in(&self, directory: &Path) -> bool {
        let mut all = self.secret.iter().chain(&self.shared);
        all.any(|path| path.starts_with(directory)) || self.is_secret(directory)
    }

    /// Whether a path is hidden, or in a hidden directory.
    fn is_secret(&self, path: &Path) -> bool {
        self.secret.iter().any(|secret| path.starts_with(secret))
    }

    /// The directory, or if it would reveal something hidden, those of its entries that would not.
    pub fn without(&self, directory: &Path) -> Vec<PathBuf> {
        if !self.is_in(directory) {
            return vec![directory.to_owned()];
        }
        if self.is_secret(directory) {
            return Vec::new();
        }
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let is_shared = self.shared.iter().any(|shared| shared == directory);
        let entries = entries.filter(|_| !is_shared);
        // The target of a link has a rule of its own.
        let real = entries.filter(|entry| entry.file_type().is_ok_and(|it| !it.is_symlink()));
        real.flat_map(|entry| self.without(&entry.path())).collect()
    }
}

/// The path without links; for a file that does not exist, with the links of its directory
/// resolved.
fn real_path(path: &Path) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    let path = absolute(path).ok()?;
    let directory = path.parent()?.canonicalize();
    Some(directory.map_or_else(
        |_| path.clone(),
        |directory| directory.join(path.file_name().unwrap_or_default()),
    ))
}
