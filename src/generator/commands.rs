//! Commands that are likely to be legal, one by one.

use crate::game::Game;
use crate::geometry::{Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rng::Rng;
use crate::rules::{RuleSet, ShipClass};
use crate::script::{Command, Segments, ShipRef};
use crate::view::PrintMode;

/// Random commands. They know the game, but take no care to be legal in it;
/// about half of them are.
impl Rng {
    /// Commands that set up a small game, in a session that has begun none.
    pub fn setup(&mut self, rules: &'static RuleSet) -> Vec<Command> {
        if rules.announces_shots() {
            return self.setup_classic(rules);
        }
        let size = Size {
            rows: self.between(4, 25),
            columns: self.between(4, 25),
        };
        let mut commands = vec![Command::BoardSize(size)];
        for player in Player::BOTH {
            let count = |class: &ShipClass| self.below_u32(if class.length < 3 { 3 } else { 2 });
            let counts = rules.classes.iter().map(count).collect();
            commands.push(Command::SetFleet { player, counts });
            let start = if self.one_in(4) {
                Rect::new(0, 0, size.rows / 2, size.columns)
            } else {
                size.rect()
            };
            commands.push(Command::InitPosition { player, start });
        }
        if self.one_in(2) {
            commands.push(Command::ExtendedShips);
            if self.one_in(2) {
                commands.push(Command::AutoShooting);
            }
        }
        commands
    }

    /// The same where shots are announced, and so the board is as it is.
    fn setup_classic(&mut self, rules: &'static RuleSet) -> Vec<Command> {
        let sides = rules.board_sides;
        let side = u8::try_from(self.between(sides.min.into(), sides.max.into()));
        let mut commands = vec![Command::Rules {
            rules,
            side: side.ok().filter(|_| !sides.is_fixed()),
        }];
        for player in Player::BOTH {
            // Few ships, so that shots are soon allowed.
            let mut counts = vec![0; rules.classes.len()];
            for _ in 0..=self.below_u32(3) {
                counts[self.index_u32(rules.classes.len())] += 1;
            }
            let counts = counts.into();
            commands.push(Command::SetFleet { player, counts });
        }
        commands
    }

    /// A state command that may be legal.
    pub fn state_command(&mut self, game: &Game) -> Command {
        match self.below_u32(12) {
            0 => Command::Print(self.mode()),
            1 => Command::Save,
            2 => Command::NextPlayer(self.player()),
            3 => {
                let player = self.player();
                let count =
                    |class: &ShipClass| self.below_u32(if class.length < 4 { 3 } else { 2 });
                let counts = game.rules().classes.iter().map(count).collect();
                Command::SetFleet { player, counts }
            }
            4 => Command::Srand(u64::from(self.below_u32(u32::MAX))),
            5 => Command::Information {
                player: self.player(),
                text: "seen 3 4".into(),
            },
            6 => Command::SetAiPlayer(self.player()),
            7 | 8 if game.rules().announces_shots() => Command::Shot {
                player: self.player(),
                target: self.pos(game),
            },
            7 | 8 => Command::Reef(self.pos(game)),
            _ => {
                let ship = self.ship(game);
                Command::Ship {
                    player: self.player(),
                    ship,
                    head: self.pos(game),
                    direction: self.choose(game.rules().directions),
                    segments: self.segments(ship.class),
                }
            }
        }
    }

    /// A player's command that may be legal.
    pub fn player_command(&mut self, game: &Game) -> Command {
        let ship = self.ship(game);
        match self.below_u32(if game.is_complete() { 12 } else { 20 }) {
            0..10 if game.rules().announces_shots() => Command::Shoot(self.pos(game)),
            0..3 => Command::Move {
                ship,
                movement: self.choose(&Movement::ALL),
            },
            3..6 if game.is_extended() && !game.is_auto() => Command::ShootFrom {
                ship,
                target: self.pos(game),
            },
            3..8 => Command::Shoot(self.pos(game)),
            8 => Command::ShootFrom {
                ship,
                target: self.pos(game),
            },
            9 => Command::SpyFrom {
                index: self.below_u32(2),
                centre: self.pos(game),
            },
            10 if game.is_auto() => Command::Spy(self.pos(game)),
            10 | 11 => Command::Print(self.mode()),
            _ => Command::PlaceShip {
                ship,
                head: self.pos(game),
                direction: self.choose(game.rules().directions),
            },
        }
    }

    fn pos(&mut self, game: &Game) -> Pos {
        let size = game.board().size();
        // Often near a ship, where things happen.
        let ships = game.board().ships();
        if !ships.is_empty() && !self.one_in(3) {
            let ship = &ships[self.index_u32(ships.len())];
            let head = ship.footprint().head;
            let mut near = |at: i32| at.saturating_add(self.between(-3, 3));
            return Pos::new(near(head.y), near(head.x));
        }
        Pos::new(self.coordinate(size.rows), self.coordinate(size.columns))
    }

    fn ship(&mut self, game: &Game) -> ShipRef {
        let class = self.index_u32(game.rules().classes.len());
        ShipRef {
            index: self.below_u32(3),
            class: &game.rules().classes[class],
        }
    }

    pub(super) fn player(&mut self) -> Player {
        self.choose(&Player::BOTH)
    }

    pub(super) fn mode(&mut self) -> PrintMode {
        self.choose(&[PrintMode::Basic, PrintMode::Extended])
    }

    /// Any state of the segments of a ship.
    pub(super) fn segments(&mut self, class: &ShipClass) -> Segments {
        let bits = self.below_u32(1 << class.length);
        Segments(u8::try_from(bits).expect("a ship has at most seven segments"))
    }
}
