//! Parsing a line.
//!
//! [`Line::parse`] parses any line. [`parse_fast`] parses the most common lines of long scripts.

use std::borrow::Cow;

use super::number::{Number, parse_number};
use super::{Command, NamedShip, ParseError, Tag, Tokens};
use crate::geometry::{Movement, Pos};
use crate::rules::{ClassName, RuleSet};

/// A parsed line, independent of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// An empty line, or only blanks.
    Blank,
    /// A tag alone on its line.
    Tag(Tag),
    /// A command.
    Command(Command),
    /// Anything else.
    Invalid(Box<ParseError>),
}

impl Line {
    /// The most bytes of a line that is read as a whole, without its line feed. Longer lines are refused,
    /// unless they are blank or printed rows, so that memory stays bounded.
    pub const BYTES_MAX: usize = 1 << 20;

    /// Reads a line. Whether a command fits a rule set ([`Command::fits`]) is another question.
    ///
    /// ```
    /// use admiralty_core::script::{Line, Tag};
    /// assert_eq!(Line::parse(b" [state]\r"), Line::Tag(Tag::State));
    /// assert_eq!(Line::parse(b" \t"), Line::Blank);
    /// ```
    pub fn parse(text: &[u8]) -> Self {
        Self::parse_for(text, None)
    }

    /// Reads a line for a rule set: what does not fit it is an error, whose explanation names what the
    /// rule set has.
    pub(crate) fn parse_for(text: &[u8], rules: Option<&RuleSet>) -> Self {
        let mut tokens = Tokens::new(text);
        let Some(first) = tokens.next() else {
            return Self::Blank;
        };
        if let Some(tag) = Tag::from_token(first.text)
            && tokens.clone().next().is_none()
        {
            return Self::Tag(tag);
        }
        Command::read(first, tokens, rules).map_or_else(Self::Invalid, Self::Command)
    }

    /// A line as the program writes it, without its line ending. A line that is not understood stays
    /// as it is.
    ///
    /// ```
    /// use admiralty_core::script::Line;
    /// assert_eq!(*Line::formatted(b"  REEF 03\t+4\r"), *b"REEF 3 4");
    /// assert_eq!(*Line::formatted(b"  REEF  3"), *b"  REEF  3");
    /// ```
    pub fn formatted(text: &[u8]) -> Cow<'_, [u8]> {
        match Self::parse(text) {
            Self::Blank => Cow::Borrowed(&[]),
            Self::Tag(tag) => tag.text().as_bytes().into(),
            Self::Command(command) => command.to_bytes().into(),
            Self::Invalid(_) => text.into(),
        }
    }

    /// The words of a line, which blanks and tabs separate. A carriage return at its end is no part of them.
    ///
    /// ```
    /// use admiralty_core::script::Line;
    /// assert!(Line::words(b" REEF\t3  4\r\r").eq([&b"REEF"[..], b"3", b"4\r"]));
    /// ```
    pub fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
        Tokens::new(text).map(|token| token.text)
    }

    /// The words of a line, each with the index of its first byte.
    pub fn word_indices(text: &[u8]) -> impl Iterator<Item = (usize, &[u8])> {
        Tokens::new(text).map(|token| (token.start, token.text))
    }

    /// Whether the bytes can be part of a printed row of a board, or of the column numbers above
    /// it: only blanks, digits and glyphs.
    pub fn is_board_text(bytes: &[u8]) -> bool {
        const GLYPHS: &[u8] = b" \t0123456789+x?#@!%oX";
        bytes.iter().all(|byte| GLYPHS.contains(byte))
    }
}

/// With this many bytes available, a line is read without checking where it ends.
const LOOKAHEAD_BYTES: usize = 24;
type Lookahead = [u8; LOOKAHEAD_BYTES];

/// Parses the first line of the input if it is a common one; returns it with its length
/// including the line feed.
///
/// Tags of players, and canonical lines of `SHOOT`, `MOVE` and `REEF` with short numbers, are parsed
/// with few branches and without first searching for the end of the line or its tokens. The result
/// equals that of [`Line::parse`].
#[inline]
pub fn parse_fast(input: &[u8]) -> Option<(Line, usize)> {
    let lookahead: &Lookahead = input.first_chunk()?;
    let start = u64::from_le_bytes(*lookahead.first_chunk()?);
    match lookahead[0] {
        b'[' if begins(start, b"[playerA") => Some((Line::Tag(Tag::PLAYER_A), tag_end(lookahead)?)),
        b'[' if begins(start, b"[playerB") => Some((Line::Tag(Tag::PLAYER_B), tag_end(lookahead)?)),
        b'S' if begins(start, b"SHOOT ") => {
            if let Some((target, end)) = pos(lookahead, 6) {
                let length = line_feed(lookahead, end)?;
                Some((Line::Command(Command::Shoot(target)), length))
            } else {
                let (ship, at) = ship(lookahead, 6)?;
                let (target, end) = pos(lookahead, at)?;
                let length = line_feed(lookahead, end)?;
                Some((Line::Command(Command::ShootFrom { ship, target }), length))
            }
        }
        b'M' if begins(start, b"MOVE ") => {
            let (ship, at) = ship(lookahead, 5)?;
            let movement = Movement::from_token(&[*lookahead.get(at)?])?;
            let length = line_feed(lookahead, at + 1)?;
            Some((Line::Command(Command::Move { ship, movement }), length))
        }
        b'R' if begins(start, b"REEF ") => {
            let (field, end) = pos(lookahead, 5)?;
            let length = line_feed(lookahead, end)?;
            Some((Line::Command(Command::Reef(field)), length))
        }
        _ => None,
    }
}

/// Whether the first eight bytes of a line begin with others.
#[inline]
fn begins<const LENGTH: usize>(line: u64, bytes: &[u8; LENGTH]) -> bool {
    let mut word = [0; 8];
    word[..LENGTH].copy_from_slice(bytes);
    let others = 64 - 8 * LENGTH;
    line << others == u64::from_le_bytes(word) << others
}

/// Reads the end of the tag of a player and a line feed; returns the index of the byte after them.
#[inline]
fn tag_end(lookahead: &Lookahead) -> Option<usize> {
    const START: usize = 8;
    (lookahead[START..START + 2] == *b"]\n").then_some(START + 2)
}

/// Reads a line feed; returns the index of the byte after it.
#[inline]
fn line_feed(lookahead: &Lookahead, at: usize) -> Option<usize> {
    (*lookahead.get(at)? == b'\n').then_some(at + 1)
}

/// Reads a ship and the blank after it; returns it with the index of the byte after these.
#[inline]
fn ship(lookahead: &Lookahead, at: usize) -> Option<(NamedShip, usize)> {
    let (index, at) = number(lookahead, at)?;
    let rest: &[u8; 5] = lookahead.get(at..)?.first_chunk()?;
    let [b' ', c, l, s, b' '] = *rest else {
        return None;
    };
    let (index, class) = (index.unsigned_abs(), ClassName::of_capitals([c, l, s])?);
    Some((NamedShip { index, class }, at + rest.len()))
}

/// Reads a row and a column; returns them with the index of the byte after them.
#[inline]
fn pos(lookahead: &Lookahead, at: usize) -> Option<(Pos, usize)> {
    let (y, at) = number(lookahead, at)?;
    if *lookahead.get(at)? != b' ' {
        return None;
    }
    let (x, end) = number(lookahead, at + 1)?;
    Some((Pos::new(y, x), end))
}

/// Reads one to four digits; returns the number with the index of the byte after them.
///
/// The number of digits cannot be predicted, so there is no branch on it.
#[inline]
fn number(lookahead: &Lookahead, at: usize) -> Option<(i32, usize)> {
    let digits: &[u8; 4] = lookahead.get(at..)?.first_chunk()?;
    let bytes = u32::from_le_bytes(*digits) ^ u32::from_le_bytes(*b"0000");
    // The highest bit of each byte tells whether the byte is above 9.
    let others = (bytes.wrapping_add(0x7676_7676) | bytes) & 0x8080_8080;
    let count = others.trailing_zeros() / 8;
    if count == 0 {
        return None;
    }
    // Pads the number to four digits with leading zeros, then combines neighbours.
    let digits = bytes << (32 - 8 * count);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff;
    let number = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0xffff;
    Some((number.cast_signed(), at + count as usize))
}

/// Whether a line is program output: a row of a board, the count of parts, the winner, or the
/// announcement of a shot.
pub(crate) fn is_program_output(line: &[u8]) -> bool {
    if Line::is_board_text(line.strip_suffix(b"\r").unwrap_or(line)) {
        return true;
    }
    let is_number = |token: &[u8]| matches!(parse_number::<i32>(token), Number::Value(_));
    let tokens: Vec<_> = Tokens::new(line).take(6).map(|token| token.text).collect();
    match tokens[..] {
        [b"PARTS", b"REMAINING::", ..] | [b"A" | b"B", b"won"] => true,
        [b"MISS" | b"HIT", y, x] => is_number(y) && is_number(x),
        [b"HIT", y, x, class] => is_number(y) && is_number(x) && !is_number(class),
        [b"SUNK", y, x, _, i] => is_number(y) && is_number(x) && is_number(i),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::RuleSet;
    use crate::script::Keyword;

    /// Checks that both readers agree on the first line; returns whether the fast path reads
    /// it.
    fn agrees(input: &str) -> bool {
        let line = input.split('\n').next().expect("there is a first");
        let Some((parsed, length)) = parse_fast(input.as_bytes()) else {
            return false;
        };
        assert_eq!(length, line.len() + 1);
        assert_eq!(parsed, Line::parse(line.as_bytes()));
        true
    }

    #[test]
    fn common_lines_are_read() {
        let behind = "-".repeat(LOOKAHEAD_BYTES);
        let lines = "[playerA]|[playerB]|SHOOT 3 4|SHOOT 20 9|SHOOT 1234 5678|\
            SHOOT 0 CAR 3 4|SHOOT 11 DES 20 9|MOVE 0 CAR F|MOVE 11 DES R|REEF 0 0|REEF 999 999";
        for line in lines.split('|') {
            assert!(agrees(&format!("{line}\n{behind}")), "{line}");
            assert!(!agrees(&format!("{line}\n")), "{line}");
            assert!(!agrees(&format!("{line}0 {behind}")), "{line}");
        }
    }

    proptest! {
        #[test]
        fn the_fast_path_agrees_with_the_parser(
            word in "SHOOT|MOVE|REEF|SHIP|MOVED|\\[state\\]|\\[playerA\\]",
            tokens in prop::collection::vec("[0-9]{1,5}|CAR|DES|F|L|X|-1|\\+2|0x3", 0..5),
            blank in " |  |\t", behind in "[ -~\n]{0,24}",
        ) {
            agrees(&format!("{word} {}\n{behind}", tokens.join(&blank)));
            agrees(&format!("{word}{blank}{}{behind}", tokens.join(" ")));
            agrees(&format!("{word}\n{behind}"));
        }
    }

    proptest! {
        /// A line is read for a rule set as it is read for none, unless it does not fit.
        #[test]
        fn what_fits_a_rule_set_is_read_alike(
            word in prop::sample::select(Keyword::ALL.map(Keyword::text).to_vec()),
            tokens in prop::collection::vec(
                "A|B|[0-9]|-1|\\+2|CAR|DES|SOT|L7|P|SUB|X|N|E|F|[01]{1,8}|[A-Z]{2}|LENGTHS|msx|german|1 N 0 DES|0 CAR",
                0..9,
            ),
        ) {
            let line = format!("{word} {}", tokens.join(" "));
            let read = Line::parse(line.as_bytes());
            for rules in RuleSet::ALL {
                let for_rules = Line::parse_for(line.as_bytes(), Some(rules));
                match &read {
                    Line::Command(command) if command.fits(rules) => prop_assert_eq!(&for_rules, &read),
                    _ => prop_assert!(matches!(for_rules, Line::Invalid(_)), "{} {line}", rules.name),
                }
            }
        }
    }

    #[test]
    fn a_formatted_line_is_the_command_that_it_was_read_as() {
        for (text, formatted) in [
            ("REEF 03 4", "REEF 3 4"),
            (" \t", ""),
            ("[state] ", "[state]"),
        ] {
            assert_eq!(*Line::formatted(text.as_bytes()), *formatted.as_bytes());
        }
    }

    /// Before the rule set is known, any name is a class if the numbers of a field follow.
    #[test]
    fn a_shot_of_a_ship_names_a_class() {
        for (text, is_command) in [
            ("SHOOT 3 4", true),
            ("SHOOT 0 DES 3 4", true),
            ("SHOOT 0 XYZ 3 4", true),
            ("SHOOT 0 XYZ", false),
            ("SHOOT 0 DES", false),
            ("SHOOT 0 1DES 3 4", false),
            ("SHOOT 3 4 5", false),
        ] {
            let line = Line::parse(text.as_bytes());
            assert_eq!(matches!(line, Line::Command(_)), is_command, "{text}");
        }
    }

    #[test]
    fn a_placing_fits_a_rule_set_with_its_class_and_direction() {
        for (text, rules, fits) in [
            ("PLACE_SHIP 0 0 E 0 P", RuleSet::MSX, true),
            ("PLACE_SHIP 0 0 N 0 P", RuleSet::MSX, false),
            ("PLACE_SHIP 0 0 E 0 CAR", RuleSet::MSX, false),
            ("PLACE_SHIP 0 0 N 0 CAR", RuleSet::SHIPS, true),
        ] {
            let Line::Command(command) = Line::parse(text.as_bytes()) else {
                panic!("{text} is a command");
            };
            assert_eq!(command.fits(rules), fits, "{text}");
        }
    }

    #[test]
    fn program_output_is_recognised() {
        let printed = "\n  \n+ x\n??#@!%oX\n  0123456789\nPARTS REMAINING:: A : 4 B : 5\r\nA won\n\
            B won\nMISS 1 2\nHIT 03 4\nHIT 3 4 CAR\nSUNK 1 2 SOT 0";
        let others = "C won\nA won again\nMISS 1\nMISS a b\nMISS 1 b\nHIT a 2\nHIT 1 b CAR\nHIT a 2 CAR\n\
            SUNK 1 b SOT 0\nSUNK 1 2 0\nHIT 1 2 3\nHIT 1 2 CAR 0\n\
            MISS 1 2 CAR\nPARTS\nREEF 1 2\n[stat]\na\nA won\r\r\n\
            INVALID OPERATION \"SAVE\": COMMAND NOT AVAILABLE";
        for (lines, is_printed) in [(printed, true), (others, false)] {
            for line in lines.split('\n') {
                assert_eq!(is_program_output(line.as_bytes()), is_printed, "{line}");
            }
        }
    }
}
