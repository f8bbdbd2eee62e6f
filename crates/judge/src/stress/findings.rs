//! Disagreements in the order of seeds, whichever shard has found them.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use serde::{Deserialize, Serialize};

use super::{Disagreement, Signature};

/// A disagreement that was the first of its signature in a shard.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShardFinding {
    /// The disagreement.
    pub disagreement: Disagreement,
    /// The command after which a board was wrong, before the programs disagreed otherwise.
    pub(super) root: Option<String>,
}

/// The different disagreements so far. A shard does not know those of others, so it finds more than
/// count.
///
/// A disagreement of a signature that is not known in the run is also the first of it in its shard:
/// if an earlier one of the shard did not count, it was a consequence of a known one, and so is
/// this one.
#[derive(Default)]
pub struct StressFindings {
    left: usize,
    /// Whether they are those of a shard, which all count.
    is_shard: bool,
    signatures: HashSet<Signature>,
    /// The commands after which the board is wrong.
    roots: HashSet<String>,
    /// The commands that are executed instead of refused, or the reverse.
    changing: HashSet<String>,
}

impl StressFindings {
    /// No disagreements, and how many different ones to find.
    pub fn new(findings: NonZeroUsize) -> Self {
        Self {
            left: findings.get(),
            ..Self::default()
        }
    }

    /// The disagreements of a shard, of which those with these signatures are known. It ends with
    /// the first if only one is to be found.
    pub fn of_shard(findings: NonZeroUsize, known: Vec<Signature>) -> Self {
        let left = match findings {
            NonZeroUsize::MIN => usize::from(known.is_empty()),
            _ => usize::MAX,
        };
        Self {
            left,
            is_shard: true,
            signatures: known.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Whether there are fewer than are to be found.
    pub const fn is_open(&self) -> bool {
        self.left > 0
    }

    pub(super) fn is_known(&self, signature: &Signature) -> bool {
        let root = signature.root();
        root.is_some_and(|root| self.roots.contains(root)) || self.signatures.contains(signature)
    }

    /// Records a disagreement; returns whether it is not a consequence of a known one.
    pub(super) fn insert(&mut self, signature: Signature, root: Option<String>) -> bool {
        let is_direct = signature.root().is_some();
        let is_new = root.is_none_or(|root| {
            let is_changed = !is_direct && self.changing.contains(&root);
            !is_changed && self.roots.insert(root)
        });
        if is_new && let Some(command) = signature.symptom.state_change() {
            self.changing.insert(command.to_owned());
        }
        self.signatures.insert(signature);
        is_new
    }

    /// Adds the next disagreement; returns whether it counts: it is neither known nor a consequence
    /// of a known one.
    pub fn add(&mut self, finding: &ShardFinding) -> bool {
        let ShardFinding { disagreement, root } = finding;
        let signature = &disagreement.signature;
        let counts = disagreement.seed.is_none()
            || self.is_shard && self.signatures.insert(signature.clone())
            || (!self.is_known(signature) && self.insert(signature.clone(), root.clone()));
        self.left -= usize::from(counts);
        counts
    }
}
