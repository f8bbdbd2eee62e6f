//! The things on a board, row by row.

use super::Viewer;
use crate::game::{FieldTile, Game, Ship, TILE_SIDE};
use crate::rules::ShipClass;
use crate::script::PrintMode;

/// Something to print on a field of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedGlyph {
    pub x: i32,
    pub glyph: u8,
    /// Whether it is shown only where the field is seen.
    pub only_if_seen: bool,
}

/// The reefs and ships of a board, walked row by row from the top.
pub(super) struct ObjectRows<'g> {
    viewer: Viewer,
    mode: PrintMode,
    /// By first row, those that begin last at the front.
    ships: Vec<&'g Ship>,
    active_ships: Vec<&'g Ship>,
    /// By row of tiles, then column.
    reefs: Vec<FieldTile>,
    /// Where the current row of tiles begins and ends in `reefs`.
    band: std::ops::Range<usize>,
    found: Vec<PlacedGlyph>,
}

impl<'g> ObjectRows<'g> {
    pub fn new(game: &'g Game, viewer: Viewer, mode: PrintMode) -> Self {
        let mut ships: Vec<_> = game.board().ships().iter().collect();
        ships.sort_unstable_by_key(|ship| std::cmp::Reverse(ship.footprint().rect().top));
        Self {
            viewer,
            mode,
            ships,
            active_ships: Vec::new(),
            reefs: game.board().reef_tiles(),
            band: 0..0,
            found: Vec::new(),
        }
    }

    /// The glyphs of a row, from left to right, each column at most once. Rows
    /// are asked for from the top down.
    pub fn row(&mut self, y: i32) -> &[PlacedGlyph] {
        self.found.clear();
        self.add_reefs(y);
        let reefs = self.found.len();
        self.add_ships(y);
        if self.found.len() > reefs {
            self.found.sort_unstable_by_key(|glyph| glyph.x);
        }
        &self.found
    }

    fn add_reefs(&mut self, y: i32) {
        if y % TILE_SIDE == 0 {
            let start = self.band.end;
            let length = self.reefs[start..]
                .iter()
                .take_while(|tile| tile.top == y)
                .count();
            self.band = start..start + length;
        }
        for tile in &self.reefs[self.band.clone()] {
            self.found.extend(tile.columns(y).map(|x| PlacedGlyph {
                x,
                glyph: b'#',
                only_if_seen: false,
            }));
        }
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
            let only_if_seen = match self.viewer {
                Viewer::Referee => false,
                Viewer::Player(player) => player != ship.owner(),
            };
            for (segment, field) in (0..).zip(ship.footprint().fields()) {
                if field.y == y {
                    let glyph = glyph(ship, segment, self.mode);
                    self.found.push(PlacedGlyph {
                        x: field.x,
                        glyph,
                        only_if_seen,
                    });
                }
            }
        }
    }
}

/// How a segment is printed.
fn glyph(ship: &Ship, segment: u8, mode: PrintMode) -> u8 {
    let class = ship.class();
    if !ship.is_healthy(segment) {
        return b'x';
    }
    match mode {
        PrintMode::Extended if segment == ShipClass::RADAR => b'@',
        PrintMode::Extended if segment == class.engine() => b'%',
        PrintMode::Extended if segment == class.cannon() => b'!',
        PrintMode::Basic | PrintMode::Extended => b'+',
    }
}
