//! Lines of a file of results.

use flate2::Crc;
use serde::{Deserialize, Serialize};

/// The longest line, in bytes.
pub const LINE_BYTES_MAX: usize = 64 << 20;

/// The length of what [`encode`] adds to an object without its closing brace.
const SEAL_BYTES: usize = ",\"crc\":\"00000000\"}\n".len();

/// A line that is not the header.
#[derive(Debug, Deserialize)]
pub struct SealedLine<T> {
    pub unit: Option<u64>,
    /// How many units, each the next one of the shard.
    #[serde(default = "one")]
    pub count: u64,
    pub result: Option<T>,
    pub end: Option<End>,
}

const fn one() -> u64 {
    1
}

/// A result of consecutive units of a shard.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct UnitResult<T> {
    /// The first unit.
    pub unit: u64,
    /// How many units.
    #[serde(skip_serializing_if = "is_one")]
    pub count: u64,
    /// The result.
    pub result: T,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
const fn is_one(count: &u64) -> bool {
    *count == 1
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct End {
    /// The number of lines with results.
    pub results: u64,
    /// The number of their units.
    pub units: u64,
    /// The SHA-256 hash of all lines before this one.
    pub sha256: String,
}

/// An object as a line, with the CRC-32 of all that precedes it as the last member.
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

/// Whether a line with its line feed is as it was written.
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
