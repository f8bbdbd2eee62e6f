//! Tokens of a line, and the tags of groups.

use std::fmt;
use std::ops::Range;

use crate::player::Player;

/// A word of a line, with its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'l> {
    /// The bytes.
    pub text: &'l [u8],
    /// The offset of the first byte in the line.
    pub start: usize,
}

impl Token<'_> {
    /// The token's range of bytes in the line.
    pub const fn span(&self) -> Range<usize> {
        self.start..self.start + self.text.len()
    }
}

/// The tokens of a line, separated by runs of blanks and tabs.
///
/// The line is given without its line feed; a carriage return at its end is part of the line
/// ending and dropped.
#[derive(Clone, Debug)]
pub struct Tokens<'l> {
    line: &'l [u8],
    at: usize,
}

impl<'l> Tokens<'l> {
    /// The tokens of a line.
    pub fn new(line: &'l [u8]) -> Self {
        Self {
            line: line.strip_suffix(b"\r").unwrap_or(line),
            at: 0,
        }
    }

    /// The offset after the last token taken.
    pub const fn offset(&self) -> usize {
        self.at
    }

    /// The remaining tokens, joined by single blanks.
    pub fn join_rest(&self) -> Vec<u8> {
        let mut joined = Vec::with_capacity(self.line.len() - self.at);
        for token in self.clone() {
            if !joined.is_empty() {
                joined.push(b' ');
            }
            joined.extend_from_slice(token.text);
        }
        joined
    }
}

impl<'l> Iterator for Tokens<'l> {
    type Item = Token<'l>;

    #[inline]
    fn next(&mut self) -> Option<Token<'l>> {
        let rest = &self.line[self.at..];
        let start = self.at + rest.iter().position(|&byte| !is_blank(byte))?;
        let rest = &self.line[start..];
        let length = rest.iter().position(|&byte| is_blank(byte));
        let text = &rest[..length.unwrap_or(rest.len())];
        self.at = start + text.len();
        Some(Token { text, start })
    }
}

/// The bytes covered by a range of the tokens of a line.
pub(crate) fn span_of(line: &[u8], tokens: Range<usize>) -> Range<usize> {
    let spans = Tokens::new(line)
        .enumerate()
        .filter(|(i, _)| tokens.contains(i))
        .map(|(_, token)| token.span());
    spans
        .reduce(|first, last| first.start..last.end)
        .unwrap_or(0..line.len())
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The line that opens and closes a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// `[state]`: commands that describe the state of the game.
    State,
    /// `[playerA]` or `[playerB]`: commands of a player's turn.
    Player(Player),
}

impl Tag {
    /// All tags.
    pub const ALL: [Self; 3] = [Self::State, Self::PLAYER_A, Self::PLAYER_B];

    /// `[playerA]`
    pub const PLAYER_A: Self = Self::Player(Player::A);
    /// `[playerB]`
    pub const PLAYER_B: Self = Self::Player(Player::B);

    /// The tag spelled by a token.
    #[inline]
    pub const fn from_token(token: &[u8]) -> Option<Self> {
        match token {
            b"[state]" => Some(Self::State),
            b"[playerA]" => Some(Self::Player(Player::A)),
            b"[playerB]" => Some(Self::Player(Player::B)),
            _ => None,
        }
    }

    /// The text of the line.
    pub const fn text(self) -> &'static str {
        match self {
            Self::State => "[state]",
            Self::Player(Player::A) => "[playerA]",
            Self::Player(Player::B) => "[playerB]",
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
