//! Results files: a run continues from them, and shards of a run are merged from them.
//!
//! A run has *units* that do not depend on each other: pairs of games, games, programs.
//! They are numbered from 1. Unit `u` belongs to shard `(u - 1) mod N + 1` of `N`, and is
//! the same whatever `N` is. A run that is not split is shard 1 of 1.
//!
//! A file has lines of JSON, each with its own checksum: a [`Header`], a line for each unit or for
//! several consecutive units of the shard, and a last line with their number and a checksum of the
//! file. An incomplete file is called `FILE.partial`. [`ResultsWriter`] renames it when it is
//! complete, so a file without that suffix is never half a file. [`ShardSet`] reads the files of
//! all shards in the order of units, and keeps neither the files open nor their results in memory.
//!
//! The lines of a class ([`RunKind::Grade`]) are in any order, and are found by keys that say what
//! each depends on.
//!
//! `docs/CLUSTER.md` describes the format.

#[macro_use]
pub mod byte_text;
mod csv_table;
mod error;
mod header;
mod line;
mod reader;
mod shard;
mod shard_set;
#[cfg(test)]
mod tests;
pub mod worker_pool;
mod writer;

pub use byte_text::ByteText;
pub use csv_table::CsvTable;
pub use error::ResultsError;
pub use header::{
    FileHashes, HASHED_BYTES_MAX, Header, RunKind, hash_bytes, hash_file, hash_files, hash_path,
    program_version, set_program_version,
};
pub use line::{LINE_BYTES_MAX, ResultLine, UnitResult};
pub use reader::{is_results_file, partial_path};
pub use shard::{SHARDS_MAX, Shard, ShardError};
pub use shard_set::{BUFFER_BYTES_MAX, MissingShards, NextResult, ShardSet};
pub use writer::{ResultsWriter, directory_of, lock, new_beside};
