//! The board that contains a difference.

use std::ops::Range;

use super::{Cell, Difference, LINES_MAX, Mode, Snippet, SnippetLine, cells};

/// The most rows and columns of a board that are shown.
const ROWS_MAX: usize = LINES_MAX;
const COLUMNS_MAX: u64 = 200;

const SIDE_MIN: usize = 2;

const GLYPHS: &[u8] = b" +x?#@!%oX0123456789";

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
    pub cells: [Vec<Cell>; 2],
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
    fn new(lines: [Option<(u64, &SnippetLine)>; 2], first_column: u64, mode: Mode) -> Self {
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
    pub fn is_marked(&self, at: usize, mode: Mode) -> bool {
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
