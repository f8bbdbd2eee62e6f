//! A conversation with a running program, turn by turn.

use std::io::{self, Write};
use std::net::{Shutdown, TcpStream};
use std::os::fd::OwnedFd;
use std::process::{ChildStdin, ChildStdout};
use std::time::{Duration, Instant};

use super::child::RunningProgram;
use super::limit_watch::LimitWatch;
use super::processes::ProcessUsage;
use super::run::{LINGER, stopped_by_kernel, wait_for_shutdown};
use super::stdio_pump::{StdioPipes, StdioPump};
use super::{
    Limit, Limits, LineReply, Program, RunError, StdinSource, Termination, Usage, WholeTime,
};

/// How long a program may keep running after the conversation, before it is killed.
const FAREWELL: Duration = Duration::from_millis(200);
/// How long to look whether a program that is busy writes on, and the interval.
const WRITING_MAX: Duration = Duration::from_millis(500);
const WRITING_LOOK: Duration = Duration::from_millis(1);
/// The interval at which the program is checked in that time.
const FAREWELL_LOOK: Duration = Duration::from_millis(1);

/// A conversation with a program. Dropping it kills the program and everything it has started.
///
/// Each turn has a limit on time ([`Conversation::begin_turn`]), and so has the whole: on the CPU time of
/// a program on this machine, including what it uses between its turns, and on the wall-clock time
/// of all its turns.
pub struct Conversation {
    peer: Peer,
    pump: StdioPump<'static, OutputLines>,
    watch: LimitWatch,
    output_bytes_max: u64,
    total: WholeTime,
    /// The idle time of the program when its output was found closed.
    idle_at_close: Option<Duration>,
}

enum Peer {
    /// A program on this machine, and [`LineReply::Ended`] once it or its output has ended.
    Program(RunningProgram, Option<LineReply>),
    /// A program that runs elsewhere, and ends by closing the connection.
    Socket(TcpStream),
}

impl Conversation {
    /// Starts a program and sends its first input. `limits` holds for each turn, `total` as a
    /// whole.
    ///
    /// # Errors
    ///
    /// If the program cannot be started.
    pub fn start(
        program: &Program,
        input: &[u8],
        limits: Limits,
        total: WholeTime,
    ) -> Result<Self, RunError> {
        let whole = Limits {
            cpu: Some(total.cpu),
            ..limits
        };
        // An empty input would not open a pipe.
        let stdin = StdinSource::Bytes(b"\n");
        let (running, pipes) = RunningProgram::start(program, &stdin, &whole)?;
        let peer = Peer::Program(running, None);
        Ok(Self::new(peer, pipes, input, limits, total)?)
    }

    /// Starts a conversation with a program at the other end of a socket. Of the limits of a turn,
    /// only wall-clock time and output count; `total` is that of all turns.
    ///
    /// # Errors
    ///
    /// If the socket cannot be set up.
    pub fn connected(
        stream: TcpStream,
        input: &[u8],
        limits: Limits,
        total: WholeTime,
    ) -> io::Result<Self> {
        // Lines are small, and the other side waits for each.
        let _ = stream.set_nodelay(true);
        let pipes = StdioPipes {
            stdin: Some(ChildStdin::from(OwnedFd::from(stream.try_clone()?))),
            stdout: Some(ChildStdout::from(OwnedFd::from(stream.try_clone()?))),
            stderr: None,
        };
        let limits = Limits {
            output: limits.output,
            ..Limits::of_time(limits.wall)
        };
        Self::new(Peer::Socket(stream), pipes, input, limits, total)
    }

    fn new(
        peer: Peer,
        pipes: StdioPipes,
        input: &[u8],
        limits: Limits,
        total: WholeTime,
    ) -> io::Result<Self> {
        let mut pump = StdioPump::new(pipes, b"", limits.output, OutputLines::default())?;
        pump.set_input_complete(false)?;
        pump.send(input)?;
        let tree = match &peer {
            Peer::Program(running, _) => Some(running.tree()),
            Peer::Socket(_) => None,
        };
        Ok(Self {
            peer,
            pump,
            watch: LimitWatch::new(limits, Instant::now(), tree),
            output_bytes_max: limits.output,
            total,
            idle_at_close: None,
        })
    }

    /// Begins a turn: its limits count from now on.
    pub fn begin_turn(&mut self) {
        self.watch.begin_turn();
        self.pump.allow_output(self.output_bytes_max);
        self.idle_at_close = None;
    }

    /// Adds to the program's input, without waiting.
    ///
    /// # Errors
    ///
    /// If the input cannot be sent; not if the program has ended.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pump.send(bytes)
    }

    /// Waits for the next line and appends it to `line`. A line of more than `bytes_max` bytes may
    /// come in parts. A last line without a line feed comes with the end.
    ///
    /// # Errors
    ///
    /// If this program is cancelled, or the machine fails.
    pub fn receive(
        &mut self,
        line: &mut Vec<u8>,
        bytes_max: usize,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<LineReply, RunError> {
        loop {
            if self.pump.output.take_line(line, bytes_max) {
                return Ok(LineReply::Line);
            }
            let end = match self.peer {
                Peer::Program(_, end) => end,
                Peer::Socket(_) => (self.pump.is_closed() && !self.pump.is_flooding())
                    .then_some(LineReply::Ended(None)),
            };
            if let Some(end) = end {
                self.pump.output.take_rest(line);
                return Ok(end);
            }
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(reply);
            }
        }
    }

    /// Whether the program writes on: it has written more, or does before it waits for something else. A program
    /// elsewhere is not waited for.
    ///
    /// # Errors
    ///
    /// If this program is cancelled, or the machine fails.
    pub fn writes_on(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<bool, RunError> {
        let begun = Instant::now();
        while !self.pump.output.has_rest() {
            let Peer::Program(running, None) = &self.peer else {
                return Ok(false);
            };
            if is_cancelled() {
                return Err(RunError::Cancelled);
            }
            let seen = ProcessUsage::of_tree(running.tree(), None);
            let is_waiting = seen.is_none_or(|seen| seen.busy.is_empty());
            // What it wrote before it began to wait is there now.
            let timeout = if is_waiting {
                Duration::ZERO
            } else {
                WRITING_LOOK
            };
            let is_silent = self.poll(timeout)?;
            let is_late = begun.elapsed() > WRITING_MAX;
            if is_silent && (is_waiting || is_late) || self.pump.is_closed() {
                break;
            }
        }
        Ok(self.pump.output.has_rest())
    }

    /// Waits until the program has read its input; returns the reason if it will not.
    ///
    /// # Errors
    ///
    /// If this program is cancelled, or the machine fails.
    pub fn flush(
        &mut self,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<LineReply>, RunError> {
        while !self.pump.has_sent() && !matches!(self.peer, Peer::Program(_, Some(_))) {
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(Some(reply));
            }
        }
        Ok(None)
    }

    /// Checks the limits, and waits until something happens or the next check is due.
    fn wait(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<LineReply>, RunError> {
        if is_cancelled() {
            return Err(RunError::Cancelled);
        }
        if self.pump.is_flooding() {
            return Ok(Some(LineReply::Exceeded(Limit::Output)));
        }
        if let Some(limit) = self.watch.look() {
            return Ok(Some(LineReply::Exceeded(limit)));
        }
        if self.watch.wall_of_turns() > self.total.wall {
            return Ok(Some(LineReply::ExceededTotal(Limit::Wall)));
        }
        let is_end_seen = match &self.peer {
            Peer::Program(..) if self.watch.cpu > self.total.cpu => {
                return Ok(Some(LineReply::ExceededTotal(Limit::Cpu)));
            }
            Peer::Program(running, _) => running.exit().is_some(),
            Peer::Socket(_) => true,
        };
        let is_silent = self.poll(self.watch.poll_timeout(is_end_seen))?;
        self.watch.rest(is_silent);
        if is_silent || self.pump.is_closed() {
            return self.look_for_end(is_cancelled);
        }
        Ok(None)
    }

    /// Polls the streams; returns whether nothing has happened.
    fn poll(&mut self, timeout: Duration) -> io::Result<bool> {
        let exit = match &self.peer {
            Peer::Program(running, _) => running.exit(),
            Peer::Socket(_) => None,
        };
        self.pump
            .poll(exit, timeout)
            .map(|has_happened| !has_happened)
    }

    /// Checks whether the program has ended. A program that has closed its output gets some time to
    /// end.
    fn look_for_end(
        &mut self,
        is_cancelled: &dyn Fn() -> bool,
    ) -> Result<Option<LineReply>, RunError> {
        let Peer::Program(running, end) = &mut self.peer else {
            return Ok(None);
        };
        if running.has_ended()? {
            // Read its output before the pipe is closed.
            self.pump.drain()?;
            let termination = stopped_by_kernel(running.end()?.end);
            *end = Some(LineReply::Ended(Some(termination)));
            wait_for_shutdown(termination, is_cancelled)?;
            let is_exceeded = termination == Termination::Stopped(Limit::Cpu);
            return Ok(is_exceeded.then_some(LineReply::ExceededTotal(Limit::Cpu)));
        }
        if self.pump.is_closed() {
            let idle = self.watch.idle();
            let before = *self.idle_at_close.get_or_insert(idle);
            *end = (idle.saturating_sub(before) >= LINGER).then_some(LineReply::Ended(None));
        }
        Ok(None)
    }

    /// The observed usage of the program in this turn.
    pub fn usage(&self) -> Usage {
        self.watch.usage()
    }

    /// The CPU time of the program in this turn, if it runs on this machine.
    pub fn turn_cpu(&self) -> Option<Duration> {
        match self.peer {
            Peer::Program(..) => Some(self.watch.turn_cpu()),
            Peer::Socket(_) => None,
        }
    }

    /// The end of the standard error since the last call.
    pub fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.pump.take_stderr_tail()
    }

    /// Whether a program elsewhere has closed the connection, and all that it sent has been received.
    pub fn has_left(&self) -> bool {
        let Peer::Socket(stream) = &self.peer else {
            return false;
        };
        let is_gone = || match stream.peek(&mut [0]) {
            Ok(count) => count == 0,
            Err(error) => !matches!(
                error.kind(),
                io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
            ),
        };
        !self.pump.output.has_rest() && (self.pump.is_closed() || is_gone())
    }

    /// Closes the program's input once the program has read what is pending.
    pub fn close(&mut self) {
        // A failure means that the program does not read its input.
        let _ = self.pump.set_input_complete(true);
        if let Peer::Socket(stream) = &self.peer
            && self.pump.has_sent()
        {
            let _ = stream.shutdown(Shutdown::Write);
        }
    }

    /// Gives the program a short time to end, then kills it or closes the connection.
    ///
    /// # Errors
    ///
    /// If the machine fails.
    pub fn end(mut self) -> io::Result<()> {
        let begun = Instant::now();
        loop {
            self.close();
            let is_over = match &self.peer {
                Peer::Program(running, end) => end.is_some() || running.has_ended()?,
                Peer::Socket(_) => self.pump.has_sent() && self.pump.is_closed(),
            };
            if is_over || begun.elapsed() >= FAREWELL {
                break;
            }
            // Closing a socket with unread input resets the connection, which may lose the last
            // lines sent.
            self.pump.output.clear();
            self.pump.allow_output(u64::MAX);
            self.poll(FAREWELL_LOOK)?;
        }
        match &mut self.peer {
            Peer::Program(_, Some(LineReply::Ended(Some(_)))) | Peer::Socket(_) => Ok(()),
            Peer::Program(running, _) => running.end().map(|_| ()),
        }
    }
}

/// Splits output that arrives in pieces into lines.
#[derive(Default)]
pub struct OutputLines {
    bytes: Vec<u8>,
    /// The number of bytes in the lines returned so far.
    returned: usize,
    /// The offset at which to continue the search for a line feed.
    searched: usize,
}

impl OutputLines {
    /// Appends the next line to `line`, without its line feed, or the first part of a line longer
    /// than `bytes_max`. Returns whether there was one.
    pub fn take_line(&mut self, line: &mut Vec<u8>, bytes_max: usize) -> bool {
        if let Some(length) = memchr::memchr(b'\n', &self.bytes[self.searched..]) {
            let end = self.searched + length;
            line.extend_from_slice(&self.bytes[self.returned..end]);
            self.returned = end + 1;
            self.searched = self.returned;
            return true;
        }
        self.searched = self.bytes.len();
        if self.searched - self.returned > bytes_max {
            line.extend_from_slice(&self.bytes[self.returned..]);
            self.returned = self.searched;
            return true;
        }
        if self.returned > 0 {
            self.searched -= self.returned;
            self.bytes.drain(..self.returned);
            self.returned = 0;
        }
        false
    }

    /// Appends the rest after the last line.
    pub fn take_rest(&mut self, line: &mut Vec<u8>) {
        line.extend_from_slice(&self.bytes[self.returned..]);
        self.clear();
    }

    /// Whether there is anything after the last line returned.
    fn has_rest(&self) -> bool {
        self.returned < self.bytes.len()
    }

    pub fn clear(&mut self) {
        self.bytes.clear();
        self.returned = 0;
        self.searched = 0;
    }
}

impl Write for OutputLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    //! Conversations with programs on this machine and through sockets.

    use std::io::Read;
    use std::net::{Ipv4Addr, TcpListener};
    use std::thread;

    use super::*;

    const LIMITS: Limits = Limits {
        cpu: Some(Duration::from_secs(20)),
        wall: Duration::from_secs(20),
        memory: None,
        output: 100,
        file: None,
        files: Limits::FILES_BYTES,
        processes: None,
    };

    const SHORT: Limits = Limits {
        wall: Duration::from_millis(50),
        ..LIMITS
    };

    const fn whole(cpu: Duration, wall: Duration) -> WholeTime {
        WholeTime { cpu, wall }
    }

    fn start(script: &str, limits: Limits, cpu: Duration) -> Conversation {
        let program = Program::new(["sh", "-c", script]);
        Conversation::start(&program, b"ahoy\n", limits, whole(cpu, LIMITS.wall))
            .expect("it starts")
    }

    fn receive(conversation: &mut Conversation) -> (String, LineReply) {
        let mut line = Vec::new();
        let reply = conversation.receive(&mut line, 10, &|| false);
        let line = String::from_utf8(line).expect("UTF-8");
        (line, reply.expect("the machine works"))
    }

    /// The first reply other than a line.
    fn end_of(conversation: &mut Conversation) -> LineReply {
        let mut replies = std::iter::repeat_with(|| receive(conversation).1);
        let end = replies.find(|reply| *reply != LineReply::Line);
        end.expect("replies do not end")
    }

    /// The test sends more than the program reads.
    fn wait_in_vain(mut deaf: Conversation, bytes: usize) {
        deaf.begin_turn();
        deaf.send(&vec![b'x'; bytes]).expect("kept");
        let reply = deaf.flush(&|| false).expect("the machine works");
        assert_eq!(reply, Some(LineReply::Exceeded(Limit::Wall)));
        assert!(matches!(deaf.flush(&|| true), Err(RunError::Cancelled)));
        let begun = Instant::now();
        deaf.end().expect("it is ended");
        assert!(begun.elapsed() < Duration::from_secs(10));
    }

    fn connect(limits: Limits, wall_total: Duration) -> (Conversation, TcpStream) {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let other = TcpStream::connect(address).expect("it listens");
        let (stream, _) = listener.accept().expect("it has connected");
        let connection =
            Conversation::connected(stream, b"ahoy\n", limits, whole(wall_total, wall_total));
        (connection.expect("it starts"), other)
    }

    #[test]
    fn lines_are_answered_one_by_one() {
        let mut cat = start("exec cat", LIMITS, Duration::from_secs(20));
        assert_eq!(receive(&mut cat), ("ahoy".to_owned(), LineReply::Line));
        for turn in 0..40 {
            // More than the limit in all, but not in a turn.
            cat.begin_turn();
            cat.send(format!("{turn}\n\n").as_bytes()).expect("sent");
            assert_eq!(receive(&mut cat), (turn.to_string(), LineReply::Line));
            assert_eq!(receive(&mut cat), (String::new(), LineReply::Line));
        }
        cat.send(b"a line of many bytes").expect("sent");
        assert_eq!(
            receive(&mut cat),
            ("a line of many bytes".to_owned(), LineReply::Line)
        );
        cat.send(b"half").expect("sent");
        cat.close();
        let end = LineReply::Ended(Some(Termination::Exited(0)));
        assert_eq!(receive(&mut cat), ("half".to_owned(), end));
        assert_eq!(receive(&mut cat), (String::new(), end));
        cat.end().expect("it has ended");
    }

    #[test]
    fn what_ends_a_conversation_is_returned() {
        let (second, minute) = (Duration::from_secs(1), Duration::from_secs(60));
        let busy = "while :; do :; done";
        let ended = |end| LineReply::Ended(Some(end));
        let killed = ended(Termination::Signalled(9));
        let [slow, flood] = [Limit::Wall, Limit::Output].map(LineReply::Exceeded);
        for (script, limits, cpu_total, expected) in [
            ("exit 3", LIMITS, minute, ended(Termination::Exited(3))),
            ("kill -9 $$", LIMITS, minute, killed),
            ("exec >&-; sleep 60", LIMITS, minute, LineReply::Ended(None)),
            ("sleep 60", SHORT, minute, slow),
            ("printf %200s x; sleep 60", LIMITS, minute, flood),
            (
                busy,
                LIMITS,
                second / 10,
                LineReply::ExceededTotal(Limit::Cpu),
            ),
        ] {
            let mut conversation = start(script, limits, cpu_total);
            assert_eq!(end_of(&mut conversation), expected, "{script}");
            conversation.end().expect("it is ended");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn all_turns_have_a_time_together() {
        let program = Program::new(["sh", "-c", "while read line; do sleep 0.1; echo; done"]);
        let total = whole(LIMITS.wall, Duration::from_secs(1));
        let conversation = Conversation::start(&program, b"", LIMITS, total);
        let mut conversation = conversation.expect("it starts");
        // No turn takes that long. Time in which the machine is busy with others may not count.
        let replies = (0..400).map(|_| {
            conversation.begin_turn();
            conversation.send(b"x\n").expect("kept");
            receive(&mut conversation).1
        });
        let mut ends = replies.skip_while(|reply| *reply == LineReply::Line);
        assert_eq!(ends.next(), Some(LineReply::ExceededTotal(Limit::Wall)));
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_writes_on_or_waits() {
        let busy = "echo x; i=0; while [ $i -lt 5000 ]; do i=$((i+1)); done; echo y; read a";
        for (script, expected) in [
            ("printf 'x\ny\n'; read a; read b", true),
            ("echo x; read a; read b", false),
            ("echo x; exec >&-; read a; read b", false),
            (busy, true),
        ] {
            let mut conversation = start(script, LIMITS, LIMITS.wall);
            assert_eq!(receive(&mut conversation).1, LineReply::Line);
            let writes_on = conversation.writes_on(&|| false);
            assert_eq!(writes_on.expect("the machine works"), expected, "{script}");
        }
    }

    /// Wall-clock time between turns is free, but CPU time counts as a whole.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_time_between_turns_does_not_count() {
        use rustix::process::{Pid, Signal, kill_process};
        let limits = Limits {
            cpu: Some(Duration::from_millis(200)),
            wall: Duration::from_millis(500),
            ..LIMITS
        };
        let script = "trap 'stop=1' USR1; until [ $stop ]; do :; done; cat";
        let mut busy = start(script, limits, Duration::from_secs(60));
        // It is busy for longer than a turn may take.
        while busy.watch.cpu < 2 * limits.cpu.expect("a limit") {
            thread::sleep(Duration::from_millis(10));
            busy.begin_turn();
        }
        let Peer::Program(running, _) = &busy.peer else {
            panic!("it is no socket");
        };
        let leader = i32::try_from(running.tree().leader).expect("a number");
        let leader = Pid::from_raw(leader).expect("a process");
        kill_process(leader, Signal::USR1).expect("it runs");
        assert_eq!(receive(&mut busy), ("ahoy".to_owned(), LineReply::Line));
        // The next check is due.
        thread::sleep(Duration::from_millis(10));
        busy.send(b"more\n").expect("sent");
        assert_eq!(receive(&mut busy), ("more".to_owned(), LineReply::Line));
    }

    #[test]
    fn a_program_that_does_not_read_is_stopped_at_the_limit() {
        let deaf = start("sleep 60", SHORT, Duration::from_secs(60));
        wait_in_vain(deaf, 1 << 20);
        // Nothing is sent to a program that has closed its input.
        let mut closed = start(
            "exec <&-; echo x; sleep 60",
            LIMITS,
            Duration::from_secs(60),
        );
        assert_eq!(receive(&mut closed), ("x".to_owned(), LineReply::Line));
        for _ in 0..2 {
            closed.send(&vec![b'x'; 1 << 20]).expect("dropped");
            assert_eq!(closed.flush(&|| false).expect("the machine works"), None);
        }
    }

    #[test]
    fn lines_come_through_a_socket_one_by_one() {
        let (mut connection, mut other) = connect(LIMITS, LIMITS.wall);
        for turn in 0..40 {
            // More than the limit in all, but not in a turn.
            connection.begin_turn();
            write!(other, "{turn}\n\n").expect("sent");
            assert_eq!(
                receive(&mut connection),
                (turn.to_string(), LineReply::Line)
            );
            assert_eq!(receive(&mut connection), (String::new(), LineReply::Line));
        }
        other.write_all(b"half").expect("sent");
        other.shutdown(Shutdown::Write).expect("shut");
        let end = LineReply::Ended(None);
        assert_eq!(receive(&mut connection), ("half".to_owned(), end));
        assert_eq!(receive(&mut connection), (String::new(), end));
        // The other direction is still open.
        connection.send(b"bye\n").expect("sent");
        connection.end().expect("it is closed");
        let mut sent = String::new();
        other.read_to_string(&mut sent).expect("UTF-8");
        assert_eq!(sent, "ahoy\nbye\n");
    }

    #[test]
    fn what_ends_a_connection_is_returned() {
        type Play = fn(TcpStream) -> Option<TcpStream>;
        // It closes the connection at once, and loses its input.
        let close: Play = |_| None;
        let flood: Play = |mut other| {
            other.write_all(&[b'x'; 200]).expect("sent");
            Some(other)
        };
        for (play, limits, wall_total, expected) in [
            (close, LIMITS, LIMITS.wall, LineReply::Ended(None)),
            (Some, SHORT, LIMITS.wall, LineReply::Exceeded(Limit::Wall)),
            (
                Some,
                LIMITS,
                SHORT.wall,
                LineReply::ExceededTotal(Limit::Wall),
            ),
            (
                flood,
                LIMITS,
                LIMITS.wall,
                LineReply::Exceeded(Limit::Output),
            ),
        ] {
            let (mut connection, other) = connect(limits, wall_total);
            let other = play(other);
            assert_eq!(end_of(&mut connection), expected);
            drop(other);
            connection.end().expect("it is closed");
        }
    }

    #[test]
    fn time_at_a_socket_counts_in_turns_and_of_all_turns() {
        // A busy machine may keep both ends waiting for most of it.
        let limits = Limits {
            wall: Duration::from_secs(2),
            ..LIMITS
        };
        let (mut connection, mut other) = connect(limits, limits.wall);
        let mut turn = || {
            connection.begin_turn();
            let begun = Instant::now();
            let deadline = || begun.elapsed() > limits.wall / 8;
            let mut line = Vec::new();
            let reply = connection.receive(&mut line, 10, &deadline);
            if matches!(reply, Err(RunError::Cancelled)) {
                other.write_all(b"x\n").expect("sent");
                return receive(&mut connection).1;
            }
            reply.expect("the machine works")
        };
        assert_eq!(turn(), LineReply::Line);
        thread::sleep(limits.wall);
        assert_eq!(turn(), LineReply::Line);
        let last = (0..100)
            .map(|_| turn())
            .find(|reply| *reply != LineReply::Line);
        assert_eq!(last, Some(LineReply::ExceededTotal(Limit::Wall)));
    }

    #[test]
    fn a_socket_that_is_not_read_is_given_up_at_the_limit() {
        let (connection, other) = connect(SHORT, LIMITS.wall);
        // More than two sockets hold.
        wait_in_vain(connection, 32 << 20);
        drop(other);
    }

    /// The last lines arrive, even if the other end has sent data that was never read.
    #[test]
    fn the_last_lines_arrive() {
        let (mut connection, mut other) = connect(LIMITS, LIMITS.wall);
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
