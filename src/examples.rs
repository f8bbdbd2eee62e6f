//! `admiralty examples`: writes the files that the tutorials use.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use admiralty_escape::escape_path;
use admiralty_results::{directory_of, new_beside};
use clap::Args;

use super::{CliError, signals, streams};

/// The paths of all examples, with `/`, and their contents.
const EXAMPLES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/examples.rs"));

#[derive(Debug, Args)]
pub struct ExamplesArgs {
    /// The directory to write to, which need not exist
    directory: PathBuf,
}

/// Writes the examples. A file that is there already is never changed.
pub fn examples(args: &ExamplesArgs) -> Result<(), CliError> {
    let stop = signals::on_signals()?;
    let files = EXAMPLES.iter();
    let files: Vec<_> = files
        .map(|&(name, contents)| (args.directory.join(name), contents))
        .collect();
    check_kept(&files)?;
    let mut counts = BTreeMap::new();
    for (index, (path, contents)) in files.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            let done = format!("{index} of {} files", files.len());
            return Err(CliError::Interrupted(done));
        }
        if !path.exists() {
            write(path, contents).map_err(CliError::cannot_write(path))?;
        }
        *counts.entry(directory_of(path)).or_insert(0) += 1;
    }
    let mut out = streams::quoting_output()?;
    for (directory, count) in counts {
        writeln!(out, "{}: {count} files", escape_path(directory))?;
    }
    Ok(out.flush()?)
}

/// Checks that no file would have to be replaced.
fn check_kept(files: &[(PathBuf, &[u8])]) -> Result<(), CliError> {
    let other = files.iter().find(|(path, contents)| {
        // Only a file is read: a pipe might never end.
        path.exists() && !(path.is_file() && fs::read(path).is_ok_and(|it| it == *contents))
    });
    match other {
        None => Ok(()),
        Some((path, _)) => Err(CliError::Usage(format!(
            "{} exists with other contents; nothing was written: name another directory",
            escape_path(path)
        ))),
    }
}

/// Writes a file, which appears when it is complete. A script becomes executable.
fn write(path: &Path, contents: &[u8]) -> io::Result<()> {
    fs::create_dir_all(directory_of(path))?;
    let mut new = new_beside(path)?;
    new.write_all(contents)?;
    #[cfg(unix)]
    if contents.starts_with(b"#!") {
        use std::os::unix::fs::PermissionsExt;
        let mut permissions = new.as_file().metadata()?.permissions();
        let readable = permissions.mode() & 0o444;
        permissions.set_mode(permissions.mode() | readable >> 2);
        new.as_file().set_permissions(permissions)?;
    }
    new.persist_noclobber(path)?;
    Ok(())
}
