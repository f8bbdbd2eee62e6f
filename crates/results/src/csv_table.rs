//! CSV for spreadsheets, safe for text from others.

use std::borrow::Cow;
use std::io::{self, Write};

/// Characters with which a cell is a formula in some spreadsheet, or that a spreadsheet skips
/// before a formula.
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/// The prefix that makes a cell text.
const TEXT: char = '\'';

/// Writes a table as CSV. Text that a spreadsheet would calculate gets an apostrophe before it;
/// numbers stay numbers.
#[derive(Debug)]
pub struct CsvTable<W: Write>(csv::Writer<W>);

impl<W: Write> CsvTable<W> {
    /// Writes the names of the columns.
    ///
    /// # Errors
    ///
    /// If `out` returns an error.
    pub fn new(out: W, columns: &[impl AsRef<str>]) -> io::Result<Self> {
        let mut table = Self(csv::Writer::from_writer(out));
        table.add(columns)?;
        Ok(table)
    }

    /// Writes a row.
    ///
    /// # Errors
    ///
    /// If the output returns an error.
    pub fn add(&mut self, cells: &[impl AsRef<str>]) -> io::Result<()> {
        for cell in cells {
            self.0.write_field(harmless(cell.as_ref()).as_bytes())?;
        }
        Ok(self.0.write_record(None::<&[u8]>)?)
    }

    /// Ends the table, and returns its output.
    ///
    /// # Errors
    ///
    /// If the output returns an error.
    pub fn finish(self) -> io::Result<W> {
        self.0.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// A cell that no spreadsheet calculates.
fn harmless(cell: &str) -> Cow<'_, str> {
    if cell.starts_with(FORMULA) && cell.parse::<f64>().is_err() {
        return format!("{TEXT}{cell}").into();
    }
    cell.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_become_text_and_numbers_stay() {
        for (cell, expected) in [
            ("=1+1", "'=1+1"),
            ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"),
            ("-2+3", "'-2+3"),
            ("-", "'-"),
            ("@SUM(1)", "'@SUM(1)"),
            ("\t=1", "'\t=1"),
            ("\r=1", "'\r=1"),
            ("\n=1", "'\n=1"),
            ("＝1+1", "'＝1+1"),
            ("-3", "-3"),
            ("+0.5", "+0.5"),
            ("-1e-7", "-1e-7"),
            ("anna", "anna"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(harmless(cell), expected);
        }
    }

    #[test]
    fn columns_and_rows_are_harmless() {
        let mut table = CsvTable::new(Vec::new(), &["name", "=x"]).expect("written");
        table.add(&["=HYPERLINK(\"a,b\")", "-3"]).expect("written");
        let text = String::from_utf8(table.finish().expect("written")).expect("UTF-8");
        assert_eq!(text, "name,'=x\n\"'=HYPERLINK(\"\"a,b\"\")\",-3\n");
    }
}
