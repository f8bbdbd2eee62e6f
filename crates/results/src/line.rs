//! Lines of a results file.

use flate2::Crc;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The longest line, in bytes.
pub const LINE_BYTES_MAX: usize = 64 << 20;

/// The length of what [`encode`] adds to an object without its closing brace.
const SEAL_BYTES: usize = ",\"crc\":\"00000000\"}\n".len();

/// A line with a result.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct ResultLine<K, T> {
    /// What the result is of.
    pub key: K,
    /// How many units of the shard share the result: the unit of the key, and those after it.
    #[serde(skip_serializing_if = "is_one")]
    pub count: u64,
    /// The result.
    pub result: T,
}

/// The result of consecutive units of a shard; the key is the first unit.
pub type UnitResult<T> = ResultLine<u64, T>;

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_one(count: &u64) -> bool {
    *count == 1
}

/// The last line of the file of a shard.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndLine {
    /// The number of lines with results.
    pub results: u64,
    /// The number of their units.
    pub units: u64,
    /// The SHA-256 hash of all lines before this one.
    pub sha256: String,
}

/// A line that is not the header: a [`ResultLine`], or the [`EndLine`].
#[derive(Debug, Deserialize)]
pub struct ParsedLine<K, T> {
    pub key: Option<K>,
    #[serde(default = "one")]
    pub count: u64,
    pub result: Option<T>,
    pub end: Option<EndLine>,
}

const fn one() -> u64 {
    1
}

/// The lines read or written so far.
#[derive(Clone, Debug, Default)]
pub struct Extent {
    /// Their total length in bytes.
    pub bytes: u64,
    /// Their number.
    pub lines: u64,
    hash: Sha256,
}

impl Extent {
    pub fn add(&mut self, line: &[u8]) {
        self.bytes += line.len() as u64;
        self.lines += 1;
        self.hash.update(line);
    }

    /// The last line of a file whose results cover `units` units.
    pub fn end(&self, units: u64) -> EndLine {
        EndLine {
            results: self.lines.saturating_sub(1),
            units,
            sha256: hexadecimal(self.hash.clone().finalize()),
        }
    }
}

/// Writes an object as a line, with the CRC-32 of everything before it as the last member.
pub fn encode(object: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(object)?;
    debug_assert!(
        line.len() > 2 && line.ends_with(b"}"),
        "an object with members"
    );
    line.pop();
    line.extend_from_slice(seal(&line).as_bytes());
    Ok(line)
}

/// Whether a line, with its line feed, still has the checksum it was written with.
pub fn is_intact(line: &[u8]) -> bool {
    let split = line.len().checked_sub(SEAL_BYTES);
    let parts = split.map(|at| line.split_at(at));
    parts.is_some_and(|(object, end)| seal(object).as_bytes() == end)
}

fn seal(object: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(object);
    format!(",\"crc\":\"{:08x}\"}}\n", crc.sum())
}

pub fn hexadecimal(hash: impl AsRef<[u8]>) -> String {
    let digits = hash.as_ref().iter().map(|byte| format!("{byte:02x}"));
    digits.collect()
}
