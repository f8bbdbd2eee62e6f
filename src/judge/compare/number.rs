//! Decimal numbers in outputs.

use super::Tolerance;

/// The longest token that is read as a number, in bytes: enough for any double
/// written out in full. Longer ones are compared as words.
pub const NUMBER_BYTES_MAX: usize = 1100;

/// The number that a token is: digits, perhaps a sign, a point, an exponent.
/// Neither names nor hexadecimal digits, nor what is too large to tell apart.
pub(super) fn parse(token: &[u8]) -> Option<f64> {
    if token.len() > NUMBER_BYTES_MAX {
        return None;
    }
    let digits = token.strip_prefix(b"-").or(token.strip_prefix(b"+"));
    // What the standard library reads beyond decimal numbers begins with a letter.
    if digits
        .unwrap_or(token)
        .first()
        .is_none_or(u8::is_ascii_alphabetic)
    {
        return None;
    }
    let number: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    number.is_finite().then_some(number)
}

/// Whether two tokens are numbers that are as close as they have to be.
pub(super) fn are_close(one: &[u8], other: &[u8], tolerance: Tolerance) -> bool {
    let (Some(one), Some(other)) = (parse(one), parse(other)) else {
        return false;
    };
    let apart = (one - other).abs();
    apart <= tolerance.get() || apart <= tolerance.get() * one.abs().max(other.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_decimal_numbers_are_numbers() {
        for token in ["1", "-1", "+1", "1.", ".5", "-.5", "1e5", "1E-5", "007"] {
            assert!(parse(token.as_bytes()).is_some(), "{token}");
        }
        for token in [
            "",
            "+",
            "-",
            ".",
            "e5",
            "1e",
            "nan",
            "-nan",
            "inf",
            "+Infinity",
            "0x10",
            "1e999",
            "1,5",
            "--1",
            "1_000",
            "\u{0661}",
            "1\u{00a0}",
        ] {
            assert!(parse(token.as_bytes()).is_none(), "{token}");
        }
        assert!(parse(&[b'1'; NUMBER_BYTES_MAX + 1]).is_none());
    }

    #[test]
    fn numbers_may_differ_absolutely_or_relatively() {
        let close = |one: &str, other: &str, tolerance| {
            let tolerance = Tolerance::new(tolerance).unwrap();
            let (one, other) = (one.as_bytes(), other.as_bytes());
            let is_close = are_close(one, other, tolerance);
            assert_eq!(is_close, are_close(other, one, tolerance));
            is_close
        };
        assert!(close("1", "1.0", 0.0));
        assert!(close("0.1", "0.10001", 1e-4));
        assert!(!close("0.1", "0.1002", 1e-4));
        assert!(close("100000", "100009", 1e-4));
        assert!(!close("100000", "100011", 1e-4));
        assert!(close("0", "-0", 0.0));
        assert!(!close("one", "1", 9.0));
    }
}
