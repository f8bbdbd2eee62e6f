//! Lines too long to be read as a whole.

use bstr::BString;

use super::session::Applied;
use super::{Event, Failure, FailureKind, Session};
use crate::script::is_board_text;

/// The state kept for a line that is read in parts.
#[derive(Clone, Debug)]
pub(super) struct LongLine {
    beginning: BString,
    /// Whether a part so far ended with a carriage return.
    ends_with_return: bool,
}

impl LongLine {
    fn new(text: &[u8]) -> Self {
        const SHOWN_BYTES: usize = 64;
        Self {
            beginning: text[..text.len().min(SHOWN_BYTES)].into(),
            ends_with_return: false,
        }
    }
}

impl Session {
    /// Processes a part of a line that is too long to be read as a whole; `is_last` is
    /// whether the line ends with it. Only blank lines and, between groups, printed rows of
    /// boards may be so long.
    pub(super) fn apply_part(&mut self, text: &[u8], is_last: bool) -> Applied {
        let long = self.long_line.get_or_insert_with(|| LongLine::new(text));
        // A carriage return is part of the line ending only if nothing follows it.
        let is_after_return = long.ends_with_return && !text.is_empty();
        let body = text.strip_suffix(b"\r").unwrap_or(text);
        long.ends_with_return |= body.len() < text.len();
        let is_blank = body.iter().all(|byte| matches!(byte, b' ' | b'\t'));
        let is_skipped = is_blank || (self.group.is_none() && is_board_text(body));
        if is_skipped && !is_after_return {
            if is_last {
                self.line += 1;
                self.long_line = None;
            }
            return Ok(Event::Skipped);
        }
        self.line += 1;
        let shown = std::mem::take(&mut long.beginning);
        self.long_line = None;
        let command = [&shown, &b"..."[..]].concat();
        let mut failure = Failure::new(FailureKind::LineTooLong, command, self.line, &shown, 0..1);
        failure.span = 0..shown.len();
        Err(failure)
    }
}
