//! The two players, and pairs of values for them.

use std::ops::{Index, IndexMut};

text_enum! {
    /// One of the two players.
    #[cfg_attr(feature = "serde", derive(serde::Serialize))]
    pub enum Player: token, from_token {
        /// Moves first unless the script says otherwise.
        A = "A",
        /// Moves second unless the script says otherwise.
        B = "B",
    }
}

impl Player {
    /// Both players, A first.
    pub const BOTH: [Self; 2] = Self::ALL;

    /// The player on the other side.
    #[must_use]
    pub const fn opponent(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
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
