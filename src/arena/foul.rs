//! Fouls: how a game is lost without being beaten.

use std::fmt;

use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

/// The longest [`Foul::detail`], in characters.
const DETAIL_CHARS_MAX: usize = 200;

/// A foul: the player who commits it loses the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Foul {
    /// Its kind.
    pub kind: FoulKind,
    /// The details for people; of an illegal turn, the judge's line.
    pub detail: String,
}

/// The kinds of fouls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FoulKind {
    /// The turn breaks a rule of the game.
    Illegal,
    /// The turn took too long.
    Late,
    /// The program used more memory, or was more processes, than it may.
    Greedy,
    /// The program ended with a signal or an exit status other than 0.
    Crashed,
    /// The program succeeded, but its output has no turn.
    Silent,
    /// The group of the turn is not closed.
    Unclosed,
    /// The program printed too much, or too much to be remembered.
    Flooding,
    /// A player of this program finds no room for its fleet.
    Unplaceable,
}

impl Foul {
    /// A foul with a detail, which is cut if it is very long.
    pub fn new(kind: FoulKind, detail: impl AsRef<[u8]>) -> Self {
        let detail = detail.as_ref().to_str_lossy();
        Self {
            kind,
            detail: detail.chars().take(DETAIL_CHARS_MAX).collect(),
        }
    }
}

impl FoulKind {
    /// The name in results.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Illegal => "illegal",
            Self::Late => "late",
            Self::Greedy => "greedy",
            Self::Crashed => "crashed",
            Self::Silent => "silent",
            Self::Unclosed => "unclosed",
            Self::Flooding => "flooding",
            Self::Unplaceable => "unplaceable",
        }
    }
}

impl fmt::Display for FoulKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_detail_is_text_and_short() {
        let foul = Foul::new(FoulKind::Illegal, [0xff; 1000]);
        assert_eq!(foul.detail, "\u{fffd}".repeat(DETAIL_CHARS_MAX));
    }

    #[test]
    fn names_in_files_are_the_names_in_results() {
        for kind in [FoulKind::Illegal, FoulKind::Unplaceable] {
            let written = serde_json::to_string(&kind).expect("a string");
            assert_eq!(written, format!("\"{kind}\""));
        }
    }
}
