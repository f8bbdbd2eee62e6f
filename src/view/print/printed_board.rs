//! Reading a printed board.

use super::{PrintMode, digits};
use crate::geometry::{Pos, Size};

/// A printed board: a character for each field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PrintedBoard {
    size: Size,
    /// Row by row.
    glyphs: Vec<u8>,
}

impl PrintedBoard {
    /// The number of lines that [`print`](super::print) writes for a player.
    pub fn lines(size: Size, mode: PrintMode) -> usize {
        size.rect().height() + header(size, mode)
    }

    /// Parses the lines that [`print`](super::print) writes for a player; `None` if they are not
    /// such lines.
    pub fn parse(size: Size, mode: PrintMode, lines: &[impl AsRef<[u8]>]) -> Option<Self> {
        let columns = size.rect().width();
        let label = match mode {
            PrintMode::Basic => 0,
            PrintMode::Extended => digits(size.rows - 1),
        };
        let mut glyphs = Vec::with_capacity(size.rect().field_count());
        for line in lines.get(header(size, mode)..)? {
            let row = line.as_ref().get(label..)?;
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

/// The number of lines above the rows.
fn header(size: Size, mode: PrintMode) -> usize {
    match mode {
        PrintMode::Basic => 0,
        PrintMode::Extended => digits(size.columns - 1),
    }
}
