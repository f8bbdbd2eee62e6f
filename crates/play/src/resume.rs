//! Resuming a game from a script.

use std::io::{self, Read};

use thiserror::Error;

use super::{GameSession, Rejection};
use admiralty_core::script::{ChunkEnd, LineChunk, LineReader, Tag};

/// The reason why a game cannot be resumed from a script.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// The script cannot be read.
    #[error("cannot read the script: {0}")]
    Read(#[from] io::Error),
    /// A line was rejected.
    #[error("the script breaks a rule on line {line}: {}{}", rejection.reason, rejection.text.as_ref().map_or_else(String::new, |text| format!(": {text}")))]
    Broken {
        /// The line number.
        line: u64,
        /// The reason.
        rejection: Rejection,
    },
}

/// The end of the script that a game was resumed from, for appending to it without changing
/// what is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptEnd {
    /// The number of bytes that were executed: all but a partial last line.
    pub bytes: u64,
    /// Whether the file needs a line feed before more is appended.
    pub lacks_line_feed: bool,
    /// The partial last line, if there was one.
    pub cut: Option<Vec<u8>>,
    /// The length of the script in the log; the file does not have the rest of the log yet.
    pub logged: usize,
}

impl GameSession {
    /// Resumes a game from any script, whose lines are the first of the log. A turn that is open at
    /// the end continues. Lines after a victory are not read.
    ///
    /// # Errors
    ///
    /// [`ResumeError`].
    pub fn resume(script: impl Read) -> Result<Self, ResumeError> {
        let mut session = Self::default();
        let mut reader = LineReader::new(script);
        while !session.is_over()
            && let Some(chunk) = reader.next_line()?
        {
            if session.is_cut(chunk) {
                session.script_end.cut = Some(chunk.text.to_vec());
                break;
            }
            session.take_chunk(chunk)?;
            let has_line_feed = chunk.end == ChunkEnd::LineFeed;
            session.script_end.bytes += chunk.text.len() as u64 + u64::from(has_line_feed);
            session.script_end.lacks_line_feed = chunk.end == ChunkEnd::Input;
        }
        session.script_end.logged = session.log.text().len();
        if let Some((Tag::State, _)) = session.interpreter.open_group() {
            let closed = session.close_group();
            closed.map_err(|rejection| session.broken(rejection))?;
        }
        Ok(session)
    }

    fn take_chunk(&mut self, chunk: LineChunk<'_>) -> Result<(), ResumeError> {
        let taken = if chunk.is_part {
            match self.interpreter.apply_chunk(chunk) {
                Ok(_) => Ok(()),
                Err(failure) => Err(Rejection::to_line(self.next(), &failure)),
            }
        } else {
            self.execute_line(chunk.text.strip_suffix(b"\r").unwrap_or(chunk.text))
        };
        taken.map_err(|rejection| self.broken(rejection))
    }

    /// Whether a last line without a line feed is invalid: it may have been cut off while it
    /// was written.
    fn is_cut(&self, chunk: LineChunk<'_>) -> bool {
        let is_whole_line = chunk.end != ChunkEnd::Input || chunk.is_part;
        !is_whole_line && self.interpreter.clone().line(chunk.text).is_err()
    }

    fn broken(&self, rejection: Rejection) -> ResumeError {
        let line = self.interpreter.lines();
        ResumeError::Broken { line, rejection }
    }
}
