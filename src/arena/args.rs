//! The options of `admiralty arena`.

use std::net::{Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Duration;

use admiralty_arena::{Adjudication, BotLimits};
use admiralty_core::geometry::Size;
use admiralty_core::rules::RuleSet;
use admiralty_escape::escape;
use admiralty_players::{Effort, Placing, PlayerEntry};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::completions::{contestants, words};
use crate::sandbox::SandboxArgs;
use crate::shard::ShardArgs;
use crate::values::parse_seconds;
use crate::values::{
    self, ProgramLimits, RulesArg, number, one_of, parse_rules, positive, rule_set_names, seed,
    value,
};

#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "options")]
pub struct ArenaArgs {
    #[arg(required = true, value_name = "PLAYER", help = players(), add = contestants())]
    pub players: Vec<String>,
    /// Games in each pairing; even, because games are played in pairs
    #[arg(long, short, default_value = "100", value_parser = number(2..=u32::MAX))]
    pub games: u32,
    /// The random seed [default: that of the results to continue from, or a random one]
    #[arg(long, value_parser = seed())]
    pub seed: Option<u64>,
    /// The first player against all others, instead of everyone against everyone
    #[arg(long)]
    pub gauntlet: bool,
    /// Stop when it is clear whether the first of two players is stronger by
    /// ELO0 or by ELO1, with the error rates ALPHA and BETA
    #[arg(
        long,
        num_args = 4,
        value_names = ["ELO0", "ELO1", "ALPHA", "BETA"],
        allow_negative_numbers = true
    )]
    pub sprt: Option<Vec<f64>>,
    /// ELO0 and ELO1 of --sprt are normalised Elo
    #[arg(long, requires = "sprt", hide_short_help = true)]
    pub nelo: bool,
    /// Pairs played in parallel [default: one per core]
    #[arg(long, short = 'j', value_name = "N", value_parser = positive())]
    pub concurrency: Option<NonZeroUsize>,
    /// Start from the state in which this script ends
    #[arg(long, value_name = "FILE", help_heading = "Start")]
    pub start: Option<PathBuf>,
    /// Start each round from the next script in this directory
    #[arg(long, value_name = "DIR", conflicts_with_all = ["start", "rules", "board", "fleet"], help_heading = "Start")]
    pub openings: Option<PathBuf>,
    /// The rule set, with the size of its waters if there is a choice, as in german:12
    #[arg(long, value_name = "NAME[:N]", value_parser = parse_rules, add = words(rule_set_names), conflicts_with = "start", help_heading = "Start")]
    pub rules: Option<RulesArg>,
    /// The size of the board; A places above the middle, B below
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = parse_size, conflicts_with = "start", help_heading = "Start")]
    pub board: Option<Size>,
    /// The fleet of both players: the number of ships of each class
    #[arg(
        long,
        value_name = "N,N,...",
        value_delimiter = ',',
        value_parser = number(0..=u32::MAX),
        conflicts_with = "start",
        help_heading = "Start"
    )]
    pub fleet: Option<Vec<u32>>,
    /// The number of reefs, placed at random for each pair
    #[arg(long, value_name = "N", default_value = "0", value_parser = number(0..=u32::MAX), help_heading = "Start")]
    pub reefs: u32,
    /// Extended shooting
    #[arg(long, help_heading = "Start")]
    pub extended: bool,
    /// Automatic shooting; implies --extended
    #[arg(long, help_heading = "Start")]
    pub auto: bool,
    /// Who places the ships that are not on the board yet, and how
    #[arg(
        long,
        value_parser = placing_parser(),
        value_name = "WHO",
        default_value = "seq",
        help_heading = "Start"
    )]
    pub placing: std::option::Option<Placing>,
    /// The same fleets in both games of a pair, even with bots, who could remember them
    #[arg(long, help_heading = "Start")]
    pub same_fleets: bool,
    /// Turns of both players together after which a game is drawn
    #[arg(
        long,
        value_name = "N",
        default_value = "1000",
        value_parser = number(NonZeroU32::MIN..=NonZeroU32::MAX),
        help_heading = "Limits"
    )]
    pub turn_limit: NonZeroU32,
    /// End a game after N turns of each player in which nothing is destroyed; who has at least K healthy
    /// parts more wins [default of K: 3]
    #[arg(long, value_name = "N[:K]", value_parser = parse_adjudication, help_heading = "Limits")]
    pub adjudicate: Option<Adjudication>,
    #[command(flatten)]
    pub program: ProgramLimits,
    /// CPU time of a bot in a game; at a seat, wall-clock time
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Limits")]
    pub bank: Option<Duration>,
    /// Other limits for one bot: cpu, wall, memory and bank, as in mine:cpu=5,memory=512
    #[arg(long, value_name = "NAME:LIMIT=N,...", value_parser = parse_own_limits, hide_short_help = true, help_heading = "Limits")]
    pub limit: Vec<OwnLimits>,
    #[command(flatten)]
    pub sandbox: SandboxArgs,
    /// Thinking effort of built-in players per turn, 1 to 1000
    #[arg(long, value_name = "N", help_heading = "Limits")]
    pub effort: Option<Effort>,
    /// Let the players of `seat:NAME` connect to this port on this machine, or to another address
    /// with a port; 0 is any free port
    #[arg(long, value_name = "ADDRESS", value_parser = parse_address, help_heading = "Seats")]
    pub listen: Option<SocketAddr>,
    /// A file with the tokens of seats, each on a line after the name; seats without one get random
    /// tokens, which are printed
    #[arg(long, value_name = "FILE", requires = "listen", help_heading = "Seats")]
    pub tokens: Option<PathBuf>,
    /// Seconds to wait for a player to connect
    #[arg(
        long,
        value_name = "SECONDS",
        default_value = "60",
        value_parser = parse_seconds,
        help_heading = "Seats"
    )]
    pub join: Duration,
    #[command(flatten)]
    pub reports: ReportArgs,
    /// Write each game to this directory, as a script that replays it
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub games_dir: Option<PathBuf>,
    /// Write the standard error of bots to this directory, one file per game and bot; after a foul,
    /// also the bot's input and output
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    pub bot_log: Option<PathBuf>,
    /// A file or directory that the results depend on, such as a module of a bot; if it has changed,
    /// a run is not continued
    #[arg(
        long,
        value_name = "PATH",
        hide_short_help = true,
        help_heading = "Results"
    )]
    pub hash: Vec<PathBuf>,
    #[command(flatten)]
    pub results: ShardArgs,
}

/// Limits of one bot; those that are missing are those of all.
#[derive(Clone, Debug, Default)]
pub struct OwnLimits {
    pub name: String,
    cpu: Option<Duration>,
    wall: Option<Duration>,
    memory: Option<u64>,
    bank: Option<Duration>,
}

impl ArenaArgs {
    /// The limits of all bots.
    pub fn limits(&self) -> BotLimits {
        BotLimits {
            cpu: self.program.cpu,
            wall: self.program.wall(),
            memory: self.program.memory,
            processes: ProgramLimits::PROCESSES,
            bank: self.bank,
        }
    }
}

impl OwnLimits {
    /// The limits of the bot, given those of all.
    pub fn limits(&self, all: &BotLimits) -> BotLimits {
        let wall = self.wall.or(self.cpu.map(ProgramLimits::default_wall));
        BotLimits {
            cpu: self.cpu.unwrap_or(all.cpu),
            wall: wall.unwrap_or(all.wall),
            memory: self.memory.unwrap_or(all.memory),
            bank: self.bank.or(all.bank),
            ..*all
        }
    }
}

// The reports of a tournament.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct ReportArgs {
    /// Write the report as JSON; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the report as a page, with replays of the first games in a directory next to it
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Write a row for each game as CSV; `-` is standard output
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
}

impl ReportArgs {
    pub fn files(&self) -> impl Iterator<Item = &Path> {
        let files = [&self.json, &self.html, &self.csv];
        files.into_iter().flatten().map(PathBuf::as_path)
    }
}

/// How the arena places fleets; `None` leaves that to the players.
fn placing_parser() -> impl TypedValueParser<Value = Option<Placing>> {
    const SEQ: &str = "The arena, the same for both games of a pair: ship by ship, each legal place \
        equally likely";
    const UNI: &str = "The same, but each whole fleet is equally likely (classic rule sets)";
    const PLAYERS: &str = "The players, in their turns";
    one_of([
        value("seq", SEQ, Some(Placing::Seq)),
        value("uni", UNI, Some(Placing::Uni)),
        value("players", PLAYERS, None),
    ])
}

/// The help on players: who plays which rule sets.
fn players() -> String {
    // Rule sets that have the same players are one group.
    let mut groups: Vec<(Vec<&str>, Vec<&str>)> = Vec::new();
    for rules in RuleSet::ALL {
        let names = PlayerEntry::names_for(rules);
        match groups.iter_mut().find(|(_, known)| *known == names) {
            Some((known, _)) => known.push(rules.name),
            None => groups.push((vec![rules.name], names)),
        }
    }
    let groups = groups
        .iter()
        .map(|(rules, names)| format!("{} play {}", names.join(", "), rules.join(", ")));
    format!(
        "Built-in players ({}), or `live:` and the command line of another one, \
         as in \"live:./bot --flag\"; `cmd:` is for programs that print a turn for a whole \
         state, `seat:` and a name for players who connect (--listen). NAME=PLAYER gives a player a name",
        groups.collect::<Vec<_>>().join("; ")
    )
}

fn parse_adjudication(text: &str) -> Result<Adjudication, String> {
    let (turns, lead) = text
        .split_once(':')
        .map_or((text, None), |(turns, lead)| (turns, Some(lead)));
    let turns = turns.parse().ok().filter(|&turns| turns > 0);
    let lead = lead.map_or(Some(Adjudication::LEAD), |lead| {
        lead.parse().ok().filter(|&it| it > 0)
    });
    let adjudication = turns
        .zip(lead)
        .map(|(turns, lead)| Adjudication { turns, lead });
    adjudication.ok_or_else(|| "expected turns, and perhaps parts, as in 50 or 50:3".to_owned())
}

fn parse_own_limits(text: &str) -> Result<OwnLimits, String> {
    // Names may contain colons, as those of bots without a name of their own do.
    let (name, limits) = text
        .rsplit_once(':')
        .ok_or("expected the name of a bot, a colon, and limits, as in mine:cpu=5,memory=512")?;
    let mut own = OwnLimits {
        name: name.to_owned(),
        ..OwnLimits::default()
    };
    for limit in limits.split(',') {
        match limit.split_once('=') {
            Some(("cpu", value)) => own.cpu = Some(parse_seconds(value)?),
            Some(("wall", value)) => own.wall = Some(parse_seconds(value)?),
            Some(("memory", value)) => own.memory = Some(values::parse_mebibytes(value)?),
            Some(("bank", value)) => own.bank = Some(parse_seconds(value)?),
            _ => {
                let limit = escape(limit);
                return Err(format!(
                    "\"{limit}\" is none of cpu=, wall=, memory= and bank="
                ));
            }
        }
    }
    Ok(own)
}

fn parse_size(text: &str) -> Result<Size, String> {
    values::size(text, 1..=i32::MAX).ok_or_else(|| "expected ROWSxCOLUMNS, as in 21x10".to_owned())
}

/// Parses an address: a port on this machine, or an address with a port.
pub fn parse_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| {
        "expected a port, as in 4000, or an address with a port, as in 0.0.0.0:4000".to_owned()
    })
}
