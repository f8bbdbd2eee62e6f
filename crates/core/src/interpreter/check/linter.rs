//! Executes a script line by line and reports what it finds.

use std::io;
use std::ops::ControlFlow;

use super::skipped::SkippedLines;
use crate::escape::{is_binary, is_utf16};
use crate::interpreter::diagnostic::{Diagnostic, Severity};
use crate::interpreter::{Ending, Failure, FailureKind, Session, StreamError};
use crate::player::Player;
use crate::script::{Command, LINE_BYTES_MAX, Line, LineChunk, Tag, is_program_output};

pub(super) struct Linter<R> {
    pub(super) report: R,
    pub(super) session: Session,
    /// The number of the current line, from 1.
    pub(super) line: u64,
    /// Whether this is not a script but a binary file, of which only the first error is reported.
    pub(super) is_binary: bool,
    /// How a run would have ended so far.
    pub(super) outcome: Option<RunOutcome>,
    skipped: SkippedLines,
    /// The warning to report if the open group is never closed.
    opening: Option<Diagnostic>,
    /// The warning to report unless a later `EXTENDED_SHIPS` makes `AUTO_SHOOTING` effective.
    idle_auto: Option<Diagnostic>,
    /// Whether the line being read in parts was refused, so that its other parts are skipped.
    skips_line: bool,
}

/// How a run ends.
pub(super) enum RunOutcome {
    Failed,
    /// By a victory; with whether it was reported that more lines follow.
    Won {
        line: u64,
        winner: Player,
        is_reported: bool,
    },
}

impl<R: FnMut(&Diagnostic) -> io::Result<()>> Linter<R> {
    pub fn new(report: R) -> Self {
        Self {
            report,
            session: Session::new(),
            line: 0,
            is_binary: false,
            outcome: None,
            skipped: SkippedLines::default(),
            opening: None,
            idle_auto: None,
            skips_line: false,
        }
    }

    /// Checks a chunk of the input; returns whether to continue.
    pub fn chunk(&mut self, chunk: LineChunk<'_>) -> Result<ControlFlow<()>, StreamError> {
        let flow = match chunk {
            LineChunk::Line(text) => self.line(text),
            LineChunk::Part(text, is_last) => self.part(text, is_last),
        };
        flow.map_err(StreamError::Write)
    }

    fn line(&mut self, text: &[u8]) -> io::Result<ControlFlow<()>> {
        self.line += 1;
        let line = self.session.read(text);
        let tag = intended_tag(&line, text);
        if tag.is_none() && line != Line::Blank {
            self.warn_after_the_end(text)?;
        }
        let applied = self.session.apply(&line, text);
        let Some(ending) = Ending::of(applied) else {
            self.executed(text, &line)?;
            self.follow_group(text);
            return Ok(ControlFlow::Continue(()));
        };
        self.ended(&ending, &line, text, tag)?;
        if self.is_not_text(text) {
            return Ok(ControlFlow::Break(()));
        }
        self.follow_group(text);
        Ok(ControlFlow::Continue(()))
    }

    fn part(&mut self, text: &[u8], is_last: bool) -> io::Result<ControlFlow<()>> {
        if !self.skips_line {
            if let Err(failure) = self.session.apply_part(text, is_last) {
                self.line += 1;
                self.skips_line = !is_last;
                let text = &text[..text.len().min(LINE_BYTES_MAX)];
                let line = self.session.read(text);
                self.ended(&Ending::Failed(failure), &line, text, None)?;
                if self.is_binary {
                    return Ok(ControlFlow::Break(()));
                }
                return Ok(ControlFlow::Continue(()));
            }
            self.line += u64::from(is_last);
        }
        self.skips_line &= !is_last;
        Ok(ControlFlow::Continue(()))
    }

    /// Reports how the execution ended on a line, and continues.
    fn ended(
        &mut self,
        ending: &Ending,
        line: &Line,
        text: &[u8],
        tag: Option<Tag>,
    ) -> io::Result<()> {
        // At the end of the input, the tag of the open group is missing.
        let tag = tag.or_else(|| match self.session.open_group() {
            Some((open, _)) if text.is_empty() => Some(open),
            _ => None,
        });
        let left_out = tag.is_none().then_some((line, text));
        self.one_ending(ending, left_out)?;
        for ending in self.session.resume(ending, tag, text) {
            self.one_ending(&ending, None)?;
        }
        Ok(())
    }

    /// Reports one ending; `left_out` is the line, unless it takes effect nevertheless.
    fn one_ending(&mut self, ending: &Ending, left_out: Option<(&Line, &[u8])>) -> io::Result<()> {
        match ending {
            Ending::Won(winner) => {
                // A victory after an error may be a consequence of the error.
                self.outcome.get_or_insert(RunOutcome::Won {
                    line: self.line,
                    winner: *winner,
                    is_reported: false,
                });
                Ok(())
            }
            Ending::Failed(failure) => {
                let diagnostic = self.failure(failure);
                if let Some((line, text)) = left_out {
                    let player = match self.session.open_group() {
                        Some((Tag::Player(player), _)) => Some(player),
                        _ => None,
                    };
                    self.skipped.left_out(self.line, line, text, player);
                } else if !matches!(failure.kind, FailureKind::Refusal(_)) {
                    self.skipped.groups_are_doubtful(self.line);
                }
                diagnostic.map_or(Ok(()), |diagnostic| (self.report)(&diagnostic))
            }
        }
    }

    fn failure(&mut self, failure: &Failure) -> Option<Diagnostic> {
        let mut diagnostic = failure.diagnostic();
        if self.is_binary {
            diagnostic.message = String::from("this is a binary file, not a script");
            diagnostic.label = String::from("not text");
            diagnostic.notes.clear();
        }
        match self.outcome {
            None => {
                self.outcome = Some(RunOutcome::Failed);
                let note = if self.is_not_text(&failure.text) {
                    "a run ends here, and so does the check"
                } else {
                    "a run ends here; the check continues"
                };
                diagnostic.notes.push(note.to_owned());
            }
            Some(RunOutcome::Failed) => {
                let mover = self.session.game().next_player();
                diagnostic.follows = self.skipped.behind(&failure.kind, mover);
            }
            // A run ends before this line, so refusals by the rules do not matter.
            Some(RunOutcome::Won { .. }) if matches!(failure.kind, FailureKind::Refusal(_)) => {
                return None;
            }
            Some(RunOutcome::Won { .. }) => diagnostic.severity = Severity::Warning,
        }
        Some(diagnostic)
    }

    /// Whether a line shows that no line is text.
    fn is_not_text(&self, line: &[u8]) -> bool {
        self.is_binary || is_binary(line) || is_utf16(line)
    }

    /// Records the warning for a group that was opened on this line.
    fn follow_group(&mut self, text: &[u8]) {
        match self.session.open_group() {
            None => self.opening = None,
            Some((tag, line)) if line == self.line => {
                self.opening = Some(self.never_closed(tag, text));
            }
            Some(_) => {}
        }
    }

    /// Updates the state after a line was executed, and looks for suspicious commands.
    fn executed(&mut self, text: &[u8], line: &Line) -> io::Result<()> {
        let Line::Command(command) = line else {
            return Ok(());
        };
        if let Some((tag, opened_on)) = self.session.open_group() {
            self.skipped.executed(line, tag, opened_on);
        }
        match command {
            Command::Rules(_) => {
                if let Some(diagnostic) = self.idle_auto.take() {
                    (self.report)(&diagnostic)?;
                }
            }
            Command::ExtendedShips => self.idle_auto = None,
            Command::AutoShooting if !self.session.game().is_extended() => {
                self.idle_auto = Some(self.idle_auto_shooting(text));
            }
            _ => {}
        }
        self.suspect(text, command)
    }

    pub fn finish(mut self) -> io::Result<()> {
        if let Some(ending) = Ending::of(self.session.end_input()) {
            self.ended(&ending, &Line::Blank, &[], None)?;
        }
        for diagnostic in self.opening.take().into_iter().chain(self.idle_auto.take()) {
            (self.report)(&diagnostic)?;
        }
        Ok(())
    }
}

/// The tag that a line is, or probably should be.
fn intended_tag(line: &Line, text: &[u8]) -> Option<Tag> {
    match line {
        Line::Tag(tag) => Some(*tag),
        Line::Invalid(error) if error.keyword.is_none() && !is_program_output(text) => {
            let first = &text[error.span()];
            Tag::from_token(first).or_else(|| Tag::from_token(error.nearest(text)?.as_bytes()))
        }
        _ => None,
    }
}
