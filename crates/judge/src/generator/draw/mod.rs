//! Random commands near the limits of what is legal.

mod fields;
mod setup;

use admiralty_core::game::Game;
use admiralty_core::geometry::{Movement, Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::{RulesChoice, ShipClass};
use admiralty_core::script::{Command, Keyword, PrintMode, Segments, ShipRef};

#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent of each other")]
pub(super) struct Bias {
    /// The player that commands name; either one if `None`.
    pub player: Option<Player>,
    /// The ship that most commands name.
    pub ship: Option<ShipRef>,
    /// Whether ships are put on the board undamaged.
    pub is_whole: bool,
    /// Whether most shots hit the enemy.
    pub is_fierce: bool,
    /// Whether shots and planes name no ship.
    pub is_unnamed: bool,
    /// Whether commands go beyond what the assignment describes.
    pub is_wide: bool,
}

/// Draws commands that are legal in a game about half of the time, and otherwise fail for any
/// possible reason.
pub(super) struct CommandDraw<'d> {
    pub rng: &'d mut Rng,
    pub game: &'d Game,
    pub bias: Bias,
}

impl CommandDraw<'_> {
    pub fn command(&mut self, word: Keyword) -> Command {
        let game = self.game;
        let (mover, rules, board) = (game.next_player(), game.rules(), game.board().size().rect());
        let player = self.rng.choose(&Player::BOTH);
        let player = self.bias.player.unwrap_or(player);
        match word {
            Keyword::Print => {
                Command::Print(self.rng.choose(&[PrintMode::Basic, PrintMode::Extended]))
            }
            Keyword::SetFleet => Command::SetFleet {
                player,
                counts: self.counts(player),
            },
            Keyword::NextPlayer => Command::NextPlayer(player),
            Keyword::BoardSize => Command::BoardSize(self.size()),
            Keyword::InitPosition => Command::InitPosition {
                player,
                start: self.start(player),
            },
            Keyword::Reef => Command::Reef(self.reef()),
            Keyword::Ship => {
                let ship = self.missing_ship(player);
                // Where players have their own waters, the board includes the other player's
                // as well.
                let is_at_home = rules.announces_shots() && !self.rng.one_in(8);
                let area = if is_at_home {
                    game.start(player)
                } else {
                    board
                };
                let (head, direction) = self.site(area, ship.class);
                Command::Ship {
                    player,
                    ship,
                    head,
                    direction,
                    segments: self.segments(ship.class),
                }
            }
            Keyword::ExtendedShips => Command::ExtendedShips,
            Keyword::AutoShooting => Command::AutoShooting,
            // Never both players: a script must not end in a turn of the program.
            Keyword::SetAiPlayer if game.is_ai(player.opponent()) => {
                Command::SetAiPlayer(player.opponent())
            }
            Keyword::SetAiPlayer => Command::SetAiPlayer(player),
            Keyword::Srand => Command::Srand(self.seed()),
            Keyword::Save => Command::Save,
            Keyword::Information if self.bias.is_wide && self.rng.one_in(4) => {
                Command::forget(player)
            }
            Keyword::Information => self.information(player),
            Keyword::Rules => Command::Rules(RulesChoice {
                side: self.side(rules),
                ..RulesChoice::saved(rules, rules.board_sides.min)
            }),
            Keyword::Shot => Command::Shot {
                player,
                target: self.target(player, None),
            },
            Keyword::PlaceShip => {
                let ship = self.missing_ship(mover);
                let start = game.start(mover);
                let area = start.intersection(&board).unwrap_or(start);
                let (head, direction) = self.site(area, ship.class);
                Command::PlaceShip {
                    ship,
                    head,
                    direction,
                }
            }
            Keyword::Shoot => self.shot(mover),
            Keyword::Move => Command::Move {
                ship: self.placed_ship(mover),
                movement: self.rng.choose(&Movement::ALL),
            },
            Keyword::Spy => self.plane(mover),
        }
    }

    /// A shot in the form of the current mode, or occasionally in that of another mode.
    fn shot(&mut self, mover: Player) -> Command {
        let (is_extended, is_auto) = (self.game.is_extended(), self.game.is_auto());
        let is_auto = is_auto && (self.bias.is_unnamed || self.rng.one_in(2));
        let may_be_other = self.bias.is_wide || self.game.rules().announces_shots();
        let is_other = may_be_other && self.rng.one_in(10);
        let ship = self.placed_ship(mover);
        let cannon = self.cannon(mover, ship).filter(|_| is_extended);
        let target = self.target(mover, cannon);
        if (is_extended && !is_auto) == is_other {
            Command::Shoot(target)
        } else {
            Command::ShootFrom { ship, target }
        }
    }

    /// A field that the cannon of a ship is or was on in this turn, and its range, if that is
    /// limited.
    fn cannon(&mut self, player: Player, ship: ShipRef) -> Option<(Pos, u8)> {
        let range = ship.class.range_max()?;
        let id = self.game.fleet(player).ship(ship.class, ship.index)?;
        let left = self.game.left_cannons().iter();
        let left = left.filter(|(other, _)| *other == id).map(|&(_, pos)| pos);
        let fields: Vec<_> = left.chain([self.game.board().ship(id).cannon()]).collect();
        Some((self.rng.choose(&fields), range))
    }

    fn plane(&mut self, mover: Player) -> Command {
        let board = self.game.board().size().rect();
        let centre = match self.rng.below_u32(4) {
            0 => {
                let margin = self.rng.between(0, 2);
                self.on_edge(board.grown(margin))
            }
            1 => self.rng.pos_in(board),
            _ => {
                let Pos { y, x } = self.target(mover, None);
                self.rng.pos_in(Rect::new(y, x, y, x).grown(1))
            }
        };
        let is_auto = self.game.is_extended() && self.game.is_auto();
        let may_be_other = self.bias.is_wide && self.rng.one_in(8);
        if self.bias.is_unnamed || may_be_other || is_auto && self.rng.one_in(2) {
            return Command::Spy(centre);
        }
        let index = match self.bias.ship.filter(|ship| ship.class.planes) {
            Some(ship) if !self.rng.one_in(4) => ship.index,
            _ => self.rng.below_u32(3),
        };
        Command::SpyFrom { index, centre }
    }

    /// A ship that a player still has to place, mostly.
    fn missing_ship(&mut self, player: Player) -> ShipRef {
        let missing = missing_ships(self.game, player);
        match self.rng.pick(&missing) {
            Some(&ship) if !self.rng.one_in(4) => {
                let chosen = self.bias.ship.filter(|ship| missing.contains(ship));
                chosen.unwrap_or(ship)
            }
            _ => self.any_ship(player),
        }
    }

    /// A ship that a player has on the board, mostly.
    fn placed_ship(&mut self, player: Player) -> ShipRef {
        let placed = placed_ships(self.game, player);
        match self.rng.pick(&placed) {
            Some(&ship) if !self.bias.is_wide || !self.rng.one_in(6) => {
                self.bias.ship.unwrap_or(ship)
            }
            _ => self.any_ship(player),
        }
    }

    /// Any ship that a player's fleet has, or one with the next index.
    fn any_ship(&mut self, player: Player) -> ShipRef {
        let classes = self.game.rules().classes;
        let class = &classes[self.rng.index_u32(classes.len())];
        let count = self.game.fleet(player).count(class);
        let index = self.rng.below_u32(count.saturating_add(2));
        ShipRef { index, class }
    }

    /// The state of a ship's segments, often with just one of them destroyed.
    fn segments(&mut self, class: &ShipClass) -> Segments {
        let any = self.rng.below_u32(1 << class.length);
        match self.rng.below_u32(12) {
            _ if self.bias.is_whole => Segments(u8::MAX),
            0 => Segments(0),
            1 => Segments(u8::try_from(any).unwrap_or(u8::MAX)),
            2 | 3 => Segments(!(1 << ShipClass::RADAR)),
            4 | 5 => Segments(!(1 << class.cannon())),
            6 | 7 => Segments(!(1 << class.engine())),
            _ => Segments(u8::MAX),
        }
    }

    fn information(&mut self, player: Player) -> Command {
        let Pos { y, x } = self.rng.pos_on(self.game.board().size());
        let text = match self.rng.below_u32(4) {
            0 => format!("seen {y} {x}"),
            1 => format!("{y}"),
            2 => "BAT 0 sunk".to_owned(),
            _ => format!("plan {x} A [state"),
        };
        let text = text.into();
        Command::Information { player, text }
    }
}

/// The ships that a player still has to place; their number is limited to keep scripts short.
pub(super) fn missing_ships(game: &Game, player: Player) -> Vec<ShipRef> {
    const MISSING_MAX: usize = 40;
    let fleet = game.fleet(player);
    let all = game.rules().classes.iter().flat_map(|class| {
        (0..fleet.count(class).min(100)).map(move |index| ShipRef { index, class })
    });
    all.filter(|ship| fleet.ship(ship.class, ship.index).is_none())
        .take(MISSING_MAX)
        .collect()
}

pub(super) fn placed_ships(game: &Game, player: Player) -> Vec<ShipRef> {
    let names = game
        .fleet(player)
        .ships()
        .map(|id| game.board().ship(id).name());
    names
        .map(|name| ShipRef {
            index: name.index,
            class: name.class,
        })
        .collect()
}
