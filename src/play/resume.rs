//! Resuming a game from a script.

use std::cell::Cell;
use std::io::{self, Read};

use thiserror::Error;

use super::{GameSession, Rejection, ScriptLog};
use crate::script::{LineChunk, LineReader, Tag};

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

/// A reader that counts the bytes read.
struct CountingReader<'c, R> {
    input: R,
    count: &'c Cell<u64>,
}

impl<R: Read> Read for CountingReader<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.input.read(buffer)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

impl GameSession {
    /// The end of the script that the game was resumed from.
    pub const fn script_end(&self) -> &ScriptEnd {
        &self.script_end
    }

    /// Resumes a game from any script. A turn still open at its end goes on. What follows a
    /// victory is not read.
    ///
    /// The lines of the script are the first of the log.
    ///
    /// # Errors
    ///
    /// [`ResumeError`].
    pub fn resume(script: impl Read, log: ScriptLog) -> Result<Self, ResumeError> {
        let mut session = Self::new(log);
        session.history.tracks_damage = false;
        let count = Cell::new(0);
        let mut reader = LineReader::new(CountingReader {
            input: script,
            count: &count,
        });
        let mut line = 0;
        while session.winner.is_none() && reader.fill()? {
            while session.winner.is_none()
                && let Some(chunk) = reader.next_chunk()
            {
                session.take_chunk(&chunk, &mut line)?;
            }
        }
        if session.winner.is_none()
            && let Some(chunk) = reader.last_chunk()
        {
            let (LineChunk::Line(text) | LineChunk::Part(text, _)) = chunk;
            let is_taken = session.take_last(&chunk, &mut line)?;
            let left_out = if is_taken { 0 } else { text.len() as u64 };
            session.script_end = ScriptEnd {
                bytes: count.get() - left_out,
                lacks_line_feed: is_taken,
                cut: (!is_taken).then(|| text.to_vec()),
                logged: 0,
            };
        } else {
            session.script_end.bytes = count.get();
        }
        session.script_end.logged = session.log.text().len();
        if let Some((Tag::State, _)) = session.interpreter.open_group() {
            let closed = session.close_group();
            closed.map_err(|rejection| ResumeError::Broken { line, rejection })?;
        }
        session.history.tracks_damage = true;
        Ok(session)
    }

    fn take_chunk(&mut self, chunk: &LineChunk<'_>, line: &mut u64) -> Result<(), ResumeError> {
        match chunk {
            LineChunk::Line(text) => {
                *line += 1;
                let text = text.strip_suffix(b"\r").unwrap_or(text);
                self.execute_line(text)
                    .map_err(|rejection| ResumeError::Broken {
                        line: *line,
                        rejection,
                    })
            }
            LineChunk::Part(text, is_last) => {
                *line += u64::from(*is_last);
                let player = self.next();
                let applied = self
                    .interpreter
                    .apply_chunk(LineChunk::Part(text, *is_last));
                match applied {
                    Ok(_) => Ok(()),
                    Err(failure) => Err(ResumeError::Broken {
                        line: *line,
                        rejection: Rejection::to_line(player, &failure),
                    }),
                }
            }
        }
    }

    /// Takes a last line without a line feed. It may have been cut off while it was
    /// written, so it is dropped if it is invalid; returns whether it was taken.
    fn take_last(&mut self, chunk: &LineChunk<'_>, line: &mut u64) -> Result<bool, ResumeError> {
        if let LineChunk::Line(text) = chunk {
            let mut twin = self.interpreter.clone();
            if twin.apply(&twin.read(text), text).is_err() {
                return Ok(false);
            }
        }
        self.take_chunk(chunk, line)?;
        Ok(true)
    }
}
