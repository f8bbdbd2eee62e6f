//! The script in a page: a page is also data.

use std::io::{self, BufRead, BufReader, Cursor, Read, Write};

use base64::engine::general_purpose::STANDARD;
use base64::read::DecoderReader;
use base64::write::EncoderStringWriter;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::{Replay, ReplayError};

/// How every page begins, in any case. No script begins with this.
const DOCTYPE: &[u8] = b"<!doctype html>";
/// The text before the script in a page.
const TAG: &[u8] = b"<script id=\"script\" type=\"application/gzip;base64\">";
/// How much of an input is read at once to see whether it is a page.
const READ_BYTES: usize = 1 << 13;
/// The script begins within this many bytes of a page.
const HEAD_BYTES_MAX: u64 = 1 << 16;

/// The gzipped bytes in base64, as the template `replay.html` shows them.
pub(super) fn embed(bytes: &[u8]) -> String {
    let mut encoder = GzEncoder::new(EncoderStringWriter::new(&STANDARD), Compression::default());
    // A string takes all that is written to it.
    let _ = encoder.write_all(bytes);
    encoder
        .finish()
        .map_or_else(|_| String::new(), EncoderStringWriter::into_inner)
}

/// Whether a file with these bytes is a page, and not a script.
pub fn is_page(bytes: &[u8]) -> bool {
    let begin = bytes.get(..DOCTYPE.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(DOCTYPE))
}

/// The input, or the script in it if it is a page of a replay. Of other inputs, no more is read
/// than has arrived.
///
/// # Errors
///
/// An error of the input, or [`InvalidData`](io::ErrorKind::InvalidData) if the input is a page
/// without a script.
pub fn script_of_page<'i>(mut input: impl Read + 'i) -> io::Result<Box<dyn Read + 'i>> {
    let mut begin = Vec::new();
    let mut buffer = [0; READ_BYTES];
    while begin.len() < DOCTYPE.len() && DOCTYPE[..begin.len()].eq_ignore_ascii_case(&begin) {
        match input.read(&mut buffer) {
            Ok(0) => break,
            Ok(count) => begin.extend(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let is_page = is_page(&begin);
    let input = Cursor::new(begin).chain(input);
    if !is_page {
        return Ok(Box::new(input));
    }
    let mut page = BufReader::new(input);
    skip_past(TAG, &mut page)?;
    let base64 = DecoderReader::new(UntilTag(page), &STANDARD);
    let left = Replay::SCRIPT_BYTES_MAX;
    Ok(Box::new(LimitedScript {
        input: GzDecoder::new(base64),
        left,
    }))
}

/// Skips to the end of the first occurrence of a tag.
fn skip_past(tag: &[u8], page: &mut impl BufRead) -> io::Result<()> {
    let mut head = page.take(HEAD_BYTES_MAX);
    let mut text = Vec::new();
    while head.read_until(b'>', &mut text)? > 0 {
        if text.ends_with(tag) {
            return Ok(());
        }
    }
    let reason = "the page contains no script";
    Err(io::Error::new(io::ErrorKind::InvalidData, reason))
}

/// An input that fails when it is longer than the script of any page: little input may expand to
/// a lot.
struct LimitedScript<R> {
    input: R,
    left: usize,
}

impl<R: Read> Read for LimitedScript<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        let too_long = || io::Error::new(io::ErrorKind::InvalidData, ReplayError::ScriptTooLong);
        self.left = self.left.checked_sub(count).ok_or_else(too_long)?;
        Ok(count)
    }
}

/// The bytes before the next tag.
struct UntilTag<R>(R);

impl<R: BufRead> Read for UntilTag<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let available = self.0.fill_buf()?;
        let end = memchr::memchr(b'<', available).unwrap_or(available.len());
        let count = end.min(buffer.len());
        buffer[..count].copy_from_slice(&available[..count]);
        self.0.consume(count);
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A small page must not expand to a script of any size.
    #[test]
    fn a_script_that_is_too_long_is_an_error_and_not_cut_off() {
        let read = |length| {
            let (input, left) = (io::repeat(b'\n').take(length), 1000);
            io::copy(&mut LimitedScript { input, left }, &mut io::sink())
        };
        assert_eq!(read(1000).expect("not too long"), 1000);
        let error = read(1001).expect_err("too long");
        assert!(error.to_string().contains("64 MiB"), "{error}");
    }
}
