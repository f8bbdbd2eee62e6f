//! Executes a whole script from a reader to a writer.

use std::fmt;
use std::io::{self, Read, Write};
use std::mem::ManuallyDrop;
use std::ops::ControlFlow;

use thiserror::Error;

use super::{Event, Failure, Session};
use crate::game::Game;
use crate::player::Player;
use crate::script::{Line, LineReader, parse_fast};

/// How an execution ends before the input does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// A line was refused.
    Failed(Box<Failure>),
    /// A player has won.
    Won(Player),
}

impl Ending {
    /// How a line ends the execution, if it does.
    pub fn of(applied: Result<Event, Box<Failure>>) -> Option<Self> {
        match applied {
            Ok(event) => event.winner().map(Self::Won),
            Err(failure) => Some(Self::Failed(failure)),
        }
    }
}

/// The line that is printed.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Failed(failure) => failure.fmt(f),
            Self::Won(player) => write!(f, "{player} won"),
        }
    }
}

/// Why a script could not be executed, other than by its own fault.
#[derive(Debug, Error)]
pub enum StreamError {
    /// The input could not be read.
    #[error("cannot read the script: {0}")]
    Read(#[source] io::Error),
    /// The output could not be written.
    #[error("cannot write the output: {0}")]
    Write(#[source] io::Error),
}

/// Executes a script; returns how it ended, if that was before the end of the input, and the
/// session.
///
/// All available input is executed, and the output flushed, before the reader blocks for
/// more.
///
/// # Errors
///
/// [`StreamError`] if the input or the output fails. A script that breaks a rule is not an
/// error: its last line of output reports it.
pub fn execute(
    input: impl Read,
    output: &mut impl Write,
) -> Result<(Option<Ending>, Session), StreamError> {
    let mut reader = LineReader::new(input);
    let mut session = Session::new();
    let flow = execute_lines(&mut reader, &mut session, output)?;
    output.flush().map_err(StreamError::Write)?;
    Ok((flow.break_value(), session))
}

fn execute_lines(
    reader: &mut LineReader<impl Read>,
    session: &mut Session,
    output: &mut impl Write,
) -> Result<ControlFlow<Ending>, StreamError> {
    while reader.fill().map_err(StreamError::Read)? {
        loop {
            let (count, mut flow) = session
                .common_lines(reader.peek(), output)
                .map_err(StreamError::Write)?;
            reader.consume(count);
            if flow.is_continue() {
                let Some(chunk) = reader.buffered_chunk() else {
                    break;
                };
                let applied = session.apply_chunk(chunk);
                flow = session.print(applied, output).map_err(StreamError::Write)?;
            }
            if flow.is_break() {
                return Ok(flow);
            }
        }
        output.flush().map_err(StreamError::Write)?;
    }
    let rest = reader.last_chunk().map(|chunk| session.apply_chunk(chunk));
    if let Some(applied) = rest {
        let flow = session.print(applied, output).map_err(StreamError::Write)?;
        if flow.is_break() {
            return Ok(flow);
        }
    }
    let applied = session.end_input();
    session.print(applied, output).map_err(StreamError::Write)
}

impl Session {
    /// Executes the lines of an input, and passes on what each has done, with the game after it. Returns how
    /// the game ended, if it did. A group that is open at the end of the input stays open.
    ///
    /// ```
    /// use admiralty_core::interpreter::{Event, Session};
    /// let (mut session, mut reefs) = (Session::new(), Vec::new());
    /// let script = b"[state]\nREEF 3 4\nREEF 5 6\n[state]\n";
    /// let ending = session.lines(&script[..], |_, event| match event {
    ///     Event::ReefAdded(field) => reefs.push(field.to_string()),
    ///     _ => {}
    /// })?;
    /// assert!(ending.is_none());
    /// assert_eq!(reefs, ["3 4", "5 6"]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// An error of the input.
    pub fn lines(
        &mut self,
        input: impl Read,
        mut each: impl FnMut(&Game, &Event),
    ) -> io::Result<Option<Ending>> {
        let mut reader = LineReader::new(input);
        while let Some(chunk) = reader.next_line()? {
            let executed = self.apply_chunk(chunk);
            if let Ok(event) = &executed {
                each(&self.game, event);
            }
            if let Some(ending) = Ending::of(executed) {
                return Ok(Some(ending));
            }
        }
        Ok(None)
    }

    /// Executes the common lines at the beginning of the input with the fast path, and prints
    /// the results; returns the number of bytes consumed.
    fn common_lines(
        &mut self,
        input: &[u8],
        out: &mut impl Write,
    ) -> io::Result<(usize, ControlFlow<Ending>)> {
        let mut at = 0;
        while let Some((line, length)) = parse_fast(&input[at..]) {
            self.line += 1;
            // A common line owns no memory, which the compiler cannot know.
            let executed = match *ManuallyDrop::new(line) {
                Line::Tag(tag) => self.try_tag(tag),
                Line::Command(ref command) => match self.try_command(command) {
                    Ok(event) if event.prints_nothing() => {
                        at += length;
                        continue;
                    }
                    executed => executed,
                },
                Line::Blank | Line::Invalid(_) => Err(None),
            };
            let Ok(event) = executed else {
                // The parser for all lines parses it again and reports why.
                self.line -= 1;
                break;
            };
            at += length;
            if event.prints_nothing() {
                continue;
            }
            let flow = self.print(Ok(event), out)?;
            if flow.is_break() {
                return Ok((at, flow));
            }
        }
        Ok((at, ControlFlow::Continue(())))
    }

    /// Prints the result of a line, and returns whether the execution continues.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    #[inline]
    pub fn print(
        &self,
        applied: Result<Event, Box<Failure>>,
        out: &mut impl Write,
    ) -> io::Result<ControlFlow<Ending>> {
        match applied {
            Ok(event) if event.prints_nothing() => Ok(ControlFlow::Continue(())),
            applied => self.print_result(applied, out),
        }
    }

    #[inline(never)]
    fn print_result(
        &self,
        applied: Result<Event, Box<Failure>>,
        out: &mut impl Write,
    ) -> io::Result<ControlFlow<Ending>> {
        match applied {
            Ok(ref event) => event.write_to(&self.game, out)?,
            Err(ref failure) => out.write_all(&failure.to_bytes())?,
        }
        Ok(Ending::of(applied).map_or(ControlFlow::Continue(()), ControlFlow::Break))
    }
}
