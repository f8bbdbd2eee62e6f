//! The beginning of an input or an output, as reports show it.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use admiralty_escape::escape_lines;
use admiralty_results::byte_text;
use bstr::ByteSlice;
use serde::{Deserialize, Serialize};

/// How much of a text is kept, in bytes.
const BYTES_MAX: usize = 2 << 10;

/// The first lines of a text, or a part of its only one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TextStart {
    #[serde(with = "byte_text")]
    text: Vec<u8>,
    /// Whether there is more.
    pub is_cut: bool,
}

impl TextStart {
    /// The beginning of a text.
    pub fn of(text: &[u8]) -> Self {
        let is_cut = text.len() > BYTES_MAX;
        let start = &text[..text.len().min(BYTES_MAX)];
        // Whole lines, if there are any.
        let end = start.rfind_byte(b'\n').filter(|_| is_cut);
        Self {
            text: start[..end.map_or(start.len(), |at| at + 1)].to_owned(),
            is_cut,
        }
    }

    /// The beginning of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn read(path: &Path) -> io::Result<Self> {
        let mut text = Vec::new();
        let mut start = File::open(path)?.take(BYTES_MAX as u64 + 1);
        start.read_to_end(&mut text)?;
        Ok(Self::of(&text))
    }

    /// The text; bytes that are not UTF-8 are replaced.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.text).into_owned()
    }

    /// Its lines, with invisible characters escaped.
    pub fn lines(&self) -> Vec<String> {
        escape_lines(&self.text()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_are_cut_at_the_end_of_a_line() {
        let line = format!("{}\n", "a".repeat(99));
        let start = TextStart::of(line.repeat(50).as_bytes());
        assert_eq!((start.text(), start.is_cut), (line.repeat(20), true));
        let start = TextStart::of(b"one\ntwo");
        assert_eq!((start.lines().len(), start.is_cut), (2, false));
        let start = TextStart::of(&[b'a'; 3 * BYTES_MAX]);
        assert_eq!((start.text().len(), start.is_cut), (BYTES_MAX, true));
    }
}
