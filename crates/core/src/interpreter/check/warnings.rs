//! Warnings: what executes, but is probably a mistake.

use std::io;

use super::linter::{Linter, RunOutcome};
use crate::interpreter::diagnostic::{Diagnostic, Severity};
use crate::script::{Command, Tag, Tokens, is_program_output};

/// The assignment allows at most this many ships of a class.
const COUNT_MAX: u32 = 10;

impl<R: FnMut(&Diagnostic) -> io::Result<()>> Linter<R> {
    /// Reports suspicious arguments of a command that was executed.
    pub(super) fn suspect(&mut self, text: &[u8], command: &Command) -> io::Result<()> {
        let rules = self.session.game().rules();
        match command {
            Command::SetFleet { counts, .. } if !rules.announces_shots() => {
                let counts = (2..).zip(rules.classes).zip(counts);
                for ((token, class), &count) in counts.filter(|&(_, &count)| count > COUNT_MAX) {
                    let message = format!(
                        "a fleet with {count} ships of class {}; the assignment has at most {COUNT_MAX} of each",
                        class.name
                    );
                    let label = format!("more than {COUNT_MAX}");
                    let found = self.warning("large-count", text, Some(token), message, label);
                    (self.report)(&found)?;
                }
                Ok(())
            }
            Command::InitPosition { player, start }
                if start.bottom < start.top || start.right < start.left =>
            {
                let token = if start.bottom < start.top { 4 } else { 5 };
                let message = format!(
                    "{player}'s starting rectangle is empty, so no ship can be placed: the upper left field comes first"
                );
                let label = "above or left of the first field";
                let found = self.warning("empty-rectangle", text, Some(token), message, label);
                (self.report)(&found)
            }
            _ => Ok(()),
        }
    }

    /// The warning for a group that is closed by the end of the input.
    pub(super) fn never_closed(&self, tag: Tag, text: &[u8]) -> Diagnostic {
        let message = format!("this {tag} group is never closed; the end of the script closes it");
        self.warning("group-never-closed", text, Some(0), message, "opened here")
    }

    /// The warning for `AUTO_SHOOTING` in a script without `EXTENDED_SHIPS`.
    pub(super) fn idle_auto_shooting(&self, text: &[u8]) -> Diagnostic {
        let message = "AUTO_SHOOTING does nothing without EXTENDED_SHIPS".to_owned();
        self.warning(
            "idle-auto-shooting",
            text,
            Some(0),
            message,
            "no EXTENDED_SHIPS",
        )
    }

    /// Reports, once, that lines after a victory are not executed.
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
        let found = self.warning("after-the-end", text, None, message, "not executed");
        (self.report)(&found)
    }

    /// A warning about a token of a line, or about the whole line.
    fn warning(
        &self,
        code: &'static str,
        text: &[u8],
        token: Option<usize>,
        message: String,
        label: impl Into<String>,
    ) -> Diagnostic {
        let token = token.and_then(|token| Tokens::new(text).nth(token));
        Diagnostic {
            severity: Severity::Warning,
            code,
            message,
            line: self.line,
            text: text.into(),
            span: token.map_or(0..text.len(), |token| token.span()),
            label: label.into(),
            notes: Vec::new(),
            follows: None,
        }
    }
}
