//! The programs in a directory.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::cli::CliError;

/// Something in the directory.
pub struct Entry {
    /// The name of its file or directory.
    pub name: String,
    /// The program, or why there is none.
    pub program: Result<PathBuf, String>,
}

/// Everything in a directory, in natural order.
pub fn entries(directory: &Path) -> Result<Vec<Entry>, CliError> {
    let failed = |source| CliError::Read {
        path: directory.display().to_string(),
        source,
    };
    let directory = directory.canonicalize().map_err(failed)?;
    let entries = list(&directory).map_err(failed)?.into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        Entry {
            name: name.into_owned(),
            program: program(&path).map_err(|reason| format!("not judged: {reason}")),
        }
    });
    let entries: Vec<_> = entries.collect();
    if entries.iter().all(|entry| entry.program.is_err()) {
        return Err(CliError::usage(format!(
            "there are no executable files in {}",
            directory.display()
        )));
    }
    Ok(entries)
}

/// The paths in a directory, in natural order.
fn list(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<_> = paths.collect::<io::Result<_>>()?;
    alphanumeric_sort::sort_path_slice(&mut paths);
    Ok(paths)
}

/// The program at a path: an executable file, or the only one in a directory.
fn program(path: &Path) -> Result<PathBuf, String> {
    let metadata = path.metadata().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "a link to nothing".to_owned(),
        _ => format!("cannot be read: {error}"),
    })?;
    if metadata.is_file() {
        let program = is_executable(path).then(|| path.to_owned());
        return program.ok_or_else(|| "not executable".to_owned());
    }
    if !metadata.is_dir() {
        return Err("neither a file nor a directory".to_owned());
    }
    let mut files = list(path).map_err(|error| format!("cannot be read: {error}"))?;
    files.retain(|path| is_executable(path));
    match (files.pop(), files.len()) {
        (None, _) => Err("a directory without an executable file".to_owned()),
        (Some(only), 0) => Ok(only),
        (Some(_), others) => Err(format!("a directory with {} executable files", others + 1)),
    }
}

fn is_executable(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|file| file.is_file() && file.permissions().mode() & 0o111 != 0)
}
