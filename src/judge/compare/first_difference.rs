//! Where two texts begin to differ in the sense of a mode.

use super::Mode;
use super::text::{Part, common_prefix, is_space, line_start, lines, tokens};

/// The place of the first difference in both texts: before this byte or at the end, or, if
/// none, in the line after the last one, which the text does not have.
#[derive(Clone, Copy, Debug)]
pub(super) struct FirstDifference {
    pub expected: Option<usize>,
    pub found: Option<usize>,
    /// Whether all that differs is one line feed at the end.
    pub is_final_newline: bool,
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
            Mode::Trailing => {
                let start = line_start(expected, same);
                let pairs = pairs(lines(expected, start), lines(found, start));
                Self::of_parts(pairs, |one, other| !mode.lines_differ(one, other))
            }
            Mode::Tokens | Mode::Float(_) => {
                // A token may begin in what is the same.
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

    fn of_bytes(mode: Mode, expected: &[u8], found: &[u8], same: usize) -> Option<Self> {
        let is_line_start = same == 0 || expected[same - 1] == b'\n';
        let rests = (&expected[same..], &found[same..]);
        let is_final_newline = matches!(rests, (b"\n", []) | ([], b"\n"));
        if is_final_newline && mode == Mode::FinalNewline {
            return None;
        }
        let (expected, found) = match rests {
            _ if is_final_newline => (Some(same), Some(same)),
            // The lines are the same; one text ends, and the other has more of them.
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

    /// The first pair of lines or tokens that is not the same.
    fn of_parts<'t>(
        mut pairs: impl Iterator<Item = [Option<Part<'t>>; 2]>,
        is_same: impl Fn(Option<&'t [u8]>, Option<&'t [u8]>) -> bool,
    ) -> Option<Self> {
        let bytes = |part: Option<Part<'t>>| Some(part?.bytes);
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
