//! How a disagreement between two programs shows.

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

use super::output_line::OutputLine;
use crate::compare::{CONTEXT_LINES_MAX, Difference, Snippet, SnippetLine};
use crate::generator::{ScriptRun, ScriptRunStep, form};
use crate::{JudgedRun, Verdict};
use admiralty_core::rules::SHIPS;
use admiralty_core::script::{Reason, Tag, Tokens, parse_command};

/// How much of a text printed by the program is kept, in characters.
const TEXT_MAX: usize = 60;

/// How a disagreement shows: what the first difference is, but not where.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Symptom {
    pub kind: SymptomKind,
    pub text: String,
}

/// What a symptom tells about the states of the programs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum SymptomKind {
    /// The program did not end normally. `is_right` if its output is known to be right.
    Ended { verdict: Verdict, is_right: bool },
    /// This command is executed instead of refused, or the reverse; from then on the states differ.
    StateChange(String),
    /// A board shows a different state; the command that prints it need not be to blame.
    State,
    /// A board shows what the player does not know, or hides what it knows.
    View,
    /// Another target is named of those that cannot all be served.
    OtherTarget,
    /// Any other difference.
    Other,
}

impl Symptom {
    /// The symptom of a run that is not accepted.
    pub fn of(replay: &ScriptRun, judged_run: &JudgedRun) -> Option<Self> {
        match (judged_run.verdict, judged_run.telling_difference()) {
            (Verdict::Accepted, _) => None,
            (_, Some(difference)) => Some(Self::of_output(Some(replay), difference)),
            (verdict, None) => {
                let difference = judged_run.difference();
                let is_right = !replay.output.is_empty()
                    && judged_run.comparison.is_some()
                    && difference.is_none();
                let end = match &judged_run.detail {
                    Some(detail) => detail.to_string(),
                    None => verdict.to_string(),
                };
                let output = if is_right {
                    ", with the right output"
                } else {
                    ""
                };
                Some(Self {
                    kind: SymptomKind::Ended { verdict, is_right },
                    text: format!("{end}{output}"),
                })
            }
        }
    }

    fn other(text: impl Into<String>) -> Self {
        Self {
            kind: SymptomKind::Other,
            text: text.into(),
        }
    }

    /// The program executes a command that should be refused.
    fn executed(command: &[u8], reason: &[u8]) -> Self {
        let (command, reason) = (name(command), text(reason));
        Self {
            text: format!("{command}: {reason} expected, but it is executed"),
            kind: SymptomKind::StateChange(command),
        }
    }

    /// The program refuses a legal command.
    fn refused(command: &[u8], reason: &[u8]) -> Self {
        let (command, reason) = (name(command), text(reason));
        Self {
            text: format!("{command}: refused with {reason}, but legal"),
            kind: SymptomKind::StateChange(command),
        }
    }

    /// The symptom of a wrong output; the script need not be known.
    pub fn of_output(replay: Option<&ScriptRun>, difference: &Difference) -> Self {
        if difference.is_final_newline {
            return Self::other("only the line feed at the end");
        }
        let lines = [&difference.expected, &difference.found].map(Snippet::bytes);
        let printing = replay.and_then(|replay| replay.printing(difference.expected.line));
        let command = printing.map_or_else(String::new, name_of);
        match lines.map(OutputLine::of) {
            [
                OutputLine::Failure { command, reason },
                OutputLine::Failure {
                    command: other,
                    reason: why,
                },
            ] => Self::of_failures(replay, (command, reason), (other, why)),
            [_, OutputLine::Misworded] => Self::other("an error is not reported in the usual form"),
            [OutputLine::Failure { command, reason }, _] => Self::executed(command, reason),
            [_, OutputLine::Failure { command, reason }] => Self::refused(command, reason),
            [OutputLine::Victory, OutputLine::Victory] => Self::other("the wrong player has won"),
            [OutputLine::Victory, _] => Self::other("a victory is missed"),
            [_, OutputLine::Victory] => Self::other("a victory is reported, but nobody has won"),
            [_, OutputLine::End] => Self::other(command + ": the output ends early"),
            [OutputLine::End, _] => Self::other("the output has extra lines at the end"),
            [OutputLine::Row, OutputLine::Row] => Self::of_rows(difference),
            [OutputLine::Parts, OutputLine::Parts] => {
                let [expected, found] = lines.map(without_digits);
                Self::other(if expected == found {
                    "PRINT: wrong number of parts remaining"
                } else {
                    "PRINT: the line of parts has the wrong form"
                })
            }
            [
                OutputLine::Row | OutputLine::Parts,
                OutputLine::Row | OutputLine::Parts,
            ] => Self::other("PRINT: too few or too many rows"),
            [OutputLine::Call(expected), OutputLine::Call(found)] => {
                let [expected, found] = [expected, found].map(text);
                Self::other(format!("SHOOT: {expected} expected, {found} found"))
            }
            [OutputLine::Saved(expected), OutputLine::Saved(found)] => {
                Self::of_saved(difference, lines, &text(expected), &text(found))
            }
            _ => Self::other(command + ": something else is printed"),
        }
    }

    /// Two rows of boards, classified by the characters that differ.
    fn of_rows(difference: &Difference) -> Self {
        let glyphs = [&difference.expected, &difference.found].map(glyph);
        let is_any = |kind: &[u8]| glyphs.iter().flatten().any(|glyph| kind.contains(glyph));
        let healthy = "a segment is healthy instead of destroyed, or the reverse";
        let (kind, fault) = match glyphs {
            [None, _] | [_, None] => (SymptomKind::Other, "rows of the wrong width"),
            _ if is_any(b"0123456789") => (SymptomKind::Other, "wrong numbers of rows or columns"),
            [Some(b'?'), _] => (SymptomKind::View, "an unknown field is shown"),
            [_, Some(b'?')] => (SymptomKind::View, "a known field is not shown"),
            _ if is_any(b"#") => (SymptomKind::State, "a reef is missing or misplaced"),
            _ if is_any(b"o") => (SymptomKind::State, "a missed shot is missing or misplaced"),
            _ if is_any(b" ") => (SymptomKind::State, "a ship is missing or misplaced"),
            _ if is_any(b"xX") => (SymptomKind::State, healthy),
            _ => (SymptomKind::Other, "wrong section of a ship"),
        };
        let text = format!("PRINT: {fault}");
        Self { kind, text }
    }

    /// Two lines of saved states, classified by their first words.
    fn of_saved(
        difference: &Difference,
        lines: [Option<&[u8]>; 2],
        expected: &str,
        found: &str,
    ) -> Self {
        let follows = |snippet: &Snippet, line: Option<&[u8]>| {
            let mut near = snippet.after.iter().take(CONTEXT_LINES_MAX);
            near.any(|other| Some(other.text.as_bytes()) == line)
        };
        Self::other(if follows(&difference.found, lines[0]) {
            format!("SAVE: unexpected {found}")
        } else if follows(&difference.expected, lines[1]) || expected != found {
            format!("SAVE: {expected} is missing")
        } else {
            let [one, other] = lines.map(|line| tokens(line.unwrap_or_default()));
            let same = one.zip(other).take_while(|(one, other)| one == other);
            format!("SAVE: word {} of {expected}", same.count() + 1)
        })
    }

    /// Two failures, classified by their commands and reasons.
    fn of_failures(
        replay: Option<&ScriptRun>,
        expected: (&[u8], &[u8]),
        found: (&[u8], &[u8]),
    ) -> Self {
        let is_same = tokens(expected.0).eq(tokens(found.0));
        let command = name(expected.0);
        let unfeasible = Reason::ShootsAreUnfeasible.text().as_bytes();
        let is_unfeasible = expected.1 == unfeasible && found.1 == unfeasible;
        // If both shots are unfeasible, the targets are of the same turn.
        if !is_same && !is_unfeasible {
            let executed = replay.and_then(|replay| replay.steps.split_last());
            let mut executed = executed.map_or(&[][..], |(_, steps)| steps).iter();
            if executed.any(|step| step.is(found.0)) {
                return Self::refused(found.0, found.1);
            }
            if command != name(found.0) {
                return Self::executed(expected.0, expected.1);
            }
        }
        if is_unfeasible && !is_same {
            return Self {
                kind: SymptomKind::OtherTarget,
                text: format!("{command}: another target is named"),
            };
        }
        Self::other(if expected.1 == found.1 {
            format!("{command}: not quoted correctly")
        } else {
            let [expected, found] = [expected.1, found.1].map(text);
            format!("{command}: {expected} expected, {found} found")
        })
    }

    /// The line of the script, from 0, at which the difference shows.
    pub fn line(replay: &ScriptRun, difference: &Difference) -> Option<usize> {
        let refused = match OutputLine::of(difference.found.bytes()) {
            OutputLine::Failure { command, .. } => {
                replay.steps.iter().find(|step| step.is(command))
            }
            _ => None,
        };
        let printing = || replay.printing(difference.expected.line);
        let step = refused.or_else(printing).or(replay.steps.last());
        step.map(|step| step.line)
    }
}

/// The byte of a line that differs.
fn glyph(snippet: &Snippet) -> Option<u8> {
    let SnippetLine { skipped, text, .. } = snippet.text.as_ref()?;
    let at = snippet.byte.checked_sub(1 + skipped)?;
    text.get(usize::try_from(at).ok()?).copied()
}

fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    Tokens::new(line).map(|token| token.text)
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
    match (parse_command(command, &SHIPS), Tag::from_token(first)) {
        (Ok(command), _) => form(&command).to_owned(),
        (_, Some(tag)) => name_of_tag(tag).to_owned(),
        _ => text(first),
    }
}

/// The name of an executed line.
pub fn name_of(step: &ScriptRunStep) -> String {
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
