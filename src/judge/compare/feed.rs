//! The two texts, side by side, each at its place.

use std::io::{self, BufRead};

use super::capture::{Capture, Snippet};
use super::digest::{Digests, Point};
use super::text::Text;

/// One of the texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Expected,
    Found,
}

/// What comes next in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Byte(u8),
    /// The text has ended.
    End,
    /// Nobody knows yet.
    Wait,
}

/// Where both texts are, and what is kept of them.
#[derive(Debug)]
pub(super) struct Feed<R> {
    answer: R,
    answer_has_ended: bool,
    found_has_ended: bool,
    point: Point,
    texts: [Text; 2],
    /// The first bytes that differ.
    divergence: Option<Divergence>,
    /// Whether the difference is known.
    is_decided: bool,
}

/// The first bytes that differ.
#[derive(Clone, Copy, Debug)]
struct Divergence {
    offset: u64,
    is_line_feed: bool,
}

impl<R: BufRead> Feed<R> {
    pub fn new(answer: R) -> Self {
        Self {
            answer,
            answer_has_ended: false,
            found_has_ended: false,
            point: Point::random(),
            texts: [Text::new(), Text::new()],
            divergence: None,
            is_decided: false,
        }
    }

    /// Nothing more is found.
    pub fn end_found(&mut self) {
        self.found_has_ended = true;
    }

    /// What is read of the answer and not consumed; nothing at its end.
    pub fn answer(&mut self) -> io::Result<&[u8]> {
        fill(&mut self.answer, &mut self.answer_has_ended)
    }

    pub fn next(&mut self, side: Side, found: &[u8]) -> io::Result<Next> {
        Ok(match side {
            Side::Expected => self.answer()?.first().map_or(Next::End, |&b| Next::Byte(b)),
            Side::Found => match found.first() {
                Some(&byte) => Next::Byte(byte),
                None if self.found_has_ended => Next::End,
                None => Next::Wait,
            },
        })
    }

    /// Consumes bytes that are the same in both.
    pub fn consume_both(&mut self, found: &mut &[u8], count: usize) {
        let (bytes, rest) = found.split_at(count);
        *found = rest;
        self.answer.consume(count);
        let [expected, found] = &mut self.texts;
        expected.advance(bytes);
        if self.divergence.is_none() {
            // Until the texts differ they are at the same place.
            found.length += count as u64;
        } else {
            found.advance(bytes);
        }
    }

    /// Consumes what a function takes of a text, which is given a piece that is
    /// not empty and says how many of its bytes it takes; and says what comes
    /// next.
    pub fn consume_while(
        &mut self,
        side: Side,
        found: &mut &[u8],
        mut take: impl FnMut(&[u8]) -> usize,
    ) -> io::Result<Next> {
        debug_assert!(self.divergence.is_some(), "they were the same until now");
        loop {
            let (length, count) = match side {
                Side::Expected => self.consume_answer(&mut take)?,
                Side::Found if found.is_empty() => (0, 0),
                Side::Found => {
                    let length = found.len();
                    let (bytes, rest) = found.split_at(take(found));
                    self.texts[1].advance(bytes);
                    *found = rest;
                    (length, bytes.len())
                }
            };
            if length == 0 || count < length {
                return self.next(side, found);
            }
        }
    }

    /// Consumes what a function takes of a piece of the answer; says how long
    /// the piece is, and how much of it is taken.
    pub fn consume_answer(
        &mut self,
        take: impl FnOnce(&[u8]) -> usize,
    ) -> io::Result<(usize, usize)> {
        let bytes = fill(&mut self.answer, &mut self.answer_has_ended)?;
        if bytes.is_empty() {
            return Ok((0, 0));
        }
        let (length, count) = (bytes.len(), take(bytes));
        self.texts[0].advance(&bytes[..count]);
        self.answer.consume(count);
        self.check_digests();
        Ok((length, count))
    }

    /// Consumes what a function takes of both texts, which is given what is there
    /// of them; of the answer nothing if that has ended.
    pub fn consume_each(
        &mut self,
        found: &mut &[u8],
        take: impl FnOnce(&[u8], &[u8]) -> [usize; 2],
    ) -> io::Result<()> {
        debug_assert!(self.divergence.is_some(), "they were the same until now");
        let answer = fill(&mut self.answer, &mut self.answer_has_ended)?;
        let [of_answer, of_found] = take(answer, found);
        let (bytes, rest) = found.split_at(of_found);
        *found = rest;
        self.texts[0].advance(&answer[..of_answer]);
        self.texts[1].advance(bytes);
        self.answer.consume(of_answer);
        Ok(())
    }

    /// Consumes the line feed that comes next.
    pub fn consume_line_feed(&mut self, side: Side, found: &mut &[u8]) -> io::Result<()> {
        let mut count = 1;
        self.consume_while(side, found, |_| std::mem::take(&mut count))?;
        Ok(())
    }

    /// Takes note that the next bytes differ, which may be of no importance; says
    /// whether they are the first ones.
    pub fn diverge(&mut self, is_line_feed: bool) -> bool {
        if self.divergence.is_some() {
            return false;
        }
        self.texts[1].track = self.texts[0].track.clone();
        self.divergence = Some(Divergence {
            offset: self.texts[0].length,
            is_line_feed,
        });
        true
    }

    /// Whether any bytes differ.
    pub fn has_diverged(&self) -> bool {
        self.divergence.is_some()
    }

    /// Here the difference begins, if it is one.
    pub fn mark(&mut self) {
        if !self.is_decided {
            for text in &mut self.texts {
                text.mark = Some(text.track.mark());
            }
        }
    }

    /// It is none.
    pub fn unmark(&mut self) {
        if !self.is_decided {
            for text in &mut self.texts {
                (text.mark, text.capture) = (None, None);
            }
        }
    }

    /// Hashes both texts from here on, to see later whether they are the same in
    /// another sense.
    pub fn start_digests(&mut self, is_in_word: bool) {
        if !self.is_decided {
            for text in &mut self.texts {
                text.digests = Some(Digests::new(self.point, is_in_word));
            }
        }
    }

    /// Hashes no more.
    pub fn stop_digests(&mut self) {
        for text in &mut self.texts {
            text.digests = None;
        }
    }

    /// There is a difference, where the marks are, or here. From now on only
    /// [`Self::word`] may have to know what came before.
    pub fn decide(&mut self, needs_words: bool) {
        for text in &mut self.texts {
            text.mark.get_or_insert_with(|| text.track.mark());
            text.begin_capture();
            text.is_tracked = false;
        }
        self.texts[0].is_tracked = needs_words;
        self.is_decided = true;
    }

    pub fn is_decided(&self) -> bool {
        self.is_decided
    }

    /// Ends the line of a text that has ended, as a line feed would.
    pub fn end_line(&mut self, side: Side) {
        let track = &mut self.texts[side as usize].track;
        if !track.is_at_line_start() {
            track.advance(b"\n");
        }
    }

    /// The beginning of the token that both texts are in.
    pub fn word(&self, bytes_max: usize) -> Option<&[u8]> {
        self.texts[0].track.word(bytes_max)
    }

    /// Stops hashing if it is known that the hashes are not the same.
    pub fn check_digests(&mut self) {
        if let [Some(one), Some(other)] = [0, 1].map(|side: usize| &self.texts[side].digests)
            && one.are_apart(other)
        {
            self.stop_digests();
        }
    }

    /// Both texts' fingerprints, if they were hashed and may be the same.
    pub fn digests(&self) -> Option<(&Digests, &Digests)> {
        let [expected, found] = &self.texts;
        expected.digests.as_ref().zip(found.digests.as_ref())
    }

    /// Whether all that differs is one line feed at the end. Both texts have
    /// ended.
    pub fn differ_by_final_newline(&self) -> bool {
        let [expected, found] = [self.texts[0].length, self.texts[1].length];
        self.divergence.is_some_and(|divergence| {
            divergence.is_line_feed
                && divergence.offset == expected.min(found)
                && expected.abs_diff(found) == 1
        })
    }

    /// The snippets around the difference, the expected and the found one.
    pub fn finish(self) -> Option<(Snippet, Snippet)> {
        let [expected, found] = self.texts.map(|text| text.capture.map(Capture::finish));
        expected.zip(found)
    }

    #[cfg(test)]
    pub fn retained_bytes(&self) -> usize {
        let texts = self.texts.iter();
        texts
            .map(|text| {
                let capture = text.capture.as_ref().map_or(0, Capture::retained_bytes);
                capture + text.track.retained_bytes()
            })
            .sum()
    }
}

impl Side {
    pub fn other(self) -> Self {
        match self {
            Self::Expected => Self::Found,
            Self::Found => Self::Expected,
        }
    }
}

/// What is read and not consumed; nothing at the end.
fn fill<'a>(answer: &'a mut impl BufRead, has_ended: &mut bool) -> io::Result<&'a [u8]> {
    // Some readers go on after their end; an answer does not.
    if *has_ended {
        return Ok(&[]);
    }
    while let Err(error) = answer.fill_buf() {
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
    let bytes = answer.fill_buf()?;
    *has_ended = bytes.is_empty();
    Ok(bytes)
}
