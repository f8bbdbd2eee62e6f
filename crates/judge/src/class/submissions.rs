//! The submissions of a class: found in a directory or an archive, and built.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashSet};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty_escape::{escape, escape_path};
use admiralty_results::{FileHashes, ResultsError, Shard, hash_file};
use tempfile::TempDir;
use thiserror::Error;

use super::{ClassError, DEPTH_MAX};
use crate::build::{ArchiveError, Build, BuildError, Builder, hash_directory, unpack_class};
use crate::moodle_name::{MoodleName, submission_name};
use crate::name_pattern::NamePattern;
use crate::report::{Participant, ProgramRow};
use crate::system::has_executable_mode;

/// The submissions of a class, in natural order.
#[derive(Debug)]
pub struct Submissions {
    /// The directory that has them.
    directory: PathBuf,
    /// The name of the class: that of the directory or archive.
    pub title: String,
    /// The path, as it was given.
    name: String,
    /// Each entry of the directory, and its name.
    entries: Vec<(PathBuf, String)>,
    /// Whether others are left out.
    is_part: bool,
    /// The archive that was unpacked, if they are from one.
    pub(super) archive: Option<PathBuf>,
    /// The directory of an archive that was unpacked, and that with the files of an export without
    /// directories.
    temporary: Vec<TempDir>,
}

/// Why there are no submissions to judge.
#[derive(Debug, Error)]
pub enum SubmissionsError {
    /// They cannot be read.
    #[error("cannot read {}: {source}", escape(name))]
    Read {
        /// The directory or archive.
        name: String,
        /// The reason.
        source: io::Error,
    },
    /// An archive cannot be unpacked.
    #[error("cannot unpack {}: {error}", escape(name))]
    Unpack {
        /// The archive.
        name: String,
        /// The reason.
        error: ArchiveError,
    },
    /// Two submissions have the same name.
    #[error("two programs in {} are called {}", escape(name), escape(program))]
    Twice {
        /// The directory or archive.
        name: String,
        /// The name.
        program: String,
    },
    /// No submission, or several, have a name.
    #[error(
        "{} submissions in {} are called {}",
        found,
        escape(name),
        escape(program)
    )]
    NotOne {
        /// How many.
        found: usize,
        /// The directory or archive.
        name: String,
        /// The name.
        program: String,
    },
    /// A rule of `judge.toml` is for a program that is not there.
    #[error(
        "judge.toml: the rule \"{}\" is for {}, but no program in {} has that name",
        escape(rule),
        escape(pattern),
        escape(name)
    )]
    NoProgram {
        /// The rule.
        rule: String,
        /// The pattern that fits no name.
        pattern: String,
        /// The directory or archive.
        name: String,
    },
    /// None can be built or executed.
    #[error("there is {} in {}", what(*builds), escape_path(directory))]
    Nothing {
        /// Whether sources are built.
        builds: bool,
        /// The directory.
        directory: PathBuf,
    },
}

fn what(builds: bool) -> &'static str {
    if builds {
        "nothing to build or to execute"
    } else {
        "no executable file"
    }
}

impl Submissions {
    /// Finds the submissions in a directory, or unpacks an archive of them.
    ///
    /// # Errors
    ///
    /// If they cannot be read or unpacked, or two have the same name.
    pub fn open(path: &Path) -> Result<Self, SubmissionsError> {
        let name = path.display().to_string();
        let failed = |source| SubmissionsError::Read {
            name: name.clone(),
            source,
        };
        let canonical = path.canonicalize().map_err(failed)?;
        let is_archive = canonical.is_file();
        let title = if is_archive {
            canonical.file_stem()
        } else {
            canonical.file_name()
        };
        let title = title.unwrap_or_default().to_string_lossy().into_owned();
        let mut temporary = Vec::new();
        let mut directory = canonical.clone();
        if is_archive {
            let unpacked = tempfile::tempdir().map_err(failed)?;
            unpack_class(&canonical, unpacked.path()).map_err(|error| {
                let name = name.clone();
                SubmissionsError::Unpack { name, error }
            })?;
            directory = unpacked.path().canonicalize().map_err(failed)?;
            temporary.push(unpacked);
        }
        let mut paths = list(&directory).map_err(failed)?;
        if let [only] = paths.as_slice()
            && let Ok(inner) = list(only)
            && inner.iter().any(|path| is_of_moodle(path))
        {
            // Somebody has packed the directory of an export.
            directory.clone_from(only);
            paths = inner;
        }
        let gathered = tempfile::tempdir().map_err(failed)?;
        let paths = one_of_each_student(paths, gathered.path()).map_err(failed)?;
        temporary.push(gathered);
        let entries = paths.into_iter();
        let entries = entries.map(|path| (path.clone(), submission_name(&path).into_owned()));
        let entries: Vec<_> = entries.collect();
        let mut known = HashSet::new();
        if let Some((_, program)) = entries.iter().find(|(_, program)| !known.insert(program)) {
            let program = program.clone();
            return Err(SubmissionsError::Twice { name, program });
        }
        Ok(Self {
            directory,
            title,
            name,
            entries,
            is_part: false,
            archive: is_archive.then_some(canonical),
            temporary,
        })
    }

    /// Leaves out all submissions but one, by its name, without or with the number of the participant.
    ///
    /// # Errors
    ///
    /// If not exactly one has the name.
    pub fn keep_only(&mut self, program: &str) -> Result<(), SubmissionsError> {
        let is_meant = |name: &str| {
            let of_moodle = Participant::of(0, name);
            let parts = of_moodle.map(|it| [it.name, it.number]);
            name == program || parts.is_some_and(|parts| parts.iter().any(|it| it == program))
        };
        let exact = self.names().any(|name| name == program);
        self.entries
            .retain(|(_, name)| name == program || !exact && is_meant(name));
        self.is_part = true;
        match self.entries.len() {
            1 => Ok(()),
            found => Err(SubmissionsError::NotOne {
                found,
                name: self.name.clone(),
                program: program.to_owned(),
            }),
        }
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|(_, name)| &**name)
    }

    /// Whether they are an export of Moodle.
    pub fn are_of_moodle(&self) -> bool {
        self.entries.iter().any(|(path, _)| is_of_moodle(path))
    }

    /// The directories that have submissions.
    pub fn directories(&self) -> impl Iterator<Item = &Path> {
        let temporary = self.temporary.iter().map(TempDir::path);
        [&*self.directory].into_iter().chain(temporary)
    }

    /// Those of a shard, built if there is a builder. `built` is called after each.
    pub(super) fn build(
        &self,
        builder: Option<&Builder>,
        shard: Shard,
        jobs: NonZeroUsize,
        stop: &AtomicBool,
        mut built: impl FnMut(usize),
    ) -> Result<Vec<Submission>, ClassError> {
        self.check_rules(builder)?;
        let units = (1..).zip(&self.entries);
        let entries = units.filter(|(unit, _)| shard.contains(*unit));
        let paths: Vec<_> = entries.map(|(_, (path, _))| path.clone()).collect();
        let mut submissions = Vec::new();
        if let Some(builder) = builder {
            builder.build_all(&paths, jobs, stop, |path, found| {
                built(paths.len());
                submissions.push(Submission::new(path, found, true));
            })?;
        } else {
            let unbuilt = |path: &PathBuf| Submission::new(path, Err(BuildError::NoRule), false);
            submissions.extend(paths.iter().map(unbuilt));
        }
        // Another shard may have some.
        if shard.is_whole() && !submissions.iter().any(Submission::is_any) {
            return Err(SubmissionsError::Nothing {
                builds: builder.is_some(),
                directory: self.directory.clone(),
            }
            .into());
        }
        Ok(submissions)
    }

    /// Checks that each rule for some programs has one.
    fn check_rules(&self, builder: Option<&Builder>) -> Result<(), SubmissionsError> {
        let rules = builder.iter().flat_map(|builder| &builder.rules);
        for rule in rules.filter(|_| !self.is_part) {
            let fits = |pattern: &&NamePattern| self.names().any(|name| pattern.fits(name));
            if let Some(pattern) = rule.programs.iter().find(|pattern| !fits(pattern)) {
                return Err(SubmissionsError::NoProgram {
                    rule: rule.name.clone(),
                    pattern: pattern.to_string(),
                    name: self.name.clone(),
                });
            }
        }
        Ok(())
    }
}

/// A submission that is to be judged, or why it is not.
pub(super) struct Submission {
    pub path: PathBuf,
    /// The program and its arguments; empty if it cannot be judged.
    pub command: Vec<OsString>,
    /// Whether there is something to build.
    has_sources: bool,
    /// Its name, how it was built, and why it cannot be judged.
    pub row: ProgramRow,
}

impl Submission {
    fn new(path: &Path, found: Result<Build, BuildError>, has_builder: bool) -> Self {
        let has_sources = !matches!(found, Err(BuildError::NoRule));
        let (program, build) = match found {
            Ok(build) if build.failed => (Err(build.first_message().to_owned()), Some(build)),
            Ok(build) => (Ok(build.command_here()), Some(build)),
            Err(BuildError::NoRule) => {
                let program = program(path).map(|path| vec![path.into()]);
                let program = program.map_err(|reason| match typed_text(path) {
                    Some(file) => format!("not judged: only text typed into Moodle ({file})"),
                    None if has_builder => format!("not judged: {reason} and nothing to build"),
                    None => format!("not judged: {reason}"),
                });
                (program, None)
            }
            Err(error) => (Err(format!("not judged: {error}")), None),
        };
        Self {
            path: path.to_owned(),
            has_sources,
            row: ProgramRow {
                program: submission_name(path).into_owned(),
                build,
                error: program.as_ref().err().cloned(),
                ..ProgramRow::default()
            },
            command: program.unwrap_or_default(),
        }
    }

    /// Whether it has sources or a program.
    fn is_any(&self) -> bool {
        self.has_sources || self.row.error.is_none()
    }

    /// Hashes of what is judged: the sources, or the program and the files of its directory.
    pub fn files(&self) -> Result<FileHashes, ResultsError> {
        let mut files = FileHashes::new();
        if let Some(build) = &self.row.build {
            files.insert("sources".to_owned(), build.key.clone());
        } else if let [program] = self.command.as_slice() {
            files.insert("program".to_owned(), hash_file(program.as_ref())?);
            if self.path.is_dir() {
                let hash = hash_directory(&self.path).map_err(|source| ResultsError::Read {
                    path: self.path.clone(),
                    source,
                })?;
                files.insert("directory".to_owned(), hash);
            }
        }
        Ok(files)
    }
}

fn is_of_moodle(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    MoodleName::parse(&name).is_some()
}

/// The name of the file with text that a student has typed into Moodle, if the submission is that.
fn typed_text(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy();
    let of_moodle = MoodleName::parse(&name).filter(|it| !it.is_uploaded)?;
    if !of_moodle.file.is_empty() {
        return Some(of_moodle.file.to_owned());
    }
    let file = list(path).ok()?.into_iter().next()?;
    Some(file.file_name()?.to_string_lossy().into_owned())
}

/// The path of each student's submission: of an export of Moodle, the directory of uploaded files, or one
/// in which all that is not in one is gathered, or else the text that was typed.
fn one_of_each_student(paths: Vec<PathBuf>, gathered: &Path) -> io::Result<Vec<PathBuf>> {
    let mut chosen: Vec<PathBuf> = Vec::new();
    let mut texts: Vec<(String, PathBuf)> = Vec::new();
    let mut uploaded: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match MoodleName::parse(&name) {
            None => chosen.push(path),
            Some(name) if name.is_uploaded => {
                let of_student = uploaded.entry(name.student.to_owned()).or_default();
                of_student.push(path);
            }
            Some(name) => texts.push((name.student.to_owned(), path.clone())),
        }
    }
    texts.retain(|(student, _)| !uploaded.contains_key(student));
    texts.dedup_by(|(next, _), (student, _)| next == student);
    chosen.extend(texts.into_iter().map(|(_, path)| path));
    for (student, paths) in uploaded {
        if let [only] = paths.as_slice()
            && only.is_dir()
        {
            chosen.push(only.clone());
            continue;
        }
        let directory = gathered.join(MoodleName::directory_of(&student));
        fs::create_dir_all(&directory)?;
        for path in paths {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let file = MoodleName::parse(&name).map_or("", |name| name.file);
            copy(&path, &directory.join(file), 0)?;
        }
        chosen.push(directory);
    }
    alphanumeric_sort::sort_slice_by_os_str_key(&mut chosen, |path| {
        path.file_name().unwrap_or_default()
    });
    Ok(chosen)
}

/// Copies a file with its time, or a directory.
fn copy(from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    let metadata = from.symlink_metadata()?;
    if metadata.is_file() {
        fs::copy(from, to)?;
        let file = File::options().append(true).open(to);
        // The copy of a file that cannot be written has a time of its own.
        let _ = file.and_then(|file| file.set_modified(metadata.modified()?));
    } else if metadata.is_dir() && depth < DEPTH_MAX {
        fs::create_dir_all(to)?;
        for entry in fs::read_dir(from)? {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()), depth + 1)?;
        }
    }
    Ok(())
}

/// Why a program cannot be started.
pub(super) fn start_error(program: &Path, error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::NotFound if program.exists() => {
            Cow::Borrowed("its interpreter or loader is missing")
        }
        io::ErrorKind::NotFound => {
            let name = program.file_name().unwrap_or_default();
            format!("there is no {}", name.display()).into()
        }
        _ => error.to_string().into(),
    };
    format!("cannot start: {reason}")
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
        io::ErrorKind::NotFound => "a broken link".to_owned(),
        _ => format!("cannot be read: {error}"),
    })?;
    if metadata.is_file() {
        let program = is_executable(path).then(|| path.to_owned());
        return program.ok_or_else(|| "not executable".to_owned());
    }
    if !metadata.is_dir() {
        return Err("no file or directory".to_owned());
    }
    let mut files = list(path).map_err(|error| format!("cannot be read: {error}"))?;
    files.retain(|path| is_executable(path));
    match (files.pop(), files.len()) {
        (None, _) => Err("no executable".to_owned()),
        (Some(only), 0) => Ok(only),
        (Some(_), others) => Err(format!("{} executables", others + 1)),
    }
}

fn is_executable(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|file| file.is_file() && has_executable_mode(&file))
}
