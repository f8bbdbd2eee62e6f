//! A linter for scripts that reports all errors and suspicious commands with their positions.
//!
//! A run ends with the first error. A check skips that command and continues, so one error
//! may cause others; a diagnostic that may be such a consequence says so.

mod finding;
mod removed;
mod skipped;

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::mem;

use admiralty_message::{Message, message};
use finding::{Finding, FoundError};
use removed::{LostShips, Removed};
use skipped::SkippedLines;

use super::{
    Diagnostic, Ending, Event, Failure, FailureKind, RelatedLine, Session, Severity, StreamError,
};
use crate::game::Refusal;
use crate::player::Player;
use crate::script::{
    ChunkEnd, Command, Keyword, Line, LineChunk, LineReader, Tag, Tokens, is_program_output,
};
use crate::strangers::{is_binary, is_utf16};

/// How much of a file shows that it is not text.
const BEGINNING_BYTES: usize = 8000;

/// No more findings than this wait for one on an earlier line.
const WAITING_MAX: usize = 10_000;

/// Finds all errors and suspicious commands of a script, and reports them in the order of their lines, each as soon
/// as nothing can be found any more on an earlier one.
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
    mut report: impl FnMut(&Diagnostic) -> io::Result<()>,
) -> Result<(), StreamError> {
    let mut reader = LineReader::new(input);
    reader.fill().map_err(StreamError::Read)?;
    let mut linter = Linter::new(reader.peek());
    let mut waiting = BTreeMap::new();
    let mut found = 0_u64;
    let mut report = |linter: &mut Linter| {
        for diagnostic in linter.take_findings() {
            found += 1;
            waiting.insert((diagnostic.line, found), diagnostic);
        }
        let undecided = linter.first_undecided().unwrap_or(u64::MAX);
        while let Some(first) = waiting.first_entry()
            && (first.key().0 < undecided || waiting.len() > WAITING_MAX)
            && let Some((_, diagnostic)) = waiting.pop_first()
        {
            report(&diagnostic).map_err(StreamError::Write)?;
        }
        Ok(())
    };
    while !linter.is_over
        && let Some(chunk) = reader.next_line().map_err(StreamError::Read)?
    {
        linter.chunk(chunk);
        report(&mut linter)?;
    }
    linter.finish();
    report(&mut linter)
}

/// Checks a script line by line. A clone continues from the same line, and of two equal ones the same lines have the
/// same findings.
///
/// ```
/// use admiralty_core::interpreter::check::Linter;
/// let mut linter = Linter::new(b"[state]");
/// linter.line(b"[state]");
/// linter.line(b"REEF 99 0");
/// assert_eq!(linter.take_findings().next().map(|found| found.line), Some(2));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Linter {
    /// The number of the current line, from 1.
    line: u64,
    /// How a run would have ended so far.
    outcome: Option<RunOutcome>,
    /// How often somebody has won, even if the run had ended before.
    victories: u64,
    found: Vec<Finding>,
    session: Session,
    /// Whether this is a binary file instead of a script; then only its first error is reported.
    is_binary: bool,
    /// Whether a line has shown that no line is text.
    is_over: bool,
    skipped: SkippedLines,
    /// The objects that a command in the open group has removed from the board, and the warning to
    /// report unless the group puts them back.
    removed: Option<(Removed, Diagnostic)>,
    lost_ships: LostShips,
    /// The warning to report if the open group is never closed.
    opening: Option<Diagnostic>,
    /// The warning to report unless a later `EXTENDED_SHIPS` makes `AUTO_SHOOTING` effective.
    idle_auto: Option<Diagnostic>,
    /// Whether the line being read in parts was refused, so that its other parts are skipped.
    skips_line: bool,
}

/// How a run ends.
#[derive(Clone, PartialEq, Eq)]
enum RunOutcome {
    Failed {
        line: u64,
    },
    /// By a victory; with whether it was reported that more lines follow.
    Won {
        line: u64,
        winner: Player,
        is_reported: bool,
    },
}

impl Linter {
    /// A linter for a script, of which the beginning shows whether it is text.
    pub fn new(beginning: &[u8]) -> Self {
        Self {
            found: Vec::new(),
            session: Session::new(),
            line: 0,
            is_binary: is_binary(&beginning[..beginning.len().min(BEGINNING_BYTES)]),
            is_over: false,
            outcome: None,
            victories: 0,
            skipped: SkippedLines::default(),
            removed: None,
            lost_ships: LostShips::default(),
            opening: None,
            idle_auto: None,
            skips_line: false,
        }
    }

    /// Checks the next line, given without its line feed. Returns what it did, unless it was refused.
    pub fn line(&mut self, text: &[u8]) -> Option<Event> {
        if self.is_over {
            self.line += 1;
            return None;
        }
        if text.len() > Line::BYTES_MAX {
            self.part(text, true);
            return None;
        }
        self.whole_line(text)
    }

    /// Ends the script, which reveals what was never closed or never effective.
    pub fn finish(&mut self) {
        if self.is_over {
            self.removed = None;
            self.opening = None;
            self.idle_auto = None;
            return;
        }
        if let Some(ending) = Ending::of(self.session.end_input()) {
            self.ended(&ending, WrittenLine::new(&Line::Blank, &[]), None);
        }
        self.report_removed();
        let warnings = self.opening.take().into_iter().chain(self.idle_auto.take());
        self.found.extend(warnings.map(Finding::Warning));
    }

    /// The game and the open group after the last line; refused lines were skipped.
    pub const fn session(&self) -> &Session {
        &self.session
    }

    /// The number of the last line, from 1; 0 before the first.
    pub const fn line_number(&self) -> u64 {
        self.line
    }

    /// Makes this the state after more or fewer lines; returns whether that is possible: only if it remembers no line.
    pub fn shift_lines(&mut self, lines: i64) -> bool {
        if lines == 0 {
            return true;
        }
        let Some(line) = self.line.checked_add_signed(lines) else {
            return false;
        };
        let remembers = self.outcome.is_some()
            || !self.found.is_empty()
            || !self.skipped.is_empty()
            || !self.lost_ships.is_empty()
            || self.removed.is_some()
            || self.opening.is_some()
            || self.idle_auto.is_some();
        if remembers || !self.session.shift_lines(lines) {
            return false;
        }
        self.line = line;
        true
    }

    /// The line after which a run executes nothing, because it was refused or won.
    pub const fn end_of_run(&self) -> Option<u64> {
        match &self.outcome {
            Some(RunOutcome::Failed { line } | RunOutcome::Won { line, .. }) => Some(*line),
            None => None,
        }
    }

    /// Whether somebody has won, even if the run had ended before.
    pub const fn has_victory(&self) -> bool {
        self.victories > 0
    }

    /// Makes the run end where that of another state has ended, or not yet. Lines without findings and victories
    /// lead from this state to the same one as from the other.
    pub fn end_run_as(&mut self, other: &Self) {
        self.outcome.clone_from(&other.outcome);
    }

    /// What was found since the last call, in the order in which it was found. Each is explained only when it is asked
    /// for, which takes longer than to find it.
    pub fn take_findings(&mut self) -> impl Iterator<Item = Diagnostic> + use<> {
        mem::take(&mut self.found).into_iter().map(Finding::explain)
    }

    /// The first line on which a later line may reveal something.
    fn first_undecided(&self) -> Option<u64> {
        let removed = self.removed.as_ref().map(|(_, warning)| warning);
        let undecided = [removed, self.opening.as_ref(), self.idle_auto.as_ref()];
        undecided.into_iter().flatten().map(|one| one.line).min()
    }

    /// Checks a chunk of the input.
    fn chunk(&mut self, chunk: LineChunk<'_>) {
        if chunk.is_part {
            self.part(chunk.text, chunk.end != ChunkEnd::InLine);
        } else {
            self.whole_line(chunk.text);
        }
    }

    fn whole_line(&mut self, text: &[u8]) -> Option<Event> {
        self.line += 1;
        let line = self.session.read(text);
        let line = WrittenLine::new(&line, text);
        let tag = line.intended_tag();
        if tag.is_none() && *line.read != Line::Blank {
            self.warn_after_the_end(text);
        }
        self.follow_board(text, line.read);
        let applied = self.session.apply(line.read, text);
        let event = applied.as_ref().ok().copied();
        let Some(ending) = Ending::of(applied) else {
            self.executed(text, line.read);
            self.follow_group(text);
            return event;
        };
        self.ended(&ending, line, tag);
        self.is_over = self.is_not_text(text);
        if !self.is_over {
            self.follow_group(text);
        }
        event
    }

    fn part(&mut self, text: &[u8], is_last: bool) {
        if !self.skips_line {
            if let Err(failure) = self.session.apply_part(text, is_last) {
                self.line += 1;
                self.skips_line = !is_last;
                let text = &text[..text.len().min(Line::BYTES_MAX)];
                let line = self.session.read(text);
                let line = WrittenLine::new(&line, text);
                self.ended(&Ending::Failed(failure), line, None);
                self.is_over = self.is_binary;
                return;
            }
            self.line += u64::from(is_last);
        }
        self.skips_line &= !is_last;
    }

    /// Reports how the execution ended on a line, and continues.
    fn ended(&mut self, ending: &Ending, line: WrittenLine<'_>, tag: Option<Tag>) {
        // At the end of the input, the tag of the open group is missing.
        let tag = tag.or_else(|| match self.session.open_group() {
            Some((open, _)) if line.text.is_empty() => Some(open),
            _ => None,
        });
        let left_out = tag.is_none().then_some(line);
        self.one_ending(ending, left_out);
        for ending in self.session.resume(ending, tag, line.text) {
            self.one_ending(&ending, None);
        }
    }

    /// Reports one ending; `left_out` is the line, unless it takes effect nevertheless.
    fn one_ending(&mut self, ending: &Ending, left_out: Option<WrittenLine<'_>>) {
        match ending {
            Ending::Won(winner) => {
                self.victories += 1;
                // A victory after an error may be a consequence of the error.
                self.outcome.get_or_insert(RunOutcome::Won {
                    line: self.line,
                    winner: *winner,
                    is_reported: false,
                });
            }
            Ending::Failed(failure) => {
                let found = self.failure(failure);
                if let Some(line) = left_out {
                    let player = match self.session.open_group() {
                        Some((Tag::Player(player), _)) => Some(player),
                        _ => None,
                    };
                    let rules = self.session.game().rules();
                    self.skipped.left_out(self.line, line, player, rules);
                } else if !matches!(failure.kind, FailureKind::Refusal(_)) {
                    self.skipped.groups_are_doubtful(self.line);
                }
                self.found.extend(found.map(Finding::Error));
            }
        }
    }

    fn failure(&mut self, failure: &Failure) -> Option<FoundError> {
        let mut found = FoundError {
            failure: failure.clone(),
            is_binary: self.is_binary,
            severity: Severity::Error,
            note: failure
                .refusal()
                .and_then(|refusal| self.lost_ships.note(refusal)),
            run_note: None,
            follows: None,
        };
        match self.outcome {
            None => {
                self.outcome = Some(RunOutcome::Failed { line: self.line });
                let note = if self.is_not_text(&failure.text) {
                    message!(
                        "note-both-stop",
                        "the run stops here, and so does the check"
                    )
                } else {
                    message!(
                        "note-run-stops",
                        "the run stops here; the lines after it are only checked"
                    )
                };
                found.run_note = Some(note);
            }
            Some(RunOutcome::Failed { .. }) => {
                let mover = self.session.game().next_player();
                found.follows = self.skipped.behind(&failure.kind, mover);
            }
            // A run ends before this line, so refusals by the rules do not matter.
            Some(RunOutcome::Won { .. }) if matches!(failure.kind, FailureKind::Refusal(_)) => {
                return None;
            }
            Some(RunOutcome::Won { .. }) => found.severity = Severity::Warning,
        }
        Some(found)
    }

    /// Whether a line shows that no line is text.
    fn is_not_text(&self, line: &[u8]) -> bool {
        self.is_binary || is_binary(line) || is_utf16(line)
    }

    /// Records what a command is about to remove from the board.
    fn follow_board(&mut self, text: &[u8], line: &Line) {
        let (Line::Command(command), Some((tag, _))) = (line, self.session.open_group()) else {
            return;
        };
        let game = self.session.game();
        if !command.keyword().belongs_in(tag, game.rules()) {
            return;
        }
        if let Some(removed) = Removed::by(command, self.line, game) {
            let mut warning = self.warning(
                "board-emptied",
                text,
                None,
                Message::default(),
                "empties the board",
            );
            let advice = match removed.keyword {
                Keyword::Rules => {
                    message!("note-rules-first", "RULES starts a new game: put it first")
                }
                _ => message!(
                    "note-board-size-first",
                    "BOARD_SIZE makes an empty board: put it before ships and reefs"
                ),
            };
            warning.notes.push(advice);
            self.report_removed();
            self.removed = Some((removed, warning));
        }
    }

    /// Reports what was removed from the board and not put back.
    fn report_removed(&mut self) {
        let Some((mut removed, mut warning)) = self.removed.take() else {
            return;
        };
        removed.keep_lost(self.session.game());
        self.lost_ships.extend(&removed);
        let Some(message) = removed.message() else {
            return;
        };
        warning.message = message;
        self.found.push(Finding::Warning(warning));
    }

    /// Records the warning for a group that was opened on this line.
    fn follow_group(&mut self, text: &[u8]) {
        let is_same = |(_, line)| line < self.line;
        if !self.session.open_group().is_some_and(is_same) {
            self.report_removed();
        }
        match self.session.open_group() {
            None => self.opening = None,
            Some((tag, line)) if line == self.line => {
                self.opening = Some(self.never_closed(tag, text));
            }
            Some(_) => {}
        }
    }

    /// Updates the state after a line was executed, and looks for suspicious commands.
    fn executed(&mut self, text: &[u8], line: &Line) {
        let Line::Command(command) = line else {
            return;
        };
        if let Some((tag, opened_on)) = self.session.open_group() {
            let rules = self.session.game().rules();
            self.skipped.executed(line, tag, opened_on, rules);
        }
        match command {
            Command::Rules(_) => {
                if let Some(diagnostic) = self.idle_auto.take() {
                    self.found.push(Finding::Warning(diagnostic));
                }
            }
            Command::ExtendedShips => self.idle_auto = None,
            Command::AutoShooting if !self.session.game().is_extended() => {
                self.idle_auto = Some(self.idle_auto_shooting(text));
            }
            _ => {}
        }
        self.suspect(text, command);
    }
}

/// A line as it is written and read.
#[derive(Clone, Copy)]
struct WrittenLine<'l> {
    read: &'l Line,
    text: &'l [u8],
    /// Whether it is no command, but what programs print.
    is_output: bool,
    /// The command word or tag that an unknown command is most similar to.
    nearest: Option<&'l str>,
}

impl<'l> WrittenLine<'l> {
    fn new(read: &'l Line, text: &'l [u8]) -> Self {
        let error = match read {
            Line::Invalid(error) => Some(error),
            _ => None,
        };
        let is_output = error.is_some() && is_program_output(text);
        Self {
            read,
            text,
            is_output,
            nearest: error.filter(|_| !is_output).and_then(|it| it.nearest(text)),
        }
    }

    /// The tag that the line is, or probably should be.
    fn intended_tag(self) -> Option<Tag> {
        match self.read {
            Line::Tag(tag) => Some(*tag),
            Line::Invalid(error) if error.keyword.is_none() && !self.is_output => {
                let first = &self.text[error.span()];
                Tag::from_token(first).or_else(|| Tag::from_token(self.nearest?.as_bytes()))
            }
            _ => None,
        }
    }

    /// The keyword of the command that the line is, or probably should be.
    fn intended_keyword(self) -> Option<Keyword> {
        match self.read {
            Line::Command(command) => Some(command.keyword()),
            Line::Invalid(error) => error
                .keyword
                .or_else(|| Keyword::from_token(self.nearest?.as_bytes())),
            Line::Blank | Line::Tag(_) => None,
        }
    }
}

/// The assignment allows at most this many ships of a class.
const COUNT_MAX: u32 = 10;

impl Linter {
    /// Reports suspicious arguments of a command that was executed.
    fn suspect(&mut self, text: &[u8], command: &Command) {
        let rules = self.session.game().rules();
        match command {
            Command::SetFleet { counts, .. } if !rules.announces_shots() => {
                let counts = (2..).zip(&rules.classes).zip(counts);
                for ((token, class), &count) in counts.filter(|&(_, &count)| count > COUNT_MAX) {
                    let message = message!(
                        "warning-large-count",
                        [count, class = class.name, max = COUNT_MAX],
                        "a fleet with {count} ships of class {class}; the assignment has at most {max} of each"
                    );
                    let label = format!("more than {COUNT_MAX}");
                    let found = self.warning("large-count", text, Some(token), message, label);
                    self.found.push(Finding::Warning(found));
                }
            }
            Command::InitPosition { player, start }
                if start.bottom < start.top || start.right < start.left =>
            {
                let token = if start.bottom < start.top { 4 } else { 5 };
                let message = message!(
                    "warning-empty-rectangle",
                    [player],
                    "{player}'s starting rectangle is empty, so no ship can be placed: the upper left field comes first"
                );
                let label = "above or left of the first field";
                let found = self.warning("empty-rectangle", text, Some(token), message, label);
                self.found.push(Finding::Warning(found));
            }
            _ => {}
        }
    }

    /// The warning for a group that is closed by the end of the input.
    fn never_closed(&self, tag: Tag, text: &[u8]) -> Diagnostic {
        let message = message!(
            "warning-group-never-closed",
            [tag],
            "this {tag} group is never closed; the end of the script closes it"
        );
        self.warning("group-never-closed", text, Some(0), message, "opened here")
    }

    /// The warning for `AUTO_SHOOTING` in a script without `EXTENDED_SHIPS`.
    fn idle_auto_shooting(&self, text: &[u8]) -> Diagnostic {
        let message = message!(
            "warning-idle-auto-shooting",
            "AUTO_SHOOTING does nothing without EXTENDED_SHIPS"
        );
        self.warning(
            "idle-auto-shooting",
            text,
            Some(0),
            message,
            "no EXTENDED_SHIPS",
        )
    }

    /// Reports, once, that lines after a victory are not executed.
    fn warn_after_the_end(&mut self, text: &[u8]) {
        let Some(RunOutcome::Won {
            line,
            winner,
            is_reported: is_reported @ false,
        }) = &mut self.outcome
        else {
            return;
        };
        if self.session.open_group().is_none() && is_program_output(text) {
            return;
        }
        *is_reported = true;
        let (line, winner) = (*line, *winner);
        let message = message!(
            "warning-after-the-end",
            [winner, line],
            "{winner} has won on line {line}, so this command and those after it are never executed"
        );
        let related = RelatedLine {
            line,
            message: "the game is won here",
        };
        let mut found = self.warning("after-the-end", text, None, message, "not executed");
        found.related.push(related);
        self.found.push(Finding::Warning(found));
    }

    /// A warning about a token of a line, or about the whole line.
    fn warning(
        &self,
        code: &'static str,
        text: &[u8],
        token: Option<usize>,
        message: Message,
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
            replacement: None,
            related: Vec::new(),
            run_note: None,
            follows: None,
        }
    }
}

impl Session {
    /// Continues after the line that ended the execution. A refused command is skipped; a
    /// tag, or `tag` if the line was meant to be one, takes effect nevertheless; and after a
    /// victory it is the other player's turn. Returns what else would have ended the
    /// execution.
    fn resume(&mut self, ending: &Ending, tag: Option<Tag>, text: &[u8]) -> Vec<Ending> {
        let mut endings = Vec::new();
        match ending {
            Ending::Won(_) => self.pass(),
            Ending::Failed(failure) => {
                self.give_way(&failure.kind, text, &mut endings);
                if let Some(tag) = tag {
                    self.obey(tag, text, &mut endings);
                }
            }
        }
        endings
    }

    /// Ends a turn that was won as if it had not been.
    fn pass(&mut self) {
        self.group = None;
        self.game
            .set_next_player(self.game.next_player().opponent());
    }

    /// Opens or closes a group, and removes whatever prevents it.
    fn obey(&mut self, tag: Tag, text: &[u8], endings: &mut Vec<Ending>) {
        loop {
            let failure = match self.tag(tag, text) {
                Ok(event) => {
                    if let Some(winner) = event.winner() {
                        self.pass();
                        endings.push(Ending::Won(winner));
                    }
                    return;
                }
                Err(failure) => failure,
            };
            endings.push(Ending::Failed(failure.clone()));
            if !self.give_way(&failure.kind, text, endings) {
                return;
            }
        }
    }

    /// Removes the cause of a refused tag. Returns whether it could.
    fn give_way(&mut self, kind: &FailureKind, text: &[u8], endings: &mut Vec<Ending>) -> bool {
        match kind {
            FailureKind::GroupNotClosed(open, _) => self.obey(*open, text, endings),
            FailureKind::Refusal(refusal) => match **refusal {
                Refusal::OtherPlayersTurn { expected } => {
                    self.game.set_next_player(expected.opponent());
                }
                Refusal::Infeasible { .. } => self.drop_targets(),
                _ => return false,
            },
            _ => return false,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::Replacement;

    #[test]
    fn an_error_of_the_report_ends_the_check() {
        let full = |_: &Diagnostic| Err(io::ErrorKind::StorageFull.into());
        let result = check(&b"FIRE\n"[..], full);
        assert!(matches!(result, Err(StreamError::Write(_))));
    }

    /// The findings in a script.
    fn findings(script: &[u8]) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let report = |diagnostic: &Diagnostic| {
            found.push(diagnostic.clone());
            Ok(())
        };
        check(script, report).expect("a slice is read");
        found
    }

    #[test]
    fn an_explanation_has_all_that_is_said() {
        let found = findings(b"[state]\nREEF 99 99\n[state]\nREEF\n");
        assert!(found[0].all_notes().count() == 1 && found[1].notes.len() == 1);
        for one in &found {
            let said = one.explanation_lines().map(|line| &**line);
            assert!(one.explanation().lines().eq(said));
        }
    }

    /// A long line is one line, however many parts it is read in.
    #[test]
    fn long_lines_are_counted() {
        let long = |text: &str| text.repeat(9 * Line::BYTES_MAX / text.len());
        let script = format!(
            "[state]\n{}\nFIRE\n{}\nSET_FLEET A 99 0 0 0\n[state]\n",
            long(" "),
            long("FIRE ")
        );
        let lines: Vec<_> = findings(script.as_bytes())
            .iter()
            .map(|one| one.line)
            .collect();
        assert_eq!(lines, [3, 4, 5]);
    }

    #[test]
    fn a_replacement_is_what_was_meant() {
        let setup = "[state]\nRULES ships\n";
        for (before, wrong, meant) in [
            ("", "[stat]", "[state]"),
            ("", "\u{feff}[state]", "[state]"),
            (setup, "REEFS 9 3", "REEF 9 3"),
            (setup, "  REEF  3  15", "  REEF  15 3"),
            (setup, "SHIP A 3 15 N 0 DES 11", "SHIP A 15 3 N 0 DES 11"),
            (
                setup,
                "SHIP A 15 3 north 0 DES 11",
                "SHIP A 15 3 N 0 DES 11",
            ),
            (
                setup,
                "SHIP A 15 3 N 0 destroyers 11",
                "SHIP A 15 3 N 0 DES 11",
            ),
            (setup, "RULES hasbor", "RULES hasbro"),
        ] {
            let found = findings(format!("{before}{wrong}\n").as_bytes());
            let replacement = found.into_iter().find_map(|one| one.replacement);
            let Replacement { span, text } = replacement.expect(wrong);
            let mut replaced = wrong.to_owned();
            replaced.replace_range(span, &text);
            assert_eq!(replaced, meant);
        }
        for wrong in ["# x", "[state] x", "INVALID OPERATION", "FIRE 1 2"] {
            let mut found = findings(wrong.as_bytes()).into_iter();
            assert!(found.all(|one| one.replacement.is_none()), "{wrong}");
        }
    }
}
