//! Reports in JSON and CSV.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

use admiralty_core::escape::is_visible;

/// A report that is a list of rows.
pub trait Rows {
    /// A row.
    type Row;

    /// The name of the rows in JSON.
    const NAME: &'static str;

    /// The rows so far.
    fn rows(&self) -> &[Self::Row];

    /// A row in JSON.
    fn record(&self, row: &Self::Row) -> impl Serialize;

    /// The members of the JSON object before the rows.
    fn head(&self) -> Vec<(&'static str, Value)>;

    /// The members after the rows, known only at the end.
    fn tail(&self) -> Vec<(&'static str, Value)>;

    /// The names of the CSV columns.
    fn columns(&self) -> Vec<String>;

    /// The fields of a CSV row.
    fn fields(&self, row: &Self::Row) -> Vec<String>;
}

/// A value as JSON in one line, with invisible characters escaped. A JSON string is also a YAML
/// string.
///
/// # Panics
///
/// If a key is not text.
pub fn to_json(value: &impl Serialize) -> String {
    let mut text = Vec::new();
    let mut serializer = Serializer::with_formatter(&mut text, Visible);
    let written = value.serialize(&mut serializer);
    written.expect("a vector takes everything, and all keys are text");
    String::from_utf8(text).expect("JSON is in UTF-8")
}

/// Escapes invisible characters.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        for c in fragment.chars() {
            if is_visible(c) {
                write!(writer, "{c}")?;
            } else {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_escaped_and_parse_back() {
        let text = "a\"\\\n\u{1}\u{7f}\u{85}\u{202e}\u{feff}\u{fffe}\u{e0041}é";
        let written = to_json(&text);
        let expected = r#""a\"\\\n\u0001\u007f\u0085\u202e\ufeff\ufffe\udb40\udc41é""#;
        assert_eq!(written, expected);
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, text);
    }
}
