//! The modes of comparison: what counts as equal.

use std::fmt;
use std::str::FromStr;

use super::{TextPart, tokens, trimmed};

/// The longest token that is parsed as a number, in bytes: enough for any double written out in
/// full. Longer ones are compared as words.
pub const NUMBER_BYTES_MAX: usize = 1100;

/// Replaces a line that a text does not have. The literal `b""` may have an address at which
/// nothing is mapped, and vector instructions that read no byte there are a hundred times slower on
/// some processors.
const NO_LINE: &[u8] = b"\n".split_at(0).0;

/// What counts as equal. Each mode accepts all that the ones before it accept.
///
/// ```
/// use admiralty_judge::compare::Mode;
///
/// assert_eq!("trailing".parse(), Ok(Mode::Trailing));
/// assert_eq!("float=1e-6".parse::<Mode>()?.to_string(), "float=1e-6");
/// assert_eq!(Mode::default(), Mode::FinalNewline);
/// # Ok::<(), admiralty_judge::compare::ModeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// All bytes are equal.
    Exact,
    /// A line feed missing or added at the end does not count.
    #[default]
    FinalNewline,
    /// Nor do spaces, tabs and carriage returns at the ends of lines, and empty lines at the end.
    Trailing,
    /// The tokens are equal, whatever ASCII white space separates them.
    Tokens,
    /// Like tokens, but decimal numbers may differ by a tolerance.
    Float(Tolerance),
}

admiralty_results::serde_as_text!(Mode);

/// By how much two numbers may differ, absolutely or relative to the larger. Finite, and not
/// negative.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

/// Why a text is not a mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModeError {
    /// There is no mode of that name.
    #[error(
        "there is no mode {0:?}; there are exact, final-newline, trailing, tokens and float=EPS"
    )]
    Unknown(String),
    /// The tolerance is not a decimal number from 0 up.
    #[error("{0:?} is not a decimal number from 0 up, as in float=1e-6")]
    Tolerance(String),
}

impl Tolerance {
    /// A tolerance, if the number is finite and not negative.
    pub fn new(tolerance: f64) -> Option<Self> {
        // Adding zero turns -0 into 0, which reads better.
        (tolerance.is_finite() && tolerance >= 0.0).then_some(Self(tolerance + 0.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }

    /// Whether two tokens are numbers within the tolerance.
    fn accepts(self, one: &[u8], other: &[u8]) -> bool {
        let (Some(one), Some(other)) = (parse_number(one), parse_number(other)) else {
            return false;
        };
        let apart = (one - other).abs();
        apart <= self.0 || apart <= self.0 * one.abs().max(other.abs())
    }
}

/// Parses a decimal number: digits, and perhaps a sign, a point, an exponent. Rejects `nan`, `inf`,
/// hexadecimal digits, and what overflows to infinity.
fn parse_number(token: &[u8]) -> Option<f64> {
    if token.len() > NUMBER_BYTES_MAX {
        return None;
    }
    let number: f64 = std::str::from_utf8(token).ok()?.parse().ok()?;
    number.is_finite().then_some(number)
}

impl Mode {
    /// Whether every byte of a line counts.
    pub const fn is_strict(self) -> bool {
        matches!(self, Self::Exact | Self::FinalNewline)
    }

    /// Whether two lines differ. In the lenient modes, a missing line equals an empty one.
    pub fn lines_differ(self, one: Option<&[u8]>, other: Option<&[u8]>) -> bool {
        if one == other {
            return false;
        }
        let [one, other] = [one, other].map(|line| line.unwrap_or(NO_LINE));
        match self {
            Self::Exact | Self::FinalNewline => true,
            Self::Trailing => trimmed(one) != trimmed(other),
            Self::Tokens | Self::Float(_) => {
                let [mut one, mut other] = [one, other].map(|line| tokens(line, 0));
                let is_same = |one: TextPart| {
                    let other = other.next();
                    other.is_some_and(|other| self.same_token(one.bytes, other.bytes))
                };
                !(one.all(is_same) && other.next().is_none())
            }
        }
    }

    pub(super) fn same_token(self, one: &[u8], other: &[u8]) -> bool {
        one == other || matches!(self, Self::Float(tolerance) if tolerance.accepts(one, other))
    }
}

impl FromStr for Mode {
    type Err = ModeError;

    fn from_str(text: &str) -> Result<Self, ModeError> {
        Ok(match text {
            "exact" => Self::Exact,
            "final-newline" => Self::FinalNewline,
            "trailing" => Self::Trailing,
            "tokens" => Self::Tokens,
            _ => {
                let Some(tolerance) = text.strip_prefix("float=") else {
                    return Err(ModeError::Unknown(text.to_owned()));
                };
                let number = parse_number(tolerance.as_bytes()).and_then(Tolerance::new);
                Self::Float(number.ok_or_else(|| ModeError::Tolerance(tolerance.to_owned()))?)
            }
        })
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::FinalNewline => f.write_str("final-newline"),
            Self::Trailing => f.write_str("trailing"),
            Self::Tokens => f.write_str("tokens"),
            // The shortest digits that parse to the same number, with an exponent instead of many
            // zeros.
            Self::Float(tolerance) => write!(f, "float={:?}", tolerance.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_not_a_mode_is_refused() {
        for text in ["", "Exact", "exact ", "float", "floats=1", "diff"] {
            assert_eq!(text.parse::<Mode>(), Err(ModeError::Unknown(text.into())));
        }
        for text in ["", "-1", "nan", "inf", "1e999", "0x1p-3", "1 ", "1e"] {
            let parsed = format!("float={text}").parse::<Mode>();
            assert_eq!(parsed, Err(ModeError::Tolerance(text.into())));
        }
        assert_eq!("float=-0".parse::<Mode>().unwrap().to_string(), "float=0.0");
    }

    proptest! {
        #[test]
        fn a_mode_round_trips(tolerance in 0.0..f64::MAX, scale in -300..1i32) {
            let tolerance = Tolerance::new(tolerance * 10f64.powi(scale)).unwrap();
            for mode in [Mode::Exact, Mode::FinalNewline, Mode::Trailing, Mode::Tokens, Mode::Float(tolerance)] {
                prop_assert_eq!(mode.to_string().parse(), Ok(mode));
            }
        }
    }
}
