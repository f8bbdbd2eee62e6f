//! Printing a board.

mod announced;
mod object_rows;
mod printed_board;

use std::io::{self, Write};

use super::Viewer;
use super::visibility::visible_fields;
use crate::game::Game;
use crate::geometry::{Size, Span};
use crate::player::Player;
use object_rows::{ObjectRows, PlacedGlyph};
pub use printed_board::PrintedBoard;

/// How much of a board is printed: the argument of `PRINT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintMode {
    /// `0`: healthy and destroyed segments, reefs.
    Basic,
    /// `1`: the sections of the ships too, and the numbers of rows and columns.
    Extended,
}

/// Prints the board as `PRINT` does, row by row, in little memory.
///
/// # Errors
///
/// An error of `out`.
pub fn print(game: &Game, viewer: Viewer, mode: PrintMode, out: &mut impl Write) -> io::Result<()> {
    let size = game.board().size();
    let labels = match mode {
        PrintMode::Basic => None,
        PrintMode::Extended => Some(digits(size.rows - 1)),
    };
    if let Some(width) = labels {
        print_header(size, width, out)?;
    }
    if game.rules().announces_shots() {
        for y in 0..size.rows {
            print_label(y, labels, out)?;
            announced::print_row(game, viewer, y, out)?;
        }
    } else {
        print_board(game, viewer, mode, labels, out)?;
    }
    if viewer == Viewer::Referee {
        let [a, b] = Player::BOTH.map(|player| game.fleet(player).healthy_parts());
        writeln!(out, "PARTS REMAINING:: A : {a} B : {b}")?;
    }
    Ok(())
}

/// Prints the rows of a board where shots are not announced.
fn print_board(
    game: &Game,
    viewer: Viewer,
    mode: PrintMode,
    labels: Option<usize>,
    out: &mut impl Write,
) -> io::Result<()> {
    let size = game.board().size();
    let mut glyphs = ObjectRows::new(game, viewer, mode);
    let mut visible = visible_fields(game, viewer).map(|fields| fields.rows());
    let mut spans = vec![Span {
        first: 0,
        last: size.columns - 1,
    }];
    for y in 0..size.rows {
        print_label(y, labels, out)?;
        if let Some(visible) = &mut visible {
            visible.spans(y, &mut spans);
        }
        print_row(size.columns, &spans, glyphs.row(y), out)?;
    }
    Ok(())
}

/// Prints the number of a row, if rows are numbered.
fn print_label(y: i32, width: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    width.map_or(Ok(()), |width| write!(out, "{y:0width$}"))
}

/// Prints the column numbers, one line per digit, indented by the width of the row numbers.
fn print_header(size: Size, label_width: usize, out: &mut impl Write) -> io::Result<()> {
    let last = size.columns - 1;
    let mut divisor = 10_i32.pow(last.checked_ilog10().unwrap_or(0));
    while divisor > 0 {
        fill(out, &BLANKS, label_width)?;
        for column in 0..=last {
            let digit = (column / divisor % 10).unsigned_abs() as usize;
            out.write_all(&b"0123456789"[digit..=digit])?;
        }
        out.write_all(b"\n")?;
        divisor /= 10;
    }
    Ok(())
}

/// Prints a row: blanks where it is visible, `?` where it is not, and the glyphs on top.
fn print_row(
    columns: i32,
    seen: &[Span],
    glyphs: &[PlacedGlyph],
    out: &mut impl Write,
) -> io::Result<()> {
    let mut row = RowRest { at: 0, seen };
    for glyph in glyphs {
        let is_seen = row.advance(glyph.x, out)?;
        if is_seen || !glyph.only_if_visible {
            out.write_all(&[glyph.glyph])?;
            row.at += 1;
        }
    }
    row.advance(columns, out)?;
    out.write_all(b"\n")
}

/// The part of a row not printed yet.
struct RowRest<'s> {
    at: i32,
    /// The spans that end at `at` or later.
    seen: &'s [Span],
}

impl RowRest<'_> {
    /// Prints the background up to column `to`, exclusive; returns whether that column is
    /// visible.
    fn advance(&mut self, to: i32, out: &mut impl Write) -> io::Result<bool> {
        loop {
            let Some(span) = self.seen.first() else {
                self.fill_to(to, &UNKNOWN, out)?;
                return Ok(false);
            };
            self.fill_to(to.min(span.first), &UNKNOWN, out)?;
            if to < span.first {
                return Ok(false);
            }
            self.fill_to(to.min(span.last + 1), &BLANKS, out)?;
            if to <= span.last {
                return Ok(true);
            }
            self.seen = &self.seen[1..];
        }
    }

    fn fill_to(&mut self, to: i32, run: &[u8; CHUNK], out: &mut impl Write) -> io::Result<()> {
        if to > self.at {
            fill(out, run, self.at.abs_diff(to) as usize)?;
            self.at = to;
        }
        Ok(())
    }
}

/// The most bytes that are written at once.
const CHUNK: usize = 4096;

/// The background, which is written in long runs: visible and unknown fields.
static BLANKS: [u8; CHUNK] = [b' '; CHUNK];
static UNKNOWN: [u8; CHUNK] = [b'?'; CHUNK];

fn fill(out: &mut impl Write, run: &[u8; CHUNK], mut count: usize) -> io::Result<()> {
    while count > 0 {
        let length = count.min(CHUNK);
        out.write_all(&run[..length])?;
        count -= length;
    }
    Ok(())
}

/// The number of decimal digits of a number that is not negative.
fn digits(number: i32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}
