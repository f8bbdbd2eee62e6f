//! Selects the cases to judge, with what is expected of them, and remembers which have failed.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::path::{self, Path, PathBuf};
use std::{env, fs, io};

use admiralty_judge::{
    Case, CaseResult, CaseRules, Expectation, Expectations, ExpectationsError, Expected,
    ExpectedStatus, Grading, JudgeConfig, JudgingTask, NamePattern,
};
use admiralty_results::hash_bytes;

use super::args::SelectionArgs;
use crate::{CliError, snippet, streams};

pub const EXPECTATIONS: &str = "expectations.txt";

pub struct CaseSelection {
    pub tasks: Vec<JudgingTask>,
    /// How they earn points, if the directory says so.
    pub grading: Option<Grading>,
    /// The file in the directory; an empty one if there is none.
    pub config: JudgeConfig,
}

/// Which cases to select.
pub struct CaseRequest<'a> {
    /// Their directory, or one of them.
    pub cases: &'a Path,
    pub selection: &'a SelectionArgs,
    /// The rules of cases that have none of their own.
    pub usual: &'a CaseRules,
    /// The last run of the program, if only the cases that failed in it are selected.
    pub last: Option<&'a LastRun>,
    /// Whether each case has an answer.
    pub needs_answers: bool,
}

/// Selects the cases.
pub fn select(request: &CaseRequest<'_>) -> Result<CaseSelection, CliError> {
    let CaseRequest {
        selection, usual, ..
    } = request;
    let mut cases = Case::read(request.cases)?;
    let (expectations, alias) = read_expectations(request.cases, &cases)?;
    let names: Vec<_> = cases.iter().map(|case| case.name.clone()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let config = read_config(request.cases, &names)?;
    let fits = |patterns: &[NamePattern], case: &Case| {
        patterns.iter().any(|pattern| pattern.fits(&case.name))
    };
    let is_selected = |case: &Case| selection.filter.is_empty() || fits(&selection.filter, case);
    cases.retain(|case| is_selected(case) && !fits(&selection.skip, case));
    if let Some(last) = request.last {
        // If none is known to fail, judge all.
        let failed = last.failed();
        if cases.iter().any(|case| failed.contains(&case.name)) {
            cases.retain(|case| failed.contains(&case.name));
        }
    }
    if cases.is_empty() {
        return Err(CliError::usage(
            "no cases to judge; check --filter and --skip",
        ));
    }
    let task = |case: Case| {
        let answer = case.read_answer()?;
        let open = || Expectation {
            expected: Expected::Open,
            ..Expectation::default()
        };
        let is_open = answer.as_deref().is_some_and(Case::is_open);
        let of_answer = is_open.then(open).unwrap_or_default();
        let listed = expectations.of(alias.as_ref().unwrap_or(&case.name));
        Ok(JudgingTask {
            expectation: listed.cloned().unwrap_or(of_answer),
            rules: config
                .as_ref()
                .and_then(|config| config.rules_of(&case.name, &names, usual)),
            case,
            answer,
        })
    };
    let tasks: Vec<_> = cases
        .into_iter()
        .map(task)
        .collect::<Result<_, CliError>>()?;
    if request.needs_answers {
        let compared = tasks
            .iter()
            .filter(|task| task.expectation.expected.needs_answer());
        Case::check_answers(compared.map(|task| &task.case))?;
    }
    let selected: Vec<_> = tasks.iter().map(|task| task.case.name.as_str()).collect();
    let grading = config
        .as_ref()
        .map(|config| config.grading(&names, &selected));
    Ok(CaseSelection {
        tasks,
        grading,
        config: config.unwrap_or_default(),
    })
}

/// The file with the failures of a program on a directory, in the user's state directory; `None` if
/// there is no such directory.
pub struct LastRun(Option<PathBuf>);

impl LastRun {
    pub fn of(cases: &Path, program: &[OsString]) -> Self {
        let cases = cases.canonicalize().unwrap_or_else(|_| cases.to_owned());
        // A relative path to a program depends on it.
        let directory = env::current_dir().unwrap_or_default();
        let paths = [cases.as_os_str(), directory.as_os_str()].into_iter();
        let words = paths.chain(program.iter().map(OsString::as_os_str));
        let words: Vec<_> = words.map(OsStr::as_encoded_bytes).collect();
        // No path or argument has this byte.
        let run = hash_bytes(words.join(&0));
        let states = streams::state_directory("judge");
        Self(states.map(|states| states.join(format!("{run}.json"))))
    }

    /// The cases that failed; empty if unknown.
    pub fn failed(&self) -> BTreeSet<String> {
        let text = self.0.as_ref().and_then(|path| fs::read(path).ok());
        let failed = text.and_then(|text| serde_json::from_slice(&text).ok());
        failed.unwrap_or_default()
    }

    /// Stores which cases failed; cases that were not judged keep their state. Errors are ignored,
    /// because only `--failed` depends on it.
    pub fn remember(&self, results: &[CaseResult]) {
        let mut failed = self.failed();
        for record in results {
            if record.status == ExpectedStatus::Failed {
                failed.insert(record.name.clone());
            } else {
                failed.remove(&record.name);
            }
        }
        if let (Some(path), Ok(text)) = (&self.0, serde_json::to_vec(&failed)) {
            let created = path.parent().map_or(Ok(()), fs::create_dir_all);
            let _ = created.and_then(|()| fs::write(path, text));
        }
    }
}

/// Reads `judge.toml` among the cases, which need not exist. For a single case, it is only read from
/// the directory of that case.
fn read_config(path: &Path, cases: &[&str]) -> Result<Option<JudgeConfig>, CliError> {
    let is_whole = path.is_dir();
    let directory = if is_whole {
        path
    } else {
        streams::directory_of(path)
    };
    let path = directory.join(JudgeConfig::FILE);
    if !path.is_file() {
        return Ok(None);
    }
    let name = path.display().to_string();
    let text = fs::read_to_string(&path).map_err(CliError::cannot_read(&name))?;
    let diagnostics = match JudgeConfig::parse(&text, cases, !is_whole) {
        Ok(config) => return Ok(Some(config)),
        Err(diagnostics) => diagnostics,
    };
    for diagnostic in &diagnostics {
        snippet::print(diagnostic, &name, io::stderr())?;
    }
    Err(CliError::Usage(match diagnostics.len() {
        1 => format!("{name} has an error"),
        errors => format!("{name} has {errors} errors"),
    }))
}

/// Reads the expectations file, which need not exist. Also returns the name of the only case in that
/// file, if it differs.
fn read_expectations(
    directory: &Path,
    cases: &[Case],
) -> Result<(Expectations, Option<String>), CliError> {
    let Some((path, alias)) = expectations_file(directory) else {
        return Ok((Expectations::default(), None));
    };
    let name = path.display().to_string();
    let text = fs::read_to_string(&path).map_err(CliError::cannot_read(&name))?;
    let wrong = |error: ExpectationsError| CliError::Usage(format!("{name}: {error}"));
    let expectations: Expectations = text.parse().map_err(wrong)?;
    let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
    // With a single case, patterns may match none.
    if directory.is_dir()
        && let Some(pattern) = expectations.idle(&names).next()
    {
        return Err(CliError::usage(format!(
            "{name}: no case is named {pattern}"
        )));
    }
    Ok((expectations, alias))
}

/// The expectations file of a directory; for a single case, that of the nearest directory
/// it is a case of, with its name there.
fn expectations_file(cases: &Path) -> Option<(PathBuf, Option<String>)> {
    let file = |directory: &Path| Some(directory.join(EXPECTATIONS)).filter(|path| path.is_file());
    if cases.is_dir() {
        return Some((file(cases)?, None));
    }
    let input = path::absolute(cases).ok()?;
    Case::directories(&input).find_map(|(directory, name)| Some((file(directory)?, Some(name))))
}
