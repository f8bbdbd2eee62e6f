//! The two players, and pairs of values for them.

use std::fmt;
use std::ops::{Index, IndexMut};

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// Moves first unless the script says otherwise.
    A,
    /// Moves second unless the script says otherwise.
    B,
}

impl Player {
    /// Both players, A first.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// The player on the other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// The letter the language uses.
    pub const fn letter(self) -> char {
        match self {
            Self::A => 'A',
            Self::B => 'B',
        }
    }

    /// The player that a token of the language names.
    pub const fn from_token(token: &[u8]) -> Option<Self> {
        match token {
            b"A" => Some(Self::A),
            b"B" => Some(Self::B),
            _ => None,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// One value for each player, indexed by [`Player`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ByPlayer<T> {
    /// A's value.
    pub a: T,
    /// B's value.
    pub b: T,
}

impl<T> ByPlayer<T> {
    /// Builds a pair by calling `f` for each player.
    pub fn from_fn(mut f: impl FnMut(Player) -> T) -> Self {
        Self {
            a: f(Player::A),
            b: f(Player::B),
        }
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    fn index(&self, player: Player) -> &T {
        match player {
            Player::A => &self.a,
            Player::B => &self.b,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::A => &mut self.a,
            Player::B => &mut self.b,
        }
    }
}
