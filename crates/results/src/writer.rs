//! Writes a file of results, and continues one that was not completed.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::{DeserializeOwned, IgnoredAny};
use sha2::{Digest, Sha256};
use tempfile::NamedTempFile;

use super::line::{End, encode};
use super::reader::too_many;
use super::{Header, ResultsError, ResultsReader, UnitResult};

/// How much of a file is read at a time, in bytes.
pub(super) const CHUNK_BYTES: usize = 1 << 20;

/// The name of a file while it is not complete: `FILE.partial`.
pub fn partial_path(path: &Path) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(".partial");
    name.into()
}

/// Writes the results of a shard, each line at once. If a write fails, the next run continues from
/// the lines before.
#[derive(Debug)]
pub struct ResultsWriter {
    header: Header,
    path: PathBuf,
    partial: PathBuf,
    /// The file that grows; `None` once it is complete.
    file: Option<File>,
    /// The number of lines so far, and their hash.
    lines: u64,
    hash: Sha256,
    /// How many units were written.
    units: u64,
    /// The number of the line from which on the file was broken.
    pub broken_line: Option<u64>,
}

/// What was read of a file.
struct Old {
    reader: ResultsReader,
    /// Where the lines with results begin and end, in bytes.
    results: [u64; 2],
    broken_line: Option<u64>,
}

/// Where there are results of an earlier run.
#[derive(Clone, Copy)]
enum Place {
    /// In the file with its final name.
    Final,
    /// In the partial one.
    Partial,
}

/// What results of an earlier run are.
#[derive(Clone, Copy)]
enum State {
    /// All results of this run.
    Complete,
    /// The first results of this run.
    Begun,
    /// Results of this run when it had another number of units, or with something after their end.
    Other,
}

impl ResultsWriter {
    /// Opens a file that is complete, was begun before, or does not exist, and calls `each` with
    /// the result of each of its lines. The first broken line and all that follow are dropped. The
    /// setting `grows` may have changed, and the number of units with it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, has other results, or another process writes to it;
    /// or what `each` returns.
    pub fn open<T: DeserializeOwned, E: From<ResultsError>>(
        path: &Path,
        header: Header,
        grows: Option<&str>,
        each: impl FnMut(UnitResult<T>) -> Result<(), E>,
    ) -> Result<Self, E> {
        let [path, partial] = final_and_partial(path)?;
        let failed = ResultsError::write(&path);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&partial).map_err(&failed)?;
        if !lock(&file) {
            return Err(ResultsError::Locked(path).into());
        }
        let is_new = file.metadata().map_err(&failed)?.len() == 0;
        let mut writer = Self {
            header,
            path,
            partial,
            file: Some(file),
            lines: 0,
            hash: Sha256::new(),
            units: 0,
            broken_line: None,
        };
        let begun = writer.begin(grows, each);
        if is_new && (begun.is_err() || writer.file.is_none()) {
            // Nothing was written to it.
            let _ = fs::remove_file(&writer.partial);
        }
        begun.map(|()| writer)
    }

    /// The header of the results from which [`ResultsWriter::open`] would continue, if there are
    /// any.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is no file of results.
    pub fn existing_header(path: &Path) -> Result<Option<Header>, ResultsError> {
        let [path, partial] = final_and_partial(path)?;
        let reader = match open_existing(&partial)? {
            None => open_existing(&path)?,
            begun => begun,
        };
        Ok(reader.map(|reader| reader.header))
    }

    /// The number of units that were written.
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// Writes the result of the next `count` units of the shard.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, count: u64, result: &impl Serialize) -> Result<(), ResultsError> {
        let unit = self.header.shard.unit(self.units);
        self.write_line(&UnitResult {
            unit,
            count,
            result,
        })?;
        self.units += count;
        Ok(())
    }

    /// Completes the file, unless it is complete: writes the last line, and gives it its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed.
    pub fn finish(&mut self) -> Result<(), ResultsError> {
        if self.file.is_none() {
            return Ok(());
        }
        let end = End::after((self.hash.clone(), self.lines), self.units);
        self.write_line(&BTreeMap::from([("end", end)]))?;
        self.rename()
    }

    /// Reads what there is, and continues there.
    fn begin<T: DeserializeOwned, E: From<ResultsError>>(
        &mut self,
        grows: Option<&str>,
        mut each: impl FnMut(UnitResult<T>) -> Result<(), E>,
    ) -> Result<(), E> {
        let (place, old) = if let Some(old) = self.read(&self.partial, grows, &mut each)? {
            // The file that is replaced in the end must have nothing else.
            if self.path.exists() {
                self.read(
                    &self.path,
                    grows,
                    |_: UnitResult<IgnoredAny>| Ok::<_, E>(()),
                )?;
            }
            (Place::Partial, old)
        } else if let Some(old) = self.read(&self.path, grows, each)? {
            (Place::Final, old)
        } else {
            self.cut(0)?;
            return Ok(self.write_header()?);
        };
        let Old {
            reader, results, ..
        } = old;
        self.units = reader.units;
        self.broken_line = old.broken_line;
        let state = match (reader.is_ended, old.broken_line) {
            (false, _) if reader.header == self.header => State::Begun,
            (true, None) if reader.header == self.header => State::Complete,
            _ => State::Other,
        };
        match (place, state) {
            (Place::Final, State::Complete) => self.file = None,
            // It was killed just before it would have been renamed.
            (Place::Partial, State::Complete) => self.rename()?,
            (Place::Partial, State::Begun) => {
                (self.hash, self.lines) = reader.state();
                self.cut(results[1])?;
            }
            // Only a complete file replaces what has its name.
            (Place::Final, State::Begun | State::Other) => {
                self.copy(&self.path.clone(), results)?;
            }
            (Place::Partial, State::Other) => self.copy(&self.partial.clone(), results)?,
        }
        Ok(())
    }

    /// Reads a file, or what there is of it, up to the first broken line. It must be of this shard,
    /// and have no more units than the run.
    fn read<T: DeserializeOwned, E: From<ResultsError>>(
        &self,
        path: &Path,
        grows: Option<&str>,
        mut each: impl FnMut(UnitResult<T>) -> Result<(), E>,
    ) -> Result<Option<Old>, E> {
        let Some(mut reader) = open_existing(path)? else {
            return Ok(None);
        };
        reader.header.check_shard(&self.header, grows, path)?;
        let mut results = [reader.lines.bytes; 2];
        let mut broken_line = None;
        loop {
            match reader.read::<T>() {
                Ok(Some(entry)) => {
                    let units = self.header.units;
                    if reader.units > self.header.shard.len(units) {
                        return Err(too_many(path, units).into());
                    }
                    each(entry)?;
                    results[1] = reader.lines.bytes;
                }
                Ok(None) => break,
                Err(ResultsError::Broken { line, .. }) => {
                    broken_line = Some(line);
                    break;
                }
                Err(error) => return Err(error.into()),
            }
        }
        Ok(Some(Old {
            reader,
            results,
            broken_line,
        }))
    }

    /// Copies the results of a file to a new one, which becomes the partial one.
    fn copy(&mut self, source: &Path, [from, to]: [u64; 2]) -> Result<(), ResultsError> {
        let failed = ResultsError::write(&self.path);
        let permissions = self.partial.metadata().map_err(&failed)?.permissions();
        let new = new_beside(&self.partial).map_err(&failed)?;
        new.as_file()
            .set_permissions(permissions)
            .map_err(&failed)?;
        lock(new.as_file());
        self.file = Some(new.as_file().try_clone().map_err(&failed)?);
        self.write_header()?;
        let failed = ResultsError::read(source);
        let mut input = File::open(source).map_err(&failed)?;
        input.seek(SeekFrom::Start(from)).map_err(&failed)?;
        let mut input = BufReader::with_capacity(CHUNK_BYTES, input.take(to - from));
        let mut line = Vec::new();
        while input.read_until(b'\n', &mut line).map_err(&failed)? > 0 {
            self.write(&line)?;
            line.clear();
        }
        let failed = ResultsError::write(&self.path);
        let persisted = new.persist(&self.partial);
        persisted.map_err(|error| failed(error.error))?;
        Ok(())
    }

    fn rename(&mut self) -> Result<(), ResultsError> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let rename = || {
            file.sync_all()?;
            fs::rename(&self.partial, &self.path)?;
            // So that the name is on the disk, too.
            #[cfg(unix)]
            File::open(directory_of(&self.path))?.sync_all()?;
            Ok(())
        };
        rename().map_err(ResultsError::write(&self.path))
    }

    /// Drops all after this many bytes.
    fn cut(&mut self, bytes: u64) -> Result<(), ResultsError> {
        let cut = |file: &mut File| {
            file.set_len(bytes)?;
            file.seek(SeekFrom::Start(bytes)).map(|_| ())
        };
        let cut = self.file.as_mut().map_or(Ok(()), cut);
        cut.map_err(ResultsError::write(&self.path))
    }

    fn write_header(&mut self) -> Result<(), ResultsError> {
        let header = self.header.clone();
        self.write_line(&header)
    }

    fn write_line(&mut self, object: &impl Serialize) -> Result<(), ResultsError> {
        let line = encode(object).map_err(io::Error::from);
        let line = line.map_err(ResultsError::write(&self.path))?;
        self.write(&line)
    }

    fn write(&mut self, line: &[u8]) -> Result<(), ResultsError> {
        if let Some(file) = &mut self.file {
            let written = file.write_all(line);
            written.map_err(ResultsError::write(&self.path))?;
        }
        self.hash.update(line);
        self.lines += 1;
        Ok(())
    }
}

/// The file with its final name, and the partial one. A link remains a link.
fn final_and_partial(path: &Path) -> Result<[PathBuf; 2], ResultsError> {
    let target = if path.is_symlink() {
        path.canonicalize().ok()
    } else {
        None
    };
    let path = target.unwrap_or_else(|| path.to_owned());
    let partial = partial_path(&path);
    check_regular(&path)?;
    check_regular(&partial)?;
    Ok([path, partial])
}

/// Opens a file if it exists and has a header.
fn open_existing(path: &Path) -> Result<Option<ResultsReader>, ResultsError> {
    match ResultsReader::open(path, CHUNK_BYTES) {
        Err(ResultsError::Read { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
            Ok(None)
        }
        opened => opened,
    }
}

/// Checks that a path is a file, or nothing yet. Others, such as a device, would be replaced by a file,
/// and a pipe cannot be read again.
fn check_regular(path: &Path) -> Result<(), ResultsError> {
    match path.symlink_metadata() {
        Ok(_) if !path.is_file() => Err(ResultsError::unfit(path, "is not a regular file")),
        _ => Ok(()),
    }
}

/// The directory of a file.
pub fn directory_of(path: &Path) -> &Path {
    let parent = path.parent();
    let parent = parent.filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

/// Creates a file that is to replace another one when it is complete. Its name is in no error: nobody has
/// asked for it.
///
/// # Errors
///
/// If it cannot be created in the directory of the other one.
pub fn new_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    tempfile::Builder::new().make_in(directory_of(path), |new| options.open(new))
}

/// Locks a file for this process until it is closed; returns `false` if another process holds
/// the lock. On file systems without locks, none does.
#[cfg(unix)]
pub fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

/// Locks nothing: other systems are not supported.
#[cfg(not(unix))]
pub fn lock(_: &File) -> bool {
    true
}
