//! Pieces of lines in colour, whose width is known.

use std::fmt::Write;

use admiralty::judge::compare::SnippetLine;
use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use super::cells::Cell;

pub const HEADING: Style = Style::new().bold();
pub const QUIET: Style = Style::new().dimmed();
pub const MARK: Style = AnsiColor::Yellow.on_default().bold();
/// The styles of the answer and of the output.
pub const SIDES: [Style; 2] = [AnsiColor::Green.on_default(), AnsiColor::Red.on_default()];

/// How many columns after a difference should be seen.
const MARGIN: usize = 10;
/// What stands for text that is left out.
const LEFT_OUT: &str = "…";

/// A piece of a line in colour.
#[derive(Debug, Default)]
pub struct StyledText {
    pub text: String,
    pub width: usize,
}

impl StyledText {
    pub fn push(&mut self, style: Style, text: &str) {
        // A string takes everything.
        let _ = write!(self.text, "{style}{text}{style:#}");
        self.width += text.width();
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
    /// How many columns there are.
    pub room: usize,
}

impl VisibleColumns {
    /// Such that a column of a line can be seen, with what is on both sides of it; without
    /// a line, from the beginning on.
    pub fn around(place: Option<(&SnippetLine, usize)>, room: usize) -> Self {
        let (skipped, column) = place.map_or((0, 0), |(line, column)| (line.skipped, column));
        let is_near = column + MARGIN < room;
        let start = if is_near {
            0
        } else {
            column.saturating_sub(room / 2)
        };
        Self {
            skipped,
            start,
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

    /// Whether there is room for a column of a line, and it is not left out.
    pub fn shows(self, column: usize, line: &SnippetLine) -> bool {
        column + self.aside(line) >= self.start && self.column(column, Some(line)) < self.room
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
        cells: &[Cell],
        style: impl Fn(usize) -> Style,
    ) -> StyledText {
        let mut painted = StyledText::default();
        if line.text.is_empty() && line.length > 0 {
            // It has nothing at these columns, which is not to look like nothing
            // at all.
            painted.push(QUIET, LEFT_OUT);
            return painted;
        }
        if self.has_lead() {
            let is_left_out = line.length > 0 && (line.skipped > 0 || self.start > 0);
            painted.push(QUIET, if is_left_out { LEFT_OUT } else { " " });
        }
        let lead = painted.width;
        let mut column = self.aside(line);
        painted.pad(lead + column.saturating_sub(self.start));
        for (at, cell) in cells.iter().enumerate() {
            let shown = painted.width - lead;
            // A wide cell may lie on the edge; then its place stays empty.
            painted.pad(lead + column.saturating_sub(self.start));
            let is_last = at + 1 == cells.len() && line.left_out_after() == 0;
            let room = self.room.saturating_sub(lead + usize::from(!is_last));
            if column >= self.start {
                if shown + cell.width() > room {
                    painted.push(QUIET, LEFT_OUT);
                    return painted;
                }
                painted.push(style(at), &cell.text);
            }
            column += cell.width();
        }
        if line.left_out_after() > 0 {
            painted.push(QUIET, LEFT_OUT);
        }
        painted
    }
}
