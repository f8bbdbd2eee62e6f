//! Reading a printed board.

use super::digits;
use crate::geometry::{Pos, Size};

/// A board printed for a player by `PRINT 1`: a character for each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedBoard {
    size: Size,
    /// Row by row.
    glyphs: Vec<u8>,
}

impl PrintedBoard {
    /// The number of lines of a board: the digits of the column numbers, and the rows.
    pub fn lines(size: Size) -> usize {
        digits(size.columns - 1) + size.rect().height()
    }

    /// Parses the lines of a board; `None` if they are not such lines.
    pub fn parse(size: Size, lines: &[impl AsRef<[u8]>]) -> Option<Self> {
        let columns = size.rect().width();
        let mut glyphs = Vec::with_capacity(size.rect().field_count());
        for line in lines.get(digits(size.columns - 1)..)? {
            let row = line.as_ref().get(digits(size.rows - 1)..)?;
            glyphs.extend((row.len() == columns).then_some(row)?);
        }
        (glyphs.len() == size.rect().field_count()).then_some(Self { size, glyphs })
    }

    /// The character of a field; `None` off the board.
    pub fn at(&self, field: Pos) -> Option<u8> {
        self.glyphs.get(self.size.rect().index(field)?).copied()
    }

    /// All fields with their characters, row by row.
    pub fn fields(&self) -> impl Iterator<Item = (Pos, u8)> {
        self.size.rect().fields().zip(self.glyphs.iter().copied())
    }
}
