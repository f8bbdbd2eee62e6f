//! The file of `--resume`: results of a class, from which judging continues.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use admiralty_judge::{CaseResult, Task, Verdict};
use admiralty_results::{FileHashes, KeyedFile, ResultsError, hash_bytes, program_version};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::class::ClassEntry;
use super::{JudgeArgs, files, saved};
use crate::shard::say;
use crate::{CliError, streams};

/// The results in the file, and those of this run.
pub struct StoredResults {
    /// The keys of this run, by program and case.
    keys: Vec<Vec<Option<ResultKey>>>,
    current: HashSet<ResultKey>,
    /// The programs and cases, if only some cases are judged; the others keep their results.
    selection: Option<[HashSet<String>; 2]>,
    state: Mutex<StoreState>,
}

/// What a result is of, and a hash of all that it depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct ResultKey {
    program: String,
    case: String,
    hash: String,
}

struct StoreState {
    file: KeyedFile,
    known: HashMap<ResultKey, CaseResult>,
    /// Results that are not in the file yet, because it could not be written.
    pending: VecDeque<(ResultKey, CaseResult)>,
    /// Whether that was reported.
    has_complained: bool,
    /// Whether there are lines to be dropped.
    is_stale: bool,
}

/// Opens or creates a file, which no other judge may have open.
pub fn open(args: &JudgeArgs, path: &Path) -> Result<KeyedFile, CliError> {
    if streams::is_standard(path) {
        return Err(CliError::usage("--resume is a file; it cannot be a stream"));
    }
    let paths = files::all(&args.results).chain([path]);
    streams::check_distinct(paths, "--resume, --json and --csv")?;
    Ok(KeyedFile::open(path)?)
}

/// The keys by program that can be judged and case, if what they depend on is known.
fn keys(
    args: &JudgeArgs,
    entries: &[ClassEntry],
    tasks: &[Task],
) -> Result<Vec<Vec<Option<ResultKey>>>, CliError> {
    let mut checker = saved::ProgramFiles::new();
    let settings = saved::judging(args, &mut checker)?;
    let cases: Vec<FileHashes> = tasks
        .iter()
        .map(saved::files_of_case)
        .collect::<Result<_, _>>()?;
    let keys_of = |entry: &ClassEntry| {
        let files = entry.files().ok();
        let key = |(task, case): (&Task, &FileHashes)| {
            let hashed = json!([program_version(), settings, checker, case, files.as_ref()?]);
            Some(ResultKey {
                program: entry.row.program.clone(),
                case: task.case.name.clone(),
                hash: hash_bytes(hashed.to_string()),
            })
        };
        tasks.iter().zip(&cases).map(key).collect()
    };
    let judged = entries.iter().filter(|entry| entry.row.error.is_none());
    Ok(judged.map(keys_of).collect())
}

impl StoredResults {
    /// Reads the results of these programs, as far as they can be judged, and says how many are
    /// taken over.
    pub fn read(
        file: KeyedFile,
        path: &Path,
        args: &JudgeArgs,
        entries: &[ClassEntry],
        tasks: &[Task],
    ) -> Result<Self, CliError> {
        let keys = keys(args, entries, tasks)?;
        let is_selection = !(args.selection.filter.is_empty() && args.selection.skip.is_empty());
        let names = || {
            let programs = entries.iter().map(|entry| entry.row.program.clone());
            let cases = tasks.iter().map(|task| task.case.name.clone());
            [programs.collect(), cases.collect()]
        };
        let stored = Self {
            current: keys.iter().flatten().flatten().cloned().collect(),
            selection: is_selection.then(names),
            keys,
            state: Mutex::new(StoreState {
                file,
                known: HashMap::new(),
                pending: VecDeque::new(),
                has_complained: false,
                is_stale: false,
            }),
        };
        let mut state = stored.lock();
        let StoreState { file, known, .. } = &mut *state;
        let (mut others, mut copies) = (0, 0);
        let is_wanted = |key: &ResultKey| {
            others += u64::from(!stored.keeps(key));
            stored.current.contains(key)
        };
        let broken = file.read(is_wanted, |key, result| {
            copies += u64::from(known.insert(key, result).is_some());
        })?;
        let path = path.display();
        if broken > 0 {
            say(&format!("{broken} lines of {path} are broken"));
        }
        if broken + others > 0 || !known.is_empty() {
            let count: usize = stored.keys.iter().map(Vec::len).sum();
            let taken = known.len();
            say(&format!(
                "{taken} of {count} results are taken over from {path}"
            ));
        }
        state.is_stale = broken + others + copies > 0;
        drop(state);
        Ok(stored)
    }

    fn keeps(&self, key: &ResultKey) -> bool {
        let is_other = self.selection.as_ref().is_some_and(|[programs, cases]| {
            !(programs.contains(&key.program) && cases.contains(&key.case))
        });
        is_other || self.current.contains(key)
    }

    /// Stores what could not be stored before, and if the run `is_complete`, drops results that no
    /// longer count.
    pub fn end(&self, is_complete: bool) -> Result<(), CliError> {
        let mut state = self.lock();
        state.write_pending()?;
        if is_complete && state.is_stale {
            // If this fails, they are dropped the next time.
            let _ = state.file.retain(|key| self.keeps(key));
        }
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, StoreState> {
        // Whatever happened, the file has whole lines.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result of a case, by the numbers of the program and of the case, if it is not returned
    /// yet.
    pub fn take(&self, program: usize, case: usize) -> Option<CaseResult> {
        let key = self.keys[program][case].as_ref()?;
        self.lock().known.remove(key)
    }

    /// Stores a result. What the judge could not judge is run again the next time.
    pub fn store(&self, program: usize, case: usize, result: &CaseResult) {
        let key = self.keys[program][case].as_ref();
        let is_judged = result.worst_run.verdict != Verdict::JudgeError;
        if let Some(key) = key.filter(|_| is_judged) {
            let mut state = self.lock();
            state.pending.push_back((key.clone(), result.clone()));
            if let Err(error) = state.write_pending()
                && !state.has_complained
            {
                say(&format!(
                    "{error}; judging continues, and writing is tried again"
                ));
                state.has_complained = true;
            }
        }
    }
}

impl StoreState {
    fn write_pending(&mut self) -> Result<(), ResultsError> {
        while let Some((key, result)) = self.pending.front() {
            self.file.append(key, result)?;
            self.pending.pop_front();
        }
        Ok(())
    }
}
