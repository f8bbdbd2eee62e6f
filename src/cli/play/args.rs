//! The arguments of `admiralty play`.

use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use admiralty::geometry::Size;
use admiralty::play::screen::Theme;
use admiralty::play::{
    CLASSIC_LEVELS, Coin, FirstPlayer, GameSession, LANGUAGES, Language, Messages, NAME_MAX,
    REEFS_MAX, SHIPS_MAX, SIDE_MAX, SIDE_MIN, Seat, Setup, Shooting, levels, players,
};
use admiralty::player::Player;
use admiralty::players::Effort;
use admiralty::players::Placing;
use admiralty::rules::{RULE_SETS, RuleSet, SHIPS};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Args, ValueEnum};

use crate::cli::CliError;
use crate::cli::rules::{RulesArg, parse_rules};
use crate::cli::values::{one_of, value};

/// The arguments.
#[derive(Debug, Args)]
pub struct PlayArgs {
    #[arg(
        long,
        value_name = "NAME[:SIDE]",
        value_parser = parse_rules,
        help = format!(
            "Play this rule set, without the start page: {}; german:12 has waters of 12 by 12 fields",
            RULE_SETS.iter().map(|rules| rules.name).collect::<Vec<_>>().join(", ")
        )
    )]
    rules: Option<RulesArg>,
    /// Who plays A: person, or the name of a built-in player [default: person]
    #[arg(long, value_name = "WHO")]
    a: Option<String>,
    /// Who plays B [default: a built-in player]
    #[arg(long, value_name = "WHO")]
    b: Option<String>,
    /// The name of the person who plays A
    #[arg(long, value_name = "NAME")]
    name_a: Option<String>,
    /// The name of the person who plays B
    #[arg(long, value_name = "NAME")]
    name_b: Option<String>,
    /// The strength of a built-in player without a name: a number from 1, or easy, medium,
    /// hard, also in the other languages
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<u8>,
    #[arg(
        long,
        value_name = "N,N,...",
        value_delimiter = ',',
        value_parser = clap::value_parser!(u32).range(0..=i64::from(SHIPS_MAX)),
        help = format!("Another fleet: the number of ships of each class of the rule set, each at most {SHIPS_MAX}")
    )]
    fleet: Option<Vec<u32>>,
    /// Ships of other lengths for the rule set italian: one length for each class
    #[arg(long, value_name = "N,N,...", value_delimiter = ',')]
    lengths: Option<Vec<u8>>,
    /// What is announced of a hit in classic rule sets [default: named for msx]
    #[arg(long, value_enum)]
    hits: Option<HitsArg>,
    #[arg(
        long,
        value_name = "ROWSxCOLUMNS",
        value_parser = board,
        help = format!("Another board, for the rule set {}", SHIPS.name)
    )]
    board: Option<Size>,
    #[arg(
        long,
        value_name = "N",
        value_parser = clap::value_parser!(u32).range(0..=i64::from(REEFS_MAX)),
        help = format!("The number of reefs, for the rule set {}", SHIPS.name)
    )]
    reefs: Option<u32>,
    /// How ships shoot in the rule set ships
    #[arg(long, value_enum)]
    shooting: Option<ShootingArg>,
    /// How people place their fleets
    #[arg(
        long,
        value_parser = placing_parser(),
        default_value = BY_HAND,
        hide_default_value = true
    )]
    placing: std::option::Option<Placing>,
    /// Who moves first
    #[arg(long, value_enum)]
    begins: Option<BeginsArg>,
    /// The random seed [default: from the clock]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The work limit for each turn of a built-in player, from 1 to 1000
    #[arg(long, value_name = "N")]
    pub effort: Option<Effort>,
    /// The language [default: from the locale]
    #[arg(long, value_enum)]
    lang: Option<LanguageArg>,
    /// Draw in ASCII only
    #[arg(long)]
    ascii: bool,
    /// Write the game to a file while it is played, as a script
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Resume a game from a script; with the same file as --log, the script is continued
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "name_a", "name_b", "fleet", "lengths", "hits", "board", "reefs", "shooting", "begins", "seed"])]
    pub resume: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ShootingArg {
    /// One shot per turn
    Basic,
    /// Each ship shoots
    Extended,
    /// Targets need no ship
    Auto,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum HitsArg {
    /// Only that it is a hit
    Plain,
    /// Also which class was hit
    Named,
}

const BY_HAND: &str = "hand";

/// How fleets are placed at random; none if people place them by hand.
fn placing_parser() -> impl TypedValueParser<Value = Option<Placing>> {
    const SEQ: &str =
        "At random, one ship after the other, each legal place equally likely; repeatable";
    const UNI: &str = "At random, all fleets equally likely (classic rule sets); repeatable";
    one_of([
        value(BY_HAND, "Ship by ship", None),
        (
            PossibleValue::new("seq").help(SEQ).alias("random"),
            Some(Placing::Seq),
        ),
        value("uni", UNI, Some(Placing::Uni)),
    ])
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BeginsArg {
    /// A coin toss; the first person calls heads
    #[value(alias = "toss")]
    Heads,
    /// A coin toss; the first person calls tails
    Tails,
    /// Player A
    A,
    /// Player B
    B,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LanguageArg {
    /// English
    En,
    /// Italian
    It,
    /// German
    De,
    /// Portuguese
    Pt,
}

impl PlayArgs {
    /// Whether the game starts without the start page.
    pub const fn begins_at_once(&self) -> bool {
        self.rules.is_some()
    }

    /// The setup given by the arguments.
    pub fn setup(&self) -> Result<Setup, CliError> {
        let RulesArg { rules, side } = self.named_rules();
        self.check_idle(rules)?;
        let mut setup = self.setup_after(rules);
        if let Some(side) = side {
            setup.side = side;
        }
        if let Some(level) = self.level {
            setup.seats.b = Seat::Computer(level_name(rules, level)?);
        }
        for (player, who) in [(Player::A, &self.a), (Player::B, &self.b)] {
            if let Some(who) = who {
                setup.seats[player] = seat(rules, who)?;
            }
        }
        if let Some(fleet) = &self.fleet {
            let (expected, found) = (rules.classes.len(), fleet.len());
            if expected != found {
                return Err(CliError::FleetCounts { expected, found });
            }
            setup.fleet.clone_from(fleet);
        }
        for (player, name) in [(Player::A, &self.name_a), (Player::B, &self.name_b)] {
            if let Some(name) = name {
                if setup.seats[player] != Seat::Person {
                    let message = format!("player {player} is not a person and cannot have a name");
                    return Err(CliError::Rules(message));
                }
                let letters = name.chars().filter(|letter| !letter.is_control());
                setup.names[player] = letters.take(NAME_MAX).collect();
            }
        }
        if let Some(lengths) = &self.lengths {
            setup.rules = setup.rules.with_lengths(lengths).ok_or_else(|| {
                CliError::Rules(format!(
                    "the ships of the rule set {} cannot have these lengths",
                    rules.name
                ))
            })?;
        }
        if let Some(hits) = self.hits {
            let named = setup.rules.with_named_hits(hits == HitsArg::Named);
            setup.rules = named.ok_or_else(|| {
                CliError::Rules(format!(
                    "--hits is for classic rule sets, not for {}",
                    rules.name
                ))
            })?;
        }
        if let Some(board) = self.board {
            setup.board = board;
        }
        setup.reefs = self.reefs.unwrap_or(setup.reefs);
        if let Some(shooting) = self.shooting {
            setup.shooting = match shooting {
                ShootingArg::Basic => Shooting::Basic,
                ShootingArg::Extended => Shooting::Extended,
                ShootingArg::Auto => Shooting::Auto,
            };
        }
        setup.first_player = match self.begins {
            None | Some(BeginsArg::Heads) => FirstPlayer::Toss(Coin::Heads),
            Some(BeginsArg::Tails) => FirstPlayer::Toss(Coin::Tails),
            Some(BeginsArg::A) => FirstPlayer::Player(Player::A),
            Some(BeginsArg::B) => FirstPlayer::Player(Player::B),
        };
        Ok(setup)
    }

    /// The setup for further games after one with this rule set.
    pub fn setup_after(&self, rules: &'static RuleSet) -> Setup {
        Setup {
            is_placed_at_random: self.placing.is_some(),
            placing: self.placing(),
            ..Setup::new(rules, self.seed.unwrap_or_else(clock))
        }
    }

    /// How fleets of people are placed at random.
    pub fn placing(&self) -> Placing {
        self.placing.unwrap_or(Placing::Seq)
    }

    fn named_rules(&self) -> RulesArg {
        // The best known game, unless an option needs the other one.
        let usual = RULE_SETS.iter().find(|rules| rules.announces_shots());
        let usual = usual.filter(|_| self.sea_flag().is_none());
        self.rules.unwrap_or(RulesArg {
            rules: usual.copied().unwrap_or(&SHIPS),
            side: None,
        })
    }

    /// The first option given that needs the rule set `ships`.
    fn sea_flag(&self) -> Option<&'static str> {
        let flags = [
            ("--board", self.board.is_some()),
            ("--reefs", self.reefs.is_some()),
            ("--shooting", self.shooting.is_some()),
        ];
        flags
            .iter()
            .find(|(_, is_set)| *is_set)
            .map(|(flag, _)| *flag)
    }

    /// Rejects options that would change nothing.
    fn check_idle(&self, rules: &'static RuleSet) -> Result<(), CliError> {
        if let Some(flag) = self.sea_flag().filter(|_| rules.announces_shots()) {
            let (name, ships) = (rules.name, SHIPS.name);
            let message = format!("{flag} is for the rule set {ships}, not for {name}");
            return Err(CliError::Rules(message));
        }
        self.check_placing(rules)?;
        match (self.level, &self.b) {
            (Some(_), Some(_)) => Err(idle_level()),
            _ => Ok(()),
        }
    }

    fn check_placing(&self, rules: &'static RuleSet) -> Result<(), CliError> {
        if self.placing() == Placing::Uni && !rules.announces_shots() {
            let message = format!(
                "--placing uni is for classic rule sets, not for {}",
                rules.name
            );
            return Err(CliError::Rules(message));
        }
        Ok(())
    }

    /// Assigns the players that the arguments name, whatever the script says.
    pub fn seat(&self, session: &mut GameSession) -> Result<(), CliError> {
        let rules = session.rules();
        self.check_placing(rules)?;
        let mut is_idle = self.level.is_some();
        for (player, who) in [(Player::A, &self.a), (Player::B, &self.b)] {
            let is_computer = session.seat_of(player) != Seat::Person;
            let seat = match (who, self.level) {
                (Some(who), _) => seat(rules, who)?,
                (None, Some(level)) if is_computer => {
                    is_idle = false;
                    Seat::Computer(level_name(rules, level)?)
                }
                _ => continue,
            };
            session.seat(player, seat);
        }
        if is_idle { Err(idle_level()) } else { Ok(()) }
    }

    /// The language given, or that of the locale.
    pub fn language(&self) -> Language {
        match self.lang {
            Some(LanguageArg::En) => Language::English,
            Some(LanguageArg::It) => Language::Italian,
            Some(LanguageArg::De) => Language::German,
            Some(LanguageArg::Pt) => Language::Portuguese,
            None => locale(&["LC_ALL", "LC_MESSAGES", "LANG"])
                .and_then(|locale| Language::of_locale(&locale))
                .unwrap_or(Language::English),
        }
    }

    /// Glyphs and colours the terminal can show.
    pub fn theme(&self) -> Theme {
        let locale = locale(&["LC_ALL", "LC_CTYPE", "LANG"]);
        let is_utf8 = locale.is_none_or(|locale| {
            let locale = locale.to_ascii_lowercase();
            locale.contains("utf-8") || locale.contains("utf8")
        });
        let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Theme {
            is_ascii: self.ascii || !is_utf8,
            has_colors: !is_set("NO_COLOR") && !is_dumb,
        }
    }
}

/// The first of these environment variables that is not empty.
fn locale(names: &[&str]) -> Option<String> {
    let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
    values.find(|value| !value.is_empty())
}

fn clock() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    // Any number will do; this one is easy to type.
    now.map_or(0, |now| now.as_secs() % 1_000_000)
}

fn seat(rules: &'static RuleSet, who: &str) -> Result<Seat, CliError> {
    if who == "person" {
        return Ok(Seat::Person);
    }
    let players = players(rules);
    let found = players.iter().find(|name| **name == who);
    found
        .map(|name| Seat::Computer(name))
        .ok_or_else(|| CliError::NoPlayer {
            name: who.to_owned(),
            players: players.join(", "),
        })
}

fn idle_level() -> CliError {
    let message = "--level has no effect: no built-in player is left without a name";
    CliError::Rules(message.to_owned())
}

fn level_name(rules: &'static RuleSet, level: u8) -> Result<&'static str, CliError> {
    let levels = levels(rules);
    let at = usize::from(level) - 1;
    levels.get(at).copied().ok_or(CliError::NoLevel {
        level,
        most: levels.len(),
    })
}

/// Parses a level: its number, or its name in any language.
fn level(text: &str) -> Result<u8, String> {
    if let Ok(level @ 1..) = text.parse() {
        return Ok(level);
    }
    let mut names = LANGUAGES.into_iter().map(|language| {
        let message = Messages::new(language);
        (1..=CLASSIC_LEVELS).find(|level| {
            let name = message.find(&format!("level-{level}"));
            name.is_some_and(|name| name.to_lowercase() == text.to_lowercase())
        })
    });
    let found = names.find_map(|level| u8::try_from(level?).ok());
    found.ok_or_else(|| "expected a number from 1, or easy, medium or hard".to_owned())
}

/// Parses a board such as `21x10`.
fn board(text: &str) -> Result<Size, String> {
    let side = |text: &str| {
        let side = text.parse().ok();
        side.filter(|side| (SIDE_MIN..=SIDE_MAX).contains(side))
    };
    let sides = text.split_once('x');
    let board = sides.and_then(|(rows, columns)| {
        Some(Size {
            rows: side(rows)?,
            columns: side(columns)?,
        })
    });
    board.ok_or_else(|| {
        format!("expected rows and columns from {SIDE_MIN} to {SIDE_MAX}, as in 21x10")
    })
}
