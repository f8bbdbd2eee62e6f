//! What to say about a difference besides showing it.

use super::{CONTEXT_LINES_MAX, Difference, DrawnBoard, Snippet, SnippetLine};
use crate::report::more_lines;

/// Where the difference is: in the output, unless that has ended.
pub fn heading(difference: &Difference, board: Option<&DrawnBoard>) -> String {
    let place = match &difference.found {
        found if found.text.is_some() => found,
        _ => &difference.expected,
    };
    let lines = board.and_then(board_lines).unwrap_or_default();
    format!("line {}, column {}{lines}", place.line, place.column)
}

fn board_lines(board: &DrawnBoard) -> Option<String> {
    let lines = |side: usize, name: &str| {
        let rows = board.rows.iter();
        let mut numbers = rows.filter_map(|row| Some(row.lines[side].as_ref()?.0));
        let first = numbers.next()?;
        let last = numbers.next_back().unwrap_or(first);
        Some(format!(
            ", in the board in lines {first} to {last} of the {name}"
        ))
    };
    lines(1, "output").or_else(|| lines(0, "answer"))
}

/// What the lines do not show, a sentence each.
pub fn notes(difference: &Difference, board: Option<&DrawnBoard>) -> Vec<String> {
    let hint = final_newline(difference)
        .map(str::to_owned)
        .or_else(|| moved_lines(difference))
        .or_else(|| length(difference, board));
    let more = more_lines(difference.more_lines);
    let goes_on = board.and_then(going_on).map(str::to_owned);
    [goes_on, hint, more].into_iter().flatten().collect()
}

fn going_on(board: &DrawnBoard) -> Option<&'static str> {
    match (board.goes_on_above, board.goes_on_below) {
        (true, true) => Some("the board goes on above and below"),
        (true, false) => Some("the board goes on above"),
        (false, true) => Some("the board goes on below"),
        (false, false) => None,
    }
}

fn final_newline(difference: &Difference) -> Option<&'static str> {
    let is_terminated = |snippet: &Snippet| Some(snippet.text.as_ref()?.is_terminated);
    let ends = [&difference.expected, &difference.found].map(is_terminated);
    difference.is_final_newline.then_some(match ends {
        [Some(true), Some(false)] => "the output does not end with a line feed, as the answer does",
        [Some(false), Some(true)] => "the output ends with a line feed, as the answer does not",
        [_, None] => "the output lacks a line feed at the end",
        _ => "the output has an extra line feed at the end",
    })
}

/// Detects a missing line, an extra line, or two lines in the wrong order.
fn moved_lines(difference: &Difference) -> Option<String> {
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
        (true, true) => Some("the two lines are in the wrong order".to_owned()),
        (true, false) if is_shifted(expected, found) => Some(format!(
            "line {line} of the output is line {} of the answer; a line seems to be missing",
            expected.line + 1
        )),
        (false, true) if is_shifted(found, expected) => Some(format!(
            "line {} of the output is line {} of the answer; there seems to be an extra line",
            line + 1,
            expected.line
        )),
        _ => None,
    }
}

fn is_same((one, other): (&SnippetLine, &SnippetLine)) -> bool {
    one.text == other.text && one.length == other.length
}

/// What is missing from the line, or surplus, if the rest of it is right.
fn length(difference: &Difference, board: Option<&DrawnBoard>) -> Option<String> {
    let expected = difference.expected.text.as_ref()?;
    let found = difference.found.text.as_ref()?;
    if !difference.mode.is_strict() || !expected.is_whole() || !found.is_whole() {
        return None;
    }
    let (longer, shorter, change) = if expected.length > found.length {
        (&expected.text, &found.text, "more")
    } else {
        (&found.text, &expected.text, "fewer")
    };
    let surplus = longer.len() - shorter.len();
    let pairs = longer.iter().zip(shorter.iter());
    let at = pairs.take_while(|(one, other)| one == other).count();
    let what = match &longer[at..at + surplus] {
        [] => return None,
        b"\r" => "carriage return",
        b" " => "blank",
        text if text.iter().all(|&byte| byte == b' ') => "blanks",
        [_] => "character",
        _ => "characters",
    };
    if longer[at + surplus..] == shorter[at..] && longer.is_ascii() {
        Some(format!(
            "with {surplus} {change} {what}, the line would be right"
        ))
    } else if board.is_some_and(|board| board.width == expected.length) {
        Some(format!(
            "the line is {} long, not {}",
            found.length, expected.length
        ))
    } else {
        None
    }
}
