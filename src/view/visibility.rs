//! What a player sees, row by row.

use crate::game::Game;
use crate::player::Player;
use crate::view::area::{Area, Span, visible_areas};

/// What a player sees: the circles of the radars and the squares of the spy
/// planes, walked row by row from the top.
#[derive(Clone, Debug)]
pub struct VisibleSpans {
    /// By first row, those that begin last at the front, so that the next one
    /// is popped from the back.
    waiting: Vec<Area>,
    /// Those that reach the current row.
    active: Vec<Area>,
    spans: Vec<Span>,
    last_column: i32,
}

impl VisibleSpans {
    /// The spans over the board as a player sees it.
    pub fn new(game: &Game, player: Player) -> Self {
        let mut waiting: Vec<_> = visible_areas(game, player).collect();
        waiting.sort_unstable_by_key(|area| std::cmp::Reverse(area.first_row()));
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
        while let Some(area) = self.waiting.pop_if(|area| area.first_row() <= y) {
            self.active.push(area);
        }
        self.spans.clear();
        if self.active.is_empty() {
            return &self.spans;
        }
        self.active.retain(|area| area.last_row() >= y);
        let last_column = self.last_column;
        let clipped = self
            .active
            .iter()
            .map(|area| area.span(y))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Pos;
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
        let footprint = crate::game::Footprint {
            head,
            direction: crate::geometry::Direction::South,
            length: 5,
        };
        game.preset_ship(name, footprint, u8::MAX)
            .expect("there is room");
        for x in [4, 7] {
            game.spy_from(name, Pos::new(0, x))
                .expect("the carrier has planes");
        }
        let mut spans = VisibleSpans::new(&game, Player::A);
        assert_eq!(spans.row(0), [Span { first: 3, last: 8 }]);
        assert_eq!(spans.row(2), []);
        assert_eq!(spans.row(5), [Span { first: 0, last: 3 }]);
        assert_eq!(spans.row(9), [Span { first: 0, last: 5 }]);
        assert_eq!(spans.row(15), []);
    }
}
