//! Goes through both texts at once, as far as they are the same in a sense.

mod lines;
mod tokens;

use std::io::{self, BufRead};

use memchr::{memchr, memchr_iter};

use super::Mode;
use super::bytes::{common_prefix, is_blank, is_space};
use super::feed::{Feed, Next, Side};

use Next::{Byte, End, Wait};
use Side::{Expected, Found};

/// Goes through both texts at once.
#[derive(Debug)]
pub(super) struct Matcher {
    mode: Mode,
    /// Whether lines are compared in pairs: in every mode when lines are
    /// counted.
    by_lines: bool,
    state: State,
    /// The last byte of both, as far as its kind matters.
    last: u8,
}

/// What a [`Matcher`] has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The end of what was found so far.
    Wait,
    /// The first difference, or another pair of lines that differ.
    Difference,
    /// So many other pairs of lines that differ, or lines that only one text has.
    Lines(u64),
    /// One text has ended, and the other one has a line feed more.
    FinalNewline,
    /// Both texts have ended.
    End,
}

#[derive(Debug)]
enum State {
    /// Both were the same until here.
    Same,
    /// One text has ended, and the other one had a line feed then.
    LineFeed(Side),
    /// From here on the lines are the same only if nothing but blanks follows.
    LineEnd,
    /// Tokens have ended, and others follow.
    Gap,
    /// Here are two tokens that are not the same, but may be numbers.
    Numbers([Vec<u8>; 2]),
    /// The lines differ, and the rest of them does not matter.
    Skip,
    /// One text has ended; each line of the other one is a difference.
    Rest(Side),
    Ended,
}

impl Matcher {
    pub fn new(mode: Mode) -> Self {
        Self {
            mode,
            by_lines: false,
            state: State::Same,
            last: b'\n',
        }
    }

    /// From the difference on compares the lines in pairs: each difference that
    /// comes now is another pair that differs.
    pub fn count_lines(&mut self) {
        self.by_lines = true;
        self.state = match self.state {
            // The line with the difference was empty, and is over.
            State::LineFeed(_) if self.last == b'\n' => State::Same,
            _ => State::Skip,
        };
    }

    /// Goes on until something is to be told.
    pub fn run(&mut self, feed: &mut Feed<impl BufRead>, found: &mut &[u8]) -> io::Result<Event> {
        loop {
            let event = match self.state {
                State::Same => self.same(feed, found)?,
                State::LineFeed(side) => self.line_feed(feed, found, side)?,
                State::LineEnd => self.line_end(feed, found)?,
                State::Gap => self.gap(feed, found)?,
                State::Numbers(_) => self.numbers(feed, found)?,
                State::Skip => self.skip(feed, found)?,
                State::Rest(side) => self.rest(feed, found, side)?,
                State::Ended => Some(Event::End),
            };
            match event {
                Some(Event::End) => self.state = State::Ended,
                Some(Event::Difference) if self.by_lines => self.state = State::Skip,
                _ => {}
            }
            if let Some(event) = event {
                return Ok(event);
            }
        }
    }

    fn same(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
    ) -> io::Result<Option<Event>> {
        if self.last == b'\n' && feed.has_diverged() {
            let lines = self.whole_lines(feed, found)?;
            if lines > 0 {
                return Ok(Some(Event::Lines(lines)));
            }
        }
        let count = common_prefix(feed.answer()?, found);
        if count > 0 {
            self.last = found[count - 1];
            feed.consume_both(found, count);
        }
        let next = [feed.next(Expected, found)?, feed.next(Found, found)?];
        if next[1] == Wait {
            return Ok(Some(Event::Wait));
        }
        if next[0] == next[1] {
            // More of the answer has been read, unless both have ended.
            return Ok((next[0] == End).then_some(Event::End));
        }
        let is_first = feed.diverge(next.contains(&Byte(b'\n')));
        match self.mode {
            Mode::Exact | Mode::FinalNewline => {
                feed.start_digests(self.is_in_word());
                self.different_bytes(feed, found, next)
            }
            Mode::Trailing => {
                feed.start_digests(self.is_in_word());
                feed.mark();
                self.state = State::LineEnd;
                Ok(None)
            }
            Mode::Tokens | Mode::Float(_) => {
                if is_first {
                    feed.start_digests(self.is_in_word());
                }
                Ok(self.different_tokens(feed, next))
            }
        }
    }

    fn different_bytes(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
        next: [Next; 2],
    ) -> io::Result<Option<Event>> {
        let longer = match next {
            [End, _] => Found,
            [_, End] => Expected,
            _ => return Ok(Some(Event::Difference)),
        };
        if self.by_lines && self.last == b'\n' {
            self.state = State::Rest(longer);
            return Ok(None);
        }
        if !next.contains(&Byte(b'\n')) {
            return Ok(Some(Event::Difference));
        }
        feed.mark();
        feed.consume_line_feed(longer, found)?;
        self.state = if self.by_lines {
            self.last = b'\n';
            State::Same
        } else {
            State::LineFeed(longer)
        };
        Ok(None)
    }

    fn line_feed(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
        longer: Side,
    ) -> io::Result<Option<Event>> {
        Ok(Some(match feed.next(longer, found)? {
            Wait => Event::Wait,
            End => {
                self.state = State::Ended;
                Event::FinalNewline
            }
            Byte(_) => {
                if self.last != b'\n' {
                    // The lines are the same; what comes after them is not.
                    feed.unmark();
                    feed.end_line(longer.other());
                }
                Event::Difference
            }
        }))
    }

    fn line_end(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
    ) -> io::Result<Option<Event>> {
        let mut has_ended = true;
        for side in [Expected, Found] {
            match feed.consume_while(side, found, |bytes| prefix(bytes, is_blank))? {
                Wait => return Ok(Some(Event::Wait)),
                Byte(b'\n') => has_ended = false,
                Byte(_) => return Ok(Some(Event::Difference)),
                End => {}
            }
        }
        feed.unmark();
        if !feed.is_decided() {
            feed.stop_digests();
        }
        if has_ended {
            return Ok(Some(Event::End));
        }
        for side in [Expected, Found] {
            if feed.next(side, found)? == End {
                feed.end_line(side);
            } else {
                feed.consume_line_feed(side, found)?;
            }
        }
        self.last = b'\n';
        self.state = State::Same;
        Ok(None)
    }

    fn skip(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
    ) -> io::Result<Option<Event>> {
        let line = |bytes: &[u8]| memchr(b'\n', bytes).unwrap_or(bytes.len());
        let of_found = feed.consume_while(Found, found, line)?;
        if of_found == Wait {
            // Not further than a piece, so that the hashes keep step.
            feed.consume_answer(line)?;
            return Ok(Some(Event::Wait));
        }
        let next = [feed.consume_while(Expected, found, line)?, of_found];
        if next == [End, End] {
            return Ok(Some(Event::End));
        }
        for (side, next) in [Expected, Found].into_iter().zip(next) {
            if next != End {
                feed.consume_line_feed(side, found)?;
            }
        }
        self.last = b'\n';
        self.state = State::Same;
        Ok(None)
    }

    fn rest(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
        longer: Side,
    ) -> io::Result<Option<Event>> {
        let mut lines = 0;
        let next = feed.consume_while(longer, found, |bytes| {
            lines += memchr_iter(b'\n', bytes).count() as u64;
            self.last = *bytes.last().unwrap_or(&self.last);
            bytes.len()
        })?;
        if next == End {
            lines += u64::from(self.last != b'\n');
            self.state = State::Ended;
        } else if lines == 0 {
            return Ok(Some(Event::Wait));
        }
        Ok(Some(Event::Lines(lines)))
    }

    /// Whether the last byte of both is part of a token.
    fn is_in_word(&self) -> bool {
        !is_space(self.last)
    }
}

/// How many bytes at the beginning are of a kind.
fn prefix(bytes: &[u8], is_of_kind: impl Fn(u8) -> bool) -> usize {
    let end = bytes.iter().position(|&byte| !is_of_kind(byte));
    end.unwrap_or(bytes.len())
}
