//! Archives of submissions, which may contain anything.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use bstr::ByteSlice;
use flate2::read::{DeflateDecoder, GzDecoder};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use tar::EntryType;

use super::source_tree::{BYTES_MAX, DEPTH_MAX, FILES_MAX, SourceTree, ends_in, is_left_out};
use crate::system::create_new;
use crate::verdict::ended;
use admiralty_process::{
    self as process, Limit, Limits, Program, RunError, Sandbox, StdinSource, Termination,
};

/// The endings of the names of archives, and of those that another program has to read.
const ENDINGS: [&str; 4] = [".zip", ".tar", ".tar.gz", ".tgz"];
const FOREIGN_ENDINGS: [&str; 5] = [".7z", ".rar", ".tar.bz2", ".tar.xz", ".txz"];
/// That program, which makes a tar file of its standard input.
const CONVERTER: [&str; 5] = ["bsdtar", "-cf", "-", "--format=pax", "@-"];

/// The most entries of archives, and the most bytes of their contents.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveLimits {
    entries: usize,
    bytes: u64,
    /// The most bytes that are read of an archive, also of what does not count.
    read: u64,
}

impl ArchiveLimits {
    /// Those of the archives of one submission.
    pub const SUBMISSION: Self = Self {
        entries: FILES_MAX,
        bytes: BYTES_MAX,
        read: 1 << 30,
    };
    /// Those of an archive with the submissions of a class.
    pub const CLASS: Self = Self {
        entries: 1_000_000,
        bytes: 8 << 30,
        read: 16 << 30,
    };
}

/// The permissions of a file, and those of one that can be executed.
const MODE: u32 = 0o644;
const EXECUTABLE_MODE: u32 = 0o755;

/// Why an archive was not unpacked.
#[derive(Debug, thiserror::Error)]
pub enum ArchiveError {
    /// It has more entries than files are allowed.
    #[error("the archive has more than {0} files")]
    TooManyFiles(usize),
    /// Its contents, or all that is read of it, have more bytes than are allowed.
    #[error("the archive or its contents have more than {} MiB", .0 >> 20)]
    TooLarge(u64),
    /// Another program is needed to read it.
    #[error("{} is not installed", CONVERTER[0])]
    NoConverter,
    /// Archives of this kind are only read within a submission.
    #[error("it is neither .zip nor .tar: unpack it, and give its directory instead")]
    Foreign,
    /// Unpacking was interrupted.
    #[error("interrupted")]
    Cancelled,
    /// The directories of this entry are nested too deep.
    #[error("the archive nests directories more than {DEPTH_MAX} deep: {0}")]
    TooDeep(String),
    /// This entry would be outside.
    #[error("the archive writes outside its directory: {0}")]
    Outside(String),
    /// There are two entries with this name, or a file and a directory.
    #[error("the archive has two files called {0}")]
    Twice(String),
    /// It needs a password.
    #[error("{0} in the archive is encrypted")]
    Encrypted(String),
    /// This entry is compressed in an unusual way.
    #[error("the archive uses a compression method other than deflate: {0}")]
    Method(String),
    /// It has no sources that a rule is for.
    #[error("the archive has no sources")]
    NoSources,
    /// It is damaged, or something else.
    #[error("not an archive, or damaged: {0}")]
    Damaged(String),
    /// It cannot be read, or its contents cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<rawzip::Error> for ArchiveError {
    fn from(error: rawzip::Error) -> Self {
        Self::Damaged(error.to_string())
    }
}

/// The archives among some sources.
pub fn archives(tree: &SourceTree) -> Vec<PathBuf> {
    let endings = [&ENDINGS[..], &FOREIGN_ENDINGS].concat();
    tree.ending_in(&endings).collect()
}

/// Whether a file has the name of an archive.
pub fn is_archive(path: &Path) -> bool {
    ends_in(path, &ENDINGS) || is_foreign(path)
}

/// Whether another program has to read an archive.
pub fn is_foreign(archive: &Path) -> bool {
    ends_in(archive, &FOREIGN_ENDINGS)
}

/// Makes a tar file of an archive, if the program for that is installed.
pub fn convert(
    archive: &Path,
    tar: &mut File,
    sandbox: Option<&Arc<Sandbox>>,
    limits: &Limits,
    is_cancelled: &dyn Fn() -> bool,
) -> Result<(), ArchiveError> {
    let program = Program::new(CONVERTER);
    let program = match sandbox {
        Some(sandbox) => sandbox.confine(program),
        None => program,
    };
    let limits = Limits {
        output: ArchiveLimits::SUBMISSION.read,
        ..*limits
    };
    let stdin = StdinSource::copy_of(archive)?;
    let run = process::run(&program, &stdin, &limits, tar, &|_| is_cancelled());
    let run = run.map_err(|error| match error {
        RunError::Cancelled => ArchiveError::Cancelled,
        RunError::Start(error) if error.kind() == io::ErrorKind::NotFound => {
            ArchiveError::NoConverter
        }
        RunError::Start(error) | RunError::Machine(error) => error.into(),
    })?;
    match run.end {
        Termination::Exited(0) => Ok(()),
        Termination::Stopped(Limit::Output) => Err(ArchiveError::TooLarge(limits.output)),
        end => {
            let said = String::from_utf8_lossy(&run.stderr_tail).trim().to_owned();
            let reason = said.lines().next().unwrap_or_default();
            let reason = reason.strip_prefix("bsdtar: ").unwrap_or(reason);
            Err(ArchiveError::Damaged(match reason {
                "" => ended(end),
                reason => reason.to_owned(),
            }))
        }
    }
}

/// Unpacks archives within limits, which hold for all of them together. Links, devices and what is
/// [left out](is_left_out) of sources do not count.
pub struct Unpacker {
    limits: ArchiveLimits,
    /// The directory of the current archive.
    directory: PathBuf,
    entries: usize,
    bytes: u64,
}

impl Unpacker {
    pub fn new(limits: ArchiveLimits) -> Self {
        Self {
            limits,
            directory: PathBuf::new(),
            entries: 0,
            bytes: 0,
        }
    }

    /// Unpacks the files of an archive to a new directory.
    pub fn unpack(&mut self, archive: &Path, directory: &Path) -> Result<(), ArchiveError> {
        if is_foreign(archive) {
            return Err(ArchiveError::Foreign);
        }
        let file = File::open(archive)?;
        if file.metadata()?.len() > self.limits.read {
            return Err(ArchiveError::TooLarge(self.limits.read));
        }
        self.begin(directory)?;
        if ends_in(archive, &[".zip"]) {
            self.add_zip(file)
        } else if ends_in(archive, &[".gz", ".tgz"]) {
            self.add_tar(GzDecoder::new(file))
        } else {
            self.add_tar(file)
        }
    }

    /// Unpacks a tar file to a new directory.
    pub fn unpack_tar(&mut self, tar: File, directory: &Path) -> Result<(), ArchiveError> {
        self.begin(directory)?;
        self.add_tar(tar)
    }

    fn begin(&mut self, directory: &Path) -> io::Result<()> {
        directory.clone_into(&mut self.directory);
        fs::create_dir_all(directory)
    }

    fn add_zip(&mut self, file: File) -> Result<(), ArchiveError> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipArchive::from_file(file, &mut buffer)?;
        let mut entries = archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry()? {
            let path = entry.file_path();
            let shown = || String::from_utf8_lossy(path.as_bytes()).into_owned();
            // As some programs for Windows separate directories.
            let name: Vec<_> = path
                .as_bytes()
                .iter()
                .map(|&byte| if byte == b'\\' { b'/' } else { byte })
                .collect();
            if is_left_out_of(&name) {
                continue;
            }
            self.count_entry()?;
            if entry.is_dir() || name.ends_with(b"/") || entry.mode().is_symlink() {
                continue;
            }
            if entry.flags().is_encrypted() {
                return Err(ArchiveError::Encrypted(shown()));
            }
            let found = archive.get_entry(entry.wayfinder())?;
            let mut contents: Box<dyn Read> = match entry.compression_method() {
                CompressionMethod::STORE => Box::new(found.verifying_reader(found.reader())),
                CompressionMethod::DEFLATE => {
                    Box::new(found.verifying_reader(DeflateDecoder::new(found.reader())))
                }
                _ => return Err(ArchiveError::Method(shown())),
            };
            self.add_file(&name, entry.mode().permissions(), &mut contents)?;
        }
        Ok(())
    }

    fn add_tar(&mut self, reader: impl Read) -> Result<(), ArchiveError> {
        // Long names are kept in memory.
        let mut archive = tar::Archive::new(reader.take(self.limits.read));
        let result = self.add_tar_entries(&mut archive);
        if result.is_err() && archive.into_inner().limit() == 0 {
            return Err(ArchiveError::TooLarge(self.limits.read));
        }
        result
    }

    fn add_tar_entries(
        &mut self,
        archive: &mut tar::Archive<impl Read>,
    ) -> Result<(), ArchiveError> {
        let damaged = |error: io::Error| ArchiveError::Damaged(error.to_string());
        for entry in archive.entries().map_err(damaged)? {
            let mut entry = entry.map_err(damaged)?;
            let name = entry.path_bytes().into_owned();
            if is_left_out_of(&name) {
                continue;
            }
            self.count_entry()?;
            let is_file = matches!(
                entry.header().entry_type(),
                EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse
            );
            if !is_file {
                continue;
            }
            let mode = entry.header().mode().map_err(damaged)?;
            let size = entry.size();
            if self.add_file(&name, mode, &mut entry)? < size {
                return Err(ArchiveError::Damaged("unexpected end of file".to_owned()));
            }
        }
        Ok(())
    }

    fn count_entry(&mut self) -> Result<(), ArchiveError> {
        self.entries += 1;
        if self.entries > self.limits.entries {
            return Err(ArchiveError::TooManyFiles(self.limits.entries));
        }
        Ok(())
    }

    /// Writes a file, and returns its length.
    fn add_file(
        &mut self,
        name: &[u8],
        mode: u32,
        contents: &mut dyn Read,
    ) -> Result<u64, ArchiveError> {
        let shown = || String::from_utf8_lossy(name).into_owned();
        let mut path = self.directory.clone();
        let mut depth = 0;
        // Outside Unix, a name is text.
        let relative = name.to_path();
        let relative = relative.map_err(|error| ArchiveError::Damaged(error.to_string()))?;
        for component in relative.components() {
            match component {
                Component::Normal(part) => path.push(part),
                Component::CurDir => continue,
                _ => return Err(ArchiveError::Outside(shown())),
            }
            depth += 1;
        }
        if depth > DEPTH_MAX + 1 {
            return Err(ArchiveError::TooDeep(shown()));
        }
        let is_taken = |error: io::Error| match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::NotADirectory => {
                ArchiveError::Twice(shown())
            }
            _ => error.into(),
        };
        fs::create_dir_all(path.parent().unwrap_or(&self.directory)).map_err(is_taken)?;
        let mode = if mode & 0o111 == 0 {
            MODE
        } else {
            EXECUTABLE_MODE
        };
        let mut file = create_new(&path, mode).map_err(is_taken)?;
        let left = self.limits.bytes - self.bytes;
        let damaged = |error: io::Error| ArchiveError::Damaged(error.to_string());
        let copied = io::copy(&mut contents.take(left + 1), &mut file).map_err(damaged)?;
        if copied > left {
            return Err(ArchiveError::TooLarge(self.limits.bytes));
        }
        self.bytes += copied;
        Ok(copied)
    }
}

/// Whether an entry does not count, because one of its directories does not, or it is hidden.
fn is_left_out_of(name: &[u8]) -> bool {
    let Ok(path) = name.to_path() else {
        return false;
    };
    let mut components = path.components().peekable();
    while let Some(component) = components.next() {
        let is_directory = components.peek().is_some();
        if matches!(component, Component::Normal(name) if is_left_out(name, is_directory)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A device with contents is skipped, but it has to be read.
    #[test]
    fn no_more_of_a_tar_file_is_read_than_allowed() {
        const HEADER: u64 = 512;
        let limits = ArchiveLimits {
            read: 1 << 20,
            ..ArchiveLimits::SUBMISSION
        };
        let directory = tempfile::tempdir().expect("a directory");
        for (size, is_allowed) in [
            (limits.read - 4 * HEADER, true),
            (limits.read - HEADER + 1, false),
        ] {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(EntryType::Block);
            header.set_size(size);
            header.set_cksum();
            let zeros = io::repeat(0).take(size.next_multiple_of(HEADER) + 2 * HEADER);
            let mut unpacker = Unpacker::new(limits);
            unpacker.begin(directory.path()).expect("a directory");
            let result = unpacker.add_tar(header.as_bytes().chain(zeros));
            match result {
                Ok(()) => assert!(is_allowed, "{size} bytes"),
                Err(ArchiveError::TooLarge(_)) => assert!(!is_allowed, "{size} bytes"),
                Err(error) => panic!("{size} bytes: {error}"),
            }
        }
    }
}
