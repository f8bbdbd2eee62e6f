//! The command words.

use std::fmt;

use super::GroupKind;
use crate::rules::RuleSet;

/// The first word of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named for its word")]
pub enum Keyword {
    Print,
    SetFleet,
    NextPlayer,
    BoardSize,
    InitPosition,
    Reef,
    Ship,
    ExtendedShips,
    AutoShooting,
    SetAiPlayer,
    Srand,
    Save,
    Information,
    Rules,
    Shot,
    PlaceShip,
    Shoot,
    Move,
    Spy,
}

impl Keyword {
    /// All words, in the order of the language reference.
    pub const ALL: [Self; 19] = [
        Self::Print,
        Self::SetFleet,
        Self::NextPlayer,
        Self::BoardSize,
        Self::InitPosition,
        Self::Reef,
        Self::Ship,
        Self::ExtendedShips,
        Self::AutoShooting,
        Self::SetAiPlayer,
        Self::Srand,
        Self::Save,
        Self::Information,
        Self::Rules,
        Self::Shot,
        Self::PlaceShip,
        Self::Shoot,
        Self::Move,
        Self::Spy,
    ];

    /// The word that a token is.
    pub fn from_token(token: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|keyword| keyword.text().as_bytes() == token)
    }

    /// The word as it is written, with its arguments in all its forms.
    pub const fn usage(self) -> &'static str {
        match self {
            Self::Print => "PRINT m",
            Self::SetFleet => "SET_FLEET P n n ..., a count for each class",
            Self::NextPlayer => "NEXT_PLAYER P",
            Self::BoardSize => "BOARD_SIZE y x",
            Self::InitPosition => "INIT_POSITION P y1 x1 y2 x2",
            Self::Reef => "REEF y x",
            Self::Ship => "SHIP P y x D i C segments",
            Self::ExtendedShips => "EXTENDED_SHIPS",
            Self::AutoShooting => "AUTO_SHOOTING",
            Self::SetAiPlayer => "SET_AI_PLAYER P",
            Self::Srand => "SRAND seed",
            Self::Save => "SAVE",
            Self::Information => "INFORMATION P words...",
            Self::Rules => {
                "RULES name [n] [LENGTHS n n ...] [NAMED_HITS], as far as the rule set has them"
            }
            Self::Shot => "SHOT P y x",
            Self::PlaceShip => "PLACE_SHIP y x D i C",
            Self::Shoot => "SHOOT y x, or SHOOT i C y x",
            Self::Move => "MOVE i C m",
            Self::Spy => "SPY i y x, or SPY y x",
        }
    }

    /// The word itself.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Print => "PRINT",
            Self::SetFleet => "SET_FLEET",
            Self::NextPlayer => "NEXT_PLAYER",
            Self::BoardSize => "BOARD_SIZE",
            Self::InitPosition => "INIT_POSITION",
            Self::Reef => "REEF",
            Self::Ship => "SHIP",
            Self::ExtendedShips => "EXTENDED_SHIPS",
            Self::AutoShooting => "AUTO_SHOOTING",
            Self::SetAiPlayer => "SET_AI_PLAYER",
            Self::Srand => "SRAND",
            Self::Save => "SAVE",
            Self::Information => "INFORMATION",
            Self::Rules => "RULES",
            Self::Shot => "SHOT",
            Self::PlaceShip => "PLACE_SHIP",
            Self::Shoot => "SHOOT",
            Self::Move => "MOVE",
            Self::Spy => "SPY",
        }
    }

    /// Whether the command may stand in a group of that kind, in a game of those
    /// rules.
    #[inline]
    pub const fn belongs_in(self, kind: GroupKind, rules: &RuleSet) -> bool {
        self.is_of_kind(kind) && self.is_in(rules)
    }

    /// Whether there is the command in a game of those rules.
    #[inline]
    pub const fn is_in(self, rules: &RuleSet) -> bool {
        match self {
            Self::Shot => rules.announces_shots(),
            // Where shots are announced, nothing moves, and the board stays.
            Self::BoardSize
            | Self::InitPosition
            | Self::Reef
            | Self::ExtendedShips
            | Self::AutoShooting
            | Self::Move
            | Self::Spy => !rules.announces_shots(),
            _ => true,
        }
    }

    /// Whether the command may stand in a group of that kind.
    #[inline]
    pub const fn is_of_kind(self, kind: GroupKind) -> bool {
        match self {
            Self::Print => true,
            Self::PlaceShip | Self::Shoot | Self::Move | Self::Spy => {
                matches!(kind, GroupKind::Player)
            }
            _ => matches!(kind, GroupKind::State),
        }
    }
}

/// A set of command words.
///
/// ```
/// use admiralty::script::{Keyword, KeywordSet};
/// let words: KeywordSet = [Keyword::Spy, Keyword::Move].into_iter().collect();
/// assert!(words.contains(Keyword::Spy) && !words.contains(Keyword::Shoot));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeywordSet(u32);

impl KeywordSet {
    /// No words.
    pub const NONE: Self = Self(0);

    /// Whether a word is in the set.
    pub const fn contains(self, keyword: Keyword) -> bool {
        self.0 >> keyword as u32 & 1 == 1
    }
}

impl FromIterator<Keyword> for KeywordSet {
    fn from_iter<I: IntoIterator<Item = Keyword>>(keywords: I) -> Self {
        let bit = |keyword: Keyword| 1 << keyword as u32;
        Self(
            keywords
                .into_iter()
                .fold(0, |set, keyword| set | bit(keyword)),
        )
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_round_trip() {
        for keyword in Keyword::ALL {
            assert_eq!(
                Keyword::from_token(keyword.text().as_bytes()),
                Some(keyword)
            );
            assert!(keyword.usage().starts_with(keyword.text()));
        }
    }
}
