//! A linter for scripts: all errors, and what is suspicious, with places.
//!
//! A run ends with the first error. A check leaves that command out and goes on
//! executing, so one error may lead to others; where that may be, they say so.

mod linter;
mod recovery;
mod skipped;
mod warnings;

use std::io::{self, Read};

use linter::Linter;

use crate::interpreter::StreamError;
use crate::interpreter::diagnostic::Diagnostic;
use crate::script::LineReader;

/// Finds all errors of a script and what is suspicious in it, and reports each when it
/// is found: line by line, except for what only later lines show.
///
/// ```
/// use admiralty::interpreter::check::check;
/// let script = b"[state]\nSET_FLEET A 11 0 0 0\nREEF 1\nREEF 99 0\n[state]\n";
/// let mut found = Vec::new();
/// check(&script[..], |diagnostic| Ok(found.push((diagnostic.line, diagnostic.code))))?;
/// assert_eq!(found, [(2, "large-count"), (3, "INVALID ARGUMENTS"), (4, "REEF IS NOT PLACED ON BOARD")]);
/// # Ok::<(), admiralty::interpreter::StreamError>(())
/// ```
///
/// # Errors
///
/// [`StreamError`], when the input cannot be read, or `report` returns an error.
pub fn check(
    input: impl Read,
    report: impl FnMut(&Diagnostic) -> io::Result<()>,
) -> Result<(), StreamError> {
    let mut reader = LineReader::new(input);
    let mut linter = Linter::new(report);
    while reader.fill().map_err(StreamError::Read)? {
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
    use std::cell::Cell;

    use super::*;

    /// Repeats a line, and counts.
    struct RepeatedLine<'c> {
        line: &'static [u8],
        left: usize,
        given: &'c Cell<usize>,
    }

    impl Read for RepeatedLine<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            if self.left == 0 {
                return Ok(0);
            }
            self.left -= 1;
            self.given.set(self.given.get() + 1);
            buffer[..self.line.len()].copy_from_slice(self.line);
            Ok(self.line.len())
        }
    }

    /// So nothing is kept until the end.
    #[test]
    fn findings_are_reported_before_more_is_read() {
        let given = Cell::new(0);
        for line in [
            &b"SET_FLEET A 11 11 11\n"[..],
            b"FIRE 3 4\n",
            b"[state]\n",
            b"[foo]\n",
        ] {
            given.set(0);
            let input = RepeatedLine {
                line,
                left: 100,
                given: &given,
            };
            let mut found = 0;
            let checked = check(input, |diagnostic| {
                found += 1;
                assert_eq!(diagnostic.line, given.get() as u64);
                Ok(())
            });
            assert!(checked.is_ok());
            assert_eq!(found > 0, line != b"[state]\n");
        }
    }

    #[test]
    fn an_error_of_the_report_ends_the_check() {
        let full = |_: &Diagnostic| Err(io::ErrorKind::StorageFull.into());
        let result = check(&b"FIRE\n"[..], full);
        assert!(matches!(result, Err(StreamError::Write(_))));
    }
}
