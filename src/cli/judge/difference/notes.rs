//! What a drawing of a difference does not show by itself.

use admiralty::judge::compare::{BoardDifference, Difference, Mode, Snippet, SnippetLine};
use admiralty::judge::report::more_lines;

/// What is to be said, a sentence each.
pub fn notes(difference: &Difference) -> Vec<String> {
    let board = difference.board.as_ref().and_then(going_on);
    let hint = final_newline(difference)
        .map(str::to_owned)
        .or_else(|| moved_lines(difference))
        .or_else(|| length(difference));
    let more = more_lines(difference.more_lines);
    [board, hint, more].into_iter().flatten().collect()
}

fn going_on(board: &BoardDifference) -> Option<String> {
    let sides = match (board.goes_on_above, board.goes_on_below) {
        (true, true) => "above and below",
        (true, false) => "above",
        (false, true) => "below",
        (false, false) => return None,
    };
    Some(format!("the board goes on {sides}"))
}

fn final_newline(difference: &Difference) -> Option<&'static str> {
    if !difference.is_final_newline {
        return None;
    }
    let is_terminated = |snippet: &Snippet| Some(snippet.text.as_ref()?.is_terminated);
    let ends = [&difference.expected, &difference.found].map(is_terminated);
    Some(match ends {
        [Some(true), Some(false)] => "the output does not end with a line feed, as the answer does",
        [Some(false), Some(true)] => "the output ends with a line feed, as the answer does not",
        [_, None] => "the output has a line feed less at the end",
        _ => "the output has a line feed more at the end",
    })
}

/// Whether a line is missing, or one too many, or two are in another order.
fn moved_lines(difference: &Difference) -> Option<String> {
    let [expected, found] = [&difference.expected, &difference.found];
    let (one, other) = (expected.text.as_ref()?, found.text.as_ref()?);
    let is_next = |snippet: &Snippet, line: &SnippetLine| {
        let next = snippet.after.first();
        next.is_some_and(|next| is_same(next, line))
    };
    // Rows of boards are often the same; so those that follow have to be shifted,
    // too.
    let is_shifted = |ahead: &Snippet, behind: &Snippet| {
        let is_same = |(one, other): (&SnippetLine, &SnippetLine)| is_same(one, other);
        let shifted = ahead.after.iter().skip(1).zip(&behind.after);
        let paired = ahead.after.iter().zip(&behind.after);
        shifted.clone().all(is_same) && !(paired.len() > 0 && paired.clone().all(is_same))
    };
    let line = found.line;
    match (is_next(expected, other), is_next(found, one)) {
        (true, true) => Some("the two lines are in the wrong order".to_owned()),
        (true, false) if is_shifted(expected, found) => Some(format!(
            "line {line} of the output is line {} of the answer; one seems to be missing",
            expected.line + 1
        )),
        (false, true) if is_shifted(found, expected) => Some(format!(
            "line {} of the output is line {} of the answer; one seems to be too many",
            line + 1,
            expected.line
        )),
        _ => None,
    }
}

fn is_same(one: &SnippetLine, other: &SnippetLine) -> bool {
    one.text == other.text && one.length == other.length
}

/// What is missing in the line, or too much, if the rest of it is right.
fn length(difference: &Difference) -> Option<String> {
    let (expected, found) = (
        difference.expected.text.as_ref()?,
        difference.found.text.as_ref()?,
    );
    let is_strict = matches!(difference.mode, Mode::Exact | Mode::FinalNewline);
    if !is_strict || !expected.is_whole() || !found.is_whole() {
        return None;
    }
    let (longer, shorter, change) = if expected.length > found.length {
        (expected, found, "more")
    } else {
        (found, expected, "less")
    };
    let surplus = longer.text.len() - shorter.text.len();
    let at = longer
        .text
        .iter()
        .zip(shorter.text.iter())
        .take_while(|(a, b)| a == b)
        .count();
    let is_rest_right = longer.text[at + surplus..] == shorter.text[at..];
    let what = match &longer.text[at..at + surplus] {
        [] => return None,
        b"\r" => "carriage return",
        b" " => "blank",
        text if text.iter().all(|&byte| byte == b' ') => "blanks",
        [_] => "character",
        _ => "characters",
    };
    let width = difference.board.as_ref().map(|board| board.width);
    if is_rest_right && longer.text.is_ascii() {
        Some(format!(
            "with {surplus} {what} {change} the line would be right"
        ))
    } else if width == Some(expected.length) {
        Some(format!(
            "the line is {} long, not {}",
            found.length, expected.length
        ))
    } else {
        None
    }
}
