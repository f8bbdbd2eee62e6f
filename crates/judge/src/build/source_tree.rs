//! A submission's source files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::system::make_executable;

/// The most files, the most bytes of all together, and how deep directories may be nested.
pub const FILES_MAX: usize = 10_000;
pub const BYTES_MAX: u64 = 64 << 20;
pub const DEPTH_MAX: usize = 16;

/// How scripts begin.
const SCRIPT: &[u8] = b"#!";

/// A directory that Python makes when a program runs.
const PYTHON_CACHE: &str = "__pycache__";

/// The files of a directory at any depth, or a single one. Links, hidden files and caches of Python do
/// not count.
#[derive(Debug)]
pub struct SourceTree {
    root: PathBuf,
    /// Relative to the root, in order.
    pub files: Vec<PathBuf>,
    /// The length of all files together.
    bytes: u64,
}

impl SourceTree {
    /// Lists the files of a directory, or a single one.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut tree = Self {
            root: path.to_owned(),
            files: Vec::new(),
            bytes: 0,
        };
        if path.is_file() {
            tree.root.pop();
            tree.files.extend(path.file_name().map(PathBuf::from));
            tree.bytes = path.metadata()?.len();
        } else {
            tree.add(path, 0)?;
            tree.files.sort();
        }
        Ok(tree)
    }

    /// Checks that there is not too much to be copied and built.
    pub fn check_size(&self) -> io::Result<()> {
        if self.bytes > BYTES_MAX || self.files.len() > FILES_MAX {
            return Err(io::Error::other("it has too many files or too much data"));
        }
        Ok(())
    }

    fn add(&mut self, directory: &Path, depth: usize) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = entry.file_name();
            if name.as_encoded_bytes().starts_with(b".") || name == PYTHON_CACHE {
                continue;
            }
            if kind.is_dir() && depth < DEPTH_MAX {
                self.add(&path, depth + 1)?;
            } else if kind.is_file() && self.files.len() <= FILES_MAX {
                self.bytes += entry.metadata()?.len();
                let relative = path.strip_prefix(&self.root);
                self.files.extend(relative.ok().map(Path::to_owned));
            }
        }
        Ok(())
    }

    /// The files whose names end like one of these, in any case.
    pub fn ending_in(&self, endings: &[&str]) -> impl Iterator<Item = PathBuf> {
        let fits = |path: &&PathBuf| {
            let name = path.to_string_lossy().to_ascii_lowercase();
            endings.iter().any(|ending| name.ends_with(ending))
        };
        self.files
            .iter()
            .filter(fits)
            .map(|path| self.root.join(path))
    }

    /// The text of a file; empty if it cannot be read.
    pub fn text(&self, file: &Path) -> String {
        let bytes = fs::read(self.root.join(file)).unwrap_or_default();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// Adds names and contents to a hash.
    pub fn hash(&self, hasher: &mut Sha256) -> io::Result<()> {
        for file in &self.files {
            let contents = fs::read(self.root.join(file))?;
            for part in [file.as_os_str().as_encoded_bytes(), &contents] {
                hasher.update((part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
        Ok(())
    }

    /// Copies the files to a directory, all with the same time, so that none of them is newer than
    /// another. Scripts can be executed, even if an archive from Windows has lost their modes.
    pub fn copy_to(&self, directory: &Path) -> io::Result<()> {
        let time = SystemTime::now();
        for file in &self.files {
            let to = directory.join(file);
            fs::create_dir_all(to.parent().unwrap_or(directory))?;
            fs::copy(self.root.join(file), &to)?;
            let copy = File::open(&to)?;
            copy.set_modified(time)?;
            let mut begin = Vec::new();
            copy.take(SCRIPT.len() as u64).read_to_end(&mut begin)?;
            if begin == SCRIPT {
                make_executable(&to)?;
            }
        }
        Ok(())
    }
}
