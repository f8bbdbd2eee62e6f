//! A class: submissions that are judged on the same cases.
//!
//! [`Class::build`] finds and builds the submissions, and [`Class::grade`] judges them. Both report
//! what happens as a [`ClassEvent`]. With a file of results, a class continues from it, and is judged
//! in shards that are merged.

use std::collections::{HashMap, HashSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::vec;

use admiralty_process::{Program, Sandbox};
use admiralty_results::{ResultsError, Shard};
use thiserror::Error;

use crate::build::Builder;
use crate::case_result::CaseResult;
use crate::error::JudgeError;
use crate::expectations::ExpectedStatus;
use crate::judge_case::Judge;
use crate::own_paths::OwnPaths;
use crate::report::{EarlierRun, ProgramRow, ProgramTable, Provenance};
use crate::rules::CaseRules;
use crate::run_order::{JudgingStep, ResultStore, RunOrder, judge_programs};
use crate::selection::{CaseSelection, JudgingTask};
use crate::stress::{Disagreement, FailedProgram, shorten_cases};

mod hand_in_times;
mod outputs;
mod store;
mod submissions;

use hand_in_times::HandInTimes;
use outputs::OutputDirectory;
use store::ClassStore;
pub use store::{ClassSettings, StoredClass};
use submissions::{Submission, start_error};
pub use submissions::{Submissions, SubmissionsError};

/// How many failures of a program get a short script, at most.
const SCRIPTS_MAX: usize = 3;

/// How deep the directories of submissions may be nested.
const DEPTH_MAX: usize = 16;

/// How a class is judged.
#[derive(Debug)]
pub struct ClassRequest<'a> {
    /// Its submissions.
    pub submissions: &'a Submissions,
    /// The cases.
    pub selection: CaseSelection,
    /// The rules of cases that have none of their own.
    pub rules: CaseRules,
    /// How outputs are judged, in words.
    pub compare: String,
    /// How the results come about, but for the tools of builds.
    pub provenance: Option<Provenance>,
    /// What builds sources; without it, executable files are judged.
    pub builder: Option<Builder>,
    /// The sandbox of the programs, if there is one.
    pub sandbox: Option<Arc<Sandbox>>,
    /// How the cases are run. No case ends a program.
    pub order: RunOrder,
    /// The table of an earlier run, with which this one is compared.
    pub earlier: Option<EarlierRun>,
    /// The programs that are judged.
    pub shard: Shard,
    /// The file of results, if there is one.
    pub out: Option<PathBuf>,
}

/// What happens while a class is judged.
#[derive(Debug)]
pub enum ClassEvent<'c> {
    /// A submission was built, or cannot be.
    Built {
        /// How many are built in all.
        of: usize,
    },
    /// The file of results has a broken line, so this line and those after it are repeated.
    Broken {
        /// The number of the line, from 1.
        line: u64,
    },
    /// Cases whose results are in the file are not judged again.
    Reused {
        /// How many results.
        results: usize,
        /// How many results there will be.
        of: usize,
    },
    /// Only the outputs of cases are judged again, because nothing else has changed.
    Compared {
        /// How many results.
        results: usize,
    },
    /// Results cannot be stored. Judging continues, and stores them later if it can.
    NotStored(&'c ResultsError),
    /// The next row of the table is complete.
    Row(&'c ProgramTable),
}

/// Why a class cannot be judged.
#[derive(Debug, Error)]
pub enum ClassError {
    /// There are no submissions to judge.
    #[error(transparent)]
    Submissions(#[from] SubmissionsError),
    /// Judging has ended.
    #[error(transparent)]
    Judge(#[from] JudgeError),
    /// The file of results cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
}

/// A class that is judged.
#[derive(Debug)]
pub struct Class {
    tasks: Vec<JudgingTask>,
    order: RunOrder,
    /// The names of the programs that can be run.
    names: Vec<String>,
    /// Their judges.
    judges: Vec<Judge>,
    /// How many programs there are.
    programs: usize,
    rows: ClassRows,
    store: Option<ClassStore>,
}

impl Class {
    /// Builds the submissions of the shard, and opens the file of results.
    ///
    /// # Errors
    ///
    /// [`ClassError`].
    pub fn build(
        request: ClassRequest<'_>,
        stop: &AtomicBool,
        report: &mut dyn FnMut(ClassEvent<'_>),
    ) -> Result<Self, ClassError> {
        let mut built = request.submissions.build(
            request.builder.as_ref(),
            request.shard,
            request.order.jobs,
            stop,
            |of| report(ClassEvent::Built { of }),
        )?;
        let grading = request.selection.grading.as_ref();
        if let Some(late) = grading.and_then(|grading| grading.late.as_ref()) {
            let times = HandInTimes::of(request.submissions);
            for submission in &mut built {
                let time = times.of_submission(&submission.path);
                submission.row.late_days = time.map(|time| late.days(time));
            }
        }
        let store = match &request.out {
            Some(path) => Some(ClassStore::open(path, &request, &built, report)?),
            None => None,
        };
        let mut provenance = request.provenance.clone();
        if let (Some(provenance), Some(builder)) = (&mut provenance, &request.builder) {
            let tried: HashSet<_> = built.iter().flat_map(|it| it.row.rules()).collect();
            let rules = builder.rules.iter();
            provenance.add_tools(rules.filter(|rule| tried.contains(&*rule.name)));
        }
        let (mut names, mut judges, mut candidates) = (Vec::new(), Vec::new(), Vec::new());
        for Submission {
            command,
            path,
            mut row,
            ..
        } in built
        {
            let paths = request.paths_of(&path);
            if let Some(build) = &mut row.build {
                build.hide(&paths);
            }
            if row.error.is_none() {
                names.push(row.program.clone());
                judges.push(request.judge(command, paths));
            }
            candidates.push(row);
        }
        let CaseSelection {
            title,
            tasks,
            grading,
            ..
        } = request.selection;
        let cases = tasks.iter().map(|task| task.case.name.clone()).collect();
        Ok(Self {
            tasks,
            order: request.order,
            names,
            judges,
            programs: candidates.len(),
            rows: ClassRows {
                table: ProgramTable {
                    assignment: title,
                    earlier: request.earlier,
                    provenance,
                    ..ProgramTable::new(cases, request.compare, grading)
                },
                candidates: candidates.into_iter(),
                current: None,
            },
            store,
        })
    }

    /// The cases.
    pub fn tasks(&self) -> &[JudgingTask] {
        &self.tasks
    }

    /// How many programs there are, in the shard.
    pub const fn programs(&self) -> usize {
        self.programs
    }

    /// How many cases count.
    pub fn counted(&self) -> usize {
        JudgingTask::counted(&self.tasks)
    }

    /// The programs judged so far.
    pub const fn table(&self) -> &ProgramTable {
        &self.rows.table
    }

    /// The judge of a program, if it can be run.
    fn judge_of(&self, program: &str) -> Option<&Judge> {
        let at = self.names.iter().position(|name| name == program)?;
        self.judges.get(at)
    }

    /// Judges the programs, and completes the table and the file of results.
    ///
    /// # Errors
    ///
    /// [`ClassError`]; the table and the file have the results until then.
    pub fn grade(
        &mut self,
        stop: &AtomicBool,
        report: &mut dyn FnMut(ClassEvent<'_>),
    ) -> Result<(), ClassError> {
        let (rows, tasks, store) = (&mut self.rows, &self.tasks, self.store.take());
        rows.go_on(report);
        let known = store.as_ref().map(|store| store as &dyn ResultStore);
        let ended = judge_programs(&self.judges, tasks, self.order, known, stop, |step| {
            if let Some(error) = store.as_ref().and_then(ClassStore::new_error) {
                report(ClassEvent::NotStored(&error));
            }
            rows.take(step, tasks, store.as_ref(), report);
        });
        if ended.is_err() {
            // What is missing has not changed.
            rows.table.earlier = None;
        }
        let found = rows.table.programs.len();
        rows.table.missing = (self.programs - found) as u64;
        let stored = store.map_or(Ok(()), |store| store.end(found == self.programs));
        ended?;
        Ok(stored?)
    }

    /// Searches new cases for programs that no case catches. `search` returns those of a program; it is
    /// not called for a program that a new case of another one catches. Returns whether there are any.
    ///
    /// # Errors
    ///
    /// [`JudgeError`], or that of `search`.
    pub fn search_cases<E: From<JudgeError>>(
        &self,
        uncaught: &[String],
        stop: &AtomicBool,
        mut search: impl FnMut(&Judge) -> Result<Vec<JudgingTask>, E>,
    ) -> Result<bool, E> {
        let mut new = Vec::new();
        for judge in uncaught.iter().filter_map(|name| self.judge_of(name)) {
            let mut is_caught = false;
            judge.judge_all(&new, self.order, stop, |found| {
                is_caught |= found.status == ExpectedStatus::Failed;
            })?;
            if !is_caught {
                new.extend(search(judge)?);
            }
        }
        Ok(!new.is_empty())
    }

    /// Looks for short scripts that programs get wrong in the same way as cases. `failures` chooses the
    /// results of a program for which there should be some; `take` gets the index of its row, the case,
    /// and the script.
    ///
    /// # Errors
    ///
    /// [`JudgeError`].
    pub fn shorten<'c, F: Iterator<Item = &'c CaseResult>>(
        &'c self,
        failures: impl Fn(&'c ProgramRow) -> F,
        stop: &AtomicBool,
        mut take: impl FnMut(usize, &JudgingTask, Disagreement),
    ) -> Result<(), JudgeError> {
        let tasks = self.tasks.iter().map(|task| (&*task.case.name, task));
        let by_name: HashMap<_, _> = tasks.collect();
        let (mut rows, mut programs) = (Vec::new(), Vec::new());
        for (index, row) in self.rows.table.programs.iter().enumerate() {
            let failed = failures(row);
            let failed: Vec<_> = failed
                .filter_map(|found| Some((*by_name.get(&*found.name)?, found)))
                .collect();
            if let Some(judge) = self.judge_of(&row.program).filter(|_| !failed.is_empty()) {
                let judge = judge.clone();
                programs.push(FailedProgram { judge, failed });
                rows.push(index);
            }
        }
        shorten_cases(
            &programs,
            SCRIPTS_MAX,
            self.order.jobs,
            stop,
            |program, task, found| take(rows[program], task, found),
        )
    }
}

/// The directory with outputs that belongs to a file of results.
pub fn directory_of_outputs(results: &Path) -> PathBuf {
    OutputDirectory::path(results)
}

impl ClassRequest<'_> {
    /// The paths that messages about a submission leave out.
    fn paths_of(&self, submission: &Path) -> OwnPaths {
        let directory = if submission.is_dir() {
            Some(submission)
        } else {
            submission.parent()
        };
        OwnPaths {
            own: directory.map(Path::to_owned).into_iter().collect(),
            builds: self.builder.as_ref().map(|it| it.cache.clone()),
        }
    }

    fn judge(&self, command: Vec<OsString>, paths: OwnPaths) -> Judge {
        let program = Program::new(command);
        Judge {
            program: match &self.sandbox {
                Some(sandbox) => sandbox.confine(program),
                None => program,
            },
            rules: self.rules.clone(),
            paths,
            keeps_output: self.out.is_some(),
        }
    }
}

/// The rows of the table while programs are judged.
#[derive(Debug)]
struct ClassRows {
    table: ProgramTable,
    /// The programs to come.
    candidates: vec::IntoIter<ProgramRow>,
    /// The program to which the next results belong.
    current: Option<ProgramRow>,
}

impl ClassRows {
    /// Takes the next step of judging.
    fn take(
        &mut self,
        step: JudgingStep,
        tasks: &[JudgingTask],
        store: Option<&ClassStore>,
        report: &mut dyn FnMut(ClassEvent<'_>),
    ) {
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
                    late_days: row.late_days,
                    error: Some(match error {
                        JudgeError::Start { program, source } => start_error(&program, &source),
                        error => error.to_string(),
                    }),
                    ..ProgramRow::default()
                };
                if let Some(store) = store {
                    store.add_program(&row);
                }
            }
        }
        self.add(row, report);
        self.go_on(report);
    }

    /// Goes on to the next program that can be judged.
    fn go_on(&mut self, report: &mut dyn FnMut(ClassEvent<'_>)) {
        while let Some(row) = self.candidates.next() {
            if row.error.is_none() {
                self.current = Some(row);
                return;
            }
            self.add(row, report);
        }
    }

    fn add(&mut self, mut row: ProgramRow, report: &mut dyn FnMut(ClassEvent<'_>)) {
        row.grade(self.table.grading.as_ref());
        self.table.programs.push(row);
        report(ClassEvent::Row(&self.table));
    }
}
