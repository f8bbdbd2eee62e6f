//! A submission's source files.

use std::collections::BTreeMap;
use std::ffi::OsStr;
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

/// How scripts begin, and text in UTF-8, and in UTF-16 with the lower or the higher byte first.
const SCRIPT: &[u8] = b"#!";
const MARKS: [&[u8]; 3] = [b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"];
const BEGIN_BYTES: u64 = 3;

/// Directories that tools fill: those of builds, of editors, and of libraries.
const LEFT_OUT: [&str; 8] = [
    "__MACOSX",
    "__pycache__",
    "cmake-build-debug",
    "Debug",
    "ipch",
    "node_modules",
    "obj",
    "x64",
];

/// Whether a file or directory does not count as a source: it is hidden, or a tool fills it.
pub fn is_left_out(name: &OsStr, is_directory: bool) -> bool {
    name.as_encoded_bytes().starts_with(b".")
        || is_directory && LEFT_OUT.iter().any(|it| name == *it)
}

/// Whether the name of a file ends like one of these, in any case.
pub fn ends_in(path: &Path, endings: &[&str]) -> bool {
    let name = path.to_string_lossy().to_ascii_lowercase();
    endings.iter().any(|ending| name.ends_with(ending))
}

/// The files of a directory at any depth, or a single one. Links and what is [left out](is_left_out) do
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
        if self.files.len() > FILES_MAX {
            let most = self.most(|_| 1);
            let message = format!("it has more than {FILES_MAX} files, most of them in {most}");
            return Err(io::Error::other(message));
        }
        if self.bytes > BYTES_MAX {
            let length = |path: &Path| path.metadata().map_or(0, |file| file.len());
            let most = self.most(length);
            let mebibytes = BYTES_MAX >> 20;
            let message = format!("it has more than {mebibytes} MiB, most of them in {most}");
            return Err(io::Error::other(message));
        }
        Ok(())
    }

    /// The directory or file at the top that has most of something that is counted for each file.
    fn most(&self, count: impl Fn(&Path) -> u64) -> String {
        let mut counts: BTreeMap<&OsStr, u64> = BTreeMap::new();
        for file in &self.files {
            let top = file.iter().next().unwrap_or_default();
            *counts.entry(top).or_default() += count(&self.root.join(file));
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.map_or_else(String::new, |(top, _)| top.to_string_lossy().into_owned())
    }

    fn add(&mut self, directory: &Path, depth: usize) -> io::Result<()> {
        for entry in fs::read_dir(directory)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = entry.file_name();
            if is_left_out(&name, kind.is_dir()) {
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
        let fitting = self.files.iter().filter(|path| ends_in(path, endings));
        fitting.map(|path| self.root.join(path))
    }

    /// The text of a file; empty if it cannot be read.
    pub fn text(&self, file: &Path) -> String {
        let bytes = fs::read(self.root.join(file)).unwrap_or_default();
        let text = text_with_mark(&bytes);
        text.unwrap_or_else(|| String::from_utf8_lossy(&bytes).into_owned())
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
    /// another. Scripts can be executed, even if an archive from Windows has lost their modes. Text with
    /// a byte order mark becomes UTF-8 without one.
    pub fn copy_to(&self, directory: &Path) -> io::Result<()> {
        let time = SystemTime::now();
        for file in &self.files {
            let to = directory.join(file);
            fs::create_dir_all(to.parent().unwrap_or(directory))?;
            fs::copy(self.root.join(file), &to)?;
            let mut begin = Vec::new();
            let copy = File::open(&to)?;
            copy.take(BEGIN_BYTES).read_to_end(&mut begin)?;
            if begin.starts_with(SCRIPT) {
                make_executable(&to)?;
            } else if MARKS.iter().any(|mark| begin.starts_with(mark))
                && let Some(text) = text_with_mark(&fs::read(&to)?)
            {
                // It may be read-only.
                fs::remove_file(&to)?;
                fs::write(&to, text)?;
            }
            File::open(&to)?.set_modified(time)?;
        }
        Ok(())
    }
}

/// Text that begins with a byte order mark, without it.
fn text_with_mark(bytes: &[u8]) -> Option<String> {
    let mark = MARKS.iter().position(|mark| bytes.starts_with(mark))?;
    let text = &bytes[MARKS[mark].len()..];
    let unit = match mark {
        0 => return String::from_utf8(text.to_vec()).ok(),
        1 => u16::from_le_bytes,
        _ => u16::from_be_bytes,
    };
    let (pairs, rest) = text.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty())
}
