//! Shards: every `N`-th unit of a run.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// The most shards of a run.
pub const SHARDS_MAX: u64 = 1 << 20;

/// A shard of a run, written `I/N`: the units `I`, `I + N`, `I + 2 N` and so on.
///
/// ```
/// use admiralty_results::Shard;
///
/// let shard: Shard = "2/3".parse()?;
/// assert_eq!([0, 1, 2].map(|index| shard.unit(index)), [2, 5, 8]);
/// assert_eq!(shard.len(7), 2);
/// # Ok::<(), admiralty_results::ShardError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    number: u64,
    count: u64,
}

/// Why there is no such shard.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ShardError {
    /// The text is not of the form `I/N`.
    #[error("\"{0}\" is not a shard: expected I/N, as in 3/16")]
    Format(String),
    /// There are no shards, or too many of them.
    #[error("there are 1 to {SHARDS_MAX} shards, not {0}")]
    Count(u64),
    /// The number is not from 1 to the number of shards.
    #[error("there is no shard {0} of {1}: shards are numbered from 1 to {1}")]
    Number(u64, u64),
}

impl Shard {
    /// The only shard of a run that is not split.
    pub const WHOLE: Self = Self {
        number: 1,
        count: 1,
    };

    /// A shard by its number, from 1, and the number of shards.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub const fn new(number: u64, count: u64) -> Result<Self, ShardError> {
        if count == 0 || count > SHARDS_MAX {
            return Err(ShardError::Count(count));
        }
        if number == 0 || number > count {
            return Err(ShardError::Number(number, count));
        }
        Ok(Self { number, count })
    }

    /// Its number, from 1.
    pub const fn number(self) -> u64 {
        self.number
    }

    /// The number of shards.
    pub const fn count(self) -> u64 {
        self.count
    }

    /// Whether it is the whole run.
    pub const fn is_whole(self) -> bool {
        self.count == 1
    }

    /// The number in the run, from 1, of one of the shard's units, counted from 0.
    pub const fn unit(self, index: u64) -> u64 {
        self.number.saturating_add(index.saturating_mul(self.count))
    }

    /// Whether a unit, by its number in the run from 1, belongs to the shard.
    pub const fn contains(self, unit: u64) -> bool {
        unit % self.count == self.number % self.count
    }

    /// How many units the shard has in a run of `units`.
    pub const fn len(self, units: u64) -> u64 {
        match units.checked_sub(self.number) {
            Some(others) => others / self.count + 1,
            None => 0,
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.count)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, count)| Some((number.parse().ok()?, count.parse().ok()?)));
        let (number, count) = numbers.ok_or_else(|| ShardError::Format(text.to_owned()))?;
        Self::new(number, count)
    }
}

serde_as_text!(Shard);
