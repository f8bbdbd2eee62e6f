//! The arguments of commands.

use std::ops::RangeInclusive;

use super::number::{Number, parse_i32, parse_u64};
use super::{Command, Keyword, ParseError, ParseErrorKind, Segments, ShipRef, Token, Tokens};
use crate::geometry::{Direction, Movement, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};
use crate::view::PrintMode;

/// Reads the arguments of a command whose word was read.
///
/// # Errors
///
/// The first fault of the arguments, from the left.
#[inline]
pub fn parse_arguments(
    keyword: Keyword,
    tokens: Tokens<'_>,
    rules: &'static RuleSet,
) -> Result<Command, ParseError> {
    let mut args = ArgumentParser {
        keyword,
        tokens,
        rules,
    };
    let command = args.command()?;
    match args.tokens.next() {
        None => Ok(command),
        Some(token) => Err(ParseError::new(
            ParseErrorKind::TooMany(keyword),
            token.span(),
        )),
    }
}

type Parsed<T> = Result<T, ParseError>;

struct ArgumentParser<'l> {
    keyword: Keyword,
    tokens: Tokens<'l>,
    rules: &'static RuleSet,
}

impl<'l> ArgumentParser<'l> {
    #[inline]
    fn command(&mut self) -> Parsed<Command> {
        Ok(match self.keyword {
            Keyword::Print => Command::Print(self.print_mode()?),
            Keyword::SetFleet => {
                let player = self.player()?;
                let counts = self.rules.classes.iter().map(|_| self.count("a count"));
                Command::SetFleet {
                    player,
                    counts: counts.collect::<Parsed<_>>()?,
                }
            }
            Keyword::NextPlayer => Command::NextPlayer(self.player()?),
            Keyword::BoardSize => {
                let rows = self.int_in("the number of rows", 1..=i32::MAX, SIZE_RANGE)?;
                let columns = self.int_in("the number of columns", 1..=i32::MAX, SIZE_RANGE)?;
                Command::BoardSize(Size { rows, columns })
            }
            Keyword::InitPosition => {
                let player = self.player()?;
                let (one, other) = (self.pos()?, self.pos()?);
                Command::InitPosition {
                    player,
                    start: Rect::new(one.y, one.x, other.y, other.x),
                }
            }
            Keyword::Reef => Command::Reef(self.pos()?),
            Keyword::Ship => {
                let player = self.player()?;
                let (head, direction) = (self.pos()?, self.direction()?);
                let ship = self.ship()?;
                let segments = self.segments(ship.class)?;
                Command::Ship {
                    player,
                    ship,
                    head,
                    direction,
                    segments,
                }
            }
            Keyword::ExtendedShips => Command::ExtendedShips,
            Keyword::AutoShooting => Command::AutoShooting,
            Keyword::SetAiPlayer => Command::SetAiPlayer(self.player()?),
            Keyword::Srand => Command::Srand(self.seed()?),
            Keyword::Save => Command::Save,
            Keyword::Information => {
                let player = self.player()?;
                let first = self.token("a word")?;
                let mut text = first.text.to_vec();
                for token in &mut self.tokens {
                    text.push(b' ');
                    text.extend_from_slice(token.text);
                }
                // At the end of a line it would be read as part of the line's end.
                while let Some(b'\r' | b' ') = text.last() {
                    text.pop();
                }
                if text.is_empty() {
                    let kind = ParseErrorKind::Missing(self.keyword, "a word");
                    return Err(ParseError::new(kind, first.span()));
                }
                Command::Information {
                    player,
                    text: text.into(),
                }
            }
            Keyword::Rules => {
                let token = self.token("the name of a rule set")?;
                let rules = RuleSet::named(token.text)
                    .ok_or_else(|| ParseError::new(ParseErrorKind::NotARuleSet, token.span()))?;
                let side = self.side(rules)?;
                Command::Rules {
                    rules: self.options(rules)?,
                    side,
                }
            }
            Keyword::Shot => {
                let player = self.player()?;
                Command::Shot {
                    player,
                    target: self.pos()?,
                }
            }
            Keyword::PlaceShip => {
                let (head, direction) = (self.pos()?, self.direction()?);
                Command::PlaceShip {
                    ship: self.ship()?,
                    head,
                    direction,
                }
            }
            Keyword::Shoot => self.shoot()?,
            Keyword::Move => {
                let ship = self.ship()?;
                Command::Move {
                    ship,
                    movement: self.movement()?,
                }
            }
            Keyword::Spy => self.spy()?,
        })
    }

    /// `y x`, or `i C y x`: the second token decides.
    fn shoot(&mut self) -> Parsed<Command> {
        let first = self.token("a row, or the index of a ship")?;
        let second = self.token("a column, or the class of the ship")?;
        if let Some(class) = self.rules.class(second.text) {
            let ship = ShipRef {
                index: index(first)?,
                class,
            };
            let target = self.pos()?;
            return Ok(Command::ShootFrom { ship, target });
        }
        if self.tokens.clone().count() > 1 {
            let kind = ParseErrorKind::NotAClass(self.rules);
            return Err(ParseError::new(kind, second.span()));
        }
        let (y, x) = (int(first, "the row")?, int(second, "the column")?);
        Ok(Command::Shoot(Pos::new(y, x)))
    }

    /// `y x`, or `i y x`: whether there is a third token decides.
    fn spy(&mut self) -> Parsed<Command> {
        let first = self.token("a row, or the index of a carrier")?;
        let second = self.token("a column, or a row")?;
        let Some(third) = self.tokens.next() else {
            let (y, x) = (int(first, "the row")?, int(second, "the column")?);
            return Ok(Command::Spy(Pos::new(y, x)));
        };
        let index = index(first)?;
        let centre = Pos::new(int(second, "the row")?, int(third, "the column")?);
        Ok(Command::SpyFrom { index, centre })
    }

    #[inline]
    fn token(&mut self, what: &'static str) -> Parsed<Token<'l>> {
        self.tokens.next().ok_or_else(|| {
            let end = self.tokens.offset();
            ParseError::new(ParseErrorKind::Missing(self.keyword, what), end..end)
        })
    }

    #[inline]
    fn pos(&mut self) -> Parsed<Pos> {
        let y = int(self.token("the row")?, "the row")?;
        let x = int(self.token("the column")?, "the column")?;
        Ok(Pos::new(y, x))
    }

    fn int_in(
        &mut self,
        what: &'static str,
        range: RangeInclusive<i32>,
        said: &'static str,
    ) -> Parsed<i32> {
        let token = self.token(what)?;
        let value = int(token, what)?;
        if range.contains(&value) {
            Ok(value)
        } else {
            Err(ParseError::new(
                ParseErrorKind::OutOfRange(what, said),
                token.span(),
            ))
        }
    }

    fn count(&mut self, what: &'static str) -> Parsed<u32> {
        let value = self.int_in(what, 0..=i32::MAX, INDEX_RANGE)?;
        Ok(value.unsigned_abs())
    }

    #[inline]
    fn ship(&mut self) -> Parsed<ShipRef> {
        let index = index(self.token("the index of the ship")?)?;
        let token = self.token("the class of the ship")?;
        match self.rules.class(token.text) {
            Some(class) => Ok(ShipRef { index, class }),
            None => Err(ParseError::new(
                ParseErrorKind::NotAClass(self.rules),
                token.span(),
            )),
        }
    }

    /// The options of a rule set, as far as they are there.
    fn options(&mut self, rules: &'static RuleSet) -> Parsed<&'static RuleSet> {
        let not_an_option =
            |token: Token<'_>| ParseError::new(ParseErrorKind::NotAnOption(rules), token.span());
        let mut chosen = rules;
        if let Some(token) = self.option(Command::LENGTHS) {
            let range = 1..=i32::from(ShipClass::LENGTH_MAX);
            let lengths = rules.classes.iter().map(|_| {
                let length = self.int_in("a length", range.clone(), LENGTH_RANGE)?;
                Ok(u8::try_from(length).unwrap_or(ShipClass::LENGTH_MAX))
            });
            if !rules.has_free_lengths {
                return Err(not_an_option(token));
            }
            let lengths = lengths.collect::<Parsed<Vec<_>>>()?;
            chosen = chosen.with_lengths(&lengths).unwrap_or(chosen);
        }
        if let Some(token) = self.option(Command::NAMED_HITS) {
            let named = chosen.with_named_hits(true);
            chosen = named.ok_or_else(|| not_an_option(token))?;
        }
        Ok(chosen)
    }

    /// Takes a token if it is that word.
    fn option(&mut self, keyword: &str) -> Option<Token<'l>> {
        let token = self.tokens.clone().next()?;
        (token.text == keyword.as_bytes()).then(|| self.tokens.next())?
    }

    /// The side of the waters, if the next argument is no option.
    fn side(&mut self, rules: &'static RuleSet) -> Parsed<Option<u8>> {
        let is_option = |token: &Token<'_>| {
            let options = [Command::LENGTHS, Command::NAMED_HITS];
            options
                .iter()
                .any(|keyword| token.text == keyword.as_bytes())
        };
        let next = self.tokens.clone().next();
        let Some(token) = next.filter(|token| !is_option(token)) else {
            return Ok(None);
        };
        self.tokens.next();
        let kind = match parse_i32(token.text) {
            Number::Not => ParseErrorKind::NotANumber("the side of the waters"),
            Number::Value(side) if !rules.board_sides.is_fixed() => {
                match rules.board_sides.side(side) {
                    Some(side) => return Ok(Some(side)),
                    None => ParseErrorKind::NotASide(rules),
                }
            }
            _ => ParseErrorKind::NotASide(rules),
        };
        Err(ParseError::new(kind, token.span()))
    }

    fn seed(&mut self) -> Parsed<u64> {
        let token = self.token("the seed")?;
        parse_u64(token.text).ok_or_else(|| {
            let kind = match parse_i32(token.text) {
                Number::Not => ParseErrorKind::NotANumber("the seed"),
                _ => ParseErrorKind::OutOfRange("the seed", SEED_RANGE),
            };
            ParseError::new(kind, token.span())
        })
    }

    fn player(&mut self) -> Parsed<Player> {
        self.letter("the player", Player::from_token, ParseErrorKind::NotAPlayer)
    }

    fn direction(&mut self) -> Parsed<Direction> {
        let rules = self.rules;
        self.letter(
            "the direction",
            |token| Direction::from_token(token).filter(|&direction| rules.allows(direction)),
            ParseErrorKind::NotADirection(rules),
        )
    }

    #[inline]
    fn movement(&mut self) -> Parsed<Movement> {
        self.letter(
            "the movement",
            Movement::from_token,
            ParseErrorKind::NotAMovement,
        )
    }

    fn print_mode(&mut self) -> Parsed<PrintMode> {
        let token = self.token("the way to print")?;
        match parse_i32(token.text) {
            Number::Value(0) => Ok(PrintMode::Basic),
            Number::Value(1) => Ok(PrintMode::Extended),
            _ => Err(ParseError::new(ParseErrorKind::NotAPrintMode, token.span())),
        }
    }

    fn segments(&mut self, class: &'static ShipClass) -> Parsed<Segments> {
        let read = |text: &[u8]| Segments::from_token(text, class);
        self.letter(
            "the state of the segments",
            read,
            ParseErrorKind::NotSegments(class),
        )
    }

    #[inline]
    fn letter<T>(
        &mut self,
        what: &'static str,
        read: impl Fn(&[u8]) -> Option<T>,
        otherwise: ParseErrorKind,
    ) -> Parsed<T> {
        let token = self.token(what)?;
        read(token.text).ok_or_else(|| ParseError::new(otherwise, token.span()))
    }
}

const INT_RANGE: &str = "a number from -2147483648 to 2147483647";
const INDEX_RANGE: &str = "a number from 0 to 2147483647";
const SEED_RANGE: &str = "a number from 0 to 18446744073709551615";
const LENGTH_RANGE: &str = "a number from 1 to 7";
const SIZE_RANGE: &str = "a number from 1 to 2147483647";

#[inline]
fn int(token: Token<'_>, what: &'static str) -> Parsed<i32> {
    match parse_i32(token.text) {
        Number::Value(value) => Ok(value),
        Number::TooLarge => Err(ParseError::new(
            ParseErrorKind::OutOfRange(what, INT_RANGE),
            token.span(),
        )),
        Number::Not => Err(ParseError::new(
            ParseErrorKind::NotANumber(what),
            token.span(),
        )),
    }
}

#[inline]
fn index(token: Token<'_>) -> Parsed<u32> {
    const WHAT: &str = "the index";
    u32::try_from(int(token, WHAT)?)
        .map_err(|_| ParseError::new(ParseErrorKind::OutOfRange(WHAT, INDEX_RANGE), token.span()))
}
