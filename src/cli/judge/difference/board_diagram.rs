//! A difference in a board: the expected and the found one side by side.

use std::io::{self, Write};
use std::ops::Range;

use admiralty::judge::compare::{BoardDifference, BoardRow, Difference, Mode, SnippetLine};
use anstyle::Style;

use super::cells::{Blanks, Cells};
use super::line_diagram::ENDED;
use super::styled_text::{EXPECTED, FOUND, HEADING, MARK, QUIET, StyledText, VisibleColumns};

/// What stands between the two boards.
const SPACE: usize = 3;

/// How many rows are drawn above and below the one with the difference if the
/// boards are not side by side.
const ROWS_AROUND_MAX: usize = 6;

/// If the lengths of the lines are that far apart, they are not two versions of
/// one row, and the first difference says enough.
const LENGTHS_APART_MAX: usize = 2;

/// Between the number of a line and a row that is the same in both, or is not.
const SAME: &str = "|";
const OTHER: &str = "≠";

/// Draws both boards, side by side if there is room.
pub fn draw(
    difference: &Difference,
    board: &BoardDifference,
    width: usize,
    to: &mut impl Write,
) -> io::Result<()> {
    let sheet = BoardDiagram::new(difference, board, width);
    let [expected, found] = [0, 1].map(|side| sheet.lines(side, &(0..board.rows.len())));
    let left = expected.iter().map(|line| line.width).max().unwrap_or(0);
    let right = found.iter().map(|line| line.width).max().unwrap_or(0);
    if left + SPACE + right <= width {
        for (mut line, other) in expected.into_iter().zip(found) {
            if other.width > 0 {
                line.pad(left + SPACE);
                line.append(&other);
            }
            writeln!(to, "{}", line.text)?;
        }
        return Ok(());
    }
    let rows = board.at.saturating_sub(ROWS_AROUND_MAX)..board.at + ROWS_AROUND_MAX + 1;
    for side in [0, 1] {
        for line in sheet.lines(side, &rows) {
            writeln!(to, "{}", line.text)?;
        }
    }
    Ok(())
}

/// Both boards, ready to be drawn.
struct BoardDiagram<'b> {
    board: &'b BoardDifference,
    /// How many digits the numbers of lines have.
    digits: usize,
    rows: Vec<CellPair>,
    view: VisibleColumns,
}

/// A row in both texts.
struct CellPair {
    cells: [Option<Cells>; 2],
    /// Which cells differ.
    marks: Vec<bool>,
}

impl<'b> BoardDiagram<'b> {
    fn new(difference: &Difference, board: &'b BoardDifference, width: usize) -> Self {
        let mode = difference.mode;
        let rows: Vec<_> = board
            .rows
            .iter()
            .map(|row| CellPair::new(row, mode))
            .collect();
        let numbers = board.rows.iter().flat_map(texts).flatten();
        let last = numbers.map(|(number, _)| *number).max().unwrap_or(0);
        let mut sheet = Self {
            board,
            digits: last.to_string().len(),
            rows,
            view: VisibleColumns::new(0),
        };
        let room = width.saturating_sub(sheet.gutter(None, SAME).width);
        sheet.view = VisibleColumns::new(room);
        let row = &board.rows[board.at];
        let snippets = [&difference.expected, &difference.found];
        for (side, snippet) in snippets.into_iter().enumerate() {
            if let (Some((_, text)), Some(cells)) =
                (texts(row)[side], &sheet.rows[board.at].cells[side])
            {
                sheet.view = VisibleColumns::around(text, cells, cells.at(snippet.byte), room);
            }
        }
        sheet
    }

    /// The lines of one of the boards, with a heading and the marks.
    fn lines(&self, side: usize, shown: &Range<usize>) -> Vec<StyledText> {
        let mut heading = StyledText::default();
        heading.pad(self.gutter(None, SAME).width);
        heading.push(HEADING, ["expected", "found"][side]);
        let mut lines = vec![heading];
        let mut has_ended = false;
        for (at, (row, pair)) in self.board.rows.iter().zip(&self.rows).enumerate() {
            if !shown.contains(&at) {
                continue;
            }
            let sign = if row.differs { OTHER } else { SAME };
            lines.push(match texts(row)[side] {
                Some((number, text)) => {
                    let mut line = self.gutter(Some(*number), sign);
                    line.append(&self.row(text, pair, side));
                    line
                }
                None if has_ended => StyledText::default(),
                None => {
                    has_ended = true;
                    let mut line = self.gutter(None, sign);
                    line.push(QUIET, ENDED[side]);
                    line
                }
            });
            if at == self.board.at && texts(row).iter().all(Option::is_some) {
                lines.push(self.marks(texts(row)[side].map(|line| &line.1), pair, side));
            }
        }
        lines
    }

    fn row(&self, text: &SnippetLine, pair: &CellPair, side: usize) -> StyledText {
        let Some(cells) = &pair.cells[side] else {
            return StyledText::default();
        };
        let style = |at: usize| match &*cells.cells[at].text {
            _ if pair.marks.get(at) == Some(&true) => [EXPECTED, FOUND][side].bold().invert(),
            "·" => QUIET,
            _ => Style::new(),
        };
        self.view.paint(text, cells, style)
    }

    /// Marks below the cells that differ in the row with the first difference.
    fn marks(&self, text: Option<&SnippetLine>, pair: &CellPair, side: usize) -> StyledText {
        let mut line = StyledText::default();
        let Some(cells) = &pair.cells[side] else {
            return line;
        };
        let lengths = pair.cells.each_ref().map(|cells| {
            let cells = cells.as_ref();
            cells.map_or(0, |cells| cells.cells.len())
        });
        let marks_max = if lengths[0].abs_diff(lengths[1]) > LENGTHS_APART_MAX {
            1
        } else {
            usize::MAX
        };
        let gutter = self.gutter(None, SAME).width;
        let marked = pair.marks.iter().enumerate().filter(|(_, mark)| **mark);
        for (at, _) in marked.take(marks_max) {
            // Where the row has no cell, the mark is where it would be.
            let missing = (at + 1).saturating_sub(cells.cells.len());
            let column = cells.width(at) + missing.saturating_sub(1);
            let column = gutter + self.view.column(column, text);
            if self.view.shows(column - gutter) {
                line.pad(column);
                line.push(MARK, "^");
            }
        }
        line
    }

    /// What stands before a row.
    fn gutter(&self, number: Option<u64>, sign: &str) -> StyledText {
        let mut gutter = StyledText::default();
        let number = number.map_or(String::new(), |number| number.to_string());
        gutter.push(QUIET, &format!("{number:>0$} ", self.digits + 2));
        gutter.push(if sign == OTHER { MARK } else { QUIET }, sign);
        gutter.push(Style::new(), " ");
        gutter
    }
}

impl CellPair {
    fn new(row: &BoardRow, mode: Mode) -> Self {
        let cells = texts(row).map(|line| line.map(|(_, text)| Cells::new(text, Blanks::Dots)));
        let [expected, found] = cells
            .each_ref()
            .map(|cells| cells.as_ref().map_or(&[][..], |cells| &cells.cells));
        let is_strict = matches!(mode, Mode::Exact | Mode::FinalNewline);
        let is_same = |at: usize| match (expected.get(at), found.get(at)) {
            (Some(cell), None) | (None, Some(cell)) => {
                !is_strict && ["·", "→", "␍"].contains(&cell.text.as_str())
            }
            (one, other) => one == other,
        };
        let count = expected.len().max(found.len());
        let marks = (0..count).map(|at| row.differs && !is_same(at)).collect();
        Self { cells, marks }
    }
}

fn texts(row: &BoardRow) -> [Option<&(u64, SnippetLine)>; 2] {
    [row.expected.as_ref(), row.found.as_ref()]
}
