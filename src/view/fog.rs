//! What a player sees, row by row.

use crate::game::{Game, Ship};
use crate::vocabulary::{Player, Pos, Rect};

/// Columns of a row that are seen, first to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// The first column.
    pub first: i32,
    /// The last column.
    pub last: i32,
}

/// What a player sees: the circles of the radars and the squares of the spy
/// planes, walked row by row from the top.
#[derive(Clone, Debug)]
pub struct Fog {
    /// By first row, those that begin last at the front, so that the next one
    /// is popped from the back.
    waiting: Vec<Sight>,
    /// Those that reach the current row.
    active: Vec<Sight>,
    spans: Vec<Span>,
    last_column: i32,
}

/// An area that is seen.
#[derive(Clone, Copy, Debug)]
enum Sight {
    /// The fields at most that far from the middle.
    Radar {
        head: Pos,
        range: u8,
    },
    Plane(Rect),
}

impl Fog {
    /// The fog over the board as a player sees it.
    pub fn new(game: &Game, player: Player) -> Self {
        let radars = game
            .board()
            .ships()
            .iter()
            .filter(|ship| ship.owner() == player)
            .map(|ship: &Ship| Sight::Radar {
                head: ship.hull().head,
                range: ship.radar_range(),
            });
        let planes = game.planes(player).squares().map(Sight::Plane);
        let mut waiting: Vec<_> = radars.chain(planes).collect();
        waiting.sort_unstable_by_key(|sight| std::cmp::Reverse(sight.first_row()));
        Self {
            waiting,
            active: Vec::new(),
            spans: Vec::new(),
            last_column: game.board().size().columns - 1,
        }
    }

    /// What is seen of a row: spans from left to right that do not meet. Rows
    /// are asked for from the top down.
    pub fn row(&mut self, y: i32) -> &[Span] {
        while let Some(sight) = self.waiting.pop_if(|sight| sight.first_row() <= y) {
            self.active.push(sight);
        }
        self.spans.clear();
        if self.active.is_empty() {
            return &self.spans;
        }
        self.active.retain(|sight| sight.last_row() >= y);
        let last_column = self.last_column;
        let clipped = self
            .active
            .iter()
            .map(|sight| sight.span(y))
            .filter_map(|span| {
                let (first, last) = (span.first.max(0), span.last.min(last_column));
                (first <= last).then_some(Span { first, last })
            });
        self.spans.extend(clipped);
        self.spans.sort_unstable_by_key(|span| span.first);
        self.spans.dedup_by(|span, before| {
            let meets = span.first <= before.last + 1;
            if meets {
                before.last = before.last.max(span.last);
            }
            meets
        });
        &self.spans
    }
}

impl Sight {
    const fn first_row(&self) -> i32 {
        match self {
            Self::Radar { head, range } => head.y.saturating_sub(*range as i32),
            Self::Plane(square) => square.top,
        }
    }

    const fn last_row(&self) -> i32 {
        match self {
            Self::Radar { head, range } => head.y.saturating_add(*range as i32),
            Self::Plane(square) => square.bottom,
        }
    }

    /// The columns it sees of a row between its first and its last.
    fn span(&self, y: i32) -> Span {
        match self {
            Self::Radar { head, range } => {
                let (dy, range) = (head.y.abs_diff(y), u32::from(*range));
                let half = (range * range - dy * dy).isqrt().cast_signed();
                Span {
                    first: head.x.saturating_sub(half),
                    last: head.x.saturating_add(half),
                }
            }
            Self::Plane(square) => Span {
                first: square.left,
                last: square.right,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SHIPS;

    #[test]
    fn spans_that_meet_are_one() {
        let mut game = Game::new(&SHIPS);
        let class = SHIPS.class(b"CAR").expect("ships has carriers");
        let name = crate::game::ShipName {
            player: Player::A,
            class,
            index: 0,
        };
        let head = Pos::new(9, 0);
        let hull = crate::game::Hull {
            head,
            direction: crate::vocabulary::Direction::South,
            length: 5,
        };
        game.preset_ship(name, hull, u8::MAX)
            .expect("there is room");
        for x in [4, 7] {
            game.spy_from(name, Pos::new(0, x))
                .expect("the carrier has planes");
        }
        let mut fog = Fog::new(&game, Player::A);
        assert_eq!(fog.row(0), [Span { first: 3, last: 8 }]);
        assert_eq!(fog.row(2), []);
        assert_eq!(fog.row(5), [Span { first: 0, last: 3 }]);
        assert_eq!(fog.row(9), [Span { first: 0, last: 5 }]);
        assert_eq!(fog.row(15), []);
    }
}
