//! Groups and the lines that open and close them.

use std::borrow::Borrow;
use std::fmt;
use std::io::{self, Write};

use super::Command;
use crate::player::Player;

/// The line that opens and closes a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// `[state]`: commands that describe the state of the game.
    State,
    /// `[playerA]` or `[playerB]`: commands of a player's turn.
    Player(Player),
}

impl Tag {
    /// `[playerA]`
    pub const PLAYER_A: Self = Self::Player(Player::A);
    /// `[playerB]`
    pub const PLAYER_B: Self = Self::Player(Player::B);

    /// The tag spelled by a token.
    #[inline]
    pub const fn from_token(token: &[u8]) -> Option<Self> {
        match token {
            b"[state]" => Some(Self::State),
            b"[playerA]" => Some(Self::Player(Player::A)),
            b"[playerB]" => Some(Self::Player(Player::B)),
            _ => None,
        }
    }

    /// The text of the line.
    pub const fn text(self) -> &'static str {
        match self {
            Self::State => "[state]",
            Self::Player(Player::A) => "[playerA]",
            Self::Player(Player::B) => "[playerB]",
        }
    }

    /// Writes a group of commands.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn write_group<C: Borrow<Command>>(
        self,
        commands: impl IntoIterator<Item = C>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        writeln!(out, "{self}")?;
        for command in commands {
            command.borrow().write_to(out)?;
            out.write_all(b"\n")?;
        }
        writeln!(out, "{self}")
    }

    /// A group of commands.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a vector takes all that is written to it"
    )]
    pub fn group<C: Borrow<Command>>(self, commands: impl IntoIterator<Item = C>) -> Vec<u8> {
        let mut group = Vec::new();
        self.write_group(commands, &mut group)
            .expect("a vector takes all that is written to it");
        group
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
