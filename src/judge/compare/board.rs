//! The board that a difference is in.

use std::ops::Range;

use super::{Mode, Snippet, SnippetLine};

/// The most rows of a board that are kept.
pub const BOARD_ROWS_MAX: usize = 40;

/// The most columns of a board that are kept.
pub const BOARD_COLUMNS_MAX: usize = 200;

/// The fewest rows and columns that make a board.
const SIDE_MIN: usize = 2;

/// What boards are printed with.
const GLYPHS: &[u8] = b" +x?#@!%oX0123456789";

/// The rows of a board that a difference is in, of both texts: lines of the same
/// width that hold nothing but what boards are printed with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardDifference {
    /// The rows, or those around the difference, as they are paired.
    pub rows: Vec<BoardRow>,
    /// Which of them holds the difference.
    pub at: usize,
    /// Whether the board has more rows above them.
    pub goes_on_above: bool,
    /// Whether the board has more rows below them.
    pub goes_on_below: bool,
    /// The first column that is kept, from 0; up to [`BOARD_COLUMNS_MAX`] are.
    pub first_column: u64,
    /// How wide the board is, as it was expected unless it was not.
    pub width: u64,
}

/// A row of a board, in both texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardRow {
    /// The number of the line in the answer, and the kept part; nothing if the
    /// answer has ended.
    pub expected: Option<(u64, SnippetLine)>,
    /// The same of the output.
    pub found: Option<(u64, SnippetLine)>,
    /// Whether the lines differ in the sense of the mode, as far as they are
    /// kept.
    pub differs: bool,
}

impl BoardDifference {
    /// The board that the difference is in, if it is in one.
    pub(super) fn around(expected: &Snippet, found: &Snippet, mode: Mode) -> Option<Self> {
        let texts = [
            SnippetLines::new(expected, mode),
            SnippetLines::new(found, mode),
        ];
        let (lines, run) = match texts.map(|lines| lines.width(0)) {
            [Some(_), Some(_)] => {
                let run = texts.map(|lines| (lines, lines.run()));
                run.into_iter().find(|(_, run)| run.len() >= SIDE_MIN)?
            }
            [Some(_), None] => (texts[0], texts[0].run()),
            [None, Some(_)] => (texts[1], texts[1].run()),
            [None, None] => return None,
        };
        let is_row = |lines: &SnippetLines| lines.width(0).is_some();
        if !texts.iter().all(is_row) && run.start == 0 {
            // Something else instead of a board, or a board instead of it.
            return None;
        }
        if !run
            .clone()
            .any(|row| texts.iter().any(|lines| lines.has_mark(row)))
        {
            return None;
        }
        let count = run.len().min(BOARD_ROWS_MAX).cast_signed();
        let start = (-count / 2).clamp(run.start, run.end - count);
        let width = lines.width(0)?;
        let kept = BOARD_COLUMNS_MAX as u64;
        let first_column = (found.byte - 1)
            .saturating_sub(kept / 2)
            .min(width.saturating_sub(kept));
        let rows = (start..start + count).map(|row| {
            let [expected, found] = texts.map(|lines| lines.numbered(row));
            BoardRow {
                differs: differ(expected.map(|line| line.1), found.map(|line| line.1), mode),
                expected: expected.map(|(line, text)| (line, cut(text, first_column))),
                found: found.map(|(line, text)| (line, cut(text, first_column))),
            }
        });
        Some(Self {
            rows: rows.collect(),
            at: start.unsigned_abs(),
            goes_on_above: start > run.start,
            goes_on_below: start + count < run.end,
            first_column,
            width,
        })
    }
}

/// The lines of a snippet, counted from the one with the difference.
#[derive(Clone, Copy)]
struct SnippetLines<'p> {
    snippet: &'p Snippet,
    /// Whether a carriage return at the end of a line counts.
    is_strict: bool,
}

impl<'p> SnippetLines<'p> {
    fn new(snippet: &'p Snippet, mode: Mode) -> Self {
        let is_strict = matches!(mode, Mode::Exact | Mode::FinalNewline);
        Self { snippet, is_strict }
    }

    fn get(self, at: isize) -> Option<&'p SnippetLine> {
        let Snippet {
            before,
            text,
            after,
            ..
        } = self.snippet;
        match at {
            0 => text.as_ref(),
            1.. => after.get(at.unsigned_abs() - 1),
            _ => before.get(before.len().checked_sub(at.unsigned_abs())?),
        }
    }

    fn numbered(self, at: isize) -> Option<(u64, &'p SnippetLine)> {
        let line = self.snippet.line.checked_add_signed(at as i64)?;
        Some((line, self.get(at)?))
    }

    /// What is to be looked at of a line, without a carriage return that does not
    /// count.
    fn text(self, at: isize) -> Option<&'p [u8]> {
        let line = self.get(at)?;
        Some(match line.text.strip_suffix(b"\r") {
            Some(text) if !self.is_strict && line.left_out_after() == 0 => text,
            _ => &line.text,
        })
    }

    /// How wide a row of a board is; nothing if the line is none.
    fn width(self, at: isize) -> Option<u64> {
        let (line, text) = (self.get(at)?, self.text(at)?);
        let width = line.length - (line.text.len() - text.len()) as u64;
        let is_row = width >= SIDE_MIN as u64 && text.iter().all(|byte| GLYPHS.contains(byte));
        is_row.then_some(width)
    }

    /// The rows around the difference that are as wide as the one that has it.
    fn run(self) -> Range<isize> {
        let width = self.width(0);
        let (before, after) = (&self.snippet.before, &self.snippet.after);
        let first = -before.len().cast_signed();
        let is_other = |at: &isize| self.width(*at) != width;
        let above = (first..0).rev().find(is_other);
        let below = (1..=after.len().cast_signed()).find(is_other);
        above.map_or(first, |at| at + 1)..below.unwrap_or(after.len().cast_signed() + 1)
    }

    /// Whether something else than digits and blanks is in a row, which could
    /// be numbers.
    fn has_mark(self, at: isize) -> bool {
        let text = self.text(at).unwrap_or_default();
        text.iter()
            .any(|&byte| !byte.is_ascii_digit() && byte != b' ')
    }
}

/// The kept columns of a line.
fn cut(line: &SnippetLine, first_column: u64) -> SnippetLine {
    let at = |column: u64| {
        let at = usize::try_from(column.saturating_sub(line.skipped));
        at.map_or(line.text.len(), |at| at.min(line.text.len()))
    };
    let columns = at(first_column)..at(first_column + BOARD_COLUMNS_MAX as u64);
    SnippetLine {
        skipped: line.skipped + columns.start as u64,
        text: line.text[columns].into(),
        ..*line
    }
}

/// Whether two lines differ in the sense of a mode, as far as they are kept.
fn differ(expected: Option<&SnippetLine>, found: Option<&SnippetLine>, mode: Mode) -> bool {
    if let Mode::Exact | Mode::FinalNewline = mode {
        let text =
            |line: Option<&'_ SnippetLine>| line.map(|line| (line.text.clone(), line.length));
        return text(expected) != text(found);
    }
    let text =
        |line: Option<&'_ SnippetLine>| line.map(|line| line.text.clone()).unwrap_or_default();
    !mode.same_line(&text(expected), &text(found))
}
