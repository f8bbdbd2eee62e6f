//! Writing what a program prints as the answer.

use std::io::Write;

use admiralty::judge::{CaseResult, Task, Verdict};

use super::result_screen::ResultScreen;
use crate::cli::CliError;

/// Writes the output of a run that ended well as the answer of its case, if it
/// differs; whether it did. The old answer is there until the new one is whole.
pub fn bless(
    task: &Task,
    case_result: &CaseResult,
    screen: &mut ResultScreen,
) -> Result<bool, CliError> {
    let judged_run = &case_result.worst_run;
    let is_new = task.case.answer.is_none();
    let differs = match judged_run.verdict {
        Verdict::Accepted => is_new,
        Verdict::PresentationError | Verdict::WrongAnswer => true,
        _ => false,
    };
    let Some(output) = judged_run.output.as_ref().filter(|_| differs) else {
        return Ok(false);
    };
    if !task.expectation.expected.needs_answer() {
        return Ok(false);
    }
    // A link stays one.
    let path = task.case.answer_path();
    let path = path.canonicalize().unwrap_or(path);
    let failed = |source| CliError::WriteFile {
        path: path.display().to_string(),
        source,
    };
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let mut file = tempfile::Builder::new()
        .permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666))
        .tempfile_in(folder.unwrap_or(".".as_ref()))
        .map_err(failed)?;
    file.write_all(output).map_err(failed)?;
    if let Ok(old) = path.metadata() {
        file.as_file()
            .set_permissions(old.permissions())
            .map_err(failed)?;
    }
    file.persist(&path).map_err(|error| failed(error.error))?;
    screen.say_blessed(&task.case.answer_path(), output.len(), is_new)?;
    Ok(true)
}
