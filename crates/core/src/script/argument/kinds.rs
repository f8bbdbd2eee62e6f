//! How each kind of argument is read, and how it is written.

use std::io::{self, Write};

use bstr::BString;

use super::{Argument, ArgumentReader, ArgumentWriter, LENGTHS, NAMED_HITS, Parsed};
use crate::geometry::{Direction, Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{RuleSet, RulesChoice, ShipClass};
use crate::script::number::{Number, parse_number};
use crate::script::{ParseErrorKind, Segments, ShipRef};
use crate::view::PrintMode;

impl Argument for Player {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        args.word("the player", Self::from_token, ParseErrorKind::NotAPlayer)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.token().as_bytes())
    }
}

impl Argument for Direction {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let rules = args.rules;
        let read = |text: &[u8]| Self::from_token(text).filter(|&one| rules.allows(one));
        args.word("the direction", read, ParseErrorKind::NotADirection)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.token().as_bytes())
    }
}

impl Argument for Movement {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        args.word(
            "the movement",
            Self::from_token,
            ParseErrorKind::NotAMovement,
        )
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self.token().as_bytes())
    }
}

impl Argument for PrintMode {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let read = |text: &[u8]| match parse_number(text) {
            Number::Value(0_i32) => Some(Self::Basic),
            Number::Value(1) => Some(Self::Extended),
            _ => None,
        };
        args.word("the print mode", read, ParseErrorKind::NotAPrintMode)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(match self {
            Self::Basic => b"0",
            Self::Extended => b"1",
        })
    }
}

impl Argument for Pos {
    #[inline]
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let y = args.coordinate("the row")?;
        Ok(Self::new(y, args.coordinate("the column")?))
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(self.y)?;
        out.number(self.x)
    }
}

/// A rectangle that may be empty or extend past the board.
impl Argument for Rect {
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
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let mut side = |what| args.int_in(what, 1..=i32::MAX, "a number from 1 to 2147483647");
        Ok(Self {
            rows: side("the number of rows")?,
            columns: side("the number of columns")?,
        })
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        Pos::new(self.rows, self.columns).write(out)
    }
}

/// The index of a ship.
impl Argument for u32 {
    #[inline]
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        args.index("the index of the ship", "the index")
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(*self)
    }
}

impl Argument for ShipRef {
    #[inline]
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let (index, rules) = (u32::read(args)?, args.rules);
        let read = |text: &[u8]| rules.class(text);
        let class = args.word("the class of the ship", read, ParseErrorKind::NotAClass)?;
        args.class = class;
        Ok(Self { index, class })
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.length = self.class.length;
        out.number(self.index)?;
        out.bytes(self.class.name.as_bytes())
    }
}

/// A digit for each segment of the preceding ship: 1 if it is healthy, else 0.
impl Argument for Segments {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let class = args.class;
        let read = |text: &[u8]| {
            let is_whole = text.len() == usize::from(class.length)
                && text.iter().all(|digit| b"01".contains(digit));
            let digits = text.iter().rev();
            is_whole.then(|| Self(digits.fold(0, |bits, digit| bits << 1 | (digit & 1))))
        };
        let kind = ParseErrorKind::NotSegments(class);
        args.word("the state of the segments", read, kind)
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        let digits: [u8; ShipClass::LENGTH_MAX as usize] =
            std::array::from_fn(|segment| b'0' + (self.0 >> segment & 1));
        out.bytes(&digits[..usize::from(out.length)])
    }
}

/// A count for each class of the rule set.
impl Argument for Box<[u32]> {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let classes = args.rules.classes.iter();
        classes.map(|_| args.index("a count", "a count")).collect()
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        self.iter().try_for_each(|&count| out.number(count))
    }
}

/// The seed.
impl Argument for u64 {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let token = args.token("the seed")?;
        let kind = match parse_number(token.text) {
            Number::Value(seed) => return Ok(seed),
            Number::Not => ParseErrorKind::NotANumber("the seed"),
            Number::TooLarge => {
                ParseErrorKind::OutOfRange("the seed", "a number from 0 to 18446744073709551615")
            }
        };
        Err(args.error(kind, token))
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.number(*self)
    }
}

/// The rest of the line, at least one word, with words joined by single blanks.
impl Argument for BString {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        const WHAT: &str = "a word";
        let mut text = args.tokens.join_rest();
        let first = args.token(WHAT)?;
        args.tokens.by_ref().for_each(drop);
        // A trailing carriage return would be read back as part of the line ending.
        while let Some(b'\r' | b' ') = text.last() {
            text.pop();
        }
        if text.is_empty() {
            return Err(args.error(ParseErrorKind::Missing(WHAT), first));
        }
        Ok(text.into())
    }

    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()> {
        out.bytes(self)
    }
}

/// A rule set with its options.
impl Argument for RulesChoice {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self> {
        let name = "the name of a rule set";
        args.rules = args.word(name, RuleSet::named, ParseErrorKind::NotARuleSet)?;
        Ok(Self {
            base: args.rules,
            side: args.side()?,
            lengths: args.lengths()?,
            names_hits: args.option(NAMED_HITS, args.rules.announces_shots())?,
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
