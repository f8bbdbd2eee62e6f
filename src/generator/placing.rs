//! Ships on their way to the board.

use super::goals::Goal;
use super::writer::Writer;
use crate::geometry::{Direction, Pos, Rect};
use crate::player::Player;
use crate::rules::ShipClass;
use crate::script::{Command, Segments, ShipRef, Tag};

/// How often a place is drawn for a ship.
const DRAWS: u32 = 30;

impl Writer {
    /// Has the fleets placed, in states or turns; breaks a rule on the way if
    /// that is asked for.
    pub fn place_fleets(&mut self, is_fatal: bool) {
        let way = self.rng.below_u32(6);
        if way < 3 {
            self.preset_fleets(way == 2);
        }
        let is_patient = self.rng.one_in(4);
        for turn in 0..6 {
            if self.is_over() || (self.draft.game().is_complete() && turn != 0) {
                return;
            }
            if is_fatal && self.rng.one_in(2) {
                break;
            }
            if way < 3 && self.draft.game().is_complete() {
                break;
            }
            let player = self.draft.game().next_player();
            self.draft.feed(Tag::Player(player));
            for ship in self.missing(player) {
                if is_patient && self.rng.one_in(2) {
                    break;
                }
                self.place(ship);
            }
            if self.rng.one_in(6) {
                self.print();
            }
            if self.rng.one_in(8) && self.classic.is_none() {
                self.move_any();
            }
            if is_fatal && self.rng.one_in(3) {
                break;
            }
            if !self.leave() {
                break;
            }
            if self.rng.one_in(6) {
                self.show();
                self.leave();
            }
        }
        if is_fatal {
            self.break_rule();
        }
    }

    /// Places a ship of the player whose turn it is; says whether a place was
    /// found.
    pub fn place(&mut self, ship: ShipRef) -> bool {
        let game = self.draft.game();
        let size = game.board().size();
        let Some(area) = game.start(game.next_player()).intersection(&size.rect()) else {
            return false;
        };
        (0..DRAWS).any(|_| {
            let (head, direction) = self.site(area, ship.class, 2);
            self.draft.feed(Command::PlaceShip {
                ship,
                head,
                direction,
            })
        })
    }

    /// Puts a ship of a player on the board that is missing, in the state group
    /// that is open; says whether that could be done.
    pub fn preset(&mut self, player: Player, is_whole: bool) -> bool {
        let missing = self.missing(player);
        if missing.is_empty() {
            return false;
        }
        let ship = self.rng.choose(&missing);
        self.preset_ship(player, ship, is_whole)
    }

    /// Puts a ship on the board, in the state group that is open; says whether
    /// that could be done.
    pub fn preset_ship(&mut self, player: Player, ship: ShipRef, is_whole: bool) -> bool {
        let game = self.draft.game();
        let area = match self.classic {
            Some(_) => game.start(player),
            None => game.board().size().rect(),
        };
        (0..DRAWS).any(|_| {
            let (head, direction) = self.site(area, ship.class, 2);
            let segments = if is_whole {
                Segments(u8::MAX)
            } else {
                self.damage(ship.class)
            };
            self.draft.feed(Command::Ship {
                player,
                ship,
                head,
                direction,
                segments,
            })
        })
    }

    /// The ships that a player has still to place, at most so many that a
    /// script does not become long; in order or not.
    pub fn missing(&mut self, player: Player) -> Vec<ShipRef> {
        const MOST: usize = 40;
        let game = self.draft.game();
        let fleet = game.fleet(player);
        let all = game.rules().classes.iter().flat_map(|class| {
            (0..fleet.count(class).min(100)).map(move |index| ShipRef { index, class })
        });
        let mut missing: Vec<_> = all
            .filter(|ship| fleet.ship(ship.class, ship.index).is_none())
            .take(MOST)
            .collect();
        if self.rng.one_in(3) {
            self.rng.shuffle(&mut missing);
        }
        missing
    }

    /// A place for a ship in or about an area: at its edge, or `gap` fields from
    /// another ship, or anywhere.
    pub fn site(&mut self, area: Rect, class: &ShipClass, gap: i32) -> (Pos, Direction) {
        let length = class.length;
        let board = self.draft.game().board();
        let (ships, reefs) = (board.ships(), board.reefs());
        let anchor = match self.rng.below_u32(8) {
            0..3 if !ships.is_empty() => {
                let near = ships[self.rng.index_u32(ships.len())]
                    .footprint()
                    .rect()
                    .grown(gap);
                self.on_edge(near)
            }
            3 | 4 => self.on_edge(area),
            5 if !reefs.is_empty() => {
                let reef = self.rng.choose(reefs);
                let margin = self.rng.between(0, 1);
                self.on_edge(Rect::spanning(reef, reef).grown(margin))
            }
            _ => Pos::new(
                self.rng.between(area.top, area.bottom),
                self.rng.between(area.left, area.right),
            ),
        };
        let direction = self.rng.choose(self.draft.game().rules().directions);
        // The field that was drawn is the head, the last field, or one between.
        let segment = match self.rng.below_u32(5) {
            0 | 1 => 0,
            2 | 3 => i32::from(length) - 1,
            _ => self.rng.between(0, i32::from(length) - 1),
        };
        (anchor.step(direction, segment), direction)
    }

    /// A field of the border of a rectangle, the corners often.
    fn on_edge(&mut self, rect: Rect) -> Pos {
        let y = self.rng.between(rect.top, rect.bottom);
        let x = self.rng.between(rect.left, rect.right);
        let row = self.rng.choose(&[rect.top, rect.bottom]);
        let column = self.rng.choose(&[rect.left, rect.right]);
        match self.rng.below_u32(3) {
            0 => Pos::new(row, column),
            1 => Pos::new(row, x),
            _ => Pos::new(y, column),
        }
    }

    /// Puts both fleets on the board, or most of them.
    fn preset_fleets(&mut self, is_partly: bool) {
        self.draft.feed(Tag::State);
        let is_whole = self.rng.one_in(3);
        for player in Player::BOTH {
            for _ in 0..self.missing(player).len() {
                if !(is_partly && self.rng.one_in(3)) {
                    self.preset(player, is_whole);
                }
            }
        }
        if self.rng.one_in(4) {
            self.print();
        }
        self.draft.feed(Tag::State);
    }

    /// The state of a ship's segments, often just one of them destroyed.
    fn damage(&mut self, class: &ShipClass) -> Segments {
        let all = Segments(u8::MAX);
        match self.rng.below_u32(6) {
            1 if self.goal.is_some_and(Goal::needs_site) => Segments(0),
            0 if self.rng.one_in(3) => Segments(0),
            0 => self.rng.segments(class),
            1 => Segments(all.0 & !(1 << ShipClass::RADAR)),
            2 => Segments(all.0 & !(1 << class.cannon())),
            3 => Segments(all.0 & !(1 << class.engine())),
            _ => all,
        }
    }
}
