//! A file of results in any order, which are found by what they depend on.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::de::{DeserializeOwned, IgnoredAny};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::ResultsError;
use super::line::{encode, is_intact};
use super::line_reader::ResultsLineReader;
use super::writer::{CHUNK_BYTES, lock, new_beside};

const FORMAT: &str = "admiralty-keyed-1";

/// The line of a result, without its checksum.
#[derive(Serialize, Deserialize)]
struct KeyedLine<K, T> {
    key: K,
    result: T,
}

/// A file to which results are added in any order, each as a line with a key and a checksum, as soon
/// as it is known. The key says what the result depends on, so that nothing else has to fit when it
/// is read again.
///
/// A file that was cut off at any byte is continued after its last whole line; a line that was
/// changed does not count.
#[derive(Debug)]
pub struct KeyedFile {
    path: PathBuf,
    file: File,
    /// The length of the whole lines, in bytes.
    bytes: u64,
    /// Whether something follows them, because a write has failed.
    is_torn: bool,
}

impl KeyedFile {
    /// Opens a file, which need not exist, for this process alone.
    ///
    /// # Errors
    ///
    /// If it cannot be written, is no such file, or another process has opened it.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        // A link remains a link.
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let failed = ResultsError::write(&path);
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(&path).map_err(&failed)?;
        if !file.metadata().map_err(&failed)?.is_file() {
            return Err(ResultsError::Foreign(path));
        }
        // Another process may just have replaced the file.
        if !lock(&file) || !is_at(&file, &path).map_err(&failed)? {
            return Err(ResultsError::Locked(path));
        }
        let mut keyed = Self {
            path,
            file,
            bytes: 0,
            is_torn: false,
        };
        keyed.check_header()?;
        Ok(keyed)
    }

    /// Reads all results with keys for which `is_wanted`. Returns how many lines were broken.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written.
    pub fn read<K: DeserializeOwned, T: DeserializeOwned>(
        &mut self,
        mut is_wanted: impl FnMut(&K) -> bool,
        mut take: impl FnMut(K, T),
    ) -> Result<u64, ResultsError> {
        let mut broken = 0;
        let end = self.lines(|line| {
            let key = key_of::<K>(line);
            broken += u64::from(key.is_none());
            if key.is_some_and(|key| is_wanted(&key)) {
                match serde_json::from_slice(line) {
                    Ok(KeyedLine { key, result }) => take(key, result),
                    Err(_) => broken += 1,
                }
            }
            Ok(())
        })?;
        self.bytes = end;
        self.cut()?;
        Ok(broken)
    }

    /// Adds a result.
    ///
    /// # Errors
    ///
    /// If it cannot be written. The next one may be.
    pub fn append(
        &mut self,
        key: &impl Serialize,
        result: &impl Serialize,
    ) -> Result<(), ResultsError> {
        if self.is_torn {
            self.cut()?;
        }
        let line = self.encode(&KeyedLine { key, result })?;
        let written = self.file.write_all(&line);
        if let Err(error) = written {
            self.is_torn = true;
            let _ = self.cut();
            return Err(ResultsError::write(&self.path)(error));
        }
        self.bytes += line.len() as u64;
        Ok(())
    }

    /// Drops all other results, and lines that are broken. The file is replaced by a new one when
    /// that is complete.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or the new one not be written.
    pub fn retain<K: DeserializeOwned>(
        &mut self,
        mut is_kept: impl FnMut(&K) -> bool,
    ) -> Result<(), ResultsError> {
        let failed = ResultsError::write(&self.path);
        let new = new_beside(&self.path).map_err(&failed)?;
        let mut file = new.as_file().try_clone().map_err(&failed)?;
        lock(&file);
        let permissions = self.file.metadata().map_err(&failed)?.permissions();
        file.set_permissions(permissions).map_err(&failed)?;
        let mut out = io::BufWriter::new(&mut file);
        let header = self.encode(&json!({"format": FORMAT}))?;
        out.write_all(&header).map_err(&failed)?;
        self.lines(|line| {
            let is_kept = key_of(line).is_some_and(|key| is_kept(&key));
            let line = if is_kept { line } else { &[] };
            out.write_all(line).map_err(&failed)
        })?;
        out.flush().map_err(&failed)?;
        drop(out);
        file.sync_all().map_err(&failed)?;
        let bytes = file.stream_position().map_err(&failed)?;
        let persisted = new.persist(&self.path);
        persisted.map_err(|error| failed(error.error))?;
        (self.file, self.bytes, self.is_torn) = (file, bytes, false);
        Ok(())
    }

    /// Checks the first line, or writes it, if the file has nothing else.
    fn check_header(&mut self) -> Result<(), ResultsError> {
        let header = self.encode(&json!({"format": FORMAT}))?;
        let mut reader = ResultsLineReader::new(&self.path, CHUNK_BYTES);
        let is_header = reader.line()?.map(|line| line == header);
        match is_header {
            Some(true) => self.bytes = header.len() as u64,
            None if header.starts_with(reader.rest()?) => {
                self.cut()?;
                let written = self.file.write_all(&header);
                written.map_err(ResultsError::write(&self.path))?;
                self.bytes = header.len() as u64;
            }
            _ => return Err(ResultsError::Foreign(self.path.clone())),
        }
        Ok(())
    }

    /// Calls `each` with all whole lines after the first; returns where they end.
    fn lines(
        &self,
        mut each: impl FnMut(&[u8]) -> Result<(), ResultsError>,
    ) -> Result<u64, ResultsError> {
        let mut reader = ResultsLineReader::new(&self.path, CHUNK_BYTES);
        let mut is_header = true;
        while let Some(line) = reader.line()? {
            let length = line.len();
            if !is_header {
                each(line)?;
            }
            is_header = false;
            reader.take(length);
        }
        Ok(reader.bytes)
    }

    /// Drops what follows the whole lines.
    fn cut(&mut self) -> Result<(), ResultsError> {
        let cut = |file: &mut File| {
            file.set_len(self.bytes)?;
            file.seek(SeekFrom::Start(self.bytes))
        };
        cut(&mut self.file).map_err(ResultsError::write(&self.path))?;
        self.is_torn = false;
        Ok(())
    }

    fn encode(&self, object: &impl Serialize) -> Result<Vec<u8>, ResultsError> {
        let line = encode(object).map_err(io::Error::from);
        line.map_err(ResultsError::write(&self.path))
    }
}

/// The key in a line, if the line is intact.
fn key_of<K: DeserializeOwned>(line: &[u8]) -> Option<K> {
    let line: Option<KeyedLine<K, IgnoredAny>> = serde_json::from_slice(line)
        .ok()
        .filter(|_| is_intact(line));
    Some(line?.key)
}

/// Whether an open file is the one at a path.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    Ok(identity(file.metadata()?) == identity(path.metadata()?))
}

/// Not known on other systems.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> io::Result<bool> {
    Ok(true)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fs;

    use super::*;
    use admiralty_core::rng::Rng;

    type FoundResults = BTreeMap<String, Vec<u64>>;

    fn open(path: &Path) -> (KeyedFile, FoundResults, u64) {
        let mut file = KeyedFile::open(path).expect("opened");
        let mut found = FoundResults::new();
        let broken = file.read(|_| true, |key, result| drop(found.insert(key, result)));
        (file, found, broken.expect("read"))
    }

    /// Some results with keys `0`, `1` and so on.
    fn written(path: &Path, count: u64) -> FoundResults {
        let (mut file, mut found, _) = open(path);
        for number in 0..count {
            let (key, result) = (number.to_string(), vec![number; 3]);
            file.append(&key, &result).expect("written");
            found.insert(key, result);
        }
        found
    }

    #[test]
    fn a_file_that_ends_at_any_byte_is_continued() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        let all = written(&path, 5);
        let bytes = fs::read(&path).expect("a file");
        for end in 0..=bytes.len() {
            fs::write(&path, &bytes[..end]).expect("written");
            let (mut file, mut found, broken) = open(&path);
            let lines = memchr::memchr_iter(b'\n', &bytes[..end]).count();
            assert_eq!((found.len(), broken), (lines.saturating_sub(1), 0), "{end}");
            assert!(found.iter().all(|(key, result)| all[key] == *result));
            file.append(&"new", &[end]).expect("written");
            found.insert("new".to_owned(), vec![end as u64]);
            drop(file);
            assert_eq!(open(&path).1, found, "{end}");
        }
    }

    #[test]
    fn a_changed_byte_drops_no_other_line() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        let all = written(&path, 5);
        let bytes = fs::read(&path).expect("a file");
        let header = bytes
            .iter()
            .position(|&byte| byte == b'\n')
            .expect("a line")
            + 1;
        let mut rng = Rng::seeded(1);
        for at in header..bytes.len() - 1 {
            let mut changed = bytes.clone();
            changed[at] ^= 1 + u8::try_from(rng.below(255)).expect("small");
            fs::write(&path, &changed).expect("written");
            let (mut file, found, broken) = open(&path);
            assert!(broken > 0 && found.len() >= 3, "{at}: {found:?}");
            assert!(found.iter().all(|(key, result)| all[key] == *result));
            file.retain(|key: &String| key != "0").expect("written");
            file.append(&"new", &[1]).expect("written");
            drop(file);
            let (_, mut kept, broken) = open(&path);
            assert_eq!((kept.remove("new"), broken), (Some(vec![1]), 0));
            let expected: Vec<_> = found.into_iter().filter(|(key, _)| key != "0").collect();
            assert_eq!(kept.into_iter().collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn other_files_are_left_alone() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        let is_foreign =
            |path: &Path| matches!(KeyedFile::open(path), Err(ResultsError::Foreign(_)));
        for text in ["x", "notes\n", "{\"format\":\"admiralty-results-1\"}\n"] {
            fs::write(&path, text).expect("written");
            assert!(is_foreign(&path), "{text}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), text);
        }
        for path in ["/dev/null", "/dev/full", "/dev/zero"] {
            assert!(is_foreign(path.as_ref()), "{path}");
        }
    }

    #[test]
    fn only_one_at_a_time_has_a_file() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("file");
        written(&path, 2);
        let (mut file, ..) = open(&path);
        let is_locked = || matches!(KeyedFile::open(&path), Err(ResultsError::Locked(_)));
        assert!(is_locked());
        file.retain(|_: &String| true).expect("written");
        assert!(is_locked());
        drop(file);
        assert_eq!(open(&path).1.len(), 2);
        assert_eq!(fs::read_dir(&directory).expect("a directory").count(), 1);
    }
}
