//! Bytes of any kind as what a terminal can show.

use admiralty::judge::compare::SnippetLine;
use unicode_width::UnicodeWidthChar;

/// A character, or a byte that is none, as it is shown.
#[derive(Debug, PartialEq, Eq)]
pub struct Cell {
    pub text: String,
    /// How many columns of the terminal it takes.
    pub width: usize,
}

/// What is shown of a line.
#[derive(Debug)]
pub struct Cells {
    pub cells: Vec<Cell>,
    /// Where in the line each cell begins, in bytes, and at the end where the
    /// last one ends.
    starts: Vec<u64>,
}

/// Whether blanks are to be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blanks {
    Plain,
    Dots,
}

impl Cells {
    pub fn new(line: &SnippetLine, blanks: Blanks) -> Self {
        let mut cells = Vec::new();
        let mut starts = vec![line.skipped];
        let mut at = line.skipped;
        for chunk in line.text.utf8_chunks() {
            for c in chunk.valid().chars() {
                cells.push(character(c, blanks));
                at += c.len_utf8() as u64;
                starts.push(at);
            }
            for byte in chunk.invalid() {
                cells.push(escaped(format!("\\x{byte:02x}")));
                at += 1;
                starts.push(at);
            }
        }
        Self { cells, starts }
    }

    /// No cells.
    pub fn empty() -> Self {
        Self {
            cells: Vec::new(),
            starts: vec![0],
        }
    }

    /// Makes the end of the line visible.
    pub fn push_line_end(&mut self) {
        self.cells.push(Cell {
            text: "¶".to_owned(),
            width: 1,
        });
    }

    /// The cell with a byte of the line, counted from 1; the one after the last
    /// if the line is shorter.
    pub fn at(&self, byte: u64) -> usize {
        let after = self.starts.partition_point(|&start| start < byte);
        after.saturating_sub(1)
    }

    /// How many columns the first cells take.
    pub fn width(&self, count: usize) -> usize {
        self.cells.iter().take(count).map(|cell| cell.width).sum()
    }
}

fn character(c: char, blanks: Blanks) -> Cell {
    let shown = match c {
        ' ' if blanks == Blanks::Dots => '·',
        '\t' => '→',
        '\r' => '␍',
        c => c,
    };
    if c.is_ascii_control() && shown == c {
        return escaped(format!("\\x{:02x}", u32::from(c)));
    }
    match shown.width() {
        // What takes no room could hide, or turn the order of the line.
        None | Some(0) => escaped(shown.escape_unicode().to_string()),
        Some(_) if c != ' ' && c.is_whitespace() && shown == c => {
            escaped(shown.escape_unicode().to_string())
        }
        Some(width) => Cell {
            text: shown.to_string(),
            width,
        },
    }
}

/// Something in ASCII.
fn escaped(text: String) -> Cell {
    Cell {
        width: text.len(),
        text,
    }
}
