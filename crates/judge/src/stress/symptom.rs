//! How a disagreement between two programs shows.

use bstr::ByteSlice;
use thiserror::Error;

use super::script_run::{ScriptRun, ScriptStep};
use crate::{JudgedRun, Verdict};
use admiralty_compare::{CONTEXT_LINES_MAX, Difference, Snippet, SnippetLine};
use admiralty_core::script::{Command, Keyword, Line, Reason, Tag};

/// How much of a text printed by the program is kept, in characters.
const TEXT_MAX: usize = 60;

/// How a disagreement shows: what the first difference is, but not where.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Error)]
pub enum Symptom {
    /// The program did not end normally. `is_right` if its output is known to be right.
    #[error("{end}{}", if *is_right { ", with the right output" } else { "" })]
    Ended {
        verdict: Verdict,
        end: String,
        is_right: bool,
    },
    /// From then on, the states differ.
    #[error("{command}: {reason} expected, but it is executed")]
    Executed { command: String, reason: String },
    /// From then on, the states differ.
    #[error("{command}: refused with {reason}, but legal")]
    Refused { command: String, reason: String },
    #[error("{command}: {expected} expected, {found} found")]
    OtherReason {
        command: String,
        expected: String,
        found: String,
    },
    #[error("{command}: not quoted correctly")]
    Misquoted { command: String },
    /// Of several targets that cannot all be served.
    #[error("{command}: another target is named")]
    OtherTarget { command: String },
    #[error("an error is not reported in the usual form")]
    Misworded,
    #[error("the wrong player has won")]
    WrongWinner,
    #[error("a victory is missed")]
    MissedVictory,
    #[error("a victory is reported, but nobody has won")]
    WrongVictory,
    #[error("SHOOT: {expected} expected, {found} found")]
    Announcement { expected: String, found: String },
    #[error("PRINT: {0}")]
    Board(BoardFault),
    #[error("SAVE: unexpected {word}")]
    UnexpectedLine { word: String },
    #[error("SAVE: {word} is missing")]
    MissingLine { word: String },
    #[error("SAVE: word {number} of {word}")]
    SavedWord { word: String, number: usize },
    #[error("{command}: the output ends early")]
    EndsEarly { command: String },
    #[error("the output has extra lines at the end")]
    EndsLate,
    #[error("only the line feed at the end")]
    FinalLineFeed,
    #[error("{command}: something else is printed")]
    Other { command: String },
}

/// The difference on a printed board, or in the line below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum BoardFault {
    #[error("too few or too many rows")]
    Height,
    #[error("rows of the wrong width")]
    Width,
    #[error("wrong numbers of rows or columns")]
    Numbers,
    #[error("an unknown field is shown")]
    UnknownField,
    #[error("a known field is not shown")]
    HiddenField,
    #[error("a reef is missing or misplaced")]
    Reef,
    #[error("a missed shot is missing or misplaced")]
    Miss,
    #[error("a ship is missing or misplaced")]
    Ship,
    #[error("a segment is healthy instead of destroyed, or the reverse")]
    Health,
    #[error("wrong section of a ship")]
    Section,
    #[error("wrong number of parts remaining")]
    Parts,
    #[error("the line of parts has the wrong form")]
    PartsForm,
}

impl Symptom {
    /// The symptom of a run that is not accepted.
    pub fn of(run: &ScriptRun, judged_run: &JudgedRun) -> Option<Self> {
        match (judged_run.verdict, judged_run.telling_difference()) {
            (Verdict::Accepted, _) => None,
            (_, Some(difference)) => Some(Self::of_output(Some(run), difference)),
            (verdict, None) => {
                let end = match &judged_run.detail {
                    Some(detail) => detail.to_string(),
                    None => verdict.to_string(),
                };
                let is_right = !run.output.is_empty()
                    && judged_run.comparison.is_some()
                    && judged_run.difference().is_none();
                Some(Self::Ended {
                    verdict,
                    end,
                    is_right,
                })
            }
        }
    }

    /// The symptom of a wrong output; the script need not be known.
    pub fn of_output(run: Option<&ScriptRun>, difference: &Difference) -> Self {
        use OutputLine::{Call, End, Failure, Misworded, Parts, Row, Saved, Victory};

        if difference.is_final_newline {
            return Self::FinalLineFeed;
        }
        let lines = [&difference.expected, &difference.found].map(Snippet::bytes);
        let printing = run.and_then(|run| run.printing(difference.expected.line));
        let command = printing.map_or_else(String::new, name_of);
        match lines.map(OutputLine::of) {
            [Failure(expected), Failure(found)] => Self::of_failures(run, &expected, &found),
            [_, Misworded] => Self::Misworded,
            [Failure(failure), _] => Self::executed(&failure),
            [_, Failure(failure)] => Self::refused(&failure),
            [Victory, Victory] => Self::WrongWinner,
            [Victory, _] => Self::MissedVictory,
            [_, Victory] => Self::WrongVictory,
            [_, End] => Self::EndsEarly { command },
            [End, _] => Self::EndsLate,
            [Row, Row] => Self::Board(BoardFault::of_rows(difference)),
            [Parts, Parts] => {
                let [expected, found] = lines.map(without_digits);
                Self::Board(if expected == found {
                    BoardFault::Parts
                } else {
                    BoardFault::PartsForm
                })
            }
            [Row | Parts, Row | Parts] => Self::Board(BoardFault::Height),
            [Call(expected), Call(found)] => Self::Announcement {
                expected: text(expected),
                found: text(found),
            },
            [Saved(expected), Saved(found)] => {
                Self::of_saved(difference, lines, text(expected), text(found))
            }
            _ => Self::Other { command },
        }
    }

    /// The program executes a command that should be refused.
    fn executed(failure: &FailureLine<'_>) -> Self {
        Self::Executed {
            command: name(failure.command),
            reason: text(failure.reason),
        }
    }

    /// The program refuses a legal command.
    fn refused(failure: &FailureLine<'_>) -> Self {
        Self::Refused {
            command: name(failure.command),
            reason: text(failure.reason),
        }
    }

    /// Two lines of saved states, classified by their first words.
    fn of_saved(
        difference: &Difference,
        lines: [Option<&[u8]>; 2],
        expected: String,
        found: String,
    ) -> Self {
        let follows = |snippet: &Snippet, line: Option<&[u8]>| {
            let mut near = snippet.after.iter().take(CONTEXT_LINES_MAX);
            near.any(|other| Some(other.text.as_bytes()) == line)
        };
        if follows(&difference.found, lines[0]) {
            Self::UnexpectedLine { word: found }
        } else if follows(&difference.expected, lines[1]) || expected != found {
            Self::MissingLine { word: expected }
        } else {
            let [one, other] = lines.map(|line| tokens(line.unwrap_or_default()));
            let same = one.zip(other).take_while(|(one, other)| one == other);
            Self::SavedWord {
                number: same.count() + 1,
                word: expected,
            }
        }
    }

    /// Two failures, classified by their commands and reasons.
    fn of_failures(
        run: Option<&ScriptRun>,
        expected: &FailureLine<'_>,
        found: &FailureLine<'_>,
    ) -> Self {
        let is_same = tokens(expected.command).eq(tokens(found.command));
        let command = name(expected.command);
        let unfeasible = Reason::ShootsAreUnfeasible.text().as_bytes();
        let is_unfeasible = expected.reason == unfeasible && found.reason == unfeasible;
        // If both shots are unfeasible, the targets are of the same turn.
        if is_unfeasible && !is_same {
            return Self::OtherTarget { command };
        }
        if !is_same {
            let executed = run.and_then(|run| run.steps.split_last());
            let mut executed = executed.map_or(&[][..], |(_, steps)| steps).iter();
            // The same tag occurs again in what the program has gone on with.
            let is_later = found.reason == Reason::GroupNotClosed.text().as_bytes();
            if !is_later && executed.any(|step| step.is(found.command)) {
                return Self::refused(found);
            }
            if command != name(found.command) {
                return Self::executed(expected);
            }
        }
        if expected.reason == found.reason {
            return Self::Misquoted { command };
        }
        Self::OtherReason {
            command,
            expected: text(expected.reason),
            found: text(found.reason),
        }
    }

    /// The command that is executed instead of refused, or the reverse.
    pub fn state_change(&self) -> Option<&str> {
        match self {
            Self::Executed { command, .. } | Self::Refused { command, .. } => Some(command),
            _ => None,
        }
    }

    /// Whether a board shows a different state; the command that prints it need not be to blame.
    pub const fn is_of_state(&self) -> bool {
        use BoardFault::{Health, Miss, Reef, Ship};
        matches!(self, Self::Board(Reef | Miss | Ship | Health))
    }

    /// Whether a board shows what the player does not know, or hides what it knows.
    pub const fn is_of_view(&self) -> bool {
        use BoardFault::{HiddenField, UnknownField};
        matches!(self, Self::Board(UnknownField | HiddenField))
    }

    /// The line of the script, from 0, at which the difference shows.
    pub fn line(run: &ScriptRun, difference: &Difference) -> Option<usize> {
        let refused = match OutputLine::of(difference.found.bytes()) {
            OutputLine::Failure(failure) => run.steps.iter().find(|step| step.is(failure.command)),
            _ => None,
        };
        let printing = || run.printing(difference.expected.line);
        let step = refused.or_else(printing).or(run.steps.last());
        step.map(|step| step.line)
    }
}

impl BoardFault {
    /// Two rows, classified by the characters that differ.
    fn of_rows(difference: &Difference) -> Self {
        let glyphs = [&difference.expected, &difference.found].map(glyph);
        let is_any = |kind: &[u8]| glyphs.iter().flatten().any(|glyph| kind.contains(glyph));
        match glyphs {
            [None, _] | [_, None] => Self::Width,
            _ if is_any(b"0123456789") => Self::Numbers,
            [Some(b'?'), _] => Self::UnknownField,
            [_, Some(b'?')] => Self::HiddenField,
            _ if is_any(b"#") => Self::Reef,
            _ if is_any(b"o") => Self::Miss,
            _ if is_any(b" ") => Self::Ship,
            _ if is_any(b"xX") => Self::Health,
            _ => Self::Section,
        }
    }
}

/// The byte of a line that differs.
fn glyph(snippet: &Snippet) -> Option<u8> {
    let SnippetLine { skipped, text, .. } = snippet.text.as_ref()?;
    let at = snippet.byte.checked_sub(1 + skipped)?;
    text.get(usize::try_from(at).ok()?).copied()
}

fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    Line::words(line)
}

fn without_digits(line: Option<&[u8]>) -> Vec<u8> {
    let bytes = line.unwrap_or_default().iter().copied();
    bytes.filter(|byte| !byte.is_ascii_digit()).collect()
}

fn text(bytes: &[u8]) -> String {
    bytes.to_str_lossy().chars().take(TEXT_MAX).collect()
}

/// The name of a command in a symptom: its form.
fn name(command: &[u8]) -> String {
    let first = tokens(command).next().unwrap_or_default();
    match (Command::parse(command), Tag::from_token(first)) {
        (Ok(command), _) => form(&command).to_owned(),
        (_, Some(tag)) => name_of_tag(tag).to_owned(),
        _ => text(first),
    }
}

/// The name of a command's form: its keyword, or its syntax if there are two forms.
fn form(command: &Command) -> &'static str {
    match command {
        Command::ShootFrom { .. } => "SHOOT i C y x",
        Command::SpyFrom { .. } => "SPY i y x",
        Command::Shoot(_) => "SHOOT y x",
        Command::Spy(_) => "SPY y x",
        command => command.keyword().text(),
    }
}

/// The name of an executed line.
pub fn name_of(step: &ScriptStep) -> String {
    match (&step.command, step.tag) {
        (Some(command), _) => form(command).to_owned(),
        (_, Some(tag)) => name_of_tag(tag).to_owned(),
        _ => String::new(),
    }
}

const fn name_of_tag(tag: Tag) -> &'static str {
    match tag {
        Tag::State => "[state]",
        Tag::Player(_) => "[playerX]",
    }
}

/// A line of output, by its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputLine<'l> {
    End,
    Failure(FailureLine<'l>),
    /// A failure in another form.
    Misworded,
    /// `A won`
    Victory,
    /// `PARTS REMAINING:: ...`
    Parts,
    /// A row of a board, or the numbers above it.
    Row,
    /// The result of an announced shot: the word.
    Call(&'l [u8]),
    /// A line of a saved state: its first word.
    Saved(&'l [u8]),
    Other,
}

/// `INVALID OPERATION "command": REASON`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FailureLine<'l> {
    command: &'l [u8],
    reason: &'l [u8],
}

impl<'l> OutputLine<'l> {
    /// Classifies a line, given without its line feed.
    pub fn of(line: Option<&'l [u8]>) -> Self {
        const FAILURE: &[u8] = b"INVALID OPERATION \"";
        let Some(line) = line else {
            return Self::End;
        };
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if Line::is_board_text(line) {
            return Self::Row;
        }
        let parts = line.strip_prefix(FAILURE).and_then(|rest| {
            let at = rest.rfind("\": ")?;
            Some((&rest[..at], rest[at + 3..].trim_ascii()))
        });
        if let Some((command, reason)) = parts {
            return Self::Failure(FailureLine { command, reason });
        }
        let mut tokens = tokens(line);
        let first = tokens.next().unwrap_or_default();
        match first {
            b"INVALID" => Self::Misworded,
            b"PARTS" => Self::Parts,
            b"MISS" | b"HIT" | b"SUNK" => Self::Call(first),
            b"A" | b"B" if tokens.next() == Some(b"won") => Self::Victory,
            _ if Keyword::from_token(first).is_some() || Tag::from_token(first).is_some() => {
                Self::Saved(first)
            }
            _ => Self::Other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_recognised() {
        let failure = |command, reason| OutputLine::Failure(FailureLine { command, reason });
        for (line, expected) in [
            ("", OutputLine::Row),
            (" 0123\r", OutputLine::Row),
            ("??+ x", OutputLine::Row),
            ("A won", OutputLine::Victory),
            ("A", OutputLine::Other),
            ("PARTS REMAINING:: A : 3 B : 0", OutputLine::Parts),
            ("[state]", OutputLine::Saved(b"[state]")),
            ("SHIP A 0 0 N 0 DES 11", OutputLine::Saved(b"SHIP")),
            ("HIT 3 4", OutputLine::Call(b"HIT")),
            ("INVALID OPERATION \"SAVE \": NO", failure(b"SAVE ", b"NO")),
            ("INVALID OPERATION MOVE: NO", OutputLine::Misworded),
            ("Segmentation fault", OutputLine::Other),
        ] {
            assert_eq!(OutputLine::of(Some(line.as_bytes())), expected, "{line}");
        }
        assert_eq!(OutputLine::of(None), OutputLine::End);
    }
}
