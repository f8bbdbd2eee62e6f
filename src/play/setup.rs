//! What is chosen before a game, and the commands that make it so.

use super::{Rejection, Seat, usual_level};
use crate::game::Refusal;
use crate::geometry::{Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::players::Placing;
use crate::rng::Rng;
use crate::rules::{FleetLimits, FleetSizeError, RULE_SETS, RuleSet};
use crate::script::Command;

/// The most rows, and the most columns, that a board may be given.
pub const SIDE_MAX: i32 = 99;
/// The fewest.
pub const SIDE_MIN: i32 = 4;
/// The most ships of a class that may be chosen.
pub const SHIPS_MAX: u32 = 20;
/// The most letters of a person's name.
pub const NAME_MAX: usize = 16;
/// The most reefs that may be chosen.
pub const REEFS_MAX: u32 = 500;

/// The information that says what a person is called.
pub(super) const NAME: &str = "NAME";

/// How often fields are drawn for reefs, for each of them.
const DRAWS_PER_REEF: u32 = 8;

/// Who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstPlayer {
    /// The toss of a coin decides; what a player calls.
    Toss(Coin),
    /// That player.
    Player(Player),
}

/// A side of a coin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coin {
    /// Heads.
    Heads,
    /// Tails.
    Tails,
}

/// How ships shoot, where they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shooting {
    /// One shot a turn.
    Basic,
    /// Each ship shoots.
    Extended,
    /// Targets may be named without a ship.
    Auto,
}

/// What is chosen before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule set.
    pub rules: &'static RuleSet,
    /// How many rows, and as many columns, the waters have where shots are
    /// announced.
    pub side: u8,
    /// The board where they are not.
    pub board: Size,
    /// How many reefs lie on it.
    pub reefs: u32,
    /// How ships shoot on it.
    pub shooting: Shooting,
    /// How many ships of each class both fleets have.
    pub fleet: Vec<u32>,
    /// Who plays.
    pub seats: ByPlayer<Seat>,
    /// What people are called, if they say so.
    pub names: ByPlayer<String>,
    /// Whether the fleets of people are drawn at random first.
    pub is_placed_at_random: bool,
    /// What at random means for people.
    pub placing: Placing,
    /// Who begins.
    pub first_player: FirstPlayer,
    /// Where all chance comes from.
    pub seed: u64,
}

impl Setup {
    /// A usual game of a rule set, of a person against a player of this program.
    pub fn new(rules: &'static RuleSet, seed: u64) -> Self {
        let names_hits = rules.screen_style().is_some_and(|screen| screen.names_hits);
        let rules = rules.with_named_hits(names_hits).unwrap_or(rules);
        Self {
            rules,
            side: rules.board_sides.default,
            board: rules.size(rules.board_sides.default),
            reefs: 0,
            shooting: Shooting::Extended,
            fleet: rules.classes.iter().map(|class| class.count).collect(),
            seats: ByPlayer {
                a: Seat::Person,
                b: Seat::Computer(usual_level(rules)),
            },
            names: ByPlayer::default(),
            is_placed_at_random: false,
            placing: Placing::Seq,
            first_player: FirstPlayer::Toss(Coin::Heads),
            seed,
        }
    }

    /// The same choices for another rule set, as far as it has them.
    #[must_use]
    pub fn for_rules(&self, rules: &'static RuleSet) -> Self {
        let fresh = Self::new(rules, self.seed);
        let levels = super::levels(rules);
        let seat = |seat: Seat| match seat {
            Seat::Computer(name) if !levels.contains(&name) => Seat::Computer(usual_level(rules)),
            kept => kept,
        };
        Self {
            seats: ByPlayer::from_fn(|player| seat(self.seats[player])),
            names: self.names.clone(),
            is_placed_at_random: self.is_placed_at_random,
            placing: self.placing,
            first_player: self.first_player,
            ..fresh
        }
    }

    /// The rule set after this one, or before it.
    pub fn next_rules(&self, is_forward: bool) -> &'static RuleSet {
        let count = RULE_SETS.len();
        let base = self.rules.base();
        let at = RULE_SETS.iter().position(|rules| *rules == base);
        let step = if is_forward { 1 } else { count - 1 };
        RULE_SETS[(at.unwrap_or(0) + step) % count]
    }

    /// Who calls heads or tails: the first of the people, or A.
    pub fn caller(&self) -> Player {
        let is_person = |player: &Player| self.seats[*player] == Seat::Person;
        Player::BOTH
            .into_iter()
            .find(is_person)
            .unwrap_or(Player::A)
    }

    /// What the coin shows when it has been tossed.
    pub fn coin(&self) -> Coin {
        const COIN: u64 = 0xc0de_c01a;
        match Rng::seeded(self.seed ^ COIN).below(2) {
            0 => Coin::Heads,
            _ => Coin::Tails,
        }
    }

    /// Who begins, when the coin has been tossed.
    pub fn first(&self) -> Player {
        match self.first_player {
            FirstPlayer::Player(player) => player,
            FirstPlayer::Toss(called) if called == self.coin() => self.caller(),
            FirstPlayer::Toss(_) => self.caller().opponent(),
        }
    }

    /// The commands that make the game, in a `[state]` group.
    pub fn commands(&self) -> Vec<Command> {
        let rules = self.rules;
        let mut commands = vec![Command::Rules {
            rules,
            side: rules.board_sides.saved(self.side),
        }];
        if !rules.announces_shots() {
            commands.push(Command::BoardSize(self.board));
            commands.extend(Player::BOTH.map(|player| Command::InitPosition {
                player,
                start: self.start(player),
            }));
        }
        commands.extend(Player::BOTH.map(|player| Command::SetFleet {
            player,
            counts: self.fleet.clone().into(),
        }));
        if !rules.announces_shots() {
            commands.extend(self.draw_reefs().into_iter().map(Command::Reef));
            if self.shooting != Shooting::Basic {
                commands.push(Command::ExtendedShips);
            }
            if self.shooting == Shooting::Auto {
                commands.push(Command::AutoShooting);
            }
        }
        for player in Player::BOTH {
            let text = match self.seats[player] {
                Seat::Computer(name) => {
                    commands.push(Command::SetAiPlayer(player));
                    format!("STRATEGY {name}")
                }
                Seat::Person => match self.names[player].trim() {
                    "" => continue,
                    name => format!("{NAME} {name}"),
                },
            };
            let text = text.into();
            commands.push(Command::Information { player, text });
        }
        commands.push(Command::NextPlayer(self.first()));
        commands.push(Command::Srand(self.seed));
        commands
    }

    /// What is wrong with the fleet, whatever the waters.
    pub(super) fn rejection(&self) -> Option<Rejection> {
        let is_empty = self.fleet.iter().all(|&count| count == 0);
        let refusal = || Refusal::FleetSize {
            fault: FleetSizeError::Ships(0),
            limits: FleetLimits {
                ships_min: 1,
                ships_max: u64::from(SHIPS_MAX) * self.fleet.len() as u64,
                tenths: 10,
            },
        };
        is_empty.then(|| Rejection::to_player(Player::A, &refusal()))
    }

    /// Where a player places ships on the board: A above its middle, B below. At
    /// least a row lies between, so that no fleet is in the way of the other.
    fn start(&self, player: Player) -> Rect {
        let Size { rows, columns } = self.board;
        let half = (rows - 1) / 2;
        match player {
            Player::A => Rect::new(0, 0, half - 1, columns - 1),
            Player::B => Rect::new(rows - half, 0, rows - 1, columns - 1),
        }
    }

    /// Fields for the reefs, each once; fewer if the board is small.
    fn draw_reefs(&self) -> Vec<Pos> {
        const REEFS: u64 = 0x5eef_5eef;
        let mut rng = Rng::seeded(self.seed ^ REEFS);
        let mut reefs = Vec::new();
        let mut coordinate =
            |length: i32| i32::try_from(rng.below(u64::from(length.unsigned_abs()))).unwrap_or(0);
        for _ in 0..self.reefs.min(REEFS_MAX) * DRAWS_PER_REEF {
            if reefs.len() >= self.reefs as usize {
                break;
            }
            let reef = Pos::new(coordinate(self.board.rows), coordinate(self.board.columns));
            if !reefs.contains(&reef) {
                reefs.push(reef);
            }
        }
        reefs
    }
}
