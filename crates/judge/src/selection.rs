//! Selects the cases to judge, with what is expected of them.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::path::{self, Path, PathBuf};

use admiralty_core::interpreter::Diagnostic;
use admiralty_escape::{escape, escape_path};
use thiserror::Error;

use crate::cases::{Case, CasesError};
use crate::config::JudgeConfig;
use crate::expectations::{Expectation, Expectations, ExpectationsError, Expected};
use crate::grading::Grading;
use crate::name_pattern::NamePattern;
use crate::package::{self, PackageFault, ProblemPackage, ValidatorBuilder};
use crate::rules::CaseRules;

/// The name of the file among the cases that says how some of them end.
const EXPECTATIONS: &str = "expectations.txt";

/// A case to be judged, and what is expected of it.
#[derive(Clone, Debug)]
pub struct JudgingTask {
    /// The case.
    pub case: Case,
    /// How it is expected to end.
    pub expectation: Expectation,
    /// Its own rules, if it has any.
    pub rules: Option<CaseRules>,
    /// The answer, read before any program runs, because a program could change the file.
    pub answer: Option<Vec<u8>>,
}

impl JudgingTask {
    /// The case with this input, which is to be accepted.
    ///
    /// # Errors
    ///
    /// [`SelectionError::Cases`].
    pub fn accepted(input: &Path) -> Result<Self, SelectionError> {
        let case = Case::read(input)?.pop().ok_or(SelectionError::None)?;
        Ok(Self {
            answer: case.read_answer()?,
            case,
            expectation: Expectation::default(),
            rules: None,
        })
    }

    /// How many of these cases count.
    pub(crate) fn counted(tasks: &[Self]) -> usize {
        let counts = |task: &&Self| {
            let expected = &task.expectation.expected;
            matches!(expected, Expected::Accepted | Expected::Turn)
        };
        tasks.iter().filter(counts).count()
    }
}

/// The cases that are judged.
#[derive(Clone, Debug)]
pub struct CaseSelection {
    /// The cases, in order; at least one.
    pub tasks: Vec<JudgingTask>,
    /// What they are called together: the title in the file of the directory, or the name of the directory.
    pub title: String,
    /// How they earn points, if the directory says so.
    pub grading: Option<Grading>,
    /// The file in the directory; an empty one if there is none.
    pub config: JudgeConfig,
    /// What is not used of the settings of a problem package.
    pub remark: Option<String>,
}

/// Which cases to select.
#[derive(Clone, Copy, Debug)]
pub struct CaseRequest<'a> {
    /// Their directory, or one of them.
    pub cases: &'a Path,
    /// Only cases whose names match one of these, unless there is none.
    pub filter: &'a [NamePattern],
    /// No cases whose names match one of these.
    pub skip: &'a [NamePattern],
    /// The rules of cases that have none of their own.
    pub usual: &'a CaseRules,
    /// Only these cases, unless none of them is there.
    pub failed: Option<&'a BTreeSet<String>>,
    /// Whether each case has an answer.
    pub needs_answers: bool,
    /// What builds the output validator of a problem package.
    pub validators: Option<&'a ValidatorBuilder>,
}

/// Why cases cannot be selected.
#[derive(Debug, Error)]
pub enum SelectionError {
    /// Cases or their answers are missing, or cannot be read.
    #[error(transparent)]
    Cases(#[from] CasesError),
    /// The file `judge.toml` has errors.
    #[error("{} {}", escape_path(path), errors(diagnostics.len()))]
    Config {
        /// The file.
        path: PathBuf,
        /// The errors; at least one.
        diagnostics: Vec<Diagnostic>,
    },
    /// The file `expectations.txt` has an error.
    #[error("{}: {error}", escape_path(path))]
    Expectations {
        /// The file.
        path: PathBuf,
        /// The error.
        error: ExpectationsError,
    },
    /// A pattern in `expectations.txt` matches no case.
    #[error("{}: no case is named {}", escape_path(path), escape(pattern))]
    Idle {
        /// The file.
        path: PathBuf,
        /// The pattern.
        pattern: String,
    },
    /// The settings of a problem package cannot be used.
    #[error("{}: {}", escape_path(&.0.path), escape(&.0.message))]
    Package(PackageFault),
    /// The patterns leave no case.
    #[error("no cases to judge; check --filter and --skip")]
    None,
}

fn errors(count: usize) -> String {
    match count {
        1 => "has an error".to_owned(),
        _ => format!("has {count} errors"),
    }
}

impl CaseSelection {
    /// Reads the cases, their answers, the settings of the problem package that they are in, and the files
    /// `judge.toml` and `expectations.txt` among them.
    ///
    /// # Errors
    ///
    /// [`SelectionError`].
    pub fn read(request: &CaseRequest<'_>) -> Result<Self, SelectionError> {
        let path = &*package::directory_of_cases(request.cases);
        let mut cases = Case::read(path)?;
        let (expectations, alias) = read_expectations(path, &cases)?;
        let names: Vec<_> = cases.iter().map(|case| case.name.clone()).collect();
        let names: Vec<_> = names.iter().map(String::as_str).collect();
        let config = read_config(path, &names)?;
        let package = ProblemPackage::of(path, &cases).map_err(SelectionError::Package)?;
        let (package_rules, groups) = match &package {
            Some(package) => package
                .judging(&cases, request.usual, request.validators)
                .map_err(SelectionError::Package)?,
            None => Default::default(),
        };
        let package_rules: HashMap<_, _> = names.iter().copied().zip(package_rules).collect();
        request.select(&mut cases);
        if cases.is_empty() {
            return Err(SelectionError::None);
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
                rules: {
                    let of_package = package_rules.get(&*case.name);
                    let usual = of_package.unwrap_or(request.usual);
                    let config = config.as_ref();
                    let own = config.and_then(|it| it.rules_of(&case.name, &names, usual));
                    own.or(of_package.cloned())
                },
                case,
                answer,
            })
        };
        let tasks = cases.into_iter().map(task);
        let tasks: Vec<_> = tasks.collect::<Result<_, CasesError>>()?;
        if request.needs_answers {
            let compared = tasks
                .iter()
                .filter(|task| task.expectation.expected.needs_answer());
            Case::check_answers(compared.map(|task| &task.case))?;
        }
        let selected: Vec<_> = tasks.iter().map(|task| task.case.name.as_str()).collect();
        let mut grading = config
            .as_ref()
            .map(|config| config.grading(&names, &selected));
        let has_groups = config.as_ref().is_some_and(JudgeConfig::has_groups);
        if let Some(package) = package.as_ref().filter(|it| it.is_scoring() && !has_groups) {
            package.add_groups(groups, grading.get_or_insert_default(), &names, &selected);
        }
        let title = grading.as_ref().and_then(|it| it.title.clone());
        Ok(Self {
            title: title.unwrap_or_else(|| directory_name(request.cases)),
            tasks,
            grading,
            config: config.unwrap_or_default(),
            remark: package.and_then(|package| package.remark()),
        })
    }
}

/// The name of a directory of cases, or of that of one case; empty if it has none.
fn directory_name(cases: &Path) -> String {
    let path = cases.canonicalize().unwrap_or_default();
    let directory = if path.is_file() {
        path.parent()
    } else {
        Some(&*path)
    };
    let name = directory.and_then(Path::file_name).unwrap_or_default();
    name.to_string_lossy().into_owned()
}

impl CaseRequest<'_> {
    /// Drops the cases that are not wanted.
    fn select(&self, cases: &mut Vec<Case>) {
        let fits = |patterns: &[NamePattern], case: &Case| {
            patterns.iter().any(|pattern| pattern.fits(&case.name))
        };
        let is_selected = |case: &Case| self.filter.is_empty() || fits(self.filter, case);
        cases.retain(|case| is_selected(case) && !fits(self.skip, case));
        if let Some(failed) = self.failed
            && cases.iter().any(|case| failed.contains(&case.name))
        {
            cases.retain(|case| failed.contains(&case.name));
        }
    }
}

/// Reads `judge.toml` among the cases, which need not exist. For a single case, it is only read from
/// the directory of that case.
fn read_config(path: &Path, cases: &[&str]) -> Result<Option<JudgeConfig>, SelectionError> {
    let is_whole = path.is_dir();
    let directory = if is_whole {
        path
    } else {
        admiralty_results::directory_of(path)
    };
    let path = directory.join(JudgeConfig::FILE);
    if !path.is_file() {
        return Ok(None);
    }
    let text = read(&path)?;
    let config = JudgeConfig::parse(&text, cases, !is_whole);
    config
        .map(Some)
        .map_err(|diagnostics| SelectionError::Config { path, diagnostics })
}

/// Reads the expectations file, which need not exist. Also returns the name of the only case in that
/// file, if it differs.
fn read_expectations(
    directory: &Path,
    cases: &[Case],
) -> Result<(Expectations, Option<String>), SelectionError> {
    let Some((path, alias)) = expectations_file(directory) else {
        return Ok((Expectations::default(), None));
    };
    let expectations: Expectations = match read(&path)?.parse() {
        Ok(expectations) => expectations,
        Err(error) => return Err(SelectionError::Expectations { path, error }),
    };
    let names: Vec<_> = cases.iter().map(|case| case.name.as_str()).collect();
    // With a single case, patterns may match none.
    if directory.is_dir()
        && let Some(pattern) = expectations.idle(&names).next()
    {
        let pattern = pattern.to_string();
        return Err(SelectionError::Idle { path, pattern });
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

fn read(path: &Path) -> Result<String, CasesError> {
    fs::read_to_string(path).map_err(|source| CasesError::Read {
        path: path.to_owned(),
        source,
    })
}
