//! The result that a transcript reports.

use std::fmt;

use crate::{Board, Color, Scoring};

/// A reported result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportedResult {
    /// The score of each player, under either convention.
    Counts {
        /// Black's score.
        black: u8,
        /// White's score.
        white: u8,
    },
    /// Black's score minus white's.
    Difference(i32),
    /// Only the winner; `None` is a draw.
    Winner(Option<Color>),
    /// A score in a database record that is more than 64 discs.
    Impossible(u8),
}

const WINNERS: [(&str, Option<Color>); 3] = [
    ("1-0", Some(Color::Black)),
    ("0-1", Some(Color::White)),
    ("1/2-1/2", None),
];

impl ReportedResult {
    /// Reads `33-31`, `1-0`, `0-1`, `1/2-1/2`, `+12` and `-4`.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        if let Some((_, winner)) = WINNERS.iter().find(|(name, _)| *name == text) {
            return Some(Self::Winner(*winner));
        }
        match text.split_once('-') {
            Some((black, white)) if !black.is_empty() => {
                let (black, white) = (count(black)?, count(white)?);
                (black + white <= 64).then_some(Self::Counts { black, white })
            }
            _ => difference(text),
        }
    }

    /// Whether this is the result of a board, under either scoring convention.
    pub fn agrees(&self, board: &Board) -> bool {
        let scores = [Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| board.score(scoring));
        scores.iter().any(|score| match *self {
            Self::Counts { black, white } => {
                (score.black, score.white) == (black.into(), white.into())
            }
            Self::Difference(reported) => {
                i64::from(reported) == i64::from(score.black) - i64::from(score.white)
            }
            Self::Winner(reported) => reported == score.winner(),
            Self::Impossible(_) => false,
        })
    }
}

impl fmt::Display for ReportedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { black, white } => write!(f, "{black}-{white}"),
            Self::Difference(difference) => write!(f, "{difference:+}"),
            Self::Winner(winner) => {
                let name = WINNERS.iter().find(|(_, named)| named == winner);
                f.write_str(name.map_or("", |(name, _)| name))
            }
            Self::Impossible(discs) => write!(f, "{discs} discs"),
        }
    }
}

/// Reads a number of one or two digits.
fn count(text: &str) -> Option<u8> {
    let is_short = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_short.then(|| text.parse().ok())?
}

/// Reads an integer with its sign. Without a sign, it would not say whose score it is.
fn difference(text: &str) -> Option<ReportedResult> {
    count(text.strip_prefix(['+', '-'])?)?;
    text.parse().ok().map(ReportedResult::Difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_written() {
        for text in [
            "33-31", "0-0", "64-0", "1-0", "0-1", "1/2-1/2", "+12", "-4", "+0",
        ] {
            let result = ReportedResult::read(text.as_bytes()).expect(text);
            assert_eq!(result.to_string(), text);
        }
        for text in [
            "", "-", "+", "12", "--", "33-32", "1-", "-1-2", "+1.5", "+100", "100-0", "a-b", "+-4",
            "*",
        ] {
            assert_eq!(ReportedResult::read(text.as_bytes()), None, "{text}");
        }
    }
}
