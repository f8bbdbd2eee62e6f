//! The arguments of `admiralty play`.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::{SystemTime, UNIX_EPOCH};

use admiralty_core::geometry::Size;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Keyword;
use admiralty_play::screen::{Options, Theme};
use admiralty_play::{
    CLASSIC_LEVELS, Controller, GameSession, Language, Messages, Puzzle, REEFS_MAX, SHIPS_MAX,
    SIDE_MAX, SIDE_MIN, Setup, SetupError, Shooting,
};
use admiralty_players::{Effort, Placing, PlayerEntry};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::CliError;
use crate::completions::words;
use crate::values::{RulesArg, number, one_of, parse_rules, rule_set_names, seed, size, value};

/// All networks of this machine, at the usual port or a free one.
pub const ANY_NETWORK: &str = "0.0.0.0:4000";

// The arguments.
#[derive(Debug, Args)]
pub struct PlayArgs {
    #[arg(
        long,
        value_name = "NAME[:SIDE]",
        value_parser = parse_rules,
        add = words(rule_set_names),
        help = format!(
            "Play this rule set, without the start page: {}; german:12 has waters of 12 by 12 fields",
            rule_set_names().join(", ")
        )
    )]
    pub rules: Option<RulesArg>,
    /// Who plays A: person, or a built-in player by its name or level [default: person]
    #[arg(long, value_name = "WHO", add = words(controllers))]
    a: Option<String>,
    /// Who plays B [default: a built-in player]
    #[arg(long, value_name = "WHO", add = words(controllers))]
    b: Option<String>,
    /// The strength of a built-in player without a name: a number from 1, or easy, medium,
    /// hard, also in the other languages
    #[arg(long, value_name = "N", value_parser = level, add = words(levels))]
    level: Option<u8>,
    #[arg(
        long,
        value_name = "N,N,...",
        value_delimiter = ',',
        value_parser = number(0..=SHIPS_MAX),
        help = format!("Another fleet: the number of ships of each class of the rule set, each at most {SHIPS_MAX}")
    )]
    fleet: Option<Vec<u32>>,
    #[arg(
        long,
        value_name = "ROWSxCOLUMNS",
        value_parser = board,
        help = format!("Another board, for the rule set {}", RuleSet::SHIPS.name)
    )]
    board: Option<Size>,
    #[arg(
        long,
        value_name = "N",
        value_parser = number(0..=REEFS_MAX),
        help = format!("The number of reefs, for the rule set {}", RuleSet::SHIPS.name)
    )]
    reefs: Option<u32>,
    /// How ships shoot in the rule set ships
    #[arg(long)]
    shooting: Option<Shooting>,
    /// How people place their fleets [default: hand; in msx seq]
    #[arg(long, value_parser = placing())]
    placing: Option<FleetPlacing>,
    /// The random seed [default: from the clock]
    #[arg(long, value_name = "N", value_parser = seed())]
    pub seed: Option<u64>,
    /// The language [default: from the locale]
    #[arg(long)]
    lang: Option<Language>,
    /// Draw in ASCII only
    #[arg(long)]
    ascii: bool,
    /// Write the game to a file while it is played, as a script
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
    /// Resume a game from a script; with the same file as --log, the script is continued
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rules", "fleet", "board", "reefs", "shooting", "seed"])]
    pub resume: Option<PathBuf>,
    /// Play a game that an arena serves at this address: HOST:PORT, or a port of this machine
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["rules", "a", "b", "level", "fleet", "board", "reefs", "shooting", "log", "resume"])]
    pub connect: Option<String>,
    /// Serve a game to a friend, and play it: for all machines that reach this one, or at a port,
    /// or at an address with a port [default port: 4000, or a free one]
    #[arg(long, value_name = "ADDRESS", num_args = 0..=1, default_missing_value = ANY_NETWORK, value_parser = parse_address, conflicts_with_all = ["connect", "a", "b", "level", "log", "resume"])]
    pub host: Option<SocketAddr>,
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        default_missing_value = "1",
        value_parser = number(1..=Puzzle::COUNT),
        conflicts_with_all = ["a", "b", "level", "fleet", "board", "reefs", "shooting", "placing", "log", "resume", "connect", "host"],
        help = format!(
            "Show positions of games, and ask for the best shot: {} for each rule set with announced shots and each --seed [default seed: 0], from this one on [default: 1]",
            Puzzle::COUNT
        )
    )]
    pub puzzle: Option<u32>,
}

impl PlayArgs {
    pub fn setup(&self) -> Result<Setup, CliError> {
        let RulesArg { rules, side } = self.named_rules();
        let name = rules.name;
        let mut layout = self.layout_options();
        if let Some((flag, _)) = layout.find(|(_, keyword)| !keyword.is_in(rules)) {
            let ships = RuleSet::SHIPS.name;
            let message = format!("{flag} is for the rule set {ships}, not for {name}");
            return Err(CliError::Usage(message));
        }
        self.check_placing(rules)?;
        if self.level.is_some() && self.b.is_some() {
            return Err(idle_level());
        }
        let mut setup = self.setup_after(rules);
        setup.side = side.unwrap_or(setup.side);
        if let Some(level) = self.level {
            setup.controllers.b = Controller::of_level(rules, level)?;
        }
        for (player, who) in [(Player::A, &self.a), (Player::B, &self.b)] {
            if let Some(who) = who {
                setup.controllers[player] = controller(rules, who)?;
            }
        }
        if let Some(fleet) = &self.fleet {
            setup.set_fleet(fleet)?;
        }
        setup.board = self.board.unwrap_or(setup.board);
        setup.reefs = self.reefs.unwrap_or(setup.reefs);
        setup.shooting = self.shooting.unwrap_or(setup.shooting);
        Ok(setup)
    }

    /// The setup for further games after one with this rule set.
    pub fn setup_after(&self, rules: &RuleSet) -> Setup {
        let mut setup = Setup::new(rules, self.seed.unwrap_or_else(clock_seed));
        if let Some(placing) = self.placing {
            setup.is_placed_at_random = placing.is_some();
            setup.placing = placing.unwrap_or(setup.placing);
        }
        setup
    }

    fn named_rules(&self) -> RulesArg {
        // The best known game, unless an option needs the other one.
        let usual = RuleSet::classic().next();
        let usual = usual.filter(|_| self.layout_options().next().is_none());
        self.rules.unwrap_or(RulesArg {
            rules: usual.unwrap_or(RuleSet::SHIPS),
            side: None,
        })
    }

    /// The options given that choose the board and the shooting, with a command that each needs.
    fn layout_options(&self) -> impl Iterator<Item = (&'static str, Keyword)> {
        let board = self.board.map(|_| ("--board", Keyword::BoardSize));
        let reefs = self.reefs.map(|_| ("--reefs", Keyword::Reef));
        let shooting = self
            .shooting
            .map(|_| ("--shooting", Keyword::ExtendedShips));
        [board, reefs, shooting].into_iter().flatten()
    }

    fn check_placing(&self, rules: &RuleSet) -> Result<(), CliError> {
        if self.placing == Some(Some(Placing::Uni)) && !rules.announces_shots() {
            let message = "--placing uni is for classic rule sets, not for";
            return Err(CliError::Usage(format!("{message} {}", rules.name)));
        }
        Ok(())
    }

    /// Assigns the players that the arguments name, whatever the script says.
    pub fn set_controllers(&self, session: &mut GameSession) -> Result<(), CliError> {
        let rules = *session.rules();
        self.check_placing(&rules)?;
        let mut is_idle = self.level.is_some();
        for (player, who) in [(Player::A, &self.a), (Player::B, &self.b)] {
            let is_computer = session.controller_of(player) != Controller::Person;
            let controller = match (who, self.level) {
                (Some(who), _) => controller(&rules, who)?,
                (None, Some(level)) if is_computer => {
                    is_idle = false;
                    Controller::of_level(&rules, level)?
                }
                _ => continue,
            };
            session.set_controller(player, controller);
        }
        if is_idle { Err(idle_level()) } else { Ok(()) }
    }

    /// The language of the person.
    pub fn language(&self) -> Language {
        self.lang.unwrap_or_else(locale_language)
    }

    /// The messages that are printed outside of the screen.
    pub fn messages(&self) -> Messages {
        Messages::new(self.language()).in_ascii(self.theme().is_ascii)
    }

    /// Glyphs and colours.
    pub fn theme(&self) -> Theme {
        let mut theme = terminal_theme();
        theme.is_ascii |= self.ascii;
        theme
    }

    /// How the app starts with a setup; games are not logged.
    pub fn options(&self, setup: Setup) -> Options {
        Options {
            language: self.language(),
            theme: self.theme(),
            setup,
            effort: Effort::default(),
            open_log: Box::new(|_| Ok(None)),
            is_logged: self.log.is_some(),
            last: None,
        }
    }
}

/// How fleets are placed at random; none if people place them by hand.
type FleetPlacing = Option<Placing>;

fn placing() -> impl TypedValueParser<Value = FleetPlacing> {
    const SEQ: &str =
        "At random, one ship after the other, each legal place equally likely; repeatable";
    const UNI: &str = "At random, all fleets equally likely (classic rule sets); repeatable";
    one_of([
        value("hand", "Ship by ship", None),
        value("seq", SEQ, Some(Placing::Seq)),
        value("uni", UNI, Some(Placing::Uni)),
    ])
}

/// Who may play a side.
fn controllers() -> Vec<&'static str> {
    [vec!["person"], PlayerEntry::names()].concat()
}

/// Who plays a side: a person, or a built-in player, by its name or by that of its level.
fn controller(rules: &RuleSet, who: &str) -> Result<Controller, SetupError> {
    let named = Controller::named(rules, who);
    named.or_else(|error| level(who).map_or(Err(error), |level| Controller::of_level(rules, level)))
}

/// The levels, by number and by their English names.
fn levels() -> impl Iterator<Item = String> {
    let messages = Messages::new(Language::English);
    let name = move |level| messages.find(&format!("level-{level}"));
    let levels = 1..=CLASSIC_LEVELS;
    let numbers = levels.clone().map(|level| level.to_string());
    numbers.chain(levels.filter_map(name))
}

/// Parses a level: its number, or its name in any language.
fn level(text: &str) -> Result<u8, String> {
    if let Ok(level @ 1..=CLASSIC_LEVELS) = text.parse() {
        return Ok(level);
    }
    let text = text.to_lowercase();
    let languages = Language::ALL.map(Messages::new);
    let found = languages.iter().find_map(|messages| {
        let name = |level: u8| messages.find(&format!("level-{level}"));
        let is_it = |level: &u8| name(*level).is_some_and(|name| name.to_lowercase() == text);
        (1..=CLASSIC_LEVELS).find(is_it)
    });
    found.ok_or_else(|| {
        let names = "easy, medium, hard, very hard or master";
        format!("expected a number from 1 to {CLASSIC_LEVELS}, or {names}")
    })
}

/// Parses an address to listen at: a port of all networks, or an address with a port.
fn parse_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse() {
        return Ok((Ipv4Addr::UNSPECIFIED, port).into());
    }
    text.parse().map_err(|_| {
        "expected a port, as in 4000, or an address with a port, as in 127.0.0.1:4000".to_owned()
    })
}

/// Parses a board such as `21x10`.
fn board(text: &str) -> Result<Size, String> {
    size(text, SIDE_MIN..=SIDE_MAX).ok_or_else(|| {
        format!("expected rows and columns from {SIDE_MIN} to {SIDE_MAX}, as in 21x10")
    })
}

fn idle_level() -> CliError {
    CliError::usage("--level has no effect: no built-in player is left without a name")
}

/// The language of the locale, or English.
fn locale_language() -> Language {
    locale(&["LC_ALL", "LC_MESSAGES", "LANG"])
        .and_then(|locale| Language::of_locale(&locale))
        .unwrap_or(Language::English)
}

/// Glyphs and colours the terminal can show.
fn terminal_theme() -> Theme {
    let locale = locale(&["LC_ALL", "LC_CTYPE", "LANG"]);
    let is_utf8 = locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    // The fonts of the Linux console have few of the glyphs. It is `linux`, or `linux-16color`.
    let is_linux_console = term().split('-').next() == Some("linux");
    Theme {
        is_ascii: !is_utf8 || is_linux_console,
        has_colors: !is_set("NO_COLOR"),
    }
}

/// The type of the terminal; empty if it is not known.
fn term() -> String {
    std::env::var("TERM").unwrap_or_default()
}

/// Whether the terminal only prints lines, so that nothing can be drawn.
pub fn is_dumb_terminal() -> bool {
    term() == "dumb"
}

/// A random seed from the clock. Any number will do; this one is easy to type.
fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() % 1_000_000)
}

/// The first of these environment variables that is not empty.
fn locale(names: &[&str]) -> Option<String> {
    let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
    values.find(|value| !value.is_empty())
}
