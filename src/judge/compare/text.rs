//! One of the texts, and what is kept of it.

use super::capture::Capture;
use super::digest::Digests;
use super::track::{TextPosition, TextTail};

/// How far back a difference may begin when it is recognised, in bytes. If it
/// takes longer, the lines around it are kept from there on.
const LOOKBACK_BYTES: u64 = 1 << 12;

/// One of the texts, and what is kept of it.
#[derive(Debug)]
pub(super) struct Text {
    pub track: TextTail,
    /// Whether `track` is kept up to date.
    pub is_tracked: bool,
    /// How many bytes came.
    pub length: u64,
    pub mark: Option<TextPosition>,
    pub capture: Option<Capture>,
    pub digests: Option<Digests>,
}

impl Text {
    pub fn new() -> Self {
        Self {
            track: TextTail::new(),
            is_tracked: true,
            length: 0,
            mark: None,
            capture: None,
            digests: None,
        }
    }

    pub fn advance(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if let Some(digests) = &mut self.digests {
            digests.push(bytes);
        }
        if let (Some(mark), None) = (self.mark, &self.capture) {
            let room = mark.offset + LOOKBACK_BYTES - self.track.offset();
            if bytes.len() as u64 > room {
                let room = usize::try_from(room).unwrap_or(bytes.len());
                self.track.advance(&bytes[..room]);
                bytes = &bytes[room..];
                self.begin_capture();
            }
        }
        if let Some(capture) = &mut self.capture {
            capture.push(bytes);
        }
        if self.is_tracked {
            self.track.advance(bytes);
        }
    }

    pub fn begin_capture(&mut self) {
        if let (Some(mark), None) = (self.mark, &self.capture) {
            self.capture = Some(self.track.capture(mark));
        }
    }
}
