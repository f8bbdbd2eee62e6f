//! The files that a command line names.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::symlink;
use std::path::{Component, Path, PathBuf, absolute};

use super::Hidden;

/// What separates paths within a word, as in `-cp build:lib/x.jar` and `sh -c './ships <map'`.
const SEPARATORS: &[u8] = b" \t\n\r'\"`|&;<>()=:,";
/// How many directories a relative path may go up.
const ASCENT_MAX: usize = 64;

/// What a program may read because its command line names it, and where it finds that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandFiles {
    /// The files and directories.
    pub readable: Vec<PathBuf>,
    /// Relative paths, and what they lead to.
    links: Vec<(PathBuf, PathBuf)>,
}

impl CommandFiles {
    /// The files that a command line names in the current directory. The program is the first one
    /// that not everybody may read; it is called by its absolute path, and its directory may be read
    /// if that reveals nothing.
    pub fn of(command: &mut [OsString], everybody: &[PathBuf], hidden: &Hidden) -> Self {
        let mut found = Self::default();
        let here = env::current_dir().unwrap_or_default();
        let mut has_program = false;
        for (index, word) in command.iter_mut().enumerate() {
            let is_searched = index == 0 && !word.as_bytes().contains(&b'/');
            let named = if is_searched {
                search(word).into_iter().collect()
            } else {
                pieces(word)
            };
            for name in named {
                let path = here.join(&name);
                let Ok(real) = path.canonicalize() else {
                    continue;
                };
                let is_link = path.ancestors().any(Path::is_symlink);
                if is_link && !hidden.allows_link(&path, &real) {
                    continue;
                }
                let is_known = everybody.iter().any(|known| real.starts_with(known));
                let is_word = name.as_os_str() == word.as_os_str();
                let is_program = !has_program && !is_known && real.is_file();
                if is_word && (index == 0 || is_program || is_dots(&name)) {
                    *word = absolute(&path).unwrap_or(path).into_os_string();
                } else if name.is_relative() {
                    found.links.push((name, real.clone()));
                }
                if is_program {
                    has_program = true;
                    let directory = real.parent().filter(|directory| !hidden.is_in(directory));
                    found.readable.extend(directory.map(Path::to_owned));
                }
                if !is_known && (real.is_file() || !hidden.is_in(&real)) {
                    found.readable.push(real);
                }
            }
        }
        found
    }

    /// One path, whatever the command line names.
    pub fn of_path(path: &Path) -> Self {
        Self {
            readable: vec![path.to_owned()],
            links: Vec::new(),
        }
    }

    /// Makes links in an empty directory, so that the paths lead to the files from the directory that
    /// is returned.
    pub fn furnish(&self, directory: &Path) -> io::Result<PathBuf> {
        let ascents = self.links.iter().map(|(name, _)| ascent(name));
        let depth = ascents.max().unwrap_or(0).min(ASCENT_MAX);
        let inner: PathBuf = directory.join(["d"; ASCENT_MAX][..depth].iter().collect::<PathBuf>());
        fs::create_dir_all(&inner)?;
        for (name, real) in &self.links {
            let mut link = inner.clone();
            for part in name.components() {
                match part {
                    Component::ParentDir => {
                        fs::create_dir_all(&link)?;
                        link.pop();
                    }
                    part => link.push(part),
                }
            }
            if !link.starts_with(directory) || link.symlink_metadata().is_ok() {
                continue;
            }
            if let Some(parent) = link.parent() {
                fs::create_dir_all(parent)?;
            }
            symlink(real, link)?;
        }
        Ok(inner)
    }
}

/// The parts of a word that may be paths.
fn pieces(word: &OsStr) -> Vec<PathBuf> {
    let whole = word.as_bytes();
    let parts = whole.split(|byte| SEPARATORS.contains(byte));
    let mut found: Vec<_> = parts.collect();
    if found.len() > 1 && Path::new(word).exists() {
        found = vec![whole];
    }
    let found = found.into_iter().filter(|part| !part.is_empty());
    found
        .map(|part| OsString::from_vec(part.to_vec()).into())
        .collect()
}

/// The program of this name in `PATH`.
fn search(name: &OsStr) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let mut candidates = env::split_paths(&paths).map(|directory| directory.join(name));
    candidates.find(|path| path.is_file())
}

/// Whether a path has no names, as `.` and `../..`.
fn is_dots(path: &Path) -> bool {
    path.components()
        .all(|part| matches!(part, Component::CurDir | Component::ParentDir))
}

/// How many directories above the current one a path leads.
fn ascent(path: &Path) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for part in path.components() {
        match part {
            Component::ParentDir if depth == 0 => most += 1,
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
    }
    most
}
