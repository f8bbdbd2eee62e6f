//! The table of commands, and how a command is written.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use bstr::{BString, ByteSlice};

use super::argument::{Argument, ArgumentReader, ArgumentWriter, Parsed};
use super::command_macro::{Games, Groups, KeywordRow, commands};
use super::{Line, ParseError, ParseErrorKind, Tokens};
use crate::geometry::{Direction, Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{ClassName, RuleSet, RulesChoice, ShipClass};

// Each row has the syntax, the groups and games in which the command is allowed, and its
// arguments in order. Where a command has two forms, a method of the reader decides which one
// a line has.
commands! {
    "PRINT m" Any All: Print(mode: PrintMode);
    "SET_FLEET P n n ..., a count for each class" State All:
        SetFleet { player: Player, counts: Box<[u32]> };
    "NEXT_PLAYER P" State All: NextPlayer(player: Player);
    "BOARD_SIZE y x" State Unannounced: BoardSize(size: Size);
    "INIT_POSITION P y1 x1 y2 x2" State Unannounced: InitPosition { player: Player, start: Rect };
    "REEF y x" State Unannounced: Reef(field: Pos);
    "SHIP P y x D i C segments" State All:
        Ship { player: Player, head: Pos, direction: Direction, ship: NamedShip, segments: Segments };
    "EXTENDED_SHIPS" State Unannounced: ExtendedShips;
    "AUTO_SHOOTING" State Unannounced: AutoShooting;
    "SET_AI_PLAYER P" State All: SetAiPlayer(player: Player);
    "SRAND seed" State All: Srand(seed: u64);
    "SAVE" State All: Save;
    "INFORMATION P words..." State All: Information { player: Player, text: BString };
    "RULES name [n] [LENGTHS n n ...] [NAMED_HITS], as far as the rule set has them" State All:
        Rules(choice: RulesChoice);
    "SHOT P y x" State Announced: Shot { player: Player, target: Pos };
    "PLACE_SHIP y x D i C" Turn All: PlaceShip { head: Pos, direction: Direction, ship: NamedShip };
    "SHOOT y x, or SHOOT i C y x" Turn All: Shoot(target: Pos)
        or ShootFrom { ship: NamedShip, target: Pos } if is_shot_of_ship;
    "MOVE i C m" Turn Unannounced: Move { ship: NamedShip, movement: Movement };
    "SPY i y x, or SPY y x" Turn Unannounced: Spy(centre: Pos)
        or SpyFrom { index: u32, centre: Pos } if is_plane_of_ship;
}

/// How much of a board is printed: the argument of `PRINT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintMode {
    /// `0`: healthy and destroyed segments, reefs.
    Basic,
    /// `1`: the sections of the ships too, and the numbers of rows and columns.
    Extended,
}

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

/// A ship as a command names it, whether or not a rule set has the class; its owner follows from
/// the command or the group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedShip {
    /// The index in its class, from 0.
    pub index: u32,
    /// The name of the class.
    pub class: ClassName,
}

impl Segments {
    /// The segments of a ship of a class; only bits of `healthy` that it has count.
    pub const fn new(class: &ShipClass, healthy: u8) -> Self {
        let length = class.length;
        Self {
            healthy: healthy & (u8::MAX >> (8 - length)),
            length,
        }
    }
}

impl NamedShip {
    /// The ship, if the rule set has the class.
    #[inline]
    pub fn of(self, rules: &RuleSet) -> Option<ShipRef> {
        let (index, class) = (self.index, *rules.class_named(self.class)?);
        Some(ShipRef { index, class })
    }
}

impl From<ShipRef> for NamedShip {
    fn from(ShipRef { index, class }: ShipRef) -> Self {
        let class = class.name;
        Self { index, class }
    }
}

/// A ship of a class of a rule set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipRef {
    /// The index in its class, from 0.
    pub index: u32,
    /// The class.
    pub class: ShipClass,
}

/// The segments of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// The healthy ones: bit `s` is segment `s`, from the head.
    pub healthy: u8,
    /// How many there are, from 1 to [`ShipClass::LENGTH_MAX`].
    pub length: u8,
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
        match Line::parse(text) {
            Line::Command(command) => Ok(command),
            Line::Invalid(error) => Err(error),
            Line::Blank | Line::Tag(_) => {
                let first = Tokens::new(text).next();
                let span = first.map_or(0..0, |first| first.span());
                let kind = ParseErrorKind::UnknownCommand;
                Err(ParseError::new(kind, None, None, span))
            }
        }
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
