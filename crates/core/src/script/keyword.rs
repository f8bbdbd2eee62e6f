//! The first words of commands, and where each command is allowed.

use std::fmt;

use super::Tag;
use super::command_table::command_table;
use crate::rules::RuleSet;

/// Generates the keywords from the rows of the table.
macro_rules! keywords {
    ($(
        $syntax:literal $groups:ident $games:ident:
        $name:ident $( ( $($t:tt)* ) )? $( { $($f:tt)* } )?
        $( or $form:ident { $($g:tt)* } if $is_form:ident )?;
    )*) => {
        /// The first word of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is named for its word")]
        #[non_exhaustive]
        pub enum Keyword {
            $($name),*
        }

        impl Keyword {
            /// All keywords, in the order of the language reference.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];
        }

        static ROWS: [KeywordRow; Keyword::ALL.len()] =
            [$(KeywordRow::new($syntax, Groups::$groups, Games::$games)),*];
    };
}
command_table!(keywords);

/// The contents of a row of the table except the arguments.
struct KeywordRow {
    text: &'static str,
    syntax: &'static str,
    groups: Groups,
    games: Games,
}

/// The groups where a command is allowed.
#[derive(Clone, Copy)]
enum Groups {
    State,
    Turn,
    Any,
}

/// The games that have a command. Where shots are announced, nothing moves, and the board
/// cannot be changed.
#[derive(Clone, Copy)]
enum Games {
    All,
    Announced,
    Unannounced,
}

impl KeywordRow {
    const fn new(syntax: &'static str, groups: Groups, games: Games) -> Self {
        let bytes = syntax.as_bytes();
        let mut end = 0;
        while end < bytes.len() && bytes[end] != b' ' {
            end += 1;
        }
        Self {
            text: syntax.split_at(end).0,
            syntax,
            groups,
            games,
        }
    }
}

impl Keyword {
    #[inline]
    const fn row(self) -> &'static KeywordRow {
        &ROWS[self as usize]
    }

    /// The keyword spelled by a token.
    pub fn from_token(token: &[u8]) -> Option<Self> {
        let matches = |keyword: &Self| keyword.text().as_bytes() == token;
        Self::ALL.into_iter().find(matches)
    }

    /// The keyword with its arguments, in all its forms.
    pub const fn usage(self) -> &'static str {
        self.row().syntax
    }

    /// The keyword as it is written.
    pub const fn text(self) -> &'static str {
        self.row().text
    }

    /// Whether the command is allowed in a group and a rule set.
    #[inline]
    pub const fn belongs_in(self, group: Tag, rules: &RuleSet) -> bool {
        self.is_in_group(group) && self.is_in(rules)
    }

    /// Whether games of a rule set have the command.
    #[inline]
    pub const fn is_in(self, rules: &RuleSet) -> bool {
        let announces_shots = rules.announces_shots();
        match self.row().games {
            Games::All => true,
            Games::Announced => announces_shots,
            Games::Unannounced => !announces_shots,
        }
    }

    /// Whether the command is allowed in a group.
    #[inline]
    pub const fn is_in_group(self, group: Tag) -> bool {
        match self.row().groups {
            Groups::Any => true,
            Groups::State => matches!(group, Tag::State),
            Groups::Turn => matches!(group, Tag::Player(_)),
        }
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
