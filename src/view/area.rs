//! The areas that a player sees into.

use crate::game::{Game, Ship};
use crate::geometry::{Pos, Rect};
use crate::player::Player;
use crate::rules::ShipClass;

/// Columns of a row, first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first column.
    pub first: i32,
    /// The last column.
    pub last: i32,
}

/// An area of fields without holes; it may reach past the board.
#[derive(Clone, Copy, Debug)]
pub enum Area {
    /// The fields at most that far from the middle: what a radar_area sees.
    Circle {
        /// The middle.
        middle: Pos,
        /// How far it reaches, as the crow flies; at most
        /// [`ShipClass::LENGTH_MAX`].
        radius: u8,
    },
    /// A rectangle that is not empty: what a plane sees.
    Square(Rect),
}

impl Area {
    /// The first row that it has a field in.
    pub const fn first_row(&self) -> i32 {
        match self {
            Self::Circle { middle, radius } => middle.y.saturating_sub(*radius as i32),
            Self::Square(rect) => rect.top,
        }
    }

    /// The last row that it has a field in.
    pub const fn last_row(&self) -> i32 {
        match self {
            Self::Circle { middle, radius } => middle.y.saturating_add(*radius as i32),
            Self::Square(rect) => rect.bottom,
        }
    }

    /// Its columns in a row between the first and the last.
    pub fn span(&self, y: i32) -> Span {
        match self {
            Self::Circle { middle, radius } => {
                let half = HALVES[*radius as usize][middle.y.abs_diff(y) as usize].into();
                Span {
                    first: middle.x.saturating_sub(half),
                    last: middle.x.saturating_add(half),
                }
            }
            Self::Square(rect) => Span {
                first: rect.left,
                last: rect.right,
            },
        }
    }
}

/// How far a circle reaches to each side of its middle column, by its radius and
/// the distance from its middle row.
static HALVES: [[u8; RADII]; RADII] = {
    let mut halves = [[0; RADII]; RADII];
    let mut radius = 0;
    while radius < RADII {
        let mut rows = 0;
        while rows <= radius {
            let mut half = 0;
            while (half + 1) * (half + 1) + rows * rows <= radius * radius {
                half += 1;
            }
            #[expect(clippy::cast_possible_truncation, reason = "at most the radius")]
            {
                halves[radius][rows] = half as u8;
            }
            rows += 1;
        }
        radius += 1;
    }
    halves
};
/// How many radii there are: a radar_area sees as far as its ship is long.
const RADII: usize = ShipClass::LENGTH_MAX as usize + 1;

/// The rows of circles by radius, as bits: the middle column is bit `radius`.
pub(super) static DISCS: [[u16; 2 * RADII - 1]; RADII] = {
    let mut discs = [[0; 2 * RADII - 1]; RADII];
    let mut radius = 0;
    while radius < RADII {
        let mut row = 0;
        while row <= 2 * radius {
            let half = HALVES[radius][row.abs_diff(radius)] as usize;
            discs[radius][row] = ((1 << (2 * half + 1)) - 1) << (radius - half);
            row += 1;
        }
        radius += 1;
    }
    discs
};

/// What the radar_area of a ship sees.
pub(super) fn radar_area(ship: &Ship) -> Area {
    Area::Circle {
        middle: ship.footprint().head,
        radius: ship.radar_range(),
    }
}

/// What a player's radars and planes see.
pub(super) fn visible_areas(game: &Game, player: Player) -> impl Iterator<Item = Area> {
    let ships = game.fleet(player).ships();
    let radars = ships.map(|id| radar_area(game.board().ship(id)));
    radars.chain(game.planes(player).squares().map(Area::Square))
}
