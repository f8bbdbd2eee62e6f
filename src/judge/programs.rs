//! Judges several programs on the same cases.

use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::vec;

use admiralty_judge::report::{ProgramRow, ProgramTable};
use admiralty_judge::{
    Builder, CaseResult, JudgeConfig, JudgeError, JudgingStep, Task, judge_programs as run_programs,
};
use admiralty_results::{ResultsWriter, UnitResult};
use anstream::AutoStream;
use indicatif::ProgressBar;

use super::args::ResultArgs;
use super::class_pages::{self, ClassPages};
use super::files::RowFiles;
use super::resume::{self, StoredResults};
use super::tasks::Selection;
use super::{JudgeArgs, changes, class, exit_code, files, interrupted, saved, table, tasks};
use crate::sandbox::Sandboxes;
use crate::shard::open_results;
use crate::{CliError, progress, streams};

/// Judges each program in a directory, and prints a table.
pub fn judge_programs(
    args: &JudgeArgs,
    directory: &Path,
    sandboxes: &Sandboxes,
    stop: &AtomicBool,
) -> Result<u8, CliError> {
    let results = (&args.results, sandboxes);
    judge_class(args, directory, results, stop, |table, files, of| {
        write(table, files, of, &args.results)
    })
}

/// Judges each program in a directory. `write` gets the table, even after an error, and the number
/// of cases that count.
pub fn judge_class<'a>(
    args: &'a JudgeArgs,
    directory: &Path,
    (results, sandboxes): (&'a ResultArgs, &Sandboxes),
    stop: &AtomicBool,
    write: impl FnOnce(&ProgramTable, RowFiles<'a>, usize) -> Result<u8, CliError>,
) -> Result<u8, CliError> {
    let Selection {
        tasks,
        grading,
        config,
    } = tasks::select(args, None)?;
    let earlier = args.other.compare_run.as_deref();
    let earlier = earlier.map(changes::read).transpose()?;
    files::check(args, &tasks, true)?;
    let pages = class_pages::of_run(args, directory)?;
    let resumed = args.other.resume.as_deref();
    if let Some(path) = resumed {
        resume::check(args, path)?;
    }
    let builder = builder(args, &config, sandboxes)?;
    let entries = class::entries(directory, builder.as_ref(), super::jobs(args), stop)?;
    let shard = args.sharding.shard();
    let mut known = Vec::new();
    let mut saved = None;
    if let Some(path) = &args.sharding.out {
        let header = saved::header(args, &entries, &tasks, grading.as_ref(), shard)?;
        let add = |row: UnitResult<ProgramRow>| {
            known.push(row.result);
            Ok::<_, CliError>(())
        };
        saved = Some(open_results(path, header, None, add)?);
    }
    let stored = resumed
        .map(|path| StoredResults::open(path, args, &entries, &tasks))
        .transpose()?;
    let units = (1..).zip(entries).filter(|(unit, _)| shard.contains(*unit));
    let entries: Vec<_> = units.map(|(_, entry)| entry).collect();
    let programs = entries.len();
    let mut judges = Vec::new();
    let mut candidates = Vec::new();
    for entry in entries.into_iter().skip(known.len()) {
        if entry.row.error.is_none() {
            judges.push(super::judge_of(args, entry.command, sandboxes)?);
        }
        candidates.push(entry.row);
    }
    let runnable = candidates.iter().filter(|row| row.error.is_none());
    let names = runnable.map(|row| row.program.clone());
    let judge_of_program: HashMap<_, _> = names.zip(&judges).collect();
    let mut class = Class {
        table: ProgramTable {
            earlier,
            ..ProgramTable::new(
                tasks.iter().map(|task| task.case.name.clone()).collect(),
                super::comparing_name(args),
                grading,
            )
        },
        candidates: candidates.into_iter(),
        current: None,
        files: RowFiles::new(results),
        pages,
        saved,
        bar: progress::count_bar(programs as u64, "programs"),
        failure: None,
    };
    for row in known {
        class.add(row)?;
    }
    class.go_on();
    let known = |program, case| stored.as_ref()?.take(program, case);
    let store = |program, case, result: &CaseResult| {
        if let Some(stored) = &stored {
            stored.store(program, case, result);
        }
    };
    let run_order = super::run_order(args);
    let ended = run_programs(&judges, &tasks, run_order, known, store, stop, |step| {
        class.take(step, &tasks);
        if class.failure.is_some() {
            // Further results could not be reported.
            stop.store(true, Ordering::Relaxed);
        }
    });
    let written = stored.map_or(Ok(()), |stored| stored.end());
    let status = class.end(args, ended, (&tasks, programs), write, |pages, table| {
        pages.add_scripts(args, (table, &tasks), &judge_of_program, stop)
    })?;
    written.map(|()| status)
}

struct Class<'a> {
    table: ProgramTable,
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

impl<'a> Class<'a> {
    fn take(&mut self, step: JudgingStep, tasks: &[Task]) {
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
                        JudgeError::Start { source, .. } => start_error(&source),
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

    /// Completes the files, prints the table, and returns the exit code. Then something is added to
    /// the pages, if there are any.
    fn end(
        mut self,
        args: &JudgeArgs,
        judged: Result<(), JudgeError>,
        (tasks, programs): (&[Task], usize),
        write: impl FnOnce(&ProgramTable, RowFiles<'a>, usize) -> Result<u8, CliError>,
        add_to_pages: impl FnOnce(&mut ClassPages, &ProgramTable) -> Result<(), CliError>,
    ) -> Result<u8, CliError> {
        self.bar.finish_and_clear();
        if judged.is_err() {
            // What is missing has not changed.
            self.table.earlier = None;
        }
        let found = self.table.programs.len();
        let saved = match &mut self.saved {
            Some(saved) if found == programs => saved.finish(),
            _ => Ok(()),
        };
        self.table.missing = (programs - found) as u64;
        let shown = self.pages.as_ref().map(|pages| pages.end(&self.table));
        let shown = shown.unwrap_or(Ok(()));
        let is_shard = args.sharding.shard.is_some();
        let written = if is_shard {
            Ok(0)
        } else {
            write(&self.table, self.files, table::counted(tasks))
        };
        if let Some(error) = self.failure {
            return Err(error);
        }
        if let Err(JudgeError::Cancelled) = judged {
            return Err(interrupted(found * tasks.len(), programs * tasks.len()));
        }
        judged?;
        saved?;
        shown?;
        if let Some(pages) = &mut self.pages {
            add_to_pages(pages, &self.table)?;
        }
        written
    }
}

/// Completes the files, prints the table of programs, of whose cases `of` count, and returns the
/// exit code.
pub fn write(
    table: &ProgramTable,
    files: RowFiles<'_>,
    of: usize,
    results: &ResultArgs,
) -> Result<u8, CliError> {
    // Results so far are not lost because of a later error.
    let written = files.end(table).and(files::write_whole(
        results,
        &table.programs,
        &table.compare,
        table.begun,
    ));
    if !files::take_stdout(results) {
        let mut out = AutoStream::auto(io::stdout());
        table::print(table, of, !results.quiet, &mut out)?;
    }
    written?;
    let results = table.programs.iter().flat_map(|row| &row.cases);
    let is_missing = table.programs.iter().any(|row| row.error.is_some());
    Ok(exit_code(results, is_missing))
}

pub fn builder(
    args: &JudgeArgs,
    config: &JudgeConfig,
    sandboxes: &Sandboxes,
) -> Result<Option<Builder>, CliError> {
    if !args.other.build {
        return Ok(None);
    }
    let cache = streams::cache_directory("builds");
    let cache = cache.ok_or_else(|| CliError::usage("there is no directory for caches"))?;
    Ok(Some(config.builder(cache, sandboxes.build.clone())))
}

/// Why an existing program cannot be started.
fn start_error(error: &io::Error) -> String {
    if error.kind() == io::ErrorKind::NotFound {
        "cannot start: its interpreter or loader is missing".to_owned()
    } else {
        format!("cannot start: {error}")
    }
}
