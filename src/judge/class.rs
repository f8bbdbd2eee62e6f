//! The programs in a directory.

use std::ffi::{OsStr, OsString};
use std::num::NonZeroUsize;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fs, io};

use admiralty_judge::report::ProgramRow;
use admiralty_judge::{Build, BuildError, Builder, FilePattern, hash_directory};
use admiralty_results::{FileHashes, hash_file};

use crate::{CliError, progress};

pub struct ClassEntry {
    path: PathBuf,
    /// The program and its arguments; empty if it cannot be judged.
    pub command: Vec<OsString>,
    /// Its name, how it was built, and why it cannot be judged.
    pub row: ProgramRow,
}

impl ClassEntry {
    /// Hashes of what is judged: the sources, or the program and the files of its directory.
    pub fn files(&self) -> Result<FileHashes, CliError> {
        let mut files = FileHashes::new();
        if let Some(build) = &self.row.build {
            files.insert("sources".to_owned(), build.key.clone());
        } else if let [program] = self.command.as_slice() {
            files.insert("program".to_owned(), hash_file(program.as_ref())?);
            if self.path.is_dir() {
                let name = self.path.to_string_lossy();
                let hash = hash_directory(&self.path).map_err(CliError::cannot_read(&name))?;
                files.insert("directory".to_owned(), hash);
            }
        }
        Ok(files)
    }
}

/// Everything in a directory, in natural order. Sources are built if there is a builder.
pub fn entries(
    directory: &Path,
    builder: Option<&Builder>,
    jobs: NonZeroUsize,
    stop: &AtomicBool,
) -> Result<Vec<ClassEntry>, CliError> {
    let name = directory.to_string_lossy();
    let directory = directory.canonicalize();
    let directory = directory.map_err(CliError::cannot_read(&name))?;
    let paths = list(&directory).map_err(CliError::cannot_read(&name))?;
    let programs = paths.iter().filter_map(|path| path.file_name());
    let programs: Vec<_> = programs.map(OsStr::to_string_lossy).collect();
    for rule in builder.iter().flat_map(|builder| &builder.rules) {
        let fits = |pattern: &&FilePattern| pattern.fits_any(programs.iter().map(|name| &**name));
        if let Some(pattern) = rule.programs.iter().find(|pattern| !fits(pattern)) {
            return Err(CliError::usage(format!(
                "judge.toml: the rule {:?} is for {pattern}, but no program in {name} has that name",
                rule.name
            )));
        }
    }
    let mut entries = Vec::new();
    let mut is_any = false;
    let mut add = |path: &Path, built: Result<Build, BuildError>| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let has_sources = !matches!(built, Err(BuildError::NoRule));
        let (program, build) = match built {
            Ok(build) if build.failed => (Err(build.first_message().to_owned()), Some(build)),
            Ok(build) => {
                let command = build.command.iter().map(OsString::from).collect();
                (Ok(command), Some(build))
            }
            Err(BuildError::NoRule) => (program(path).map(|path| vec![path.into()]), None),
            Err(error) => (Err(error.to_string()), None),
        };
        is_any |= has_sources || program.is_ok();
        let error = program.as_ref().err().map(|reason| match &build {
            Some(_) => reason.clone(),
            None => format!("not judged: {reason}"),
        });
        entries.push(ClassEntry {
            path: path.to_owned(),
            command: program.unwrap_or_default(),
            row: ProgramRow {
                program: name.into_owned(),
                build,
                error,
                ..ProgramRow::default()
            },
        });
    };
    if let Some(builder) = builder {
        let bar = progress::count_bar(paths.len() as u64, "builds");
        builder.build_all(&paths, jobs, stop, |path, built| {
            bar.inc(1);
            add(path, built);
        })?;
        bar.finish_and_clear();
    } else {
        for path in &paths {
            add(path, Err(BuildError::NoRule));
        }
    }
    if !is_any {
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
