//! Pieces of lines in colour, whose width is known.

use std::fmt::Write;

use admiralty::judge::compare::SnippetLine;
use anstyle::{AnsiColor, Style};

use super::cells::Cells;

pub const HEADING: Style = Style::new().bold();
pub const QUIET: Style = Style::new().dimmed();
pub const EXPECTED: Style = AnsiColor::Green.on_default();
pub const FOUND: Style = AnsiColor::Red.on_default();
pub const MARK: Style = AnsiColor::Yellow.on_default().bold();

/// How many columns after a difference should be seen.
const MARGIN: usize = 10;

/// A piece of a line in colour.
#[derive(Debug, Default)]
pub struct StyledText {
    pub text: String,
    pub width: usize,
}

impl StyledText {
    /// Adds text of which each character takes one column.
    pub fn push(&mut self, style: Style, text: &str) {
        self.push_wide(style, text, text.chars().count());
    }

    /// Adds text of that width.
    pub fn push_wide(&mut self, style: Style, text: &str, width: usize) {
        if style.is_plain() || text.is_empty() {
            self.text.push_str(text);
        } else {
            // A string takes everything.
            let _ = write!(self.text, "{style}{text}{style:#}");
        }
        self.width += width;
    }

    /// Fills up to a width.
    pub fn pad(&mut self, width: usize) {
        let blanks = width.saturating_sub(self.width);
        self.push(Style::new(), &" ".repeat(blanks));
    }

    pub fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.width += other.width;
    }
}

/// The columns of lines that are shown.
#[derive(Clone, Copy, Debug)]
pub struct VisibleColumns {
    /// How many bytes of all lines are left out.
    skipped: u64,
    /// How many columns of what is kept are left out.
    start: usize,
    room: usize,
}

impl VisibleColumns {
    /// From the beginning of the lines.
    pub fn new(room: usize) -> Self {
        Self {
            skipped: 0,
            start: 0,
            room,
        }
    }

    /// Such that a cell of a line can be seen, with what is on both sides of it.
    pub fn around(line: &SnippetLine, cells: &Cells, at: usize, room: usize) -> Self {
        let column = cells.width(at);
        let is_near = column + MARGIN < room;
        Self {
            skipped: line.skipped,
            start: if is_near {
                0
            } else {
                column.saturating_sub(room / 2)
            },
            room,
        }
    }

    /// Whether lines begin with a column that says whether something is left out.
    fn has_lead(self) -> bool {
        self.skipped > 0 || self.start > 0
    }

    /// Where a column of a line is shown.
    pub fn column(self, column: usize, line: Option<&SnippetLine>) -> usize {
        let aside = line.map_or(0, |line| self.aside(line));
        (column + aside + usize::from(self.has_lead())).saturating_sub(self.start)
    }

    /// Whether there is room for a place.
    pub fn shows(self, column: usize) -> bool {
        column < self.room
    }

    /// Whether there is room for the place of a cell, and it is not left out.
    pub fn shows_cell(self, line: &SnippetLine, cells: &Cells, at: usize) -> bool {
        cells.width(at) + self.aside(line) >= self.start
            && self.shows(self.column(cells.width(at), Some(line)))
    }

    /// How many columns there are.
    pub fn room(self) -> usize {
        self.room
    }

    /// By how many columns a line begins later than the others.
    fn aside(self, line: &SnippetLine) -> usize {
        let aside = line.skipped.saturating_sub(self.skipped);
        usize::try_from(aside).unwrap_or(0).min(MARGIN)
    }

    /// The part of a line that is shown.
    pub fn paint(
        self,
        line: &SnippetLine,
        cells: &Cells,
        style: impl Fn(usize) -> Style,
    ) -> StyledText {
        let mut painted = StyledText::default();
        if line.text.is_empty() && line.length > 0 {
            // It has nothing at these columns, which is not to look like nothing
            // at all.
            painted.push(QUIET, "…");
            return painted;
        }
        if self.has_lead() {
            let is_left_out = line.length > 0 && (line.skipped > 0 || self.start > 0);
            painted.push(QUIET, if is_left_out { "…" } else { " " });
        }
        let lead = painted.width;
        let mut column = self.aside(line);
        painted.pad(lead + column.saturating_sub(self.start));
        for (at, cell) in cells.cells.iter().enumerate() {
            let end = column + cell.width;
            let shown = painted.width - lead;
            // A wide cell may lie on the edge; then its place stays empty.
            painted.pad(lead + column.saturating_sub(self.start));
            let is_last = at + 1 == cells.cells.len() && line.left_out_after() == 0;
            let room = self.room.saturating_sub(lead + usize::from(!is_last));
            if column >= self.start {
                if shown + cell.width > room {
                    painted.push(QUIET, "…");
                    return painted;
                }
                painted.push_wide(style(at), &cell.text, cell.width);
            }
            column = end;
        }
        if line.left_out_after() > 0 {
            painted.push(QUIET, "…");
        }
        painted
    }
}
