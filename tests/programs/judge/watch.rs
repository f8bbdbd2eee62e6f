//! Judging again whenever something changes.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::time::Duration;

use rustix::process::{Signal, kill_process};

use super::Test;
use super::call::Going;
use super::room::{Room, within};

pub const TESTS: &[Test] = &[
    ("changes_are_judged_again", changes),
    ("what_cannot_be_judged_now_may_be_later", mended),
    ("a_program_may_have_to_be_built_yet", unbuilt),
    ("what_a_program_writes_is_no_change", diary),
    ("rounds_leave_no_processes", strays),
];

/// The timeout for events that are expected soon.
const SOON: Duration = Duration::from_secs(60);

#[track_caller]
fn wait_for(room: &Room, file: &str, text: &str) {
    let is_there = || room.read(file).contains(text);
    let files = || (room.read("stdout"), room.read("stderr"));
    assert!(within(SOON, is_there), "no {text:?} in {:?}", files());
}

fn end(going: Going<'_>) {
    kill_process(going.id(), Signal::INT).expect("sent");
    assert_eq!(going.end().status.code(), Some(0));
}

fn changes() {
    let room = Room::with(&[("case", "ahoy\n", "ahoy\n")]);
    room.write("program", "#!/bin/sh\ncat\n");
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(room.path().join("program"), mode).expect("a mode");
    let call = room.judge("cases --watch --cpu 20 --wall 60");
    let going = call.arg("--").arg("./program").start_into_files();
    wait_for(&room, "stdout", "1 of 1 accepted");
    wait_for(&room, "stderr", "waiting for changes; Ctrl-C ends this");
    room.write("cases/case.out", "avast\n");
    wait_for(&room, "stdout", "0 of 1 accepted");
    room.write("cases/more.in", "avast\n");
    room.write("cases/more.out", "avast\n");
    wait_for(&room, "stdout", "1 of 2 accepted");
    room.write("program", "#!/bin/sh\necho avast\n");
    wait_for(&room, "stdout", "2 of 2 accepted");
    end(going);
    assert_eq!(
        room.read("stdout").matches(" accepted").count(),
        4,
        "{}",
        room.read("stdout")
    );
}

fn mended() {
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    room.write("cases/new.in", "print yes\n");
    let call = room.judge("cases --watch --cpu 20 --wall 60");
    let going = call.mock("obedient").start_into_files();
    wait_for(&room, "stderr", "there is no answer for new");
    room.write("cases/new.out", "yes\n");
    wait_for(&room, "stdout", "2 of 2 accepted");
    end(going);
}

fn unbuilt() {
    let room = Room::with(&[("case", "ahoy\n", "ahoy\n")]);
    let call = room.judge("cases --watch --cpu 20 --wall 60 -- ./program");
    let going = call.start_into_files();
    wait_for(&room, "stderr", "cannot start ./program");
    wait_for(&room, "stderr", "waiting for changes");
    executable(&room, "#!/bin/sh\ncat\n");
    wait_for(&room, "stdout", "1 of 1 accepted");
    end(going);
}

fn diary() {
    let room = Room::with(&[("case", "ahoy\n", "ahoy\n")]);
    executable(&room, "#!/bin/sh\necho day >>cases/diary.txt\ncat\n");
    let call = room.judge("cases --watch --no-sandbox --cpu 20 --wall 60 -- ./program");
    let going = call.start_into_files();
    wait_for(&room, "stderr", "waiting for changes");
    std::thread::sleep(Duration::from_secs(2));
    end(going);
    assert_eq!(room.read("cases/diary.txt"), "day\n");
}

/// Writes an executable under another name first, so that no incomplete file is started.
fn executable(room: &Room, text: &str) {
    room.write("program.new", text);
    let path = room.path().join("program.new");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a mode");
    fs::rename(path, room.path().join("program")).expect("a program");
}

fn strays() {
    let room = Room::with(&[("case", "ahoy\n", "ahoy\n")]);
    let going = room.judge("cases --watch --cpu 20 --wall 60");
    let going = going.mock("with-child-in-session").start_into_files();
    wait_for(&room, "stdout", "1 of 1 accepted");
    let is_alone = || room.processes().len() == 1;
    assert!(within(SOON, is_alone), "{:?}", room.processes());
    // An interrupted round ends the watch, too.
    end(going);
}
