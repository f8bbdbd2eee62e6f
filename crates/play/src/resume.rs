//! Resuming a game from a script.

use std::io::{self, Read};

use thiserror::Error;

use super::{GameSession, Rejection};
use admiralty_core::script::{LineChunk, LineReader, Tag};

/// Why a game cannot be resumed from a script.
#[derive(Debug, Error)]
pub enum ResumeError {
    /// It cannot be read.
    #[error("cannot read the script: {0}")]
    Read(#[from] io::Error),
    /// A line was rejected.
    #[error("the script breaks a rule on line {line}: {}{}", rejection.reason, rejection.text.as_ref().map_or_else(String::new, |text| format!(": {text}")))]
    Broken {
        /// The line number.
        line: u64,
        /// Why.
        rejection: Rejection,
    },
}

/// The end of the script that a game was resumed from, for appending to it without changing
/// what is there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScriptEnd {
    /// The bytes executed: all but a partial last line.
    pub bytes: u64,
    /// Whether a line feed has to be added.
    pub lacks_line_feed: bool,
    /// The partial last line, if there was one.
    pub cut: Option<Vec<u8>>,
    /// The length of the log that stands for the script; what follows is not in the script
    /// yet.
    pub logged: usize,
}

impl GameSession {
    /// Resumes a game from any script. A turn still open at its end continues. What follows a
    /// victory is not read.
    ///
    /// The lines of the script are the first of the log.
    ///
    /// # Errors
    ///
    /// [`ResumeError`].
    pub fn resume(script: impl Read) -> Result<Self, ResumeError> {
        let mut session = Self::default();
        let mut reader = LineReader::new(script);
        while !session.is_over() && reader.fill()? {
            while !session.is_over()
                && let Some(chunk) = reader.next_chunk()
            {
                session.take_chunk(&chunk)?;
                let (LineChunk::Line(text) | LineChunk::Part(text, _)) = chunk;
                let has_line_feed = !matches!(chunk, LineChunk::Part(_, false));
                session.script_end.bytes += text.len() as u64 + u64::from(has_line_feed);
            }
        }
        if !session.is_over()
            && let Some(chunk) = reader.last_chunk()
        {
            let (LineChunk::Line(text) | LineChunk::Part(text, _)) = chunk;
            if session.is_cut(&chunk) {
                session.script_end.cut = Some(text.to_vec());
            } else {
                session.take_chunk(&chunk)?;
                session.script_end.bytes += text.len() as u64;
                session.script_end.lacks_line_feed = true;
            }
        }
        session.script_end.logged = session.log.text().len();
        if let Some((Tag::State, _)) = session.interpreter.open_group() {
            let closed = session.close_group();
            closed.map_err(|rejection| session.broken(rejection))?;
        }
        Ok(session)
    }

    fn take_chunk(&mut self, chunk: &LineChunk<'_>) -> Result<(), ResumeError> {
        let taken = match chunk {
            LineChunk::Line(text) => self.execute_line(text.strip_suffix(b"\r").unwrap_or(text)),
            LineChunk::Part(..) => match self.interpreter.apply_chunk(*chunk) {
                Ok(_) => Ok(()),
                Err(failure) => Err(Rejection::to_line(self.next(), &failure)),
            },
        };
        taken.map_err(|rejection| self.broken(rejection))
    }

    /// Whether a last line without a line feed is invalid: it may have been cut off while it
    /// was written.
    fn is_cut(&self, chunk: &LineChunk<'_>) -> bool {
        let LineChunk::Line(text) = chunk else {
            return false;
        };
        let mut twin = self.interpreter.clone();
        twin.apply(&twin.read(text), text).is_err()
    }

    fn broken(&self, rejection: Rejection) -> ResumeError {
        let line = self.interpreter.lines();
        ResumeError::Broken { line, rejection }
    }
}
