//! JSON, a line for each item as it comes.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, Serializer};

use crate::escape::is_visible;

/// An object with one long list, of which each item is a line that is written as soon
/// as it is there.
#[derive(Debug)]
pub struct JsonStream<W: Write> {
    out: W,
    is_empty: bool,
}

impl<W: Write> JsonStream<W> {
    /// Begins with the members of an object, and the name of the list.
    pub(super) fn begin(mut out: W, head: &impl Serialize, list: &str) -> io::Result<Self> {
        write_members(head, &mut out)?;
        write!(out, ",\"{list}\":[")?;
        out.flush()?;
        Ok(Self {
            out,
            is_empty: true,
        })
    }

    /// Adds an item, and flushes it.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn add(&mut self, item: &impl Serialize) -> io::Result<()> {
        let comma = if self.is_empty { "" } else { "," };
        self.is_empty = false;
        writeln!(self.out, "{comma}")?;
        write(item, &mut self.out)?;
        self.out.flush()
    }

    /// Ends the list, and then the object with the members of another one.
    pub(super) fn end(mut self, tail: &impl Serialize) -> io::Result<()> {
        let mut members = Vec::new();
        write_members(tail, &mut members)?;
        write!(self.out, "\n]")?;
        if let [b'{', members @ ..] = &members[..]
            && !members.is_empty()
        {
            self.out.write_all(b",")?;
            self.out.write_all(members)?;
        }
        writeln!(self.out, "}}")?;
        self.out.flush()
    }
}

/// Writes an object without its last brace.
fn write_members(object: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let mut text = Vec::new();
    write(object, &mut text)?;
    out.write_all(text.strip_suffix(b"}").unwrap_or(&text))
}

/// Writes a value in one line, in which nothing is invisible.
pub(super) fn write(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let mut serializer = Serializer::with_formatter(out, Visible);
    Ok(value.serialize(&mut serializer)?)
}

/// Escapes what is not seen as it is.
struct Visible;

impl Formatter for Visible {
    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(|c| !is_visible(c)) {
            let (plain, hidden) = rest.split_at(at);
            writer.write_all(plain.as_bytes())?;
            let mut characters = hidden.chars();
            for unit in characters.next().into_iter().flat_map(utf16) {
                write!(writer, "\\u{unit:04x}")?;
            }
            rest = characters.as_str();
        }
        writer.write_all(rest.as_bytes())
    }
}

fn utf16(c: char) -> Vec<u16> {
    c.encode_utf16(&mut [0; 2]).to_vec()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_seen_is_escaped_and_read_again() {
        let text = "a\"\\\n\u{1}\u{7f}\u{202e}\u{feff}\u{e0041}é";
        let mut written = Vec::new();
        write(&text, &mut written).expect("a vector");
        let expected = r#""a\"\\\n\u0001\u007f\u202e\ufeff\udb40\udc41é""#;
        assert_eq!(String::from_utf8_lossy(&written), expected);
        let read: String = serde_json::from_slice(&written).expect("JSON");
        assert_eq!(read, text);
    }

    #[test]
    fn a_stream_is_one_object() {
        for (items, tail, expected) in [
            (0, json!({}), "{\"a\":1,\"list\":[\n]}\n"),
            (
                2,
                json!({"b": 2}),
                "{\"a\":1,\"list\":[\n0,\n1\n],\"b\":2}\n",
            ),
        ] {
            let mut written = Vec::new();
            let stream = JsonStream::begin(&mut written, &json!({"a": 1}), "list");
            let mut stream = stream.expect("a vector");
            for item in 0..items {
                stream.add(&item).expect("a vector");
            }
            stream.end(&tail).expect("a vector");
            assert_eq!(String::from_utf8_lossy(&written), expected);
        }
    }
}
