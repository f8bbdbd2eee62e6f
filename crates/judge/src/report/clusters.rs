//! Programs that fail in the same way, and their common mistakes, in words that fit all of them.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use bstr::ByteSlice;
use serde::Serialize;

use super::ProgramTable;
use super::causes::FailureCause;
use crate::stress::{OutputLine, Symptom};
use crate::system::signal_name;
use crate::{CaseResult, ExpectedStatus, Verdict, VerdictDetail};
use admiralty_compare::{Difference, Snippet};

/// The most characters of a line or a word that are shown.
const TEXT_MAX: usize = 60;
/// The mistake of a program whose output is empty.
const NOTHING: &str = " print nothing";

/// Programs that fail in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailureCluster {
    /// Their common mistake, in one sentence.
    pub description: String,
    /// The programs, at least two.
    pub programs: Vec<ClusterProgram>,
    /// One of the failures.
    pub example: FailurePlace,
}

/// A program, and the cases that it fails in the same way as others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ClusterProgram {
    /// The program.
    pub program: String,
    /// Its own cases, at least one.
    pub cases: Vec<String>,
}

/// A program, and a case that it fails.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FailurePlace {
    /// The program.
    pub program: String,
    /// The case.
    pub case: String,
}

/// Groups the failures of a class, the most important groups first: those with the most failures.
///
/// A group is a mistake that shows alike in all cases, such as a missing blank; or the same first
/// difference in the same case, or in several cases of the same programs; or programs that print the same
/// wrong output wherever they fail. A failure can be in several groups.
pub fn clusters(table: &ProgramTable) -> Vec<FailureCluster> {
    let failures = failures(table);
    let mut groups = by_mistake(&failures);
    groups.retain(|group| group.cases.len() > 1);
    let same_outputs = by_outputs(&failures);
    let is_new = |group: &FailureGroup| !groups.iter().any(|other| other.covers(group));
    let same_outputs: Vec<_> = same_outputs.into_iter().filter(is_new).collect();
    groups.extend(same_outputs);
    groups.sort_by_key(|group| (Reverse(group.failures()), group.all_cases()));
    groups.iter().map(|group| group.cluster(table)).collect()
}

/// A failed case of a program, by their numbers.
struct ClusteredFailure<'t> {
    program: usize,
    case: usize,
    found: &'t CaseResult,
    mistake: Mistake,
}

#[derive(Default)]
struct FailureGroup {
    /// The programs, and the cases of each.
    cases: BTreeMap<usize, BTreeSet<usize>>,
    /// A program and a case.
    example: (usize, usize),
    /// The mistakes.
    texts: BTreeSet<String>,
}

impl FailureGroup {
    fn add(&mut self, failure: &ClusteredFailure<'_>, text: &str) {
        if self.cases.is_empty() {
            self.example = (failure.program, failure.case);
        }
        let cases = self.cases.entry(failure.program).or_default();
        cases.insert(failure.case);
        self.texts.insert(text.to_owned());
    }

    /// Adds the cases of another group of the same programs.
    fn merge(&mut self, other: Self) {
        if self.cases.is_empty() {
            *self = other;
            return;
        }
        for (program, cases) in other.cases {
            self.cases.entry(program).or_default().extend(cases);
        }
        self.texts.extend(other.texts);
    }

    fn failures(&self) -> usize {
        self.cases.values().map(BTreeSet::len).sum()
    }

    /// The cases of all programs.
    fn all_cases(&self) -> BTreeSet<usize> {
        self.cases.values().flatten().copied().collect()
    }

    fn covers(&self, other: &Self) -> bool {
        let has = |(program, cases): (_, &BTreeSet<_>)| {
            let own = self.cases.get(program);
            own.is_some_and(|own| own.is_superset(cases))
        };
        other.cases.iter().all(has)
    }

    fn cluster(&self, table: &ProgramTable) -> FailureCluster {
        let program = |at: usize| table.programs[at].program.clone();
        let case = |at: usize| table.cases[at].clone();
        let what = match self.texts.first() {
            Some(text) if self.texts.len() == 1 => text,
            _ => " fail in the same way",
        };
        let programs = self.cases.iter().map(|(&at, cases)| ClusterProgram {
            program: program(at),
            cases: cases.iter().copied().map(case).collect(),
        });
        FailureCluster {
            description: format!("{} programs{what}", self.cases.len()),
            programs: programs.collect(),
            example: FailurePlace {
                program: program(self.example.0),
                case: case(self.example.1),
            },
        }
    }
}

impl FailureCluster {
    /// The programs by their cases, those with the same cases together, as in `anna, bob: T1, T2`. Of
    /// more than `names_max` programs or cases, the first are named.
    pub fn lines(&self, names_max: usize) -> Vec<String> {
        let named = |names: &[&str]| match names.len().saturating_sub(names_max) {
            0 => names.join(", "),
            more => format!("{} and {more} more", names[..names_max].join(", ")),
        };
        let mut by_cases: Vec<(&[String], Vec<&str>)> = Vec::new();
        for ClusterProgram { program, cases } in &self.programs {
            match by_cases.iter_mut().find(|(others, _)| others == cases) {
                Some((_, programs)) => programs.push(program),
                None => by_cases.push((cases, vec![program])),
            }
        }
        let lines = by_cases.iter().map(|(cases, programs)| {
            let cases: Vec<_> = cases.iter().map(String::as_str).collect();
            format!("{}: {}", named(programs), named(&cases))
        });
        lines.collect()
    }
}

fn failures(table: &ProgramTable) -> Vec<ClusteredFailure<'_>> {
    let numbers: HashMap<_, _> = table.cases.iter().zip(0..).collect();
    let rows = table.programs.iter().enumerate();
    let results =
        rows.flat_map(|(program, row)| row.cases.iter().map(move |found| (program, found)));
    let failure = |(program, found): (usize, _)| {
        let found: &CaseResult = found;
        Some(ClusteredFailure {
            program,
            case: *numbers.get(&found.name)?,
            found,
            mistake: Mistake::of(found)?,
        })
    };
    results.filter_map(failure).collect()
}

fn by_mistake(failures: &[ClusteredFailure<'_>]) -> Vec<FailureGroup> {
    let (mut general, mut specific) = (BTreeMap::new(), BTreeMap::new());
    for failure in failures {
        let text = &failure.mistake.text;
        let group: &mut FailureGroup = if failure.mistake.is_general {
            general.entry(text).or_default()
        } else {
            let difference = failure.found.worst_run.telling_difference();
            let place = difference.map(|it| (it.found.line, it.expected.shown(), it.found.shown()));
            specific.entry((failure.case, text, place)).or_default()
        };
        group.add(failure, text);
    }
    let mut by_programs: BTreeMap<_, FailureGroup> = BTreeMap::new();
    for group in specific.into_values() {
        let programs: Vec<_> = group.cases.keys().copied().collect();
        by_programs.entry(programs).or_default().merge(group);
    }
    general
        .into_values()
        .chain(by_programs.into_values())
        .collect()
}

/// Groups of at least two programs that print the same wrong outputs in all cases that they fail.
fn by_outputs(failures: &[ClusteredFailure<'_>]) -> Vec<FailureGroup> {
    type Outputs<'f> = Vec<(usize, Verdict, Option<&'f str>)>;
    let mut by_program: BTreeMap<usize, Outputs<'_>> = BTreeMap::new();
    for failure in failures {
        let run = &failure.found.worst_run;
        let output = (failure.case, run.verdict, run.output_hash.as_deref());
        by_program.entry(failure.program).or_default().push(output);
    }
    let printed =
        |outputs: &Outputs<'_>| outputs.iter().filter(|output| output.2.is_some()).count();
    by_program.retain(|_, outputs| printed(outputs) > 1);
    let mut groups: BTreeMap<_, FailureGroup> = BTreeMap::new();
    for failure in failures {
        if let Some(outputs) = by_program.get(&failure.program) {
            let group = groups.entry(outputs).or_default();
            group.add(failure, " print the same wrong outputs");
        }
    }
    let groups = groups.into_values();
    groups.filter(|group| group.cases.len() > 1).collect()
}

/// The mistake of a program in a case.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Mistake {
    /// The rest of a sentence about several programs: ` print nothing`, or a colon and the symptom.
    pub text: String,
    /// Whether the same words mean the same mistake in other cases, too.
    pub is_general: bool,
}

impl Mistake {
    /// The mistake in a case; `None` if the case has not failed, or the judge has.
    pub fn of(found: &CaseResult) -> Option<Self> {
        let (run, expected) = (&found.worst_run, &found.expectation.expected);
        if found.status != ExpectedStatus::Failed || run.verdict == Verdict::JudgeError {
            return None;
        }
        match FailureCause::of(found) {
            Some(cause @ FailureCause::ExitCode(code)) => {
                let remedy = cause.remedy().unwrap_or_default();
                return Some(Self::general(format!(
                    " end with exit code {code} after the right output: {remedy} would accept them"
                )));
            }
            Some(cause @ FailureCause::LineEnds) => {
                let remedy = cause.remedy().unwrap_or_default();
                return Some(Self::general(format!(
                    " print Windows line ends: {remedy} would accept them"
                )));
            }
            _ => {}
        }
        if let Some(difference) = run.telling_difference() {
            return Some(Self::of_output(difference));
        }
        Some(Self::specific(match run.verdict {
            Verdict::Accepted => format!(" are accepted, but {expected} is expected"),
            Verdict::TimeLimitExceeded => " take too much time".to_owned(),
            Verdict::IdlenessLimitExceeded => " wait until the time limit".to_owned(),
            Verdict::MemoryLimitExceeded => " use too much memory".to_owned(),
            Verdict::OutputLimitExceeded => " print too much".to_owned(),
            verdict => match &run.detail {
                Some(VerdictDetail::NothingPrinted) => return Some(Self::general(NOTHING)),
                Some(detail) => described(detail),
                None => format!(" get {verdict}"),
            },
        }))
    }

    fn of_output(difference: &Difference) -> Self {
        let Difference {
            expected, found, ..
        } = difference;
        if let Some(text) = spacing(difference) {
            return Self::general(text);
        }
        let kinds = [expected, found].map(|snippet| OutputLine::of(snippet.bytes()));
        match kinds {
            [_, OutputLine::End] if found.line == 1 => Self::general(NOTHING),
            [OutputLine::Row | OutputLine::Parts, OutputLine::End] => {
                Self::specific(" do not print the whole board")
            }
            [_, OutputLine::End] => Self::general(format!(" do not print {}", quoted(expected))),
            [OutputLine::End, OutputLine::Row] => Self::specific(" print more than expected"),
            [OutputLine::End, _] => Self::general(format!(" print {} at the end", quoted(found))),
            [OutputLine::Other, _] | [_, OutputLine::Other] => {
                let [expected, found] = [expected, found].map(quoted);
                Self::general(format!(" print {found} instead of {expected}"))
            }
            kinds => {
                let symptom = Symptom::of_output(None, difference);
                let is_board = kinds
                    .iter()
                    .all(|kind| matches!(kind, OutputLine::Row | OutputLine::Call(_)));
                let is_state = symptom.is_of_state() || symptom.is_of_view();
                Self {
                    text: format!(": {symptom}"),
                    is_general: !is_board && !is_state,
                }
            }
        }
    }

    fn general(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_general: true,
        }
    }

    fn specific(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            is_general: false,
        }
    }
}

fn described(detail: &VerdictDetail) -> String {
    match detail {
        VerdictDetail::Exited(code) => format!(" end with exit code {code}"),
        VerdictDetail::Signalled(signal) => match signal_name(*signal) {
            Some(name) => format!(" are killed by signal {signal} ({name})"),
            None => format!(" are killed by signal {signal}"),
        },
        VerdictDetail::Processes(_) => format!(" start {detail}"),
        // For example, the words of a checker.
        _ => format!(": {}", shortened(detail.to_string().as_bytes())),
    }
}

/// The mistake if only the white space in the lines differs.
fn spacing(difference: &Difference) -> Option<String> {
    if let Some(text) = line_feeds(difference) {
        return Some(text.to_owned());
    }
    let lines = [&difference.expected, &difference.found].map(Snippet::bytes);
    let [Some(expected), Some(found)] = lines else {
        return None;
    };
    let marks = |line: &'_ [u8]| {
        line.bytes()
            .filter(|byte| !is_blank(*byte))
            .collect::<Vec<_>>()
    };
    if marks(expected) != marks(found) {
        return None;
    }
    let is_row = |line| OutputLine::of(Some(line)) == OutputLine::Row;
    if is_row(expected) || is_row(found) {
        // On a board, only blanks at the ends are white space.
        let ends = [expected, found]
            .map(|line| line.trim_end_with(|c| u8::try_from(c).is_ok_and(is_blank)));
        return (ends[0] == ends[1]).then(|| {
            let change = match expected.len().cmp(&found.len()) {
                _ if found.ends_with(b"\r") => "print carriage returns",
                std::cmp::Ordering::Greater => "leave out the blanks",
                _ => "print too many blanks",
            };
            format!(" {change} at the ends of rows of a board")
        });
    }
    let same = expected
        .iter()
        .zip(found)
        .take_while(|(one, other)| one == other);
    let at = same.count();
    let gaps = [expected, found].map(|line| LineGap::at(line, at));
    let change = match gaps.each_ref().map(|gap| gap.blanks) {
        [_, blanks] if blanks.contains(&b'\r') => "print a carriage return",
        [_, blanks] if blanks.contains(&b'\t') => "print a tab",
        [b"", b" "] => "print an extra blank",
        [b" ", b""] => "print no blank",
        [_, b""] => "print no blanks",
        [one, other] if one.len() < other.len() => "print too many blanks",
        _ => "print too few blanks",
    };
    Some(format!(" {change} {}", gaps[0].place()))
}

/// The mistake if only line feeds differ.
fn line_feeds(difference: &Difference) -> Option<&'static str> {
    let Difference {
        expected, found, ..
    } = difference;
    if difference.is_final_newline {
        let is_missing = !found.text.as_ref().is_some_and(|line| line.is_terminated);
        return Some(if is_missing {
            " print no line feed at the end"
        } else {
            " print an extra line feed at the end"
        });
    }
    let is_empty = |snippet: &Snippet| {
        let line = snippet.bytes();
        line.is_some_and(|line| line.iter().copied().all(is_blank))
    };
    let is_next = |ahead: &Snippet, behind: &Snippet| {
        let next = ahead.after.first().map(|line| line.text.as_bytes());
        next.is_some() && next == behind.bytes()
    };
    match [expected, found].map(is_empty) {
        [true, false] if is_next(expected, found) => Some(" leave out an empty line"),
        [false, true] if is_next(found, expected) => Some(" print an extra empty line"),
        _ => None,
    }
}

/// Blanks in a line, and the words around them.
struct LineGap<'l> {
    before: &'l [u8],
    blanks: &'l [u8],
    after: &'l [u8],
}

impl<'l> LineGap<'l> {
    /// The blanks that an offset is in, or next to; there need not be any.
    fn at(line: &'l [u8], at: usize) -> Self {
        let is_mark = |byte: &u8| !is_blank(*byte);
        let start = line[..at].iter().rposition(is_mark).map_or(0, |at| at + 1);
        let length = line[at..].iter().position(is_mark);
        let end = length.map_or(line.len(), |length| at + length);
        let word = |part: &'l [u8]| part.split(|byte| is_blank(*byte));
        Self {
            before: word(&line[..start]).next_back().unwrap_or_default(),
            blanks: &line[start..end],
            after: word(&line[end..]).next().unwrap_or_default(),
        }
    }

    fn place(&self) -> String {
        match (self.before, self.after) {
            (b"", b"") => "in an empty line".to_owned(),
            (b"", _) => "at the beginning of a line".to_owned(),
            (before, _) if before.iter().all(u8::is_ascii_digit) => "after a number".to_owned(),
            (before, _) => format!("after {}", shortened(before)),
        }
    }
}

fn quoted(snippet: &Snippet) -> String {
    format!("\"{}\"", shortened(snippet.bytes().unwrap_or_default()))
}

fn shortened(text: &[u8]) -> String {
    let text = text.to_str_lossy();
    match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_compare::{ComparisonMode, compare};

    fn mistake(answer: &str, output: &str) -> String {
        let compared = compare(ComparisonMode::Exact, answer.as_bytes(), output.as_bytes());
        let mistake = Mistake::of_output(&compared.difference.expect("one"));
        let sign = if mistake.is_general { "" } else { "*" };
        format!("{sign}{}", mistake.text)
    }

    #[test]
    fn mistakes_are_described_in_words() {
        let failure =
            |command: &str, reason| format!("INVALID OPERATION \"{command}\": {reason}\n");
        let [cannot, moved] = ["SHIP CANNOT MOVE", "SHIP MOVED ALREADY"];
        let move_failure = |reason| failure("MOVE 1 2 L", reason);
        for row in [
            "[playerB] \nx\n|[playerB]\nx\n| print no blank after [playerB]",
            "SAVE 1  2\n|SAVE 1 2\n| print too few blanks after a number",
            "A won\n|Awon\n| print no blank after A",
            "A won\n|A won \n| print an extra blank after won",
            "A won\n| A won\n| print an extra blank at the beginning of a line",
            "A won\n|A\twon\n| print a tab after A",
            "A won\n|A won\r\n| print a carriage return after won",
            "A won\n|A won| print no line feed at the end",
            "A won|A won\n| print an extra line feed at the end",
            "A won\nx y|A won\n\nx y| print an extra empty line",
            "A won\n\nx y|A won\nx y| leave out an empty line",
            "+x \n  #\n|+x\n  #\n| leave out the blanks at the ends of rows of a board",
            "+x\n  #\n|+ x\n  #\n|*: PRINT: a ship is missing or misplaced",
            "+x\n|| print nothing",
            "+x\n++\n|+x\n|* do not print the whole board",
            "x\nA won\n|x\n| do not print \"A won\"",
            "x\n|x\nbye bye\n| print \"bye bye\" at the end",
            "A won\n|A wins\n| print \"A wins\" instead of \"A won\"",
            "A won\n|B won\n|: the wrong player has won",
        ] {
            let [answer, output, expected] = row.split('|').collect::<Vec<_>>()[..] else {
                panic!("{row}")
            };
            assert_eq!(mistake(answer, output), expected, "{row}");
        }
        let found = mistake(&move_failure(moved), &move_failure(cannot));
        assert_eq!(
            found,
            ": MOVE: SHIP MOVED ALREADY expected, SHIP CANNOT MOVE found"
        );
        let found = mistake(&move_failure(moved), "+ x\n");
        assert_eq!(
            found,
            ": MOVE: SHIP MOVED ALREADY expected, but it is executed"
        );
    }

    #[test]
    fn details_are_described_in_words() {
        let message = "row 3 is short; 4 fields expected";
        for (detail, expected) in [
            (
                VerdictDetail::Signalled(11),
                " are killed by signal 11 (SIGSEGV)",
            ),
            (VerdictDetail::Signalled(99), " are killed by signal 99"),
            (VerdictDetail::Exited(3), " end with exit code 3"),
            (
                VerdictDetail::Processes(64),
                " start more than 64 processes or 1024 threads",
            ),
            (
                VerdictDetail::Message(message.to_owned()),
                ": row 3 is short; 4 fields expected",
            ),
        ] {
            assert_eq!(described(&detail), expected);
        }
    }
}
