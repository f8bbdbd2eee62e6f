//! Shots that are called out, and what is changed between turns.

use crate::generator::ScriptKind;
use crate::generator::writer::Writer;
use crate::geometry::{Pos, Rect};
use crate::player::Player;
use crate::rng::Rng;
use crate::script::Command;

/// How often a field is drawn that may be shot at.
const DRAWS: u32 = 12;
/// How many shots a turn has at most, where hits grant more.
const SHOTS_MAX: u32 = 6;

impl Writer {
    /// How many turns a round has: where every shot is a turn, more happens in
    /// several.
    pub fn turns_of_round(&mut self) -> u32 {
        if self.classic.is_none() {
            return 1;
        }
        let most = if self.is_fierce { 12 } else { 4 };
        1 + self.rng.below_u32(most)
    }

    /// What a player does in a turn: places what is missing, or shoots.
    pub fn call_shots(&mut self, player: Player) {
        if self.rng.one_in(8) {
            self.print();
        }
        if !self.draft.game().is_complete() {
            for ship in self.missing(player) {
                self.place(ship);
            }
        }
        // A shot may be left.
        if !self.rng.one_in(10) {
            for _ in 0..SHOTS_MAX {
                if !self.call_shot(player) || self.rng.one_in(5) {
                    break;
                }
            }
        }
        if self.rng.one_in(5) {
            self.print();
        }
    }

    /// Shoots at a field, if there is a shot left.
    fn call_shot(&mut self, player: Player) -> bool {
        (0..DRAWS).any(|_| {
            let target = self.call(player);
            self.draft.feed(Command::Shoot(target))
        })
    }

    /// A field that is no field to shoot at, mostly.
    pub fn doubtful_call(&mut self, player: Player) -> Pos {
        let game = self.draft.game();
        let (own, enemy) = (game.start(player), game.start(player.opponent()));
        match self.rng.below_u32(8) {
            0 => self.outside(),
            1 => self.rng.field_of(own),
            2 => {
                // The row that belongs to nobody.
                let x = self.rng.between(own.left, own.right);
                Pos::new(own.top.max(enemy.top) - 1, x)
            }
            3 => {
                let healthy = self.healthy(player);
                match healthy.len() {
                    0 => self.rng.field_of(own),
                    count => healthy[self.rng.index_u32(count)],
                }
            }
            4 | 5 => {
                let shots: Vec<_> = game.shots().map(|(_, target)| target).collect();
                match shots.len() {
                    0 => self.rng.field_of(enemy),
                    count => shots[self.rng.index_u32(count)],
                }
            }
            6 => {
                let ships = self.ships(player.opponent());
                match ships.len() {
                    0 => self.rng.field_of(enemy),
                    count => {
                        let footprint = *ships[self.rng.index_u32(count)].footprint();
                        footprint.field(self.rng.segment(footprint.length))
                    }
                }
            }
            _ => self.rng.field_of(enemy.grown(1)),
        }
    }

    /// A field of the enemy's waters: of a ship that was hit, of any, beside one, or
    /// anywhere.
    pub fn call(&mut self, player: Player) -> Pos {
        let enemy = player.opponent();
        let waters = self.draft.game().start(enemy);
        let is_aimed = self.may_hit(enemy) && (self.is_fierce || self.rng.one_in(2));
        if is_aimed && !self.rng.one_in(6) {
            let all = self.healthy(enemy);
            let begun: Vec<_> = all
                .iter()
                .copied()
                .filter(|&field| self.is_begun(field))
                .collect();
            let fields = if begun.is_empty() || self.rng.one_in(3) {
                all
            } else {
                begun
            };
            if !fields.is_empty() {
                return self.rng.choose(&fields);
            }
        }
        let ships = self.ships(enemy);
        let target = if !ships.is_empty() && self.rng.one_in(3) {
            let ship = &ships[self.rng.index_u32(ships.len())];
            let near = ship.footprint().rect().grown(1);
            self.rng
                .field_of(near.intersection(&waters).unwrap_or(waters))
        } else {
            self.rng.field_of(waters)
        };
        let hits = || self.draft.game().board().ship_at(target).is_some();
        if !self.may_hit(enemy) && hits() {
            // A corner is as good as any other field, and may be water.
            return Pos::new(waters.top, waters.left);
        }
        target
    }

    /// Whether a hit leaves the game going on, if it has to.
    fn may_hit(&self, enemy: Player) -> bool {
        self.kind == ScriptKind::Legal || self.draft.game().fleet(enemy).healthy_parts() > 1
    }

    /// Whether the ship on a field was hit.
    fn is_begun(&self, field: Pos) -> bool {
        let board = self.draft.game().board();
        let ship = board.ship_at(field).map(|id| board.ship(id));
        ship.is_some_and(|ship| ship.healthy_parts() < ship.class().length.into())
    }

    /// Changes the state between two turns.
    pub fn change_classic(&mut self) {
        let player = self.rng.player();
        match self.rng.below_u32(16) {
            0 | 1 => {
                self.draft.feed(Command::NextPlayer(player));
            }
            2..6 => {
                let target = self.call(player);
                if self.may_hit(player.opponent()) {
                    self.draft.feed(Command::Shot { player, target });
                }
            }
            6 => {
                let seed = self.seed();
                self.draft.feed(Command::Srand(seed));
            }
            7 => {
                let command = self.information();
                self.draft.feed(command);
            }
            8 if self.is_wide() => {
                self.draft.feed(Command::forget(player));
            }
            9 => self.ask_program(),
            10 => self.enlarge_fleet(player),
            11 | 12 => {
                self.preset(player, false);
            }
            13 => {
                self.draft.feed(Command::Save);
            }
            14 if self.rng.one_in(3) => {
                let rules = self.draft.game().rules();
                self.draft.feed(Command::Rules { rules, side: None });
            }
            _ => self.print(),
        }
    }
}

impl Rng {
    /// A field of a rectangle, each as likely.
    pub(in crate::generator) fn field_of(&mut self, rect: Rect) -> Pos {
        let y = self.between(rect.top, rect.bottom);
        Pos::new(y, self.between(rect.left, rect.right))
    }
}
