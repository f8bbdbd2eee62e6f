//! Files of results of the judge: its settings in them, and the file of `--out`, from which
//! judging continues.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use admiralty_judge::{CaseResult, Grading, JudgingTask, Repetition, ResultStore, Verdict};
use admiralty_results::{
    FileHashes, Header, ResultLine, ResultsError, ResultsWriter, RunKind, Shard, hash_bytes,
    hash_file, hash_files, program_version,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::args::JudgingArgs;
use super::programs::ClassEntry;
use super::table;
use crate::CliError;
use crate::error::say;
use crate::shard::say_broken;

/// Hashes of files, by what they belong to.
pub type ProgramFiles = BTreeMap<String, FileHashes>;

/// How the programs of a class are run.
pub struct RunSettings<'a> {
    pub judging: &'a JudgingArgs,
    pub repetition: Repetition,
}

/// The settings of a class, as far as its report needs them.
#[derive(Debug, Serialize, Deserialize)]
pub struct ClassSettings {
    pub cases: Vec<String>,
    /// How many of them count.
    pub counted: usize,
    /// How outputs were judged.
    pub compare: String,
    /// How they earn points, if they do.
    pub grading: Option<Grading>,
}

/// The header of a shard of the programs in a directory.
pub fn header(
    run: &RunSettings<'_>,
    entries: &[ClassEntry],
    tasks: &[JudgingTask],
    grading: Option<&Grading>,
    shard: Shard,
) -> Result<Header, CliError> {
    let mut files = ProgramFiles::new();
    for entry in entries {
        files.insert(entry.row.program.clone(), entry.files()?);
    }
    let mut settings = judging(run, &mut files)?;
    let comparing = &run.judging.comparing;
    let class = ClassSettings {
        cases: tasks.iter().map(|task| task.case.name.clone()).collect(),
        counted: table::counted(tasks),
        compare: comparing.name(),
        grading: grading.cloned(),
    };
    append(&mut settings, json!(class));
    let names: Vec<_> = entries.iter().map(|entry| &entry.row.program).collect();
    settings["programs"] = json!(names);
    for task in tasks {
        files.insert(format!("case {}", task.case.name), files_of_case(task)?);
    }
    Ok(Header::new(
        RunKind::Programs,
        settings,
        files,
        entries.len() as u64,
        shard,
    ))
}

/// Adds the members of an object to another one.
pub fn append(settings: &mut Value, mut others: Value) {
    if let (Some(settings), Some(others)) = (settings.as_object_mut(), others.as_object_mut()) {
        settings.append(others);
    }
}

/// Hashes of the files of a case, what is expected of it, and its own rules.
pub fn files_of_case(task: &JudgingTask) -> Result<FileHashes, CliError> {
    let mut hashes = FileHashes::new();
    let paths = [Some(&task.case.input), task.case.answer.as_ref()];
    for path in paths.into_iter().flatten() {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        hashes.insert(name.into_owned(), hash_file(path)?);
    }
    let expectation = &task.expectation;
    hashes.insert("expected".to_owned(), expectation.expected.to_string());
    hashes.insert("reason".to_owned(), expectation.reason.clone());
    if let Some(rules) = &task.rules {
        hashes.insert("rules".to_owned(), rules.named().to_string());
    }
    Ok(hashes)
}

/// How programs are judged. Adds the files of the checker.
fn judging(run: &RunSettings<'_>, files: &mut ProgramFiles) -> Result<Value, CliError> {
    let JudgingArgs { comparing, running } = run.judging;
    let limits = running.limits.limits();
    if let Some(line) = &comparing.checker {
        let words = shlex::split(line).unwrap_or_default();
        files.insert("checker".to_owned(), hash_files(&words)?);
    }
    Ok(json!({
        "compare": comparing.name(),
        "protocol": comparing.checker.as_ref().map(|_| comparing.protocol.name()),
        "exit_code": comparing.output.exit_code.name(),
        "cpu_seconds": limits.cpu.map(|cpu| cpu.as_secs_f64()),
        "wall_seconds": limits.wall.as_secs_f64(),
        "memory_bytes": limits.memory,
        "output_bytes": limits.output,
        "processes": limits.processes,
        "sandbox": !running.sandbox.no_sandbox,
        "repeat": run.repetition,
    }))
}

/// The results in the file, and those of this run.
pub struct StoredResults {
    /// The keys of this run, by program and case.
    keys: Vec<Vec<Option<ResultKey>>>,
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
    file: ResultsWriter,
    known: HashMap<ResultKey, CaseResult>,
    /// Results that are not in the file yet, because it could not be written.
    pending: VecDeque<(ResultKey, CaseResult)>,
    /// Whether that was reported.
    has_complained: bool,
}

/// The keys by program that can be judged and case, if what they depend on is known.
fn keys(
    run: &RunSettings<'_>,
    entries: &[ClassEntry],
    tasks: &[JudgingTask],
) -> Result<Vec<Vec<Option<ResultKey>>>, CliError> {
    let mut checker = ProgramFiles::new();
    let settings = judging(run, &mut checker)?;
    let cases: Vec<FileHashes> = tasks.iter().map(files_of_case).collect::<Result<_, _>>()?;
    let keys_of = |entry: &ClassEntry| {
        let files = entry.files().ok();
        let key = |(task, case): (&JudgingTask, &FileHashes)| {
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
    /// Opens or creates the file, which no other judge may have open, reads the results of these
    /// programs, as far as they can be judged, and says how many are taken over.
    pub fn open(
        path: &Path,
        run: &RunSettings<'_>,
        entries: &[ClassEntry],
        tasks: &[JudgingTask],
    ) -> Result<Self, CliError> {
        let keys = keys(run, entries, tasks)?;
        let current: HashSet<_> = keys.iter().flatten().flatten().collect();
        let mut known = HashMap::new();
        let mut is_new = true;
        // Other results may be of another version of this program, which had other members.
        let file = ResultsWriter::open_cases(path, |line: ResultLine<ResultKey, Value>| {
            is_new = false;
            if current.contains(&line.key)
                && let Ok(result) = CaseResult::deserialize(line.result)
            {
                known.insert(line.key, result);
            }
        })?;
        say_broken(file.broken_line);
        if !is_new {
            let count: usize = keys.iter().map(Vec::len).sum();
            let (taken, path) = (known.len(), path.display());
            say(&format!("reusing {taken} of {count} results from {path}"));
        }
        Ok(Self {
            keys,
            state: Mutex::new(StoreState {
                file,
                known,
                pending: VecDeque::new(),
                has_complained: false,
            }),
        })
    }

    /// Stores what could not be stored before.
    pub fn end(&self) -> Result<(), CliError> {
        Ok(self.lock().write_pending()?)
    }

    fn lock(&self) -> MutexGuard<'_, StoreState> {
        // Whatever happened, the file has whole lines.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResultStore for StoredResults {
    /// Each result is returned once.
    fn take(&self, program: usize, case: usize) -> Option<CaseResult> {
        let key = self.keys[program][case].as_ref()?;
        self.lock().known.remove(key)
    }

    /// What the judge could not judge is not stored, and is run again the next time.
    fn store(&self, program: usize, case: usize, result: &CaseResult) {
        let key = self.keys[program][case].as_ref();
        let is_judged = result.worst_run.verdict != Verdict::JudgeError;
        if let Some(key) = key.filter(|_| is_judged) {
            let mut state = self.lock();
            state.pending.push_back((key.clone(), result.clone()));
            if let Err(error) = state.write_pending()
                && !state.has_complained
            {
                say(&format!(
                    "{error}; judging continues, and will try again to write"
                ));
                state.has_complained = true;
            }
        }
    }
}

impl StoreState {
    fn write_pending(&mut self) -> Result<(), ResultsError> {
        while let Some((key, result)) = self.pending.front() {
            self.file.append_case(key, result)?;
            self.pending.pop_front();
        }
        Ok(())
    }
}
