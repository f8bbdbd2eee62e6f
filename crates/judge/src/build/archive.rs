//! Archives of submissions, which may contain anything.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use bstr::ByteSlice;
use flate2::read::{DeflateDecoder, GzDecoder};
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, ZipArchive};
use tar::EntryType;

use super::source_tree::{BYTES_MAX, DEPTH_MAX, FILES_MAX, SourceTree};
use crate::system::create_new;

/// The endings of the names of archives.
const ENDINGS: [&str; 4] = [".zip", ".tar", ".tar.gz", ".tgz"];
/// The most entries of an archive, and the most bytes of it and of its contents.
#[derive(Clone, Copy, Debug)]
pub struct ArchiveLimits {
    entries: usize,
    bytes: u64,
}

impl ArchiveLimits {
    /// Those of the archive of one submission.
    pub const SUBMISSION: Self = Self {
        entries: FILES_MAX,
        bytes: BYTES_MAX,
    };
    /// Those of an archive with the submissions of a class.
    pub const CLASS: Self = Self {
        entries: 1_000_000,
        bytes: 8 << 30,
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
    /// It, or its contents, have more bytes than are allowed.
    #[error("the archive or its contents have more than {} MiB", .0 >> 20)]
    TooLarge(u64),
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
    tree.ending_in(&ENDINGS).collect()
}

/// Unpacks the files of an archive to a new directory. Links and devices do not count.
pub fn unpack(archive: &Path, directory: &Path, limits: ArchiveLimits) -> Result<(), ArchiveError> {
    let file = File::open(archive)?;
    if file.metadata()?.len() > limits.bytes {
        return Err(ArchiveError::TooLarge(limits.bytes));
    }
    let extension = archive.extension().unwrap_or_default();
    let has = |name: &str| extension.eq_ignore_ascii_case(name);
    fs::create_dir_all(directory)?;
    let mut unpacked = UnpackedFiles {
        directory,
        limits,
        entries: 0,
        bytes: 0,
    };
    if has("zip") {
        unpacked.add_zip(file)
    } else if has("gz") || has("tgz") {
        unpacked.add_tar(GzDecoder::new(file))
    } else {
        unpacked.add_tar(file)
    }
}

/// The files unpacked so far.
struct UnpackedFiles<'d> {
    directory: &'d Path,
    limits: ArchiveLimits,
    entries: usize,
    bytes: u64,
}

impl UnpackedFiles<'_> {
    fn add_zip(&mut self, file: File) -> Result<(), ArchiveError> {
        let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
        let archive = ZipArchive::from_file(file, &mut buffer)?;
        let mut entries = archive.entries(&mut buffer);
        while let Some(entry) = entries.next_entry()? {
            self.count_entry()?;
            let path = entry.file_path();
            let shown = || String::from_utf8_lossy(path.as_bytes()).into_owned();
            // As some programs for Windows separate directories.
            let name: Vec<_> = path
                .as_bytes()
                .iter()
                .map(|&byte| if byte == b'\\' { b'/' } else { byte })
                .collect();
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
        let mut archive = tar::Archive::new(reader.take(2 * self.limits.bytes));
        let result = self.add_tar_entries(&mut archive);
        if result.is_err() && archive.into_inner().limit() == 0 {
            return Err(ArchiveError::TooLarge(self.limits.bytes));
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
            self.count_entry()?;
            let is_file = matches!(
                entry.header().entry_type(),
                EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse
            );
            if !is_file {
                continue;
            }
            let name = entry.path_bytes().into_owned();
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
        let mut path = self.directory.to_owned();
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
        fs::create_dir_all(path.parent().unwrap_or(self.directory)).map_err(is_taken)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A device with contents is skipped, but it has to be read.
    #[test]
    fn no_more_of_a_tar_file_is_read_than_allowed() {
        const HEADER: u64 = 512;
        let directory = tempfile::tempdir().expect("a directory");
        for (size, is_allowed) in [
            (2 * BYTES_MAX - 4 * HEADER, true),
            (2 * BYTES_MAX - HEADER + 1, false),
        ] {
            let mut header = tar::Header::new_gnu();
            header.set_entry_type(EntryType::Block);
            header.set_size(size);
            header.set_cksum();
            let zeros = io::repeat(0).take(size.next_multiple_of(HEADER) + 2 * HEADER);
            let mut unpacked = UnpackedFiles {
                directory: directory.path(),
                limits: ArchiveLimits::SUBMISSION,
                entries: 0,
                bytes: 0,
            };
            let result = unpacked.add_tar(header.as_bytes().chain(zeros));
            match result {
                Ok(()) => assert!(is_allowed, "{size} bytes"),
                Err(ArchiveError::TooLarge(_)) => assert!(!is_allowed, "{size} bytes"),
                Err(error) => panic!("{size} bytes: {error}"),
            }
        }
    }
}
