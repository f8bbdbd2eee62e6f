//! The contestants of a tournament.

use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;

use super::{ArenaError, Bot, BotLimits, Seat};
use admiralty_escape::escape;
use admiralty_players::PlayerEntry;
use admiralty_process::Sandbox;

/// The most contestants in a tournament.
pub const CONTESTANTS_MAX: usize = 100;

/// A contestant.
#[derive(Debug, Serialize)]
pub struct Contestant {
    /// The name in results, one line of visible characters.
    pub name: String,
    /// The argument that specified it, without the name.
    #[serde(rename = "player")]
    pub spec: String,
    /// Whether it sees the whole state, including the enemy's ships.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sees_everything: bool,
    /// Its own limits, if they are not those of all bots.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limits: Option<BotLimits>,
    /// The player behind the name.
    #[serde(skip)]
    pub kind: PlayerKind,
}

/// A player of this program, another program, or a seat.
#[derive(Debug)]
pub enum PlayerKind {
    /// A player of this program.
    Native(PlayerEntry),
    /// Another program, which runs once for each turn: it reads a script and prints one.
    Bot(Bot),
    /// Another program, which runs for a whole game and only learns what a player may know.
    Live(Bot),
    /// A player who connects with the token of the seat, again for each game.
    Seat(Arc<Seat>),
}

impl Contestant {
    /// Parses a contestant: the name of a player of this program, `live:` or `cmd:` with the
    /// command line of another program, or `seat:` with the name of a seat. A preceding `NAME=`
    /// names it.
    pub(super) fn from_spec(spec: &str) -> Result<Self, ArenaError> {
        let (name, player) = match spec.split_once('=') {
            // An equals sign in a command line belongs to the program.
            Some((name, player)) if bot(name).is_none() => (name.trim(), player),
            _ => (spec, spec),
        };
        if name.is_empty() {
            let spec = escape(spec);
            return ArenaError::usage(format!("the player \"{spec}\" has an empty name"));
        }
        let kind = if let Some(bot) = bot(player) {
            bot.map_err(|message| cannot_play(spec, &message))?
        } else if let Some(entry) = PlayerEntry::named(player.as_bytes()) {
            PlayerKind::Native(entry)
        } else {
            return ArenaError::usage(format!(
                "there is no player \"{}\"; there are {}, programs as live:PROGRAM or \
                 cmd:PROGRAM, and players who connect, as seat:NAME",
                escape(player),
                PlayerEntry::names().join(", ")
            ));
        };
        Ok(Self {
            name: escape(name).into_owned(),
            spec: player.to_owned(),
            sees_everything: matches!(kind, PlayerKind::Bot(_)),
            limits: None,
            kind,
        })
    }

    /// Parses all contestants, and numbers repeated ones that have no name.
    ///
    /// # Errors
    ///
    /// The error in one of them or in their number.
    pub fn from_specs<S: AsRef<str>>(specs: &[S]) -> Result<Vec<Self>, ArenaError> {
        if specs.len() < 2 {
            return ArenaError::usage("a tournament needs at least 2 players");
        }
        if specs.len() > CONTESTANTS_MAX {
            return ArenaError::usage(format!(
                "a tournament has at most {CONTESTANTS_MAX} players"
            ));
        }
        let mut names = BTreeSet::new();
        let mut seats = BTreeSet::new();
        let mut contestants = Vec::with_capacity(specs.len());
        for spec in specs {
            let mut contestant = Self::from_spec(spec.as_ref())?;
            if let PlayerKind::Seat(seat) = &contestant.kind
                && !seats.insert(seat.name().to_owned())
            {
                let name = seat.name();
                return ArenaError::usage(format!("two players have the seat \"{name}\""));
            }
            let given = contestant.name.clone();
            let has_own_name = given != escape(&contestant.spec);
            for number in 2.. {
                if names.insert(contestant.name.clone()) {
                    break;
                }
                if has_own_name {
                    return ArenaError::usage(format!("two players are called \"{given}\""));
                }
                contestant.name = format!("{given}#{number}");
            }
            contestants.push(contestant);
        }
        Ok(contestants)
    }

    /// The program and its arguments, if it is a bot.
    pub fn command(&self) -> &[String] {
        match &self.kind {
            PlayerKind::Bot(bot) | PlayerKind::Live(bot) => bot.command(),
            PlayerKind::Native(_) | PlayerKind::Seat(_) => &[],
        }
    }

    /// Lets a bot play in a sandbox; other players need none.
    pub fn confine(&mut self, sandbox: &Arc<Sandbox>) {
        if let PlayerKind::Bot(bot) | PlayerKind::Live(bot) = &mut self.kind {
            bot.confine(sandbox);
        }
    }

    /// Checks that a program can be started, by starting it once, and that players can connect to a
    /// seat.
    ///
    /// # Errors
    ///
    /// The reason why it cannot.
    pub fn check(&self) -> Result<(), ArenaError> {
        let message = |error| format!("cannot start the program: {error}");
        let checked = match &self.kind {
            PlayerKind::Native(_) => Ok(()),
            PlayerKind::Bot(bot) | PlayerKind::Live(bot) => bot.check().map_err(message),
            PlayerKind::Seat(seat) => seat.check(),
        };
        checked.map_err(|message| cannot_play(&self.spec, &message))
    }
}

/// Parses a bot or a seat, if the text has the prefix of one; the error is in the rest of the text.
fn bot(player: &str) -> Option<Result<PlayerKind, String>> {
    match player.split_once(':')? {
        ("live", line) => Some(Bot::from_command_line(line).map(PlayerKind::Live)),
        ("cmd", line) => Some(Bot::from_command_line(line).map(PlayerKind::Bot)),
        ("seat", name) => Some(Seat::new(name).map(PlayerKind::Seat)),
        _ => None,
    }
}

fn cannot_play(spec: &str, message: &str) -> ArenaError {
    ArenaError::Usage(format!("the player \"{}\": {message}", escape(spec)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(specs: &[&str]) -> Result<Vec<String>, String> {
        let contestants = Contestant::from_specs(specs).map_err(|error| error.to_string())?;
        Ok(contestants.into_iter().map(|c| c.name).collect())
    }

    #[test]
    fn names_tell_contestants_apart_on_one_visible_line() {
        for (specs, expected) in [
            (
                &[
                    "random",
                    "random",
                    "mine=cmd:./bot --x=1",
                    "cmd:a b=c",
                    "live:a b=c",
                ][..],
                &["random", "random#2", "mine", "cmd:a b=c", "live:a b=c"][..],
            ),
            (
                &["a\n\u{202e}\u{1b}[2J=random", "cmd:a\tb", "cmd:a\tb"],
                &["a\\n\\u{202e}\\u{1b}[2J", "cmd:a\\tb", "cmd:a\\tb#2"],
            ),
        ] {
            assert_eq!(names(specs).expect("contestants"), expected);
        }
    }

    #[test]
    fn errors_are_reported() {
        for (specs, message) in [
            (&["random"][..], "at least 2"),
            (&["random", "nobody"], "no player \"nobody\""),
            (&["nobody\n", "random"], "no player \"nobody\\n\""),
            (&["x=random", "x=random"], "two players are called \"x\""),
            (&["=random", "random"], "empty name"),
            (&["random", "cmd:"], "names no program"),
            (&["random", "x=live:"], "names no program"),
            (&["random", "seat:"], "the name of a seat has letters"),
            (&["random", "seat:a b"], "the name of a seat has letters"),
            (&["x=seat:a", "seat:a"], "two players have the seat \"a\""),
            (&["random", "cmd:'a"], "quote"),
            (&["random", "cmd:a\0"], "NUL"),
            (&["random"; CONTESTANTS_MAX + 1], "at most 100"),
        ] {
            let error = names(specs).expect_err("an error");
            assert!(error.contains(message), "{error}");
        }
    }
}
