//! Whole lines of both texts, where they are at hand.

use std::io::{self, BufRead};

use memchr::memchr;

use super::super::Mode;
use super::super::feed::{Feed, Next, Side};
use super::Matcher;

use Next::End;
use Side::{Expected, Found};

impl Matcher {
    /// Goes on line by line, as long as both texts have whole ones at hand, which
    /// is much faster than finding out where each of them begins to differ; says
    /// how many differ. Before the difference is known only as long as none does.
    pub(super) fn whole_lines(
        &mut self,
        feed: &mut Feed<impl BufRead>,
        found: &mut &[u8],
    ) -> io::Result<u64> {
        let mut lines = 0;
        let mut is_over = [false; 2];
        if !matches!(self.mode, Mode::Exact | Mode::FinalNewline) {
            // A line that a text does not have counts as an empty one.
            for (side, is_over) in [Expected, Found].into_iter().zip(&mut is_over) {
                *is_over = feed.next(side, found)? == End;
            }
        }
        feed.consume_each(found, |mut expected, mut found| {
            let before = [expected.len(), found.len()];
            while let Some((found_line, found_rest)) = whole_line(found, is_over[1])
                && let Some((line, rest)) = whole_line(expected, is_over[0])
                && is_over != [true; 2]
            {
                if !self.mode.same_line(line, found_line) {
                    if !self.by_lines {
                        break;
                    }
                    lines += 1;
                }
                (expected, found) = (rest, found_rest);
            }
            [before[0] - expected.len(), before[1] - found.len()]
        })?;
        Ok(lines)
    }
}

/// The line at the beginning of a text, if it ends there, and what follows; an
/// empty one if the text is over.
fn whole_line(text: &[u8], is_over: bool) -> Option<(&[u8], &[u8])> {
    match memchr(b'\n', text) {
        Some(end) => Some((&text[..end], &text[end + 1..])),
        // Not `text`, whose address may be none: to look at nothing there takes
        // some processors a hundred times as long.
        None => is_over.then_some((&b"\n"[..0], text)),
    }
}
