//! The script of a game, written while it is played.

use std::fmt;
use std::io::{self, Write};

/// The script of a game so far, and the file it is written to.
///
/// Each line is flushed before the next is executed, so the file is a complete script even
/// if the program is killed.
#[derive(Default)]
pub struct ScriptLog {
    text: Vec<u8>,
    sink: Option<Box<dyn Write>>,
    error: Option<io::Error>,
}

impl ScriptLog {
    /// Writes to `sink` from now on, beginning with the log so far, unless `is_written` says that
    /// `sink` has it.
    ///
    /// # Errors
    ///
    /// If `sink` returns an error.
    pub fn attach(&mut self, mut sink: Box<dyn Write>, is_written: bool) -> io::Result<()> {
        if !is_written {
            sink.write_all(&self.text)?;
            sink.flush()?;
        }
        self.sink = Some(sink);
        Ok(())
    }

    /// Appends a line. If it cannot be written, [`ScriptLog::take_error`] has the error and
    /// nothing more is written.
    pub(super) fn line(&mut self, line: &[u8]) {
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

    /// Whether the log is also written to a file.
    pub const fn is_written(&self) -> bool {
        self.sink.is_some()
    }

    /// Takes the error that stopped writing, if there is one.
    pub fn take_error(&mut self) -> Option<io::Error> {
        self.error.take()
    }
}

impl fmt::Debug for ScriptLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ScriptLog({} bytes)", self.text.len())
    }
}
