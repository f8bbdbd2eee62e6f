//! Printing a board.

use std::io::{self, Write};

use super::visibility::{is_concealed, visible_fields};
use super::{SegmentKind, Viewer};
use crate::game::{Game, Ship};
use crate::geometry::{Pos, SetRows, Size, Span};
use crate::player::Player;
use crate::script::PrintMode;

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
            print_waters_row(game, viewer, y, out)?;
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

/// The background, written in long runs: visible and unknown fields.
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

/// Prints a row where shots are announced. The row between the waters belongs to neither player and is always empty.
fn print_waters_row(game: &Game, viewer: Viewer, y: i32, out: &mut impl Write) -> io::Result<()> {
    let columns = 0..game.board().size().columns;
    let row: String = columns
        .map(|x| waters_glyph(game, viewer, Pos::new(y, x)))
        .collect();
    writeln!(out, "{row}")
}

/// The character that a viewer sees on a field.
fn waters_glyph(game: &Game, viewer: Viewer, pos: Pos) -> char {
    let board = game.board();
    let ship = board.ship_at(pos).map(|id| board.ship(id));
    let is_sunk = |ship: &Ship| ship.healthy_parts() == 0;
    let is_own = match viewer {
        Viewer::Referee => true,
        Viewer::Player(player) => game.waters_owner(pos) != Some(player.opponent()),
    };
    match ship {
        Some(ship) if game.was_shot_at(pos) && is_sunk(ship) => Glyphs::ANNOUNCED.sunk,
        Some(_) if game.was_shot_at(pos) => Glyphs::ANNOUNCED.hit,
        None if game.was_shot_at(pos) => Glyphs::ANNOUNCED.miss,
        _ if !is_own => Glyphs::ANNOUNCED.unknown,
        Some(_) => Glyphs::ANNOUNCED.ship,
        None => Glyphs::ANNOUNCED.water,
    }
}

/// A character to print on a field of a row.
#[derive(Clone, Copy, Debug)]
struct PlacedGlyph {
    x: i32,
    glyph: u8,
    /// Whether it is printed only where the field is visible.
    only_if_visible: bool,
}

/// The glyphs of a board's reefs and ships, from the top row down.
struct ObjectRows<'g> {
    viewer: Viewer,
    mode: PrintMode,
    /// By first row in descending order, so that the next ship can be popped.
    ships: Vec<&'g Ship>,
    active_ships: Vec<&'g Ship>,
    reefs: SetRows,
    found: Vec<PlacedGlyph>,
}

impl<'g> ObjectRows<'g> {
    fn new(game: &'g Game, viewer: Viewer, mode: PrintMode) -> Self {
        let mut ships: Vec<_> = game.board().ships().iter().collect();
        ships.sort_unstable_by_key(|ship| std::cmp::Reverse(ship.footprint().rect().top));
        Self {
            viewer,
            mode,
            ships,
            active_ships: Vec::new(),
            reefs: game.board().reef_list().rows(),
            found: Vec::new(),
        }
    }

    /// The glyphs of a row, from left to right, at most one per column. Rows must be
    /// requested from the top down.
    fn row(&mut self, y: i32) -> &[PlacedGlyph] {
        self.found.clear();
        let reefs = self.reefs.columns(y).map(|x| PlacedGlyph {
            x,
            glyph: b'#',
            only_if_visible: false,
        });
        self.found.extend(reefs);
        let reefs = self.found.len();
        self.add_ships(y);
        if self.found.len() > reefs {
            self.found.sort_unstable_by_key(|glyph| glyph.x);
        }
        &self.found
    }

    fn add_ships(&mut self, y: i32) {
        while let Some(ship) = self.ships.pop_if(|ship| ship.footprint().rect().top <= y) {
            self.active_ships.push(ship);
        }
        if self.active_ships.is_empty() {
            return;
        }
        self.active_ships
            .retain(|ship| ship.footprint().rect().bottom >= y);
        for ship in &self.active_ships {
            let only_if_visible = is_concealed(ship, self.viewer);
            for (segment, field) in (0..).zip(ship.footprint().fields()) {
                if field.y == y {
                    let kind = SegmentKind::of(ship.class(), segment, ship.is_healthy(segment));
                    self.found.push(PlacedGlyph {
                        x: field.x,
                        glyph: segment_glyph(kind, self.mode),
                        only_if_visible,
                    });
                }
            }
        }
    }
}

/// The character of a segment.
const fn segment_glyph(kind: SegmentKind, mode: PrintMode) -> u8 {
    match (kind, mode) {
        (SegmentKind::Destroyed, _) => b'x',
        (SegmentKind::Radar, PrintMode::Extended) => b'@',
        (SegmentKind::Cannon, PrintMode::Extended) => b'!',
        (SegmentKind::Engine, PrintMode::Extended) => b'%',
        _ => b'+',
    }
}

/// The characters that the fields of both waters are printed as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Glyphs {
    /// A segment that was not shot at.
    pub ship: char,
    /// A segment that was hit, of a ship that is afloat.
    pub hit: char,
    /// A segment of a ship that is sunk.
    pub sunk: char,
    /// Water that was shot at.
    pub miss: char,
    /// Water that was not shot at.
    pub water: char,
    /// A field of the opponent's waters that was not shot at.
    pub unknown: char,
}

impl Glyphs {
    /// Those of all games in which shots are announced.
    pub const ANNOUNCED: Self = Self {
        ship: '+',
        hit: 'x',
        sunk: 'X',
        miss: 'o',
        water: ' ',
        unknown: '?',
    };
}

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

#[cfg(test)]
mod tests {
    use super::Glyphs;
    use crate::script::Line;

    /// A printed board is allowed between the groups of a script.
    #[test]
    fn glyphs_are_recognised_as_board_text() {
        #[rustfmt::skip]
        let Glyphs { ship, hit, sunk, miss, water, unknown } = Glyphs::ANNOUNCED;
        let all = String::from_iter([ship, hit, sunk, miss, water, unknown]);
        assert!(Line::is_board_text(all.as_bytes()));
    }
}
