//! Where two texts begin to differ in the sense of a mode.

use super::Mode;
use super::split::{Part, bytes_or_none, common_prefix, is_space, line_start, lines, tokens};

/// The place of the first difference in both texts.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstDifference {
    pub expected: Position,
    pub found: Position,
    /// Whether all that differs is one line feed at the end.
    pub is_final_newline: bool,
}

/// A place in a text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Position {
    /// Before this byte, or at the end.
    At(usize),
    /// In the line after the last one, which the text does not have.
    AfterLastLine,
}

impl FirstDifference {
    /// Finds it, if the mode does not accept the texts.
    pub fn find(mode: Mode, expected: &[u8], found: &[u8]) -> Option<Self> {
        let same = common_prefix(expected, found);
        if same == expected.len().max(found.len()) {
            return None;
        }
        match mode {
            Mode::Exact | Mode::FinalNewline => Self::of_bytes(mode, expected, found, same),
            Mode::Trailing => Self::of_lines(expected, found, same),
            Mode::Tokens | Mode::Float(_) => Self::of_tokens(mode, expected, found, same),
        }
    }

    fn of_bytes(mode: Mode, expected: &[u8], found: &[u8], same: usize) -> Option<Self> {
        let is_line_start = same == 0 || expected[same - 1] == b'\n';
        let next_line = Position::At(same + 1);
        let (expected, found, is_final_newline) = match (&expected[same..], &found[same..]) {
            (b"\n", []) | ([], b"\n") => (Position::At(same), Position::At(same), true),
            // The lines are the same; one text ends, and the other has more of them.
            ([b'\n', ..], []) if !is_line_start => (next_line, Position::AfterLastLine, false),
            ([], [b'\n', ..]) if !is_line_start => (Position::AfterLastLine, next_line, false),
            _ => (Position::At(same), Position::At(same), false),
        };
        let is_accepted = is_final_newline && mode == Mode::FinalNewline;
        (!is_accepted).then_some(Self {
            expected,
            found,
            is_final_newline,
        })
    }

    fn of_lines(expected: &[u8], found: &[u8], same: usize) -> Option<Self> {
        let start = line_start(expected, same);
        let pairs = pairs(lines(expected, start), lines(found, start));
        Self::of_parts(pairs, Position::AfterLastLine, |one, other| {
            !Mode::Trailing.lines_differ(one, other)
        })
    }

    fn of_tokens(mode: Mode, expected: &[u8], found: &[u8], same: usize) -> Option<Self> {
        // A token may begin in what is the same.
        let space = expected[..same].iter().rposition(|&byte| is_space(byte));
        let start = space.map_or(0, |at| at + 1);
        let pairs = pairs(tokens(expected, start), tokens(found, start));
        let is_same = |one: Option<&Part>, other: Option<&Part>| match (one, other) {
            (Some(one), Some(other)) => mode.same_token(one.bytes, other.bytes),
            _ => false,
        };
        let first = Self::of_parts(pairs, Position::AfterLastLine, is_same)?;
        let end = |position: Position, text: &[u8]| match position {
            Position::AfterLastLine => Position::At(text.len()),
            at @ Position::At(_) => at,
        };
        Some(Self {
            expected: end(first.expected, expected),
            found: end(first.found, found),
            ..first
        })
    }

    /// The first pair of lines or tokens that is not the same; `none` is the place of one
    /// that a text does not have.
    fn of_parts<'t>(
        mut pairs: impl Iterator<Item = [Option<Part<'t>>; 2]>,
        none: Position,
        is_same: impl Fn(Option<&Part<'t>>, Option<&Part<'t>>) -> bool,
    ) -> Option<Self> {
        let [expected, found] =
            pairs.find(|[one, other]| !is_same(one.as_ref(), other.as_ref()))?;
        let bytes = |part: &Option<Part<'t>>| bytes_or_none(part.as_ref());
        let same = common_prefix(bytes(&expected), bytes(&found));
        let place = |part: Option<Part>| part.map_or(none, |part| Position::At(part.offset + same));
        Some(Self {
            expected: place(expected),
            found: place(found),
            is_final_newline: false,
        })
    }
}

/// Pairs of lines or tokens, as many as the text with more of them has.
pub(super) fn pairs<'t>(
    mut expected: impl Iterator<Item = Part<'t>>,
    mut found: impl Iterator<Item = Part<'t>>,
) -> impl Iterator<Item = [Option<Part<'t>>; 2]> {
    std::iter::from_fn(move || {
        let pair = [expected.next(), found.next()];
        pair.iter().any(Option::is_some).then_some(pair)
    })
}
