//! The record of a game: a script, written as it goes.

use std::fmt;
use std::io::{self, Write};

/// The lines of a game so far, and where else they are written.
///
/// Each line is flushed before the next one is executed, so what was written is a
/// script at any moment, also if the program ends without being asked.
#[derive(Default)]
pub struct ScriptLog {
    text: Vec<u8>,
    sink: Option<Box<dyn Write>>,
    error: Option<io::Error>,
}

impl ScriptLog {
    /// A record that is kept in memory only.
    pub fn new() -> Self {
        Self::default()
    }

    /// A record that is also written somewhere.
    pub fn to(sink: Box<dyn Write>) -> Self {
        Self {
            sink: Some(sink),
            ..Self::default()
        }
    }

    /// Writes the record somewhere from now on. What there is of it so far is
    /// written first, unless `is_written` says that it is there.
    ///
    /// # Errors
    ///
    /// What `sink` returns.
    pub fn attach(&mut self, mut sink: Box<dyn Write>, is_written: bool) -> io::Result<()> {
        if !is_written {
            sink.write_all(&self.text)?;
            sink.flush()?;
        }
        self.sink = Some(sink);
        Ok(())
    }

    /// Enters a line. If it cannot be written, [`ScriptLog::error`] says so, and
    /// nothing more is written.
    pub fn line(&mut self, line: &[u8]) {
        let start = self.text.len();
        self.text.extend_from_slice(line);
        self.text.push(b'\n');
        if let Some(sink) = &mut self.sink {
            let written = sink.write_all(&self.text[start..]);
            if let Err(error) = written.and_then(|()| sink.flush()) {
                self.error = Some(error);
                self.sink = None;
            }
        }
    }

    /// The script so far.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Whether the record is also written somewhere.
    pub const fn is_written(&self) -> bool {
        self.sink.is_some()
    }

    /// Why the script is not written any more, told once.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }
}

impl fmt::Debug for ScriptLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log")
            .field("bytes", &self.text.len())
            .finish_non_exhaustive()
    }
}
