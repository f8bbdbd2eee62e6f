//! The state of a script after some of its lines.

use std::ops::Range;

use admiralty_core::game::For;
use admiralty_core::interpreter::check::Linter;
use admiralty_core::interpreter::{Diagnostic, Event, Session};
use admiralty_core::script::{PrintMode, Tag};
use admiralty_core::view::{PrintedBoard, Viewer};
use memchr::memchr;

/// The state of a script after some of its lines. Refused lines are skipped, as `check` does.
#[derive(Clone, PartialEq, Eq)]
pub struct Progress {
    next: usize,
    turns: u64,
    /// The lines that are printed so far, if all lines are executed.
    printed: u64,
    /// Those that a run prints, once it has ended.
    printed_by_run: Option<u64>,
    pub(crate) linter: Linter,
}

/// How much longer a beginning of a script is than another one.
#[derive(Clone, Copy)]
pub(crate) struct Shift {
    bytes: isize,
    pub lines: i64,
    /// The lines that it prints.
    printed: i64,
    /// Those that a run prints that ends behind it, or has ended in both.
    printed_by_run: i64,
}

impl Shift {
    pub fn between(from: &Progress, to: &Progress) -> Self {
        let printed = to.printed.cast_signed() - from.printed.cast_signed();
        let by_run = to.printed_by_run.zip(from.printed_by_run);
        Self {
            bytes: to.next.cast_signed() - from.next.cast_signed(),
            lines: to.lines().cast_signed() - from.lines().cast_signed(),
            printed,
            printed_by_run: by_run
                .map_or(printed, |(to, from)| to.cast_signed() - from.cast_signed()),
        }
    }
}

/// What a line did.
#[derive(Clone, Debug)]
pub struct Step {
    /// The bytes of the line in the script, without its line feed.
    pub span: Range<usize>,
    /// What it did, unless it was refused.
    pub event: Option<Event>,
    /// The number of the turn that it opened.
    pub turn: Option<u64>,
    /// The lines that a run prints for it, from 0.
    pub printed: Range<u64>,
}

impl Progress {
    /// The state before the first line.
    pub fn new(script: &[u8]) -> Self {
        Self {
            linter: Linter::new(script),
            next: 0,
            turns: 0,
            printed: 0,
            printed_by_run: None,
        }
    }

    /// Where the next line begins, in bytes.
    pub const fn next_byte(&self) -> usize {
        self.next
    }

    /// The number of lines so far.
    pub const fn lines(&self) -> u64 {
        self.linter.line_number()
    }

    /// Makes this the state behind a longer or shorter beginning of the script; returns whether that is possible.
    pub(crate) fn shift(&mut self, shift: Shift) -> bool {
        let next = self.next.checked_add_signed(shift.bytes);
        let printed = self.printed.checked_add_signed(shift.printed);
        let (Some(next), Some(printed)) = (next, printed) else {
            return false;
        };
        (self.next, self.printed) = (next, printed);
        if let Some(by_run) = &mut self.printed_by_run {
            *by_run = by_run.saturating_add_signed(shift.printed_by_run);
        }
        self.linter.shift_lines(shift.lines)
    }

    /// Makes the run end where that of another state has ended, or not yet.
    pub(crate) fn end_run_as(&mut self, other: &Self) {
        self.printed_by_run = other.printed_by_run;
        self.linter.end_run_as(&other.linter);
    }

    /// The number of turns so far.
    pub const fn turns(&self) -> u64 {
        self.turns
    }

    /// The game and the open group.
    pub const fn session(&self) -> &Session {
        self.linter.session()
    }

    /// The group that is open.
    pub const fn open_tag(&self) -> Option<Tag> {
        match self.session().open_group() {
            Some((tag, _)) => Some(tag),
            None => None,
        }
    }

    /// The line, from 1, after which a run executes nothing.
    pub const fn end_of_run(&self) -> Option<u64> {
        self.linter.end_of_run()
    }

    /// What was found since the last call.
    pub(crate) fn take_findings(&mut self) -> impl Iterator<Item = Diagnostic> + use<> {
        self.linter.take_findings()
    }

    /// Executes the next line; `None` at the end of the script.
    pub fn step(&mut self, script: &[u8]) -> Option<Step> {
        let rest = script.get(self.next..).filter(|rest| !rest.is_empty())?;
        let feed = memchr(b'\n', rest);
        let length = feed.unwrap_or(rest.len());
        let span = self.next..self.next + length;
        self.next = span.end + usize::from(feed.is_some());
        let runs = self.end_of_run().is_none();
        let event = self.linter.line(&rest[..length]);
        let turn = matches!(event, Some(Event::Opened(Tag::Player(_)))).then(|| {
            self.turns += 1;
            self.turns
        });
        let before = self.printed;
        let ends = runs && self.end_of_run().is_some();
        self.printed += event.map_or(u64::from(ends), |event| self.lines_printed(&event));
        if ends {
            self.printed_by_run = Some(self.printed);
        }
        Some(Step {
            span,
            event,
            turn,
            printed: if runs { before..self.printed } else { 0..0 },
        })
    }

    /// The number of lines that a run prints for an event, which has just happened.
    fn lines_printed(&self, event: &Event) -> u64 {
        let game = self.session().game();
        match event {
            Event::Announced { .. } => 1,
            Event::Print { viewer, mode } => {
                let size = game.board().size();
                let rows = match mode {
                    PrintMode::Basic => size.rect().height(),
                    PrintMode::Extended => PrintedBoard::lines(size),
                };
                rows as u64 + u64::from(*viewer == Viewer::Referee)
            }
            Event::Save => game.commands(For::Save).count() as u64 + 2,
            _ => u64::from(event.winner().is_some()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines are counted without printing a board.
    #[test]
    fn the_lines_of_a_run_are_counted() {
        for script in [
            "[state]\nPRINT 0\nPRINT 1\nSAVE\n[state]\n[playerA]\nPRINT 0\nPRINT 1\n[playerA]\n",
            "[state]\nBOARD_SIZE 3 101\nREEF 0 1\nPRINT 1\nREEF 9 9\nPRINT 0\n[state]\n",
            "[state]\nRULES msx\nSHIP A 3 3 E 0 S 1\nSAVE\nPRINT 1\n[state]\n[playerA]\nPRINT 1\n[playerA]\n",
        ] {
            let mut printed = Vec::new();
            let mut session = Session::new();
            let mut progress = Progress::new(script.as_bytes());
            let mut has_ended = false;
            for line in script.lines() {
                let step = progress.step(script.as_bytes()).expect(line);
                let before = printed.len();
                if !has_ended {
                    let applied = session.line(line.as_bytes());
                    has_ended = session
                        .print(applied, &mut printed)
                        .expect("a vector")
                        .is_break();
                }
                let lines = printed[before..].iter().filter(|&&byte| byte == b'\n');
                let count = step.printed.end - step.printed.start;
                assert_eq!(count, lines.count() as u64, "{line}");
            }
            assert!(progress.step(script.as_bytes()).is_none());
        }
    }
}
