//! What students see of cases.

use admiralty_judge::{CaseResult, ExpectedStatus, Grading, ShownParts};

/// The most failed cases that are shown with their differences.
pub const FAILURES_SHOWN_MAX: usize = 100;

/// The failed cases of which more than the verdict is shown, and their numbers, from 1: none is
/// hidden, and there are not too many.
pub(super) fn shown_failures<'c>(
    cases: &'c [CaseResult],
    grading: Option<&Grading>,
) -> impl Iterator<Item = (usize, &'c CaseResult)> {
    let has_more = move |found: &CaseResult| {
        let hint = grading.and_then(|it| it.hint(&found.name));
        hint.is_some() || shown_parts(found, grading) != ShownParts::Verdict
    };
    visible(cases, grading)
        .filter(move |(_, found)| found.status == ExpectedStatus::Failed && has_more(found))
        .take(shown_max(grading))
}

/// The failed cases of which everything is shown, so that there may be a short script.
pub fn explained_failures<'c>(
    cases: &'c [CaseResult],
    grading: Option<&Grading>,
) -> impl Iterator<Item = &'c CaseResult> {
    shown_failures(cases, grading)
        .map(|(_, found)| found)
        .filter(move |found| shown_parts(found, grading) == ShownParts::All)
}

pub(super) fn shown_parts(found: &CaseResult, grading: Option<&Grading>) -> ShownParts {
    grading.map_or(ShownParts::All, |it| it.shown_parts(&found.name))
}

/// The cases that are not hidden, and their numbers, from 1.
pub(super) fn visible<'c>(
    cases: &'c [CaseResult],
    grading: Option<&Grading>,
) -> impl Iterator<Item = (usize, &'c CaseResult)> {
    let is_hidden = move |name: &str| grading.is_some_and(|grading| grading.is_hidden(name));
    (1..)
        .zip(cases)
        .filter(move |(_, found)| !is_hidden(&found.name))
}

/// The target of a link to a failed case, by its number.
pub(super) fn failure_id(number: usize) -> String {
    format!("failure-{number}")
}

pub(super) fn shown_max(grading: Option<&Grading>) -> usize {
    let findings = grading.and_then(|grading| grading.findings);
    findings.unwrap_or(FAILURES_SHOWN_MAX)
}
