//! Printing both players' waters where shots are announced.

use std::io::{self, Write};

use super::Viewer;
use crate::game::{Game, Ship};
use crate::geometry::Pos;
use crate::rules::GLYPHS;

/// Prints a row. The row between the waters belongs to neither player and is always empty.
///
/// # Errors
///
/// An error of `out`.
pub(super) fn print_row(
    game: &Game,
    viewer: Viewer,
    y: i32,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = 0..game.board().size().columns;
    let row: String = columns
        .map(|x| glyph(game, viewer, Pos::new(y, x)))
        .collect();
    writeln!(out, "{row}")
}

/// The character that a viewer sees on a field.
fn glyph(game: &Game, viewer: Viewer, pos: Pos) -> char {
    let board = game.board();
    let ship = board.ship_at(pos).map(|id| board.ship(id));
    let is_sunk = |ship: &Ship| ship.healthy_parts() == 0;
    let is_own = match viewer {
        Viewer::Referee => true,
        Viewer::Player(player) => game.waters_owner(pos) != Some(player.opponent()),
    };
    match ship {
        Some(ship) if game.was_shot_at(pos) && is_sunk(ship) => GLYPHS.sunk,
        Some(_) if game.was_shot_at(pos) => GLYPHS.hit,
        None if game.was_shot_at(pos) => GLYPHS.miss,
        _ if !is_own => GLYPHS.unknown,
        Some(_) => GLYPHS.ship,
        None => GLYPHS.water,
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{GLYPHS, Glyphs};
    use crate::script::is_board_text;

    /// A printed board is allowed between the groups of a script.
    #[test]
    fn glyphs_are_recognised_as_board_text() {
        #[rustfmt::skip]
        let Glyphs { ship, hit, sunk, miss, water, unknown } = GLYPHS;
        let all = String::from_iter([ship, hit, sunk, miss, water, unknown]);
        assert!(is_board_text(all.as_bytes()));
    }
}
