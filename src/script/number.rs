//! Numbers of the language: decimal, with an optional sign.

use std::str::FromStr;

/// What a token is, read as a number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number<T> {
    /// A number.
    Value(T),
    /// A number that the type does not have.
    TooLarge,
    /// No number.
    Not,
}

/// Reads a token as a number. Unsigned ones may have a sign, too; only zero may be negative.
pub fn parse_number<T: FromStr>(token: &[u8]) -> Number<T> {
    let unsigned = token.strip_prefix(b"-").or(token.strip_prefix(b"+"));
    let digits = unsigned.unwrap_or(token);
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return Number::Not;
    }
    let is_zero = digits.iter().all(|&digit| digit == b'0');
    let text = std::str::from_utf8(if is_zero { digits } else { token });
    let value = text.ok().and_then(|text| text.parse().ok());
    value.map_or(Number::TooLarge, Number::Value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_standard_library_reads() {
        for token in [
            "0",
            "-0",
            "+0",
            "007",
            "+3",
            "-12",
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
            "2147483647",
            "2147483648",
            "-2147483648",
            "-2147483649",
            "99999999999999999999999999",
            "00000000000000000000000000012",
        ] {
            let read = match parse_number(token.as_bytes()) {
                Number::Value(value) => Ok(value),
                Number::TooLarge | Number::Not => Err(()),
            };
            assert_eq!(read, token.parse::<i32>().map_err(drop), "{token}");
        }
        let too_large = Number::<i32>::TooLarge;
        assert_eq!(parse_number(b"2147483648"), too_large);
        assert_eq!(parse_number(b"99999999999999999999a"), Number::<i32>::Not);
        for (token, seed) in [
            ("18446744073709551615", Number::Value(u64::MAX)),
            ("18446744073709551616", Number::TooLarge),
            ("+7", Number::Value(7)),
            ("-00", Number::Value(0)),
            ("-1", Number::TooLarge),
            ("-", Number::Not),
            ("-+0", Number::Not),
            ("+-0", Number::Not),
        ] {
            assert_eq!(parse_number(token.as_bytes()), seed, "{token}");
        }
    }
}
