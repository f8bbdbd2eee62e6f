//! Writing what a program prints as the answer.

use admiralty::judge::{Case, CaseResult, Verdict};

use super::result_screen::ResultScreen;
use crate::cli::{CliError, streams};

/// Writes the output of a run that ended well as the answer of its case, if it
/// differs; whether it did.
pub fn bless(
    case: &Case,
    case_result: &CaseResult,
    screen: &mut ResultScreen,
) -> Result<bool, CliError> {
    let run = &case_result.worst_run;
    let is_new = case.answer.is_none();
    let differs = is_new || run.verdict != Verdict::Accepted;
    let is_wanted = differs && run.verdict.is_about_output();
    let Some(output) = run.output.as_ref().filter(|_| is_wanted) else {
        return Ok(false);
    };
    if !case_result.expectation.expected.needs_answer() {
        return Ok(false);
    }
    let path = case.answer_path();
    streams::replace(&path, output).map_err(CliError::cannot_write(&path))?;
    screen.say_blessed(&path, output.len(), is_new)?;
    Ok(true)
}
