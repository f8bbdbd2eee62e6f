//! Random scripts by seed: commands that are likely to be legal, on small boards.

use admiralty::game::Game;
use admiralty::script::{Command, PrintMode, Segments, ShipRef};
use admiralty::vocabulary::{Direction, Movement, Player, Pos, Rect, Size};
use rand_pcg::Pcg64Mcg;
use rand_pcg::rand_core::{Rng, SeedableRng};

/// A source of random commands.
pub struct Source(Pcg64Mcg);

impl Source {
    pub fn new(seed: u64) -> Self {
        Self(Pcg64Mcg::seed_from_u64(seed))
    }

    /// A number from 0 to `bound - 1`.
    pub fn below(&mut self, bound: u32) -> u32 {
        u32::try_from((u64::from(self.0.next_u32()) * u64::from(bound)) >> 32)
            .expect("below the bound")
    }

    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(u32::try_from(from.len()).expect("few")) as usize]
    }

    fn coordinate(&mut self, size: i32) -> i32 {
        // Now and then off the board.
        i32::try_from(self.below(size.unsigned_abs().min(1 << 20) + 2)).expect("small") - 1
    }

    fn pos(&mut self, game: &Game) -> Pos {
        let size = game.board().size();
        // Often near a ship, where things happen.
        let ships = game.board().ships();
        if !ships.is_empty() && !self.one_in(3) {
            let ship = &ships[self.below(u32::try_from(ships.len()).expect("few")) as usize];
            let head = ship.hull().head;
            let mut near = |at: i32| at + i32::try_from(self.below(7)).expect("small") - 3;
            return Pos::new(near(head.y), near(head.x));
        }
        Pos::new(self.coordinate(size.rows), self.coordinate(size.columns))
    }

    /// A field of the board, each as likely.
    pub fn field(&mut self, size: Size) -> Pos {
        let mut along = |side: i32| {
            let at = self.below(side.unsigned_abs().min(1 << 20));
            i32::try_from(at).expect("small")
        };
        Pos::new(along(size.rows), along(size.columns))
    }

    fn ship(&mut self, game: &Game) -> ShipRef {
        let class = self.below(u32::try_from(game.rules().classes.len()).expect("few"));
        ShipRef {
            index: self.below(3),
            class: &game.rules().classes[class as usize],
        }
    }

    fn player(&mut self) -> Player {
        self.pick(&Player::BOTH)
    }

    fn mode(&mut self) -> PrintMode {
        self.pick(&[PrintMode::Basic, PrintMode::Extended])
    }

    /// Commands that set up a small game.
    pub fn setup(&mut self) -> Vec<Command> {
        let length = |source: &mut Self| i32::try_from(source.below(22) + 4).expect("small");
        let size = Size {
            rows: length(self),
            columns: length(self),
        };
        let mut commands = vec![Command::BoardSize(size)];
        for player in Player::BOTH {
            let counts = [2, 2, 2, 3].map(|most| self.below(most)).into();
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

    /// A state command that may be legal.
    pub fn state_command(&mut self, game: &Game) -> Command {
        match self.below(12) {
            0 => Command::Print(self.mode()),
            1 => Command::Save,
            2 => Command::NextPlayer(self.player()),
            3 => Command::SetFleet {
                player: self.player(),
                counts: [2, 2, 3, 3].map(|most| self.below(most)).into(),
            },
            4 => Command::Srand(u64::from(self.below(u32::MAX))),
            5 => Command::Information {
                player: self.player(),
                text: "seen 3 4".into(),
            },
            6 => Command::SetAiPlayer(self.player()),
            7 | 8 => Command::Reef(self.pos(game)),
            _ => {
                let ship = self.ship(game);
                Command::Ship {
                    player: self.player(),
                    ship,
                    head: self.pos(game),
                    direction: self.pick(&Direction::ALL),
                    segments: Segments(
                        u8::try_from(self.below(1 << ship.class.length)).expect("short"),
                    ),
                }
            }
        }
    }

    /// A player's command that may be legal.
    pub fn player_command(&mut self, game: &Game) -> Command {
        let ship = self.ship(game);
        match self.below(if game.is_complete() { 12 } else { 20 }) {
            0..3 => Command::Move {
                ship,
                movement: self.pick(&Movement::ALL),
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
                index: self.below(2),
                centre: self.pos(game),
            },
            10 if game.is_auto() => Command::Spy(self.pos(game)),
            10 | 11 => Command::Print(self.mode()),
            _ => Command::PlaceShip {
                ship,
                head: self.pos(game),
                direction: self.pick(&Direction::ALL),
            },
        }
    }
}
