//! Numbers of the language: decimal, with an optional sign.

use super::Token;

/// What a token is, read as a number of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// A number.
    Value(i32),
    /// A number that takes more than 32 bits.
    TooLarge,
    /// No number.
    Not,
}

/// Reads a token as a number of 32 bits, with an optional sign.
#[inline]
pub fn parse_i32(token: Token<'_>) -> Number {
    match parse_eight_digits(token.packed(), token.text.len()) {
        Some(value) => Number::Value(value.cast_signed()),
        None => parse_any(token.text),
    }
}

/// Reads up to eight packed digits, without a branch for each.
///
/// The digits are moved to the end of an eight-digit number, zeros before them,
/// and neighbours are joined: digits to pairs, pairs to fours, fours to all.
#[inline]
const fn parse_eight_digits(packed: u64, length: usize) -> Option<u32> {
    const ONES: u64 = u64::MAX / 0xff;
    const ZEROS: u64 = ONES * b'0' as u64;
    if packed == 0 {
        return None;
    }
    let bits = 8 * length as u32;
    let digits = packed << (64 - bits) | ZEROS.unbounded_shr(bits);
    // Adding 6 takes what is above 9 out of the row of digits.
    let high = ONES * 0xf0;
    if digits & high != ZEROS || (digits + ONES * 6) & high != ZEROS {
        return None;
    }
    let digits = digits - ZEROS;
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    let eight = (fours * 10_000 + (fours >> 32)) & 0xffff_ffff;
    Some(eight as u32)
}

fn parse_any(token: &[u8]) -> Number {
    let (negative, digits) = match token {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, token),
    };
    if digits.is_empty() {
        return Number::Not;
    }
    let mut value: i64 = 0;
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Number::Not;
        }
        // Saturates far past 32 bits, so any number of digits is read.
        value = (value * 10 + i64::from(digit)).min(i64::MAX / 20);
    }
    let value = if negative { -value } else { value };
    i32::try_from(value).map_or(Number::TooLarge, Number::Value)
}

/// Reads a token as an unsigned number of 64 bits, with an optional sign; only
/// zero may be negative.
pub fn parse_u64(token: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(token).ok()?;
    match text.strip_prefix('-') {
        None => text.parse().ok(),
        Some(digits) => {
            let is_zero = !digits.is_empty() && digits.bytes().all(|digit| digit == b'0');
            is_zero.then_some(0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Tokens;
    use super::*;

    fn read(token: &str) -> Number {
        parse_i32(Tokens::new(token.as_bytes()).next().unwrap_or(Token::EMPTY))
    }

    #[test]
    fn every_byte_in_every_place_is_read_as_the_standard_library_does() {
        for length in 1..=9 {
            for place in 0..length {
                for byte in 0x21..0x7f_u8 {
                    let mut token = vec![b'1'; length];
                    token[place] = byte;
                    let token = String::from_utf8(token).expect("all ASCII");
                    let value = token.parse().map_or(Number::Not, Number::Value);
                    assert_eq!(read(&token), value, "{token}");
                }
            }
        }
    }

    #[test]
    fn reads_what_the_standard_library_reads() {
        let tokens = [
            "0",
            "-0",
            "+0",
            "007",
            "+3",
            "-12",
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "99999999999999999999999999",
            "00000000000000000000000000012",
            "",
            "+",
            "-",
            "--1",
            "+-1",
            "1a",
            "a1",
            "0x1",
            "1.0",
            "1e3",
            "٣",
        ];
        for token in tokens {
            let read = read(token);
            let read = if let Number::Value(value) = read {
                Ok(value)
            } else {
                Err(())
            };
            assert_eq!(read, token.parse::<i32>().map_err(drop), "{token}");
        }
        assert_eq!(read("2147483648"), Number::TooLarge);
        assert_eq!(parse_u64(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse_u64(b"18446744073709551616"), None);
        assert_eq!(parse_u64(b"+7"), Some(7));
        assert_eq!(parse_u64(b"-00"), Some(0));
        for token in ["-1", "-", "+", "", "-+0", "+-0"] {
            assert_eq!(parse_u64(token.as_bytes()), None, "{token}");
        }
    }
}
