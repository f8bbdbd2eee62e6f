//! Which cases are judged, and what is expected of them.

use std::fs;
use std::path::{Path, PathBuf};

use admiralty::judge::{Case, CasesError, Expectation, Expectations, Expected, Task};

use super::Args;
use super::last::LastRun;
use crate::cli::CliError;

/// The file among the cases that says what is expected of them.
pub const EXPECTATIONS: &str = "expectations.txt";

/// The cases that were asked for.
pub fn tasks(args: &Args, last: &LastRun) -> Result<Vec<Task>, CliError> {
    let mut cases = Case::read(&args.cases)?;
    let expectations = expectations(args, &cases)?;
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
        return Err(CliError::NoneSelected);
    }
    if !args.other.bless {
        Case::check_answers(&cases)?;
    }
    let tasks = cases.into_iter().map(|case| {
        let expectation = expectation(&case, &expectations)?;
        Ok(Task { case, expectation })
    });
    tasks.collect()
}

fn fits(patterns: &[globset::GlobMatcher], case: &Case) -> bool {
    patterns.iter().any(|pattern| pattern.is_match(&case.name))
}

/// What the expectations file says, or else the answer.
fn expectation(case: &Case, expectations: &Expectations) -> Result<Expectation, CliError> {
    if !expectations.names(&case.name) && is_open(case)? {
        return Ok(Expectation {
            expected: Expected::Open,
            reason: String::new(),
        });
    }
    Ok(expectations.of(&case.name))
}

fn is_open(case: &Case) -> Result<bool, CliError> {
    case.has_open_answer().map_err(|source| {
        CliError::Cases(CasesError::Read {
            path: case.answer_path(),
            source,
        })
    })
}

/// The expectations file; one that was not asked for need not be there.
fn expectations(args: &Args, cases: &[Case]) -> Result<Expectations, CliError> {
    let usual = || usual_file(&args.cases);
    let Some(path) = args.selection.expectations.clone().or_else(usual) else {
        return Ok(Expectations::default());
    };
    let name = path.display().to_string();
    let text = fs::read_to_string(&path).map_err(|source| CliError::Read {
        path: name.clone(),
        source,
    })?;
    let expectations: Expectations = text.parse().map_err(|source| CliError::Expectations {
        path: name.clone(),
        source,
    })?;
    let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
    // With one case only, the others are not missed.
    if args.cases.is_dir()
        && let Some(pattern) = expectations.idle(&names).next()
    {
        let pattern = pattern.to_owned();
        return Err(CliError::IdleExpectation {
            path: name,
            pattern,
        });
    }
    Ok(expectations)
}

fn usual_file(cases: &Path) -> Option<PathBuf> {
    let folder = if cases.is_dir() {
        cases
    } else {
        cases.parent()?
    };
    Some(folder.join(EXPECTATIONS)).filter(|path| path.is_file())
}
