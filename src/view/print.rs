//! How a board is printed.

use std::io::{self, Write};

use super::Viewer;
use super::area::Span;
use super::fog::Fog;
use super::marks::{Mark, Marks};
use super::waters;
use crate::game::Game;
use crate::geometry::Size;
use crate::player::Player;
use crate::script::PrintMode;

/// Prints the board as `PRINT` does, row by row, whatever its size.
///
/// # Errors
///
/// What `out` returns.
pub fn print(game: &Game, eyes: Viewer, mode: PrintMode, out: &mut impl Write) -> io::Result<()> {
    let size = game.board().size();
    let labels = match mode {
        PrintMode::Basic => None,
        PrintMode::Extended => Some(digits(size.rows - 1)),
    };
    if let Some(width) = labels {
        print_header(size, width, out)?;
    }
    if let Some(calls) = game.rules().calls() {
        for y in 0..size.rows {
            print_label(y, labels, out)?;
            waters::print_row(game, eyes, calls.glyphs, y, out)?;
        }
    } else {
        print_sea(game, eyes, mode, labels, out)?;
    }
    if eyes == Viewer::Referee {
        let parts = |player| game.fleet(player).healthy_parts();
        writeln!(
            out,
            "PARTS REMAINING:: A : {} B : {}",
            parts(Player::A),
            parts(Player::B)
        )?;
    }
    Ok(())
}

/// The rows of a board on which ships are seen by radars and planes.
fn print_sea(
    game: &Game,
    eyes: Viewer,
    mode: PrintMode,
    labels: Option<usize>,
    out: &mut impl Write,
) -> io::Result<()> {
    let size = game.board().size();
    let mut marks = Marks::new(game, eyes, mode);
    let mut fog = match eyes {
        Viewer::Referee => None,
        Viewer::Player(player) => Some(Fog::new(game, player)),
    };
    let everything = [Span {
        first: 0,
        last: size.columns - 1,
    }];
    for y in 0..size.rows {
        print_label(y, labels, out)?;
        let seen = fog.as_mut().map_or(&everything[..], |fog| fog.row(y));
        print_row(size.columns, seen, marks.row(y), out)?;
    }
    Ok(())
}

/// The number of a row, if rows are numbered.
fn print_label(y: i32, width: Option<usize>, out: &mut impl Write) -> io::Result<()> {
    width.map_or(Ok(()), |width| write!(out, "{y:0width$}"))
}

/// The numbers of the columns, digit below digit, after as many blanks as a
/// row's number is wide.
fn print_header(size: Size, label_width: usize, out: &mut impl Write) -> io::Result<()> {
    let last = size.columns - 1;
    let mut divisor = 10_i32.pow(last.checked_ilog10().unwrap_or(0));
    while divisor > 0 {
        fill(out, Filling::Blank, label_width as u64)?;
        let mut columns = 0..=last;
        loop {
            let mut digits = [0; RUN];
            let mut count = 0;
            for (digit, column) in digits.iter_mut().zip(&mut columns) {
                *digit = b"0123456789"[(column / divisor % 10).unsigned_abs() as usize];
                count += 1;
            }
            out.write_all(&digits[..count])?;
            if count < RUN {
                break;
            }
        }
        out.write_all(b"\n")?;
        divisor /= 10;
    }
    Ok(())
}

/// One row: blanks where it is seen, `?` where it is not, and the marks.
fn print_row(columns: i32, seen: &[Span], marks: &[Mark], out: &mut impl Write) -> io::Result<()> {
    let mut row = Row { at: 0, seen };
    for mark in marks {
        let is_seen = row.advance(mark.x, out)?;
        if is_seen || !mark.in_fog {
            out.write_all(&[mark.glyph])?;
            row.at += 1;
        }
    }
    row.advance(columns, out)?;
    out.write_all(b"\n")
}

/// The part of a row that is still to be printed.
struct Row<'s> {
    at: i32,
    /// The spans that end at `at` or later.
    seen: &'s [Span],
}

impl Row<'_> {
    /// Prints what lies under the marks up to column `to`, which is not
    /// printed; says whether that one is seen.
    fn advance(&mut self, to: i32, out: &mut impl Write) -> io::Result<bool> {
        loop {
            let Some(span) = self.seen.first() else {
                self.fill_to(to, Filling::Unknown, out)?;
                return Ok(false);
            };
            self.fill_to(to.min(span.first), Filling::Unknown, out)?;
            if to < span.first {
                return Ok(false);
            }
            self.fill_to(to.min(span.last + 1), Filling::Blank, out)?;
            if to <= span.last {
                return Ok(true);
            }
            self.seen = &self.seen[1..];
        }
    }

    fn fill_to(&mut self, to: i32, filling: Filling, out: &mut impl Write) -> io::Result<()> {
        if to > self.at {
            fill(out, filling, u64::from(self.at.abs_diff(to)))?;
            self.at = to;
        }
        Ok(())
    }
}

/// A character that comes in long runs.
#[derive(Clone, Copy)]
enum Filling {
    Blank,
    Unknown,
}

/// How much of a row is written at once.
const RUN: usize = 4096;

fn fill(out: &mut impl Write, filling: Filling, mut count: u64) -> io::Result<()> {
    static BLANKS: [u8; RUN] = [b' '; RUN];
    static UNKNOWNS: [u8; RUN] = [b'?'; RUN];
    let run = match filling {
        Filling::Blank => &BLANKS,
        Filling::Unknown => &UNKNOWNS,
    };
    while count > 0 {
        let length = count.min(RUN as u64);
        out.write_all(&run[..usize::try_from(length).unwrap_or(RUN)])?;
        count -= length;
    }
    Ok(())
}

/// How many decimal digits a number that is not negative has.
fn digits(number: i32) -> usize {
    number.checked_ilog10().unwrap_or(0) as usize + 1
}
