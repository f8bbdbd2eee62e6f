//! Where tokens begin to differ.

use std::io::{self, BufRead};

use super::super::Mode;
use super::super::bytes::is_space;
use super::super::feed::{Feed, Next, Side};
use super::super::number::{self, NUMBER_BYTES_MAX};
use super::{Event, Matcher, State, prefix};

use Next::{Byte, End, Wait};
use Side::{Expected, Found};

impl Matcher {
    pub(super) fn different_tokens(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        next: [Next; 2],
    ) -> Option<Event> {
        let words = next.map(is_word);
        if words == [false, false] || words != [true, true] && !self.is_in_word() {
            self.state = State::Gap;
            return None;
        }
        if let Mode::Float(_) = self.mode {
            let begun = if self.is_in_word() {
                feed.word(NUMBER_BYTES_MAX)
            } else {
                Some(&[][..])
            };
            if let Some(begun) = begun {
                self.state = State::Numbers([begun.to_vec(), begun.to_vec()]);
                feed.mark();
                return None;
            }
        }
        Some(Event::Difference)
    }

    pub(super) fn gap(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
    ) -> io::Result<Option<Event>> {
        let by_lines = self.by_lines;
        let is_in_gap = |byte| is_space(byte) && !(by_lines && byte == b'\n');
        let mut next = [End; 2];
        let mut last = [b' '; 2];
        for (side, (next, last)) in [Expected, Found]
            .into_iter()
            .zip(next.iter_mut().zip(&mut last))
        {
            *next = feed.consume_while(side, found, |bytes| {
                let count = prefix(bytes, is_in_gap);
                *last = bytes[..count].last().copied().unwrap_or(*last);
                count
            })?;
        }
        match (next, next.map(is_word)) {
            ([_, Wait], _) => return Ok(Some(Event::Wait)),
            ([End, End], _) => return Ok(Some(Event::End)),
            (_, [true, true]) => {
                // Where lines begin in both, whole ones can be compared.
                self.last = if last == [b'\n'; 2] { b'\n' } else { b' ' };
                self.state = State::Same;
            }
            (_, [false, false]) => {
                // A line that a text does not have counts as an empty one.
                for (side, next) in [Expected, Found].into_iter().zip(next) {
                    if next != End {
                        feed.consume_line_feed(side, found)?;
                    }
                }
            }
            _ => return Ok(Some(Event::Difference)),
        }
        Ok(None)
    }

    pub(super) fn numbers(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
    ) -> io::Result<Option<Event>> {
        let (State::Numbers(tokens), Mode::Float(tolerance)) = (&mut self.state, self.mode) else {
            return Ok(None);
        };
        for (side, token) in [Expected, Found].into_iter().zip(&mut *tokens) {
            let next = feed.consume_while(side, found, |bytes| {
                // One byte more shows that it is too long.
                let room = NUMBER_BYTES_MAX + 1 - token.len();
                let bytes = &bytes[..bytes.len().min(room)];
                let count = prefix(bytes, |byte| !is_space(byte));
                token.extend_from_slice(&bytes[..count]);
                count
            })?;
            if next == Wait {
                return Ok(Some(Event::Wait));
            }
        }
        if !number::are_close(&tokens[0], &tokens[1], tolerance) {
            return Ok(Some(Event::Difference));
        }
        feed.unmark();
        self.last = b'0';
        self.state = State::Same;
        Ok(None)
    }
}

fn is_word(next: Next) -> bool {
    matches!(next, Byte(byte) if !is_space(byte))
}
