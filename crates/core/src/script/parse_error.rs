//! The errors of a line that do not depend on the state of the game.

use std::mem;
use std::ops::Range;

use super::{Keyword, Reason, Tag};
use crate::escape::{BYTE_ORDER_MARK, escape_bytes, is_binary, is_visible};
use crate::geometry::Direction;
use crate::rules::{BoardSides, RULE_SETS, RuleSet, ShipClass};

/// An error in a line, and where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// What is wrong.
    pub(crate) kind: ParseErrorKind,
    /// The keyword of the line, if it begins with one.
    pub keyword: Option<Keyword>,
    /// The rule set that the line was read for.
    rules: Option<&'static RuleSet>,
    start: usize,
    end: usize,
}

/// The kinds of errors in a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ParseErrorKind {
    /// The first word is not a command.
    UnknownCommand,
    /// An argument is missing; with what it would be.
    Missing(&'static str),
    /// There are more arguments than the command has.
    TooMany,
    /// Not a number; with what it should be.
    NotANumber(&'static str),
    /// A number out of range; with what it should be, and the range.
    OutOfRange(&'static str, &'static str),
    /// Not a player.
    NotAPlayer,
    /// Not a direction, or not one in which ships of the rule set may point.
    NotADirection,
    /// Not a movement.
    NotAMovement,
    /// Not a class of the rule set.
    NotAClass,
    /// Not a print mode.
    NotAPrintMode,
    /// Not one digit 0 or 1 for each segment of the class, if that is known.
    NotSegments(Option<&'static ShipClass>),
    /// Not a rule set.
    NotARuleSet,
    /// The rule set has no such option.
    NotAnOption(&'static RuleSet),
    /// The rule set does not allow this side of the waters, or has only one.
    NotASide(&'static RuleSet),
}

impl ParseError {
    /// An error in a span of bytes of a line.
    pub(super) fn new(
        kind: ParseErrorKind,
        keyword: Option<Keyword>,
        rules: Option<&'static RuleSet>,
        span: Range<usize>,
    ) -> Box<Self> {
        Box::new(Self {
            kind,
            keyword,
            rules,
            start: span.start,
            end: span.end,
        })
    }

    /// The bytes of the line that are wrong; empty where something is missing.
    pub const fn span(&self) -> Range<usize> {
        self.start..self.end
    }

    /// The reason that is printed.
    pub const fn reason(&self) -> Reason {
        match self.kind {
            ParseErrorKind::UnknownCommand => Reason::UnknownCommand,
            _ => Reason::InvalidArguments,
        }
    }

    /// Whether the line may be correct under another rule set.
    pub(crate) fn is_of_rules(&self) -> bool {
        match self.kind {
            ParseErrorKind::NotAClass
            | ParseErrorKind::NotADirection
            | ParseErrorKind::NotSegments(_) => true,
            ParseErrorKind::Missing(_) | ParseErrorKind::TooMany => {
                self.keyword == Some(Keyword::SetFleet)
            }
            _ => false,
        }
    }

    /// Explains the error, given the line: a sentence, and a short label to show next to the
    /// bytes.
    pub fn explain(&self, line: &[u8]) -> (String, &'static str) {
        let rules = self.rules;
        let usage = self.usage();
        let (label, fault) = match self.kind {
            ParseErrorKind::Missing(what) => {
                return (format!("{what} is missing: the command is {usage}"), what);
            }
            ParseErrorKind::UnknownCommand => ("not a command", "not a command".to_owned()),
            ParseErrorKind::TooMany => (
                "one argument too many",
                format!("an extra argument: the command is {usage}"),
            ),
            ParseErrorKind::NotANumber(what) => {
                ("not a number", format!("not a number; {what} is expected"))
            }
            ParseErrorKind::OutOfRange(what, range) => (
                "out of range",
                format!("out of range: {what} must be {range}"),
            ),
            ParseErrorKind::NotAPlayer => (
                "not a player",
                "not a player; a player is A or B".to_owned(),
            ),
            ParseErrorKind::NotADirection => {
                let names = list(rules.map_or(&Direction::ALL[..], |rules| rules.directions));
                let (others, last) = names.rsplit_once(", ").unwrap_or(("", &names));
                let fault = format!("not a direction; a direction is {others} or {last}");
                ("not a direction", fault)
            }
            ParseErrorKind::NotAMovement => (
                "not a movement",
                "not a movement; a ship moves F (forward), L (left) or R (right)".to_owned(),
            ),
            ParseErrorKind::NotAClass => {
                let names = rules.map(|rules| list(rules.classes.iter().map(|class| class.name)));
                let classes = names.map(|names| format!("; the classes are {names}"));
                let fault = format!("not a class of ships{}", classes.unwrap_or_default());
                ("not a class", fault)
            }
            ParseErrorKind::NotAPrintMode => (
                "neither 0 nor 1",
                "not a print mode; PRINT 0 is basic, PRINT 1 is extended".to_owned(),
            ),
            ParseErrorKind::NotSegments(class) => {
                let fault = match class {
                    Some(ShipClass { title, length, .. }) => {
                        format!("not the state of a {title}: it has {length} segments, and each")
                    }
                    None => "not the state of a ship: each segment".to_owned(),
                };
                (
                    "one digit for each segment",
                    format!("{fault} is 1 (healthy) or 0 (destroyed)"),
                )
            }
            ParseErrorKind::NotARuleSet => {
                let names = list(RULE_SETS.iter().map(|rules| rules.name));
                (
                    "not a rule set",
                    format!("not a rule set; the rule sets are {names}"),
                )
            }
            ParseErrorKind::NotAnOption(rules) => (
                "not an option",
                format!("not an option of the rule set {}", rules.name),
            ),
            ParseErrorKind::NotASide(rules) => {
                let (name, BoardSides { min, max, .. }) = (rules.name, rules.board_sides);
                if min == max {
                    let fault = format!(
                        "an extra argument: waters of {name} always have {max} rows and {max} columns"
                    );
                    ("one argument too many", fault)
                } else {
                    let fault = format!(
                        "out of range: waters of {name} have {min} to {max} rows, and as many columns"
                    );
                    ("no such waters", fault)
                }
            }
        };
        let word = line.get(self.span()).unwrap_or_default();
        if self.kind == ParseErrorKind::UnknownCommand {
            if is_binary(line) {
                return ("this is binary data, not a script".to_owned(), "not text");
            }
            if let Some(rest) = word
                .strip_prefix(BYTE_ORDER_MARK)
                .filter(|rest| !rest.is_empty())
            {
                let message = format!("a byte order mark (U+FEFF) stands before {}", shown(rest));
                return (message, "begins with a byte order mark");
            }
        }
        (format!("{} is {fault}", shown(word)), label)
    }

    /// A note about what the author may have meant, or else the syntax of the command.
    pub fn suggestion(&self, line: &[u8]) -> Option<String> {
        let word = line.get(self.span())?;
        if COMMENTS.iter().any(|mark| word.starts_with(mark)) {
            return Some("a script has no comments".to_owned());
        }
        if self.kind == ParseErrorKind::UnknownCommand {
            return self.intended_line(line, word);
        }
        if let Some(meant) = self.replacement(line) {
            return Some(format!("did you mean {meant}?"));
        }
        let rules_with_class = || {
            let rules = RULE_SETS.iter().filter(|rules| rules.class(word).is_some());
            list(rules.map(|rules| rules.name))
        };
        match self.kind {
            ParseErrorKind::NotANumber("the index")
                if self.keyword != Some(Keyword::Spy) && self.is_class(word) =>
            {
                Some("the index of a ship comes before its class".to_owned())
            }
            ParseErrorKind::NotAClass if !rules_with_class().is_empty() => {
                let (class, rules) = (shown(word), rules_with_class());
                Some(format!("{class} is a class of the rule set {rules}"))
            }
            // An argument may be missing, or an extra one come before.
            ParseErrorKind::NotANumber(_)
            | ParseErrorKind::NotAPlayer
            | ParseErrorKind::NotADirection
            | ParseErrorKind::NotAMovement
            | ParseErrorKind::NotAClass
            | ParseErrorKind::NotSegments(_) => Some(format!("the command is {}", self.usage())),
            _ => None,
        }
    }

    /// The word that may be meant instead of the wrong bytes, if one is similar enough. Invisible
    /// characters are ignored.
    pub fn replacement(&self, line: &[u8]) -> Option<&'static str> {
        let word = line.get(self.span())?;
        // These have other notes.
        let is_something_else = COMMENTS.iter().any(|mark| word.starts_with(mark))
            || self.kind == ParseErrorKind::UnknownCommand
                && (Tag::from_token(word).is_some() || word == b"INVALID");
        (!is_something_else)
            .then(|| closest(word, &self.spellings()))
            .flatten()
    }

    fn is_class(&self, word: &[u8]) -> bool {
        self.rules.is_some_and(|rules| rules.class(word).is_some())
    }

    /// The syntax of the command.
    fn usage(&self) -> String {
        match self.keyword {
            Some(Keyword::SetFleet) if let Some(rules) = self.rules => {
                let classes = rules.classes.iter();
                let counts = classes.clone().map(|_| " n").collect::<String>();
                let names = list(classes.map(|class| class.name));
                format!("{} P{counts}, the counts of {names}", Keyword::SetFleet)
            }
            Some(keyword) => keyword.usage().to_owned(),
            None => String::new(),
        }
    }

    /// A note about a line that does not begin with a command.
    fn intended_line(&self, line: &[u8], word: &[u8]) -> Option<String> {
        if let Some(tag) = Tag::from_token(word) {
            return Some(format!("{tag} stands alone on its line"));
        }
        if word == b"INVALID" {
            return Some(
                "this is the error line of a run; only the output before it can be fed back"
                    .to_owned(),
            );
        }
        let near = self.replacement(line)?;
        // What is wrong then is only the byte order mark.
        let is_spelled = word.strip_prefix(BYTE_ORDER_MARK) == Some(near.as_bytes());
        (!is_spelled).then(|| format!("did you mean {near}?"))
    }

    /// The command word or tag most similar to an unknown command, if any is similar enough.
    /// Invisible characters are ignored.
    pub fn nearest(&self, line: &[u8]) -> Option<&'static str> {
        if self.kind != ParseErrorKind::UnknownCommand {
            return None;
        }
        closest(line.get(self.span())?, &self.spellings())
    }

    /// The words that are possible here.
    fn spellings(&self) -> Vec<Spelling> {
        let as_written = |word| spelling(word, word);
        match self.kind {
            ParseErrorKind::UnknownCommand => {
                let tags = Tag::ALL.map(Tag::text);
                let keywords = Keyword::ALL.into_iter().map(Keyword::text);
                keywords.chain(tags).map(as_written).collect()
            }
            ParseErrorKind::NotAPlayer => PLAYERS.to_vec(),
            ParseErrorKind::NotADirection => {
                let is_allowed = |one: &&Spelling| {
                    let direction = Direction::from_token(one.meant.as_bytes());
                    let is_allowed = |one| self.rules.is_none_or(|rules| rules.allows(one));
                    direction.is_some_and(is_allowed)
                };
                DIRECTIONS.iter().filter(is_allowed).copied().collect()
            }
            ParseErrorKind::NotAMovement => MOVEMENTS.to_vec(),
            ParseErrorKind::NotAPrintMode => PRINT_MODES.to_vec(),
            ParseErrorKind::NotAClass => {
                let classes = self.rules.iter().flat_map(|rules| rules.classes);
                let spellings = classes.flat_map(|&ShipClass { name, title, .. }| {
                    [name, title].map(|word| spelling(word, name))
                });
                spellings.collect()
            }
            ParseErrorKind::NotARuleSet => {
                let names = RULE_SETS.iter().map(|rules| rules.name);
                names.map(as_written).collect()
            }
            ParseErrorKind::NotANumber(_) if self.keyword == Some(Keyword::Rules) => {
                RULES_OPTIONS.to_vec()
            }
            _ => Vec::new(),
        }
    }
}

/// A way to spell a word that somebody may have in mind, and the word of the language.
#[derive(Clone, Copy)]
struct Spelling {
    word: &'static str,
    meant: &'static str,
}

const fn spelling(word: &'static str, meant: &'static str) -> Spelling {
    Spelling { word, meant }
}

const PLAYERS: [Spelling; 6] = [
    spelling("A", "A"),
    spelling("B", "B"),
    spelling("playerA", "A"),
    spelling("playerB", "B"),
    spelling("[playerA]", "A"),
    spelling("[playerB]", "B"),
];
const DIRECTIONS: [Spelling; 8] = [
    spelling("N", "N"),
    spelling("E", "E"),
    spelling("S", "S"),
    spelling("W", "W"),
    spelling("north", "N"),
    spelling("east", "E"),
    spelling("south", "S"),
    spelling("west", "W"),
];
const MOVEMENTS: [Spelling; 6] = [
    spelling("F", "F"),
    spelling("L", "L"),
    spelling("R", "R"),
    spelling("forward", "F"),
    spelling("left", "L"),
    spelling("right", "R"),
];
const PRINT_MODES: [Spelling; 2] = [spelling("basic", "0"), spelling("extended", "1")];
const RULES_OPTIONS: [Spelling; 2] = [
    spelling("LENGTHS", "LENGTHS"),
    spelling("NAMED_HITS", "NAMED_HITS"),
];

/// The word whose spelling is most similar to a token, if any is similar enough. Case and
/// invisible characters do not matter.
fn closest(token: &[u8], spellings: &[Spelling]) -> Option<&'static str> {
    let token = String::from_utf8_lossy(token);
    let token: String = token.chars().filter(|&c| is_visible(c)).collect();
    if token.len() > SHOWN_BYTES_MAX {
        return None;
    }
    let token = token.to_ascii_uppercase();
    let distances = spellings.iter().map(|spelling| {
        let distance = edit_distance(&spelling.word.to_ascii_uppercase(), &token);
        (distance, spelling)
    });
    let near = distances.filter(|(distance, spelling)| *distance <= spelling.word.len() / 3);
    let (_, spelling) = near.min_by_key(|(distance, _)| *distance)?;
    Some(spelling.meant)
}

/// How many letters have to be inserted, deleted, replaced or swapped with the next one to turn one
/// word into the other: the optimal string alignment distance.
pub fn edit_distance(one: &str, other: &str) -> usize {
    let [one, other] = [one, other].map(|word| word.chars().collect::<Vec<_>>());
    let mut row_before_last = Vec::new();
    let mut last_row: Vec<usize> = (0..=other.len()).collect();
    for i in 0..one.len() {
        let mut row = vec![i + 1];
        for j in 0..other.len() {
            let replaced = last_row[j] + usize::from(one[i] != other[j]);
            let mut least = replaced.min(last_row[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && one[i] == other[j - 1] && one[i - 1] == other[j] {
                let before_both: usize = row_before_last[j - 1];
                least = least.min(before_both + 1);
            }
            row.push(least);
        }
        row_before_last = mem::replace(&mut last_row, row);
    }
    last_row[other.len()]
}

/// What comments begin with in other languages.
const COMMENTS: [&[u8]; 2] = [b"#", b"//"];

fn list(names: impl IntoIterator<Item: ToString>) -> String {
    let names = names.into_iter().map(|name| name.to_string());
    names.collect::<Vec<_>>().join(", ")
}

/// How much of a token is shown; every word of the language is shorter.
const SHOWN_BYTES_MAX: usize = 40;

/// A token as shown in a message: quoted, and truncated if it is very long.
fn shown(token: &[u8]) -> String {
    if token.len() <= SHOWN_BYTES_MAX {
        return format!("`{}`", escape_bytes(token));
    }
    let first = &token[..SHOWN_BYTES_MAX];
    // Do not cut within a character.
    let whole = first.utf8_chunks().last();
    let cut = whole.map_or(0, |chunk| chunk.invalid().len());
    format!("`{}...`", escape_bytes(&first[..first.len() - cut]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edit_distance_counts_letters() {
        for (one, other, expected) in [
            ("", "", 0),
            ("", "MOVE", 4),
            ("MOVE", "MOVE", 0),
            ("MOV", "MOVE", 1),
            ("NOVE", "MOVE", 1),
            ("MVOE", "MOVE", 1),
            // A letter is changed once only: after the swap, none is inserted between the two.
            ("CA", "ABC", 3),
            ("SHOOT", "PRINT", 4),
            ("Müll", "Mull", 1),
        ] {
            assert_eq!(edit_distance(one, other), expected, "{one} {other}");
            assert_eq!(edit_distance(other, one), expected, "{other} {one}");
        }
    }
}
