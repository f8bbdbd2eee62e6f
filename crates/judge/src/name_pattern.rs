//! Patterns of the names of cases, files and programs.

use std::fmt;
use std::str::FromStr;

use glob::{MatchOptions, Pattern, PatternError};
use serde::Deserialize;

/// A pattern of names, as in a shell: `*` and `?` match any characters except `/`, `[...]` one of
/// several, and `**` any directories.
///
/// ```
/// use admiralty_judge::NamePattern;
///
/// let pattern: NamePattern = "T3[4-6]".parse()?;
/// assert!(pattern.fits("T35") && !pattern.fits("T3") && !pattern.fits("t35"));
/// assert!("T3[4".parse::<NamePattern>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct NamePattern(Pattern);

impl FromStr for NamePattern {
    type Err = PatternError;

    fn from_str(pattern: &str) -> Result<Self, PatternError> {
        Pattern::new(pattern).map(Self)
    }
}

impl TryFrom<String> for NamePattern {
    type Error = PatternError;

    fn try_from(pattern: String) -> Result<Self, PatternError> {
        pattern.parse()
    }
}

impl fmt::Display for NamePattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl NamePattern {
    /// Whether it fits a whole name.
    pub fn fits(&self, name: &str) -> bool {
        let options = MatchOptions {
            require_literal_separator: true,
            ..MatchOptions::new()
        };
        self.0.matches_with(name, options)
    }
}
