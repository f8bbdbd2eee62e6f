//! Judges the programs in a directory on the same cases.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, io, vec};

use admiralty_judge::report::{ProgramRow, ProgramTable};
use admiralty_judge::{
    Build, BuildError, Builder, CaseSelection, Grading, Judge, JudgeConfig, JudgeError,
    JudgingStep, JudgingTask, NamePattern, Repetition, ResultStore, RunOrder, has_executable_mode,
    hash_directory, judge_programs as run_programs, submission_name,
};
use admiralty_results::{FileHashes, ResultsWriter, Shard, UnitResult, hash_file};
use indicatif::ProgressBar;

use super::args::ResultArgs;
use super::class_pages::ClassPages;
use super::files::{self, RowFiles};
use super::grade::{ClassArgs, Submissions};
use super::saved::{self, RunSettings, StoredResults};
use super::select;
use super::{interrupted, table};
use crate::sandbox::Sandboxes;
use crate::shard::{ShardArgs, open_results};
use crate::{CliError, progress, streams};

/// What is reported about a class.
pub struct ClassReports<'a> {
    pub results: &'a ResultArgs,
    pub repetition: Repetition,
    /// The JSON of an earlier run.
    pub compare_run: Option<&'a Path>,
    pub sharding: &'a ShardArgs,
}

/// Judges each submission. `write` gets the table, even after an error, and the number of cases that
/// count.
pub fn judge_class<'a>(
    args: &ClassArgs,
    submissions: &Submissions,
    reports: &ClassReports<'a>,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
    write: impl FnOnce(&ProgramTable, RowFiles<'a>, usize) -> Result<u8, CliError>,
) -> Result<u8, CliError> {
    let judging = &args.judging;
    let CaseSelection {
        tasks,
        grading,
        config,
    } = select(&args.selection.request(&args.cases, &judging.rules()?))?;
    let earlier = reports
        .compare_run
        .map(table::read_earlier_run)
        .transpose()?;
    let results = reports.results;
    // The earlier run of `--compare-run` may be replaced by this one.
    let files: Vec<_> = results.files().collect();
    let html = results.html.as_deref();
    files::check(&files, html, &tasks, &[])?;
    let pages = html
        .map(|directory| ClassPages::new(directory, submissions))
        .transpose()?;
    let shard = reports.sharding.shard.unwrap_or(Shard::WHOLE);
    let out = reports.sharding.out.as_deref();
    if let Some(path) = out {
        streams::check_distinct(results.files().chain([path]), "--out, --json and --csv")?;
    }
    let builder = builder(args, &config, sandboxes)?;
    let jobs = judging.running.jobs();
    let entries = entries(submissions, builder.as_ref(), jobs, stop)?;
    let settings = RunSettings {
        judging,
        repetition: reports.repetition,
    };
    let SavedRows { rows, file } = match reports.sharding.shard {
        Some(_) => SavedRows::open(out, &settings, &entries, &tasks, grading.as_ref(), shard)?,
        None => SavedRows::default(),
    };
    let results_file = out
        .filter(|_| reports.sharding.shard.is_none())
        .map(|path| StoredResults::open(path, &settings, &entries, &tasks))
        .transpose()?;
    let entries = (1..)
        .zip(entries)
        .filter(|(unit, _)| shard.contains(*unit))
        .map(|(_, entry)| entry);
    let entries: Vec<_> = entries.collect();
    let programs = entries.len();
    let mut candidates = Vec::new();
    let mut judges = Vec::new();
    for entry in entries.into_iter().skip(rows.len()) {
        if entry.row.error.is_none() {
            judges.push(judging.judge(entry.command, sandboxes)?);
        }
        candidates.push(entry.row);
    }
    let runnable = candidates.iter().filter(|row| row.error.is_none());
    let names = runnable.map(|row| row.program.clone());
    let judge_of_program: HashMap<_, _> = names.zip(&judges).collect();
    let cases = tasks.iter().map(|task| task.case.name.clone()).collect();
    let mut class = ClassRun {
        table: ProgramTable {
            earlier,
            ..ProgramTable::new(cases, judging.comparing.name(), grading)
        },
        programs,
        candidates: candidates.into_iter(),
        current: None,
        files: RowFiles::new(results.json.as_deref(), results.csv.as_deref()),
        pages,
        saved: file,
        bar: progress::count_bar(programs as u64, "programs"),
        failure: None,
    };
    for row in rows {
        class.add(row)?;
    }
    let store = results_file.as_ref().map(|it| it as &dyn ResultStore);
    let order = RunOrder {
        jobs,
        repetition: reports.repetition,
        is_fail_fast: false,
    };
    let ended = class.judge(&judges, &tasks, order, store, stop);
    let stored = results_file.map_or(Ok(()), |file| file.end());
    // Results so far are not lost because of an error.
    let written = if reports.sharding.shard.is_some() {
        Ok(0)
    } else {
        write(&class.table, class.files, table::counted(&tasks))
    };
    // The first error is the cause of the others.
    if let Some(error) = class.failure.or(ended.err()) {
        return Err(error);
    }
    if let Some(pages) = &mut class.pages {
        pages.add_scripts(jobs, (&class.table, &tasks), &judge_of_program, stop)?;
    }
    let status = written?;
    stored.map(|()| status)
}

/// The rows of a shard in its file of results, if it has one.
#[derive(Default)]
struct SavedRows {
    /// The rows of an earlier run, which are not judged again.
    rows: Vec<ProgramRow>,
    file: Option<ResultsWriter>,
}

impl SavedRows {
    /// Opens or creates the file.
    fn open(
        path: Option<&Path>,
        settings: &RunSettings<'_>,
        entries: &[ClassEntry],
        tasks: &[JudgingTask],
        grading: Option<&Grading>,
        shard: Shard,
    ) -> Result<Self, CliError> {
        let mut rows = Vec::new();
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let header = saved::header(settings, entries, tasks, grading, shard)?;
        let add = |row: UnitResult<ProgramRow>| {
            rows.push(row.result);
            Ok::<_, CliError>(())
        };
        let file = Some(open_results(path, header, None, add)?);
        Ok(Self { rows, file })
    }
}

/// The programs of a class while they are judged.
struct ClassRun<'a> {
    table: ProgramTable,
    /// The number of programs.
    programs: usize,
    /// The programs to come.
    candidates: vec::IntoIter<ProgramRow>,
    /// The program to which the next results belong.
    current: Option<ProgramRow>,
    files: RowFiles<'a>,
    pages: Option<ClassPages>,
    /// The file of results.
    saved: Option<ResultsWriter>,
    bar: ProgressBar,
    failure: Option<CliError>,
}

impl ClassRun<'_> {
    /// Judges the programs to come, and completes the table and the files.
    fn judge(
        &mut self,
        judges: &[Judge],
        tasks: &[JudgingTask],
        order: RunOrder,
        store: Option<&dyn ResultStore>,
        stop: &AtomicBool,
    ) -> Result<(), CliError> {
        self.go_on();
        let ended = run_programs(judges, tasks, order, store, stop, |step| {
            self.take(step, tasks);
            if self.failure.is_some() {
                // Further results could not be reported.
                stop.store(true, Ordering::Relaxed);
            }
        });
        let completed = self.complete(ended.is_ok());
        ended.map_err(|error| match error {
            JudgeError::Cancelled => {
                let results = self.table.programs.len() * tasks.len();
                interrupted(results, self.programs * tasks.len())
            }
            error => error.into(),
        })?;
        completed
    }

    /// Takes the next step of judging.
    fn take(&mut self, step: JudgingStep, tasks: &[JudgingTask]) {
        let Some(mut row) = self.current.take() else {
            return;
        };
        match step {
            JudgingStep::Case(result) => {
                row.add(*result);
                self.current = Some(row);
                return;
            }
            JudgingStep::End(Ok(())) => row.leave_out(tasks),
            JudgingStep::End(Err(error)) => {
                row = ProgramRow {
                    program: row.program,
                    build: row.build,
                    error: Some(match error {
                        JudgeError::Start { program, source } => start_error(&program, &source),
                        error => error.to_string(),
                    }),
                    ..ProgramRow::default()
                };
            }
        }
        self.add_row(row);
        self.go_on();
    }

    /// Goes on to the next program that can be judged.
    fn go_on(&mut self) {
        while let Some(row) = self.candidates.next() {
            if row.error.is_none() {
                self.current = Some(row);
                return;
            }
            self.add_row(row);
        }
    }

    /// Adds the next row, also to the file of results.
    fn add_row(&mut self, mut row: ProgramRow) {
        row.grade(self.table.grading.as_ref());
        let saved = self.saved.as_mut().map(|saved| saved.append(1, &row));
        let saved = saved.transpose().map_err(CliError::from);
        if let Err(error) = saved.and_then(|_| self.add(row)) {
            self.failure.get_or_insert(error);
        }
    }

    /// Adds a row to the table and the files of reports.
    fn add(&mut self, row: ProgramRow) -> Result<(), CliError> {
        self.table.programs.push(row);
        self.bar.inc(1);
        if let Some(pages) = &mut self.pages {
            pages.add(&self.table)?;
        }
        self.files.add(&self.table)
    }

    /// Completes the table, the file of results and the pages.
    fn complete(&mut self, is_judged: bool) -> Result<(), CliError> {
        self.bar.finish_and_clear();
        if !is_judged {
            // What is missing has not changed.
            self.table.earlier = None;
        }
        let found = self.table.programs.len();
        self.table.missing = (self.programs - found) as u64;
        let saved = match &mut self.saved {
            Some(saved) if found == self.programs => saved.finish().map_err(CliError::from),
            _ => Ok(()),
        };
        let shown = self.pages.as_ref().map(|pages| pages.end(&self.table));
        saved.and(shown.unwrap_or(Ok(())))
    }
}

pub fn builder(
    args: &ClassArgs,
    config: &JudgeConfig,
    sandboxes: &Sandboxes,
) -> Result<Option<Builder>, CliError> {
    if args.no_build {
        return Ok(None);
    }
    let cache = streams::cache_directory("builds");
    let cache = cache.ok_or_else(|| {
        CliError::usage("there is no directory for caches: set HOME, or use --no-build")
    })?;
    Ok(Some(config.builder(cache, sandboxes.build.clone())))
}

pub struct ClassEntry {
    path: PathBuf,
    /// The program and its arguments; empty if it cannot be judged.
    pub command: Vec<OsString>,
    /// Its name, how it was built, and why it cannot be judged.
    pub row: ProgramRow,
}

impl ClassEntry {
    /// Hashes of what is judged: the sources, or the program and the files of its directory.
    pub fn files(&self) -> Result<FileHashes, CliError> {
        let mut files = FileHashes::new();
        if let Some(build) = &self.row.build {
            files.insert("sources".to_owned(), build.key.clone());
        } else if let [program] = self.command.as_slice() {
            files.insert("program".to_owned(), hash_file(program.as_ref())?);
            if self.path.is_dir() {
                let name = self.path.to_string_lossy();
                let hash = hash_directory(&self.path).map_err(CliError::cannot_read(&name))?;
                files.insert("directory".to_owned(), hash);
            }
        }
        Ok(files)
    }
}

/// Everything in a directory, in natural order. Sources are built if there is a builder.
pub fn entries(
    submissions: &Submissions,
    builder: Option<&Builder>,
    jobs: NonZeroUsize,
    stop: &AtomicBool,
) -> Result<Vec<ClassEntry>, CliError> {
    let name = &submissions.name;
    let paths = list(&submissions.directory).map_err(CliError::cannot_read(name))?;
    let programs: Vec<_> = paths.iter().map(|path| submission_name(path)).collect();
    let mut known = HashSet::new();
    if let Some(twice) = programs.iter().find(|program| !known.insert(*program)) {
        return Err(CliError::usage(format!(
            "two programs in {name} are called {twice}"
        )));
    }
    for rule in builder.iter().flat_map(|builder| &builder.rules) {
        let fits = |pattern: &&NamePattern| programs.iter().any(|name| pattern.fits(name));
        if let Some(pattern) = rule.programs.iter().find(|pattern| !fits(pattern)) {
            return Err(CliError::usage(format!(
                "judge.toml: the rule \"{}\" is for {pattern}, but no program in {name} has that name",
                rule.name
            )));
        }
    }
    let mut entries = Vec::new();
    let mut is_any = false;
    let mut add = |path: &Path, built: Result<Build, BuildError>| {
        let name = submission_name(path);
        let has_sources = !matches!(built, Err(BuildError::NoRule));
        let (program, build) = match built {
            Ok(build) if build.failed => (Err(build.first_message().to_owned()), Some(build)),
            Ok(build) => {
                let command = build.command.iter().map(OsString::from).collect();
                (Ok(command), Some(build))
            }
            Err(BuildError::NoRule) => {
                let mut program = program(path).map(|path| vec![path.into()]);
                if let (Err(reason), Some(_)) = (&mut program, builder) {
                    *reason += " and nothing to build";
                }
                (program, None)
            }
            Err(error) => (Err(error.to_string()), None),
        };
        is_any |= has_sources || program.is_ok();
        let error = program.as_ref().err().map(|reason| match &build {
            Some(_) => reason.clone(),
            None => format!("not judged: {reason}"),
        });
        entries.push(ClassEntry {
            path: path.to_owned(),
            command: program.unwrap_or_default(),
            row: ProgramRow {
                program: name.into_owned(),
                build,
                error,
                ..ProgramRow::default()
            },
        });
    };
    if let Some(builder) = builder {
        let bar = progress::count_bar(paths.len() as u64, "builds");
        builder.build_all(&paths, jobs, stop, |path, built| {
            bar.inc(1);
            add(path, built);
        })?;
        bar.finish_and_clear();
    } else {
        for path in &paths {
            add(path, Err(BuildError::NoRule));
        }
    }
    if !is_any {
        let what = if builder.is_some() {
            "nothing to build or to execute"
        } else {
            "no executable file"
        };
        return Err(CliError::usage(format!(
            "there is {what} in {}",
            submissions.directory.display()
        )));
    }
    Ok(entries)
}

/// Why a program cannot be started.
fn start_error(program: &Path, error: &io::Error) -> String {
    let reason = match error.kind() {
        io::ErrorKind::NotFound if program.exists() => {
            "its interpreter or loader is missing".to_owned()
        }
        io::ErrorKind::NotFound => {
            let name = program.file_name().unwrap_or_default();
            format!("there is no {}", name.display())
        }
        _ => error.to_string(),
    };
    format!("cannot start: {reason}")
}

/// The paths in a directory, in natural order.
fn list(directory: &Path) -> io::Result<Vec<PathBuf>> {
    let paths = fs::read_dir(directory)?.map(|entry| Ok(entry?.path()));
    let mut paths: Vec<_> = paths.collect::<io::Result<_>>()?;
    alphanumeric_sort::sort_path_slice(&mut paths);
    Ok(paths)
}

/// The program at a path: an executable file, or the only one in a directory.
fn program(path: &Path) -> Result<PathBuf, String> {
    let metadata = path.metadata().map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "a broken link".to_owned(),
        _ => format!("cannot be read: {error}"),
    })?;
    if metadata.is_file() {
        let program = is_executable(path).then(|| path.to_owned());
        return program.ok_or_else(|| "not executable".to_owned());
    }
    if !metadata.is_dir() {
        return Err("no file or directory".to_owned());
    }
    let mut files = list(path).map_err(|error| format!("cannot be read: {error}"))?;
    files.retain(|path| is_executable(path));
    match (files.pop(), files.len()) {
        (None, _) => Err("no executable".to_owned()),
        (Some(only), 0) => Ok(only),
        (Some(_), others) => Err(format!("{} executables", others + 1)),
    }
}

fn is_executable(path: &Path) -> bool {
    let metadata = path.metadata();
    metadata.is_ok_and(|file| file.is_file() && has_executable_mode(&file))
}
