//! Printing both players' waters where shots are announced.

use std::io::{self, Write};

use super::Viewer;
use crate::game::{Game, Ship};
use crate::geometry::Pos;
use crate::rules::Glyphs;

/// Prints a row. The row between the waters belongs to neither player and is always empty.
///
/// # Errors
///
/// An error of `out`.
pub(super) fn print_row(
    game: &Game,
    viewer: Viewer,
    glyphs: Glyphs,
    y: i32,
    out: &mut impl Write,
) -> io::Result<()> {
    let columns = 0..game.board().size().columns;
    let fields = columns.map(|x| glyph(game, viewer, glyphs, Pos::new(y, x)));
    let mut row: Vec<u8> = fields.collect();
    row.push(b'\n');
    out.write_all(&row)
}

/// The character that a viewer sees on a field.
fn glyph(game: &Game, viewer: Viewer, glyphs: Glyphs, pos: Pos) -> u8 {
    let board = game.board();
    let ship = board.ship_at(pos).map(|id| board.ship(id));
    let is_sunk = |ship: &Ship| ship.healthy_parts() == 0;
    let is_own = match viewer {
        Viewer::Referee => true,
        Viewer::Player(player) => game.waters_owner(pos) != Some(player.opponent()),
    };
    match ship {
        Some(ship) if game.was_shot_at(pos) && is_sunk(ship) => glyphs.sunk,
        Some(_) if game.was_shot_at(pos) => glyphs.hit,
        None if game.was_shot_at(pos) => glyphs.miss,
        _ if !is_own => glyphs.unknown,
        Some(_) => glyphs.ship,
        None => glyphs.water,
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::{AnnouncedShots, RULE_SETS};
    use crate::script::is_board_text;

    /// A printed board is allowed between the groups of a script.
    #[test]
    fn glyphs_are_recognised_as_board_text() {
        for rules in RULE_SETS {
            let Some(AnnouncedShots { glyphs: g, .. }) = rules.announced_shots() else {
                continue;
            };
            let all = [g.ship, g.hit, g.sunk, g.miss, g.water, g.unknown];
            assert!(is_board_text(&all), "{}", rules.name);
        }
    }
}
