//! Lines, read in one of two ways and executed in one.

use std::io::{self, Write};

use super::ending::{GO_ON, Step};
use super::stop::{Echo, Stop};
use super::{Ending, Failure, Session};
use crate::script::{Keyword, Line, Tag, Tokens, is_program_output, parse_arguments, parse_fast};

impl Session {
    /// Executes a line, given without its line feed.
    ///
    /// A line that is refused leaves the game as it was.
    ///
    /// # Errors
    ///
    /// What `out` returns. The line may have been executed then, so it must not
    /// be fed again.
    pub fn line(&mut self, text: &[u8], out: &mut impl Write) -> io::Result<Step> {
        self.line += 1;
        let result = self.read(text, out);
        self.settle(result, text, out)
    }

    /// Executes the lines that an input begins with, as far as they are quick to
    /// read; hands back how many bytes they take.
    ///
    /// # Errors
    ///
    /// As those of [`Session::line`].
    pub(super) fn quick_lines(
        &mut self,
        input: &[u8],
        out: &mut impl Write,
    ) -> io::Result<(usize, Step)> {
        let mut at = 0;
        while let Some((quick, length)) = parse_fast(&input[at..], self.game().rules()) {
            self.line += 1;
            let result = match quick {
                Line::Tag(tag) => self.tag(tag, out),
                Line::Command(command) => self.command(&command, out),
            };
            let step = self.settle(result, &input[at..at + length - 1], out)?;
            at += length;
            if step.is_break() {
                return Ok((at, step));
            }
        }
        Ok((at, GO_ON))
    }

    /// Reads a line token by token, and executes it.
    fn read(&mut self, text: &[u8], out: &mut impl Write) -> Result<Step, Box<Stop>> {
        let mut tokens = Tokens::new(text);
        let Some(first) = tokens.next() else {
            return Ok(GO_ON);
        };
        if let Some(tag) = Tag::from_token(first.text)
            && tokens.clone().next().is_none()
        {
            return self.tag(tag, out);
        }
        if self.open_group().is_none() && is_program_output(text) {
            return Ok(GO_ON);
        }
        let Some(keyword) = Keyword::from_token(first.text) else {
            return Err(Stop::unknown(first));
        };
        let rules = self.game().rules();
        match parse_arguments(keyword, tokens, rules) {
            Ok(command) => self.command(&command, out),
            Err(error) => Err(match self.open_group() {
                Some((tag, _)) if keyword.belongs_in(tag.kind(), rules) => Stop::error(error),
                _ => self.misplaced(keyword, Echo::Tokens),
            }),
        }
    }

    /// What has come of a line: if it was refused, that is printed.
    #[inline]
    pub(super) fn settle(
        &self,
        result: Result<Step, Box<Stop>>,
        text: &[u8],
        out: &mut impl Write,
    ) -> io::Result<Step> {
        match result {
            Ok(step) => Ok(step),
            Err(stop) => Self::fail(stop.into_failure(self.line, text)?, out),
        }
    }

    #[cold]
    pub(super) fn fail(failure: Failure, out: &mut impl Write) -> io::Result<Step> {
        out.write_all(&failure.to_bytes())?;
        Ok(Step::Break(Ending::Failed(Box::new(failure))))
    }
}
