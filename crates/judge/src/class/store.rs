//! The file of results of a class, from which it continues and is merged: a line for the build of each
//! program, and one for each judged case.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use admiralty_process::{FinishedRun, Termination, Usage};
use admiralty_results::{
    FileHashes, Header, ResultLine, ResultsError, ResultsWriter, RunKind, Shard, byte_text,
    hash_bytes, hash_file, hash_files, program_version,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::outputs::OutputDirectory;
use super::submissions::Submission;
use super::{ClassEvent, ClassRequest};
use crate::build::Build;
use crate::case_result::CaseResult;
use crate::checker::Checker;
use crate::grading::Grading;
use crate::judge_case::KnownRun;
use crate::report::ProgramRow;
use crate::rules::OutputCheck;
use crate::run_order::ResultStore;
use crate::selection::JudgingTask;
use crate::verdict::Verdict;

/// The hash of what cannot be read, which is judged again.
const UNKNOWN: &str = "";

/// The settings of a class that its report needs.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClassSettings {
    /// The names of all programs, in order.
    pub programs: Vec<String>,
    /// The names of the cases, in order.
    pub cases: Vec<String>,
    /// How many of them count.
    pub counted: usize,
    /// How outputs are judged.
    pub compare: String,
    /// How the cases earn points, if they do.
    pub grading: Option<Grading>,
}

/// What a line is about, and a hash of all that its result depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ResultKey {
    program: String,
    /// The case; in the line of the program's build, there is none.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    case: Option<String>,
    hash: String,
}

/// How a program was built, and why it cannot be judged.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct ProgramState {
    build: Option<Build>,
    error: Option<String>,
    late_days: Option<u64>,
}

impl ProgramState {
    fn of(row: &ProgramRow) -> Self {
        Self {
            build: row.build.clone(),
            error: row.error.clone(),
            late_days: row.late_days,
        }
    }
}

/// The keys of a program.
#[derive(Debug)]
struct ProgramKeys {
    program: ResultKey,
    cases: Vec<ResultKey>,
    /// For each case, a hash of what its runs depend on.
    runs: Vec<String>,
}

/// The result of a case, and the runs that have led to it.
#[derive(Debug, Serialize)]
struct StoredCase<'r> {
    #[serde(flatten)]
    result: &'r CaseResult,
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<StoredRuns>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredRuns {
    /// A hash of what they depend on.
    hash: String,
    runs: Vec<StoredRun>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct StoredRun {
    end: Termination,
    usage: Usage,
    #[serde(with = "byte_text")]
    stderr_tail: Vec<u8>,
    /// The hash of its output.
    output: String,
}

/// The results in the file, and those of this run.
#[derive(Debug)]
pub(super) struct ClassStore {
    /// The keys of the programs that can be run, in order.
    keys: Vec<ProgramKeys>,
    outputs: OutputDirectory,
    state: Mutex<StoreState>,
}

#[derive(Debug)]
struct StoreState {
    file: ResultsWriter,
    known: HashMap<ResultKey, CaseResult>,
    /// The runs of cases whose results do not hold, by program and case.
    runs: HashMap<(String, String), StoredRuns>,
    /// Lines that are not in the file yet, because it could not be written.
    pending: VecDeque<(ResultKey, Value)>,
    /// The first error of writing, until it is reported.
    error: Option<ResultsError>,
    has_failed: bool,
}

impl ClassStore {
    /// Opens or creates the file, and reads the results that still hold.
    pub fn open(
        path: &Path,
        request: &ClassRequest<'_>,
        submissions: &[Submission],
        report: &mut dyn FnMut(ClassEvent<'_>),
    ) -> Result<Self, ResultsError> {
        let settings = RunSettings::of(request)?;
        let keys: Vec<_> = submissions.iter().map(|it| settings.keys(it)).collect();
        let mut known = KnownLines::of(&keys, submissions);
        let header = settings.header(request);
        let file = ResultsWriter::open_keyed(path, header, |line| known.keeps(line))?;
        if let Some(line) = file.broken_line {
            report(ClassEvent::Broken { line });
        }
        if known.is_any {
            let runnable = submissions.iter().filter(|it| it.row.error.is_none());
            let of = runnable.count() * request.selection.tasks.len();
            let results = known.cases.len();
            report(ClassEvent::Reused { results, of });
        }
        if !known.runs.is_empty() {
            let results = known.runs.len();
            report(ClassEvent::Compared { results });
        }
        let outputs = OutputDirectory::open(path, &known.outputs);
        let pending = keys.iter().filter_map(|it| {
            let state = known.new_programs.remove(&it.program)?;
            Some((it.program.clone(), state))
        });
        let state = StoreState {
            pending: pending.collect(),
            file,
            known: known.cases,
            runs: known.runs,
            error: None,
            has_failed: false,
        };
        let keys = keys.into_iter().zip(submissions);
        let runnable = keys.filter(|(_, submission)| submission.row.error.is_none());
        let store = Self {
            keys: runnable.map(|(keys, _)| keys).collect(),
            outputs,
            state: Mutex::new(state),
        };
        store.lock().try_write();
        Ok(store)
    }

    /// The first error of writing, if it was not returned before.
    pub fn new_error(&self) -> Option<ResultsError> {
        self.lock().error.take()
    }

    /// Adds another line for a program that cannot be started.
    pub fn add_program(&self, row: &ProgramRow) {
        let mut keys = self.keys.iter().map(|it| &it.program);
        if let Some(key) = keys.find(|key| key.program == row.program) {
            self.add(key, json!(ProgramState::of(row)));
        }
    }

    /// Stores what could not be stored before, and completes the file if all is judged.
    pub fn end(self, is_whole: bool) -> Result<(), ResultsError> {
        let mut state = self.lock();
        state.write_pending()?;
        if is_whole {
            state.file.finish()
        } else {
            Ok(())
        }
    }

    fn add(&self, key: &ResultKey, result: Value) {
        let mut state = self.lock();
        state.pending.push_back((key.clone(), result));
        state.try_write();
    }

    fn lock(&self) -> MutexGuard<'_, StoreState> {
        // Whatever happened, the file has whole lines.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResultStore for ClassStore {
    /// Each result is returned once.
    fn take(&self, program: usize, case: usize) -> Option<CaseResult> {
        self.lock().known.remove(&self.keys[program].cases[case])
    }

    fn runs(&self, program: usize, case: usize) -> Vec<KnownRun> {
        let key = &self.keys[program].cases[case];
        let place = (key.program.clone(), key.case.clone().unwrap_or_default());
        let stored = self.lock().runs.remove(&place);
        let known = |run: StoredRun| {
            Some(KnownRun {
                output: self.outputs.read(&run.output)?,
                run: FinishedRun {
                    end: run.end,
                    usage: run.usage,
                    stderr_tail: run.stderr_tail,
                },
            })
        };
        let runs = stored.map(|stored| stored.runs).unwrap_or_default();
        runs.into_iter().map_while(known).collect()
    }

    fn store(&self, program: usize, case: usize, result: &CaseResult, runs: &[KnownRun]) {
        let keys = &self.keys[program];
        let stored = |KnownRun { run, output }: &KnownRun| {
            Some(StoredRun {
                output: self.outputs.keep(output)?,
                end: run.end,
                usage: run.usage,
                stderr_tail: run.stderr_tail.clone(),
            })
        };
        // A case with an unknown run would be run again.
        let is_whole = runs.len() == result.verdicts.len();
        let all = is_whole.then(|| runs.iter().map(stored).collect::<Option<Vec<_>>>());
        let runs = all.flatten().map(|runs| StoredRuns {
            hash: keys.runs[case].clone(),
            runs,
        });
        self.add(&keys.cases[case], json!(StoredCase { result, runs }));
    }
}

impl StoreState {
    fn try_write(&mut self) {
        if let Err(error) = self.write_pending()
            && !self.has_failed
        {
            self.error = Some(error);
            self.has_failed = true;
        }
    }

    fn write_pending(&mut self) -> Result<(), ResultsError> {
        while let Some((key, result)) = self.pending.front() {
            self.file.append_keyed(key, result)?;
            self.pending.pop_front();
        }
        Ok(())
    }
}

/// The lines of an earlier run that still hold.
struct KnownLines<'k> {
    /// The hash of each line of this run, by program and case.
    hashes: HashMap<(&'k str, Option<&'k str>), &'k str>,
    /// The lines of programs that the file does not have.
    new_programs: HashMap<&'k ResultKey, Value>,
    cases: HashMap<ResultKey, CaseResult>,
    /// For each case of this run, a hash of what its runs depend on.
    run_hashes: HashMap<(&'k str, &'k str), &'k str>,
    /// The runs of cases whose results do not hold, by program and case.
    runs: HashMap<(String, String), StoredRuns>,
    /// The hashes of the outputs of all runs.
    outputs: HashSet<String>,
    /// Whether the file has any lines.
    is_any: bool,
}

impl<'k> KnownLines<'k> {
    fn of(keys: &'k [ProgramKeys], submissions: &[Submission]) -> Self {
        let lines = keys
            .iter()
            .flat_map(|it| it.cases.iter().chain([&it.program]));
        let hash = |key: &'k ResultKey| ((&*key.program, key.case.as_deref()), &*key.hash);
        let states = submissions
            .iter()
            .map(|it| json!(ProgramState::of(&it.row)));
        let of_runs = |keys: &'k ProgramKeys| {
            let cases = keys.cases.iter().zip(&keys.runs);
            cases.filter_map(|(key, hash)| Some(((&*key.program, key.case.as_deref()?), &**hash)))
        };
        Self {
            run_hashes: keys.iter().flat_map(of_runs).collect(),
            runs: HashMap::new(),
            outputs: HashSet::new(),
            hashes: lines.map(hash).collect(),
            new_programs: keys.iter().map(|it| &it.program).zip(states).collect(),
            cases: HashMap::new(),
            is_any: false,
        }
    }

    /// Adds the runs of a case, if they still hold.
    fn add_runs(&mut self, key: ResultKey, runs: Option<StoredRuns>) {
        let Some((case, runs)) = key.case.zip(runs) else {
            return;
        };
        let hash = self.run_hashes.get(&(&*key.program, &*case));
        if hash.is_some_and(|hash| **hash == runs.hash && runs.hash != UNKNOWN) {
            self.runs.insert((key.program, case), runs);
        }
    }

    /// Whether a line is kept: it holds, or is about what this run does not judge.
    fn keeps(&mut self, line: ResultLine<ResultKey, Value>) -> bool {
        let ResultLine {
            key, mut result, ..
        } = line;
        self.is_any = true;
        let runs = result.get_mut("runs").map(Value::take);
        let runs = runs.and_then(|runs| StoredRuns::deserialize(runs).ok());
        if let Some(runs) = &runs {
            let outputs = runs.runs.iter().map(|run| run.output.clone());
            self.outputs.extend(outputs);
        }
        let Some(hash) = self.hashes.get(&(&*key.program, key.case.as_deref())) else {
            return true;
        };
        if **hash != key.hash || key.hash == UNKNOWN {
            self.add_runs(key, runs);
            return false;
        }
        if key.case.is_none() {
            let is_same = self.new_programs.get(&key) == Some(&result);
            return is_same && self.new_programs.remove(&key).is_some();
        }
        match CaseResult::deserialize(result) {
            Ok(result) if result.worst_run.verdict != Verdict::JudgeError => {
                self.cases.insert(key, result);
                true
            }
            _ => false,
        }
    }
}

/// What all results of a run depend on, by names that do not change.
struct RunSettings {
    settings: Value,
    /// Hashes of the files of the checker, and of each case, with what is expected of it.
    files: BTreeMap<String, FileHashes>,
    /// The names of the cases, and what all their results and all their runs depend on.
    cases: Vec<(String, [String; 2])>,
}

impl RunSettings {
    fn of(request: &ClassRequest<'_>) -> Result<Self, ResultsError> {
        let settings = json!({
            "rules": request.rules.named(),
            "sandbox": request.sandbox.is_some(),
            "repeat": request.order.repetition,
        });
        let mut files = BTreeMap::new();
        if let OutputCheck::Checker(Checker { command, .. }) = &request.rules.comparing {
            let words: Vec<_> = command.iter().map(|word| word.to_string_lossy()).collect();
            files.insert("checker".to_owned(), hash_files(&words)?);
        }
        let mut cases = Vec::new();
        for task in &request.selection.tasks {
            let name = task.case.name.clone();
            let case = files_of_case(task)?;
            let hashed = json!([program_version(), settings, files.get("checker"), case]);
            let rules = task.rules.as_ref().unwrap_or(&request.rules);
            let of_runs = json!([
                program_version(),
                rules.named()["limits"],
                request.sandbox.is_some(),
                hash_file(&task.case.input)?,
            ]);
            cases.push((name, [hashed, of_runs].map(|it| it.to_string())));
            files.insert(format!("case {}", task.case.name), case);
        }
        Ok(Self {
            settings,
            files,
            cases,
        })
    }

    fn header(mut self, request: &ClassRequest<'_>) -> Header {
        let class = json!(ClassSettings {
            programs: request.submissions.names().map(str::to_owned).collect(),
            cases: self.cases.into_iter().map(|(name, _)| name).collect(),
            counted: JudgingTask::counted(&request.selection.tasks),
            compare: request.compare.clone(),
            grading: request.selection.grading.clone(),
        });
        if let (Some(settings), Value::Object(class)) = (self.settings.as_object_mut(), class) {
            settings.extend(class);
        }
        let units = request.submissions.names().count() as u64;
        let shard = request.shard;
        Header::new(RunKind::Grade, self.settings, self.files, units, shard)
    }

    fn keys(&self, submission: &Submission) -> ProgramKeys {
        let program = &submission.row.program;
        // Only this program is judged again.
        let files = submission.files().ok();
        let key = |case: Option<&str>, settings: &str| ResultKey {
            program: program.clone(),
            case: case.map(str::to_owned),
            hash: match &files {
                Some(files) => hash_bytes(json!([settings, files]).to_string()),
                None => UNKNOWN.to_owned(),
            },
        };
        let cases = || self.cases.iter();
        ProgramKeys {
            program: key(None, program_version()),
            cases: cases()
                .map(|(name, [hashed, _])| key(Some(name), hashed))
                .collect(),
            runs: cases().map(|(_, [_, runs])| key(None, runs).hash).collect(),
        }
    }
}

/// Hashes of the files of a case, what is expected of it, and its own rules.
fn files_of_case(task: &JudgingTask) -> Result<FileHashes, ResultsError> {
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

/// A class as the files of its shards have it: of each key, the last line.
#[derive(Debug)]
pub struct StoredClass {
    /// Its settings.
    pub settings: ClassSettings,
    programs: HashMap<String, usize>,
    cases: HashMap<String, usize>,
    found: Vec<StoredProgram>,
}

#[derive(Clone, Debug, Default)]
struct StoredProgram {
    state: Option<ProgramState>,
    cases: BTreeMap<usize, CaseResult>,
}

impl StoredClass {
    /// A class without results.
    ///
    /// # Errors
    ///
    /// If the header is not that of a class.
    pub fn new(header: &Header) -> serde_json::Result<Self> {
        let settings = ClassSettings::deserialize(&header.settings)?;
        let numbered = |names: &[String]| names.iter().cloned().zip(0..).collect();
        Ok(Self {
            programs: numbered(&settings.programs),
            cases: numbered(&settings.cases),
            found: vec![StoredProgram::default(); settings.programs.len()],
            settings,
        })
    }

    /// Adds a line of the file of a shard. Those of programs and cases that do not belong to the shard
    /// are of another run.
    pub fn add(&mut self, shard: Shard, line: ResultLine<ResultKey, Value>) {
        let ResultLine { key, result, .. } = line;
        let program = self.programs.get(&key.program);
        let program = program.filter(|index| shard.contains(**index as u64 + 1));
        let Some(found) = program.map(|index| &mut self.found[*index]) else {
            return;
        };
        match key.case {
            None => found.state = ProgramState::deserialize(result).ok(),
            Some(case) => {
                if let Some(case) = self.cases.get(&case)
                    && let Ok(result) = CaseResult::deserialize(result)
                {
                    found.cases.insert(*case, result);
                }
            }
        }
    }

    /// The rows of the programs that are judged completely, in order.
    pub fn rows(self) -> impl Iterator<Item = ProgramRow> {
        let ClassSettings {
            programs,
            cases,
            grading,
            ..
        } = self.settings;
        let row = move |(program, found): (String, StoredProgram)| {
            let ProgramState {
                build,
                error,
                late_days,
            } = found.state?;
            let mut row = ProgramRow {
                program,
                late_days,
                build,
                error,
                ..ProgramRow::default()
            };
            if row.error.is_none() {
                found.cases.into_values().for_each(|result| row.add(result));
                (row.cases.len() == cases.len()).then_some(())?;
            }
            row.grade(grading.as_ref());
            Some(row)
        };
        programs.into_iter().zip(self.found).filter_map(row)
    }
}
