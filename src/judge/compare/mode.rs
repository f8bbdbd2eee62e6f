//! What counts as the same.

use std::fmt;
use std::str::FromStr;

use super::number;
use super::split::{Part, bytes_or_none, tokens, trimmed};

/// What counts as the same. Each mode accepts all that the ones before it do.
///
/// ```
/// use admiralty::judge::compare::Mode;
///
/// assert_eq!("trailing".parse(), Ok(Mode::Trailing));
/// assert_eq!("float=1e-6".parse::<Mode>()?.to_string(), "float=1e-6");
/// assert_eq!(Mode::default(), Mode::FinalNewline);
/// # Ok::<(), admiralty::judge::compare::ModeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Mode {
    /// The same bytes.
    Exact,
    /// One line feed at the end more or less does not count.
    #[default]
    FinalNewline,
    /// Nor do blanks, tabs and carriage returns at line ends, and empty lines at
    /// the end.
    Trailing,
    /// The same tokens, whatever ASCII white space stands between them.
    Tokens,
    /// Tokens, but two decimal numbers may differ a little.
    Float(Tolerance),
}

/// By how much two numbers may differ: absolutely, or relatively to the larger.
/// Not negative, and finite.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

/// Why something is not a mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModeError {
    /// There is no mode of that name.
    #[error(
        "there is no mode {0:?}; there are exact, final-newline, trailing, tokens and float=EPS"
    )]
    Unknown(String),
    /// A tolerance has to be a decimal number that is not negative.
    #[error("{0:?} is not a decimal number from 0 up, as in float=1e-6")]
    Tolerance(String),
}

impl Tolerance {
    /// A tolerance, if the number is finite and not negative.
    pub fn new(tolerance: f64) -> Option<Self> {
        // Adding zero makes -0 a plain 0, which reads better.
        (tolerance.is_finite() && tolerance >= 0.0).then_some(Self(tolerance + 0.0))
    }

    /// The number.
    pub fn get(self) -> f64 {
        self.0
    }
}

impl Mode {
    /// Whether two lines differ. In the lenient modes, a line that a text does not have
    /// is as good as an empty one.
    pub(super) fn lines_differ(self, one: Option<&Part>, other: Option<&Part>) -> bool {
        let is_strict = matches!(self, Self::Exact | Self::FinalNewline);
        if is_strict && one.is_some() != other.is_some() {
            return true;
        }
        !self.same_line(bytes_or_none(one), bytes_or_none(other))
    }

    /// Whether two lines are the same.
    pub(super) fn same_line(self, one: &[u8], other: &[u8]) -> bool {
        one == other
            || match self {
                Self::Exact | Self::FinalNewline => false,
                Self::Trailing => trimmed(one) == trimmed(other),
                Self::Tokens | Self::Float(_) => self.same_tokens(one, other),
            }
    }

    fn same_tokens(self, one: &[u8], other: &[u8]) -> bool {
        let mut others = tokens(other, 0);
        let is_next = |token: Part| {
            let other = others.next();
            other.is_some_and(|other| self.same_token(token.bytes, other.bytes))
        };
        tokens(one, 0).all(is_next) && others.next().is_none()
    }

    /// Whether two tokens are the same.
    pub(super) fn same_token(self, one: &[u8], other: &[u8]) -> bool {
        one == other
            || matches!(self, Self::Float(tolerance) if number::are_close(one, other, tolerance))
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
                let number = number::parse(tolerance.as_bytes()).and_then(Tolerance::new);
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
            // Shortest digits that read back the same, with an exponent where
            // there would be many zeros.
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
        fn a_mode_is_read_as_it_is_written(tolerance in 0.0..f64::MAX, scale in -300..1i32) {
            let tolerance = Tolerance::new(tolerance * 10f64.powi(scale)).unwrap();
            for mode in [Mode::Exact, Mode::FinalNewline, Mode::Trailing, Mode::Tokens, Mode::Float(tolerance)] {
                prop_assert_eq!(mode.to_string().parse(), Ok(mode));
            }
        }
    }
}
