//! Which cases are judged, and what is expected of them.

use std::fs;
use std::path::{self, Path, PathBuf};

use admiralty::judge::{Case, Expectation, Expectations, ExpectationsError, Expected, Task};

use super::JudgeArgs;
use super::last_run::LastRun;
use crate::cli::CliError;

/// The file among the cases that says what is expected of them.
pub const EXPECTATIONS: &str = "expectations.txt";

/// The cases that were asked for.
pub fn tasks(args: &JudgeArgs, last: &LastRun) -> Result<Vec<Task>, CliError> {
    let mut cases = Case::read(&args.cases)?;
    let expectations = KnownExpectations::read(args, &cases)?;
    let selection = &args.selection;
    cases.retain(|case| {
        (selection.filter.is_empty() || fits(&selection.filter, case))
            && !fits(&selection.skip, case)
    });
    if selection.failed {
        // If nothing is known to fail, something else may by now.
        let failed = last.failed();
        if cases.iter().any(|case| failed.contains(&case.name)) {
            cases.retain(|case| failed.contains(&case.name));
        }
    }
    if cases.is_empty() {
        return Err(CliError::Usage("no case is left to judge".to_owned()));
    }
    let tasks = cases.into_iter().map(|case| {
        let answer = case.read_answer()?;
        let expectation = expectations.of(&case, answer.as_deref());
        Ok(Task {
            case,
            expectation,
            answer,
        })
    });
    let tasks = tasks.collect::<Result<Vec<_>, CliError>>()?;
    if !args.other.bless {
        let compared = tasks
            .iter()
            .filter(|task| task.expectation.expected.needs_answer());
        Case::check_answers(compared.map(|task| &task.case))?;
    }
    Ok(tasks)
}

fn fits(patterns: &[globset::GlobMatcher], case: &Case) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(&case.name))
}

/// What is expected.
struct KnownExpectations {
    expectations: Expectations,
    /// How the expectations call the one case there is, if not as it is called here.
    alias: Option<String>,
}

impl KnownExpectations {
    /// Reads the expectations file; one that was not asked for need not be there.
    fn read(args: &JudgeArgs, cases: &[Case]) -> Result<Self, CliError> {
        let asked_for = args.selection.expectations.clone();
        let usual = usual_file(&args.cases);
        let (path, alias) = match (asked_for, usual) {
            (Some(path), _) => (path, None),
            (None, Some((path, alias))) => (path, alias),
            (None, None) => return Ok(Self::of_none()),
        };
        let name = path.display().to_string();
        let text = fs::read_to_string(&path).map_err(|source| CliError::Read {
            path: name.clone(),
            source,
        })?;
        let expectations: Expectations = text
            .parse()
            .map_err(|error: ExpectationsError| CliError::Usage(format!("{name}: {error}")))?;
        let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
        // With one case only, the others are not missed.
        if args.cases.is_dir()
            && let Some(pattern) = expectations.idle(&names).next()
        {
            return Err(CliError::Usage(format!(
                "{name}: no case is named {pattern}"
            )));
        }
        Ok(Self {
            expectations,
            alias,
        })
    }

    fn of_none() -> Self {
        Self {
            expectations: Expectations::default(),
            alias: None,
        }
    }

    /// What the file says of a case, or else the answer.
    fn of(&self, case: &Case, answer: Option<&[u8]>) -> Expectation {
        let name = self.alias.as_ref().unwrap_or(&case.name);
        if !self.expectations.names(name) && answer.is_some_and(Case::is_open) {
            return Expectation {
                expected: Expected::Open,
                reason: String::new(),
            };
        }
        self.expectations.of(name)
    }
}

/// The file with what is expected of a folder; for one case, that of the nearest
/// folder whose case it is, and how it is called there.
fn usual_file(cases: &Path) -> Option<(PathBuf, Option<String>)> {
    let file = |folder: &Path| Some(folder.join(EXPECTATIONS)).filter(|path| path.is_file());
    if cases.is_dir() {
        return Some((file(cases)?, None));
    }
    let input = path::absolute(cases).ok()?;
    Case::folders(&input).find_map(|(folder, name)| Some((file(folder)?, Some(name))))
}
