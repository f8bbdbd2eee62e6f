//! Conversations with programs on this machine and through sockets.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;

use super::super::run::run;
use super::*;

const LIMITS: Limits = Limits {
    cpu: Some(Duration::from_secs(20)),
    wall: Duration::from_secs(20),
    memory: None,
    output: 100,
    file: None,
    processes: None,
};

const SHORT: Limits = Limits {
    wall: Duration::from_millis(50),
    ..LIMITS
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

/// The first reply that is no line.
fn end_of(conversation: &mut Conversation) -> Reply {
    let mut replies = std::iter::repeat_with(|| receive(conversation).1);
    let end = replies.find(|reply| *reply != Reply::Line);
    end.expect("replies do not end")
}

/// Sends more than is read.
fn wait_in_vain(mut deaf: Conversation, bytes: usize) {
    deaf.begin_turn();
    deaf.send(&vec![b'x'; bytes]).expect("kept");
    let reply = deaf.flush(&|| false).expect("the machine works");
    assert_eq!(reply, Some(Reply::Exceeded(Limit::Wall)));
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
    let connection = Conversation::connected(stream, b"ahoy\n", limits, wall_total);
    (connection.expect("it starts"), other)
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
    let busy = "while :; do :; done";
    let ended = |end| Reply::Ended(Some(end));
    let killed = ended(Termination::Signalled(9));
    let [slow, flood] = [Limit::Wall, Limit::Output].map(Reply::Exceeded);
    for (script, limits, cpu_total, expected) in [
        ("exit 3", LIMITS, minute, ended(Termination::Exited(3))),
        ("kill -9 $$", LIMITS, minute, killed),
        ("exec >&-; sleep 60", LIMITS, minute, Reply::Ended(None)),
        ("sleep 60", SHORT, minute, slow),
        ("printf %200s x; sleep 60", LIMITS, minute, flood),
        (busy, LIMITS, second / 10, Reply::ExceededTotal),
    ] {
        let mut conversation = start(script, limits, cpu_total);
        assert_eq!(end_of(&mut conversation), expected, "{script}");
        conversation.end().expect("it is ended");
    }
}

/// A shutdown sends its signal to a program before it sends it to us.
#[test]
fn what_a_shutdown_ends_is_cancelled() {
    for script in ["kill -TERM $$", "kill -KILL $$", "exit 143"] {
        let begun = Instant::now();
        let is_signalled = || begun.elapsed() > Duration::from_millis(300);
        let mut conversation = start(script, LIMITS, LIMITS.wall);
        let reply = conversation.receive(&mut Vec::new(), 10, &is_signalled);
        assert!(matches!(reply, Err(RunError::Cancelled)), "{script}");
        conversation.end().expect("it has ended");
        let program = Program::new(["sh", "-c", script]);
        let (stdin, begun) = (StdinSource::Bytes(b""), Instant::now());
        let is_signalled = |_: &_| begun.elapsed() > Duration::from_millis(300);
        let run = run(&program, &stdin, &LIMITS, &mut io::sink(), &is_signalled);
        assert!(matches!(run, Err(RunError::Cancelled)), "{script}");
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
    assert_eq!(receive(&mut busy), ("ahoy".to_owned(), Reply::Line));
    // The next check is due.
    thread::sleep(Duration::from_millis(10));
    busy.send(b"more\n").expect("sent");
    assert_eq!(receive(&mut busy), ("more".to_owned(), Reply::Line));
}

#[test]
fn a_program_that_does_not_read_is_stopped_at_the_limit() {
    let deaf = start("sleep 60", SHORT, Duration::from_secs(60));
    wait_in_vain(deaf, 1 << 20);
    // A program that has closed its input is not sent anything.
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

#[test]
fn lines_come_through_a_socket_one_by_one() {
    let (mut connection, mut other) = connect(LIMITS, LIMITS.wall);
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
    // It closes the connection at once, losing what it was sent.
    let close: Play = |_| None;
    let flood: Play = |mut other| {
        other.write_all(&[b'x'; 200]).expect("sent");
        Some(other)
    };
    for (play, limits, wall_total, expected) in [
        (close, LIMITS, LIMITS.wall, Reply::Ended(None)),
        (Some, SHORT, LIMITS.wall, Reply::Exceeded(Limit::Wall)),
        (Some, LIMITS, SHORT.wall, Reply::ExceededTotal),
        (flood, LIMITS, LIMITS.wall, Reply::Exceeded(Limit::Output)),
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
    let limits = Limits {
        wall: Duration::from_millis(400),
        ..LIMITS
    };
    let (mut connection, mut other) = connect(limits, 2 * limits.wall);
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
fn a_socket_that_is_not_read_is_given_up_at_the_limit() {
    let (connection, other) = connect(SHORT, LIMITS.wall);
    // More than two sockets hold.
    wait_in_vain(connection, 32 << 20);
    drop(other);
}

/// Also if the other end has sent data that was never read.
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
