//! A quick look at the lines that long scripts are made of.
//!
//! Canonical lines of `SHOOT`, `MOVE` and `REEF` with short numbers are read
//! here with few branches and no search for tokens. Everything else, faults
//! included, is left to the parser; what is read here, it reads alike.

use super::{Command, ShipRef};
use crate::rules::RuleSet;
use crate::vocabulary::{Movement, Pos};

/// In a window of this size a line is read without minding where it ends.
const WINDOW_BYTES: usize = 24;

/// Reads a line that is the first `length` bytes of a window, if it is one of
/// the quick ones.
#[inline]
pub fn parse_quickly(window: &[u8], length: usize, rules: &'static RuleSet) -> Option<Command> {
    let window: &[u8; WINDOW_BYTES] = window.first_chunk()?;
    match window {
        [b'S', b'H', b'O', b'O', b'T', b' ', ..] => {
            let (y, at) = number(window, 6)?;
            let (x, end) = number(window, after_blank(window, at)?)?;
            (end == length).then(|| Command::Shoot(Pos::new(y, x)))
        }
        [b'M', b'O', b'V', b'E', b' ', ..] => {
            let (index, at) = number(window, 5)?;
            let start = after_blank(window, at)?;
            let class = rules.class(&window[start..start + 3])?;
            let at = after_blank(window, start + 3)?;
            let movement = Movement::from_token(&window[at..=at])?;
            let ship = ShipRef { index: index.unsigned_abs(), class };
            (at + 1 == length).then_some(Command::Move { ship, movement })
        }
        [b'R', b'E', b'E', b'F', b' ', ..] => {
            let (y, at) = number(window, 5)?;
            let (x, end) = number(window, after_blank(window, at)?)?;
            (end == length).then(|| Command::Reef(Pos::new(y, x)))
        }
        _ => None,
    }
}

/// Reads one to four digits; with the place of the byte after them.
///
/// How many there are is a matter of chance, so there is no branch on it.
#[inline]
fn number(window: &[u8; WINDOW_BYTES], at: usize) -> Option<(i32, usize)> {
    let digits: &[u8; 4] = window.get(at..)?.first_chunk()?;
    let bytes = u32::from_le_bytes(*digits) ^ u32::from_le_bytes(*b"0000");
    // The highest bit of each byte: whether it is above 9.
    let others = (bytes.wrapping_add(0x7676_7676) | bytes) & 0x8080_8080;
    let count = others.trailing_zeros() / 8;
    if count == 0 {
        return None;
    }
    // Moves the digits to the end of a number of four, and joins neighbours.
    let digits = bytes << (32 - 8 * count);
    let pairs = (digits.wrapping_mul(10) + (digits >> 8)) & 0x00ff_00ff;
    let number = (pairs.wrapping_mul(100) + (pairs >> 16)) & 0xffff;
    Some((number.cast_signed(), at + count as usize))
}

/// The place after a blank.
#[inline]
fn after_blank(window: &[u8; WINDOW_BYTES], at: usize) -> Option<usize> {
    (*window.get(at)? == b' ').then_some(at + 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::SHIPS;
    use crate::script::parse_command;

    fn agrees(line: &str, behind: &[u8]) -> Option<Command> {
        let window = [line.as_bytes(), behind].concat();
        let quick = parse_quickly(&window, line.len(), &SHIPS);
        if quick.is_some() {
            assert_eq!(quick, parse_command(line.as_bytes(), &SHIPS).ok(), "{line}");
        }
        quick
    }

    #[test]
    fn the_common_lines_are_read() {
        for line in ["SHOOT 3 4", "SHOOT 20 9", "SHOOT 1234 5678", "MOVE 0 CAR F", "MOVE 11 DES R", "REEF 0 0", "REEF 999 999"] {
            assert!(agrees(line, &[b'\n'; 24]).is_some(), "{line}");
        }
        assert_eq!(agrees("SHOOT 3 4", b""), None);
    }

    proptest! {
        #[test]
        fn what_is_read_is_read_as_the_parser_does(
            word in "SHOOT|MOVE|REEF|SHIP|MOVED", tokens in prop::collection::vec("[0-9]{1,5}|CAR|DES|F|L|X|-1|\\+2|0x3", 0..5),
            blank in " |  |\t", behind in "[ -~\n]{0,24}",
        ) {
            agrees(&format!("{word} {}", tokens.join(&blank)), behind.as_bytes());
            agrees(&format!("{word}{blank}{}", tokens.join(" ")), behind.as_bytes());
        }
    }
}
