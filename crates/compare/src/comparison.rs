//! Compares two texts, and describes their first difference in words, with the board that contains
//! it.

use std::ops::Range;

use admiralty_escape::escape;
use admiralty_message::{Message, message};
use serde::{Deserialize, Serialize};

use super::{ComparisonMode, TextPart, common_prefix, is_space, line_start, lines, tokens};
use crate::snippet::{
    CONTEXT_LINES_MAX, LINES_MAX, ShownCharacter, Snippet, SnippetLine, cell_at, cells,
};

/// Replaces a line that does not exist.
const END: &str = "(it ends here)";

/// The most rows and columns of a board that are shown.
const ROWS_MAX: usize = LINES_MAX;
const COLUMNS_MAX: u64 = 200;

const SIDE_MIN: usize = 2;

const GLYPHS: &[u8] = b" +x?#@!%oX0123456789";

/// The result of a comparison.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// Whether the mode accepts the output.
    pub accepted: bool,
    /// The strictest mode that accepts the output. [`ComparisonMode::Float`] only if that is
    /// the mode of the comparison, because it depends on the tolerance.
    pub strictest: Option<ComparisonMode>,
    /// The first difference under the mode.
    pub difference: Option<Box<Difference>>,
}

/// The first difference between what was expected and what was found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Difference {
    /// The mode under which the texts differ.
    pub mode: ComparisonMode,
    /// Its place in the answer. The line numbers are the same in both texts, unless tokens are
    /// compared or one text has already ended.
    pub expected: Snippet,
    /// Its place in the output.
    pub found: Snippet,
    /// How many lines after those differ under the mode, compared pairwise to the ends of both
    /// texts. A line that only one text has differs, unless nothing in it counts.
    pub more_lines: u64,
    /// Whether the only difference is one line feed at the end.
    pub is_final_newline: bool,
}

impl Difference {
    /// The number of its line, the line in both texts, and how many more lines differ.
    pub fn lines(&self) -> Vec<String> {
        let shown = |snippet: &Snippet| match snippet.shown() {
            Some(text) => escape(&text).into_owned(),
            None => END.to_owned(),
        };
        let lines = [
            format!("line {}", self.found.line),
            format!("expected: {}", shown(&self.expected)),
            format!("found:    {}", shown(&self.found)),
        ];
        lines
            .into_iter()
            .chain(more_lines(self.more_lines).map(|more| more.to_string()))
            .collect()
    }

    /// Drops the lines that are not shown.
    pub fn forget_unshown_lines(&mut self) {
        let context = CONTEXT_LINES_MAX.cast_signed();
        let board = DrawnBoard::around(self).map(|board| {
            let first = -board.at.cast_signed();
            // One more on each side shows that the board goes on.
            first - 1..=first + board.rows.len().cast_signed()
        });
        let board = board.unwrap_or(0..=0);
        let first = (*board.start()).min(-context).unsigned_abs();
        let last = (*board.end()).max(context).unsigned_abs();
        for snippet in [&mut self.expected, &mut self.found] {
            let surplus = snippet.before.len().saturating_sub(first);
            snippet.before.drain(..surplus);
            snippet.before.shrink_to_fit();
            snippet.after.truncate(last);
            snippet.after.shrink_to_fit();
        }
    }

    /// The cells of the line with the difference in one of the texts, and the index of the first
    /// that differs.
    pub fn cells(&self, side: usize) -> Option<(Vec<ShownCharacter>, usize)> {
        let snippet = [&self.expected, &self.found][side];
        let line = snippet.text.as_ref()?;
        let mut cells = cells(line, true);
        let at = cell_at(line, &cells, snippet.byte);
        if line.left_out_after() == 0 && line.is_terminated && self.is_at_line_end() {
            cells.push(ShownCharacter::line_end(line));
        }
        Some((cells, at))
    }

    /// Whether it is at the end of one of the lines, and line ends count.
    fn is_at_line_end(&self) -> bool {
        let is_at_end = |snippet: &Snippet| {
            let line = snippet.text.as_ref();
            line.is_some_and(|line| line.length < snippet.byte)
        };
        self.mode.is_strict() && (is_at_end(&self.expected) || is_at_end(&self.found))
    }
}

impl Comparison {
    /// Whether the texts differ, but only in white space.
    pub fn is_about_space(&self) -> bool {
        let is_caseless = self.strictest == Some(ComparisonMode::Caseless);
        !self.accepted && self.strictest.is_some() && !is_caseless
    }
}

/// Compares an output with the answer.
pub fn compare(mode: ComparisonMode, answer: &[u8], output: &[u8]) -> Comparison {
    let accepts = |mode: &ComparisonMode| FirstDifference::find(*mode, answer, output).is_none();
    let first = FirstDifference::find(mode, answer, output);
    let from_strictest = [
        ComparisonMode::Exact,
        ComparisonMode::FinalNewline,
        ComparisonMode::Trailing,
        ComparisonMode::Tokens,
        ComparisonMode::Caseless,
        mode,
    ];
    Comparison {
        accepted: first.is_none(),
        strictest: from_strictest.into_iter().find(accepts),
        difference: first.map(|first| {
            Box::new(Difference {
                mode,
                expected: Snippet::new(answer, first.expected),
                found: Snippet::new(output, first.found),
                more_lines: count_more_lines(mode, answer, output, first),
                is_final_newline: first.is_final_newline,
            })
        }),
    }
}

/// The place of the difference: in the output, unless that has ended.
pub fn heading(difference: &Difference, board: Option<&DrawnBoard>) -> Message {
    let place = match &difference.found {
        found if found.text.is_some() => found,
        _ => &difference.expected,
    };
    let (line, column) = (place.line, place.column);
    let lines = |side: usize| board.and_then(|board| board_lines(board, side));
    match (lines(1), lines(0)) {
        (Some((first, last)), _) => message!(
            "difference-in-output",
            [line, column, first, last],
            "line {line}, column {column}, in the board in lines {first} to {last} of the output"
        ),
        (None, Some((first, last))) => message!(
            "difference-in-answer",
            [line, column, first, last],
            "line {line}, column {column}, in the board in lines {first} to {last} of the answer"
        ),
        (None, None) => message!("difference", [line, column], "line {line}, column {column}"),
    }
}

/// Remarks on what the lines do not show, a sentence each.
pub fn notes(difference: &Difference, board: Option<&DrawnBoard>) -> Vec<Message> {
    let hint = final_newline(difference)
        .or_else(|| moved_lines(difference))
        .or_else(|| length(difference, board));
    let more = more_lines(difference.more_lines);
    let goes_on = board.and_then(going_on);
    [goes_on, hint, more].into_iter().flatten().collect()
}

/// The rows of a board that contains a difference, in both texts: lines of equal width with only
/// the characters of boards.
#[derive(Clone, Debug)]
pub struct DrawnBoard {
    /// The rows, or those around the difference, in pairs.
    pub rows: Vec<BoardRow>,
    /// The index of the row with the difference.
    pub at: usize,
    /// Whether it has rows above those.
    pub goes_on_above: bool,
    /// Whether it has rows below those.
    pub goes_on_below: bool,
    /// The width of the board in the answer, or in the output if the answer has none there.
    pub width: u64,
}

/// A row of a board, in the answer and in the output, where they have it.
#[derive(Clone, Debug)]
pub struct BoardRow {
    /// The line number, and the columns that are shown.
    pub lines: [Option<(u64, SnippetLine)>; 2],
    /// What the lines show.
    pub cells: [Vec<ShownCharacter>; 2],
    /// Whether the kept parts of the lines differ under the mode.
    pub differs: bool,
}

impl DrawnBoard {
    /// The board that contains the difference, if any.
    pub fn around(difference: &Difference) -> Option<Self> {
        let Difference { mode, found, .. } = difference;
        let texts = [&difference.expected, found].map(|snippet| BoardLines {
            snippet,
            is_strict: mode.is_strict(),
        });
        let widths = texts.map(|lines| lines.width(0));
        let lines = match widths {
            [Some(_), Some(_)] => *texts.iter().find(|lines| lines.run().len() >= SIDE_MIN)?,
            [Some(_), None] => texts[0],
            [None, Some(_)] => texts[1],
            [None, None] => return None,
        };
        let run = lines.run();
        // One text may have something else in place of the board.
        let is_instead = widths.contains(&None) && run.start == 0;
        let is_marked = |row| texts.iter().any(|lines| lines.has_mark(row));
        if is_instead || !run.clone().any(is_marked) {
            return None;
        }
        let width = lines.width(0)?;
        let middle = (found.byte - 1).saturating_sub(COLUMNS_MAX / 2);
        let first_column = middle.min(width.saturating_sub(COLUMNS_MAX));
        let count = run.len().min(ROWS_MAX).cast_signed();
        let start = (-count / 2).clamp(run.start, run.end - count);
        let row = |row| BoardRow::new(texts.map(|text| text.snippet.get(row)), first_column, *mode);
        Some(Self {
            rows: (start..start + count).map(row).collect(),
            at: start.unsigned_abs(),
            goes_on_above: start > run.start,
            goes_on_below: start + count < run.end,
            width,
        })
    }
}

impl BoardRow {
    fn new(
        lines: [Option<(u64, &SnippetLine)>; 2],
        first_column: u64,
        mode: ComparisonMode,
    ) -> Self {
        let [expected, found] = lines.map(|line| line.map(|(_, line)| line.text.as_slice()));
        let [one, other] = lines.map(|line| line.map(|(_, line)| line.length));
        let differs = mode.lines_differ(expected, found) || (mode.is_strict() && one != other);
        let lines = lines.map(|line| line.map(|(number, line)| (number, cut(line, first_column))));
        let cells = lines.each_ref().map(|line| {
            line.as_ref()
                .map_or_else(Vec::new, |line| cells(&line.1, true))
        });
        Self {
            lines,
            cells,
            differs,
        }
    }

    /// Whether the cells of both lines differ in a way that counts.
    pub fn is_marked(&self, at: usize, mode: ComparisonMode) -> bool {
        let [expected, found] = self.cells.each_ref().map(|cells| cells.get(at));
        let is_same = match (expected, found) {
            (Some(one), Some(other)) => one.text == other.text,
            (Some(cell), None) | (None, Some(cell)) => {
                !mode.is_strict() && ["·", "→", "␍"].contains(&cell.text.as_str())
            }
            (None, None) => true,
        };
        self.differs && !is_same
    }
}

/// How many more lines differ, if there are any.
fn more_lines(count: u64) -> Option<Message> {
    let lines = if count == 1 {
        "line differs"
    } else {
        "lines differ"
    };
    (count > 0).then(|| message!("difference-more", [count], "and {count} more {lines}"))
}

/// How many pairs of lines differ after the first difference.
fn count_more_lines(
    mode: ComparisonMode,
    answer: &[u8],
    output: &[u8],
    first: FirstDifference,
) -> u64 {
    let following = |text, place: Option<usize>| {
        lines(text, place.map_or(text.len(), |at| line_start(text, at))).skip(1)
    };
    let pairs = pairs(
        following(answer, first.expected),
        following(output, first.found),
    );
    let is_other = |pair: &[Option<TextPart<'_>>; 2]| {
        let [expected, found] = pair.map(|line| Some(line?.bytes));
        mode.lines_differ(expected, found)
    };
    pairs.filter(is_other).count() as u64
}

/// The first difference: an offset in each text, which may be its end; `None` is the line after the
/// last one, which the text does not have.
#[derive(Clone, Copy, Debug)]
struct FirstDifference {
    expected: Option<usize>,
    found: Option<usize>,
    is_final_newline: bool,
}

impl FirstDifference {
    /// Finds the first difference, if the mode does not accept the texts.
    fn find(mode: ComparisonMode, expected: &[u8], found: &[u8]) -> Option<Self> {
        let same = common_prefix(expected, found);
        if same == expected.len().max(found.len()) {
            return None;
        }
        match mode {
            ComparisonMode::Exact | ComparisonMode::FinalNewline => {
                Self::of_bytes(mode, expected, found, same)
            }
            ComparisonMode::Trailing => {
                let start = line_start(expected, same);
                let pairs = pairs(lines(expected, start), lines(found, start));
                Self::of_parts(pairs, |one, other| !mode.lines_differ(one, other))
            }
            ComparisonMode::Tokens | ComparisonMode::Caseless | ComparisonMode::Float(_) => {
                // A token may begin inside the common prefix.
                let space = expected[..same].iter().rposition(|&byte| is_space(byte));
                let start = space.map_or(0, |at| at + 1);
                let pairs = pairs(tokens(expected, start), tokens(found, start));
                let is_same = |one: Option<&[u8]>, other: Option<&[u8]>| {
                    one.zip(other)
                        .is_some_and(|(one, other)| mode.same_token(one, other))
                };
                let first = Self::of_parts(pairs, is_same)?;
                Some(Self {
                    expected: first.expected.or(Some(expected.len())),
                    found: first.found.or(Some(found.len())),
                    ..first
                })
            }
        }
    }

    fn of_bytes(mode: ComparisonMode, expected: &[u8], found: &[u8], same: usize) -> Option<Self> {
        let is_line_start = same == 0 || expected[same - 1] == b'\n';
        let rests = (&expected[same..], &found[same..]);
        let is_final_newline = matches!(rests, (b"\n", []) | ([], b"\n"));
        if is_final_newline && mode == ComparisonMode::FinalNewline {
            return None;
        }
        let (expected, found) = match rests {
            _ if is_final_newline => (Some(same), Some(same)),
            // The lines are equal; one text ends, and the other has more lines.
            ([b'\n', ..], []) if !is_line_start => (Some(same + 1), None),
            ([], [b'\n', ..]) if !is_line_start => (None, Some(same + 1)),
            _ => (Some(same), Some(same)),
        };
        Some(Self {
            expected,
            found,
            is_final_newline,
        })
    }

    /// The first pair of lines or tokens that are not the same.
    fn of_parts<'t>(
        mut pairs: impl Iterator<Item = [Option<TextPart<'t>>; 2]>,
        is_same: impl Fn(Option<&'t [u8]>, Option<&'t [u8]>) -> bool,
    ) -> Option<Self> {
        let bytes = |part: Option<TextPart<'t>>| Some(part?.bytes);
        let pair = pairs.find(|&[one, other]| !is_same(bytes(one), bytes(other)))?;
        let [one, other] = pair.map(|part| bytes(part).unwrap_or_default());
        let same = common_prefix(one, other);
        let [expected, found] = pair.map(|part| Some(part?.offset + same));
        Some(Self {
            expected,
            found,
            is_final_newline: false,
        })
    }
}

/// Pairs of lines or tokens, to the end of the longer text.
fn pairs<'t>(
    mut expected: impl Iterator<Item = TextPart<'t>>,
    mut found: impl Iterator<Item = TextPart<'t>>,
) -> impl Iterator<Item = [Option<TextPart<'t>>; 2]> {
    std::iter::from_fn(move || {
        let pair = [expected.next(), found.next()];
        pair.iter().any(Option::is_some).then_some(pair)
    })
}

/// The first and the last line of a board in a text.
fn board_lines(board: &DrawnBoard, side: usize) -> Option<(u64, u64)> {
    let rows = board.rows.iter();
    let mut numbers = rows.filter_map(|row| Some(row.lines[side].as_ref()?.0));
    let first = numbers.next()?;
    Some((first, numbers.next_back().unwrap_or(first)))
}

/// In which directions a board goes on.
fn going_on(board: &DrawnBoard) -> Option<Message> {
    Some(match (board.goes_on_above, board.goes_on_below) {
        (true, true) => message!("difference-both-ways", "the board goes on above and below"),
        (true, false) => message!("difference-above", "the board goes on above"),
        (false, true) => message!("difference-below", "the board goes on below"),
        (false, false) => return None,
    })
}

fn final_newline(difference: &Difference) -> Option<Message> {
    let is_terminated = |snippet: &Snippet| Some(snippet.text.as_ref()?.is_terminated);
    let ends = [&difference.expected, &difference.found].map(is_terminated);
    difference.is_final_newline.then(|| match ends {
        [Some(true), Some(false)] => message!(
            "difference-no-line-feed",
            "the output does not end with a line feed, as the answer does"
        ),
        [Some(false), Some(true)] => message!(
            "difference-line-feed",
            "the output ends with a line feed, as the answer does not"
        ),
        [_, None] => message!(
            "difference-lacks-line-feed",
            "the output lacks a line feed at the end"
        ),
        _ => message!(
            "difference-extra-line-feed",
            "the output has an extra line feed at the end"
        ),
    })
}

/// Detects a missing line, an extra line, or two lines in the wrong order.
fn moved_lines(difference: &Difference) -> Option<Message> {
    let [expected, found] = [&difference.expected, &difference.found];
    let (one, other) = (expected.text.as_ref()?, found.text.as_ref()?);
    let is_next = |snippet: &Snippet, line: &SnippetLine| {
        let next = snippet.after.first();
        next.is_some_and(|next| is_same((next, line)))
    };
    // Rows of boards are often equal, so the lines that follow have to be shifted, too.
    let is_shifted = |ahead: &Snippet, behind: &Snippet| {
        let [ahead, behind] = [ahead, behind].map(|it| it.after.iter().take(CONTEXT_LINES_MAX));
        let mut paired = ahead.clone().zip(behind.clone());
        let are_paired = paired.len() > 0 && paired.all(is_same);
        ahead.skip(1).zip(behind).all(is_same) && !are_paired
    };
    let line = found.line;
    match (is_next(expected, other), is_next(found, one)) {
        (true, true) => Some(message!(
            "difference-order",
            "the two lines are in the wrong order"
        )),
        (true, false) if is_shifted(expected, found) => Some(message!(
            "difference-missing-line",
            [line, answer = expected.line + 1],
            "line {line} of the output is line {answer} of the answer; a line seems to be missing"
        )),
        (false, true) if is_shifted(found, expected) => Some(message!(
            "difference-extra-line",
            [line = line + 1, answer = expected.line],
            "line {line} of the output is line {answer} of the answer; there seems to be an extra line"
        )),
        _ => None,
    }
}

fn is_same((one, other): (&SnippetLine, &SnippetLine)) -> bool {
    one.text == other.text && one.length == other.length
}

/// The characters that are missing from the line, or surplus, if the rest of it is right.
fn length(difference: &Difference, board: Option<&DrawnBoard>) -> Option<Message> {
    let expected = difference.expected.text.as_ref()?;
    let found = difference.found.text.as_ref()?;
    if !difference.mode.is_strict() || !expected.is_whole() || !found.is_whole() {
        return None;
    }
    let is_short = expected.length > found.length;
    let (longer, shorter) = if is_short {
        (&expected.text, &found.text)
    } else {
        (&found.text, &expected.text)
    };
    let surplus = longer.len() - shorter.len();
    let pairs = longer.iter().zip(shorter.iter());
    let at = pairs.take_while(|(one, other)| one == other).count();
    let what = match &longer[at..at + surplus] {
        [] => return None,
        b"\r" => SurplusKind::CarriageReturn,
        text if text.iter().all(|&byte| byte == b' ') => SurplusKind::Blanks,
        _ => SurplusKind::Characters,
    };
    if longer[at + surplus..] == shorter[at..] && longer.is_ascii() {
        Some(would_be_right(what, surplus, is_short))
    } else if board.is_some_and(|board| board.width == expected.length) {
        let (found, expected) = (found.length, expected.length);
        Some(message!(
            "difference-length",
            [found, expected],
            "the line is {found} long, not {expected}"
        ))
    } else {
        None
    }
}

/// What a line has too much of or too little.
enum SurplusKind {
    CarriageReturn,
    Blanks,
    Characters,
}

/// With how many more or fewer of what a line would be right.
fn would_be_right(what: SurplusKind, count: usize, is_short: bool) -> Message {
    let plural = if count == 1 { "" } else { "s" };
    match (what, is_short) {
        (SurplusKind::CarriageReturn, true) => message!(
            "difference-more-return",
            "with 1 more carriage return, the line would be right"
        ),
        (SurplusKind::CarriageReturn, false) => message!(
            "difference-fewer-return",
            "with 1 fewer carriage return, the line would be right"
        ),
        (SurplusKind::Blanks, true) => message!(
            "difference-more-blanks",
            [count],
            "with {count} more blank{plural}, the line would be right"
        ),
        (SurplusKind::Blanks, false) => message!(
            "difference-fewer-blanks",
            [count],
            "with {count} fewer blank{plural}, the line would be right"
        ),
        (SurplusKind::Characters, true) => message!(
            "difference-more-characters",
            [count],
            "with {count} more character{plural}, the line would be right"
        ),
        (SurplusKind::Characters, false) => message!(
            "difference-fewer-characters",
            [count],
            "with {count} fewer character{plural}, the line would be right"
        ),
    }
}

/// The lines of a snippet, counted from the one with the difference.
#[derive(Clone, Copy)]
struct BoardLines<'s> {
    snippet: &'s Snippet,
    /// Whether a carriage return at the end of a line counts.
    is_strict: bool,
}

impl<'s> BoardLines<'s> {
    /// The text of a line, without a carriage return that does not count.
    fn text(self, row: isize) -> Option<&'s [u8]> {
        let (_, line) = self.snippet.get(row)?;
        Some(match line.text.strip_suffix(b"\r") {
            Some(text) if !self.is_strict && line.left_out_after() == 0 => text,
            _ => &line.text,
        })
    }

    /// The width of a row of a board; `None` if the line is not one.
    fn width(self, row: isize) -> Option<u64> {
        let ((_, line), text) = (self.snippet.get(row)?, self.text(row)?);
        let width = line.length - (line.text.len() - text.len()) as u64;
        let is_row = width >= SIDE_MIN as u64 && text.iter().all(|byte| GLYPHS.contains(byte));
        is_row.then_some(width)
    }

    /// The rows around the difference that have the same width.
    fn run(self) -> Range<isize> {
        let first = -self.snippet.before.len().cast_signed();
        let end = self.snippet.after.len().cast_signed() + 1;
        let is_other = |row: &isize| self.width(*row) != self.width(0);
        let above = (first..0).rev().find(is_other);
        above.map_or(first, |row| row + 1)..(1..end).find(is_other).unwrap_or(end)
    }

    /// Whether a row has anything but digits and blanks, which could be plain numbers.
    fn has_mark(self, row: isize) -> bool {
        let is_mark = |byte: &u8| !byte.is_ascii_digit() && *byte != b' ';
        self.text(row).unwrap_or_default().iter().any(is_mark)
    }
}

/// The columns of a line that are shown.
fn cut(line: &SnippetLine, first_column: u64) -> SnippetLine {
    let at = |column: u64| {
        let at = usize::try_from(column.saturating_sub(line.skipped));
        at.map_or(line.text.len(), |at| at.min(line.text.len()))
    };
    let columns = at(first_column)..at(first_column + COLUMNS_MAX);
    SnippetLine {
        skipped: line.skipped + columns.start as u64,
        text: line.text[columns].into(),
        ..*line
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    /// All that is shown of a difference, except the lines around it that are not of a board.
    fn shown(difference: &Difference) -> String {
        let board = DrawnBoard::around(difference);
        let lines: Vec<_> = (-3..=3)
            .map(|at| [difference.expected.get(at), difference.found.get(at)])
            .collect();
        let board = board.as_ref();
        format!(
            "{} {:?} {lines:?} {board:?}",
            heading(difference, board),
            notes(difference, board)
        )
    }

    #[test]
    fn the_lines_that_are_shown_are_kept() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/compare/drawn");
        let (mut count, mut dropped) = (0, 0);
        for entry in fs::read_dir(directory).expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.extension().is_none_or(|extension| extension != "ans") {
                continue;
            }
            let name = path
                .file_stem()
                .and_then(|name| name.to_str())
                .expect("a name");
            let (mode, _) = name.split_once("--").expect("a mode");
            let [answer, output] = [path.clone(), path.with_extension("out")]
                .map(|path| fs::read(path).expect("a file"));
            let mode = mode.parse().expect("a mode");
            let comparison = compare(mode, &answer, &output);
            let mut difference = comparison.difference.expect("they differ");
            let before = (shown(&difference), difference.clone());
            difference.forget_unshown_lines();
            assert_eq!(shown(&difference), before.0, "{name}");
            let text = serde_json::to_string(&difference).expect("JSON");
            assert_eq!(
                serde_json::from_str::<Difference>(&text).expect("a difference"),
                *difference
            );
            count += 1;
            dropped += usize::from(*difference != *before.1);
        }
        assert!(count > 10 && dropped > 1, "{count} {dropped}");
    }
}
