//! What every player may know beyond what `PRINT` shows.

use std::fmt;

use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::view::Observation;
use bstr::ByteSlice;

/// A fact that the players of this program get from an [`Observation`], although no `PRINT` shows
/// it. As a text, it is `PARTS B 18`, `INCOMPLETE B` or `BARRED 11 0`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PublicFact {
    /// How many healthy parts the ships of a player have.
    Parts(Player, u64),
    /// Not all ships of a player are on the board.
    Incomplete(Player),
    /// An enemy ship bars a field of the player's own starting rectangle.
    Barred(Pos),
}

impl PublicFact {
    /// The facts of an observation.
    pub fn all(view: &Observation<'_>) -> Vec<Self> {
        let parts = Player::BOTH.map(|player| Self::Parts(player, view.parts(player)));
        let players = Player::BOTH.into_iter();
        let incomplete = players.filter(|&player| !view.is_complete(player));
        let barred = view.barred().map(Self::Barred);
        let facts = parts.into_iter().chain(incomplete.map(Self::Incomplete));
        facts.chain(barred).collect()
    }

    /// Reads what `Display` writes.
    pub fn parse(text: &[u8]) -> Option<Self> {
        let words: Vec<_> = text.to_str().ok()?.split(' ').collect();
        let player = |word: &str| Player::from_token(word.as_bytes());
        Some(match words[..] {
            ["PARTS", whose, parts] => Self::Parts(player(whose)?, parts.parse().ok()?),
            ["INCOMPLETE", whose] => Self::Incomplete(player(whose)?),
            ["BARRED", y, x] => Self::Barred(Pos::new(y.parse().ok()?, x.parse().ok()?)),
            _ => return None,
        })
    }
}

impl fmt::Display for PublicFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Parts(player, parts) => write!(f, "PARTS {player} {parts}"),
            Self::Incomplete(player) => write!(f, "INCOMPLETE {player}"),
            Self::Barred(Pos { y, x }) => write!(f, "BARRED {y} {x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use admiralty_core::interpreter::execute;

    use super::*;

    #[test]
    fn facts_are_those_of_the_observation_and_are_read_as_written() {
        let script =
            b"[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\nSHIP B 11 3 N 0 DES 01\n[state]\n";
        let (_, session) = execute(&script[..], &mut Vec::new()).expect("a vector");
        let game = session.into_game();
        for player in Player::BOTH {
            let view = Observation::new(&game, player);
            let facts = PublicFact::all(&view);
            let barred = view.barred().map(PublicFact::Barred);
            let mut expected = vec![
                PublicFact::Parts(Player::A, 0),
                PublicFact::Parts(Player::B, 1),
            ];
            expected.push(PublicFact::Incomplete(Player::A));
            expected.extend(barred);
            assert_eq!(facts, expected);
            let written = facts.iter().map(ToString::to_string);
            let read = written.map(|fact| PublicFact::parse(fact.as_bytes()));
            assert!(read.eq(facts.iter().copied().map(Some)));
        }
    }
}
