//! Programs that misbehave in every way.

use std::fs::{self, File};
use std::hint::black_box;
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio, abort, exit};
use std::sync::Arc;
use std::thread::{self, sleep};
use std::time::Duration;

use rustix::process::{Pid, Signal, getpid, kill_process, setsid, test_kill_process_group};
use rustix::time::{ClockId, clock_gettime};
use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGXCPU, SIGXFSZ};

use super::{daemons, orders, room, stress};

/// The right answer to all cases of hostile programs.
pub const ANSWER: &str = "ahoy\n";
/// Longer than any test waits, but not for ever, in case a test fails.
pub const LONG: Duration = Duration::from_secs(300);
/// The number of generations of a fork bomb: enough to exceed the limit, but not to stop
/// the machine.
const GENERATIONS_MAX: u32 = 8;
/// The number of threads.
const THREADS: u32 = 1_500;
/// The number of lines printed to standard error.
pub const COMPLAINTS: u32 = 200_000;
/// The number of busy children: each takes less time than the limit, but not all of them
/// together.
const BUSY_CHILDREN: u32 = 4;
const BUSY_CHILD: Duration = Duration::from_millis(600);

/// Behaves as a program.
pub fn program(kind: &str) {
    match kind {
        "obedient" => orders::obey(),
        "interpreting" => stress::interpret(None),
        "mistaken" => stress::interpret(Some("reason")),
        "slowly-mistaken" => stress::interpret(Some("slow")),
        "choking" => stress::interpret(Some("choking")),
        "several" => stress::interpret(Some("several")),
        "miscalling" => stress::interpret(Some("calls")),
        "crashing" => stress::interpret(Some("crash")),
        "right" => right(),
        "sleeping" => right_then(|| sleep(LONG)),
        "stopped" => right_then(|| kill(Signal::STOP)),
        "dribbling" => dribble(),
        "endless" => flood(b"ahoy\n"),
        "endless-line" => flood(b"x"),
        "endless-garbage" => flood(&(0..=255).collect::<Vec<u8>>()),
        "long-line" => print(&vec![b'x'; 6 << 20]),
        "gluttonous" => devour(),
        "reserving" => {
            black_box(Vec::<u8>::with_capacity(1 << 30));
            right();
        }
        "bomb" => bomb(),
        "threaded" => start_threads(),
        "with-child" => right_then(leave_child),
        "with-child-in-group" => right_then(|| drop(child_in_group())),
        "with-child-in-session" => right_then(|| drop(child_in_session())),
        "with-many-in-sessions" => right_then(|| (0..20).for_each(|_| drop(child_in_session()))),
        "waiting-with-many-in-sessions" => {
            (0..70).for_each(|_| drop(child_in_session()));
            sleep(LONG);
        }
        "with-late-child" => drop(child("late-child")),
        "late-child" => {
            spin(Duration::from_millis(30));
            right();
        }
        "with-flooding-child" => right_then(leave_flooding),
        "waiting" => sleep(LONG),
        "waiting-in-session" => {
            setsid().expect("a session");
            sleep(LONG);
        }
        "flooding-child" => {
            // So large that a reader never finds it empty.
            rustix::pipe::fcntl_setpipe_size(io::stdout(), 1 << 20).expect("a large pipe");
            print(ANSWER.as_bytes());
            fs::write(marker(), "").expect("written");
            flood(ANSWER.as_bytes());
        }
        "without-feed" => print(ANSWER.trim_end().as_bytes()),
        "aborting" => right_then(abort),
        // The runtime's own handler lets the first one pass.
        "segfaulting" => right_then(|| (0..9).for_each(|_| kill(Signal::SEGV))),
        "killed" => right_then(|| kill(Signal::KILL)),
        "exiting" => right_then(|| exit(3)),
        "half-deaf" => {
            let mut half = vec![0; LARGE_INPUT / 2];
            io::stdin().read_exact(&mut half).expect("input");
            right();
        }
        "closing" => right_then(close_and_go_on),
        "closing-early" => {
            print(b"ah");
            close_and_go_on();
        }
        "busy" => spin(LONG),
        "with-busy-children" => {
            let children: Vec<_> = (0..BUSY_CHILDREN).map(|_| child("busy-child")).collect();
            sleep(LONG);
            drop(children);
        }
        "busy-child" => spin(BUSY_CHILD),
        "stubborn" => {
            ignore(&[SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGXCPU]);
            spin(LONG);
        }
        "garbage" => print(&(0..=255).cycle().take(100_000).collect::<Vec<u8>>()),
        "garbage-on-both" => {
            let garbage: Vec<u8> = (0..=255).cycle().take(2000).collect();
            io::stderr().write_all(&garbage).expect("written");
            print(&garbage);
        }
        "writing" => write_much(),
        "writing-on" => {
            ignore(&[SIGXFSZ]);
            write_much();
        }
        "complaining" => right_then(complain),
        "complaining-wrongly" => {
            complain();
            print(b"wrong\n");
        }
        _ => daemons::program(kind),
    }
}

/// The size of the input for programs that do not read.
pub const LARGE_INPUT: usize = 16 << 20;

pub fn right() {
    print(ANSWER.as_bytes());
}

pub fn right_then<T>(then: impl FnOnce() -> T) {
    right();
    then();
}

pub fn print(bytes: &[u8]) {
    let mut out = io::stdout();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .expect("written");
}

fn flood(pattern: &[u8]) {
    let bytes: Vec<u8> = pattern.iter().copied().cycle().take(1 << 16).collect();
    let whole = bytes.len() / pattern.len() * pattern.len();
    while io::stdout().write_all(&bytes[..whole]).is_ok() {}
}

fn dribble() {
    right();
    for _ in 0..LONG.as_millis() / 10 {
        print(b"\n");
        sleep(Duration::from_millis(10));
    }
}

fn devour() {
    let eaten: Vec<_> = (0..64).map(|_| black_box(vec![1_u8; 32 << 20])).collect();
    right();
    drop(eaten);
}

fn bomb() {
    const KEY: &str = "ADMIRALTY_MOCK_GENERATION";
    let generation: u32 = std::env::var(KEY).map_or(0, |text| text.parse().expect("a number"));
    if generation < GENERATIONS_MAX {
        for _ in 0..2 {
            let mut command = command("bomb");
            // If this fails, the limit works.
            let _ = command.env(KEY, (generation + 1).to_string()).spawn();
        }
    }
    sleep(LONG);
}

/// Starts more threads than the limit, but not so many as to stop the machine.
fn start_threads() {
    for _ in 0..THREADS {
        let thread = thread::Builder::new().stack_size(1 << 14);
        // If this fails, the limit works.
        let _ = thread.spawn(|| sleep(LONG));
    }
    sleep(LONG);
}

pub fn command(kind: &str) -> Command {
    let mut command = Command::new(std::env::current_exe().expect("a path"));
    command.args(["--mock-program", kind]).stdin(Stdio::null());
    command
}

pub fn child(kind: &str) -> Child {
    command(kind).spawn().expect("it starts")
}

pub fn leave_child() {
    drop(child("waiting"));
}

fn child_in_group() -> Child {
    command("waiting")
        .process_group(0)
        .spawn()
        .expect("it starts")
}

/// A child that is in its own session when this returns.
fn child_in_session() -> Child {
    let child = child("waiting-in-session");
    let id = Pid::from_child(&child);
    // A new session has a new process group.
    while test_kill_process_group(id).is_err() {
        sleep(Duration::from_millis(1));
    }
    child
}

/// A child that is printing when this returns.
fn leave_flooding() {
    drop(child("flooding-child"));
    while !marker().exists() {
        sleep(Duration::from_millis(1));
    }
}

fn marker() -> PathBuf {
    std::env::temp_dir().join("flooding")
}

fn kill(signal: Signal) {
    kill_process(getpid(), signal).expect("sent");
}

fn close_and_go_on() {
    let null = File::create("/dev/null").expect("a device");
    rustix::stdio::dup2_stdout(null).expect("closed");
    sleep(Duration::from_millis(100));
    right();
}

/// Takes time on a processor.
pub fn spin(time: Duration) {
    let spent = || Duration::try_from(clock_gettime(ClockId::ProcessCPUTime)).expect("a time");
    while spent() < time {
        black_box(());
    }
}

fn ignore(signals: &[i32]) {
    for &signal in signals {
        signal_hook::flag::register(signal, Arc::default()).expect("a signal");
    }
}

fn write_much() {
    let mut file = File::create(room::own().join("much")).expect("a file");
    for _ in 0..100 {
        file.write_all(&vec![b'x'; 1 << 20]).expect("room");
    }
    right();
}

fn complain() {
    let mut out = BufWriter::new(io::stderr());
    for number in 1..=COMPLAINTS {
        writeln!(out, "complaint {number}").expect("written");
    }
    out.flush().expect("written");
}
