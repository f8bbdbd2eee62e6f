//! Commands, how they are read and written.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use bstr::{BString, ByteSlice};

use super::argument::{
    Argument, ArgumentKind, ArgumentReader, ArgumentWriter, NamedShip, Parsed, PrintMode, Segments,
};
use super::command_table::command_table;
use super::{Keyword, ParseError, ParseErrorKind, Token, Tokens};
use crate::geometry::{Direction, Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{RuleSet, RulesChoice};

/// Generates the commands from the rows of the table.
macro_rules! commands {
    ($(
        $syntax:literal $groups:ident $games:ident:
        $name:ident $( ( $($t:ident: $T:ty),* ) )? $( { $($f:ident: $F:ty),* } )?
        $( or $form:ident { $($g:ident: $G:ty),* } if $is_form:ident )?;
    )*) => {
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
        #[non_exhaustive]
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

        impl Keyword {
            /// The forms of the command, each as the kinds of the words after the first.
            ///
            /// ```
            /// use admiralty_core::script::{ArgumentKind, Keyword};
            /// let [fields, _] = &Keyword::Shoot.forms()[..] else { panic!() };
            /// assert_eq!(fields[..], [ArgumentKind::Row, ArgumentKind::Column]);
            /// ```
            pub fn forms(self) -> Vec<Vec<ArgumentKind>> {
                match self {
                    $(
                        Self::$name => vec![
                            <[&[ArgumentKind]]>::concat(&[
                                $( $( <$T as Argument>::KINDS, )* )?
                                $( $( <$F as Argument>::KINDS, )* )?
                                &[],
                            ]),
                            $( <[&[ArgumentKind]]>::concat(&[ $( <$G as Argument>::KINDS ),* ]), )?
                        ],
                    )*
                }
            }
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

            fn read_arguments(keyword: Keyword, args: &mut ArgumentReader<'_>) -> Parsed<Self> {
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
command_table!(commands);

/// The part of a command that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CommandPart {
    /// The command as a whole.
    Whole,
    /// Row and column, and the direction if there is one.
    Position,
    /// The row.
    Row,
    /// The column.
    Column,
    /// The ship's index and class.
    Ship,
    /// The letter of a `MOVE`.
    Movement,
    /// The count of the class with that index, in `SET_FLEET`.
    Count(u8),
}

impl Command {
    /// The information text that drops all earlier information of a player.
    pub const FORGET: &str = "FORGET";

    /// The command that drops all information of a player.
    pub fn forget(player: Player) -> Self {
        Self::Information {
            player,
            text: Self::FORGET.into(),
        }
    }

    /// Reads a line as a command.
    ///
    /// # Errors
    ///
    /// The first error of the line. A blank line and a tag are no commands.
    pub fn parse(text: &[u8]) -> Result<Self, Box<ParseError>> {
        let mut tokens = Tokens::new(text);
        let nothing = Token {
            text: b"",
            start: 0,
        };
        Self::read(tokens.next().unwrap_or(nothing), tokens, None)
    }

    /// Reads a command, of which the first token is given, and the others.
    #[inline]
    pub(super) fn read<'l>(
        first: Token<'l>,
        others: Tokens<'l>,
        rules: Option<&'l RuleSet>,
    ) -> Parsed<Self> {
        let Some(keyword) = Keyword::from_token(first.text) else {
            let kind = ParseErrorKind::UnknownCommand;
            return Err(ParseError::new(kind, None, rules, first.span()));
        };
        let mut args = ArgumentReader::new(keyword, others, rules);
        let command = Self::read_arguments(keyword, &mut args)?;
        args.finish()?;
        Ok(command)
    }

    /// Writes the command canonically, without a line feed.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.keyword().text().as_bytes())?;
        self.write_arguments(&mut ArgumentWriter::new(out))
    }

    /// The command as a line of bytes, without a line feed.
    #[expect(
        clippy::missing_panics_doc,
        reason = "a vector takes all that is written to it"
    )]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write_to(&mut bytes)
            .expect("a vector takes all that is written to it");
        bytes
    }

    /// Whether the classes, directions, segments and counts of the command are those of a rule set.
    /// Where they are not, the line has invalid arguments.
    pub fn fits(&self, rules: &RuleSet) -> bool {
        match *self {
            Self::SetFleet { ref counts, .. } => counts.len() == rules.classes.len(),
            Self::Ship {
                ship,
                direction,
                segments,
                ..
            } => {
                let class = rules.class_named(ship.class);
                let is_whole = class.is_some_and(|class| class.length == segments.length);
                is_whole && rules.allows(direction)
            }
            Self::PlaceShip {
                ship, direction, ..
            } => rules.class_named(ship.class).is_some() && rules.allows(direction),
            Self::ShootFrom { ship, .. } | Self::Move { ship, .. } => {
                rules.class_named(ship.class).is_some()
            }
            _ => true,
        }
    }

    /// The tokens of the written command that make up a part of it; the keyword is
    /// token 0.
    pub(crate) const fn tokens_of(&self, part: CommandPart) -> Range<usize> {
        let (position, ship) = match self {
            Self::Ship { .. } => (2..5, 5..7),
            Self::PlaceShip { .. } => (1..4, 4..6),
            Self::ShootFrom { .. } => (3..5, 1..3),
            Self::SpyFrom { .. } => (2..4, 1..2),
            Self::Move { .. } => (3..4, 1..3),
            Self::Shot { .. } => (2..4, 0..1),
            _ => (1..3, 0..1),
        };
        match part {
            CommandPart::Whole => 0..usize::MAX,
            CommandPart::Position => position,
            CommandPart::Row => position.start..position.start + 1,
            CommandPart::Column => position.start + 1..position.start + 2,
            CommandPart::Ship => ship,
            CommandPart::Movement => 3..4,
            CommandPart::Count(class) => 2 + class as usize..3 + class as usize,
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.to_bytes().as_bstr(), f)
    }
}
