//! The table of keywords.

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

use Keyword::{
    AutoShooting, BoardSize, ExtendedShips, Information, InitPosition, Move, NextPlayer, PlaceShip,
    Print, Reef, Rules, Save, SetAiPlayer, SetFleet, Ship, Shoot, Shot, Spy, Srand,
};

/// What the language says about each keyword, in the order of [`Keyword`].
static TABLE: [Entry; Keyword::COUNT] = [
    entry(Print, "PRINT", Groups::Any, Games::All, "PRINT m"),
    entry(
        SetFleet,
        "SET_FLEET",
        Groups::State,
        Games::All,
        "SET_FLEET P n n ..., a count for each class",
    ),
    entry(
        NextPlayer,
        "NEXT_PLAYER",
        Groups::State,
        Games::All,
        "NEXT_PLAYER P",
    ),
    entry(
        BoardSize,
        "BOARD_SIZE",
        Groups::State,
        Games::Unannounced,
        "BOARD_SIZE y x",
    ),
    entry(
        InitPosition,
        "INIT_POSITION",
        Groups::State,
        Games::Unannounced,
        "INIT_POSITION P y1 x1 y2 x2",
    ),
    entry(Reef, "REEF", Groups::State, Games::Unannounced, "REEF y x"),
    entry(
        Ship,
        "SHIP",
        Groups::State,
        Games::All,
        "SHIP P y x D i C segments",
    ),
    entry(
        ExtendedShips,
        "EXTENDED_SHIPS",
        Groups::State,
        Games::Unannounced,
        "EXTENDED_SHIPS",
    ),
    entry(
        AutoShooting,
        "AUTO_SHOOTING",
        Groups::State,
        Games::Unannounced,
        "AUTO_SHOOTING",
    ),
    entry(
        SetAiPlayer,
        "SET_AI_PLAYER",
        Groups::State,
        Games::All,
        "SET_AI_PLAYER P",
    ),
    entry(Srand, "SRAND", Groups::State, Games::All, "SRAND seed"),
    entry(Save, "SAVE", Groups::State, Games::All, "SAVE"),
    entry(
        Information,
        "INFORMATION",
        Groups::State,
        Games::All,
        "INFORMATION P words...",
    ),
    entry(
        Rules,
        "RULES",
        Groups::State,
        Games::All,
        "RULES name [n] [LENGTHS n n ...] [NAMED_HITS], as far as the rule set has them",
    ),
    entry(Shot, "SHOT", Groups::State, Games::Announced, "SHOT P y x"),
    entry(
        PlaceShip,
        "PLACE_SHIP",
        Groups::Turn,
        Games::All,
        "PLACE_SHIP y x D i C",
    ),
    entry(
        Shoot,
        "SHOOT",
        Groups::Turn,
        Games::All,
        "SHOOT y x, or SHOOT i C y x",
    ),
    entry(Move, "MOVE", Groups::Turn, Games::Unannounced, "MOVE i C m"),
    entry(
        Spy,
        "SPY",
        Groups::Turn,
        Games::Unannounced,
        "SPY i y x, or SPY y x",
    ),
];

/// A row of the table.
struct Entry {
    keyword: Keyword,
    text: &'static str,
    groups: Groups,
    games: Games,
    usage: &'static str,
}

/// The groups that a command may stand in.
#[derive(Clone, Copy)]
enum Groups {
    State,
    Turn,
    Any,
}

/// The games that have a command. Where shots are announced, nothing moves, and the
/// board stays as it is.
#[derive(Clone, Copy)]
enum Games {
    All,
    Announced,
    Unannounced,
}

const fn entry(
    keyword: Keyword,
    text: &'static str,
    groups: Groups,
    games: Games,
    usage: &'static str,
) -> Entry {
    Entry {
        keyword,
        text,
        groups,
        games,
        usage,
    }
}

impl Keyword {
    const COUNT: usize = Spy as usize + 1;

    /// All keywords, in the order of the language reference.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Print; Self::COUNT];
        let mut at = 0;
        while at < Self::COUNT {
            all[at] = TABLE[at].keyword;
            assert!(
                all[at] as usize == at,
                "the table is in the order of the keywords"
            );
            at += 1;
        }
        all
    };

    /// The keyword that a token is.
    pub fn from_token(token: &[u8]) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|keyword| keyword.text().as_bytes() == token)
    }

    /// The keyword with its arguments, in all its forms.
    pub const fn usage(self) -> &'static str {
        TABLE[self as usize].usage
    }

    /// The word itself.
    pub const fn text(self) -> &'static str {
        TABLE[self as usize].text
    }

    /// Whether the command may stand in a group of that kind, in a game of those
    /// rules.
    #[inline]
    pub const fn belongs_in(self, kind: GroupKind, rules: &RuleSet) -> bool {
        self.is_of_kind(kind) && self.is_in(rules)
    }

    /// Whether games of those rules have the command.
    #[inline]
    pub const fn is_in(self, rules: &RuleSet) -> bool {
        match TABLE[self as usize].games {
            Games::All => true,
            Games::Announced => rules.announces_shots(),
            Games::Unannounced => !rules.announces_shots(),
        }
    }

    /// Whether the command may stand in a group of that kind.
    #[inline]
    pub const fn is_of_kind(self, kind: GroupKind) -> bool {
        match TABLE[self as usize].groups {
            Groups::Any => true,
            Groups::State => matches!(kind, GroupKind::State),
            Groups::Turn => matches!(kind, GroupKind::Player),
        }
    }
}

/// A set of keywords.
///
/// ```
/// use admiralty::script::{Keyword, KeywordSet};
/// let set: KeywordSet = [Keyword::Spy, Keyword::Move].into_iter().collect();
/// assert!(set.contains(Keyword::Spy) && !set.contains(Keyword::Shoot));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KeywordSet(u32);

impl KeywordSet {
    /// No keywords.
    pub const NONE: Self = Self(0);

    /// Whether a keyword is in the set.
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
    fn keywords_round_trip() {
        for keyword in Keyword::ALL {
            assert_eq!(
                Keyword::from_token(keyword.text().as_bytes()),
                Some(keyword)
            );
            assert!(keyword.usage().starts_with(keyword.text()));
        }
    }
}
