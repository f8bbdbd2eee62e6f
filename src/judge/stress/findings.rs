//! Disagreements in the order of seeds, whichever shard has found them.

use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::signature::KnownDisagreements;
use super::{Disagreement, Signature};

/// A disagreement that was the first of its signature in a shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShardFinding {
    /// The disagreement.
    pub disagreement: Disagreement,
    /// The command after which a board was wrong, before the programs disagreed otherwise.
    pub(super) root: Option<String>,
}

/// On the empty input.
impl From<Disagreement> for ShardFinding {
    fn from(disagreement: Disagreement) -> Self {
        Self {
            disagreement,
            root: None,
        }
    }
}

/// The different disagreements so far. A shard does not know those of others, so it finds more than
/// count.
///
/// A disagreement of a signature that is not known in the run is also the first of it in its shard:
/// if an earlier one of the shard did not count, it was a consequence of a known one, and so is
/// this one.
pub struct StressFindings {
    known: KnownDisagreements,
    left: usize,
}

impl StressFindings {
    /// No disagreements, and how many different ones to find.
    pub fn new(findings: NonZeroUsize) -> Self {
        Self {
            known: KnownDisagreements::default(),
            left: findings.get(),
        }
    }

    /// Whether there are fewer than are to be found.
    pub const fn is_open(&self) -> bool {
        self.left > 0
    }

    pub(super) fn is_known(&self, signature: &Signature) -> bool {
        self.known.contains(signature)
    }

    /// Adds the next disagreement; returns whether it counts: it is neither known nor a consequence
    /// of a known one.
    pub fn add(&mut self, finding: &ShardFinding) -> bool {
        let ShardFinding { disagreement, root } = finding;
        let signature = &disagreement.signature;
        let counts = disagreement.seed.is_none()
            || (!self.is_known(signature) && self.known.insert(signature.clone(), root.clone()));
        self.left -= usize::from(counts);
        counts
    }
}
