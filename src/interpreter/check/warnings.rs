//! Warnings: what executes, but is probably not what was meant.

use std::io;
use std::ops::Range;

use super::{Linter, RunOutcome};
use crate::interpreter::diagnostic::{Diagnostic, Severity};
use crate::script::{Command, Tag, Tokens, is_program_output};

/// The assignment bounds the ships of a class by this number.
const COUNT_MAX: u32 = 10;

impl<R: FnMut(&Diagnostic) -> io::Result<()>> Linter<R> {
    /// Looks for what is suspicious in a command that is well written.
    pub(super) fn suspect(&mut self, text: &[u8], command: &Command) -> io::Result<()> {
        let rules = self.session.game().rules();
        let (code, token, message, label) = match command {
            Command::SetFleet { counts, .. } if !rules.announces_shots() => {
                for (class, &count) in counts
                    .iter()
                    .enumerate()
                    .filter(|&(_, &count)| count > COUNT_MAX)
                {
                    let name = rules.classes[class].name;
                    let message = format!(
                        "a fleet with {count} ships of class {name}; the assignment has at most {COUNT_MAX} of each"
                    );
                    let label = format!("more than {COUNT_MAX}");
                    let found = self.warning(
                        "large-count",
                        text,
                        token_span(text, 2 + class),
                        message,
                        label,
                    );
                    (self.report)(&found)?;
                }
                return Ok(());
            }
            Command::InitPosition { player, start }
                if start.bottom < start.top || start.right < start.left =>
            {
                (
                    "empty-rectangle",
                    if start.bottom < start.top { 4 } else { 5 },
                    format!(
                        "{player}'s starting rectangle is empty, so no ship can be placed: the upper left field comes first"
                    ),
                    "above or left of the first field".to_owned(),
                )
            }
            _ => return Ok(()),
        };
        let found = self.warning(code, text, token_span(text, token), message, label);
        (self.report)(&found)
    }

    /// A group that the end of the input closes.
    pub(super) fn never_closed(&self, tag: Tag, text: &[u8]) -> Diagnostic {
        let message = format!("this {tag} group is never closed; the end of the script closes it");
        self.warning(
            "group-never-closed",
            text,
            token_span(text, 0),
            message,
            "opened here".to_owned(),
        )
    }

    /// `AUTO_SHOOTING` in a script that never gives `EXTENDED_SHIPS`.
    pub(super) fn idle_auto_shooting(&self, text: &[u8]) -> Diagnostic {
        let message = "AUTO_SHOOTING does nothing without EXTENDED_SHIPS".to_owned();
        self.warning(
            "idle-auto-shooting",
            text,
            token_span(text, 0),
            message,
            "no EXTENDED_SHIPS".to_owned(),
        )
    }

    /// Reports once that what follows a victory is not executed.
    pub(super) fn warn_after_the_end(&mut self, text: &[u8]) -> io::Result<()> {
        let Some(RunOutcome::Won {
            line,
            winner,
            is_reported: is_reported @ false,
        }) = &mut self.outcome
        else {
            return Ok(());
        };
        if self.session.open_group().is_none() && is_program_output(text) {
            return Ok(());
        }
        *is_reported = true;
        let message = format!(
            "{winner} has won on line {line}, so this command and those after it are never executed"
        );
        let label = "not executed".to_owned();
        let found = self.warning("after-the-end", text, 0..text.len(), message, label);
        (self.report)(&found)
    }

    fn warning(
        &self,
        code: &'static str,
        text: &[u8],
        span: Range<usize>,
        message: String,
        label: String,
    ) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            code,
            message,
            line: self.line,
            text: text.into(),
            span,
            label,
            notes: Vec::new(),
            follows: None,
        }
    }
}

fn token_span(text: &[u8], token: usize) -> Range<usize> {
    Tokens::new(text)
        .nth(token)
        .map_or(0..text.len(), |token| token.span())
}
