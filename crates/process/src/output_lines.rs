//! Splits output that arrives in pieces into lines.

use std::io::{self, Write};

#[derive(Default)]
pub struct OutputLines {
    bytes: Vec<u8>,
    /// How many bytes were returned as lines.
    returned: usize,
    /// Where the search for a line feed continues.
    searched: usize,
}

impl OutputLines {
    /// Appends the next line to `line`, without its line feed, or the first part of a line longer
    /// than `bytes_max`. Returns whether there was one.
    pub fn take_line(&mut self, line: &mut Vec<u8>, bytes_max: usize) -> bool {
        if let Some(length) = memchr::memchr(b'\n', &self.bytes[self.searched..]) {
            let end = self.searched + length;
            line.extend_from_slice(&self.bytes[self.returned..end]);
            self.returned = end + 1;
            self.searched = self.returned;
            return true;
        }
        self.searched = self.bytes.len();
        if self.searched - self.returned > bytes_max {
            line.extend_from_slice(&self.bytes[self.returned..]);
            self.returned = self.searched;
            return true;
        }
        if self.returned > 0 {
            self.searched -= self.returned;
            self.bytes.drain(..self.returned);
            self.returned = 0;
        }
        false
    }

    /// Appends what is left after the last line.
    pub fn take_rest(&mut self, line: &mut Vec<u8>) {
        line.extend_from_slice(&self.bytes[self.returned..]);
        self.clear();
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.returned = 0;
        self.searched = 0;
    }
}

impl Write for OutputLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
