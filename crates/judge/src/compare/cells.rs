//! Shows arbitrary bytes.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::SnippetLine;

/// A character, or an invalid byte, as it is shown.
#[derive(Clone, Debug)]
pub struct Cell {
    /// Its visible text.
    pub text: String,
    /// Its offset in the line, in bytes.
    start: u64,
}

impl Cell {
    /// A cell that makes the end of a line visible.
    pub(super) fn line_end(line: &SnippetLine) -> Self {
        Self {
            text: "¶".to_owned(),
            start: line.length,
        }
    }

    /// Its width in columns.
    pub fn width(&self) -> usize {
        self.text.width()
    }
}

/// The cells of the kept part of a line.
pub fn cells(line: &SnippetLine, are_blanks_shown: bool) -> Vec<Cell> {
    let pieces = line.text.utf8_chunks().flat_map(|chunk| {
        let characters = chunk.valid().chars();
        let valid = characters.map(move |c| (shown(c, are_blanks_shown), c.len_utf8()));
        let bytes = chunk.invalid().iter();
        valid.chain(bytes.map(|byte| (format!("\\x{byte:02x}"), 1)))
    });
    let mut end = line.skipped;
    let cell = |(text, bytes)| {
        let start = end;
        end += bytes as u64;
        Cell { text, start }
    };
    pieces.map(cell).collect()
}

fn shown(c: char, are_blanks_shown: bool) -> String {
    match c {
        ' ' if are_blanks_shown => "·".to_owned(),
        ' ' => " ".to_owned(),
        '\t' => "→".to_owned(),
        '\r' => "␍".to_owned(),
        c if c.is_ascii_control() => format!("\\x{:02x}", u32::from(c)),
        // Characters without width could hide, or reverse the order of the line.
        c if c.is_whitespace() || c.width().unwrap_or(0) == 0 => c.escape_unicode().to_string(),
        c => c.to_string(),
    }
}

/// The index of the cell that contains a byte of the line, counted from 1; past the last cell if
/// the line is shorter.
pub fn cell_at(line: &SnippetLine, cells: &[Cell], byte: u64) -> usize {
    if byte > line.skipped + line.text.len() as u64 {
        return cells.len();
    }
    let begun = cells.partition_point(|cell| cell.start < byte);
    begun.saturating_sub(1)
}

/// The width of the first `count` cells.
pub fn width(cells: &[Cell], count: usize) -> usize {
    cells.iter().take(count).map(Cell::width).sum()
}
