//! A fast path for the most common lines of long scripts.
//!
//! Tags, and canonical lines of `SHOOT`, `MOVE` and `REEF` with short numbers, are read with
//! few branches and without first searching for the end of the line or its tokens. All other
//! lines are left to [`parse_line`](super::parse_line), which gives the same result for
//! these.

use super::{Command, Line, ShipRef, Tag};
use crate::geometry::{Movement, Pos};
use crate::rules::RuleSet;

/// With this many bytes available, a line is read without checking where it ends.
const LOOKAHEAD_BYTES: usize = 24;
type Lookahead = [u8; LOOKAHEAD_BYTES];

/// Reads the first line of the input if it is a common one; returns it with its length
/// including the line feed.
#[inline]
pub fn parse_fast(input: &[u8], rules: &'static RuleSet) -> Option<(Line, usize)> {
    let lookahead: &Lookahead = input.first_chunk()?;
    match lookahead {
        [b'[', ..] => {
            let tag = [Tag::PLAYER_A, Tag::PLAYER_B, Tag::State]
                .into_iter()
                .find(|tag| lookahead.starts_with(tag.text().as_bytes()))?;
            let length = line_feed(lookahead, tag.text().len())?;
            Some((Line::Tag(tag), length))
        }
        [b'S', b'H', b'O', b'O', b'T', b' ', ..] => {
            if let Some((target, end)) = pos(lookahead, 6) {
                let length = line_feed(lookahead, end)?;
                Some((Line::Command(Command::Shoot(target)), length))
            } else {
                let (ship, at) = ship(lookahead, 6, rules)?;
                let (target, end) = pos(lookahead, at)?;
                let length = line_feed(lookahead, end)?;
                Some((Line::Command(Command::ShootFrom { ship, target }), length))
            }
        }
        [b'M', b'O', b'V', b'E', b' ', ..] => {
            let (ship, at) = ship(lookahead, 5, rules)?;
            let movement = Movement::from_token(&[*lookahead.get(at)?])?;
            let length = line_feed(lookahead, at + 1)?;
            Some((Line::Command(Command::Move { ship, movement }), length))
        }
        [b'R', b'E', b'E', b'F', b' ', ..] => {
            let (field, end) = pos(lookahead, 5)?;
            let length = line_feed(lookahead, end)?;
            Some((Line::Command(Command::Reef(field)), length))
        }
        _ => None,
    }
}

/// Reads a line feed; returns the index of the byte after it.
#[inline]
fn line_feed(lookahead: &Lookahead, at: usize) -> Option<usize> {
    (*lookahead.get(at)? == b'\n').then_some(at + 1)
}

/// Reads a ship and the blank after it; returns it with the index of the byte after these.
#[inline]
fn ship(lookahead: &Lookahead, at: usize, rules: &RuleSet) -> Option<(ShipRef, usize)> {
    let (index, at) = number(lookahead, at)?;
    let rest: &[u8; 5] = lookahead.get(at..)?.first_chunk()?;
    let [b' ', c, l, s, b' '] = *rest else {
        return None;
    };
    let (index, class) = (index.unsigned_abs(), rules.class_of_three([c, l, s])?);
    Some((ShipRef { index, class }, at + rest.len()))
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::SHIPS;
    use crate::script::parse_line;

    /// Checks that both readers agree on the first line; returns whether the fast path reads
    /// it.
    fn agrees(input: &str) -> bool {
        let line = input.split('\n').next().expect("there is a first");
        let Some((parsed, length)) = parse_fast(input.as_bytes(), &SHIPS) else {
            return false;
        };
        assert_eq!(length, line.len() + 1);
        assert_eq!(parsed, parse_line(line.as_bytes(), &SHIPS));
        true
    }

    #[test]
    fn common_lines_are_read() {
        let behind = "-".repeat(LOOKAHEAD_BYTES);
        let lines = "[state]|[playerA]|[playerB]|SHOOT 3 4|SHOOT 20 9|SHOOT 1234 5678|\
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
}
