//! Reads and writes the arguments of commands.

mod kinds;

use std::io::{self, Write};
use std::ops::RangeInclusive;

use super::number::{Number, parse_number};
use super::{Keyword, ParseError, ParseErrorKind, Token, Tokens};
use crate::rules::{RuleSet, ShipClass};

/// A value, or the leftmost error of the line.
pub(super) type Parsed<T> = Result<T, Box<ParseError>>;

/// A kind of argument. Reading what was written gives the same value.
pub(super) trait Argument: Sized {
    fn read(args: &mut ArgumentReader<'_>) -> Parsed<Self>;
    fn write(&self, out: &mut ArgumentWriter<impl Write>) -> io::Result<()>;
}

/// The option of `RULES` that chooses the lengths of the classes.
const LENGTHS: &[u8] = b"LENGTHS";
/// The option of `RULES` that announces hits with the class of the ship.
const NAMED_HITS: &[u8] = b"NAMED_HITS";

/// Reads arguments from left to right.
#[derive(Clone)]
pub(super) struct ArgumentReader<'l> {
    keyword: Keyword,
    tokens: Tokens<'l>,
    rules: &'static RuleSet,
    /// The class of the ship read last, whose segments may follow.
    class: &'static ShipClass,
}

impl<'l> ArgumentReader<'l> {
    pub fn new(keyword: Keyword, tokens: Tokens<'l>, rules: &'static RuleSet) -> Self {
        Self {
            keyword,
            tokens,
            rules,
            class: &rules.classes[0],
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
        ahead.token("a row, or the index of a ship")?;
        let second = ahead.token("a column, or the class of the ship")?;
        match self.rules.class(second.text) {
            None if ahead.tokens.count() > 1 => Err(self.error(ParseErrorKind::NotAClass, second)),
            class => Ok(class.is_some()),
        }
    }

    /// Whether a plane is `SPY i y x` rather than `SPY y x`: there is a third token.
    pub fn is_plane_of_ship(&self) -> Parsed<bool> {
        let mut ahead = self.clone();
        ahead.token("a row, or the index of a carrier")?;
        ahead.token("a column, or a row")?;
        Ok(ahead.tokens.next().is_some())
    }

    #[cold]
    fn error(&self, kind: ParseErrorKind, token: Token<'_>) -> Box<ParseError> {
        ParseError::new(kind, Some(self.keyword), self.rules, token.span())
    }

    #[inline]
    fn token(&mut self, what: &'static str) -> Parsed<Token<'l>> {
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
    fn option(&mut self, word: &[u8], is_allowed: bool) -> Parsed<bool> {
        let next = self.tokens.clone().next();
        let Some(token) = next.filter(|token| token.text == word) else {
            return Ok(false);
        };
        if !is_allowed {
            return Err(self.error(ParseErrorKind::NotAnOption, token));
        }
        self.tokens.next();
        Ok(true)
    }

    /// An argument of one token.
    #[inline]
    fn word<T>(
        &mut self,
        what: &'static str,
        read: impl Fn(&[u8]) -> Option<T>,
        otherwise: ParseErrorKind,
    ) -> Parsed<T> {
        let token = self.token(what)?;
        read(token.text).ok_or_else(|| self.error(otherwise, token))
    }

    #[inline]
    fn int(&self, token: Token<'_>, what: &'static str, allowed: &'static str) -> Parsed<i32> {
        let kind = match parse_number(token.text) {
            Number::Value(value) => return Ok(value),
            Number::TooLarge => ParseErrorKind::OutOfRange(what, allowed),
            Number::Not => ParseErrorKind::NotANumber(what),
        };
        Err(self.error(kind, token))
    }

    #[inline]
    fn coordinate(&mut self, what: &'static str) -> Parsed<i32> {
        let token = self.token(what)?;
        self.int(token, what, "a number from -2147483648 to 2147483647")
    }

    fn int_in(
        &mut self,
        what: &'static str,
        range: RangeInclusive<i32>,
        allowed: &'static str,
    ) -> Parsed<i32> {
        let token = self.token(what)?;
        let value = self.int(token, what, allowed)?;
        if range.contains(&value) {
            return Ok(value);
        }
        Err(self.error(ParseErrorKind::OutOfRange(what, allowed), token))
    }

    #[inline]
    fn index(&mut self, missing: &'static str, what: &'static str) -> Parsed<u32> {
        let allowed = "a number from 0 to 2147483647";
        let token = self.token(missing)?;
        u32::try_from(self.int(token, what, allowed)?)
            .map_err(|_| self.error(ParseErrorKind::OutOfRange(what, allowed), token))
    }

    /// The side of the waters of `self.rules`, unless the next argument is an option.
    fn side(&mut self) -> Parsed<Option<u8>> {
        let sides = self.rules.board_sides;
        let next = self.tokens.clone().next();
        let Some(token) = next.filter(|token| token.text != LENGTHS && token.text != NAMED_HITS)
        else {
            return Ok(None);
        };
        self.tokens.next();
        let side = match parse_number(token.text) {
            Number::Not => {
                let kind = ParseErrorKind::NotANumber("the side of the waters");
                return Err(self.error(kind, token));
            }
            Number::Value(side) if !sides.is_fixed() => sides.side(side),
            _ => None,
        };
        match side {
            Some(side) => Ok(Some(side)),
            None => Err(self.error(ParseErrorKind::NotASide, token)),
        }
    }

    /// The lengths of the classes of `self.rules`, if they are given.
    fn lengths(&mut self) -> Parsed<Option<Box<[u8]>>> {
        if !self.option(LENGTHS, self.rules.has_free_lengths)? {
            return Ok(None);
        }
        let classes = self.rules.classes;
        let length = |_: &ShipClass| {
            let range = 1..=i32::from(ShipClass::LENGTH_MAX);
            let length = self.int_in("a length", range, "a number from 1 to 7")?;
            Ok(u8::try_from(length).unwrap_or(ShipClass::LENGTH_MAX))
        };
        let lengths: Parsed<_> = classes.iter().map(length).collect();
        lengths.map(Some)
    }
}

/// Writes arguments, each preceded by a blank.
pub(super) struct ArgumentWriter<'o, W> {
    out: &'o mut W,
    buffer: itoa::Buffer,
    /// The length of the ship written last.
    length: u8,
}

impl<'o, W: Write> ArgumentWriter<'o, W> {
    pub fn new(out: &'o mut W) -> Self {
        Self {
            out,
            buffer: itoa::Buffer::new(),
            length: 0,
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
