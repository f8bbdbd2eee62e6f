//! The comparison as a stream.

use std::io::{self, BufRead};

use super::comparison::{Comparison, Difference};
use super::feed::Feed;
use super::matcher::{Event, Matcher};
use super::{BoardDifference, Mode};

/// How much is compared between two looks at whether hashing is still of use.
const PIECE_BYTES: usize = 1 << 16;

/// Compares an output with an answer while it comes.
///
/// The answer is read as far as it is needed; it is best read through a buffer
/// of 64 KiB or more. See the [module](super) for an example.
#[derive(Debug)]
pub struct Comparator<R> {
    mode: Mode,
    feed: Feed<R>,
    matcher: Matcher,
    /// How many pairs of lines after the difference differ, too.
    more_lines: u64,
    is_final_newline: bool,
}

impl<R: BufRead> Comparator<R> {
    /// Compares with that answer.
    pub fn new(mode: Mode, answer: R) -> Self {
        Self {
            mode,
            feed: Feed::new(answer),
            matcher: Matcher::new(mode),
            more_lines: 0,
            is_final_newline: false,
        }
    }

    /// Goes on with the output.
    ///
    /// # Errors
    ///
    /// What reading the answer returns, but for interruptions.
    pub fn push(&mut self, bytes: &[u8]) -> io::Result<()> {
        for piece in bytes.chunks(PIECE_BYTES) {
            self.run(piece)?;
            self.feed.check_digests();
        }
        Ok(())
    }

    /// Whether a difference is known already, in the sense of the mode.
    pub fn has_difference(&self) -> bool {
        self.feed.is_decided()
    }

    /// Ends the output, and says what there is to say.
    ///
    /// # Errors
    ///
    /// What reading the rest of the answer returns, but for interruptions.
    pub fn finish(mut self) -> io::Result<Comparison> {
        self.feed.end_found();
        self.run(&[])?;
        let strictest = self.strictest();
        let accepted = !self.feed.is_decided();
        let difference = self.feed.finish().map(|(mut expected, mut found)| {
            let board = BoardDifference::around(&expected, &found, self.mode);
            expected.shorten();
            found.shorten();
            Box::new(Difference {
                mode: self.mode,
                expected,
                found,
                more_lines: self.more_lines,
                is_final_newline: self.is_final_newline,
                board,
            })
        });
        Ok(Comparison {
            accepted,
            strictest,
            difference,
        })
    }

    fn run(&mut self, mut piece: &[u8]) -> io::Result<()> {
        loop {
            match self.matcher.run(&mut self.feed, &mut piece)? {
                Event::Wait | Event::End => return Ok(()),
                Event::Lines(count) => self.more_lines += count,
                Event::Difference if self.feed.is_decided() => self.more_lines += 1,
                Event::Difference => {
                    self.decide();
                    self.matcher.count_lines();
                }
                Event::FinalNewline if self.mode == Mode::Exact => {
                    self.is_final_newline = true;
                    self.decide();
                }
                Event::FinalNewline => {}
            }
        }
    }

    fn decide(&mut self) {
        self.feed.decide(matches!(self.mode, Mode::Float(_)));
        if matches!(self.mode, Mode::Tokens | Mode::Float(_)) {
            // No mode that another sense would be needed for accepts any more.
            self.feed.stop_digests();
        }
    }

    /// The strictest mode that accepts. Both texts have ended.
    fn strictest(&self) -> Option<Mode> {
        if !self.feed.has_diverged() {
            return Some(Mode::Exact);
        }
        if self.feed.differ_by_final_newline() {
            return Some(Mode::FinalNewline);
        }
        let accepted = (!self.feed.is_decided()).then_some(self.mode);
        if accepted == Some(Mode::Trailing) {
            return accepted;
        }
        match self.feed.digests() {
            Some((one, other)) if one.same_lines(other) => Some(Mode::Trailing),
            Some((one, other)) if one.same_tokens(other) => Some(Mode::Tokens),
            _ => accepted,
        }
    }

    #[cfg(test)]
    fn retained_bytes(&self) -> usize {
        self.feed.retained_bytes()
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Read};

    use super::super::{CONTEXT_LINES_MAX, HISTORY_BYTES, SNIPPET_LINE_BYTES_MAX};
    use super::*;
    use crate::judge::Verdict;

    /// What both texts may keep: their ends, twice as much before it is trimmed,
    /// and the lines of the largest board on both sides of the difference, each
    /// in a buffer up to twice as large as what it keeps.
    const RETAINED_BYTES_MAX: usize = 2
        * (2 * HISTORY_BYTES + 2 * 2 * (super::super::BOARD_ROWS_MAX + 1) * SNIPPET_LINE_BYTES_MAX);

    /// Pushes so much of a pattern, over and over.
    fn push(comparator: &mut Comparator<impl BufRead>, pattern: &[u8], bytes: usize) {
        let chunk = pattern.repeat((1 << 16) / pattern.len());
        for _ in 0..bytes / chunk.len() {
            comparator.push(&chunk).unwrap();
            assert!(comparator.retained_bytes() <= RETAINED_BYTES_MAX);
        }
    }

    fn repeated(byte: u8, bytes: u64) -> impl BufRead {
        BufReader::with_capacity(1 << 16, std::io::repeat(byte).take(bytes))
    }

    const MANY: usize = 1 << 18;

    #[test]
    fn memory_is_bounded_whatever_comes() {
        for mode in ["exact", "final-newline", "trailing", "tokens", "float=1e-6"] {
            let mode: Mode = mode.parse().unwrap();
            for pattern in ["a", " ", "\n", "1 ", "é", "\n ", "b\n"] {
                for answer in [b'a', b'\n'] {
                    let mut comparator = Comparator::new(mode, repeated(answer, MANY as u64 / 2));
                    push(&mut comparator, pattern.as_bytes(), MANY);
                    let comparison = comparator.finish().unwrap();
                    if let Some(difference) = comparison.difference {
                        for snippet in [&difference.expected, &difference.found] {
                            let lines = snippet.before.iter().chain(&snippet.text);
                            let lines = lines.chain(&snippet.after);
                            assert!(lines.clone().count() <= 2 * CONTEXT_LINES_MAX + 1);
                            for line in lines {
                                assert!(line.text.len() <= SNIPPET_LINE_BYTES_MAX);
                            }
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn memory_is_bounded_while_much_is_the_same() {
        for byte in [b'a', b'\n', b' '] {
            let mut comparator = Comparator::new(Mode::Tokens, repeated(byte, 1 << 26));
            push(&mut comparator, &[byte], 1 << 26);
            assert!(comparator.finish().unwrap().accepted);
        }
    }

    #[test]
    fn what_comes_before_many_blanks_is_kept() {
        for blanks in [10, 5_000, 100_000, 1_000_000] {
            let answer = b"first\nsecond\nthird";
            let mut comparator = Comparator::new(Mode::Trailing, &answer[..]);
            comparator.push(b"first\nsecond\nthird").unwrap();
            comparator.push(&vec![b' '; blanks]).unwrap();
            assert!(!comparator.has_difference());
            comparator.push(b"x").unwrap();
            assert!(comparator.has_difference());
            let comparison = comparator.finish().unwrap();
            assert_eq!(comparison.verdict(), Verdict::WrongAnswer);
            let found = comparison.difference.unwrap().found;
            assert_eq!((found.line, found.column), (3, 6));
            let before: Vec<_> = found
                .before
                .iter()
                .map(|line| line.text.as_slice())
                .collect();
            assert_eq!(before, [&b"first"[..], b"second"]);
            assert!(found.text.unwrap().text.starts_with(b"third    "));
        }
    }
}
