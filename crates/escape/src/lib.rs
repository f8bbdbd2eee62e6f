#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

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
/// use admiralty_escape::escape;
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
/// use admiralty_escape::escape_bytes;
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

#[cfg(test)]
mod tests {
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
