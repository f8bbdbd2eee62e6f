//! Writing what a program prints as the answer.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use admiralty::judge::{Case, CaseResult, Verdict};

use super::result_screen::ResultScreen;
use crate::cli::CliError;

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
    write_whole(&path, output).map_err(|source| CliError::WriteFile {
        path: path.display().to_string(),
        source,
    })?;
    screen.say_blessed(&path, output.len(), is_new)?;
    Ok(true)
}

/// Writes a file. The old one is there until the new one is whole, and a link stays one.
fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut file = tempfile::Builder::new()
        .permissions(fs::Permissions::from_mode(0o666))
        .tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Ok(old) = path.metadata() {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(&path)?;
    Ok(())
}
