//! The macro that turns the table of commands into [`Keyword`], [`Command`](super::Command),
//! and the reading and writing of both.

use std::fmt;

use super::{Keyword, Tag};
use crate::rules::RuleSet;

/// Generates the commands from the rows of the table.
macro_rules! commands {
    ($(
        $syntax:literal $groups:ident $games:ident:
        $name:ident $( ( $($t:ident: $T:ty),* ) )? $( { $($f:ident: $F:ty),* } )?
        $( or $form:ident { $($g:ident: $G:ty),* } if $is_form:ident )?;
    )*) => {
        /// The first word of a command.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[expect(missing_docs, reason = "each is named for its word")]
        pub enum Keyword {
            $($name),*
        }

        impl Keyword {
            /// All keywords, in the order of the language reference.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];
        }

        pub(super) static ROWS: [KeywordRow; Keyword::ALL.len()] =
            [$(KeywordRow::new($syntax, Groups::$groups, Games::$games)),*];

        /// One command of the language.
        ///
        /// [`Command::write_to`] writes it canonically, and [`Command::parse`] reads what was
        /// written as the same command.
        ///
        /// ```
        /// use admiralty_core::script::Command;
        /// use admiralty_core::geometry::Pos;
        /// let command = Command::parse(b" SHOOT  03\t+4 ").unwrap();
        /// assert_eq!(command, Command::Shoot(Pos::new(3, 4)));
        /// assert_eq!(command.to_string(), "SHOOT 3 4");
        /// ```
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the arguments are named for what they are")]
        pub enum Command {
            $(
                #[doc = concat!("`", $syntax, "`")]
                $name $( ( $($T),* ) )? $( { $($f: $F),* } )?,
                $(
                    #[doc = concat!("`", $syntax, "`, with a ship")]
                    $form { $($g: $G),* },
                )?
            )*
        }

        impl Command {
            /// The first word.
            pub const fn keyword(&self) -> Keyword {
                match self {
                    $(
                        Self::$name { .. } => Keyword::$name,
                        $( Self::$form { .. } => Keyword::$name, )?
                    )*
                }
            }

            pub(super) fn read(keyword: Keyword, args: &mut ArgumentReader<'_>) -> Parsed<Self> {
                Ok(match keyword {
                    $(
                        $(
                            Keyword::$name if args.$is_form()? => {
                                $( let $g = Argument::read(args)?; )*
                                Self::$form { $($g),* }
                            }
                        )?
                        Keyword::$name => {
                            $( $( let $t = Argument::read(args)?; )* )?
                            $( $( let $f = Argument::read(args)?; )* )?
                            Self::$name $( ( $($t),* ) )? $( { $($f),* } )?
                        }
                    )*
                })
            }

            fn write_arguments(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
                match self {
                    $(
                        Self::$name $( ( $($t),* ) )? $( { $($f),* } )? => {
                            $( $( $t.write(out)?; )* )?
                            $( $( $f.write(out)?; )* )?
                        }
                        $( Self::$form { $($g),* } => { $( $g.write(out)?; )* } )?
                    )*
                }
                Ok(())
            }
        }
    };
}
pub(super) use commands;

/// The contents of a row of the table except the arguments.
pub(super) struct KeywordRow {
    text: &'static str,
    syntax: &'static str,
    groups: Groups,
    games: Games,
}

/// The groups where a command is allowed.
#[derive(Clone, Copy)]
pub(super) enum Groups {
    State,
    Turn,
    Any,
}

/// The games that have a command. Where shots are announced, nothing moves, and the board
/// cannot be changed.
#[derive(Clone, Copy)]
pub(super) enum Games {
    All,
    Announced,
    Unannounced,
}

impl KeywordRow {
    pub const fn new(syntax: &'static str, groups: Groups, games: Games) -> Self {
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
        &super::command::ROWS[self as usize]
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
