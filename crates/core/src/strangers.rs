//! Characters that a script does not have: what each is called, and what was meant by it.

use std::borrow::Cow;

use admiralty_escape::{escape, is_visible};
use admiralty_message::{Message, Phrase, message};

/// The byte order mark in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Notes for the author of a line on characters that a script does not have, one for each kind.
pub(crate) fn explain_strangers(line: &[u8]) -> Vec<Message> {
    const NOTES_MAX: usize = 3;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut named: Vec<Phrase> = Vec::new();
    let mut notes = Vec::new();
    for character in line.utf8_chunks().flat_map(|chunk| chunk.valid().chars()) {
        match stranger(character) {
            Some(stranger) if !named.contains(&stranger.name) => {
                named.push(stranger.name);
                notes.push(stranger.note(character));
            }
            _ => {}
        }
        if notes.len() == NOTES_MAX {
            break;
        }
    }
    notes
}

/// A text with the characters of a script instead of those that look like them or like nothing.
pub fn plain(text: &str) -> Cow<'_, str> {
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~' | b'\t')) {
        return Cow::Borrowed(text);
    }
    let meant = |character| match stranger(character) {
        None => Some(character),
        Some(stranger) => stranger.meant,
    };
    text.chars().filter_map(meant).collect()
}

/// Whether a line is text in UTF-16: it begins with its byte order mark, or every
/// other byte is zero.
pub(crate) fn is_utf16(line: &[u8]) -> bool {
    const BYTES_MIN: usize = 4;
    let is_zero = |first| line.iter().skip(first).step_by(2).all(|&byte| byte == 0);
    let is_mark = line.starts_with(b"\xff\xfe") || line.starts_with(b"\xfe\xff");
    is_mark || (line.len() >= BYTES_MIN && is_zero(0) != is_zero(1))
}

/// Whether bytes are neither text nor UTF-16: there is a NUL byte, and at least one in three is a
/// control character or not UTF-8.
pub fn is_binary(bytes: &[u8]) -> bool {
    const ONE_IN: usize = 3;
    if !bytes.contains(&0) || is_utf16(bytes) {
        return false;
    }
    let is_control = |byte: &&u8| byte.is_ascii_control() && !byte.is_ascii_whitespace();
    let controls = bytes.iter().filter(is_control).count();
    let invalid = bytes.utf8_chunks().map(|chunk| chunk.invalid().len());
    (controls + invalid.sum::<usize>()) * ONE_IN >= bytes.len()
}

/// A character that a script does not have.
struct Stranger {
    name: Phrase,
    /// The character that stands for it in a script, if there is one.
    meant: Option<char>,
}

impl Stranger {
    fn note(&self, character: char) -> Message {
        let shown = escape(character.encode_utf8(&mut [0; 4])).into_owned();
        let (name, code) = (self.name, format!("{:04X}", u32::from(character)));
        let advice = match (character, self.meant) {
            ('\u{feff}', _) => message!(
                "stranger-no-mark",
                "save the script as UTF-8 without it, not as \"UTF-8 with BOM\""
            ),
            ('\r', _) => message!("stranger-line-ends", "a line ends with LF or CR LF"),
            (_, Some(' ')) => message!("stranger-blanks", "blanks and tabs separate tokens"),
            (_, Some(meant)) => {
                let meant = meant.to_string();
                message!("stranger-write", [meant], "write {meant}")
            }
            _ if is_quotation_mark(character) => {
                message!("stranger-no-quotation", "words have no quotation marks")
            }
            (_, None) => message!("stranger-in-token", "it is part of its token"),
        };
        message!(
            "stranger",
            [shown, name, code, advice],
            "{shown} is {name} (U+{code}); {advice}"
        )
    }
}

const fn is_quotation_mark(character: char) -> bool {
    matches!(
        character,
        '\u{ab}' | '\u{bb}' | '\u{2018}'..='\u{201f}' | '\u{2039}' | '\u{203a}'
    )
}

/// How far the full-width forms are from the characters of ASCII.
const FULL_WIDTH: u32 = 0xfee0;

/// Letters of other alphabets, and the capital letters that look the same.
const LOOK_ALIKES: [(&str, &str); 2] = [
    ("АВЕЅІЈКМНОРСТУХ", "ABESIJKMHOPCTYX"),
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),
];

/// What is known about a character, unless a script can have it, or it is a letter or sign that nobody
/// mistakes for another one.
#[expect(clippy::too_many_lines, reason = "a table")]
fn stranger(character: char) -> Option<Stranger> {
    let full_width = || char::from_u32(u32::from(character) - FULL_WIDTH);
    let look_alike = |(letters, capitals): (&str, &str)| {
        let mut pairs = letters.chars().zip(capitals.chars());
        pairs
            .find(|&(letter, _)| letter == character)
            .map(|(_, capital)| capital)
    };
    let (name, meant) = match character {
        ' '..='~' | '\t' => return None,
        '\0' => (Phrase::new("character-nul", "NUL"), None),
        '\r' => (
            Phrase::new("character-carriage-return", "a carriage return"),
            None,
        ),
        '\u{1a}' => (
            Phrase::new("character-character-of-ctrl-z", "the character of Ctrl-Z"),
            None,
        ),
        '\u{1b}' => (
            Phrase::new("character-escape-character", "an escape character"),
            None,
        ),
        '\u{7f}' => (
            Phrase::new("character-delete-character", "a delete character"),
            None,
        ),
        '\u{a0}' => (
            Phrase::new("character-no-break-space", "a no-break space"),
            Some(' '),
        ),
        '\u{ad}' => (Phrase::new("character-soft-hyphen", "a soft hyphen"), None),
        '\u{200b}' => (
            Phrase::new("character-zero-width-space", "a zero-width space"),
            None,
        ),
        '\u{200c}' => (
            Phrase::new("character-zero-width-non-joiner", "a zero-width non-joiner"),
            None,
        ),
        '\u{200d}' => (
            Phrase::new("character-zero-width-joiner", "a zero-width joiner"),
            None,
        ),
        '\u{2010}' => (Phrase::new("character-hyphen", "a hyphen"), Some('-')),
        '\u{2011}' => (
            Phrase::new("character-non-breaking-hyphen", "a non-breaking hyphen"),
            Some('-'),
        ),
        '\u{2012}' => (
            Phrase::new("character-figure-dash", "a figure dash"),
            Some('-'),
        ),
        '\u{2013}' => (Phrase::new("character-en-dash", "an en dash"), Some('-')),
        '\u{2014}' => (Phrase::new("character-em-dash", "an em dash"), Some('-')),
        '\u{2015}' => (
            Phrase::new("character-horizontal-bar", "a horizontal bar"),
            Some('-'),
        ),
        '\u{2026}' => (Phrase::new("character-ellipsis", "an ellipsis"), None),
        '\u{202f}' => (
            Phrase::new("character-narrow-no-break-space", "a narrow no-break space"),
            Some(' '),
        ),
        '\u{2060}' => (Phrase::new("character-word-joiner", "a word joiner"), None),
        '\u{2212}' => (
            Phrase::new("character-minus-sign", "a minus sign"),
            Some('-'),
        ),
        '\u{3000}' => (
            Phrase::new("character-ideographic-space", "an ideographic space"),
            Some(' '),
        ),
        '\u{feff}' => (
            Phrase::new("character-byte-order-mark", "a byte order mark"),
            None,
        ),
        '\u{ff10}'..='\u{ff19}' => (
            Phrase::new("character-full-width-digit", "a full-width digit"),
            full_width(),
        ),
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => (
            Phrase::new("character-full-width-letter", "a full-width letter"),
            full_width(),
        ),
        '\u{ff01}'..='\u{ff5e}' => (
            Phrase::new("character-full-width-sign", "a full-width sign"),
            full_width(),
        ),
        '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            (
                Phrase::new(
                    "character-bidirectional-control-character",
                    "a bidirectional control character",
                ),
                None,
            )
        }
        _ if is_quotation_mark(character) => (
            Phrase::new(
                "character-typographic-quotation-mark",
                "a typographic quotation mark",
            ),
            None,
        ),
        _ if character.is_control() => (
            Phrase::new("character-control-character", "a control character"),
            None,
        ),
        _ if character.is_whitespace() => (
            Phrase::new("character-kind-of-space", "a kind of space"),
            Some(' '),
        ),
        _ if !is_visible(character) => (
            Phrase::new("character-invisible-character", "an invisible character"),
            None,
        ),
        _ => {
            let capital = LOOK_ALIKES.into_iter().find_map(look_alike)?;
            (
                Phrase::new(
                    "character-letter-of-another-alphabet",
                    "a letter of another alphabet",
                ),
                Some(capital),
            )
        }
    };
    Some(Stranger { name, meant })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn utf_16_has_a_mark_or_zeros_in_every_other_byte() {
        for (line, expected) in [
            (&b"a\0b\0"[..], true),
            (b"\0a\0b", true),
            (b"\xff\xfe", true),
            (b"\xfe\xffab", true),
            (b"a\0b", false),
            (b"ab\0c", false),
            (b"abcd", false),
            (b"\0\0\0\0", false),
        ] {
            assert_eq!(is_utf16(line), expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn a_third_of_a_binary_line_is_no_text() {
        for (line, expected) in [
            (&b"\0\xff\xfeabcdef"[..], true),
            (b"\0\xff\xfeabcdefg", false),
            (b"\0\x01\x02abcdef", true),
            (b"\xff\xfe\xfdabc", false),
        ] {
            assert_eq!(is_binary(line), expected, "{}", line.escape_ascii());
        }
    }

    #[test]
    fn each_kind_of_character_has_a_name_of_its_own() {
        let name = |c| stranger(c).map(|stranger| stranger.name);
        let kinds = "\0\r\u{1a}\u{1b}\u{7f}\u{a0}\u{ad}\u{200b}\u{200c}\
            \u{200d}\u{202f}\u{2060}\u{3000}\u{feff}\u{61c}\u{1}\u{2003}\u{e0041}\
            ‐‑‒–—―…−“３Ａ＋А";
        let names: BTreeSet<_> = kinds.chars().filter_map(name).collect();
        assert_eq!(names.len(), kinds.chars().count());
        for (alike, first) in [
            (
                "\u{200e}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}",
                '\u{61c}',
            ),
            ("‘’‚‛”„‟«»‹›", '“'),
            ("０９", '３'),
            ("Ｚａｚ", 'Ａ'),
            ("！［＿～", '＋'),
            ("ХΑΧ", 'А'),
        ] {
            assert!(alike.chars().all(|c| name(c) == name(first)), "{alike}");
        }
        assert!("aZ09 ~\tÖÄéЖΩ船".chars().all(|c| name(c).is_none()));
    }

    #[test]
    fn a_plain_text_has_the_characters_of_a_script() {
        for (text, expected) in [
            ("[state]\tREEF 3 4 ~", "[state]\tREEF 3 4 ~"),
            ("\u{feff}［ｓｔａｔｅ］", "[state]"),
            ("SHOOT\u{3000}−３\u{202f}–４", "SHOOT -3 -4"),
            ("“CAR”\u{ad} ‘A’\u{200b}", "CAR A"),
            ("ЅРУ О СΑЯ", "SPY O CAЯ"),
            ("Müller …", "Müller "),
        ] {
            assert_eq!(plain(text), expected);
        }
    }

    #[test]
    fn strangers_are_named_once() {
        for (line, notes) in [
            ("REEF 1 2\r", &[][..]),
            ("REEF\t1 \t2 Ö", &[]),
            ("\u{feff}[state]", &["byte order mark (U+FEFF); save"]),
            ("REEF\u{a0}1\u{a0}2", &["no-break space (U+00A0); blanks"]),
            (
                "REEF 1\u{200b} \u{1}",
                &[
                    "zero-width space (U+200B); it",
                    "a control character (U+0001)",
                ],
            ),
            (
                "[state]\rREEF 1 2\r",
                &["a carriage return (U+000D); a line ends"],
            ),
            ("\u{2}\u{3}\u{4}\u{5}", &["U+0002"]),
            (
                "−１ ２",
                &["write -", "１ is a full-width digit (U+FF11); write 1"],
            ),
            ("“A”", &["words have no quotation marks"]),
            ("\0\u{ad}–—", &["U+0000", "U+00AD", "U+2013"]),
        ] {
            let found = explain_strangers(line.as_bytes());
            assert_eq!(found.len(), notes.len(), "{found:?}");
            for (found, note) in found.iter().zip(notes) {
                assert!(found.contains(note), "{found}");
            }
        }
    }

    #[test]
    fn a_few_control_characters_are_not_binary_data() {
        for (bytes, binary) in [
            (&b"\x7fELF\x02\x01\x01\0\0\0\0"[..], true),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08", true),
            (b"PK\x03\x04\x14\0\0\0\x08\0", true),
            (b"[state]\nSHOOT\0 3 4\n", false),
            (b"\xfc\xfc\xfc\x01", false),
            (b"[\0s\0t\0", false),
            (b"", false),
        ] {
            assert_eq!(is_binary(bytes), binary, "{bytes:?}");
        }
    }

    #[test]
    fn utf16_is_recognised_in_either_order() {
        for text in ["[state]", "SHOOT 10 10", "[s"] {
            for is_little in [true, false] {
                let bytes = |unit: u16| {
                    if is_little {
                        unit.to_le_bytes()
                    } else {
                        unit.to_be_bytes()
                    }
                };
                let line: Vec<u8> = text.encode_utf16().flat_map(bytes).collect();
                assert!(is_utf16(&line));
                assert!(is_utf16(&bytes(0xfeff)));
            }
            assert!(!is_utf16(text.as_bytes()));
        }
        assert!(!is_utf16(b"\0\0\0\0") && !is_utf16(b"") && !is_utf16(b"a\0"));
    }
}
