//! Coloured text of known width.

use std::fmt::Write;

use admiralty_judge::compare::{Cell, SnippetLine};
use clap::builder::styling::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

pub const HEADING: Style = Style::new().bold();
pub const QUIET: Style = Style::new().dimmed();
pub const MARK: Style = AnsiColor::Yellow.on_default().bold();
/// The styles of the answer and of the output.
pub const SIDES: [Style; 2] = [AnsiColor::Green.on_default(), AnsiColor::Red.on_default()];

/// How many columns after a difference should be seen.
const MARGIN: usize = 10;
const LEFT_OUT: &str = "…";

#[derive(Debug, Default)]
pub struct StyledText {
    pub text: String,
    pub width: usize,
}

impl StyledText {
    pub fn push(&mut self, style: Style, text: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{style}{text}{style:#}");
        self.width += text.width();
    }

    pub fn pad(&mut self, width: usize) {
        let blanks = width.saturating_sub(self.width);
        self.push(Style::new(), &" ".repeat(blanks));
    }

    pub fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.width += other.width;
    }
}

/// The range of columns that is shown of all lines.
#[derive(Clone, Copy, Debug)]
pub struct VisibleColumns {
    /// How many bytes at the beginning of all lines are left out.
    skipped: u64,
    /// How many columns of the kept text are left out.
    start: usize,
    pub room: usize,
}

impl VisibleColumns {
    /// Shows a column of a line and its surroundings; without a line, starts at the first column.
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

    /// Whether lines begin with a column that shows whether something is left out.
    fn has_lead(self) -> bool {
        self.skipped > 0 || self.start > 0
    }

    /// The screen column of a column of a line.
    pub fn column(self, column: usize, line: Option<&SnippetLine>) -> usize {
        let aside = line.map_or(0, |line| self.aside(line));
        (column + aside + usize::from(self.has_lead())).saturating_sub(self.start)
    }

    pub fn shows(self, column: usize, line: &SnippetLine) -> bool {
        column + self.aside(line) >= self.start && self.column(column, Some(line)) < self.room
    }

    /// By how many columns a line is indented relative to the others.
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
            // The line has nothing at these columns, but must not look empty.
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
            // A wide cell that is cut by the edge leaves blanks.
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
