//! Files, directories and the standard streams.

use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use admiralty::report::replay::script_of_page;
pub use admiralty::results::directory_of;
use admiralty::results::new_beside;
use etcetera::BaseStrategy;

use super::CliError;

/// The capacity requested for pipes, which halves the time to print large boards.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

const OUTPUT_BYTES: usize = 1 << 17;

/// Whether a path means a standard stream.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// Opens a script, or the script in the page of a replay, as [`open`] does.
pub fn open_script(path: Option<&Path>) -> Result<(Box<dyn Read>, String), CliError> {
    let (input, name) = open(path)?;
    let script = script_of_page(input).map_err(CliError::cannot_read(&name))?;
    Ok((script, name))
}

/// Opens a file, or standard input for `-` or `None`; also returns a name to show.
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

pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let (mut input, name) = open(Some(path))?;
    let mut bytes = Vec::new();
    let read = input.read_to_end(&mut bytes);
    read.map_err(CliError::cannot_read(&name))?;
    Ok(bytes)
}

/// Standard output with a large buffer.
///
/// The standard library's handle flushes after every line, so where possible the file is written to
/// directly.
pub fn output() -> io::Result<impl Write> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        #[cfg(target_os = "linux")]
        {
            // A larger pipe lets both ends work longer before they wait for each other. This may
            // fail: not every stream is a pipe, and not every user may have large ones.
            let _ = rustix::pipe::fcntl_setpipe_size(&file, PIPE_BYTES);
        }
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, file))
    }
    #[cfg(not(unix))]
    {
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, io::stdout().lock()))
    }
}

/// Opens a new file to write to, or standard output for `-`.
pub fn create(path: &Path) -> io::Result<Box<dyn Write>> {
    if is_standard(path) {
        return Ok(Box::new(output()?));
    }
    Ok(Box::new(BufWriter::new(File::create(path)?)))
}

/// A path that is the same for every spelling of a file, which need not exist.
pub fn identity(path: &Path) -> PathBuf {
    let in_directory = || {
        let directory = directory_of(path).canonicalize().ok()?;
        Some(directory.join(path.file_name()?))
    };
    let known = path.canonicalize().ok().or_else(in_directory);
    known.unwrap_or_else(|| path.to_owned())
}

/// What tells whether two paths are the same file, which need not exist.
#[derive(PartialEq)]
enum FileId {
    /// The device and the number on it, which are also the same for all hard links.
    #[cfg(unix)]
    Existing(u64, u64),
    Named(PathBuf),
}

impl FileId {
    fn of(path: &Path) -> Self {
        #[cfg(unix)]
        if let Ok(file) = path.metadata() {
            use std::os::unix::fs::MetadataExt;
            return Self::Existing(file.dev(), file.ino());
        }
        Self::Named(identity(path))
    }
}

/// Checks that no two files are the same; `options` names the options for the message.
pub fn check_distinct<'p>(
    mut paths: impl Iterator<Item = &'p Path>,
    options: &str,
) -> Result<(), CliError> {
    let mut known = Vec::new();
    let mut is_new = |path| {
        let id = FileId::of(path);
        let is_new = !known.contains(&id);
        known.push(id);
        is_new
    };
    if paths.all(&mut is_new) {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "two of {options} are the same file"
    )))
}

/// Checks that no output would replace a file that is read; `-` is a standard stream.
pub fn check_kept<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    outputs: impl Iterator<Item = &'p Path>,
) -> Result<(), CliError> {
    let outputs = outputs.filter(|path| !is_standard(path) && path.is_file());
    let outputs: Vec<_> = outputs.map(|path| (FileId::of(path), path)).collect();
    if outputs.is_empty() {
        return Ok(());
    }
    for input in inputs {
        let input = if is_standard(input) {
            Path::new("/dev/stdin")
        } else {
            input
        };
        let id = FileId::of(input);
        if let Some((_, output)) = outputs.iter().find(|(output, _)| *output == id) {
            let message = format!(
                "{} would replace what is read; name another file",
                output.display()
            );
            return Err(CliError::Usage(message));
        }
    }
    Ok(())
}

/// Checks that a file can be written, without changing its contents.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    if !is_standard(path) {
        let opened = File::options().append(true).create(true).open(path);
        opened.map_err(CliError::cannot_write(path))?;
    }
    Ok(())
}

/// Writes a result to a file, atomically, or to standard output for `-`.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    let write = || {
        if !is_standard(path) {
            return replace(path, bytes);
        }
        let mut out = output()?;
        out.write_all(bytes)?;
        out.flush()
    };
    write().map_err(CliError::cannot_write(path))
}

/// Writes a file atomically: the old one is kept until the new one is complete. A link remains a
/// link. What is no file, such as a pipe, is written to.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    if path.metadata().is_ok_and(|old| !old.is_file()) {
        return fs::write(path, bytes);
    }
    let mut new = new_beside(&path)?;
    if let Ok(old) = path.metadata() {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file_mut().write_all(bytes)?;
    new.persist(&path)?;
    Ok(())
}

/// The directory with this name for files that can be made again, in the user's cache directory;
/// `None` if there is none.
pub fn cache_directory(name: &str) -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    Some(strategy.cache_dir().join("admiralty").join(name))
}

/// The directory with this name for files that the program stores on its own, in the user's state
/// directory; `None` if there is none.
pub fn state_directory(name: &str) -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.cache_dir());
    Some(state.join("admiralty").join(name))
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_file_that_is_replaced_keeps_its_links_and_permissions() {
        let directory = tempfile::tempdir().expect("a directory");
        let [path, link] = ["file", "link"].map(|name| directory.path().join(name));
        replace(&path, b"one").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("a mode");
        symlink(&path, &link).expect("a link");
        replace(&link, b"two").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).expect("a file"), b"two");
        let mode = path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(
            fs::read_dir(directory.path()).expect("a directory").count(),
            2
        );
    }
}
