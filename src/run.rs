//! `admiralty run`, and what `admiralty` does without a subcommand.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use admiralty_core::game::{Game, Tally};
use admiralty_core::interpreter::{self, Ending, Session, StreamError};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_players::runner::{self, TURNS_MAX};
use admiralty_players::{Effort, PlayerEntry, Players, STRATEGIES, ShotPolicy};
use clap::{Args, ValueEnum};
use serde_json::{Map, Value, json};

use crate::completions::words;
use crate::error::{CliError, say};
use crate::snippet;
use crate::streams::{self, ScriptInput};

#[derive(Debug, Args)]
pub struct RunArgs {
    /// The script; standard input if missing or `-`
    pub file: Option<PathBuf>,
    /// On standard error, explain the error that ended the script [default: if standard error is a
    /// terminal]
    #[arg(
        long,
        value_name = "WHEN",
        default_missing_value = "always",
        num_args = 0..=1,
        require_equals = true
    )]
    pub explain: Option<ExplainWhen>,
    /// Print statistics of the shots of both players on standard error, if shots are announced:
    /// turns, shots, hits, precision, hits by class
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        default_missing_value = "text",
        num_args = 0..=1,
        require_equals = true
    )]
    pub stats: Option<StatsFormat>,
    /// Let the built-in players finish the game, and print it as one script
    #[arg(long)]
    pub to_end: bool,
    /// Let the exit code report how the script ended: 0 at its end, 1 with INVALID OPERATION, 10 if
    /// A has won, 11 if B has
    #[arg(long)]
    pub exit_code: bool,
    #[command(flatten)]
    pub players: PlayerArgs,
}

impl RunArgs {
    /// These options, overridden by later ones.
    pub fn overridden_by(self, later: Self) -> Self {
        Self {
            file: later.file.or(self.file),
            explain: later.explain.or(self.explain),
            stats: later.stats.or(self.stats),
            to_end: self.to_end || later.to_end,
            exit_code: self.exit_code || later.exit_code,
            players: self.players.overridden_by(&later.players),
        }
    }
}

/// How statistics are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StatsFormat {
    /// A table
    Text,
    /// An object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ExplainWhen {
    /// If standard error is a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

// Who plays, and how much work a turn may take.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayerArgs {
    #[arg(
        long = "strategy",
        value_name = "P=NAME",
        value_parser = player_choice,
        add = words(player_choices),
        help = format!(
            "The built-in player for a side that the computer plays, as in A={}: {}. \
             The printed turn stores the name, so the next run uses it, too [default: {}; where \
             shots are announced, {}]",
            STRATEGIES[0].name(),
            PlayerEntry::names().join(", "),
            STRATEGIES[0].name(),
            ShotPolicy::default()
        )
    )]
    strategies: Vec<(Player, PlayerEntry)>,
    #[arg(
        long,
        value_name = "N",
        help = format!(
            "Thinking effort per turn, 1 to {} [default: {}]",
            Effort::MAX,
            Effort::DEFAULT
        )
    )]
    effort: Option<Effort>,
}

impl PlayerArgs {
    /// These arguments, overridden by later ones.
    pub fn overridden_by(&self, later: &Self) -> Self {
        Self {
            strategies: [&self.strategies[..], &later.strategies].concat(),
            effort: later.effort.or(self.effort),
        }
    }

    /// The players of a game; the last strategy given for a player counts, of those that play the
    /// rule set. There must be one, if the program plays for the player.
    fn players(&self, game: &Game) -> Result<Players, CliError> {
        let rules = game.rules();
        let mut players = Players {
            effort: self.effort.unwrap_or_default(),
            ..Players::default()
        };
        for player in Player::BOTH {
            let given = self.strategies.iter().filter(|(seat, _)| *seat == player);
            let entries: Vec<_> = given.map(|(_, entry)| *entry).collect();
            if let Some(entry) = entries.iter().rfind(|entry| entry.plays(rules)) {
                players.seat(player, *entry);
            } else if !entries.is_empty() && game.is_ai(player) {
                let (name, names) = (rules.name, PlayerEntry::names_for(rules).join(", "));
                return Err(CliError::Usage(format!(
                    "no --strategy of {player} plays the rule set {name}; its players are {names}"
                )));
            }
        }
        Ok(players)
    }
}

/// The values of `--strategy`.
fn player_choices() -> impl Iterator<Item = String> {
    let of = |player| {
        PlayerEntry::names()
            .into_iter()
            .map(move |name| format!("{player}={name}"))
    };
    Player::BOTH.into_iter().flat_map(of)
}

/// Parses `A=name`.
fn player_choice(text: &str) -> Result<(Player, PlayerEntry), String> {
    let (player, name) = text
        .split_once('=')
        .ok_or("expected a player and a strategy, as in A=random")?;
    let player = Player::from_token(player.as_bytes())
        .ok_or_else(|| format!("there is no player {player}, only A and B"))?;
    let entry = PlayerEntry::named(name.as_bytes()).ok_or_else(|| {
        format!(
            "there is no strategy {name}, only {}",
            PlayerEntry::names().join(", ")
        )
    })?;
    Ok((player, entry))
}

/// The exit code of `--exit-code` for a script that did not run to its end.
const fn status_of(ending: &Ending) -> u8 {
    match ending {
        Ending::Failed(_) => 1,
        Ending::Won(Player::A) => 10,
        Ending::Won(Player::B) => 11,
    }
}

/// Runs a script, and with `--to-end` the rest of the game; explains its error and prints
/// statistics, if requested. Returns the exit code.
pub fn run(args: &RunArgs) -> Result<u8, CliError> {
    let (input, name) = streams::open_script(args.file.as_deref())?;
    let mut output = streams::quoting_output()?;
    let (ending, game) = ScriptInput::read(input, &name, |input| {
        let executed = interpreter::execute(input, &mut output);
        let (ending, session) = executed.map_err(|error| match error {
            StreamError::Read(source) => CliError::cannot_read(&name)(source),
            StreamError::Write(source) => CliError::Write(source),
        })?;
        output.flush().map_err(CliError::Write)?;
        if ending.is_some() {
            return Ok((ending, session.into_game()));
        }
        let players = args.players.players(session.game())?;
        let played = if args.to_end {
            play_to_end(session, &players, &mut output)
        } else {
            let printed = runner::print_turn(&session, &players, &mut output);
            printed.map(|ending| (ending, session.into_game()))
        };
        output.flush().and(played).map_err(CliError::Write)
    })?;
    let is_explained = match args.explain {
        Some(ExplainWhen::Always) => true,
        Some(ExplainWhen::Never) => false,
        Some(ExplainWhen::Auto) | None => io::stderr().is_terminal(),
    };
    if let (Some(Ending::Failed(failure)), true) = (&ending, is_explained) {
        // The result is valid even if the explanation cannot be written.
        let _ = snippet::print(&failure.diagnostic(), &name, io::stderr());
    }
    if let Some(stats) = args.stats {
        print_shot_stats(stats, &game, ending.as_ref(), io::stderr())?;
    }
    let ending = ending.filter(|_| args.exit_code);
    Ok(ending.as_ref().map_or(0, status_of))
}

/// Plays the program's turns until the game is over, or reports on standard error why that is not
/// possible.
fn play_to_end(
    session: Session,
    players: &Players,
    output: &mut impl Write,
) -> io::Result<(Option<Ending>, Game)> {
    let (ending, game) = runner::play_to_end(session, players, output)?;
    output.flush()?;
    if ending.is_none() {
        let next = game.next_player();
        let reason = if !game.is_ai(next) {
            format!("{next} is next, and no built-in player plays it (SET_AI_PLAYER {next})")
        } else if game.is_dead_position() {
            "neither player can damage the other any more".to_owned()
        } else {
            format!("nobody has won after {TURNS_MAX} turns")
        };
        say(&reason);
    }
    Ok((ending, game))
}

fn print_shot_stats(
    format: StatsFormat,
    game: &Game,
    ending: Option<&Ending>,
    mut out: impl Write,
) -> io::Result<()> {
    let rules = game.rules();
    match (format, game.tallies()) {
        (StatsFormat::Json, tallies) => {
            let winner = match ending {
                Some(Ending::Won(player)) => Some(player.to_string()),
                _ => None,
            };
            let players = tallies.map(|tallies| {
                let players =
                    Player::BOTH.map(|player| (player.to_string(), object(&tallies[player])));
                Value::Object(players.into_iter().collect())
            });
            let found = json!({
                "rules": rules.name,
                "side": game.side(),
                "winner": winner,
                "players": players,
            });
            writeln!(out, "{found}")
        }
        (StatsFormat::Text, Some(tallies)) => table(&tallies, out),
        (StatsFormat::Text, None) => {
            let name = rules.name;
            writeln!(out, "{name} announces no shots, so there are none to count")
        }
    }
}

fn object(tally: &Tally) -> Value {
    let by_class = tally.hits.iter();
    let by_class: Map<_, _> = by_class
        .map(|(class, hits)| (class.name.to_string(), json!(hits)))
        .collect();
    json!({
        "turns": tally.turns,
        "shots": tally.shots,
        "hits": tally.all_hits(),
        "misses": tally.shots - tally.all_hits(),
        "precision": tally.hit_rate(),
        "sunk": tally.sunk,
        "hits_by_class": by_class,
    })
}

fn table(tallies: &ByPlayer<Tally>, mut out: impl Write) -> io::Result<()> {
    let percent = |tally: &Tally| match tally.hit_rate() {
        Some(precision) => format!("{:.1} %", 100.0 * precision),
        None => "-".to_owned(),
    };
    writeln!(out, "{:>25}{:>9}", Player::A, Player::B)?;
    let mut row = |name: &str, of: &dyn Fn(&Tally) -> String| {
        writeln!(out, "{name:16}{:>9}{:>9}", of(&tallies.a), of(&tallies.b))
    };
    row("turns", &|tally| tally.turns.to_string())?;
    row("shots", &|tally| tally.shots.to_string())?;
    row("hits", &|tally| tally.all_hits().to_string())?;
    row("precision", &percent)?;
    row("ships sunk", &|tally| tally.sunk.to_string())?;
    for (index, (class, _)) in tallies.a.hits.iter().enumerate() {
        row(&format!("hits on {}", class.name), &|tally| {
            tally.hits[index].1.to_string()
        })?;
    }
    Ok(())
}
