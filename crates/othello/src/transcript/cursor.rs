//! A reading position in a text.

use memchr::memchr_iter;

use super::TextPlace;

/// The byte order mark in UTF-8, which some editors put before a text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// A reading position in a text, which knows its line and column.
#[derive(Clone, Debug)]
pub struct Cursor<'t> {
    text: &'t [u8],
    at: usize,
    /// The offset up to which lines were counted, the line there, and where it begins.
    counted: usize,
    line: u64,
    line_start: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t [u8]) -> Self {
        Self {
            text,
            at: 0,
            counted: 0,
            line: 1,
            line_start: 0,
        }
    }

    /// The text after the cursor.
    pub fn rest(&self) -> &'t [u8] {
        &self.text[self.at..]
    }

    pub fn peek(&self) -> Option<u8> {
        self.rest().first().copied()
    }

    /// Takes at most `count` bytes.
    pub fn take(&mut self, count: usize) -> &'t [u8] {
        let taken = &self.rest()[..count.min(self.rest().len())];
        self.at += taken.len();
        taken
    }

    pub fn take_while(&mut self, is_wanted: impl Fn(u8) -> bool) -> &'t [u8] {
        let count = self.rest().iter().position(|&byte| !is_wanted(byte));
        self.take(count.unwrap_or(self.rest().len()))
    }

    /// Takes the next byte if it is `byte`; returns whether it was.
    pub fn accept(&mut self, byte: u8) -> bool {
        let is_there = self.peek() == Some(byte);
        self.at += usize::from(is_there);
        is_there
    }

    pub fn skip_white_space(&mut self) {
        self.take_while(|byte| byte.is_ascii_whitespace());
    }

    /// Skips white space and comments, which begin with `%` after white space and end with
    /// the line.
    pub fn skip_comment_lines(&mut self) {
        self.skip_white_space();
        while self.peek() == Some(b'%') {
            self.take_line();
            self.skip_white_space();
        }
    }

    /// Takes the rest of the line and its newline; returns it without the newline.
    pub fn take_line(&mut self) -> &'t [u8] {
        let line = self.take_while(|byte| byte != b'\n');
        self.take(1);
        line
    }

    pub fn is_at_line_start(&self) -> bool {
        self.at == 0 || self.text[self.at - 1] == b'\n'
    }

    pub fn place(&mut self) -> TextPlace {
        for newline in memchr_iter(b'\n', &self.text[self.counted..self.at]) {
            self.line += 1;
            self.line_start = self.counted + newline + 1;
        }
        self.counted = self.at;
        TextPlace {
            line: self.line,
            column: (self.at - self.line_start + 1) as u64,
        }
    }
}
