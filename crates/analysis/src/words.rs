//! What each word of a line is.

use std::ops::Range;

use admiralty_core::script::{ArgumentKind, Keyword, Line, Tag};

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// Its bytes in the line.
    pub span: Range<usize>,
    /// What it is.
    pub kind: WordKind,
}

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// The tag of a group.
    Tag(Tag),
    /// The first word of a command.
    Keyword(Keyword),
    /// An argument: of which form of the command, which of its arguments, and what it is.
    Argument {
        /// The command.
        keyword: Keyword,
        /// The form, from 0.
        form: usize,
        /// The number of the argument, from 0.
        number: usize,
        /// What it is.
        kind: ArgumentKind,
    },
    /// Anything else: output of a program, or an error.
    Other,
}

/// The words of a line. At the end of a command, `is_open` adds the argument that may follow, which is empty.
pub fn words(line: &[u8], is_open: bool) -> Vec<Word> {
    let mut found: Vec<_> = Line::word_indices(line)
        .map(|(start, text)| (start..start + text.len(), text))
        .collect();
    let first = found.first().map_or(&b""[..], |(_, text)| text);
    let Some(keyword) = Keyword::from_token(first) else {
        let tag = Tag::from_token(first).filter(|_| found.len() == 1);
        let kind = tag.map_or(WordKind::Other, WordKind::Tag);
        return found
            .into_iter()
            .map(|(span, _)| Word { span, kind })
            .collect();
    };
    if is_open && line.ends_with([b' '].as_slice()) | line.ends_with(b"\t") {
        found.push((line.len()..line.len(), b""));
    }
    let arguments: Vec<_> = found[1..].iter().map(|&(_, text)| text).collect();
    let forms = keyword.forms();
    let form = forms
        .iter()
        .position(|form| could_be(form, &arguments))
        .unwrap_or(forms.len() - 1);
    let of = |number: usize| {
        let kinds = &forms[form];
        let last = kinds.last().filter(|kind| kind.is_repeated());
        kinds.get(number).or(last).copied()
    };
    let kinds = (0..found.len()).map(|at| match at.checked_sub(1) {
        None => WordKind::Keyword(keyword),
        Some(number) => of(number).map_or(WordKind::Other, |kind| WordKind::Argument {
            keyword,
            form,
            number,
            kind,
        }),
    });
    let spans = found.iter().map(|(span, _)| span.clone());
    spans
        .zip(kinds)
        .map(|(span, kind)| Word { span, kind })
        .collect()
}

/// Whether arguments, of which the last may be missing, could be those of a form.
fn could_be(form: &[ArgumentKind], arguments: &[&[u8]]) -> bool {
    let is_repeated = form.last().is_some_and(|kind| kind.is_repeated());
    let fits = |(kind, text): (&ArgumentKind, &&[u8])| match kind {
        ArgumentKind::Class => !text.iter().any(u8::is_ascii_digit) || text.len() > 1,
        ArgumentKind::Row | ArgumentKind::Column | ArgumentKind::Index => {
            !text.iter().any(u8::is_ascii_alphabetic)
        }
        _ => true,
    };
    (is_repeated || arguments.len() <= form.len()) && form.iter().zip(arguments).all(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(line: &str) -> Vec<ArgumentKind> {
        let words = words(line.as_bytes(), false).into_iter();
        words
            .filter_map(|word| match word.kind {
                WordKind::Argument { kind, .. } => Some(kind),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn words_are_what_the_command_makes_of_them() {
        use ArgumentKind::{Class, Column, Count, Index, Player, Row, RuleOption, RuleSet};
        for (line, expected) in [
            ("SHOOT 3 4", &[Row, Column][..]),
            ("SHOOT 3", &[Row]),
            ("SHOOT 0 DES 3 4", &[Index, Class, Row, Column]),
            ("SHOOT 0 D", &[Index, Class]),
            ("SPY 3 4", &[Row, Column]),
            ("SPY 0 3 4", &[Index, Row, Column]),
            ("SET_FLEET A 1 2", &[Player, Count, Count]),
            (
                "RULES german 12 NAMED_HITS",
                &[RuleSet, RuleOption, RuleOption],
            ),
            ("REEF 3 4 5", &[Row, Column]),
            ("[state]", &[]),
            ("what 3 4", &[]),
        ] {
            assert_eq!(kinds(line), expected, "{line}");
        }
    }
}
