//! What can be wrong with a line whatever the state of the game.

use std::fmt;
use std::ops::Range;

use super::{Keyword, Tag};
use crate::escape::{escape_bytes, is_visible};
use crate::game::Reason;
use crate::rules::{RULE_SETS, RuleSet, ShipClass};

/// What is wrong with a line, and where in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub kind: ParseErrorKind,
    start: u32,
    end: u32,
}

/// What can be wrong with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParseErrorKind {
    /// The first word is no command.
    UnknownCommand,
    /// An argument is missing; what it would be.
    Missing(Keyword, &'static str),
    /// There are more arguments than the command has.
    TooMany(Keyword),
    /// Not a number; what it should be.
    NotANumber(&'static str),
    /// A number past the range; what it should be, and the range.
    OutOfRange(&'static str, &'static str),
    /// Neither of the players.
    NotAPlayer,
    /// None of the directions that ships of the rule set point in.
    NotADirection(&'static RuleSet),
    /// None of the movements.
    NotAMovement,
    /// None of the classes of the rule set.
    NotAClass(&'static RuleSet),
    /// None of the ways to print.
    NotAPrintMode,
    /// Not one digit 0 or 1 for each segment of the class.
    NotSegments(&'static ShipClass),
    /// None of the rule sets.
    NotARuleSet,
    /// The rule set has no such option.
    NotAnOption(&'static RuleSet),
    /// Waters of the rule set have no such side, or always the same one.
    NotASide(&'static RuleSet),
}

impl ParseError {
    /// A fault in those bytes of the line.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "lines are shorter than LINE_BYTES_MAX"
    )]
    pub fn new(kind: ParseErrorKind, span: Range<usize>) -> Self {
        Self {
            kind,
            start: span.start as u32,
            end: span.end as u32,
        }
    }

    /// The bytes of the line that are at fault; empty where something is missing.
    pub const fn span(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// What the judge prints.
    pub const fn reason(&self) -> Reason {
        match self.kind {
            ParseErrorKind::UnknownCommand => Reason::UnknownCommand,
            _ => Reason::InvalidArguments,
        }
    }

    /// A sentence that says what is wrong, given the line.
    pub fn describe(&self, line: &[u8]) -> String {
        let text = Shown(line.get(self.span()).unwrap_or_default());
        match self.kind {
            ParseErrorKind::UnknownCommand => format!("{text} is no command"),
            ParseErrorKind::Missing(word, what) => {
                format!("{what} is missing: the command is {}", word.usage())
            }
            ParseErrorKind::TooMany(word) => {
                format!("{text} is too much: the command is {}", word.usage())
            }
            ParseErrorKind::NotANumber(what) => {
                format!("{text} is no number, and {what} is expected")
            }
            ParseErrorKind::OutOfRange(what, range) => {
                format!("{text} is out of range: {what} is {range}")
            }
            ParseErrorKind::NotAPlayer => format!("{text} is no player; a player is A or B"),
            ParseErrorKind::NotADirection(rules) => {
                let names = rules.directions.iter().map(ToString::to_string);
                let names = names.collect::<Vec<_>>().join(", ");
                let (others, last) = names.rsplit_once(", ").unwrap_or(("", &names));
                format!("{text} is no direction; a direction is {others} or {last}")
            }
            ParseErrorKind::NotAMovement => {
                format!("{text} is no movement; a ship moves F (forward), L (left) or R (right)")
            }
            ParseErrorKind::NotAClass(rules) => {
                let names = rules.classes.iter().map(|class| class.name);
                format!(
                    "{text} is no class of ships; the classes are {}",
                    list(names)
                )
            }
            ParseErrorKind::NotAPrintMode => {
                format!(
                    "{text} is no way to print; PRINT 0 is the basic one, PRINT 1 the extended one"
                )
            }
            ParseErrorKind::NotSegments(class) => format!(
                "{text} is no state of a {}: it has {} segments, and each is 1 (healthy) or 0 (destroyed)",
                class.title, class.length
            ),
            ParseErrorKind::NotARuleSet => {
                let names = RULE_SETS.iter().map(|rules| rules.name);
                format!("{text} is no rule set; there are {}", list(names))
            }
            ParseErrorKind::NotAnOption(RuleSet { name, .. }) => {
                format!("{text} is no option of the rule set {name}")
            }
            ParseErrorKind::NotASide(RuleSet {
                name, board_sides, ..
            }) if board_sides.is_fixed() => format!(
                "{text} is too much: waters of {name} always have {side} rows and {side} columns",
                side = board_sides.default
            ),
            ParseErrorKind::NotASide(RuleSet {
                name, board_sides, ..
            }) => format!(
                "{text} is no side of waters: those of {name} have {} to {} rows, and as many columns",
                board_sides.min, board_sides.max
            ),
        }
    }

    /// A few words to show beside the marked bytes.
    pub const fn label(&self) -> &'static str {
        match self.kind {
            ParseErrorKind::UnknownCommand => "not a command",
            ParseErrorKind::Missing(_, what) => what,
            ParseErrorKind::TooMany(_) => "one argument too many",
            ParseErrorKind::NotANumber(_) => "not a number",
            ParseErrorKind::OutOfRange(..) => "out of range",
            ParseErrorKind::NotAPlayer => "not a player",
            ParseErrorKind::NotADirection(_) => "not a direction",
            ParseErrorKind::NotAMovement => "not a movement",
            ParseErrorKind::NotAClass(_) => "not a class",
            ParseErrorKind::NotAPrintMode => "neither 0 nor 1",
            ParseErrorKind::NotSegments(_) => "one digit for each segment",
            ParseErrorKind::NotARuleSet => "not a rule set",
            ParseErrorKind::NotAnOption(_) => "not an option",
            ParseErrorKind::NotASide(rules) if rules.board_sides.is_fixed() => {
                "one argument too many"
            }
            ParseErrorKind::NotASide(_) => "no such waters",
        }
    }

    /// A note about what the user may have meant.
    pub fn suggestion(&self, line: &[u8]) -> Option<String> {
        if self.kind != ParseErrorKind::UnknownCommand {
            return None;
        }
        let word = line.get(self.span())?;
        if let Some(tag) = Tag::from_token(word) {
            return Some(format!("{tag} stands alone on its line"));
        }
        if word == b"INVALID" {
            return Some(
                "the error line of a run ends what can be fed back as a script".to_owned(),
            );
        }
        let near = self.nearest(line)?;
        Some(format!("did you mean {near}?"))
    }

    /// The command word or tag that an unknown command resembles most, if it
    /// resembles any. What cannot be seen does not count.
    pub fn nearest(&self, line: &[u8]) -> Option<&'static str> {
        const TAGS: [Tag; 3] = [Tag::State, Tag::PLAYER_A, Tag::PLAYER_B];
        if self.kind != ParseErrorKind::UnknownCommand {
            return None;
        }
        let word = String::from_utf8_lossy(line.get(self.span())?);
        let word: String = word.chars().filter(|&c| is_visible(c)).collect();
        if word.len() > SHOWN_BYTES_MAX {
            return None;
        }
        let upper = word.to_ascii_uppercase();
        let known = Keyword::ALL.into_iter().map(Keyword::text);
        let known = known.chain(TAGS.into_iter().map(Tag::text));
        let distance = |text: &&str| strsim::levenshtein(&text.to_ascii_uppercase(), &upper);
        known
            .filter(|text| distance(text) <= text.len() / 3)
            .min_by_key(distance)
    }
}

fn list<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join(", ")
}

/// How much of a token is shown. No word of the language is as long.
const SHOWN_BYTES_MAX: usize = 40;

/// A token as it is shown in a message: quoted, and cut if it is very long.
struct Shown<'l>(&'l [u8]);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.len() <= SHOWN_BYTES_MAX {
            return write!(f, "`{}`", escape_bytes(self.0));
        }
        let first = &self.0[..SHOWN_BYTES_MAX];
        // Not within a character.
        let whole = first.utf8_chunks().last();
        let cut = whole.map_or(0, |chunk| chunk.invalid().len());
        write!(f, "`{}...`", escape_bytes(&first[..first.len() - cut]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_suggested() {
        let suggest = |line: &[u8]| {
            ParseError::new(ParseErrorKind::UnknownCommand, 0..line.len()).suggestion(line)
        };
        assert_eq!(suggest(b"shoot").as_deref(), Some("did you mean SHOOT?"));
        assert_eq!(
            suggest(b"PLACESHIP").as_deref(),
            Some("did you mean PLACE_SHIP?")
        );
        assert_eq!(suggest(b"[stat]").as_deref(), Some("did you mean [state]?"));
        assert!(suggest(b"INVALID").is_some_and(|note| note.contains("error line")));
        assert_eq!(suggest(b"FIRE"), None);
    }
}
