//! Makes text from outside, such as file names, safe to show on a terminal or in a report.

use std::borrow::Cow;
use std::path::Path;

/// The most bytes of a character in UTF-8.
const UTF8_BYTES_MAX: usize = 4;
/// The replacement for a tab in multi-line text.
const TAB: &str = "    ";

/// Escapes line breaks and other control characters, bidirectional controls, invisible
/// characters, and spaces other than the blank. The result is one line.
///
/// ```
/// use admiralty_core::escape::escape;
///
/// assert_eq!(escape("it's \"T1\" \\ é"), "it's \"T1\" \\ é");
/// assert_eq!(escape("T1\n\u{1b}[2J\u{202e}x"), "T1\\n\\u{1b}[2J\\u{202e}x");
/// ```
pub fn escape(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_visible) {
        return Cow::Borrowed(text);
    }
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if is_visible(c) {
            escaped.push(c);
        } else {
            escaped.extend(c.escape_debug());
        }
    }
    Cow::Owned(escaped)
}

/// The name of a file for a message: one line, in which invalid UTF-8 is replaced.
pub fn escape_path(path: &Path) -> String {
    escape(&path.to_string_lossy()).into_owned()
}

/// Escapes bytes that may not be text in the same way; invalid UTF-8 becomes `\x` escapes.
///
/// ```
/// use admiralty_core::escape::escape_bytes;
///
/// assert_eq!(escape_bytes(b"REEF\xc2\xa03 \xfc"), "REEF\\u{a0}3 \\xfc");
/// ```
pub fn escape_bytes(bytes: &[u8]) -> String {
    let mut escaped = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        escaped.push_str(&escape(chunk.valid()));
        let invalid = chunk.invalid().iter().copied();
        escaped.extend(invalid.flat_map(std::ascii::escape_default).map(char::from));
    }
    escaped
}

/// Escapes each line of a longer text, such as the standard error of a program. A tab becomes
/// blanks, and a carriage return before a line feed is dropped.
pub fn escape_lines(text: &str) -> impl Iterator<Item = String> {
    text.lines()
        .map(|line| escape(&line.replace('\t', TAB)).into_owned())
}

/// Whether a character is printed as itself, at least after a base character.
pub fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    // Combining characters are escaped only at the start of a text, so test it after a
    // letter.
    let mut buffer = [b'a'; 1 + UTF8_BYTES_MAX];
    let length = 1 + c.encode_utf8(&mut buffer[1..]).len();
    let text = std::str::from_utf8(&buffer[..length]);
    text.is_ok_and(|text| text.escape_debug().nth(1) == Some(c))
}

/// The byte order mark in UTF-8.
pub(crate) const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Notes for the author of a line on characters that a script does not have, one for each kind.
pub(crate) fn explain_strangers(line: &[u8]) -> Vec<String> {
    const NOTES_MAX: usize = 3;
    let line = line.strip_suffix(b"\r").unwrap_or(line);
    let mut named: Vec<&str> = Vec::new();
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
///
/// ```
/// use admiralty_core::escape::plain;
/// assert_eq!(plain("SHOOT\u{a0}\u{ff13} \u{2212}1\u{200b}"), "SHOOT 3 -1");
/// assert_eq!(plain("Müller"), "Müller");
/// ```
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
    name: &'static str,
    /// The character that stands for it in a script, if there is one.
    meant: Option<char>,
}

impl Stranger {
    fn note(&self, character: char) -> String {
        let escaped = escape(character.encode_utf8(&mut [0; 4])).into_owned();
        let (name, code) = (self.name, u32::from(character));
        let advice = match (character, self.meant) {
            ('\u{feff}', _) => "save the script as UTF-8 without it, not as \"UTF-8 with BOM\"",
            ('\r', _) => "a line ends with LF or CR LF",
            (_, Some(' ')) => "blanks and tabs separate tokens",
            (_, Some(meant)) => {
                return format!("{escaped} is {name} (U+{code:04X}); write {meant}");
            }
            _ if is_quotation_mark(character) => "words have no quotation marks",
            (_, None) => "it is part of its token",
        };
        format!("{escaped} is {name} (U+{code:04X}); {advice}")
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
        '\0' => ("NUL", None),
        '\r' => ("a carriage return", None),
        '\u{1a}' => ("the character of Ctrl-Z", None),
        '\u{1b}' => ("an escape character", None),
        '\u{7f}' => ("a delete character", None),
        '\u{a0}' => ("a no-break space", Some(' ')),
        '\u{ad}' => ("a soft hyphen", None),
        '\u{200b}' => ("a zero-width space", None),
        '\u{200c}' => ("a zero-width non-joiner", None),
        '\u{200d}' => ("a zero-width joiner", None),
        '\u{2010}' => ("a hyphen", Some('-')),
        '\u{2011}' => ("a non-breaking hyphen", Some('-')),
        '\u{2012}' => ("a figure dash", Some('-')),
        '\u{2013}' => ("an en dash", Some('-')),
        '\u{2014}' => ("an em dash", Some('-')),
        '\u{2015}' => ("a horizontal bar", Some('-')),
        '\u{2026}' => ("an ellipsis", None),
        '\u{202f}' => ("a narrow no-break space", Some(' ')),
        '\u{2060}' => ("a word joiner", None),
        '\u{2212}' => ("a minus sign", Some('-')),
        '\u{3000}' => ("an ideographic space", Some(' ')),
        '\u{feff}' => ("a byte order mark", None),
        '\u{ff10}'..='\u{ff19}' => ("a full-width digit", full_width()),
        '\u{ff21}'..='\u{ff3a}' | '\u{ff41}'..='\u{ff5a}' => ("a full-width letter", full_width()),
        '\u{ff01}'..='\u{ff5e}' => ("a full-width sign", full_width()),
        '\u{61c}' | '\u{200e}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            ("a bidirectional control character", None)
        }
        _ if is_quotation_mark(character) => ("a typographic quotation mark", None),
        _ if character.is_control() => ("a control character", None),
        _ if character.is_whitespace() => ("a kind of space", Some(' ')),
        _ if !is_visible(character) => ("an invisible character", None),
        _ => {
            let capital = LOOK_ALIKES.into_iter().find_map(look_alike)?;
            ("a letter of another alphabet", Some(capital))
        }
    };
    Some(Stranger { name, meant })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn invisible_text_is_escaped() {
        for (text, escaped) in [
            ("", ""),
            ("T1 'a' \"b\" \\ #<&>", "T1 'a' \"b\" \\ #<&>"),
            ("Müller e\u{301} 船 🚢", "Müller e\u{301} 船 🚢"),
            ("a\tb\r\nc\0", "a\\tb\\r\\nc\\0"),
            ("\u{1b}[2J\u{7f}\u{9b}", "\\u{1b}[2J\\u{7f}\\u{9b}"),
            // Bidirectional controls, line breaks, invisible characters, a no-break space.
            (
                "\u{202e}\u{2067}\u{200f}\u{61c}",
                "\\u{202e}\\u{2067}\\u{200f}\\u{61c}",
            ),
            ("\u{2028}\u{85}", "\\u{2028}\\u{85}"),
            (
                "\u{feff}\u{200b}\u{ad}\u{e0041}",
                "\\u{feff}\\u{200b}\\u{ad}\\u{e0041}",
            ),
            ("\u{a0}\u{ffff}", "\\u{a0}\\u{ffff}"),
        ] {
            assert_eq!(escape(text), escaped);
        }
    }

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
    fn lines_stay_lines() {
        let lines: Vec<_> = escape_lines("a\r\n\tb\u{1b}\n").collect();
        assert_eq!(lines, ["a", "    b\\u{1b}"]);
    }

    #[test]
    fn no_control_character_is_left() {
        for c in (0..=0x1_0000).filter_map(char::from_u32) {
            let escaped = escape(c.encode_utf8(&mut [0; 4])).into_owned();
            assert!(!escaped.chars().any(char::is_control), "{escaped}");
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
