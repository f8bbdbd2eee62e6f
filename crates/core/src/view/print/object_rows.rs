//! The glyphs of the reefs and ships of a board, row by row.

use super::{PrintMode, Viewer};
use crate::game::{Game, Ship};
use crate::geometry::SetRows;
use crate::view::SegmentKind;
use crate::view::visibility::is_concealed;

/// A character to print on a field of a row.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlacedGlyph {
    pub x: i32,
    pub glyph: u8,
    /// Whether it is printed only where the field is visible.
    pub only_if_visible: bool,
}

/// The glyphs of a board's reefs and ships, from the top row down.
pub(super) struct ObjectRows<'g> {
    viewer: Viewer,
    mode: PrintMode,
    /// By first row in descending order, so that the next ship can be popped.
    ships: Vec<&'g Ship>,
    active_ships: Vec<&'g Ship>,
    reefs: SetRows,
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
            reefs: game.board().reef_list().rows(),
            found: Vec::new(),
        }
    }

    /// The glyphs of a row, from left to right, at most one per column. Rows must be
    /// requested from the top down.
    pub fn row(&mut self, y: i32) -> &[PlacedGlyph] {
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
                        glyph: glyph(kind, self.mode),
                        only_if_visible,
                    });
                }
            }
        }
    }
}

/// The character of a segment.
const fn glyph(kind: SegmentKind, mode: PrintMode) -> u8 {
    match (kind, mode) {
        (SegmentKind::Destroyed, _) => b'x',
        (SegmentKind::Radar, PrintMode::Extended) => b'@',
        (SegmentKind::Cannon, PrintMode::Extended) => b'!',
        (SegmentKind::Engine, PrintMode::Extended) => b'%',
        _ => b'+',
    }
}
