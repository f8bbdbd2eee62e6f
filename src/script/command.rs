//! Commands, and how they are written.

use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use bstr::{BString, ByteSlice};

use super::Keyword;
use crate::game::CommandPart;
use crate::geometry::{Direction, Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};
use crate::view::PrintMode;

/// One command of the language.
///
/// [`Command::write_to`] writes it canonically, and [`parse_command`] reads
/// what was written as the same command.
///
/// [`parse_command`]: super::parse_command
///
/// ```
/// use admiralty::rules::SHIPS;
/// use admiralty::script::{Command, parse_command};
/// use admiralty::geometry::Pos;
/// let command = parse_command(b" SHOOT  03\t+4 ", &SHIPS).unwrap();
/// assert_eq!(command, Command::Shoot(Pos::new(3, 4)));
/// assert_eq!(command.to_string(), "SHOOT 3 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `PRINT m`
    Print(PrintMode),
    /// `SET_FLEET P n n ...`
    SetFleet {
        /// Whose fleet.
        player: Player,
        /// One count for each class of the rule set.
        counts: Box<[u32]>,
    },
    /// `NEXT_PLAYER P`
    NextPlayer(Player),
    /// `BOARD_SIZE y x`
    BoardSize(Size),
    /// `INIT_POSITION P y1 x1 y2 x2`
    InitPosition {
        /// Whose rectangle.
        player: Player,
        /// The rectangle; it may be empty or reach past the board.
        start: Rect,
    },
    /// `REEF y x`
    Reef(Pos),
    /// `SHIP P y x D i C segments`
    Ship {
        /// Whose ship.
        player: Player,
        /// Which ship.
        ship: ShipRef,
        /// The field of segment 0.
        head: Pos,
        /// Where it points.
        direction: Direction,
        /// Which segments are healthy.
        segments: Segments,
    },
    /// `EXTENDED_SHIPS`
    ExtendedShips,
    /// `AUTO_SHOOTING`
    AutoShooting,
    /// `SET_AI_PLAYER P`
    SetAiPlayer(Player),
    /// `SRAND seed`
    Srand(u64),
    /// `SAVE`
    Save,
    /// `INFORMATION P words...`
    Information {
        /// For whose AI.
        player: Player,
        /// The words, joined by one blank; at least one.
        text: BString,
    },
    /// `RULES name [n]`
    Rules {
        /// The rule set.
        rules: &'static RuleSet,
        /// The side of the waters in fields, if it is given; one that the rule set
        /// has.
        side: Option<u8>,
    },
    /// `SHOT P y x`
    Shot {
        /// Who has shot.
        player: Player,
        /// Where to.
        target: Pos,
    },
    /// `PLACE_SHIP y x D i C`
    PlaceShip {
        /// Which ship.
        ship: ShipRef,
        /// The field of segment 0.
        head: Pos,
        /// Where it points.
        direction: Direction,
    },
    /// `SHOOT y x`
    Shoot(Pos),
    /// `SHOOT i C y x`
    ShootFrom {
        /// Which ship.
        ship: ShipRef,
        /// Where to.
        target: Pos,
    },
    /// `MOVE i C m`
    Move {
        /// Which ship.
        ship: ShipRef,
        /// Where to.
        movement: Movement,
    },
    /// `SPY y x`
    Spy(Pos),
    /// `SPY i y x`
    SpyFrom {
        /// The index of the carrier.
        index: u32,
        /// The middle of the square.
        centre: Pos,
    },
}

/// A ship as a command names it; the command or the group has its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipRef {
    /// The index in its class, from 0.
    pub index: u32,
    /// The class.
    pub class: &'static ShipClass,
}

/// Which segments of a ship are healthy: bit `s` is segment `s`, from the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments(pub u8);

impl Command {
    /// The information that drops all earlier information of a player.
    pub const FORGET: &str = "FORGET";

    /// The option of `RULES` that chooses the lengths of the classes.
    pub const LENGTHS: &str = "LENGTHS";
    /// The option of `RULES` that has hits announced with the class of the ship.
    pub const NAMED_HITS: &str = "NAMED_HITS";

    /// The command that drops all information of a player.
    pub fn forget(player: Player) -> Self {
        Self::Information {
            player,
            text: Self::FORGET.into(),
        }
    }

    /// The first word.
    pub const fn keyword(&self) -> Keyword {
        match self {
            Self::Print(_) => Keyword::Print,
            Self::SetFleet { .. } => Keyword::SetFleet,
            Self::NextPlayer(_) => Keyword::NextPlayer,
            Self::BoardSize(_) => Keyword::BoardSize,
            Self::InitPosition { .. } => Keyword::InitPosition,
            Self::Reef(_) => Keyword::Reef,
            Self::Ship { .. } => Keyword::Ship,
            Self::ExtendedShips => Keyword::ExtendedShips,
            Self::AutoShooting => Keyword::AutoShooting,
            Self::SetAiPlayer(_) => Keyword::SetAiPlayer,
            Self::Srand(_) => Keyword::Srand,
            Self::Save => Keyword::Save,
            Self::Information { .. } => Keyword::Information,
            Self::Rules { .. } => Keyword::Rules,
            Self::Shot { .. } => Keyword::Shot,
            Self::PlaceShip { .. } => Keyword::PlaceShip,
            Self::Shoot(_) | Self::ShootFrom { .. } => Keyword::Shoot,
            Self::Move { .. } => Keyword::Move,
            Self::Spy(_) | Self::SpyFrom { .. } => Keyword::Spy,
        }
    }

    /// Writes the command canonically, without a line feed.
    ///
    /// # Errors
    ///
    /// What `out` returns.
    pub fn write_to(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.keyword().text().as_bytes())?;
        let mut out = ArgumentWriter {
            out,
            buffer: itoa::Buffer::new(),
        };
        match self {
            Self::ExtendedShips | Self::AutoShooting | Self::Save => Ok(()),
            Self::Print(PrintMode::Basic) => out.text("0"),
            Self::Print(PrintMode::Extended) => out.text("1"),
            Self::SetFleet { player, counts } => {
                out.letter(player.letter())?;
                counts.iter().try_for_each(|&count| out.number(count))
            }
            Self::NextPlayer(player) | Self::SetAiPlayer(player) => out.letter(player.letter()),
            Self::BoardSize(size) => out.pos(Pos::new(size.rows, size.columns)),
            Self::InitPosition { player, start } => {
                out.letter(player.letter())?;
                out.pos(Pos::new(start.top, start.left))?;
                out.pos(Pos::new(start.bottom, start.right))
            }
            Self::Reef(pos) | Self::Shoot(pos) | Self::Spy(pos) => out.pos(*pos),
            Self::Ship {
                player,
                ship,
                head,
                direction,
                segments,
            } => {
                out.letter(player.letter())?;
                out.site(*head, *direction)?;
                out.ship(*ship)?;
                out.bytes(&segments.digits()[..usize::from(ship.class.length)])
            }
            Self::Srand(seed) => out.number(*seed),
            Self::Information { player, text } => {
                out.letter(player.letter())?;
                out.bytes(text)
            }
            Self::Rules { rules, side } => {
                out.text(rules.name)?;
                side.map_or(Ok(()), |side| out.number(side))?;
                if let Some(lengths) = rules.chosen_lengths() {
                    out.text(Self::LENGTHS)?;
                    for length in lengths {
                        out.number(length)?;
                    }
                }
                if rules.names_hits() {
                    out.text(Self::NAMED_HITS)?;
                }
                Ok(())
            }
            Self::Shot { player, target } => {
                out.letter(player.letter())?;
                out.pos(*target)
            }
            Self::PlaceShip {
                ship,
                head,
                direction,
            } => {
                out.site(*head, *direction)?;
                out.ship(*ship)
            }
            Self::ShootFrom { ship, target } => {
                out.ship(*ship)?;
                out.pos(*target)
            }
            Self::Move { ship, movement } => {
                out.ship(*ship)?;
                out.letter(movement.letter())
            }
            Self::SpyFrom { index, centre } => {
                out.number(*index)?;
                out.pos(*centre)
            }
        }
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

    /// The tokens of the written command that make up a part of it; the keyword is
    /// token 0.
    pub const fn tokens_of(&self, part: CommandPart) -> Range<usize> {
        let (site, ship) = match self {
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
            CommandPart::Position => site,
            CommandPart::Row => site.start..site.start + 1,
            CommandPart::Column => site.start + 1..site.start + 2,
            CommandPart::Ship => ship,
            CommandPart::Movement => 3..4,
            CommandPart::Count(class) => {
                let token = 2 + class as usize;
                token..token + 1
            }
        }
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self.to_bytes().as_bstr(), f)
    }
}

impl Segments {
    /// The segments that digits describe, if there are as many as the class has
    /// segments and each is 0 or 1.
    pub fn from_token(token: &[u8], class: &ShipClass) -> Option<Self> {
        if token.len() != usize::from(class.length) {
            return None;
        }
        let mut healthy = 0;
        for (segment, digit) in token.iter().enumerate() {
            match digit {
                b'0' => {}
                b'1' => healthy |= 1 << segment,
                _ => return None,
            }
        }
        Some(Self(healthy))
    }

    /// A digit for each segment; those past a class's length mean nothing.
    fn digits(self) -> [u8; ShipClass::LENGTH_MAX as usize] {
        std::array::from_fn(|segment| b'0' + (self.0 >> segment & 1))
    }
}

/// Writes arguments, each with a blank before it.
struct ArgumentWriter<'o, W> {
    out: &'o mut W,
    buffer: itoa::Buffer,
}

impl<W: Write> ArgumentWriter<'_, W> {
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(b" ")?;
        self.out.write_all(bytes)
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.bytes(text.as_bytes())
    }

    fn letter(&mut self, letter: char) -> io::Result<()> {
        self.text(letter.encode_utf8(&mut [0; 4]))
    }

    fn number(&mut self, number: impl itoa::Integer) -> io::Result<()> {
        self.out.write_all(b" ")?;
        self.out.write_all(self.buffer.format(number).as_bytes())
    }

    fn pos(&mut self, pos: Pos) -> io::Result<()> {
        self.number(pos.y)?;
        self.number(pos.x)
    }

    fn site(&mut self, head: Pos, direction: Direction) -> io::Result<()> {
        self.pos(head)?;
        self.letter(direction.letter())
    }

    fn ship(&mut self, ship: ShipRef) -> io::Result<()> {
        self.number(ship.index)?;
        self.text(ship.class.name)
    }
}
