//! Compares the output of a program with the answer.
//!
//! Both are in memory, bounded by the output limit. The result is whether the [`ComparisonMode`]
//! accepts the output, which stricter or more lenient mode does, and where the first difference is,
//! with the lines around it.
//!
//! ```
//! use admiralty_compare::{ComparisonMode, compare};
//!
//! let answer = b"+++  #\nPARTS REMAINING:: A : 3 B : 0\n";
//! let output = b"+++  #\nPARTS REMAINING:: A : 3  B : 0\n";
//! let comparison = compare(ComparisonMode::FinalNewline, answer, output);
//! assert!(!comparison.accepted);
//! assert_eq!(comparison.strictest, Some(ComparisonMode::Tokens));
//! let difference = comparison.difference.expect("a blank too many");
//! assert_eq!((difference.found.line, difference.found.column), (2, 25));
//! ```

use std::fmt;
use std::str::FromStr;

use admiralty_escape::escape;
use memchr::{memchr, memrchr};

mod comparison;
mod drawing;
mod snippet;

pub use comparison::{BoardRow, Comparison, Difference, DrawnBoard, compare, heading, notes};
pub use drawing::draw;
pub use snippet::{
    CONTEXT_LINES_MAX, HISTORY_BYTES, LINES_MAX, SNIPPET_LINE_BYTES_MAX, ShownCharacter, Snippet,
    SnippetLine, cells,
};

/// How many bytes are compared at once to find the first difference.
const STRIDE_BYTES: usize = 64;

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
/// use admiralty_compare::ComparisonMode;
///
/// assert_eq!("trailing".parse(), Ok(ComparisonMode::Trailing));
/// assert_eq!("float=1e-6".parse::<ComparisonMode>()?.to_string(), "float=1e-6");
/// assert_eq!(ComparisonMode::default(), ComparisonMode::FinalNewline);
/// # Ok::<(), admiralty_compare::ModeError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ComparisonMode {
    /// All bytes are equal.
    Exact,
    /// A line feed missing or added at the end does not count.
    #[default]
    FinalNewline,
    /// Nor do spaces, tabs and carriage returns at the ends of lines, and empty lines at the end.
    Trailing,
    /// The tokens are equal, whatever ASCII white space separates them.
    Tokens,
    /// Nor does the case of ASCII letters.
    Caseless,
    /// Nor do differences of decimal numbers within a tolerance.
    Float(Tolerance),
}

admiralty_results::serde_as_text!(ComparisonMode);

/// By how much a number may differ from that of the answer, absolutely or relative to it. Finite, and
/// not negative.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Tolerance(f64);

/// Why a text is not a mode.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModeError {
    /// There is no mode of that name.
    #[error("unknown mode \"{}\": use exact, final-newline, trailing, tokens, caseless or float=EPS", escape(.0))]
    Unknown(String),
    /// The tolerance is not a decimal number from 0 up.
    #[error("\"{}\" is not a decimal number from 0 up, as in float=1e-6", escape(.0))]
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
    fn accepts(self, expected: &[u8], found: &[u8]) -> bool {
        let (Some(expected), Some(found)) = (parse_number(expected), parse_number(found)) else {
            return false;
        };
        let apart = (expected - found).abs();
        apart <= self.0 || apart <= self.0 * expected.abs()
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

impl ComparisonMode {
    /// Whether every byte of a line counts.
    pub const fn is_strict(self) -> bool {
        matches!(self, Self::Exact | Self::FinalNewline)
    }

    /// Whether a line differs from that of the answer. In the lenient modes, a missing line equals an
    /// empty one.
    pub fn lines_differ(self, expected: Option<&[u8]>, found: Option<&[u8]>) -> bool {
        if expected == found {
            return false;
        }
        let [expected, found] = [expected, found].map(|line| line.unwrap_or(NO_LINE));
        match self {
            Self::Exact | Self::FinalNewline => true,
            Self::Trailing => trimmed(expected) != trimmed(found),
            Self::Tokens | Self::Caseless | Self::Float(_) => {
                let [mut expected, mut found] = [expected, found].map(|line| tokens(line, 0));
                let is_same = |expected: TextPart| {
                    let found = found.next();
                    found.is_some_and(|found| self.same_token(expected.bytes, found.bytes))
                };
                !(expected.all(is_same) && found.next().is_none())
            }
        }
    }

    fn same_token(self, expected: &[u8], found: &[u8]) -> bool {
        expected == found
            || match self {
                Self::Caseless => expected.eq_ignore_ascii_case(found),
                Self::Float(tolerance) => {
                    expected.eq_ignore_ascii_case(found) || tolerance.accepts(expected, found)
                }
                _ => false,
            }
    }
}

impl FromStr for ComparisonMode {
    type Err = ModeError;

    fn from_str(text: &str) -> Result<Self, ModeError> {
        Ok(match text {
            "exact" => Self::Exact,
            "final-newline" => Self::FinalNewline,
            "trailing" => Self::Trailing,
            "tokens" => Self::Tokens,
            "caseless" => Self::Caseless,
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

impl fmt::Display for ComparisonMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exact => f.write_str("exact"),
            Self::FinalNewline => f.write_str("final-newline"),
            Self::Trailing => f.write_str("trailing"),
            Self::Tokens => f.write_str("tokens"),
            Self::Caseless => f.write_str("caseless"),
            // The shortest digits that parse to the same number, with an exponent instead of many
            // zeros.
            Self::Float(tolerance) => write!(f, "float={:?}", tolerance.0),
        }
    }
}

/// A line or a token of a text, with its offset.
#[derive(Clone, Copy, Debug)]
struct TextPart<'t> {
    bytes: &'t [u8],
    /// Its offset in the text.
    offset: usize,
}

/// The lines of a text from the beginning of a line on, without their line feeds. No line follows
/// the last line feed.
fn lines(text: &[u8], mut offset: usize) -> impl Iterator<Item = TextPart<'_>> {
    std::iter::from_fn(move || {
        let rest = text.get(offset..).filter(|rest| !rest.is_empty())?;
        let bytes = &rest[..memchr(b'\n', rest).unwrap_or(rest.len())];
        let line = TextPart { bytes, offset };
        offset += bytes.len() + 1;
        Some(line)
    })
}

/// The tokens of a text from an offset on that is not inside a token.
fn tokens(text: &[u8], mut offset: usize) -> impl Iterator<Item = TextPart<'_>> {
    std::iter::from_fn(move || {
        offset += text[offset..].iter().position(|&byte| !is_space(byte))?;
        let rest = &text[offset..];
        let length = rest.iter().position(|&byte| is_space(byte));
        let bytes = &rest[..length.unwrap_or(rest.len())];
        let token = TextPart { bytes, offset };
        offset += bytes.len();
        Some(token)
    })
}

/// The offset of the line that contains an offset.
fn line_start(text: &[u8], offset: usize) -> usize {
    memrchr(b'\n', &text[..offset]).map_or(0, |at| at + 1)
}

/// A line without trailing spaces, tabs and carriage returns.
fn trimmed(line: &[u8]) -> &[u8] {
    let is_blank = |byte: &u8| matches!(byte, b' ' | b'\t' | b'\r');
    let last = line.iter().rposition(|byte| !is_blank(byte));
    &line[..last.map_or(0, |last| last + 1)]
}

/// Whether a byte separates tokens: ASCII white space.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// The length of the common prefix of two texts.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let strides = one
        .chunks_exact(STRIDE_BYTES)
        .zip(other.chunks_exact(STRIDE_BYTES));
    let start = strides.take_while(|(one, other)| one == other).count() * STRIDE_BYTES;
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(one, other)| one == other).count()
}

/// How many characters a text has. Each byte of invalid UTF-8 counts as one; an incomplete
/// character at the end does not count.
fn count_characters(text: &[u8]) -> u64 {
    let mut chunks = text.utf8_chunks().peekable();
    let mut count = 0;
    while let Some(chunk) = chunks.next() {
        count += chunk.valid().chars().count();
        if chunks.peek().is_some() || !is_begun_character(chunk.invalid()) {
            count += chunk.invalid().len();
        }
    }
    count as u64
}

/// Whether bytes are a proper prefix of an encoded character.
fn is_begun_character(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_common_prefix_ends_at_the_first_difference() {
        let one = vec![b'a'; 300];
        for at in 0..300 {
            let mut other = one.clone();
            other[at] = b'b';
            assert_eq!(common_prefix(&one, &other), at);
            assert_eq!(common_prefix(&one, &one[..at]), at);
        }
    }

    #[test]
    fn invalid_bytes_count_one_by_one() {
        for (text, count) in [
            (&b""[..], 0),
            (b"ab\xffc", 4),
            ("é水🚢".as_bytes(), 3),
            // The last character is not complete.
            (b"a\xf0\x9f", 1),
            (b"a\xf0\x9fb", 4),
            (b"\x80", 1),
        ] {
            assert_eq!(count_characters(text), count, "{}", text.escape_ascii());
        }
    }

    #[test]
    fn what_is_not_a_mode_is_refused() {
        for text in ["", "Exact", "exact ", "float", "floats=1", "diff"] {
            assert_eq!(
                text.parse::<ComparisonMode>(),
                Err(ModeError::Unknown(text.into()))
            );
        }
        for text in ["", "-1", "nan", "inf", "1e999", "0x1p-3", "1 ", "1e"] {
            let parsed = format!("float={text}").parse::<ComparisonMode>();
            assert_eq!(parsed, Err(ModeError::Tolerance(text.into())));
        }
        assert_eq!(
            "float=-0".parse::<ComparisonMode>().unwrap().to_string(),
            "float=0.0"
        );
    }

    proptest! {
        #[test]
        fn a_mode_round_trips(tolerance in 0.0..f64::MAX, scale in -300..1i32) {
            let tolerance = Tolerance::new(tolerance * 10f64.powi(scale)).unwrap();
            for mode in [ComparisonMode::Exact, ComparisonMode::FinalNewline, ComparisonMode::Trailing, ComparisonMode::Tokens, ComparisonMode::Caseless, ComparisonMode::Float(tolerance)] {
                prop_assert_eq!(mode.to_string().parse(), Ok(mode));
            }
        }
    }
}
