//! A program at the other end of a socket, which is talked to turn by turn.

use std::io;
use std::net::{Shutdown, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use super::conversation::{FAREWELL, Reply};
use super::limits::{Limit, NAP_MAX, PAUSE};
use super::output_lines::OutputLines;
use super::stdio_pump::{Pipes, PollTimeout, StdioPump};
use super::{Limits, RunError};

/// A program that is talked to as in a [`Conversation`](super::Conversation), but which runs
/// elsewhere: only wall-clock time and output can be limited. When this is dropped, the
/// connection is closed.
///
/// Time is limited by turn and as a whole; what passes between its turns does not count.
pub struct Connection {
    stream: TcpStream,
    pump: StdioPump<'static, OutputLines>,
    limits: Limits,
    wall_total: Duration,
    /// When the turn began.
    begun: Instant,
    /// The last look at the clock in this turn.
    last: Instant,
    /// The time of the turns before this one.
    before: Duration,
    is_shut: bool,
}

impl Connection {
    /// Begins to talk; `limits` are those of a turn, and `wall_total` is the time of all turns.
    ///
    /// # Errors
    ///
    /// The machine's.
    pub fn start(
        stream: TcpStream,
        input: &[u8],
        limits: Limits,
        wall_total: Duration,
    ) -> io::Result<Self> {
        // Each line waits for an answer.
        let _ = stream.set_nodelay(true);
        let pipes = Pipes {
            stdin: Some(ChildStdin::from(OwnedFd::from(stream.try_clone()?))),
            stdout: Some(ChildStdout::from(OwnedFd::from(stream.try_clone()?))),
            stderr: None,
        };
        let mut pump = StdioPump::new(pipes, b"", limits.output, OutputLines::default())?;
        pump.set_input_complete(false)?;
        pump.send(input)?;
        let now = Instant::now();
        Ok(Self {
            stream,
            pump,
            limits,
            wall_total,
            begun: now,
            last: now,
            before: Duration::ZERO,
            is_shut: false,
        })
    }

    /// Begins a turn, whose limits count from now on.
    pub fn begin_turn(&mut self) {
        self.before += self.last - self.begun;
        self.begun = Instant::now();
        self.last = self.begun;
        self.pump.allow_output(self.limits.output);
    }

    /// Adds to what the program is sent. This does not wait.
    ///
    /// # Errors
    ///
    /// The machine's. That nobody reads it is none.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pump.send(bytes)
    }

    /// Waits for the next line, as [`Conversation::receive`](super::Conversation::receive) does.
    ///
    /// # Errors
    ///
    /// [`RunError::Machine`] and [`RunError::Cancelled`].
    pub fn receive(
        &mut self,
        line: &mut Vec<u8>,
        bytes_max: usize,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Reply, RunError> {
        loop {
            if self.pump.output.take_line(line, bytes_max) {
                return Ok(Reply::Line);
            }
            if self.pump.is_closed() && !self.pump.is_flooding() {
                self.pump.output.take_rest(line);
                return Ok(Reply::Ended(None));
            }
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(reply);
            }
        }
    }

    /// Waits until everything was sent. Returns why that will not be, if so.
    ///
    /// # Errors
    ///
    /// As those of [`Connection::receive`].
    pub fn flush(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        while !self.pump.has_sent() {
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Waits for a while for anything to happen, and looks whether a limit is exceeded.
    fn wait(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        if is_cancelled() {
            return Err(RunError::Cancelled);
        }
        if self.pump.is_flooding() {
            return Ok(Some(Reply::Exceeded(Limit::Output)));
        }
        let now = Instant::now();
        // While this process was stopped, nobody could answer.
        let gap = now - self.last;
        if gap > PAUSE {
            self.begun += gap;
        }
        self.last = now;
        let wall = now - self.begun;
        if wall >= self.limits.wall {
            return Ok(Some(Reply::Exceeded(Limit::Wall)));
        }
        if self.before + wall >= self.wall_total {
            return Ok(Some(Reply::ExceededTotal));
        }
        self.poll()?;
        Ok(None)
    }

    fn poll(&mut self) -> io::Result<()> {
        let timeout = PollTimeout {
            with_exit_event: NAP_MAX,
            without_exit_event: NAP_MAX,
        };
        self.pump.poll(None, timeout).map(|_| ())
    }

    /// Ends what is sent, once the other end has taken what is there.
    pub fn close(&mut self) {
        // Whoever does not read it is not told.
        let _ = self.pump.set_input_complete(true);
        if self.pump.has_sent() && !self.is_shut {
            self.is_shut = true;
            let _ = self.stream.shutdown(Shutdown::Write);
        }
    }

    /// Gives the other end a short time to close the connection, and closes it.
    ///
    /// # Errors
    ///
    /// The machine's.
    pub fn end(mut self) -> io::Result<()> {
        let begun = Instant::now();
        // What was not read when a socket is closed may take the last lines sent with it.
        while !(self.is_shut && self.pump.is_closed()) && begun.elapsed() < FAREWELL {
            self.pump.output.clear();
            self.pump.allow_output(u64::MAX);
            self.poll()?;
            self.close();
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread;

    use super::*;

    const LIMITS: Limits = Limits {
        cpu: None,
        wall: Duration::from_secs(20),
        memory: None,
        output: 100,
        file: None,
        processes: None,
    };

    fn start(limits: Limits, wall_total: Duration) -> (Connection, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let other = TcpStream::connect(address).expect("somebody listens");
        let (stream, _) = listener.accept().expect("somebody has come");
        let connection = Connection::start(stream, b"ahoy\n", limits, wall_total);
        (connection.expect("it starts"), other)
    }

    fn receive(connection: &mut Connection) -> (String, Reply) {
        let mut line = Vec::new();
        let reply = connection.receive(&mut line, 10, &|| false);
        let line = String::from_utf8(line).expect("UTF-8");
        (line, reply.expect("the machine works"))
    }

    #[test]
    fn lines_are_returned_one_by_one() {
        let (mut connection, mut other) = start(LIMITS, LIMITS.wall);
        for turn in 0..40 {
            // More than the limit in all, but not in a turn.
            connection.begin_turn();
            write!(other, "{turn}\n\n").expect("sent");
            assert_eq!(receive(&mut connection), (turn.to_string(), Reply::Line));
            assert_eq!(receive(&mut connection), (String::new(), Reply::Line));
        }
        other.write_all(b"half").expect("sent");
        other.shutdown(Shutdown::Write).expect("shut");
        let end = Reply::Ended(None);
        assert_eq!(receive(&mut connection), ("half".to_owned(), end));
        assert_eq!(receive(&mut connection), (String::new(), end));
        // It can still be sent something.
        connection.send(b"bye\n").expect("sent");
        connection.end().expect("it is closed");
        let mut sent = String::new();
        other.read_to_string(&mut sent).expect("UTF-8");
        assert_eq!(sent, "ahoy\nbye\n");
    }

    #[test]
    fn what_ends_a_connection_is_returned() {
        let short = Limits {
            wall: Duration::from_millis(50),
            ..LIMITS
        };
        let flood: fn(TcpStream) -> Option<TcpStream> = |mut other| {
            other.write_all(&[b'x'; 200]).expect("sent");
            Some(other)
        };
        for (play, limits, wall_total, expected) in [
            // What it was sent is lost with it.
            (
                (|_| None) as fn(TcpStream) -> Option<TcpStream>,
                LIMITS,
                LIMITS.wall,
                Reply::Ended(None),
            ),
            (Some, short, LIMITS.wall, Reply::Exceeded(Limit::Wall)),
            (Some, LIMITS, short.wall, Reply::ExceededTotal),
            (flood, LIMITS, LIMITS.wall, Reply::Exceeded(Limit::Output)),
        ] {
            let (mut connection, other) = start(limits, wall_total);
            let other = play(other);
            let reply = loop {
                match receive(&mut connection).1 {
                    Reply::Line => {}
                    reply => break reply,
                }
            };
            assert_eq!(reply, expected);
            drop(other);
            connection.end().expect("it is closed");
        }
    }

    #[test]
    fn the_time_between_turns_does_not_count_but_that_of_all_turns_does() {
        let limits = Limits {
            wall: Duration::from_millis(400),
            ..LIMITS
        };
        let (mut connection, mut other) = start(limits, 2 * limits.wall);
        let mut slow_turn = || {
            thread::sleep(limits.wall);
            connection.begin_turn();
            let begun = Instant::now();
            let deadline = || begun.elapsed() > limits.wall / 2;
            let mut line = Vec::new();
            let reply = connection.receive(&mut line, 10, &deadline);
            if matches!(reply, Err(RunError::Cancelled)) {
                other.write_all(b"x\n").expect("sent");
                return receive(&mut connection).1;
            }
            reply.expect("the machine works")
        };
        assert_eq!([slow_turn(), slow_turn()], [Reply::Line; 2]);
        let replies = [slow_turn(), slow_turn()];
        assert!(replies.contains(&Reply::ExceededTotal), "{replies:?}");
    }

    #[test]
    fn who_does_not_read_is_not_waited_for_longer_than_allowed() {
        let limits = Limits {
            wall: Duration::from_millis(50),
            ..LIMITS
        };
        let (mut connection, other) = start(limits, LIMITS.wall);
        connection.begin_turn();
        // More than two sockets hold.
        connection.send(&vec![b'x'; 32 << 20]).expect("kept");
        let reply = connection.flush(&|| false).expect("the machine works");
        assert_eq!(reply, Some(Reply::Exceeded(Limit::Wall)));
        assert!(matches!(
            connection.flush(&|| true),
            Err(RunError::Cancelled)
        ));
        let begun = Instant::now();
        connection.end().expect("it is closed");
        assert!(begun.elapsed() < Duration::from_secs(10));
        drop(other);
    }

    /// Also if the other end has sent what nobody has read.
    #[test]
    fn the_last_lines_arrive() {
        let (mut connection, mut other) = start(LIMITS, LIMITS.wall);
        other.write_all(&vec![b'x'; 1 << 16]).expect("sent");
        // More than the sockets take at once.
        connection.send(&vec![b'\n'; 8 << 20]).expect("kept");
        connection.send(b"A won\n").expect("kept");
        connection.close();
        let reader = thread::spawn(move || {
            let mut sent = String::new();
            other.read_to_string(&mut sent).map(|_| sent)
        });
        connection.end().expect("it is closed");
        let sent = reader.join().expect("it reads").expect("no reset");
        assert!(sent.ends_with("\nA won\n"), "{} bytes", sent.len());
    }
}
