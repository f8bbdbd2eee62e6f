//! Text from others, such as the names of files, as it may stand in a line of a
//! terminal or of a report.

mod invisible;

use std::borrow::Cow;

pub use invisible::{explain_invisible, is_utf16};

/// The most bytes of a character.
const UTF8_BYTES_MAX: usize = 4;
/// What a tab becomes where text has several lines.
const TAB: &str = "    ";

/// Escapes what would not be seen as it is: line breaks and other control
/// characters, characters that change the direction of the text or are invisible,
/// and blanks that only look like one. The result is one line.
///
/// ```
/// use admiralty::escape::escape;
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

/// Escapes bytes that may be no text in the same way; those that are no UTF-8 are
/// written as numbers.
///
/// ```
/// use admiralty::escape::escape_bytes;
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

/// Escapes the lines of a longer text, such as what a program says on standard error.
/// A tab becomes blanks, and a carriage return before a line feed is left out.
pub fn escape_lines(text: &str) -> impl Iterator<Item = String> {
    text.lines()
        .map(|line| escape(&line.replace('\t', TAB)).into_owned())
}

/// Whether a character is seen as it is, at least on the character before it.
pub(crate) fn is_visible(c: char) -> bool {
    if c.is_ascii() {
        return matches!(c, ' '..='~');
    }
    // An accent is escaped only where there is nothing that it could stand on.
    let mut buffer = [b'a'; 1 + UTF8_BYTES_MAX];
    let length = 1 + c.encode_utf8(&mut buffer[1..]).len();
    let text = std::str::from_utf8(&buffer[..length]);
    text.is_ok_and(|text| text.escape_debug().nth(1) == Some(c))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_seen_is_escaped() {
        for (text, escaped) in [
            ("", ""),
            ("T1 'a' \"b\" \\ #<&>", "T1 'a' \"b\" \\ #<&>"),
            ("Müller e\u{301} 船 🚢", "Müller e\u{301} 船 🚢"),
            ("a\tb\r\nc\0", "a\\tb\\r\\nc\\0"),
            ("\u{1b}[2J\u{7f}\u{9b}", "\\u{1b}[2J\\u{7f}\\u{9b}"),
            // Directions, line breaks, nothing at all, and half a blank.
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
}
