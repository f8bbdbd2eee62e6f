//! Reads tokens as numbers.

/// A token read as a number of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number<T> {
    /// A number.
    Value(T),
    /// A number out of the type's range.
    TooLarge,
    /// It is not a number.
    Not,
}

/// Reads a token as a number. Unsigned numbers may have a sign, too, but only zero may be
/// negative.
#[inline]
pub fn parse_number<T: TryFrom<i128>>(token: &[u8]) -> Number<T> {
    let (is_negative, digits) = match token {
        [b'-', digits @ ..] => (true, digits),
        _ => (false, token.strip_prefix(b"+").unwrap_or(token)),
    };
    if digits.is_empty() {
        return Number::Not;
    }
    let (mut value, mut is_too_large) = (0_u64, false);
    for &byte in digits {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            return Number::Not;
        }
        let (tens, overflows) = value.overflowing_mul(10);
        let (sum, carries) = tens.overflowing_add(digit.into());
        value = sum;
        is_too_large |= overflows | carries;
    }
    let value = i128::from(value) * if is_negative { -1 } else { 1 };
    match T::try_from(value) {
        Ok(value) if !is_too_large => Number::Value(value),
        _ => Number::TooLarge,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_standard_library() {
        let tokens = "0 -0 +0 007 +3 -12  + - --1 +-1 1a a1 0x1 1.0 1e3 ٣ 2147483647 2147483648 \
            -2147483648 -2147483649 99999999999999999999999999 00000000000000000000000000012";
        for token in tokens.split(' ') {
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
