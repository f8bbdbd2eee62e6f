//! How it shows that two programs do not agree.

use std::fmt;

use bstr::ByteSlice;

use super::board_fault::BoardFault;
use super::output_line::OutputLine;
use crate::game::Reason;
use crate::generator::{Replay, ReplayStep, form};
use crate::judge::compare::{CONTEXT_LINES_MAX, Difference, Snippet};
use crate::judge::{JudgedRun, Verdict};
use crate::rules::SHIPS;
use crate::script::{Tag, Tokens, parse_command};

/// The most of a text of the program's own that is kept, in characters.
const TEXT_MAX: usize = 60;

/// How it shows that two programs do not agree: what their first difference is, but
/// not where.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Symptom {
    /// The program did not end well: its verdict, and what that does not say. The
    /// output was right, or says nothing.
    Ended {
        verdict: Verdict,
        detail: String,
        is_right: bool,
    },
    /// Both refuse a command, for these reasons.
    Reasons {
        command: String,
        expected: String,
        found: String,
    },
    /// The program executes what is to be refused for a reason.
    Executed { command: String, reason: String },
    /// It refuses for a reason what is to be executed.
    Refused { command: String, reason: String },
    /// It quotes the command otherwise.
    Quoted { command: String },
    /// It does not say in the known form that a command is refused.
    Misworded,
    /// Somebody has won, or has not.
    Victory { is_expected: bool },
    /// The other player has won.
    Winner,
    /// A board has something else on a field, or another form.
    Board(BoardFault),
    /// The number of parts, or the line around it.
    Parts { is_number: bool },
    /// What becomes of a shot that is announced.
    Call { expected: String, found: String },
    /// A line of a state that is saved: the word that it begins with, and which
    /// token differs.
    Saved { command: String, token: usize },
    /// A line of a state that is saved is missing.
    Unsaved { command: String },
    /// A line that does not belong to the state that is saved.
    Invented { command: String },
    /// The output ends before what a command prints.
    Missing { command: String },
    /// The output goes on after the end.
    Surplus,
    /// Only a line feed at the end.
    FinalNewline,
    /// Something else than what a command prints.
    Other { command: String },
}

impl Symptom {
    /// What a run shows, if it is not accepted.
    pub fn of(replay: &Replay, judged_run: &JudgedRun) -> Option<Self> {
        let difference = judged_run.difference();
        let detail = judged_run.detail.as_deref().unwrap_or_default();
        // What follows says whether the output was right.
        let (detail, _) = detail.split_once(';').unwrap_or((detail, ""));
        match (judged_run.verdict, difference) {
            (Verdict::Accepted, _) => None,
            (Verdict::WrongAnswer | Verdict::PresentationError, Some(difference)) => {
                Some(Self::of_output(replay, difference))
            }
            // Who ends with an exit status has printed something else before, unless
            // the output breaks off.
            (Verdict::RuntimeError, Some(difference))
                if detail.starts_with("exit status")
                    && OutputLine::of(line(&difference.found)) != OutputLine::End =>
            {
                Some(Self::of_output(replay, difference))
            }
            (verdict, difference) => Some(Self::Ended {
                verdict,
                detail: detail.to_owned(),
                is_right: !replay.output.is_empty()
                    && judged_run.comparison.is_some()
                    && difference.is_none(),
            }),
        }
    }

    fn of_output(replay: &Replay, difference: &Difference) -> Self {
        if difference.is_final_newline {
            return Self::FinalNewline;
        }
        let lines = [&difference.expected, &difference.found].map(line);
        let printing = replay.printing(difference.expected.line);
        let command = || printing.map_or_else(String::new, name_of);
        match lines.map(OutputLine::of) {
            [
                OutputLine::Failure { command, reason },
                OutputLine::Failure {
                    command: other,
                    reason: why,
                },
            ] => Self::of_failures(replay, (command, reason), (other, why)),
            [_, OutputLine::Misworded] => Self::Misworded,
            [OutputLine::Failure { command, reason }, _] => Self::Executed {
                command: name(command),
                reason: text(reason),
            },
            [_, OutputLine::Failure { command, reason }] => Self::Refused {
                command: name(command),
                reason: text(reason),
            },
            [OutputLine::Victory, OutputLine::Victory] => Self::Winner,
            [expected @ OutputLine::Victory, _] | [expected, OutputLine::Victory] => {
                Self::Victory {
                    is_expected: expected == OutputLine::Victory,
                }
            }
            [_, OutputLine::End] => Self::Missing { command: command() },
            [OutputLine::End, _] => Self::Surplus,
            [OutputLine::Row, OutputLine::Row] => Self::Board(BoardFault::of(difference)),
            [OutputLine::Parts, OutputLine::Parts] => Self::Parts {
                is_number: {
                    let [expected, found] = lines.map(without_digits);
                    expected == found
                },
            },
            [
                OutputLine::Row | OutputLine::Parts,
                OutputLine::Row | OutputLine::Parts,
            ] => Self::Board(BoardFault::Height),
            [OutputLine::Call(expected), OutputLine::Call(found)] => Self::Call {
                expected: text(expected),
                found: text(found),
            },
            [OutputLine::Saved(expected), OutputLine::Saved(found)] => {
                Self::of_saved(difference, lines, text(expected), text(found))
            }
            _ => Self::Other { command: command() },
        }
    }

    /// Two lines of saved states, by their first words.
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
            Self::Invented { command: found }
        } else if follows(&difference.expected, lines[1]) || expected != found {
            Self::Unsaved { command: expected }
        } else {
            Self::Saved {
                command: expected,
                token: differing_token(lines),
            }
        }
    }

    /// Two failures, by their commands and reasons.
    fn of_failures(replay: &Replay, expected: (&[u8], &[u8]), found: (&[u8], &[u8])) -> Self {
        let is_same = tokens(expected.0).eq(tokens(found.0));
        let unfeasible = Reason::ShootsAreUnfeasible.text().as_bytes();
        if !is_same && expected.1 == unfeasible && found.1 == unfeasible {
            // Another target of the same turn.
            let command = name(expected.0);
            return Self::Quoted { command };
        }
        let executed = replay
            .steps
            .split_last()
            .map_or(&[][..], |(_, steps)| steps);
        let was_executed = || executed.iter().any(|step| step.is(found.0));
        if !is_same && was_executed() {
            return Self::Refused {
                command: name(found.0),
                reason: text(found.1),
            };
        }
        let command = name(expected.0);
        if !is_same && command != name(found.0) {
            return Self::Executed {
                command,
                reason: text(expected.1),
            };
        }
        if expected.1 == found.1 {
            return Self::Quoted { command };
        }
        Self::Reasons {
            command,
            expected: text(expected.1),
            found: text(found.1),
        }
    }

    /// The line of a script, from 0, at which it shows in this trial.
    pub fn line(replay: &Replay, difference: &Difference) -> Option<usize> {
        let refused = match OutputLine::of(line(&difference.found)) {
            OutputLine::Failure { command, .. } => {
                replay.steps.iter().find(|step| step.is(command))
            }
            _ => None,
        };
        let printing = || replay.printing(difference.expected.line);
        let step = refused.or_else(printing).or(replay.steps.last());
        step.map(|step| step.line)
    }

    /// Whether a board shows it that need not be to blame.
    pub const fn is_of_state(&self) -> bool {
        matches!(
            self,
            Self::Board(
                BoardFault::Ship | BoardFault::Damage | BoardFault::Reef | BoardFault::Miss
            )
        )
    }

    /// The command that is executed instead of refused, or the reverse, after which the
    /// state is another one.
    pub fn changes_state(&self) -> Option<&str> {
        match self {
            Self::Executed { command, .. } | Self::Refused { command, .. } => Some(command),
            _ => None,
        }
    }

    /// Whether it is about what a player knows.
    pub const fn is_of_view(&self) -> bool {
        matches!(self, Self::Board(BoardFault::Seen | BoardFault::Unseen))
    }
}

fn line(snippet: &Snippet) -> Option<&[u8]> {
    snippet.text.as_ref().map(|line| line.text.as_bytes())
}

fn tokens(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    Tokens::new(line).map(|token| token.text)
}

fn without_digits(line: Option<&[u8]>) -> Vec<u8> {
    let bytes = line.unwrap_or_default().iter().copied();
    bytes.filter(|byte| !byte.is_ascii_digit()).collect()
}

/// Which token of two lines is the first that differs.
fn differing_token([expected, found]: [Option<&[u8]>; 2]) -> usize {
    let [expected, found] = [expected, found].map(|line| tokens(line.unwrap_or_default()));
    expected
        .zip(found)
        .take_while(|(expected, found)| expected == found)
        .count()
}

fn text(bytes: &[u8]) -> String {
    bytes.to_str_lossy().chars().take(TEXT_MAX).collect()
}

/// What a command is called in a failure, by its kind.
fn name(command: &[u8]) -> String {
    let first = tokens(command).next().unwrap_or_default();
    match (parse_command(command, &SHIPS), Tag::from_token(first)) {
        (Ok(command), _) => form(&command).to_owned(),
        (_, Some(tag)) => name_of_tag(tag).to_owned(),
        _ => text(first),
    }
}

/// The same of a line that was executed.
pub fn name_of(step: &ReplayStep) -> String {
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

impl fmt::Display for Symptom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ended {
                verdict,
                detail,
                is_right,
            } => {
                f.write_str(if detail.is_empty() {
                    verdict.code()
                } else {
                    detail
                })?;
                f.write_str(if *is_right {
                    ", with the right output"
                } else {
                    ""
                })
            }
            Self::Reasons {
                command,
                expected,
                found,
            } => write!(f, "{command}: {expected} expected, {found} found"),
            Self::Executed { command, reason } => {
                write!(f, "{command}: {reason} expected, but it is executed")
            }
            Self::Refused { command, reason } => {
                write!(f, "{command}: refused with {reason}, but legal")
            }
            Self::Quoted { command } => write!(f, "{command}: not quoted as it is to be"),
            Self::Misworded => f.write_str("an error is not reported in the usual form"),
            Self::Victory { is_expected: true } => f.write_str("a victory is missed"),
            Self::Victory { .. } => f.write_str("a victory is reported where nobody has won"),
            Self::Winner => f.write_str("the wrong player has won"),
            Self::Board(field) => write!(f, "PRINT: {field}"),
            Self::Parts { is_number: true } => {
                f.write_str("PRINT: wrong number of parts remaining")
            }
            Self::Parts { .. } => f.write_str("PRINT: the line of the parts has another form"),
            Self::Call { expected, found } => {
                write!(f, "SHOOT: {expected} expected, {found} found")
            }
            Self::Saved { command, token } => write!(f, "SAVE: word {} of {command}", token + 1),
            Self::Unsaved { command } => write!(f, "SAVE: {command} is missing"),
            Self::Invented { command } => write!(f, "SAVE: {command} is not to be there"),
            Self::Missing { command } => write!(f, "{command}: nothing is printed any more"),
            Self::Surplus => f.write_str("the output goes on after its end"),
            Self::FinalNewline => f.write_str("only the line feed at the end"),
            Self::Other { command } => write!(f, "{command}: something else is printed"),
        }
    }
}
