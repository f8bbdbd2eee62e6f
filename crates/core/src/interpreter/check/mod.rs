//! A linter for scripts that reports all errors and suspicious commands with their positions.
//!
//! A run ends with the first error. A check skips that command and continues, so one error
//! may cause others; a diagnostic that may be such a consequence says so.

mod linter;
mod recovery;
mod skipped;
mod warnings;

use std::io::{self, Read};

use linter::Linter;

use crate::escape::is_binary;
use crate::interpreter::StreamError;
use crate::interpreter::diagnostic::Diagnostic;
use crate::script::LineReader;

/// How much of a file shows that it is not text.
const BEGINNING_BYTES: usize = 8000;

/// Finds all errors and suspicious commands of a script, and reports each as soon as it is
/// found: on its own line, unless only later lines reveal it.
///
/// ```
/// use admiralty_core::interpreter::check::check;
/// let script = b"[state]\nSET_FLEET A 11 0 0 0\nREEF 1\nREEF 99 0\n[state]\n";
/// let mut found = Vec::new();
/// check(&script[..], |diagnostic| Ok(found.push((diagnostic.line, diagnostic.code))))?;
/// assert_eq!(found, [(2, "large-count"), (3, "INVALID ARGUMENTS"), (4, "REEF IS NOT PLACED ON BOARD")]);
/// # Ok::<(), admiralty_core::interpreter::StreamError>(())
/// ```
///
/// # Errors
///
/// [`StreamError`] if the input cannot be read, or `report` returns an error.
pub fn check(
    input: impl Read,
    report: impl FnMut(&Diagnostic) -> io::Result<()>,
) -> Result<(), StreamError> {
    let mut reader = LineReader::new(input);
    let mut linter = Linter::new(report);
    while reader.fill().map_err(StreamError::Read)? {
        let beginning = &reader.peek()[..reader.peek().len().min(BEGINNING_BYTES)];
        linter.is_binary |= linter.line == 0 && is_binary(beginning);
        while let Some(chunk) = reader.next_chunk() {
            if linter.chunk(chunk)?.is_break() {
                return Ok(());
            }
        }
    }
    if let Some(chunk) = reader.last_chunk()
        && linter.chunk(chunk)?.is_break()
    {
        return Ok(());
    }
    linter.finish().map_err(StreamError::Write)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_of_the_report_ends_the_check() {
        let full = |_: &Diagnostic| Err(io::ErrorKind::StorageFull.into());
        let result = check(&b"FIRE\n"[..], full);
        assert!(matches!(result, Err(StreamError::Write(_))));
    }
}
