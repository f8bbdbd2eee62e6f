//! The arguments of commands, how they are read and written.

use std::io::{self, Write};
use std::ops::RangeInclusive;

use admiralty_message::Phrase;
use bstr::BString;

use super::number::{Number, parse_number};
use super::{Keyword, ParseError, ParseErrorKind, Token, Tokens};
use crate::geometry::{Direction, Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{ClassName, RuleSet, RulesChoice, ShipClass};

/// A value, or the leftmost error of the line.
pub(super) type Parsed<T> = Result<T, Box<ParseError>>;

/// What a word of a command is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each is named for what it is")]
#[non_exhaustive]
pub enum ArgumentKind {
    PrintMode,
    Player,
    /// The count of a class; there is one for each.
    Count,
    Row,
    Column,
    /// The number of rows of a board.
    Rows,
    /// The number of columns of a board.
    Columns,
    Direction,
    /// The index of a ship in its class.
    Index,
    Class,
    Segments,
    Movement,
    Seed,
    /// A word for a player; there may be more.
    Word,
    RuleSet,
    /// The side of the waters or an option of the rule set; there may be more.
    RuleOption,
}

impl ArgumentKind {
    /// Whether more words of this kind may follow.
    pub const fn is_repeated(self) -> bool {
        matches!(self, Self::Count | Self::Word | Self::RuleOption)
    }
}

/// What arguments are called in errors.
const ROW_OR_SHIP: &Phrase = &Phrase::new("argument-row-or-ship", "a row, or the index of a ship");
const COLUMN_OR_CLASS: &Phrase = &Phrase::new(
    "argument-column-or-class",
    "a column, or the class of the ship",
);
const ROW_OR_CARRIER: &Phrase = &Phrase::new(
    "argument-row-or-carrier",
    "a row, or the index of a carrier",
);
const COLUMN_OR_ROW: &Phrase = &Phrase::new("argument-column-or-row", "a column, or a row");
const SIDE: &Phrase = &Phrase::new("argument-side", "the side of the waters");
const A_LENGTH: &Phrase = &Phrase::new("argument-length", "a length");
const PLAYER: &Phrase = &Phrase::new("argument-player", "the player");
const DIRECTION: &Phrase = &Phrase::new("argument-direction", "the direction");
const MOVEMENT: &Phrase = &Phrase::new("argument-movement", "the movement");
const PRINT_MODE: &Phrase = &Phrase::new("argument-print-mode", "the print mode");
const ROW: &Phrase = &Phrase::new("argument-row", "the row");
const COLUMN: &Phrase = &Phrase::new("argument-column", "the column");
const ROWS: &Phrase = &Phrase::new("argument-rows", "the number of rows");
const COLUMNS: &Phrase = &Phrase::new("argument-columns", "the number of columns");
const SHIP_INDEX: &Phrase = &Phrase::new("argument-ship-index", "the index of the ship");
pub(super) const INDEX: &Phrase = &Phrase::new("argument-index", "the index");
const CLASS: &Phrase = &Phrase::new("argument-class", "the class of the ship");
const SEGMENTS: &Phrase = &Phrase::new("argument-segments", "the state of the segments");
const A_COUNT: &Phrase = &Phrase::new("argument-count", "a count");
const SEED: &Phrase = &Phrase::new("argument-seed", "the seed");
const A_WORD: &Phrase = &Phrase::new("argument-word", "a word");
const RULE_SET: &Phrase = &Phrase::new("argument-rule-set", "the name of a rule set");

/// A kind of argument. Reading what was written gives the same value.
pub(super) trait Argument: Sized {
    /// The words that it consists of.
    const KINDS: &'static [ArgumentKind];
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self>;
    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()>;
}

/// How much of a board is printed: the argument of `PRINT`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PrintMode {
    /// `0`: healthy and destroyed segments, reefs.
    Basic,
    /// `1`: the sections of the ships too, and the numbers of rows and columns.
    Extended,
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

/// The segments of a ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segments {
    /// The healthy ones: bit `s` is segment `s`, from the head.
    pub healthy: u8,
    /// How many there are, from 1 to [`ShipClass::LENGTH_MAX`].
    pub length: u8,
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

/// The option of `RULES` that chooses the lengths of the classes.
const LENGTHS: &[u8] = b"LENGTHS";
/// The option of `RULES` that announces hits with the class of the ship.
const NAMED_HITS: &[u8] = b"NAMED_HITS";

/// Reads arguments from left to right.
///
/// Without a rule set, it takes every line that some rule set could have. With one, it takes only
/// those that fit it, which are read as the same commands.
#[derive(Clone)]
pub(super) struct ArgumentReader<'l> {
    keyword: Keyword,
    tokens: Tokens<'l>,
    rules: Option<&'l RuleSet>,
    /// The class of the ship read last, whose segments may follow.
    class: Option<ShipClass>,
}

impl<'l> ArgumentReader<'l> {
    pub fn new(keyword: Keyword, tokens: Tokens<'l>, rules: Option<&'l RuleSet>) -> Self {
        Self {
            keyword,
            tokens,
            rules,
            class: None,
        }
    }

    /// Checks that no token is left.
    pub fn finish(mut self) -> Parsed<()> {
        match self.tokens.next() {
            None => Ok(()),
            Some(token) => Err(self.error(ParseErrorKind::TooMany, token)),
        }
    }

    /// Whether a shot is `SHOOT i C y x` rather than `SHOOT y x`: the second token decides.
    #[inline]
    pub fn is_shot_of_ship(&self) -> Parsed<bool> {
        let mut ahead = self.clone();
        ahead.token(ROW_OR_SHIP)?;
        let second = ahead.token(COLUMN_OR_CLASS)?;
        let is_longer = ahead.tokens.count() > 1;
        let is_class = match self.rules {
            Some(rules) => rules.class(second.text).is_some(),
            None => may_be_class(second.text, is_longer),
        };
        if is_longer && !is_class {
            return Err(self.error(ParseErrorKind::NotAClass, second));
        }
        Ok(is_class)
    }

    /// Whether a plane is `SPY i y x` rather than `SPY y x`: there is a third token.
    pub fn is_plane_of_ship(&self) -> Parsed<bool> {
        let mut ahead = self.clone();
        ahead.token(ROW_OR_CARRIER)?;
        ahead.token(COLUMN_OR_ROW)?;
        Ok(ahead.tokens.next().is_some())
    }

    #[cold]
    fn error(&self, kind: ParseErrorKind, token: Token<'_>) -> Box<ParseError> {
        ParseError::new(kind, Some(self.keyword), self.rules, token.span())
    }

    #[inline]
    fn token(&mut self, what: &'static Phrase) -> Parsed<Token<'l>> {
        self.tokens.next().ok_or_else(|| {
            let end = self.tokens.offset();
            let nothing = Token {
                text: b"",
                start: end,
            };
            self.error(ParseErrorKind::Missing(what), nothing)
        })
    }

    /// Takes the next token if it is the word of an option. Returns whether it is.
    fn option(&mut self, word: &[u8], rules: &'static RuleSet, is_allowed: bool) -> Parsed<bool> {
        let next = self.tokens.clone().next();
        let Some(token) = next.filter(|token| token.text == word) else {
            return Ok(false);
        };
        if !is_allowed {
            return Err(self.error(ParseErrorKind::NotAnOption(rules), token));
        }
        self.tokens.next();
        Ok(true)
    }

    /// An argument of one token.
    #[inline]
    fn word<T>(
        &mut self,
        what: &'static Phrase,
        read: impl Fn(&[u8]) -> Option<T>,
        otherwise: ParseErrorKind,
    ) -> Parsed<T> {
        let token = self.token(what)?;
        read(token.text).ok_or_else(|| self.error(otherwise, token))
    }

    #[inline]
    fn int(
        &self,
        token: Token<'_>,
        what: &'static Phrase,
        allowed: [&'static str; 2],
    ) -> Parsed<i32> {
        let kind = match parse_number(token.text) {
            Number::Value(value) => return Ok(value),
            Number::TooLarge => ParseErrorKind::OutOfRange(what, allowed),
            Number::Not => ParseErrorKind::NotANumber(what),
        };
        Err(self.error(kind, token))
    }

    #[inline]
    fn coordinate(&mut self, what: &'static Phrase) -> Parsed<i32> {
        let token = self.token(what)?;
        self.int(token, what, ["-2147483648", "2147483647"])
    }

    fn int_in(
        &mut self,
        what: &'static Phrase,
        range: RangeInclusive<i32>,
        allowed: [&'static str; 2],
    ) -> Parsed<i32> {
        let token = self.token(what)?;
        let value = self.int(token, what, allowed)?;
        if range.contains(&value) {
            return Ok(value);
        }
        Err(self.error(ParseErrorKind::OutOfRange(what, allowed), token))
    }

    #[inline]
    fn index(&mut self, missing: &'static Phrase, what: &'static Phrase) -> Parsed<u32> {
        let allowed = ["0", "2147483647"];
        let token = self.token(missing)?;
        u32::try_from(self.int(token, what, allowed)?)
            .map_err(|_| self.error(ParseErrorKind::OutOfRange(what, allowed), token))
    }

    /// The side of the waters of a rule set, unless the next argument is an option.
    fn side(&mut self, rules: &'static RuleSet) -> Parsed<Option<u8>> {
        let sides = rules.board_sides;
        let next = self.tokens.clone().next();
        let Some(token) = next.filter(|token| token.text != LENGTHS && token.text != NAMED_HITS)
        else {
            return Ok(None);
        };
        self.tokens.next();
        let side = match parse_number(token.text) {
            Number::Not => {
                let kind = ParseErrorKind::NotANumber(SIDE);
                return Err(self.error(kind, token));
            }
            Number::Value(side) if !sides.is_fixed() => sides.side(side),
            _ => None,
        };
        match side {
            Some(side) => Ok(Some(side)),
            None => Err(self.error(ParseErrorKind::NotASide(rules), token)),
        }
    }

    /// The lengths of the classes of a rule set, if they are given.
    fn lengths(&mut self, rules: &'static RuleSet) -> Parsed<Option<Box<[u8]>>> {
        if !self.option(LENGTHS, rules, rules.has_free_lengths)? {
            return Ok(None);
        }
        let length = |_: &ShipClass| {
            let range = 1..=i32::from(ShipClass::LENGTH_MAX);
            let length = self.int_in(A_LENGTH, range, ["1", "7"])?;
            Ok(u8::try_from(length).unwrap_or(ShipClass::LENGTH_MAX))
        };
        let lengths: Parsed<_> = rules.classes.iter().map(length).collect();
        lengths.map(Some)
    }
}

/// Writes arguments, each preceded by a blank.
pub(super) struct ArgumentWriter<'o, W> {
    out: &'o mut W,
    buffer: itoa::Buffer,
}

impl<'o, W: Write> ArgumentWriter<'o, W> {
    pub fn new(out: &'o mut W) -> Self {
        Self {
            out,
            buffer: itoa::Buffer::new(),
        }
    }

    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.out.write_all(b" ")?;
        self.out.write_all(bytes)
    }

    fn number(&mut self, number: impl itoa::Integer) -> io::Result<()> {
        self.out.write_all(b" ")?;
        self.out.write_all(self.buffer.format(number).as_bytes())
    }
}

impl Argument for Player {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Player];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        args.word(PLAYER, Self::from_token, ParseErrorKind::NotAPlayer)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.token().as_bytes())
    }
}

impl Argument for Direction {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Direction];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let rules = args.rules;
        let is_allowed = |one: &Self| rules.is_none_or(|rules| rules.allows(*one));
        let read = |text: &[u8]| Self::from_token(text).filter(is_allowed);
        args.word(DIRECTION, read, ParseErrorKind::NotADirection)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.token().as_bytes())
    }
}

impl Argument for Movement {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Movement];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        args.word(MOVEMENT, Self::from_token, ParseErrorKind::NotAMovement)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.token().as_bytes())
    }
}

impl Argument for PrintMode {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::PrintMode];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let read = |text: &[u8]| match parse_number(text) {
            Number::Value(0_i32) => Some(Self::Basic),
            Number::Value(1) => Some(Self::Extended),
            _ => None,
        };
        args.word(PRINT_MODE, read, ParseErrorKind::NotAPrintMode)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(match self {
            Self::Basic => b"0",
            Self::Extended => b"1",
        })
    }
}

impl Argument for Pos {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Row, ArgumentKind::Column];

    #[inline]
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let y = args.coordinate(ROW)?;
        Ok(Self::new(y, args.coordinate(COLUMN)?))
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(self.y)?;
        out.number(self.x)
    }
}

/// A rectangle that may be empty or extend past the board.
impl Argument for Rect {
    const KINDS: &'static [ArgumentKind] = &[
        ArgumentKind::Row,
        ArgumentKind::Column,
        ArgumentKind::Row,
        ArgumentKind::Column,
    ];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let (first, last) = (Pos::read(args)?, Pos::read(args)?);
        Ok(Self::new(first.y, first.x, last.y, last.x))
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        Pos::new(self.top, self.left).write(out)?;
        Pos::new(self.bottom, self.right).write(out)
    }
}

impl Argument for Size {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Rows, ArgumentKind::Columns];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let mut side = |what| args.int_in(what, 1..=i32::MAX, ["1", "2147483647"]);
        Ok(Self {
            rows: side(ROWS)?,
            columns: side(COLUMNS)?,
        })
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        Pos::new(self.rows, self.columns).write(out)
    }
}

/// The index of a ship.
impl Argument for u32 {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Index];

    #[inline]
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        args.index(SHIP_INDEX, INDEX)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(*self)
    }
}

impl Argument for NamedShip {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Index, ArgumentKind::Class];

    #[inline]
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let (index, rules) = (u32::read(args)?, args.rules);
        let is_known =
            |name: &ClassName| rules.is_none_or(|rules| rules.class_named(*name).is_some());
        let read = |text: &[u8]| ClassName::new(text).filter(is_known);
        let class = args.word(CLASS, read, ParseErrorKind::NotAClass)?;
        args.class = rules.and_then(|rules| rules.class_named(class)).copied();
        Ok(Self { index, class })
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(self.index)?;
        out.bytes(self.class.as_str().as_bytes())
    }
}

/// A digit for each segment of the preceding ship: 1 if it is healthy, else 0.
impl Argument for Segments {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Segments];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let class = args.class;
        let read = |text: &[u8]| {
            let length = u8::try_from(text.len()).ok()?;
            let is_whole = match class {
                Some(class) => length == class.length,
                None => (1..=ShipClass::LENGTH_MAX).contains(&length),
            };
            let is_state = is_whole && text.iter().all(|digit| b"01".contains(digit));
            let digits = text.iter().rev();
            is_state.then(|| Self {
                healthy: digits.fold(0, |bits, digit| bits << 1 | (digit & 1)),
                length,
            })
        };
        let kind = ParseErrorKind::NotSegments(class);
        args.word(SEGMENTS, read, kind)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        let digits: [u8; ShipClass::LENGTH_MAX as usize] =
            std::array::from_fn(|segment| b'0' + (self.healthy >> segment & 1));
        out.bytes(&digits[..usize::from(self.length)])
    }
}

/// A count for each class of the rule set.
impl Argument for Box<[u32]> {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Count];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let mut counts = vec![args.index(A_COUNT, A_COUNT)?];
        let is_more = |args: &ArgumentReader<'_>, read: usize| match args.rules {
            Some(rules) => read < rules.classes.len(),
            None => read < RuleSet::CLASSES_MAX && args.tokens.clone().next().is_some(),
        };
        while is_more(args, counts.len()) {
            counts.push(args.index(A_COUNT, A_COUNT)?);
        }
        Ok(counts.into())
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        self.iter().try_for_each(|&count| out.number(count))
    }
}

/// The seed.
impl Argument for u64 {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Seed];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let token = args.token(SEED)?;
        let kind = match parse_number(token.text) {
            Number::Value(seed) => return Ok(seed),
            Number::Not => ParseErrorKind::NotANumber(SEED),
            Number::TooLarge => ParseErrorKind::OutOfRange(SEED, ["0", "18446744073709551615"]),
        };
        Err(args.error(kind, token))
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(*self)
    }
}

/// The rest of the line, at least one word, with words joined by single blanks.
impl Argument for BString {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::Word];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let mut text = args.tokens.join_rest();
        let first = args.token(A_WORD)?;
        args.tokens.by_ref().for_each(drop);
        // A trailing carriage return would be read back as part of the line ending.
        while let Some(b'\r' | b' ') = text.last() {
            text.pop();
        }
        if text.is_empty() {
            return Err(args.error(ParseErrorKind::Missing(A_WORD), first));
        }
        Ok(text.into())
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self)
    }
}

/// A rule set with its options.
impl Argument for RulesChoice {
    const KINDS: &'static [ArgumentKind] = &[ArgumentKind::RuleSet, ArgumentKind::RuleOption];

    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let base = args.word(RULE_SET, RuleSet::named, ParseErrorKind::NotARuleSet)?;
        args.rules = Some(base);
        Ok(Self {
            base,
            side: args.side(base)?,
            lengths: args.lengths(base)?,
            names_hits: args.option(NAMED_HITS, base, base.announces_shots())?,
        })
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.base.name.as_bytes())?;
        self.side.map_or(Ok(()), |side| out.number(side))?;
        if let Some(lengths) = &self.lengths {
            out.bytes(LENGTHS)?;
            lengths.iter().try_for_each(|&length| out.number(length))?;
        }
        if self.names_hits {
            out.bytes(NAMED_HITS)?;
        }
        Ok(())
    }
}

/// Whether the second token of a shot can be a class of some rule set.
fn may_be_class(token: &[u8], is_longer: bool) -> bool {
    let is_known = || {
        RuleSet::ALL
            .iter()
            .any(|rules| rules.class(token).is_some())
    };
    let is_name = ClassName::new(token).is_some();
    is_name && (is_longer || is_known())
}
