//! The choices before a game, the levels of the built-in players, and the commands that
//! carry the choices out.

use super::Rejection;
use super::screen_style::ScreenStyle;
use admiralty_core::game::Refusal;
use admiralty_core::geometry::{Pos, Size};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rng::Rng;
use admiralty_core::rules::{FleetLimits, RuleSet, RulesChoice};
use admiralty_core::script::Command;
use admiralty_players::{NAME, Placing, STRATEGIES, ShotPolicy, Strategy};

/// The largest side of a board.
pub const SIDE_MAX: i32 = 99;
/// The smallest side of a board.
pub const SIDE_MIN: i32 = 4;
/// The most ships of a class.
pub const SHIPS_MAX: u32 = 20;
/// The most characters in a person's name.
pub const NAME_MAX: usize = 16;
/// The most reefs.
pub const REEFS_MAX: u32 = 500;

/// The limit on random draws for each reef.
const DRAWS_PER_REEF: u32 = 8;

/// The number of levels where shots are announced: the first players in the list.
pub const CLASSIC_LEVELS: u8 = 5;

/// The controller of a side: a person or a built-in player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Controller {
    /// A person at the keyboard.
    Person,
    /// A built-in player, by name.
    Computer(&'static str),
    /// The player at the other end of a connection.
    Remote,
}

/// A choice that a rule set does not have.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// No built-in player with this name plays the rules.
    #[error("there is no player {name} for these rules, only person, {}", players.join(", "))]
    Player {
        /// The name.
        name: String,
        /// Those that play them.
        players: Vec<&'static str>,
    },
    /// There are not so many levels.
    #[error("there is no level {level} for {rules}, only 1 to {most}")]
    Level {
        /// The level.
        level: u8,
        /// The name of the rule set.
        rules: &'static str,
        /// How many it has.
        most: usize,
    },
    /// The fleet does not have a count for each class.
    #[error("a fleet of these rules has {expected} counts, not {found}")]
    Fleet {
        /// The number of classes.
        expected: usize,
        /// The number of counts.
        found: usize,
    },
}

impl Controller {
    /// A person, or the built-in player with a name.
    ///
    /// # Errors
    ///
    /// [`SetupError::Player`].
    pub fn named(rules: &RuleSet, name: &str) -> Result<Self, SetupError> {
        if name == "person" {
            return Ok(Self::Person);
        }
        let players = players(rules);
        match players.iter().find(|player| **player == name) {
            Some(player) => Ok(Self::Computer(player)),
            None => Err(SetupError::Player {
                name: name.to_owned(),
                players,
            }),
        }
    }

    /// The built-in player of a level, from 1 on.
    ///
    /// # Errors
    ///
    /// [`SetupError::Level`].
    pub fn of_level(rules: &RuleSet, level: u8) -> Result<Self, SetupError> {
        let levels = levels(rules);
        let index = usize::from(level).checked_sub(1);
        let player = index.and_then(|index| levels.get(index));
        player
            .map(|player| Self::Computer(player))
            .ok_or(SetupError::Level {
                level,
                rules: rules.name,
                most: levels.len(),
            })
    }
}

/// Who moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstPlayer {
    /// A coin toss decides; the side that was called.
    Toss(Coin),
    /// This player.
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

/// How ships shoot where they move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "terminal", derive(clap::ValueEnum))]
pub enum Shooting {
    /// One shot per turn.
    Basic,
    /// Each ship shoots.
    Extended,
    /// Targets need no ship.
    Auto,
}

/// The choices before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule set.
    pub rules: RuleSet,
    /// The side of the waters where shots are announced.
    pub side: u8,
    /// The board where ships move.
    pub board: Size,
    /// The number of reefs on it.
    pub reefs: u32,
    /// How ships shoot on it.
    pub shooting: Shooting,
    /// The number of ships of each class, the same for both fleets.
    pub fleet: Vec<u32>,
    /// The controllers of both sides.
    pub controllers: ByPlayer<Controller>,
    /// The names of people; empty if not given.
    pub names: ByPlayer<String>,
    /// Whether fleets of people are placed at random first.
    pub is_placed_at_random: bool,
    /// How fleets of people are placed at random.
    pub placing: Placing,
    /// Who moves first.
    pub first_player: FirstPlayer,
    /// The random seed.
    pub seed: u64,
}

impl Setup {
    /// The default game of a rule set: a person against a built-in player.
    pub fn new(rules: &RuleSet, seed: u64) -> Self {
        Self {
            rules: *rules,
            side: rules.board_sides.min,
            board: rules.size(rules.board_sides.min),
            reefs: 0,
            shooting: Shooting::Extended,
            fleet: rules.classes.iter().map(|class| class.count).collect(),
            controllers: ByPlayer {
                a: Controller::Person,
                b: Controller::Computer(usual_level(rules)),
            },
            names: ByPlayer::default(),
            is_placed_at_random: places_at_random(rules),
            placing: Placing::Seq,
            first_player: FirstPlayer::Toss(Coin::Heads),
            seed,
        }
    }

    /// The same choices for another rule set, as far as it has them.
    #[must_use]
    pub fn for_rules(&self, rules: &RuleSet) -> Self {
        let fresh = Self::new(rules, self.seed);
        let levels = levels(rules);
        // The default of one rule set may not be that of another.
        let is_usual = self.is_placed_at_random == places_at_random(&self.rules);
        let controller = |controller: Controller| match controller {
            Controller::Computer(name) if !levels.contains(&name) => {
                Controller::Computer(usual_level(rules))
            }
            kept => kept,
        };
        Self {
            controllers: ByPlayer::from_fn(|player| controller(self.controllers[player])),
            names: self.names.clone(),
            is_placed_at_random: places_at_random(rules) == is_usual,
            placing: self.placing,
            first_player: self.first_player,
            ..fresh
        }
    }

    /// Changes the number of ships of each class.
    ///
    /// # Errors
    ///
    /// [`SetupError::Fleet`].
    pub fn set_fleet(&mut self, counts: &[u32]) -> Result<(), SetupError> {
        let (expected, found) = (self.rules.classes.len(), counts.len());
        if expected != found {
            return Err(SetupError::Fleet { expected, found });
        }
        self.fleet = counts.to_vec();
        Ok(())
    }

    /// Who calls the coin: the first person, or A.
    pub fn caller(&self) -> Player {
        if self.controllers.a != Controller::Person && self.controllers.b == Controller::Person {
            Player::B
        } else {
            Player::A
        }
    }

    /// The side of the coin that comes up.
    pub fn coin(&self) -> Coin {
        const COIN: u64 = 0xc0de_c01a;
        match Rng::seeded(self.seed ^ COIN).below(2) {
            0 => Coin::Heads,
            _ => Coin::Tails,
        }
    }

    /// Who moves first.
    pub fn first(&self) -> Player {
        match self.first_player {
            FirstPlayer::Player(player) => player,
            FirstPlayer::Toss(called) if called == self.coin() => self.caller(),
            FirstPlayer::Toss(_) => self.caller().opponent(),
        }
    }

    /// The commands of the `[state]` group that starts the game.
    pub fn commands(&self) -> Vec<Command> {
        let rules = &self.rules;
        let chosen = RulesChoice::saved(rules, self.side).map(Command::Rules);
        let mut commands: Vec<_> = chosen.into_iter().collect();
        commands.push(Command::BoardSize(self.board));
        let starts = self.board.starting_rects();
        commands.extend(Player::BOTH.map(|player| Command::InitPosition {
            player,
            start: starts[player],
        }));
        commands.extend(Player::BOTH.map(|player| Command::SetFleet {
            player,
            counts: self.fleet.clone().into(),
        }));
        commands.extend(self.draw_reefs().into_iter().map(Command::Reef));
        if self.shooting != Shooting::Basic {
            commands.push(Command::ExtendedShips);
        }
        if self.shooting == Shooting::Auto {
            commands.push(Command::AutoShooting);
        }
        // Omit what the rule set fixes.
        commands.retain(|command| command.keyword().is_in(rules));
        for player in Player::BOTH {
            let text = match self.controllers[player] {
                Controller::Computer(name) => {
                    commands.push(Command::SetAiPlayer(player));
                    format!("STRATEGY {name}")
                }
                Controller::Person => match self.names[player].trim() {
                    "" => continue,
                    name => format!("{NAME} {name}"),
                },
                Controller::Remote => continue,
            };
            let text = text.into();
            commands.push(Command::Information { player, text });
        }
        commands.push(Command::NextPlayer(self.first()));
        commands.push(Command::Srand(self.seed));
        commands
    }

    /// Rejects an empty fleet.
    pub(super) fn check_fleet(&self) -> Result<(), Rejection> {
        if self.fleet.iter().any(|&count| count > 0) {
            return Ok(());
        }
        let refusal = Refusal::FleetCount {
            count: 0,
            limits: FleetLimits {
                ships_min: 1,
                ships_max: u64::from(SHIPS_MAX) * self.fleet.len() as u64,
                tenths: 10,
            },
        };
        Err(Rejection::to_player(Player::A, &refusal))
    }

    /// Random fields for the reefs, without repetition; fewer on a small board.
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

/// Whether fleets of people are placed at random unless they choose otherwise.
fn places_at_random(rules: &RuleSet) -> bool {
    ScreenStyle::of(rules).places_at_random
}

/// The names of the built-in players of a rule set.
pub fn players(rules: &RuleSet) -> Vec<&'static str> {
    if rules.announces_shots() {
        ShotPolicy::ALL.map(ShotPolicy::name).to_vec()
    } else {
        let names = STRATEGIES.iter().rev();
        names.map(|strategy| Strategy::name(*strategy)).collect()
    }
}

/// The names of the players that are the levels of a rule set, from the weakest on. A rule
/// set may name its own easiest player.
///
/// ```
/// use admiralty_play as play;
/// use admiralty_core::rules;
/// assert_eq!(play::levels(rules::RuleSet::ITALIAN)[0], "forced");
/// assert_eq!(play::levels(rules::RuleSet::GERMAN)[0], "forgetful");
/// assert_eq!(play::levels(rules::RuleSet::MSX)[0], "chase");
/// assert_eq!(play::levels(rules::RuleSet::SHIPS), ["random", "hunt", "admiral"]);
/// ```
pub fn levels(rules: &RuleSet) -> Vec<&'static str> {
    let mut levels = players(rules);
    levels.truncate(CLASSIC_LEVELS.into());
    if let Some(easiest) = ScreenStyle::of(rules).easiest {
        levels[0] = easiest;
    }
    levels
}

/// The default level: the second.
pub fn usual_level(rules: &RuleSet) -> &'static str {
    levels(rules)[1]
}
