//! A judge that is terminated from outside.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use rustix::process::{Signal, kill_process};

use super::call::Going;
use super::room::{Room, within};

/// The timeout for events that are expected soon.
const SOON: Duration = Duration::from_secs(30);

/// Waits until a program runs, or its child.
#[track_caller]
fn wait_for(room: &Room, kind: &str) {
    let executable = std::env::current_exe().expect("a path");
    // The judge's own command line ends like this, too.
    let line = format!("{} --mock-program {kind} ", executable.display());
    let runs = || room.processes().contains(&line);
    assert!(within(SOON, runs), "{:?}", room.processes());
}

fn room() -> Room {
    let cases = ["1", "2", "3"];
    Room::with(&cases.map(|name| (name, "ahoy\n", "ahoy\n")))
}

const ARGS: &str = "cases -j 2 --cpu 200 --wall 200";

fn send(going: &Going<'_>, signal: Signal) {
    kill_process(going.id(), signal).expect("sent");
}

#[apply(trial)]
fn a_killed_judge_leaves_no_program() {
    for kind in ["sleeping", "busy", "endless"] {
        let room = room();
        let going = room
            .judge(&format!("{ARGS} --output 1000000"))
            .mock(kind)
            .start();
        wait_for(&room, kind);
        send(&going, Signal::KILL);
        let judged = going.end();
        assert_eq!(judged.status.signal(), Some(Signal::KILL.as_raw()));
    }
}

#[apply(trial)]
fn an_interrupted_judge_ends_its_programs() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        if signal == Signal::HUP && crate::support::hangups_are_ignored() {
            continue;
        }
        for (kind, child) in [
            ("sleeping", "sleeping"),
            ("with-busy-children", "busy-child"),
        ] {
            let room = room();
            let going = room.judge(ARGS).mock(kind).start();
            wait_for(&room, child);
            send(&going, signal);
            let judged = going.end();
            assert_eq!(
                judged.status.code(),
                Some(128 + signal.as_raw()),
                "{}",
                judged.stderr
            );
            assert_eq!(judged.stderr, "admiralty: interrupted after 0 of 3 cases\n");
        }
    }
}

#[apply(trial)]
fn an_interrupted_judge_tells_what_it_has() {
    half_by(&[Signal::INT, Signal::TERM], "--no-sandbox", 143);
    if !crate::support::hangups_are_ignored() {
        half_by(&[Signal::HUP], "--no-sandbox", 129);
    }
}

fn half_by(signals: &[Signal], args: &str, exit_code: i32) {
    let room = Room::with(&[
        ("1", "print yes\n", "yes\n"),
        ("2", "print no\n", "yes\n"),
        ("3", "write started\nsleep 300000\n", "yes\n"),
    ]);
    let args = format!("cases -j 1 --wall 300 --json=report.json {args}");
    let going = room.judge(&args).mock("obedient").start();
    let tmp = room.path().join("tmp");
    assert!(within(SOON, || is_below(&tmp, "started")));
    for &signal in signals {
        send(&going, signal);
    }
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(exit_code));
    judged.prints("1 of 3 accepted, 1 not run");
    assert_eq!(
        room.json("report.json")["cases"].as_array().map(Vec::len),
        Some(2)
    );
    assert!(!is_below(&tmp, "admiralty-"));
    // Results so far are stored.
    room.write("cases/3.in", "print yes\n");
    let again = room.obedient("cases --failed", 1);
    assert!(again.stdout.starts_with('2'), "{}", again.stdout);
}

/// Whether a directory has a file, at any depth, whose name begins with a text.
fn is_below(folder: &Path, begin: &str) -> bool {
    // Directories may disappear meanwhile.
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        let is_it = entry.file_name().to_string_lossy().starts_with(begin);
        is_it || is_below(&entry.path(), begin)
    })
}

/// As under `nohup`.
#[apply(trial)]
fn a_hang_up_that_is_ignored_ends_nothing() {
    let room = Room::with(&[("1", "flaky started 9\nsleep 100\n", "yes\n")]);
    let mut nohup = Command::new("nohup");
    nohup.arg(env!("CARGO_BIN_EXE_admiralty"));
    let going = room
        .call(nohup, "judge cases --no-sandbox")
        .mock("obedient")
        .start();
    assert!(within(SOON, || room.path().join("started").exists()));
    send(&going, Signal::HUP);
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(0), "{}", judged.stderr);
}

/// Leftover processes are killed, and are then zombies of the judge until it reaps them.
#[apply(trial)]
fn what_has_ended_is_let_go() {
    let leaving = (10..40).map(|number| (number.to_string(), "leave\nprint yes\n"));
    let last = ("99".to_owned(), "flaky started 1\nsleep 300000\n");
    let cases: Vec<_> = leaving.chain([last]).collect();
    let cases: Vec<_> = cases
        .iter()
        .map(|(name, input)| (name.as_str(), *input, "yes\n"))
        .collect();
    let room = Room::with(&cases);
    let going = room
        .judge("cases --no-sandbox -j 1 --wall 300")
        .mock("obedient")
        .start();
    assert!(within(SOON, || room.path().join("started").exists()));
    let id = going.id().as_raw_nonzero();
    let children = fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
    let count = children.expect("children").split_whitespace().count();
    send(&going, Signal::INT);
    assert_eq!(going.end().status.code(), Some(130));
    assert!(count < 10, "{count}");
}

/// The reader has gone, as with `| head`.
#[apply(trial)]
fn nobody_listening_ends_the_judging() {
    let room = Room::with(&[
        ("1", "print yes\n", "yes\n"),
        ("2", "sleep 300000\n", "yes\n"),
    ]);
    let mut going = room.judge("cases -j 1 --wall 300").mock("obedient").start();
    going.child.stdout = None;
    let judged = going.end();
    assert_eq!(
        (judged.status.code(), judged.stderr.as_str()),
        (Some(3), "")
    );
}

/// A shutdown sends its signal to a program before it sends it to the judge.
#[apply(trial)]
fn what_a_shutdown_ends_is_not_judged() {
    for end in ["kill -TERM $$", "kill -KILL $$", "exit 143"] {
        let room = Room::with(&[("1", "", "")]);
        let script = format!("touch started; {end}");
        let call = room.judge("cases --no-sandbox -- sh -c");
        let going = call.arg(script).start();
        assert!(within(SOON, || room.path().join("started").exists()));
        send(&going, Signal::TERM);
        let judged = going.end();
        assert_eq!(judged.status.code(), Some(143), "{end}: {}", judged.stdout);
        assert_eq!(judged.stderr, "admiralty: interrupted after 0 of 1 cases\n");
    }
}

/// The program ends by itself as if somebody had ended it.
#[apply(trial)]
fn a_suspected_shutdown_is_waited_for_once() {
    let names: Vec<_> = (10..20).map(|number| number.to_string()).collect();
    let cases: Vec<_> = names
        .iter()
        .map(|name| (&**name, "exit 143\n", ""))
        .collect();
    let judged = Room::with(&cases).obedient("cases -j 1", 1);
    judged.prints("0 of 10 accepted");
    assert!(judged.time < Duration::from_secs(6), "{:?}", judged.time);
}
