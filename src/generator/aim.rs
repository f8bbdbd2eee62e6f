//! Fields to shoot at, and to send planes to.

use super::writer::Writer;
use crate::game::Ship;
use crate::geometry::Pos;
use crate::player::Player;

impl Writer {
    /// The ships of a player that are on the board.
    pub fn ships(&self, player: Player) -> Vec<Ship> {
        let game = self.draft.game();
        let ids = game.fleet(player).ships();
        ids.map(|id| game.board().ship(id).clone()).collect()
    }

    /// A field to shoot at: from a cannon, or from none. Most are in range.
    pub fn aim(&mut self, mover: Player, cannon: Option<(Pos, u8)>) -> Pos {
        let size = self.draft.game().board().size();
        let is_fierce = self.is_fierce && !self.rng.one_in(4);
        let whose = if is_fierce || !self.rng.one_in(5) {
            mover.opponent()
        } else {
            mover
        };
        if is_fierce || self.rng.one_in(2) {
            let mut fields = self.healthy(whose);
            if let Some((at, range)) = cannon {
                fields.retain(|&field| at.within(field, range));
            }
            if !fields.is_empty() {
                return self.rng.choose(&fields);
            }
        }
        match cannon {
            Some((at, range)) if !self.rng.one_in(8) => self.rim(at, range, false),
            _ if self.rng.one_in(4) => {
                let (bottom, right) = (size.rows - 1, size.columns - 1);
                Pos::new(self.rng.choose(&[0, bottom]), self.rng.choose(&[0, right]))
            }
            _ if self.rng.one_in(3) => {
                let ships = self.draft.game().board().ships();
                match ships.len() {
                    0 => self.rng.field(size),
                    count => {
                        // Destroyed segments, too.
                        let footprint = *ships[self.rng.index_u32(count)].footprint();
                        footprint.field(self.rng.segment(footprint.length))
                    }
                }
            }
            _ => self.rng.field(size),
        }
    }

    /// A field that is just in range of another one, or just beyond.
    pub fn rim(&mut self, centre: Pos, range: u8, is_beyond: bool) -> Pos {
        let range = i32::from(range);
        let dy = self.rng.between(-range, range);
        let mut dx = (0..=range)
            .rev()
            .find(|dx| dx * dx + dy * dy <= range * range)
            .unwrap_or(0);
        dx += i32::from(is_beyond);
        if self.rng.one_in(2) {
            dx = -dx;
        }
        let (dy, dx) = if self.rng.one_in(2) {
            (dy, dx)
        } else {
            (dx, dy)
        };
        Pos::new(centre.y.saturating_add(dy), centre.x.saturating_add(dx))
    }

    /// A field to send a plane to, now and then just off the board.
    pub fn lookout(&mut self, mover: Player) -> Pos {
        let size = self.draft.game().board().size();
        match self.rng.below_u32(4) {
            0 => {
                let row = self.rng.between(-2, size.rows + 1);
                let columns = [-2, -1, 0, size.columns - 1, size.columns, size.columns + 1];
                Pos::new(row, self.rng.choose(&columns))
            }
            1 => self.rng.field(size),
            _ => {
                let at = self.aim(mover, None);
                let mut near = |at: i32| at + self.rng.between(-1, 1);
                Pos::new(near(at.y), near(at.x))
            }
        }
    }

    /// The fields of a player's healthy segments.
    pub fn healthy(&self, player: Player) -> Vec<Pos> {
        let ships = self.ships(player);
        let fields = ships.iter().flat_map(|ship| {
            let segments = (0..ship.class().length).filter(|&segment| ship.is_healthy(segment));
            segments.map(|segment| ship.footprint().field(segment))
        });
        fields.collect()
    }
}
