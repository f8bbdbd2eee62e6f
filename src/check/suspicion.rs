//! What executes, but is probably not what was meant.

use std::ops::Range;

use super::Checker;
use crate::diagnostic::{Diagnostic, Severity};
use crate::script::{Command, Tag, Tokens};
use crate::vocabulary::Player;

/// The assignment bounds the ships of a class by this number.
const COUNT_MAX: u32 = 10;

impl Checker {
    /// Looks for what is suspicious in a command that is well written.
    pub(super) fn suspect(&mut self, text: &[u8], command: &Command) {
        let (code, token, message, label) = match command {
            Command::SetFleet { counts, .. } if !self.rules.announces_shots() => {
                for (class, &count) in counts
                    .iter()
                    .enumerate()
                    .filter(|&(_, &count)| count > COUNT_MAX)
                {
                    let name = self.rules.classes[class].name;
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
                    self.found.push(found);
                }
                return;
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
            _ => return,
        };
        let found = self.warning(code, text, token_span(text, token), message, label);
        self.found.push(found);
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

    /// A command after a victory.
    pub(super) fn suspect_after_the_end(&mut self, text: &[u8], line: u64, winner: Player) {
        let message = format!(
            "{winner} has won on line {line}, so this command and those after it are never executed"
        );
        let found = self.warning(
            "after-the-end",
            text,
            0..text.len(),
            message,
            "not executed".to_owned(),
        );
        self.found.push(found);
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
        }
    }
}

fn token_span(text: &[u8], token: usize) -> Range<usize> {
    Tokens::new(text)
        .nth(token)
        .map_or(0..text.len(), |token| token.span())
}
