//! The areas that a player sees into.

use crate::game::{Game, Ship};
use crate::vocabulary::{Player, Pos, Rect};

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
    /// The fields at most that far from the middle: what a radar sees.
    Circle {
        /// The middle.
        middle: Pos,
        /// How far it reaches, as the crow flies.
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
                let (dy, radius) = (middle.y.abs_diff(y), u32::from(*radius));
                let half = (radius * radius - dy * dy).isqrt().cast_signed();
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

/// What a player's radars and planes see.
pub(super) fn sights(game: &Game, player: Player) -> impl Iterator<Item = Area> {
    let radar = |ship: &Ship| Area::Circle {
        middle: ship.hull().head,
        radius: ship.radar_range(),
    };
    let ships = game.fleet(player).ships();
    let radars = ships.map(move |id| radar(game.board().ship(id)));
    radars.chain(game.planes(player).squares().map(Area::Square))
}
