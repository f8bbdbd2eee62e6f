//! The files of all shards of a run, in the order of units.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use serde::de::{DeserializeOwned, IgnoredAny};

use super::{Header, ResultsError, ResultsReader, Shard, UnitResult};
use crate::worker_pool::{SpawnError, WorkerPool};

/// The memory for what is read ahead of all files, in bytes.
pub const BUFFER_BYTES_MAX: usize = 64 << 20;
/// How much of a file is read at a time, in bytes.
const CHUNK_BYTES_MIN: usize = 4 << 10;
const CHUNK_BYTES_MAX: usize = 1 << 20;
/// How many files each thread may check ahead of the next one.
const AHEAD: u64 = 16;

/// The files of the shards of one run.
#[derive(Debug)]
pub struct ShardSet {
    /// The files that have no header yet.
    unopened: Vec<PathBuf>,
    /// How much of a file to read at a time.
    chunk: usize,
    /// The header of one of the shards.
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
    /// A unit that is not there (yet).
    Gap(Gap),
    /// All units have been read.
    End,
}

/// What is not there.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The first unit; `None` if only the last line of the file is missing.
    unit: Option<u64>,
    /// Their shard.
    shard: Shard,
    /// The file of the shard.
    path: Option<PathBuf>,
}

impl From<Gap> for ResultsError {
    fn from(Gap { unit, shard, path }: Gap) -> Self {
        match (unit, path) {
            (Some(unit), Some(path)) => {
                Self::unfit(&path, format!("is incomplete: it ends before unit {unit}"))
            }
            (None, Some(path)) => Self::unfit(&path, "is incomplete: its last line is missing"),
            (_, None) => Self::Unfit(format!("no file has shard {shard}")),
        }
    }
}

impl ShardSet {
    /// The files of a run. Each may still be incomplete, with its [`partial_path`].
    ///
    /// [`partial_path`]: super::partial_path
    pub fn new(paths: Vec<PathBuf>) -> Self {
        let chunk = BUFFER_BYTES_MAX / paths.len().max(1);
        Self {
            chunk: chunk.clamp(CHUNK_BYTES_MIN, CHUNK_BYTES_MAX),
            unopened: paths,
            header: None,
            shards: BTreeMap::new(),
            queue: BinaryHeap::new(),
        }
    }

    /// Reads the headers of files that were not there before; returns that of the run, if there is
    /// any.
    ///
    /// # Errors
    ///
    /// If a file is not of the run, or has the same shard as another one; if it does not exist,
    /// unless it `may_come`.
    pub fn discover(&mut self, may_come: bool) -> Result<Option<&Header>, ResultsError> {
        for path in std::mem::take(&mut self.unopened) {
            let reader = match ResultsReader::open(&path, self.chunk) {
                Ok(Some(reader)) => reader,
                Ok(None) => {
                    self.unopened.push(path);
                    continue;
                }
                Err(ResultsError::Read { source, .. })
                    if may_come && source.kind() == std::io::ErrorKind::NotFound =>
                {
                    self.unopened.push(path);
                    continue;
                }
                Err(error) => return Err(error),
            };
            self.insert(reader)?;
        }
        Ok(self.header.as_ref())
    }

    fn insert(&mut self, mut reader: ResultsReader) -> Result<(), ResultsError> {
        let header = &reader.header;
        if let Some(first) = &self.header {
            header.check_run(first, None, &reader.lines.path)?;
        } else {
            header.check_version(&reader.lines.path)?;
            self.header = Some(header.clone());
        }
        if self.shards.is_empty() {
            let count = header.shard.count().min(header.units);
            self.queue = (1..=count).map(Reverse).collect();
        }
        let shard = header.shard;
        if let Some(other) = self.shards.get(&shard.number()) {
            let [one, other] = [other, &reader].map(|reader| reader.lines.path.display());
            let reason = format!("{one} and {other} are both shard {shard}");
            return Err(ResultsError::Unfit(reason));
        }
        reader.header.forget_settings();
        self.shards.insert(shard.number(), reader);
        Ok(())
    }

    /// Reads all files once and checks every line; returns what is missing first.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or is broken.
    pub fn check<E>(&self, threads: NonZeroUsize, stop: &AtomicBool) -> Result<Option<Gap>, E>
    where
        E: From<ResultsError> + From<SpawnError> + Send,
    {
        let readers: Vec<_> = self.shards.values().collect();
        let Some(Header { units, shard, .. }) = readers.first().map(|reader| &reader.header) else {
            return Ok(None);
        };
        let (units, count) = (*units, shard.count());
        let check = |(): &mut (), index: u64| {
            let reader = readers[usize::try_from(index).unwrap_or_default()];
            let again = ResultsReader::open(&reader.lines.path, CHUNK_BYTES_MAX)?;
            let mut found = (reader.header.shard, 0, false);
            if let Some(mut again) = again {
                while again.read::<IgnoredAny>()?.is_some() {}
                found = (found.0, again.units, again.is_ended);
            }
            Ok(Some(found))
        };
        let mut found = BTreeMap::new();
        let take = |(shard, units, is_ended): (Shard, u64, bool)| {
            found.insert(shard.number(), (units, is_ended));
            Ok::<_, E>(ControlFlow::Continue(()))
        };
        let pool = WorkerPool::new(threads, AHEAD, stop);
        pool.run(0..readers.len() as u64, || Ok(()), check, take)?;
        let shards = (1..=count).filter_map(|number| Shard::new(number, count).ok());
        let gaps = shards.filter_map(|shard| {
            let (found, is_ended) = found.get(&shard.number()).copied().unwrap_or_default();
            let is_short = found < shard.len(units);
            let unit = is_short.then(|| shard.unit(found));
            (is_short || !is_ended).then(|| self.gap(shard, unit))
        });
        Ok(gaps.min_by_key(|gap| gap.unit.unwrap_or(u64::MAX)))
    }

    /// Reads the next result in the order of the first units.
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
        let next = self.shards.get_mut(&number);
        let Some(reader) = next else {
            let shard = Shard::new(number, count).unwrap_or(Shard::WHOLE);
            return Ok(NextResult::Gap(self.gap(shard, Some(expected))));
        };
        let shard = reader.header.shard;
        let Some(result) = reader.read()? else {
            return Ok(NextResult::Gap(self.gap(shard, Some(expected))));
        };
        let next = shard.unit(reader.units);
        self.queue.pop();
        if next <= units {
            self.queue.push(Reverse(next));
        }
        Ok(NextResult::Result(result))
    }

    /// Leaves out the shard of a gap from now on.
    pub fn leave_out(&mut self, gap: &Gap) {
        if self.queue.peek().map(|next| next.0) == gap.unit {
            self.queue.pop();
        }
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
            .extend(readers.map(|reader| reader.lines.path.clone()));
        self.discover(true).map(|_| ())
    }

    fn gap(&self, shard: Shard, unit: Option<u64>) -> Gap {
        let reader = self.shards.get(&shard.number());
        Gap {
            unit,
            shard,
            path: reader.map(|reader| reader.lines.path.clone()),
        }
    }
}
