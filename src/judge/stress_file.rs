//! A shard of random scripts.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use admiralty_judge::{Judge, ShardFinding, Signature, Stress, StressFindings, StressProgress};
use admiralty_results::{Header, Kind, ResultsError, ResultsWriter, Shard, UnitResult, hash_files};
use serde_json::json;

use super::stress_report::StressSettings;
use super::{JudgeArgs, saved};
use crate::shard::open_results;
use crate::{CliError, progress};

/// After what time a line for scripts without a disagreement is written.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The results of a shard: a line for each disagreement, and lines for the scripts between them.
pub struct StressFile {
    file: ResultsWriter,
    /// The signatures of the disagreements in the file.
    known: Vec<Signature>,
    /// How many units were tried, and since when without writing a line.
    tried: u64,
    since: Instant,
    failure: Option<ResultsError>,
}

impl StressFile {
    pub fn open(
        path: &Path,
        args: &JudgeArgs,
        settings: &StressSettings,
        units: u64,
        shard: Shard,
    ) -> Result<Self, CliError> {
        let mut files = BTreeMap::from([("program".to_owned(), hash_files(&settings.command)?)]);
        let mut all = saved::judging(args, &mut files)?;
        saved::append(&mut all, json!(settings));
        let asked = &args.random;
        let without = asked.without.iter().map(|word| word.text());
        all["without"] = json!(without.collect::<Vec<_>>());
        all["strict"] = json!(asked.strict);
        all["side"] = json!(asked.rules.and_then(|rules| rules.side));
        let header = Header::new(Kind::Stress, all, files, units, shard);
        let mut known = Vec::new();
        let add = |found: UnitResult<Vec<ShardFinding>>| {
            let found = found.result.into_iter();
            known.extend(found.map(|found| found.disagreement.signature));
            Ok::<_, CliError>(())
        };
        let file = open_results(path, header, None, add)?;
        Ok(Self {
            known,
            tried: file.units(),
            file,
            since: Instant::now(),
            failure: None,
        })
    }

    /// Tries the scripts that are missing.
    pub fn run(
        mut self,
        judge: &Judge,
        stress: &Stress,
        shard: Shard,
        stop: &AtomicBool,
    ) -> Result<(), CliError> {
        let (units, done) = (shard.len(stress.units()), self.file.units());
        let known = std::mem::take(&mut self.known);
        // A search for one disagreement ends with it.
        let is_over = stress.findings.get() == 1 && !known.is_empty();
        if done < units && !is_over {
            let bar = progress::count_bar(units, "scripts").with_position(done);
            if shard.unit(done) == 1 {
                // The empty input is not reported as tried.
                self.tried += 1;
            }
            let units = (shard, done);
            let findings = StressFindings::of_shard(stress.findings, known);
            let searched = judge.stress(stress, units, findings, stop, |progress| match progress {
                StressProgress::Tried => {
                    bar.inc(1);
                    self.add(None, stop);
                }
                StressProgress::Found(_) => {}
                StressProgress::Shortened(finding) => self.add(Some(finding), stop),
            });
            bar.finish_and_clear();
            if let Some(error) = self.failure {
                return Err(error.into());
            }
            if stop.load(Ordering::Relaxed) {
                return Err(CliError::Interrupted(format!("{} scripts", self.tried)));
            }
            searched?;
            self.write_others(self.tried)?;
        }
        Ok(self.file.finish()?)
    }

    /// Notes that a unit was tried, or that the last one shows a disagreement.
    fn add(&mut self, finding: Option<&ShardFinding>, stop: &AtomicBool) {
        // A disagreement is not minimal if the search is interrupted.
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let written = if let Some(finding) = finding {
            let others = self.write_others(self.tried - 1);
            others.and_then(|()| self.file.append(1, &[finding]))
        } else {
            // The next unit is not known to show none.
            self.tried += 1;
            if self.since.elapsed() < LINE_INTERVAL {
                return;
            }
            self.write_others(self.tried - 1)
        };
        if let Err(error) = written {
            self.failure.get_or_insert(error);
            stop.store(true, Ordering::Relaxed);
        }
    }

    /// Writes a line for all units up to this one that are not in the file: they show no
    /// disagreement.
    fn write_others(&mut self, units: u64) -> Result<(), ResultsError> {
        const NONE: [ShardFinding; 0] = [];
        self.since = Instant::now();
        match units.checked_sub(self.file.units()) {
            None | Some(0) => Ok(()),
            Some(count) => self.file.append(count, &NONE),
        }
    }
}
