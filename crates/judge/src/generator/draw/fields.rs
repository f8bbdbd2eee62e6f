//! Random fields to shoot at, to place ships on, and to put reefs on.

use super::CommandDraw;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Movement, Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::rules::ShipClass;

impl CommandDraw<'_> {
    /// A field to shoot at, from a cannon and its range if given.
    pub(super) fn target(&mut self, shooter: Player, cannon: Option<(Pos, u8)>) -> Pos {
        let enemy = shooter.opponent();
        let area = if self.game.rules().announces_shots() {
            self.game.start(enemy)
        } else {
            self.game.board().size().rect()
        };
        let is_fierce = self.bias.is_fierce && !self.rng.one_in(4);
        if is_fierce || self.rng.one_in(2) {
            let is_own = !is_fierce && self.rng.one_in(5);
            let mut fields = self.healthy(if is_own { shooter } else { enemy });
            if let Some((at, range)) = cannon {
                fields.retain(|&field| at.within(field, range));
            }
            if !fields.is_empty() {
                return self.rng.choose(&fields);
            }
        }
        match (self.rng.below_u32(8), cannon) {
            (0..4, Some((at, range))) => self.rim(at, range),
            (0, _) => self.outside(),
            (1, _) => self.on_edge(area),
            (2, _) => self.on_edge(area.grown(1)),
            // Destroyed segments are included.
            (3, _) => self.ship_field().unwrap_or(Pos::new(area.top, area.left)),
            (4, _) => {
                let shots: Vec<_> = self.game.shots().map(|(_, target)| target).collect();
                let shot = self.rng.pick(&shots).copied();
                shot.unwrap_or_else(|| self.rng.pos_in(area))
            }
            _ => self.rng.pos_in(area),
        }
    }

    /// A field that is just in range of another one, or just beyond.
    pub(super) fn rim(&mut self, centre: Pos, range: u8) -> Pos {
        let range = i32::from(range);
        let dy = self.rng.between(-range, range);
        let is_in_range = |dx: &i32| dx * dx + dy * dy <= range * range;
        let dx = (0..=range).rev().find(is_in_range).unwrap_or(0);
        let dx = (dx + self.rng.between(0, 1)) * self.rng.choose(&[-1, 1]);
        let (dy, dx) = self.rng.choose(&[(dy, dx), (dx, dy)]);
        Pos::new(centre.y.saturating_add(dy), centre.x.saturating_add(dx))
    }

    /// A field just off the board, mostly.
    pub(super) fn outside(&mut self) -> Pos {
        let size = self.game.board().size();
        let field = self.rng.pos_on(size);
        match self.rng.below_u32(5) {
            0 => Pos::new(-1, field.x),
            1 => Pos::new(field.y, -1),
            2 => Pos::new(size.rows, field.x),
            3 => Pos::new(field.y, size.columns),
            _ => self.rng.pos_in(size.rect().grown(1)),
        }
    }

    /// A field on the border of a rectangle, often a corner.
    pub(super) fn on_edge(&mut self, rect: Rect) -> Pos {
        let Pos { y, x } = self.rng.pos_in(rect);
        let row = self.rng.choose(&[rect.top, rect.bottom]);
        let column = self.rng.choose(&[rect.left, rect.right]);
        let corner = Pos::new(row, column);
        let fields = [corner, corner, Pos::new(row, x), Pos::new(y, column)];
        self.rng.choose(&fields)
    }

    pub(super) fn footprint(&mut self) -> Option<Footprint> {
        let ship = self.rng.pick(self.game.board().ships());
        ship.map(|ship| *ship.footprint())
    }

    pub(super) fn ship_field(&mut self) -> Option<Pos> {
        let fields: Vec<_> = self.footprint()?.fields().collect();
        self.rng.pick(&fields).copied()
    }

    /// The fields of a player's healthy segments.
    pub(super) fn healthy(&self, player: Player) -> Vec<Pos> {
        let board = self.game.board();
        let ships = self.game.fleet(player).ships().map(|id| board.ship(id));
        let fields = ships.flat_map(|ship| {
            let segments = (0..ship.class().length).filter(|&segment| ship.is_healthy(segment));
            segments.map(|segment| ship.footprint().field(segment))
        });
        fields.collect()
    }

    /// A field for a reef: off the board, on a ship, where a ship may move, or anywhere.
    pub(super) fn reef(&mut self) -> Pos {
        let way = self.rng.below_u32(6);
        let fields: Vec<_> = match (way, self.footprint()) {
            (0, _) => return self.outside(),
            (1, Some(footprint)) => footprint.fields().collect(),
            (2 | 3, Some(footprint)) => {
                let movement = self.rng.choose(&Movement::ALL);
                footprint.moved(movement).fields().collect()
            }
            _ => return self.rng.pos_on(self.game.board().size()),
        };
        self.rng.choose(&fields)
    }

    /// A place for a ship in or around an area: at its edge, near another ship or a reef, or
    /// anywhere; occasionally in a direction that the rules may not allow.
    pub(super) fn site(&mut self, area: Rect, class: &ShipClass) -> (Pos, Direction) {
        let margin = self.rng.between(0, 2);
        let anchor = match (self.rng.below_u32(8), self.footprint()) {
            (0..3, Some(footprint)) => self.on_edge(footprint.rect().grown(margin)),
            (3, _) => self.on_edge(area),
            (4, _) => self.on_edge(area.grown(1)),
            (5, _) => {
                let reef = self.rng.pick(self.game.board().reefs()).copied();
                let reef = reef.unwrap_or_else(|| self.rng.pos_in(area));
                self.rng.pos_in(Rect::spanning(reef, reef).grown(1))
            }
            _ => self.rng.pos_in(area),
        };
        let directions = match self.rng.below_u32(16) {
            0 => &Direction::ALL,
            _ => self.game.rules().directions,
        };
        let direction = self.rng.choose(directions);
        // The drawn field becomes the head, the last field, or one in between.
        let last = i32::from(class.length) - 1;
        let between = self.rng.between(0, last);
        let steps = self.rng.choose(&[0, 0, last, last, between]);
        (anchor.step(direction, steps), direction)
    }
}
