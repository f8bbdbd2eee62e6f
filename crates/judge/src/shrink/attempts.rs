//! The scripts that were tried, and the shortest failing one.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use bstr::ByteSlice;

use super::Shrunk;
use super::lines::ScriptLine;

/// The best script so far, and the number of scripts tried.
pub(super) struct Attempts<'f, E> {
    still_fails: &'f mut dyn FnMut(&[u8]) -> Result<bool, E>,
    best: Vec<ScriptLine>,
    /// The hashes of all scripts that were tested.
    tried: HashSet<u64>,
    count: u32,
    most: u32,
    /// Whether an attempt was skipped because the limit was reached.
    is_cut_short: bool,
}

impl<'f, E> Attempts<'f, E> {
    pub fn new(
        script: &[u8],
        most: u32,
        still_fails: &'f mut dyn FnMut(&[u8]) -> Result<bool, E>,
    ) -> Self {
        let best: Vec<_> = script.lines_with_terminator().map(<[u8]>::to_vec).collect();
        Self {
            still_fails,
            tried: HashSet::from([hash(script)]),
            best,
            count: 0,
            most,
            is_cut_short: false,
        }
    }

    pub fn best(&self) -> &[ScriptLine] {
        &self.best
    }

    pub const fn is_used_up(&self) -> bool {
        self.count >= self.most
    }

    /// Tests a script, and keeps it as the best one if it still fails; returns whether it
    /// does.
    pub fn attempt(&mut self, lines: Vec<ScriptLine>) -> Result<bool, E> {
        let script = lines.concat();
        // A script tested before did not fail, or was the best one and has been improved
        // since.
        if self.tried.contains(&hash(&script)) {
            return Ok(false);
        }
        if self.is_used_up() {
            self.is_cut_short = true;
            return Ok(false);
        }
        self.tried.insert(hash(&script));
        self.count += 1;
        let fails = (self.still_fails)(&script)?;
        if fails {
            self.best = lines;
        }
        Ok(fails)
    }

    /// Tries numbered edits of the best script, from last to first, because later lines
    /// depend on earlier ones.
    pub fn attempt_each(
        &mut self,
        count: usize,
        edit: impl Fn(&[ScriptLine], usize) -> Option<Vec<ScriptLine>>,
    ) -> Result<(), E> {
        for number in (0..count).rev() {
            if let Some(lines) = edit(&self.best, number) {
                self.attempt(lines)?;
            }
        }
        Ok(())
    }

    /// The result; `is_settled` is whether the last round found nothing.
    pub fn into_shrunk(self, is_settled: bool) -> Shrunk {
        Shrunk {
            script: self.best.concat(),
            attempts: self.count,
            is_minimal: is_settled && !self.is_cut_short,
        }
    }
}

/// A hash that is the same on every machine.
fn hash(script: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    script.hash(&mut hasher);
    hasher.finish()
}
