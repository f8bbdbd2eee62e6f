//! A difference in a board: both boards side by side.

use std::io::{self, Write};
use std::ops::Range;

use admiralty_judge::compare::{BoardRow, Difference, DrawnBoard, Mode, cell_at, width};
use clap::builder::styling::Style;

use super::styled_text::{HEADING, MARK, QUIET, SIDES, StyledText, VisibleColumns};
use super::{ENDED, LABELS};

const SPACE: usize = 3;

/// How many rows are drawn above and below the difference if the boards are not side by side.
const ROWS_AROUND_MAX: usize = 6;

/// If the lengths of the lines differ by more than this, they are not versions of the same row, and
/// only the first difference is marked.
const LENGTHS_APART_MAX: usize = 2;

/// Draws both boards, side by side if there is room.
pub fn draw(
    difference: &Difference,
    board: &DrawnBoard,
    width: usize,
    to: &mut impl Write,
) -> io::Result<()> {
    let diagram = BoardDiagram::new(difference, board, width);
    let [expected, found] = [0, 1].map(|side| diagram.lines(side, 0..board.rows.len()));
    let widest = |lines: &[StyledText]| lines.iter().map(|line| line.width).max().unwrap_or(0);
    let left = widest(&expected) + SPACE;
    if left + widest(&found) <= width {
        for (mut line, other) in expected.into_iter().zip(found) {
            if other.width > 0 {
                line.pad(left);
                line.append(&other);
            }
            writeln!(to, "{}", line.text)?;
        }
        return Ok(());
    }
    let rows = board.at.saturating_sub(ROWS_AROUND_MAX)..board.at + ROWS_AROUND_MAX + 1;
    for line in (0..2).flat_map(|side| diagram.lines(side, rows.clone())) {
        writeln!(to, "{}", line.text)?;
    }
    Ok(())
}

struct BoardDiagram<'b> {
    board: &'b DrawnBoard,
    mode: Mode,
    /// The width of line numbers.
    digits: usize,
    view: VisibleColumns,
}

impl<'b> BoardDiagram<'b> {
    fn new(difference: &Difference, board: &'b DrawnBoard, width_max: usize) -> Self {
        let numbers = board.rows.iter().flat_map(|row| row.lines.iter().flatten());
        let last = numbers.map(|(number, _)| *number).max().unwrap_or(0);
        let mut diagram = Self {
            board,
            mode: difference.mode,
            digits: last.to_string().len(),
            view: VisibleColumns::around(None, 0),
        };
        let room = width_max.saturating_sub(diagram.gutter(None, false).width);
        let row = &board.rows[board.at];
        let column = |side: usize, byte: u64| {
            let (_, line) = row.lines[side].as_ref()?;
            let cells = &row.cells[side];
            Some((line, width(cells, cell_at(line, cells, byte))))
        };
        let place = column(1, difference.found.byte);
        let place = place.or_else(|| column(0, difference.expected.byte));
        diagram.view = VisibleColumns::around(place, room);
        diagram
    }

    /// The lines of one of the boards, with its heading and marks.
    fn lines(&self, side: usize, shown: Range<usize>) -> Vec<StyledText> {
        let mut heading = self.blank_gutter();
        heading.push(HEADING, LABELS[side]);
        let mut lines = vec![heading];
        let mut has_ended = false;
        let rows = self.board.rows.iter().enumerate();
        for (at, row) in rows.skip(shown.start).take(shown.len()) {
            lines.push(match &row.lines[side] {
                Some((number, text)) => {
                    let cells = &row.cells[side];
                    let style = |at: usize| match &*cells[at].text {
                        _ if row.is_marked(at, self.mode) => SIDES[side].bold().invert(),
                        "·" => QUIET,
                        _ => Style::new(),
                    };
                    let mut line = self.gutter(Some(*number), row.differs);
                    line.append(&self.view.paint(text, cells, style));
                    line
                }
                None if has_ended => StyledText::default(),
                None => {
                    has_ended = true;
                    let mut line = self.gutter(None, row.differs);
                    line.push(QUIET, ENDED[side]);
                    line
                }
            });
            if at == self.board.at && row.lines.iter().all(Option::is_some) {
                lines.push(self.marks(row, side));
            }
        }
        lines
    }

    /// Marks below the cells that differ in the row with the first difference.
    fn marks(&self, row: &BoardRow, side: usize) -> StyledText {
        let mut line = StyledText::default();
        let gutter = self.blank_gutter().width;
        let [expected, found] = row.cells.each_ref().map(Vec::len);
        let marks_max = if expected.abs_diff(found) > LENGTHS_APART_MAX {
            1
        } else {
            usize::MAX
        };
        let marked = (0..expected.max(found)).filter(|&at| row.is_marked(at, self.mode));
        for at in marked.take(marks_max) {
            let cells = &row.cells[side];
            // If the row has no such cell, mark where it would be.
            let column = width(cells, at) + at.saturating_sub(cells.len());
            let text = row.lines[side].as_ref().map(|(_, text)| text);
            let column = self.view.column(column, text);
            if column < self.view.room {
                line.pad(gutter + column);
                line.push(MARK, "^");
            }
        }
        line
    }

    /// The gutter of a row: the line number, and whether it differs.
    fn gutter(&self, number: Option<u64>, differs: bool) -> StyledText {
        let mut gutter = StyledText::default();
        let number = number.map_or(String::new(), |number| number.to_string());
        gutter.push(QUIET, &format!("{number:>0$} ", self.digits + 2));
        let (style, sign) = if differs { (MARK, "≠") } else { (QUIET, "|") };
        gutter.push(style, sign);
        gutter.push(Style::new(), " ");
        gutter
    }

    fn blank_gutter(&self) -> StyledText {
        let mut gutter = StyledText::default();
        gutter.pad(self.gutter(None, false).width);
        gutter
    }
}
