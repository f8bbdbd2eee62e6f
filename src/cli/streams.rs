//! Files, directories and the standard streams.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy;

use super::CliError;

/// The capacity asked for pipes, which halves the time to print large boards.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

/// How much is written at once.
const OUTPUT_BYTES: usize = 1 << 17;

/// Whether a path stands for a standard stream.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens a file, or standard input for `-` and nothing; with a name to show.
pub fn open(path: Option<&Path>) -> Result<(Box<dyn Read>, String), CliError> {
    match path {
        Some(path) if !is_standard(path) => {
            let name = path.display().to_string();
            match File::open(path) {
                Ok(file) => Ok((Box::new(file), name)),
                Err(source) => Err(CliError::Open { path: name, source }),
            }
        }
        _ => Ok((Box::new(io::stdin().lock()), "<stdin>".to_owned())),
    }
}

/// Reads a whole file.
pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let (mut input, name) = open(Some(path))?;
    let mut bytes = Vec::new();
    match input.read_to_end(&mut bytes) {
        Ok(_) => Ok(bytes),
        Err(source) => Err(CliError::Read { path: name, source }),
    }
}

/// Locks a file for this process until it is closed; returns `false` if another process holds
/// the lock. On file systems without locks, none does.
#[cfg(unix)]
pub fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
pub fn lock(_: &File) -> bool {
    true
}

/// Standard output, written in large pieces.
///
/// The handle of the standard library flushes after every line, so its file is
/// written to instead, where that is possible.
pub fn output() -> io::Result<impl Write> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        #[cfg(target_os = "linux")]
        {
            // A pipe that takes more at once lets both its ends work longer
            // before they wait for each other. Not every stream is a pipe, and
            // not every user may have large ones.
            let _ = rustix::pipe::fcntl_setpipe_size(&file, PIPE_BYTES);
        }
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, file))
    }
    #[cfg(not(unix))]
    {
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, io::stdout().lock()))
    }
}

/// A path that is the same for every spelling of a file, which need not exist yet.
pub fn identity(path: &Path) -> PathBuf {
    let in_folder = || {
        Some(
            directory_of(path)
                .canonicalize()
                .ok()?
                .join(path.file_name()?),
        )
    };
    path.canonicalize()
        .ok()
        .or_else(in_folder)
        .unwrap_or_else(|| path.to_owned())
}

/// Makes sure that no two of the files are the same, which these options name.
pub fn check_distinct<'p>(
    mut paths: impl Iterator<Item = &'p Path>,
    options: &str,
) -> Result<(), CliError> {
    let mut known = BTreeSet::new();
    if paths.all(|path| known.insert(identity(path))) {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "two of {options} are the same file"
    )))
}

/// Makes sure that a file can be written. What it has is kept until there is something new.
pub fn check_writable(path: &Path) -> io::Result<()> {
    if !is_standard(path) {
        File::options().append(true).create(true).open(path)?;
    }
    Ok(())
}

/// The directory that a file is in.
pub fn directory_of(path: &Path) -> &Path {
    let parent = path.parent();
    parent
        .filter(|parent| !parent.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Writes a file. The old one is there until the new one is whole, and a link stays one.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(directory_of(&path))?;
    file.write_all(bytes)?;
    if let Ok(old) = path.metadata() {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(&path)?;
    Ok(())
}

/// The directory of this name for files that the program stores by itself, in the user's
/// state directory, if there is one.
pub fn state_directory(name: &str) -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.cache_dir());
    Some(state.join("admiralty").join(name))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_file_that_is_replaced_keeps_its_links_and_permissions() {
        let folder = tempfile::tempdir().expect("a folder");
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        replace(&path, b"one").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("a mode");
        symlink(&path, &link).expect("a link");
        replace(&link, b"two").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).expect("a file"), b"two");
        let mode = path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 2);
    }
}
