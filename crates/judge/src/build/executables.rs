//! The executable files that a build has made, and which of them may be the program.

use std::fs::{self, File, Metadata};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::system::has_executable_mode;

/// Directories where build systems put executable files other than the program.
const INTERNAL: [&str; 4] = ["CMakeFiles", "deps", "release/build", "release/examples"];

/// Those of several executable files that may be the program: binaries rather than scripts, and
/// neither tests nor generators of code.
pub(super) fn likely_programs(mut made: Vec<PathBuf>) -> Vec<PathBuf> {
    const HELPERS: [&str; 2] = ["test", "gen"];
    let is_helper = |path: &Path, word: &str| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.to_ascii_lowercase().contains(word)
    };
    let mut prefer = |is_likely: &dyn Fn(&Path) -> bool| {
        if made.iter().any(|path| is_likely(path)) {
            made.retain(|path| is_likely(path));
        }
    };
    prefer(&is_binary);
    for word in HELPERS {
        prefer(&|path| !is_helper(path, word));
    }
    made
}

/// The executable files in a directory, except those that build systems keep for themselves.
pub(super) fn executables(directory: &Path, depth: usize) -> Vec<PathBuf> {
    const DEPTH_MAX: usize = 8;
    let mut found = Vec::new();
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    for entry in entries {
        let path = entry.path();
        let Ok(metadata) = path.symlink_metadata() else {
            continue;
        };
        let is_internal = INTERNAL.iter().any(|name| path.ends_with(name));
        if metadata.is_dir() && depth < DEPTH_MAX && !is_internal {
            found.extend(executables(&path, depth + 1));
        } else if metadata.is_file() && is_executable(&path, &metadata) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Whether a file can be executed, or could be with another mode: a binary that is no object file.
fn is_executable(path: &Path, metadata: &Metadata) -> bool {
    const LIBRARIES: [&str; 2] = ["so", "a"];
    // Executable files, and those that are independent of their position.
    const TYPES: [u8; 2] = [2, 3];
    let is_library = LIBRARIES
        .iter()
        .any(|it| path.extension().is_some_and(|is| is == *it));
    let is_runnable = match binary_type(path) {
        Some(kind) => TYPES.contains(&kind),
        None => has_executable_mode(metadata),
    };
    !is_library && is_runnable
}

pub(super) fn is_binary(path: &Path) -> bool {
    binary_type(path).is_some()
}

/// The type of a file in the format ELF.
fn binary_type(path: &Path) -> Option<u8> {
    const MAGIC: &[u8] = b"\x7fELF";
    let mut head = [0; 18];
    File::open(path).ok()?.read_exact(&mut head).ok()?;
    // The bytes of the type are in either order.
    head.starts_with(MAGIC).then(|| head[16].max(head[17]))
}
