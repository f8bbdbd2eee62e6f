//! JSON and CSV reports whose rows are written as they come, so that nothing is lost if the judge
//! is interrupted.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

use crate::escape::is_visible;

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

/// Writes a JSON object with one row per line.
#[derive(Debug)]
pub struct JsonRows<W: Write> {
    out: W,
    is_empty: bool,
}

impl<W: Write> JsonRows<W> {
    /// Writes what comes before the rows.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin<R: Rows>(mut out: W, report: &R) -> io::Result<Self> {
        write!(out, "{{")?;
        for (name, value) in report.head() {
            write!(out, "\"{name}\":{},", json(&value))?;
        }
        write!(out, "\"{}\":[", R::NAME)?;
        out.flush()?;
        Ok(Self {
            out,
            is_empty: true,
        })
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn add<R: Rows>(&mut self, report: &R, row: &R::Row) -> io::Result<()> {
        let comma = if self.is_empty { "" } else { "," };
        self.is_empty = false;
        write!(self.out, "{comma}\n{}", json(&report.record(row)))?;
        self.out.flush()
    }

    /// Writes what comes after the rows.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn end(mut self, report: &impl Rows) -> io::Result<()> {
        write!(self.out, "\n]")?;
        for (name, value) in report.tail() {
            write!(self.out, ",\"{name}\":{}", json(&value))?;
        }
        writeln!(self.out, "}}")?;
        self.out.flush()
    }
}

/// Writes CSV.
#[derive(Debug)]
pub struct CsvRows<W: Write>(csv::Writer<W>);

impl<W: Write> CsvRows<W> {
    /// Writes the names of the columns.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn begin(out: W, report: &impl Rows) -> io::Result<Self> {
        let mut out = csv::Writer::from_writer(out);
        out.write_record(report.columns())?;
        Ok(Self(out))
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// Those of the output.
    pub fn add<R: Rows>(&mut self, report: &R, row: &R::Row) -> io::Result<()> {
        self.0.write_record(report.fields(row))?;
        self.0.flush()
    }
}

/// A value as JSON in one line, with invisible characters escaped. A JSON string is also a YAML
/// string.
pub(super) fn json(value: &impl Serialize) -> String {
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
        let written = json(&text);
        let expected = r#""a\"\\\n\u0001\u007f\u0085\u202e\ufeff\ufffe\udb40\udc41é""#;
        assert_eq!(written, expected);
        let read: String = serde_json::from_str(&written).expect("JSON");
        assert_eq!(read, text);
    }
}
