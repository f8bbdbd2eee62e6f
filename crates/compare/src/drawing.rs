//! Draws the difference between an output and the answer for a terminal.

use std::fmt::Write as _;
use std::io::{self, Write};
use std::ops::Range;

use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

use crate::ComparisonMode;
use crate::comparison::{BoardRow, Difference, DrawnBoard, heading, notes};
use crate::snippet::{
    CONTEXT_LINES_MAX, ShownCharacter, Snippet, SnippetLine, cell_at, cells, width,
};

const LABELS: [&str; 2] = ["expected", "found"];
/// Shown where a text has no line.
const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];

/// Draws a difference in `width` columns.
///
/// The output is coloured; a stream that is not a terminal has to strip the colours.
///
/// # Errors
///
/// If it cannot be written.
pub fn draw(difference: &Difference, width: usize, to: &mut impl Write) -> io::Result<()> {
    let board = DrawnBoard::around(difference);
    let place = heading(difference, board.as_ref());
    writeln!(to, "{HEADING}{place}{HEADING:#}")?;
    match &board {
        Some(board) => draw_boards(difference, board, width, to)?,
        None => draw_lines(difference, width, to)?,
    }
    for note in notes(difference, board.as_ref()) {
        writeln!(to, "{QUIET}{note}{QUIET:#}")?;
    }
    Ok(())
}

/// Draws the lines of both texts in pairs; equal lines only once.
fn draw_lines(difference: &Difference, width: usize, to: &mut impl Write) -> io::Result<()> {
    let snippets = [&difference.expected, &difference.found];
    let last = snippets.map(|snippet| {
        let below = snippet.after.len().min(CONTEXT_LINES_MAX);
        snippet.line + below as u64
    });
    let mut diagram = LineDiagram {
        difference,
        snippets,
        digits: last[0].max(last[1]).to_string().len(),
        view: VisibleColumns::around(None, 0),
    };
    let room = width.saturating_sub(diagram.gutter("", QUIET, None).width);
    let place = |side: usize| Some((snippets[side].text.as_ref()?, diagram.place(side).1));
    diagram.view = VisibleColumns::around(place(1).or_else(|| place(0)), room);
    let context = CONTEXT_LINES_MAX.cast_signed();
    for offset in -context..=context {
        if offset == 0 {
            diagram.difference(to)?;
        } else {
            diagram.pair(snippets.map(|snippet| snippet.get(offset)), to)?;
        }
    }
    Ok(())
}

struct LineDiagram<'d> {
    difference: &'d Difference,
    snippets: [&'d Snippet; 2],
    /// The width of line numbers.
    digits: usize,
    /// The columns that are shown, including the difference.
    view: VisibleColumns,
}

impl LineDiagram<'_> {
    /// Draws the lines with the difference, and the marks below.
    fn difference(&self, to: &mut impl Write) -> io::Result<()> {
        let places = [0, 1].map(|side| self.place(side));
        let columns = places.each_ref().map(|(_, column, _)| *column);
        // Equal tokens may be at columns that are far apart.
        let are_seen = self.snippets.iter().zip(columns).all(|(snippet, column)| {
            let line = snippet.text.as_ref();
            line.is_none_or(|line| self.view.shows(column, line))
        });
        for (side, (cells, column, at)) in places.iter().enumerate() {
            let snippet = self.snippets[side];
            let mut line = self.gutter(LABELS[side], SIDES[side], Some(snippet.line));
            let Some(text) = &snippet.text else {
                line.push(QUIET, ENDED[side]);
                writeln!(to, "{}", line.text)?;
                continue;
            };
            let view = if are_seen {
                self.view
            } else {
                VisibleColumns::around(Some((text, *column)), self.view.room)
            };
            let style = |cell: usize| match cell.cmp(at) {
                std::cmp::Ordering::Less => Style::new(),
                std::cmp::Ordering::Equal => SIDES[side].bold().invert(),
                std::cmp::Ordering::Greater => SIDES[side],
            };
            line.append(&view.paint(text, cells, style));
            writeln!(to, "{}", line.text)?;
            // One line of marks is enough if both are at the same column.
            let has_found = self.snippets[1].text.is_some();
            if side == 1 || !are_seen || !has_found || columns[0] != columns[1] {
                let mut marks = self.gutter("", QUIET, None);
                marks.pad(marks.width + view.column(*column, Some(text)));
                marks.push(MARK, "^");
                writeln!(to, "{}", marks.text)?;
            }
        }
        Ok(())
    }

    /// The cells of the line with the difference, and its column and cell.
    fn place(&self, side: usize) -> (Vec<ShownCharacter>, usize, usize) {
        let (cells, at) = self.difference.cells(side).unwrap_or_default();
        let column = width(&cells, at);
        (cells, column, at)
    }

    /// Draws a pair of lines near the difference.
    fn pair(&self, lines: [Option<(u64, &SnippetLine)>; 2], to: &mut impl Write) -> io::Result<()> {
        let [expected, found] =
            lines.map(|line| line.map(|(number, line)| (number, &line.text, line.length)));
        let are_same = expected == found;
        for (side, line) in lines.into_iter().enumerate().skip(usize::from(are_same)) {
            let Some((number, text)) = line else { continue };
            let label = if are_same { "" } else { LABELS[side] };
            let mut line = self.gutter(label, SIDES[side], Some(number));
            let cells = cells(text, !are_same);
            line.append(&self.view.paint(text, &cells, |_| Style::new()));
            writeln!(to, "{}", line.text)?;
        }
        Ok(())
    }

    fn gutter(&self, label: &str, style: Style, number: Option<u64>) -> StyledText {
        let mut gutter = StyledText::default();
        gutter.push(style, &format!("{label:>8}"));
        let number = number.map_or(String::new(), |number| number.to_string());
        gutter.push(QUIET, &format!(" {number:>0$} | ", self.digits));
        gutter
    }
}

const SPACE: usize = 3;

/// How many rows are drawn above and below the difference if the boards are not side by side.
const ROWS_AROUND_MAX: usize = 6;

/// If the lengths of the lines differ by more than this, they are not versions of the same row, and
/// only the first difference is marked.
const LENGTHS_APART_MAX: usize = 2;

/// Draws both boards, side by side if there is room.
fn draw_boards(
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
    mode: ComparisonMode,
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

const HEADING: Style = Style::new().bold();
const QUIET: Style = Style::new().dimmed();
const MARK: Style = AnsiColor::Yellow.on_default().bold();
/// The styles of the answer and of the output.
const SIDES: [Style; 2] = [AnsiColor::Green.on_default(), AnsiColor::Red.on_default()];

/// How many columns after a difference should be seen.
const MARGIN: usize = 10;
const LEFT_OUT: &str = "…";

#[derive(Debug, Default)]
struct StyledText {
    text: String,
    width: usize,
}

impl StyledText {
    fn push(&mut self, style: Style, text: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{style}{text}{style:#}");
        self.width += text.width();
    }

    fn pad(&mut self, width: usize) {
        let blanks = width.saturating_sub(self.width);
        self.push(Style::new(), &" ".repeat(blanks));
    }

    fn append(&mut self, other: &Self) {
        self.text.push_str(&other.text);
        self.width += other.width;
    }
}

/// The range of columns that is shown of all lines.
#[derive(Clone, Copy, Debug)]
struct VisibleColumns {
    /// How many bytes at the beginning of all lines are left out.
    skipped: u64,
    /// How many columns of the kept text are left out.
    start: usize,
    room: usize,
}

impl VisibleColumns {
    /// Shows a column of a line and its surroundings; without a line, starts at the first column.
    fn around(place: Option<(&SnippetLine, usize)>, room: usize) -> Self {
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
    fn column(self, column: usize, line: Option<&SnippetLine>) -> usize {
        let aside = line.map_or(0, |line| self.aside(line));
        (column + aside + usize::from(self.has_lead())).saturating_sub(self.start)
    }

    fn shows(self, column: usize, line: &SnippetLine) -> bool {
        column + self.aside(line) >= self.start && self.column(column, Some(line)) < self.room
    }

    /// By how many columns a line is indented relative to the others.
    fn aside(self, line: &SnippetLine) -> usize {
        let aside = line.skipped.saturating_sub(self.skipped);
        usize::try_from(aside).unwrap_or(0).min(MARGIN)
    }

    /// The part of a line that is shown.
    fn paint(
        self,
        line: &SnippetLine,
        cells: &[ShownCharacter],
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

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    use crate::compare;

    use super::*;

    /// The width of the drawings in the files.
    const WIDTH: usize = 80;

    fn drawing(mode: ComparisonMode, answer: &[u8], output: &[u8], width: usize) -> String {
        let difference = compare(mode, answer, output).difference.unwrap();
        let mut drawn = Vec::new();
        draw(&difference, width, &mut drawn).unwrap();
        String::from_utf8(drawn).unwrap()
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    /// The files of drawings: `MODE--NAME` with an answer and an output.
    fn answers() -> Vec<PathBuf> {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/compare/drawn");
        let entries = fs::read_dir(directory).unwrap();
        let mut answers: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        answers.retain(|path| path.extension().is_some_and(|ending| ending == "ans"));
        answers.sort();
        assert!(!answers.is_empty());
        answers
    }

    fn case(answer: &Path) -> (ComparisonMode, Vec<u8>, Vec<u8>) {
        let name = answer.file_stem().unwrap().to_str().unwrap();
        let (mode, _) = name.split_once("--").unwrap();
        let output = fs::read(answer.with_extension("out")).unwrap();
        (mode.parse().unwrap(), fs::read(answer).unwrap(), output)
    }

    /// `UPDATE=1 cargo test drawings` rewrites them.
    #[test]
    fn drawings_are_as_they_were() {
        let mut others = String::new();
        for answer in answers() {
            let (mode, expected, found) = case(&answer);
            let drawn = plain(&drawing(mode, &expected, &found, WIDTH));
            let path = answer.with_extension("txt");
            if std::env::var_os("UPDATE").is_some() {
                fs::write(&path, &drawn).unwrap();
            }
            let kept = fs::read_to_string(&path).unwrap_or_default();
            if kept != drawn {
                let diff = similar::TextDiff::from_lines(&kept, &drawn);
                let name = path.display().to_string();
                others += &diff.unified_diff().header(&name, "drawn").to_string();
            }
        }
        assert!(others.is_empty(), "{others}");
    }

    #[test]
    fn what_differs_is_in_colour() {
        let drawn = drawing(ComparisonMode::Exact, b"+ \n", b"+x\n", WIDTH);
        let [green, red] = [("32", "·"), ("31", "x")]
            .map(|(colour, text)| format!("\u{1b}[1m\u{1b}[7m\u{1b}[{colour}m{text}\u{1b}[0m"));
        assert!(drawn.contains(&green), "{drawn:?}");
        assert!(drawn.contains(&red), "{drawn:?}");
        let [answer, output] =
            ["+", "x"].map(|glyph| format!("  012\n00++ \n01+{glyph} \n02   \n"));
        let boards = drawing(
            ComparisonMode::Exact,
            answer.as_bytes(),
            output.as_bytes(),
            WIDTH,
        );
        assert_eq!(boards.matches("\u{1b}[7m").count(), 2, "{boards}");
    }

    #[test]
    fn no_line_is_wider_than_the_terminal() {
        for answer in answers() {
            let (mode, expected, found) = case(&answer);
            for width in [0, 1, 10, 20, 40, 60, 80, 200] {
                let drawn = plain(&drawing(mode, &expected, &found, width));
                // Sentences are not wrapped.
                let is_line = |line: &&str| line.contains(" | ") || line.contains(" ≠ ");
                for line in drawn.lines().filter(is_line) {
                    let columns = unicode_width::UnicodeWidthStr::width(line);
                    let is_narrow = columns <= width.max(40);
                    assert!(is_narrow, "{}: {width}\n{drawn}", answer.display());
                }
            }
        }
    }
}
