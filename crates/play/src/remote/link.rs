//! A connection to an arena, read line by line.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use admiralty_core::script::{ChunkEnd, LineReader};

/// How long the arena may take to read a line.
const SEND_TIME: Duration = Duration::from_secs(10);
/// How long the arena may take to end the connection after the game.
const END_TIME: Duration = Duration::from_secs(1);
/// How many lines are read ahead.
const LINES_MAX: usize = 256;

/// A connection to an arena. Dropping it closes it.
#[derive(Debug)]
pub struct Link {
    stream: TcpStream,
    lines: Receiver<Vec<u8>>,
}

impl Link {
    /// Connects, and sends the token of a seat.
    ///
    /// # Errors
    ///
    /// If nobody listens at the address, or the connection is lost.
    pub fn open(address: impl ToSocketAddrs, token: &str) -> io::Result<Self> {
        let stream = TcpStream::connect(address)?;
        // Each line waits for an answer.
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(SEND_TIME))?;
        let (sender, lines) = sync_channel(LINES_MAX);
        let input = stream.try_clone()?;
        let reader = thread::Builder::new().name("link".to_owned());
        reader.spawn(move || read(input, &sender))?;
        let mut link = Self { stream, lines };
        link.send(format!("{token}\n").as_bytes())?;
        Ok(link)
    }

    pub(super) fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Waits for the next line without a timeout. Returns it without its line feed, or `None` at
    /// the end of the connection.
    pub(super) fn wait(&self) -> Option<Vec<u8>> {
        self.lines.recv().ok()
    }

    /// Waits until the arena ends the connection, which frees the seat for the next game.
    pub(super) fn wait_for_end(&self) {
        let begun = Instant::now();
        while begun.elapsed() < END_TIME && self.receive(END_TIME).is_ok() {}
    }

    pub(super) fn receive(&self, timeout: Duration) -> Result<Vec<u8>, RecvTimeoutError> {
        self.lines.recv_timeout(timeout)
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // This also ends the thread that reads. The connection may be closed already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Reads lines until the connection ends or the receiver is dropped.
fn read(input: TcpStream, lines: &SyncSender<Vec<u8>>) {
    let mut reader = LineReader::new(input);
    while let Ok(Some(chunk)) = reader.next_line() {
        let line = chunk.text.strip_suffix(b"\r").unwrap_or(chunk.text);
        // No arena sends longer lines. A line that is cut off is not meant as it stands.
        let is_whole = !chunk.is_part && chunk.end == ChunkEnd::LineFeed;
        if !is_whole || lines.send(line.to_vec()).is_err() {
            return;
        }
    }
}
