//! Numbers of the language: decimal, with an optional sign.

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
pub fn parse_i32(token: &[u8]) -> Number {
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
    use super::*;

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
            let read = if let Number::Value(value) = parse_i32(token.as_bytes()) {
                Ok(value)
            } else {
                Err(())
            };
            assert_eq!(read, token.parse::<i32>().map_err(drop), "{token}");
        }
        assert_eq!(parse_i32(b"2147483648"), Number::TooLarge);
        assert_eq!(parse_u64(b"18446744073709551615"), Some(u64::MAX));
        assert_eq!(parse_u64(b"18446744073709551616"), None);
        assert_eq!(parse_u64(b"+7"), Some(7));
        assert_eq!(parse_u64(b"-00"), Some(0));
        for token in ["-1", "-", "+", "", "-+0", "+-0"] {
            assert_eq!(parse_u64(token.as_bytes()), None, "{token}");
        }
    }
}
