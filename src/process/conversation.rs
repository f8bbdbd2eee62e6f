//! A program that is talked to while it runs, turn by turn.

use std::io;
use std::time::{Duration, Instant};

use super::child::RunningProgram;
use super::limits::{Limit, LimitWatch, Limits};
use super::output_lines::OutputLines;
use super::run::{LINGER, start_error, stopped_by_kernel};
use super::stdio_pump::StdioPump;
use super::{Program, RunError, StdinSource, Termination, Usage};

/// How long a program may go on when the conversation is over, until it is killed.
pub(super) const FAREWELL: Duration = Duration::from_millis(200);

/// A program that is talked to. It is killed with all that it has started when this is dropped.
///
/// Time is limited by turn ([`Conversation::begin_turn`]). CPU time is also limited as a whole:
/// what the program uses between its turns counts there.
pub struct Conversation {
    running: RunningProgram,
    pump: StdioPump<'static, OutputLines>,
    watch: LimitWatch,
    limits: Limits,
    cpu_total: Duration,
    /// [`Reply::Ended`], once the program or its output has ended.
    end: Option<Reply>,
}

/// What a wait for a line has come to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A line, without its line feed; or the first part of a long one.
    Line,
    /// The program ended, or nothing if it has closed its output.
    Ended(Option<Termination>),
    /// It has exceeded a limit of the turn.
    Exceeded(Limit),
    /// It has used too much CPU time as a whole.
    ExceededTotal,
}

impl Conversation {
    /// Starts a program and gives it its first input; `limits` are those of a turn, and
    /// `cpu_total` is its CPU time in all.
    ///
    /// # Errors
    ///
    /// [`RunError`].
    pub fn start(
        program: &Program,
        input: &[u8],
        limits: Limits,
        cpu_total: Duration,
    ) -> Result<Self, RunError> {
        let whole = Limits {
            cpu: Some(cpu_total),
            ..limits
        };
        // Not empty, or there would be no pipe.
        let stdin = StdinSource::Bytes(b"\n");
        let started = RunningProgram::start(program, &stdin, &whole);
        let (running, pipes) = started.map_err(start_error)?;
        let mut pump = StdioPump::new(pipes, b"", limits.output, OutputLines::default())?;
        pump.set_input_complete(false)?;
        pump.send(input)?;
        Ok(Self {
            watch: LimitWatch::new(limits, Instant::now(), running.tree()),
            running,
            pump,
            limits,
            cpu_total,
            end: None,
        })
    }

    /// Begins a turn, whose limits count from now on.
    pub fn begin_turn(&mut self) {
        self.watch.begin_turn();
        self.pump.allow_output(self.limits.output);
    }

    /// Adds to the program's input. This does not wait.
    ///
    /// # Errors
    ///
    /// The machine's. That the program does not read is none.
    pub fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.pump.send(bytes)
    }

    /// Waits for the next line, which is appended to `line`. A line of more than `bytes_max`
    /// bytes is returned in parts, and one that the output ends with, without a line feed, with
    /// its end.
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
            if let Some(end) = self.end {
                self.pump.output.take_rest(line);
                return Ok(end);
            }
            if let Some(reply) = self.wait(is_cancelled)? {
                return Ok(reply);
            }
        }
    }

    /// Waits until the program has taken its input. Returns why that will not be, if so.
    ///
    /// # Errors
    ///
    /// As those of [`Conversation::receive`].
    pub fn flush(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        while !self.pump.has_sent() && self.end.is_none() {
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
        if let Some(limit) = self.watch.look() {
            return Ok(Some(Reply::Exceeded(limit)));
        }
        if self.watch.cpu() > self.cpu_total {
            return Ok(Some(Reply::ExceededTotal));
        }
        let poll_timeout = self.watch.poll_timeout();
        let is_silent = !self.pump.poll(self.running.exit(), poll_timeout)?;
        self.watch.rest(is_silent);
        if is_silent || self.pump.is_closed() {
            return self.look_for_end(is_cancelled);
        }
        Ok(None)
    }

    /// Whether the program has ended. One that has closed its output gets the time to end.
    fn look_for_end(&mut self, is_cancelled: &dyn Fn() -> bool) -> Result<Option<Reply>, RunError> {
        let idle = self.watch.idle();
        while !self.running.has_ended()? {
            if !self.pump.is_closed() {
                return Ok(None);
            }
            if is_cancelled() {
                return Err(RunError::Cancelled);
            }
            if let Some(limit) = self.watch.look() {
                return Ok(Some(Reply::Exceeded(limit)));
            }
            if self.watch.idle().saturating_sub(idle) >= LINGER {
                self.end = Some(Reply::Ended(None));
                return Ok(None);
            }
            let poll_timeout = self.watch.poll_timeout();
            self.pump.poll(self.running.exit(), poll_timeout)?;
        }
        // What it has printed is read before the pipe is lost with it.
        self.pump.drain()?;
        let end = stopped_by_kernel(self.running.end()?.end);
        self.end = Some(Reply::Ended(Some(end)));
        let is_exceeded = end == Termination::Stopped(Limit::Cpu);
        Ok(is_exceeded.then_some(Reply::ExceededTotal))
    }

    /// What the program was seen to use in this turn.
    pub fn usage(&self) -> Usage {
        self.watch.usage()
    }

    /// The end of the standard error since the last call.
    pub fn take_stderr_tail(&mut self) -> Vec<u8> {
        self.pump.take_stderr_tail()
    }

    /// Closes the program's input, once it has taken what is there.
    pub fn close(&mut self) {
        // Whoever does not read it is not told.
        let _ = self.pump.set_input_complete(true);
    }

    /// Gives the program a short time to end, and ends it.
    ///
    /// # Errors
    ///
    /// It cannot be ended.
    pub fn end(mut self) -> io::Result<()> {
        self.close();
        let begun = Instant::now();
        while self.end.is_none() && !self.running.has_ended()? && begun.elapsed() < FAREWELL {
            self.pump.output.clear();
            self.pump.allow_output(u64::MAX);
            let poll_timeout = self.watch.poll_timeout();
            let is_silent = !self.pump.poll(self.running.exit(), poll_timeout)?;
            self.watch.rest(is_silent);
        }
        if !matches!(self.end, Some(Reply::Ended(Some(_)))) {
            self.running.end()?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: Limits = Limits {
        cpu: Some(Duration::from_secs(20)),
        wall: Duration::from_secs(20),
        memory: None,
        output: 100,
        file: None,
        processes: None,
    };

    fn start(script: &str, limits: Limits, cpu_total: Duration) -> Conversation {
        let program = Program::new(["sh", "-c", script]);
        Conversation::start(&program, b"ahoy\n", limits, cpu_total).expect("it starts")
    }

    fn receive(conversation: &mut Conversation) -> (String, Reply) {
        let mut line = Vec::new();
        let reply = conversation.receive(&mut line, 10, &|| false);
        let line = String::from_utf8(line).expect("UTF-8");
        (line, reply.expect("the machine works"))
    }

    #[test]
    fn lines_are_answered_one_by_one() {
        let mut cat = start("exec cat", LIMITS, Duration::from_secs(20));
        assert_eq!(receive(&mut cat), ("ahoy".to_owned(), Reply::Line));
        for turn in 0..40 {
            // More than the limit in all, but not in a turn.
            cat.begin_turn();
            cat.send(format!("{turn}\n\n").as_bytes()).expect("sent");
            assert_eq!(receive(&mut cat), (turn.to_string(), Reply::Line));
            assert_eq!(receive(&mut cat), (String::new(), Reply::Line));
        }
        cat.send(b"a line of many bytes").expect("sent");
        assert_eq!(
            receive(&mut cat),
            ("a line of many bytes".to_owned(), Reply::Line)
        );
        cat.send(b"half").expect("sent");
        cat.close();
        let end = Reply::Ended(Some(Termination::Exited(0)));
        assert_eq!(receive(&mut cat), ("half".to_owned(), end));
        assert_eq!(receive(&mut cat), (String::new(), end));
        cat.end().expect("it has ended");
    }

    #[test]
    fn what_ends_a_conversation_is_returned() {
        let (second, minute) = (Duration::from_secs(1), Duration::from_secs(60));
        let short = Limits {
            wall: Duration::from_millis(50),
            ..LIMITS
        };
        let busy = "while :; do :; done";
        for (script, limits, cpu_total, expected) in [
            (
                "exit 3",
                LIMITS,
                minute,
                Reply::Ended(Some(Termination::Exited(3))),
            ),
            (
                "kill -9 $$",
                LIMITS,
                minute,
                Reply::Ended(Some(Termination::Signalled(9))),
            ),
            ("exec >&-; sleep 60", LIMITS, minute, Reply::Ended(None)),
            ("sleep 60", short, minute, Reply::Exceeded(Limit::Wall)),
            (
                "printf %200s x; sleep 60",
                LIMITS,
                minute,
                Reply::Exceeded(Limit::Output),
            ),
            (busy, LIMITS, second / 10, Reply::ExceededTotal),
        ] {
            let mut conversation = start(script, limits, cpu_total);
            let reply = loop {
                match receive(&mut conversation).1 {
                    Reply::Line => {}
                    reply => break reply,
                }
            };
            assert_eq!(reply, expected, "{script}");
            conversation.end().expect("it is ended");
        }
    }

    /// Time between turns is nobody's, but CPU time counts as a whole.
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
        // It works for longer than a turn may take.
        while busy.watch.cpu() < 2 * limits.cpu.expect("a limit") {
            std::thread::sleep(Duration::from_millis(10));
            busy.begin_turn();
        }
        let leader = i32::try_from(busy.running.tree().leader).expect("a number");
        let leader = Pid::from_raw(leader).expect("a process");
        kill_process(leader, Signal::USR1).expect("it runs");
        assert_eq!(receive(&mut busy), ("ahoy".to_owned(), Reply::Line));
        // The next look is due.
        std::thread::sleep(Duration::from_millis(10));
        busy.send(b"more\n").expect("sent");
        assert_eq!(receive(&mut busy), ("more".to_owned(), Reply::Line));
    }

    #[test]
    fn who_does_not_read_is_not_waited_for_longer_than_allowed() {
        let limits = Limits {
            wall: Duration::from_millis(50),
            ..LIMITS
        };
        let mut deaf = start("sleep 60", limits, Duration::from_secs(60));
        deaf.begin_turn();
        deaf.send(&vec![b'x'; 1 << 20]).expect("kept");
        let reply = deaf.flush(&|| false).expect("the machine works");
        assert_eq!(reply, Some(Reply::Exceeded(Limit::Wall)));
        assert!(matches!(deaf.flush(&|| true), Err(RunError::Cancelled)));
        let begun = Instant::now();
        deaf.end().expect("it is ended");
        assert!(begun.elapsed() < Duration::from_secs(10));
        // Whoever has closed its input is not sent anything.
        let mut closed = start(
            "exec <&-; echo x; sleep 60",
            LIMITS,
            Duration::from_secs(60),
        );
        assert_eq!(receive(&mut closed), ("x".to_owned(), Reply::Line));
        for _ in 0..2 {
            closed.send(&vec![b'x'; 1 << 20]).expect("dropped");
            assert_eq!(closed.flush(&|| false).expect("the machine works"), None);
        }
    }
}
