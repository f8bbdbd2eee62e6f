//! Guesses at what the author of a wrong line meant.

use std::ops::Range;

use admiralty_message::{Message, message};

use super::argument::INDEX;
use super::parse_error::{SHOWN_BYTES_MAX, list, shown};
use super::{Keyword, Line, ParseError, ParseErrorKind, Tag, span_of};
use crate::geometry::Direction;
use crate::player::Player;
use crate::rules::RuleSet;
use crate::strangers::{BYTE_ORDER_MARK, explain_strangers, is_binary, is_utf16, plain};

/// Advice on a wrong line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Advice {
    /// Notes.
    pub notes: Vec<Message>,
    /// A probable correction: with it, the line is right, or its first error comes later.
    pub replacement: Option<Replacement>,
}

/// A text that may be meant instead of some bytes of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// The bytes of the line.
    pub span: Range<usize>,
    /// The text.
    pub text: String,
}

impl Advice {
    pub(crate) fn note(note: Message) -> Self {
        Self {
            notes: vec![note],
            replacement: None,
        }
    }
}

impl ParseError {
    /// Advice on the error of a line.
    pub(crate) fn advice(&self, line: &[u8]) -> Advice {
        let word = line.get(self.span()).unwrap_or_default();
        if is_utf16(line) {
            return Advice::note(message!(
                "advice-utf-16",
                "this is text in UTF-16; a script is in UTF-8"
            ));
        }
        if self.kind == ParseErrorKind::UnknownCommand && is_binary(line) {
            return Advice::default();
        }
        let mut advice = if COMMENTS.iter().any(|mark| word.starts_with(mark)) {
            Advice::note(message!("advice-no-comments", "a script has no comments"))
        } else {
            let of_line = self.line_advice(line);
            let is_known = of_line != Advice::default();
            if is_known {
                of_line
            } else {
                self.word_advice(line, word)
            }
        };
        advice
            .notes
            .extend(explain_strangers(&line[..self.span().end]));
        advice
    }

    /// Advice on a line with faults of typing.
    fn line_advice(&self, line: &[u8]) -> Advice {
        let mut advice = Advice::default();
        let Some(typed) = TypedLine::new(line) else {
            return advice;
        };
        let text = typed.words.join(" ");
        let is_right = match Line::parse_for(text.as_bytes(), self.rules.as_ref()) {
            Line::Tag(_) => true,
            // A command for the other player was meant for another group.
            Line::Command(_) => match (typed.player, self.group) {
                (Some(player), Some(Tag::Player(mover))) => player == mover,
                _ => true,
            },
            Line::Blank | Line::Invalid(_) => false,
        };
        advice.notes = typed.notes;
        if is_right {
            // The byte order mark may be the only error, and has been reported already.
            if line.strip_prefix(BYTE_ORDER_MARK) != Some(text.as_bytes()) {
                match advice.notes.first_mut() {
                    Some(note) => {
                        let why = &*note;
                        *note = message!(
                            "advice-meant-because",
                            [text, why],
                            "did you mean {text}? {why}"
                        );
                    }
                    None => advice.notes.push(did_you_mean(&text)),
                }
            }
            let span = span_of(line, 0..usize::MAX);
            advice.replacement = Some(Replacement { span, text });
        }
        advice
    }

    /// Advice on the word that is wrong, or else the syntax of the command.
    fn word_advice(&self, line: &[u8], word: &[u8]) -> Advice {
        let is_first = self.kind == ParseErrorKind::UnknownCommand;
        if is_first && word == b"INVALID" {
            return Advice::note(message!(
                "advice-error-line",
                "this is the error line of a run; only the output before it can be fed back"
            ));
        }
        let tag = Tag::from_token(word).filter(|_| is_first);
        let near = closest(word, &self.spellings());
        match near.filter(|near| tag.is_none() && self.is_repaired_by(line, near)) {
            Some(near) => Advice {
                replacement: Some(Replacement {
                    span: self.span(),
                    text: near.to_owned(),
                }),
                ..Advice::note(did_you_mean(near))
            },
            None if is_first => {
                let tag = tag.or_else(|| Tag::from_token(near?.as_bytes()));
                tag.map(|tag| Advice::note(stands_alone(tag)))
                    .unwrap_or_default()
            }
            None => self.argument_advice(word),
        }
    }

    /// Advice on an argument that is not similar to one that is possible.
    fn argument_advice(&self, word: &[u8]) -> Advice {
        let rules_with_class = || {
            let rules = RuleSet::ALL
                .iter()
                .filter(|rules| rules.class(word).is_some());
            list(rules.map(|rules| rules.name))
        };
        match self.kind {
            ParseErrorKind::NotANumber(what)
                if what == INDEX && self.keyword != Some(Keyword::Spy) && self.is_class(word) =>
            {
                Advice::note(message!(
                    "advice-index-first",
                    "the index of a ship comes before its class"
                ))
            }
            ParseErrorKind::NotAClass if !rules_with_class().is_empty() => {
                let (class, rules) = (shown(word), rules_with_class());
                Advice::note(message!(
                    "advice-class-of",
                    [class, rules],
                    "{class} is a class of the rule set {rules}"
                ))
            }
            // An argument may be missing, or an extra one come before.
            ParseErrorKind::NotANumber(_)
            | ParseErrorKind::NotAPlayer
            | ParseErrorKind::NotADirection
            | ParseErrorKind::NotAMovement
            | ParseErrorKind::NotAClass
            | ParseErrorKind::NotSegments(_) => {
                let usage = self.usage();
                Advice::note(message!("advice-usage", [usage], "the command is {usage}"))
            }
            _ => Advice::default(),
        }
    }

    /// Whether with another word the line would be right so far.
    fn is_repaired_by(&self, line: &[u8], word: &str) -> bool {
        let Range { start, end } = self.span();
        let changed = [&line[..start], word.as_bytes(), &line[end..]].concat();
        match Line::parse_for(&changed, self.rules.as_ref()) {
            Line::Invalid(error) => error.span().start >= start + word.len(),
            Line::Blank | Line::Tag(_) | Line::Command(_) => true,
        }
    }

    fn is_class(&self, word: &[u8]) -> bool {
        self.rules
            .as_ref()
            .is_some_and(|rules| rules.class(word).is_some())
    }

    /// The command word or tag most similar to an unknown command, if any is similar enough.
    pub fn nearest(&self, line: &[u8]) -> Option<&str> {
        if self.kind != ParseErrorKind::UnknownCommand {
            return None;
        }
        closest(line.get(self.span())?, &self.spellings())
    }

    /// The words that are possible here.
    fn spellings(&self) -> Vec<Spelling<'_>> {
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
                    let is_allowed =
                        |one| self.rules.as_ref().is_none_or(|rules| rules.allows(one));
                    direction.is_some_and(is_allowed)
                };
                DIRECTIONS.iter().filter(is_allowed).copied().collect()
            }
            ParseErrorKind::NotAMovement => MOVEMENTS.to_vec(),
            ParseErrorKind::NotAPrintMode => PRINT_MODES.to_vec(),
            ParseErrorKind::NotAClass => {
                let classes = self.rules.iter().flat_map(|rules| {
                    let titled = |class| (class, rules.title(class));
                    rules.classes.iter().map(titled)
                });
                let spellings = classes.flat_map(|(class, title)| {
                    let name = class.name.as_str();
                    [name, title].map(|word| spelling(word, name))
                });
                spellings.collect()
            }
            ParseErrorKind::NotARuleSet => {
                let names = RuleSet::ALL.iter().map(|rules| rules.name);
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
struct Spelling<'s> {
    word: &'s str,
    meant: &'s str,
}

const fn spelling<'s>(word: &'s str, meant: &'s str) -> Spelling<'s> {
    Spelling { word, meant }
}

const PLAYERS: [Spelling<'static>; 6] = [
    spelling("A", "A"),
    spelling("B", "B"),
    spelling("playerA", "A"),
    spelling("playerB", "B"),
    spelling("[playerA]", "A"),
    spelling("[playerB]", "B"),
];
const DIRECTIONS: [Spelling<'static>; 8] = [
    spelling("N", "N"),
    spelling("E", "E"),
    spelling("S", "S"),
    spelling("W", "W"),
    spelling("north", "N"),
    spelling("east", "E"),
    spelling("south", "S"),
    spelling("west", "W"),
];
const MOVEMENTS: [Spelling<'static>; 6] = [
    spelling("F", "F"),
    spelling("L", "L"),
    spelling("R", "R"),
    spelling("forward", "F"),
    spelling("left", "L"),
    spelling("right", "R"),
];
const PRINT_MODES: [Spelling<'static>; 2] = [spelling("basic", "0"), spelling("extended", "1")];
const RULES_OPTIONS: [Spelling<'static>; 2] = [
    spelling("LENGTHS", "LENGTHS"),
    spelling("NAMED_HITS", "NAMED_HITS"),
];

/// The word whose spelling is most similar to a token, if any is similar enough. Case does not matter,
/// and strange characters count as what they look like.
fn closest<'s>(token: &[u8], spellings: &[Spelling<'s>]) -> Option<&'s str> {
    let token = String::from_utf8_lossy(token);
    let token = plain(&token).to_ascii_uppercase();
    if token.len() > SHOWN_BYTES_MAX {
        return None;
    }
    let length = token.chars().count();
    let most = |spelling: &Spelling<'_>| spelling.word.len() / 3;
    // No fewer letters change than there are more in one of the words, or than the token lacks; to count
    // them all takes long.
    let may_be_near = |one: &&Spelling<'_>| {
        one.word.len().abs_diff(length) <= most(one)
            && missing_letters(one.word, &token) <= most(one)
    };
    let distances = spellings.iter().filter(may_be_near).map(|spelling| {
        let distance = strsim::osa_distance(&spelling.word.to_ascii_uppercase(), &token);
        (distance, spelling)
    });
    let near = distances.filter(|(distance, spelling)| *distance <= most(spelling));
    let (_, spelling) = near.min_by_key(|(distance, _)| *distance)?;
    Some(spelling.meant)
}

/// How many of the letters of a word, each as often as the word has it, are not in a short token in capital letters.
fn missing_letters(word: &str, token: &str) -> usize {
    let mut unused = [0_u8; 256];
    for byte in token.bytes() {
        unused[usize::from(byte)] += 1;
    }
    let is_missing = |byte: &u8| {
        let unused = &mut unused[usize::from(byte.to_ascii_uppercase())];
        let is_missing = *unused == 0;
        *unused -= u8::from(!is_missing);
        is_missing
    };
    word.bytes().filter(is_missing).count()
}

/// A line without the faults that are often typed.
struct TypedLine {
    words: Vec<String>,
    /// Notes on the faults.
    notes: Vec<Message>,
    /// The player who was named although the command has none.
    player: Option<Player>,
}

impl TypedLine {
    /// Longer lines are not looked at; every command is shorter.
    const BYTES_MAX: usize = 100;

    /// The words of a line that begins with a command or is a tag.
    fn new(line: &[u8]) -> Option<Self> {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let line = str::from_utf8(line).ok();
        let line = plain(line.filter(|line| line.len() <= Self::BYTES_MAX)?).into_owned();
        let mut typed = Self {
            words: words(&line.replace(PUNCTUATION, " ")),
            notes: Vec::new(),
            player: None,
        };
        let first = typed.words.first()?.as_bytes();
        match Keyword::from_token(first) {
            // Any words may follow.
            Some(Keyword::Information) => return None,
            Some(keyword) => {
                if line.contains(',') {
                    typed.notes.push(message!(
                        "advice-no-commas",
                        "separate arguments by blanks, not commas"
                    ));
                } else if line.contains(PUNCTUATION) {
                    typed.notes.push(message!(
                        "advice-blanks-alone",
                        "separate arguments by blanks alone"
                    ));
                }
                typed.drop_player(keyword);
                typed.join_segments(keyword);
                typed.find_another_command(keyword);
            }
            None => {
                Tag::from_token(first)?;
            }
        }
        Some(typed)
    }

    /// Drops the player, where the command has none.
    fn drop_player(&mut self, keyword: Keyword) {
        let first = self.words.get(1).map(String::as_bytes);
        self.player = first
            .and_then(Player::from_token)
            .filter(|_| !names_player(keyword));
        if self.player.is_some() {
            self.words.remove(1);
            self.notes.push(if keyword.is_in_group(Tag::PLAYER_A) {
                message!("advice-group-names-player", "the group names the player")
            } else {
                message!(
                    "advice-names-no-player",
                    [keyword],
                    "{keyword} names no player"
                )
            });
        }
    }

    /// Joins segments that are several words.
    fn join_segments(&mut self, keyword: Keyword) {
        const FIRST: usize = 7;
        let segments = self.words.get(FIRST..).unwrap_or_default();
        let is_digit = |digit| matches!(digit, b'0' | b'1');
        let are_segments = segments.iter().all(|word| word.bytes().all(is_digit));
        if keyword == Keyword::Ship && segments.len() > 1 && are_segments {
            let joined = segments.concat();
            self.words.truncate(FIRST);
            self.words.push(joined);
            self.notes.push(message!(
                "advice-segments",
                "the segments are one word, without blanks"
            ));
        }
    }

    /// Notes that another command or a tag is on the line.
    fn find_another_command(&mut self, keyword: Keyword) {
        // A tag may be meant as the player.
        let others = 1 + usize::from(names_player(keyword));
        for word in self.words.iter().skip(others) {
            let note = if let Some(tag) = Tag::from_token(word.as_bytes()) {
                stands_alone(tag)
            } else if Keyword::from_token(word.as_bytes()).is_some() {
                message!(
                    "advice-one-command",
                    [word],
                    "a line has one command: {word} begins another"
                )
            } else {
                continue;
            };
            return self.notes.push(note);
        }
    }
}

fn did_you_mean(text: &str) -> Message {
    message!("advice-meant", [text], "did you mean {text}?")
}

fn stands_alone(tag: Tag) -> Message {
    message!("advice-tag-alone", [tag], "{tag} stands alone on its line")
}

fn words(line: &str) -> Vec<String> {
    let words = line.split([' ', '\t']).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

/// Whether the first argument of a command is a player.
fn names_player(keyword: Keyword) -> bool {
    keyword.usage().split(' ').nth(1) == Some("P")
}

/// Signs that other languages put around and between arguments.
const PUNCTUATION: [char; 7] = [',', ';', ':', '(', ')', '"', '\''];

/// Signs that begin comments in other languages.
const COMMENTS: [&[u8]; 2] = [b"#", b"//"];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn no_similar_spelling_is_passed_over() {
        let spellings = Keyword::ALL.map(|keyword| spelling(keyword.text(), keyword.text()));
        let mut rng = Rng::seeded(1);
        for round in 0..4000 {
            let mut token = spellings[round % spellings.len()].word.as_bytes().to_vec();
            for _ in 0..rng.between(0, 5) {
                let at = rng.index(token.len());
                match rng.between(0, 3) {
                    0 if token.len() > 1 => drop(token.remove(at)),
                    1 => token.insert(at, b"AEIX_\xe9"[round % 6]),
                    2 => token.swap(at, 0),
                    _ => token[at] = b'O',
                }
            }
            let text = String::from_utf8_lossy(&token);
            let distances = spellings.map(|one| (strsim::osa_distance(one.word, &text), one));
            let near = distances.into_iter();
            let near = near.filter(|(distance, one)| *distance <= one.word.len() / 3);
            let expected = near.min_by_key(|(distance, _)| *distance);
            let expected = expected.map(|(_, one)| one.meant);
            assert_eq!(closest(&token, &spellings), expected, "{text}");
        }
    }
}
