//! The contestants of a tournament.

use std::collections::BTreeSet;

use thiserror::Error;

use super::bot::{Bot, BotError};
use crate::escape::escape;
use crate::players::PlayerEntry;
use crate::rules::RuleSet;

/// The most contestants of a tournament.
pub const CONTESTANTS_MAX: usize = 100;

/// A contestant.
#[derive(Debug)]
pub struct Contestant {
    /// The name in results, which is one line of visible characters.
    pub name: String,
    /// The argument that named it.
    pub spec: String,
    /// Who plays.
    pub kind: PlayerKind,
}

/// Who plays for a contestant.
#[derive(Debug)]
pub enum PlayerKind {
    /// A player of this program.
    Native(PlayerEntry),
    /// Another program.
    Bot(Bot),
}

/// Why a contestant cannot take part.
#[derive(Debug, Error)]
pub enum ContestantError {
    /// Nobody of that name.
    #[error(
        "there is no player \"{}\"; there are {}, and programs as cmd:PROGRAM",
        escape(name),
        PlayerEntry::names().join(", ")
    )]
    Unknown {
        /// What was asked for.
        name: String,
    },
    /// The command line of a program.
    #[error("the player \"{}\": {source}", escape(spec))]
    Bot {
        /// How it was asked for.
        spec: String,
        /// What is wrong.
        source: BotError,
    },
    /// A player of this program that does not know the rules.
    #[error("the player \"{name}\" does not play the rule set {rules}")]
    OtherRules {
        /// Who.
        name: String,
        /// The rule set.
        rules: &'static str,
    },
    /// A name before the `=` that is empty.
    #[error("the player \"{}\" has an empty name", escape(.0))]
    NoName(String),
    /// Two have the same given name.
    #[error("two players are called \"{0}\"")]
    SameName(String),
    /// Not enough to play.
    #[error("a tournament needs at least 2 players")]
    TooFew,
    /// More than [`CONTESTANTS_MAX`].
    #[error("a tournament has at most {CONTESTANTS_MAX} players")]
    TooMany,
}

impl Contestant {
    /// Reads who takes part: the name of a player of this program, or `cmd:`
    /// and the command line of another one; either may be given another name
    /// with `NAME=` before it.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn from_spec(spec: &str) -> Result<Self, ContestantError> {
        let (name, player) = match spec.split_once('=') {
            // An equals sign in a command line is the program's.
            Some((name, player)) if !name.starts_with("cmd:") => (name.trim(), player),
            _ => (spec, spec),
        };
        if name.is_empty() {
            return Err(ContestantError::NoName(spec.to_owned()));
        }
        let kind = match player.strip_prefix("cmd:") {
            Some(line) => {
                let bot = Bot::from_command_line(line);
                PlayerKind::Bot(bot.map_err(|source| ContestantError::Bot {
                    spec: spec.to_owned(),
                    source,
                })?)
            }
            None => PlayerKind::Native(PlayerEntry::named(player.as_bytes()).ok_or_else(|| {
                ContestantError::Unknown {
                    name: player.to_owned(),
                }
            })?),
        };
        Ok(Self {
            name: escape(name).into_owned(),
            spec: player.to_owned(),
            kind,
        })
    }

    /// Reads all who take part. Who is there twice without a name of its own
    /// gets a number.
    ///
    /// # Errors
    ///
    /// What is wrong with one of them, or with their number.
    pub fn from_specs<S: AsRef<str>>(specs: &[S]) -> Result<Vec<Self>, ContestantError> {
        if specs.len() < 2 {
            return Err(ContestantError::TooFew);
        }
        if specs.len() > CONTESTANTS_MAX {
            return Err(ContestantError::TooMany);
        }
        let mut names = BTreeSet::new();
        let mut contestants = Vec::with_capacity(specs.len());
        for spec in specs {
            let mut contestant = Self::from_spec(spec.as_ref())?;
            let given = contestant.name.clone();
            let has_own_name = contestant.name != escape(&contestant.spec);
            for number in 2.. {
                if names.insert(contestant.name.clone()) {
                    break;
                }
                if has_own_name {
                    return Err(ContestantError::SameName(given));
                }
                contestant.name = format!("{given}#{number}");
            }
            contestants.push(contestant);
        }
        Ok(contestants)
    }

    /// Makes sure that a player of this program knows the rules; another program
    /// is believed to.
    ///
    /// # Errors
    ///
    /// [`ContestantError::OtherRules`].
    pub fn check_rules(&self, rules: &RuleSet) -> Result<(), ContestantError> {
        match &self.kind {
            PlayerKind::Native(entry) if !entry.plays(rules) => Err(ContestantError::OtherRules {
                name: self.name.clone(),
                rules: rules.name,
            }),
            PlayerKind::Native(_) | PlayerKind::Bot(_) => Ok(()),
        }
    }

    /// Makes sure that a program can be started, by starting it once.
    ///
    /// # Errors
    ///
    /// Why it cannot.
    pub fn check(&self) -> Result<(), ContestantError> {
        match &self.kind {
            PlayerKind::Native(_) => Ok(()),
            PlayerKind::Bot(bot) => bot.check().map_err(|source| ContestantError::Bot {
                spec: self.spec.clone(),
                source,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(specs: &[&str]) -> Result<Vec<String>, String> {
        let contestants = Contestant::from_specs(specs).map_err(|error| error.to_string())?;
        Ok(contestants.into_iter().map(|c| c.name).collect())
    }

    #[test]
    fn names_tell_contestants_apart() {
        assert_eq!(
            names(&["random", "random", "mine=cmd:./bot --x=1", "cmd:a b=c"]),
            Ok(["random", "random#2", "mine", "cmd:a b=c"]
                .map(Into::into)
                .into())
        );
    }

    #[test]
    fn names_are_visible_on_one_line() {
        let evil = "a\n\u{202e}\u{1b}[2J=random";
        let plain = "cmd:a\tb";
        assert_eq!(
            names(&[evil, plain, plain]),
            Ok(["a\\n\\u{202e}\\u{1b}[2J", "cmd:a\\tb", "cmd:a\\tb#2"]
                .map(Into::into)
                .into())
        );
        let error = names(&["nobody\n", "random"]).expect_err("nobody");
        assert!(error.starts_with("there is no player \"nobody\\n\""));
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (specs, message) in [
            (&["random"][..], "at least 2"),
            (&["random", "nobody"], "no player \"nobody\""),
            (&["x=random", "x=random"], "two players are called \"x\""),
            (&["=random", "random"], "empty name"),
            (&["random", "cmd:"], "names no program"),
            (&["random", "cmd:'a"], "quote"),
            (&["random"; CONTESTANTS_MAX + 1], "at most 100"),
        ] {
            let error = names(specs).expect_err("an error");
            assert!(error.contains(message), "{error}");
        }
    }
}
