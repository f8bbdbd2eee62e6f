//! Writes a results file, or continues an incomplete one.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tempfile::NamedTempFile;

use super::line::{Extent, encode};
use super::reader::{ResultsReader, too_many};
use super::{Header, ResultLine, ResultsError, UnitResult, partial_path};

/// How much of a file to read at a time, in bytes.
pub(super) const CHUNK_BYTES: usize = 1 << 20;

/// Writes a results file line by line, without buffering. If a write fails, earlier lines survive.
#[derive(Debug)]
pub struct ResultsWriter {
    header: Header,
    /// The name of the complete file.
    path: PathBuf,
    /// The name of the incomplete file.
    growing: PathBuf,
    /// The incomplete file; `None` once it is complete.
    file: Option<File>,
    /// The lines so far.
    extent: Extent,
    /// Whether bytes of a failed write follow the lines.
    is_torn: bool,
    /// How many units have been written.
    units: u64,
    /// The number of the first broken line in the earlier file.
    pub broken_line: Option<u64>,
}

impl Drop for ResultsWriter {
    fn drop(&mut self) {
        self.file.iter().for_each(unlock);
    }
}

/// Where the results of an earlier run are.
#[derive(Clone, Copy)]
enum EarlierFile {
    /// In the file with its final name.
    Final,
    /// In the partial one.
    Partial,
}

/// What an earlier run has left.
#[derive(Clone, Copy)]
enum EarlierResults {
    /// All results of this run.
    Complete,
    /// The first results of this run.
    Begun,
    /// Results of this run with another number of units, with lines after its end, or without some
    /// before its end; or some of another version of what was judged.
    Other,
}

/// The lines of an earlier run.
struct EarlierLines {
    /// It has read all of them.
    reader: ResultsReader,
    /// The number of the first broken line, which ends them.
    broken_line: Option<u64>,
    /// The indexes of lines that are not kept, in order; the header is line 0.
    dropped: Vec<u64>,
}

impl EarlierLines {
    /// The next line, if it is whole. A broken line ends the file, and its number is stored.
    fn next<L>(
        &mut self,
        read: impl FnOnce(&mut ResultsReader) -> Result<Option<L>, ResultsError>,
    ) -> Result<Option<L>, ResultsError> {
        match read(&mut self.reader) {
            Err(ResultsError::Broken { line, .. }) => {
                self.broken_line = Some(line);
                Ok(None)
            }
            read => read,
        }
    }
}

impl ResultsWriter {
    /// Opens the file of a shard, complete, incomplete or new, and calls `each` with the result of
    /// each line. Drops the first broken line and all lines after it. The setting `grows` may have
    /// changed, and the number of units with it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, has other results, or another process writes to it;
    /// or what `each` returns.
    pub fn open<T: DeserializeOwned, E: From<ResultsError>>(
        path: &Path,
        header: Header,
        grows: Option<&str>,
        mut each: impl FnMut(UnitResult<T>) -> Result<(), E>,
    ) -> Result<Self, E> {
        Self::open_with(path, header, grows, |writer, old, is_used| {
            let Some(line) = old.next(ResultsReader::read_unit)? else {
                return Ok(None);
            };
            let Header { shard, units, .. } = &writer.header;
            if old.reader.units > shard.len(*units) {
                return Err(too_many(old.reader.path(), *units).into());
            }
            if is_used {
                each(line)?;
            }
            Ok(Some(true))
        })
    }

    /// Opens the file of a shard of a keyed run, as [`open`](Self::open) does, and calls `keeps` with
    /// each line. The lines for which it is false are dropped: the file that has them is replaced
    /// when the new one is complete.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, is of another shard or kind of run, or another process
    /// writes to it.
    pub fn open_keyed<K: DeserializeOwned, T: DeserializeOwned>(
        path: &Path,
        header: Header,
        mut keeps: impl FnMut(ResultLine<K, T>) -> bool,
    ) -> Result<Self, ResultsError> {
        Self::open_with(path, header, None, |_, old, is_used| {
            let line = old.next(ResultsReader::read)?;
            Ok(line.map(|line| !is_used || keeps(line)))
        })
    }

    /// Opens a file whose lines `next` reads: it returns whether the line is kept, and is told whether
    /// the run continues from this file.
    fn open_with<E: From<ResultsError>>(
        path: &Path,
        header: Header,
        grows: Option<&str>,
        next: impl FnMut(&Self, &mut EarlierLines, bool) -> Result<Option<bool>, E>,
    ) -> Result<Self, E> {
        let [path, partial] = final_and_partial(path)?;
        let mut writer = Self::open_locked(header, path, partial)?;
        let metadata = writer.growing.metadata();
        let is_new = metadata.map_err(ResultsError::write(&writer.path))?.len() == 0;
        let begun = writer.begin(grows, next);
        if is_new && (begun.is_err() || writer.file.is_none()) {
            // Nothing has been written to it.
            let _ = fs::remove_file(&writer.growing);
        }
        begun.map(|()| writer)
    }

    /// The header of the results from which [`ResultsWriter::open`] would continue, if any.
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

    /// How many units have been written.
    pub const fn units(&self) -> u64 {
        self.units
    }

    /// Writes the result of the next `count` units of the shard.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn append(&mut self, count: u64, result: &impl Serialize) -> Result<(), ResultsError> {
        let key = self.header.shard.unit(self.units);
        self.write_line(&ResultLine { key, count, result })?;
        self.units += count;
        Ok(())
    }

    /// Writes the result of a key. If the file is complete, nothing is written.
    ///
    /// # Errors
    ///
    /// If it cannot be written. Later results still may be.
    pub fn append_keyed(
        &mut self,
        key: &impl Serialize,
        result: &impl Serialize,
    ) -> Result<(), ResultsError> {
        let count = 1;
        self.write_line(&ResultLine { key, count, result })?;
        self.units += count;
        Ok(())
    }

    /// Completes the file if necessary: writes the last line and gives the file its name.
    ///
    /// # Errors
    ///
    /// If it cannot be written or renamed.
    pub fn finish(&mut self) -> Result<(), ResultsError> {
        if self.file.is_none() {
            return Ok(());
        }
        let end = self.extent.end(self.units);
        self.write_line(&BTreeMap::from([("end", end)]))?;
        self.rename()
    }

    /// Opens or creates the incomplete file, for this process alone.
    fn open_locked(header: Header, path: PathBuf, growing: PathBuf) -> Result<Self, ResultsError> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&growing).map_err(ResultsError::write(&path))?;
        // Another process may just have renamed or replaced the file.
        if !lock(&file) || !is_at(&file, &growing) {
            return Err(ResultsError::Locked(path));
        }
        Ok(Self {
            header,
            path,
            growing,
            file: Some(file),
            extent: Extent::default(),
            is_torn: false,
            units: 0,
            broken_line: None,
        })
    }

    /// Reads what exists of a shard, to continue there.
    fn begin<E: From<ResultsError>>(
        &mut self,
        grows: Option<&str>,
        mut next: impl FnMut(&Self, &mut EarlierLines, bool) -> Result<Option<bool>, E>,
    ) -> Result<(), E> {
        let partial = self.growing.clone();
        let mut read =
            |path: &Path, is_used| self.read(path, grows, |old| next(self, old, is_used));
        let (place, old) = if let Some(old) = read(&partial, true)? {
            // The file that will be replaced must have no other results.
            if self.path.exists() {
                read(&self.path, false)?;
            }
            (EarlierFile::Partial, old)
        } else if let Some(old) = read(&self.path, true)? {
            (EarlierFile::Final, old)
        } else {
            self.cut()?;
            return Ok(self.write_header()?);
        };
        let (state, reader) = (self.state_of(&old), &old.reader);
        self.units = reader.units - old.dropped.len() as u64;
        self.broken_line = old.broken_line;
        match (place, state) {
            (EarlierFile::Final, EarlierResults::Complete) => self.file = None,
            // The process was killed just before the rename.
            (EarlierFile::Partial, EarlierResults::Complete) => self.rename()?,
            (EarlierFile::Partial, EarlierResults::Begun) => {
                self.extent = reader.extent().clone();
                self.cut()?;
            }
            // Only a complete file replaces what has its name.
            (EarlierFile::Final, EarlierResults::Begun | EarlierResults::Other)
            | (EarlierFile::Partial, EarlierResults::Other) => {
                self.copy(&old)?;
            }
        }
        Ok(())
    }

    /// What the lines of an earlier run are to this one.
    fn state_of(&self, old: &EarlierLines) -> EarlierResults {
        let EarlierLines {
            reader,
            broken_line,
            dropped,
        } = old;
        let Header {
            kind, shard, units, ..
        } = &self.header;
        let is_whole = kind.is_keyed() || reader.units == shard.len(*units);
        let is_same = reader.header == self.header && dropped.is_empty();
        match (reader.is_ended, broken_line) {
            (false, _) if is_same => EarlierResults::Begun,
            (true, None) if is_same && is_whole => EarlierResults::Complete,
            _ => EarlierResults::Other,
        }
    }

    /// Reads the file of a shard as far as it goes. It must be of this shard.
    fn read<E: From<ResultsError>>(
        &self,
        path: &Path,
        grows: Option<&str>,
        mut next: impl FnMut(&mut EarlierLines) -> Result<Option<bool>, E>,
    ) -> Result<Option<EarlierLines>, E> {
        let Some(reader) = open_existing(path)? else {
            return Ok(None);
        };
        reader.header.check_continued(&self.header, grows, path)?;
        let mut old = EarlierLines {
            reader,
            broken_line: None,
            dropped: Vec::new(),
        };
        loop {
            let line = old.reader.extent().lines;
            match next(&mut old)? {
                Some(true) => {}
                Some(false) => old.dropped.push(line),
                None => return Ok(Some(old)),
            }
        }
    }

    /// Copies the results read, except those dropped, to a new file, which becomes the incomplete one.
    fn copy(&mut self, old: &EarlierLines) -> Result<(), ResultsError> {
        let EarlierLines {
            reader, dropped, ..
        } = old;
        let failed = ResultsError::write(&self.path);
        let permissions = self.growing.metadata().map_err(&failed)?.permissions();
        let new = new_beside(&self.growing).map_err(&failed)?;
        new.as_file()
            .set_permissions(permissions)
            .map_err(&failed)?;
        lock(new.as_file());
        self.file = Some(new.as_file().try_clone().map_err(&failed)?);
        self.write_header()?;
        let failed = ResultsError::read(reader.path());
        let input = File::open(reader.path()).map_err(&failed)?;
        let mut input = BufReader::with_capacity(CHUNK_BYTES, input);
        let results = reader.extent().lines - u64::from(reader.is_ended);
        let mut line = Vec::new();
        for number in 0..results {
            input.read_until(b'\n', &mut line).map_err(&failed)?;
            let is_header = number == 0;
            if !is_header && dropped.binary_search(&number).is_err() {
                self.write(&line)?;
            }
            line.clear();
        }
        let failed = ResultsError::write(&self.path);
        let persisted = new.persist(&self.growing);
        persisted.map_err(|error| failed(error.error))?;
        Ok(())
    }

    fn rename(&mut self) -> Result<(), ResultsError> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let rename = || {
            file.sync_all()?;
            fs::rename(&self.growing, &self.path)?;
            // This puts the name on the disk, too.
            #[cfg(unix)]
            File::open(directory_of(&self.path))?.sync_all()?;
            Ok(())
        };
        let renamed = rename();
        unlock(&file);
        renamed.map_err(ResultsError::write(&self.path))
    }

    /// Drops everything after the lines so far.
    fn cut(&mut self) -> Result<(), ResultsError> {
        let bytes = self.extent.bytes;
        let cut = |file: &mut File| {
            file.set_len(bytes)?;
            file.seek(SeekFrom::Start(bytes)).map(|_| ())
        };
        let cut = self.file.as_mut().map_or(Ok(()), cut);
        cut.map_err(ResultsError::write(&self.path))?;
        self.is_torn = false;
        Ok(())
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
        if self.is_torn {
            self.cut()?;
        }
        let written = self.file.as_mut().map_or(Ok(()), |it| it.write_all(line));
        if let Err(error) = written {
            self.is_torn = true;
            let _ = self.cut();
            return Err(ResultsError::write(&self.path)(error));
        }
        self.extent.add(line);
        Ok(())
    }
}

/// The file with its final name, and the incomplete one.
fn final_and_partial(path: &Path) -> Result<[PathBuf; 2], ResultsError> {
    let path = resolved(path)?;
    let partial = partial_path(&path);
    check_regular(&partial)?;
    Ok([path, partial])
}

/// The file itself if it is a link, so that the link remains.
fn resolved(path: &Path) -> Result<PathBuf, ResultsError> {
    let target = if path.is_symlink() {
        path.canonicalize().ok()
    } else {
        None
    };
    let path = target.unwrap_or_else(|| path.to_owned());
    check_regular(&path)?;
    Ok(path)
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

/// Checks that a path is a regular file, or free. A device would be replaced by a file, and a pipe
/// cannot be read twice.
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

/// Creates a file that will replace another one when it is complete. No error names it, because nobody
/// has asked for it.
///
/// # Errors
///
/// If the directory of the other file does not allow it.
pub fn new_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    tempfile::Builder::new().make_in(directory_of(path), |new| options.open(new))
}

/// Locks a file for this process until it is closed. Returns `false` if another process holds the
/// lock. File systems without locks count as unlocked.
#[cfg(unix)]
pub fn lock(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) != Err(rustix::io::Errno::WOULDBLOCK)
}

/// Unlocks a file at once. Closing it is not enough: a child that has just been forked shares the lock
/// until it executes its program.
#[cfg(unix)]
fn unlock(file: &File) {
    use rustix::fs::{FlockOperation, flock};
    // Otherwise the lock ends a moment later.
    let _ = flock(file, FlockOperation::Unlock);
}

/// There is nothing to lock.
#[cfg(not(unix))]
fn unlock(_: &File) {}

/// Locks nothing: other systems have no support for it.
#[cfg(not(unix))]
pub fn lock(_: &File) -> bool {
    true
}

/// Whether an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let identities = [file.metadata(), path.metadata()].map(|it| it.ok().map(identity));
    identities[0] == identities[1]
}

/// Not known on other systems.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
