//! Two signals in a row are one request to stop, after which there is a report; a later one ends the program.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::Test;

pub const TESTS: &[Test] = &[
    ("two_signals_in_a_row_lose_no_result", in_a_row),
    ("a_signal_a_second_later_ends_the_program", later),
];

/// The timeout for what is expected soon.
const SOON: Duration = Duration::from_secs(60);

fn start(folder: &Path, args: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(args.split(' '))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn send(child: &Child, signals: &[Signal]) {
    for &signal in signals {
        kill_process(Pid::from_child(child), signal).expect("sent");
    }
}

#[track_caller]
fn wait_until(mut is_true: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_true() {
        assert!(begun.elapsed() < SOON);
        thread::sleep(Duration::from_millis(5));
    }
}

/// As `timeout` sends them to a process and to its group. Two equal ones may arrive as one.
fn in_a_row() {
    for (args, lines, units) in [
        (
            "arena random hunt --board 9x7 --fleet 0,0,1,1 --games 1000000000",
            3,
            "pairs",
        ),
        ("solo --strategy hunt --games 1000000000", 1, "games"),
    ] {
        for signals in [[Signal::TERM, Signal::TERM], [Signal::INT, Signal::TERM]] {
            let folder = tempfile::tempdir().expect("a folder");
            let child = start(folder.path(), &format!("{args} --out file"));
            let file = folder.path().join("file.partial");
            wait_until(|| {
                fs::read_to_string(&file).is_ok_and(|text| text.lines().count() >= lines)
            });
            // `solo` writes a line for many games.
            thread::sleep(Duration::from_millis(500));
            send(&child, &signals);
            let output = child.wait_with_output().expect("it ends");
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(130), "{signals:?}: {error}");
            let last = error.lines().last().unwrap_or_default();
            let is_said =
                last.starts_with("admiralty: interrupted after ") && last.ends_with(units);
            assert!(is_said, "{error}");
            let report = String::from_utf8_lossy(&output.stdout);
            assert!(report.lines().count() > 3, "{report}");
        }
    }
}

/// While the program waits for the names of files, signals end nothing.
fn later() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut child = start(folder.path(), "merge @-");
    let _names = child.stdin.take();
    let status = format!("/proc/{}/status", child.id());
    let are_handled = || {
        let status = fs::read_to_string(&status).expect("it runs");
        let caught = status
            .lines()
            .find_map(|line| line.strip_prefix("SigCgt:\t"));
        let caught = caught.and_then(|bits| u64::from_str_radix(bits, 16).ok());
        caught.is_some_and(|bits| bits >> (Signal::XFSZ.as_raw() - 1) & 1 == 1)
    };
    wait_until(are_handled);
    thread::sleep(Duration::from_millis(100));
    send(&child, &[Signal::TERM]);
    thread::sleep(Duration::from_millis(200));
    send(&child, &[Signal::TERM]);
    thread::sleep(Duration::from_secs(1));
    assert!(child.try_wait().expect("its status").is_none());
    send(&child, &[Signal::TERM]);
    let status = child.wait().expect("it ends");
    assert_eq!(status.signal(), Some(Signal::TERM.as_raw()));
}
