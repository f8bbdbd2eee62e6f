//! The files of all shards of a run, in the order of units.

use admiralty_escape::escape_path;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::{fmt, io};

use serde::de::DeserializeOwned;

use crate::reader::ResultsReader;
use crate::worker_pool::{PoolTask, SpawnError, WorkerPool};
use crate::{Header, ResultLine, ResultsError, Shard, UnitResult};

/// The memory for reading ahead in all files, in bytes.
pub const BUFFER_BYTES_MAX: usize = 64 << 20;
/// How much of a file to read at a time, in bytes.
const CHUNK_BYTES_MIN: usize = 4 << 10;
const CHUNK_BYTES_MAX: usize = 1 << 20;
/// How many files each thread may check ahead of the next one.
const AHEAD: u64 = 16;
/// How many files an error names.
pub(super) const FILES_NAMED_MAX: usize = 20;

/// The files of the shards of one run.
#[derive(Debug)]
pub struct ShardSet {
    /// The files without a header so far.
    unopened: Vec<PathBuf>,
    /// Whether a broken line counts as the end of its file.
    is_partial: bool,
    /// How much of a file to read at a time.
    chunk: usize,
    /// The header of one of the shards; all must agree with it.
    header: Option<Header>,
    /// The shards, by their numbers.
    shards: BTreeMap<u64, ResultsReader>,
    /// The next unit of each shard of the run, except those left out.
    queue: BinaryHeap<Reverse<u64>>,
}

/// What comes next in a run.
#[derive(Debug)]
pub enum NextResult<T> {
    /// A result.
    Result(UnitResult<T>),
    /// A unit whose result is missing, perhaps only so far.
    Gap,
    /// All units have been read.
    End,
}

/// The incomplete shards, and the files at fault.
#[derive(Debug, Default)]
pub struct MissingShards {
    /// The numbers of the shards, in order.
    shards: Vec<u64>,
    /// The number of all shards.
    count: u64,
    /// What is missing in which file.
    files: Vec<String>,
    /// The broken lines that end their files.
    pub broken_lines: Vec<ResultsError>,
}

impl MissingShards {
    /// Whether nothing is missing.
    pub const fn is_empty(&self) -> bool {
        self.shards.is_empty() && self.files.is_empty() && self.broken_lines.is_empty()
    }

    fn add_file(&mut self, path: &Path, reason: &str) {
        self.files.push(format!("{} {reason}", escape_path(path)));
    }
}

/// The numbers as Slurm takes them, then a line for each file.
impl fmt::Display for MissingShards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        let (missing, count) = (self.shards.len(), self.count);
        if missing > 0 {
            let are = if missing == 1 { "is" } else { "are" };
            let array = ranges(&self.shards);
            lines.push(format!(
                "{missing} of {count} shards {are} missing or incomplete: --array={array}"
            ));
        }
        let broken = self.broken_lines.iter().map(ResultsError::to_string);
        let files: Vec<_> = self.files.iter().cloned().chain(broken).collect();
        lines.extend(files.iter().take(FILES_NAMED_MAX).cloned());
        if let Some(others @ 1..) = files.len().checked_sub(FILES_NAMED_MAX) {
            lines.push(format!("and {others} more files"));
        }
        f.write_str(&lines.join("\n"))
    }
}

/// Ascending numbers, with consecutive ones as a range: `2,5-7`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let texts = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        run => run.iter().map(u64::to_string).collect(),
    });
    texts.collect::<Vec<_>>().join(",")
}

impl From<MissingShards> for ResultsError {
    fn from(missing: MissingShards) -> Self {
        Self::Unfit(missing.to_string())
    }
}

impl ShardSet {
    /// The files of a run. Each may be incomplete, with its [`partial_path`], or not exist. With
    /// `is_partial`, a broken line ends its file.
    ///
    /// [`partial_path`]: super::partial_path
    pub fn new(paths: Vec<PathBuf>, is_partial: bool) -> Self {
        let chunk = BUFFER_BYTES_MAX / paths.len().max(1);
        Self {
            chunk: chunk.clamp(CHUNK_BYTES_MIN, CHUNK_BYTES_MAX),
            unopened: paths,
            is_partial,
            header: None,
            shards: BTreeMap::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// Reads the headers of files that did not exist before. Returns the header of the run, if
    /// there is any.
    ///
    /// # Errors
    ///
    /// If a file is not of the run, or has the same shard as another one.
    pub fn discover(&mut self) -> Result<Option<&Header>, ResultsError> {
        for path in std::mem::take(&mut self.unopened) {
            match ResultsReader::open(&path, self.chunk) {
                Ok(Some(reader)) => self.insert(reader)?,
                Ok(None) => self.unopened.push(path),
                Err(ResultsError::Broken { .. }) if self.is_partial => self.unopened.push(path),
                Err(error) if is_not_found(&error) => self.unopened.push(path),
                Err(error) => return Err(error),
            }
        }
        Ok(self.header.as_ref())
    }

    fn insert(&mut self, mut reader: ResultsReader) -> Result<(), ResultsError> {
        let header = &reader.header;
        if let Some(first) = &self.header {
            header.check_run(first, None, reader.path())?;
        } else {
            header.check_version(reader.path())?;
            self.header = Some(header.clone());
        }
        if self.shards.is_empty() {
            let count = header.shard.count().min(header.units);
            self.queue = (1..=count).map(Reverse).collect();
        }
        let shard = header.shard;
        if let Some(other) = self.shards.get(&shard.number()) {
            let [one, other] = [other, &reader].map(|reader| escape_path(reader.path()));
            let reason = format!("{one} and {other} are both shard {shard}");
            return Err(ResultsError::Unfit(reason));
        }
        reader.header.forget_settings();
        self.shards.insert(shard.number(), reader);
        Ok(())
    }

    /// Reads all files once, checks every line, and returns what is missing. Whatever follows a
    /// broken line counts as missing.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn check<E>(&self, threads: NonZeroUsize, stop: &AtomicBool) -> Result<MissingShards, E>
    where
        E: From<ResultsError> + From<SpawnError> + Send,
    {
        let mut missing = MissingShards::default();
        for path in &self.unopened {
            match ResultsReader::open(path, CHUNK_BYTES_MIN) {
                Err(error) if is_not_found(&error) => missing.add_file(path, "does not exist"),
                Err(error @ ResultsError::Broken { .. }) => missing.broken_lines.push(error),
                Err(error) => return Err(error.into()),
                Ok(None) => missing.add_file(path, "is empty, or ends within its first line"),
                // The file has grown meanwhile.
                Ok(Some(_)) => missing.add_file(path, "is incomplete"),
            }
        }
        let readers: Vec<_> = self.shards.values().collect();
        let Some(Header { units, shard, .. }) = readers.first().map(|reader| &reader.header) else {
            return Ok(missing);
        };
        let (units, count) = (*units, shard.count());
        missing.count = count;
        let check = |(): &mut (), task: PoolTask<'_>| {
            let reader = readers[task.index()];
            let again = ResultsReader::open(reader.path(), CHUNK_BYTES_MAX)?;
            let Some(mut again) = again else {
                return Ok(Some((reader, 0, false, None)));
            };
            let mut broken_line = None;
            loop {
                match again.check_next() {
                    Ok(true) => {}
                    Ok(false) => break,
                    Err(error @ ResultsError::Broken { .. }) => {
                        broken_line = Some(error);
                        break;
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            Ok(Some((reader, again.units, again.is_ended, broken_line)))
        };
        let mut complete = BTreeSet::new();
        let take = |(reader, found, is_ended, broken_line): (&ResultsReader, u64, bool, _)| {
            let (path, shard) = (reader.path(), reader.header.shard);
            if let Some(broken_line) = broken_line {
                missing.broken_lines.push(broken_line);
            } else if !reader.header.kind.is_keyed() && found < shard.len(units) {
                let unit = shard.unit(found);
                missing.add_file(path, &format!("is incomplete: it ends before unit {unit}"));
            } else if !is_ended {
                missing.add_file(path, "is incomplete: its last line is missing");
            } else {
                complete.insert(shard.number());
            }
            Ok::<_, E>(ControlFlow::Continue(()))
        };
        let pool = WorkerPool::new(threads, AHEAD, stop);
        pool.run(0..readers.len() as u64, || Ok(()), check, take)?;
        missing.shards = (1..=count)
            .filter(|number| !complete.contains(number))
            .collect();
        Ok(missing)
    }

    /// Reads the next result, in the order of first units.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is broken.
    pub fn read<T: DeserializeOwned>(&mut self) -> Result<NextResult<T>, ResultsError> {
        let Some(first) = self.shards.values().next() else {
            return Ok(NextResult::End);
        };
        let (units, count) = (first.header.units, first.header.shard.count());
        let Some(&Reverse(expected)) = self.queue.peek() else {
            return Ok(NextResult::End);
        };
        let number = (expected - 1) % count + 1;
        let Some(reader) = self.shards.get_mut(&number) else {
            return Ok(NextResult::Gap);
        };
        let result = match reader.read_unit() {
            Ok(Some(result)) => result,
            Ok(None) => return Ok(NextResult::Gap),
            Err(ResultsError::Broken { .. }) if self.is_partial => return Ok(NextResult::Gap),
            Err(error) => return Err(error),
        };
        let next = reader.header.shard.unit(reader.units);
        self.queue.pop();
        if next <= units {
            self.queue.push(Reverse(next));
        }
        Ok(NextResult::Result(result))
    }

    /// Reads all results of a keyed run, shard by shard, and calls `each` with the shard and the line.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is broken.
    pub fn read_keyed<K: DeserializeOwned, T: DeserializeOwned>(
        &mut self,
        mut each: impl FnMut(Shard, ResultLine<K, T>),
    ) -> Result<(), ResultsError> {
        for reader in self.shards.values_mut() {
            loop {
                match reader.read() {
                    Ok(Some(line)) => each(reader.header.shard, line),
                    Ok(None) => break,
                    Err(ResultsError::Broken { .. }) if self.is_partial => break,
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    /// Skips the shard of the next unit, which is missing.
    pub fn leave_out(&mut self) {
        self.queue.pop();
    }

    /// Starts again from the first unit.
    ///
    /// # Errors
    ///
    /// If a file cannot be read.
    pub fn rewind(&mut self) -> Result<(), ResultsError> {
        let shards = std::mem::take(&mut self.shards);
        let readers = shards.into_values();
        self.unopened
            .extend(readers.map(|reader| reader.path().to_owned()));
        self.discover().map(|_| ())
    }
}

fn is_not_found(error: &ResultsError) -> bool {
    matches!(error, ResultsError::Read { source, .. } if source.kind() == io::ErrorKind::NotFound)
}
