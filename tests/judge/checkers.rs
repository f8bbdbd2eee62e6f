//! Programs that say whether an output is right.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::{abort, exit};

use super::call::Judged;
use super::hostile::assert_no_controls;
use super::room::Room;
use crate::support::quoted;

/// Behaves as a checker that must be called by the protocol. Its verdict is what the
/// output asks for: an exit code and a message.
pub fn check(mut args: impl Iterator<Item = String>) {
    let protocol = args.next().expect("a protocol");
    let files: Vec<_> = args.collect();
    let [first, second, third] = files.as_slice() else {
        panic!("{files:?}");
    };
    let (input, answer) = match protocol.as_str() {
        "testlib" => (first, third),
        _ => (first, second),
    };
    assert!(
        fs::read_to_string(input)
            .expect("an input")
            .starts_with("print ")
    );
    assert_eq!(fs::read(answer).expect("an answer"), b"the answer\n");
    let output = match protocol.as_str() {
        "testlib" => fs::read_to_string(second).expect("an output"),
        _ => io::read_to_string(io::stdin()).expect("an output"),
    };
    let (status, message) = output.split_once(' ').expect("a status and a message");
    if protocol == "testlib" {
        io::stderr().write_all(message.as_bytes()).expect("written");
    } else {
        // It is given with its slash.
        let path = format!("{third}judgemessage.txt");
        fs::write(Path::new(&path), message).expect("written");
    }
    if status == "abort" {
        abort();
    }
    exit(status.parse().expect("a status"));
}

/// Judges a program with this output.
fn judged(protocol: &str, output: &str) -> (Judged, serde_json::Value) {
    let room = Room::with(&[("case", &format!("print {output}\n"), "the answer\n")]);
    let executable = std::env::current_exe().expect("a path");
    let judged = room
        .judge("cases --json=report.json --protocol")
        .arg(protocol)
        .arg("--checker")
        .arg(format!("{} --mock-checker {protocol}", quoted(executable)))
        .mock("obedient")
        .run();
    let mut report = room.json("report.json");
    (judged, report["cases"][0].take())
}

#[apply(trial)]
fn a_checker_gets_the_answer_as_it_was() {
    let (_, case) = judged("testlib", "0 ok\nwrite ../cases/case.out");
    assert_eq!(case["verdict"], "AC", "{case}");
}

#[track_caller]
fn assert_opinion(protocol: &str, output: &str, status: i32, verdict: &str, detail: &str) {
    let (judged, case) = judged(protocol, output);
    let found = (
        judged.status.code(),
        case["verdict"].as_str(),
        case["detail"].as_str(),
    );
    let detail = Some(detail).filter(|detail| !detail.is_empty());
    assert_eq!(
        found,
        (Some(status), Some(verdict), detail),
        "{output}: {}",
        judged.stdout
    );
}

#[apply(trial)]
fn a_testlib_checker_is_asked() {
    for (output, status, verdict, detail) in [
        ("0 ok 3 numbers", 0, "AC", "ok 3 numbers"),
        (
            "1 wrong answer: 1st numbers differ",
            1,
            "WA",
            "wrong answer: 1st numbers differ",
        ),
        ("2 wrong output format", 1, "PE", "wrong output format"),
        ("4 dirt", 1, "PE", "dirt"),
        ("8 unexpected end", 1, "PE", "unexpected end"),
        (
            "7 points 0.5 half",
            1,
            "WA",
            "50 % of the points; points 0.5 half",
        ),
        ("7 points 1 all", 0, "AC", "points 1 all"),
        (
            "7 points 3",
            3,
            "JE",
            "the checker did not give points and a number from 0 to 1: points 3",
        ),
        (
            "7 half",
            3,
            "JE",
            "the checker did not give points and a number from 0 to 1: half",
        ),
        (
            "15 what?",
            3,
            "JE",
            "the checker failed (exit status 15): what?",
        ),
        ("16 none", 1, "WA", "0 % of the points; none"),
        ("50 a third", 1, "WA", "34 % of the points; a third"),
        (
            "60 partially correct (10) x",
            1,
            "WA",
            "10 % of the points; partially correct (10) x",
        ),
        ("116 all", 0, "AC", "all"),
        (
            "117 more",
            3,
            "JE",
            "the checker did not give a percentage from 0 to 100: more",
        ),
        (
            "3 FAIL",
            3,
            "JE",
            "the checker failed (exit status 3): FAIL",
        ),
        (
            "abort ouch",
            3,
            "JE",
            "the checker failed (signal 6, SIGABRT): ouch",
        ),
        (
            "9 what?",
            3,
            "JE",
            "the checker failed (exit status 9): what?",
        ),
        ("0 ", 0, "AC", ""),
    ] {
        assert_opinion("testlib", output, status, verdict, detail);
    }
}

#[apply(trial)]
fn a_kattis_validator_is_asked() {
    for (output, status, verdict, detail) in [
        ("42 fine", 0, "AC", "fine"),
        ("43 not so", 1, "WA", "not so"),
        ("42 ", 0, "AC", ""),
        (
            "0 fine",
            3,
            "JE",
            "the checker failed (exit status 0): fine",
        ),
        ("1 ", 3, "JE", "the checker failed (exit status 1)"),
    ] {
        assert_opinion("kattis", output, status, verdict, detail);
    }
}

#[apply(trial)]
fn a_checker_is_asked_about_good_ends_only() {
    let room = Room::with(&[
        ("exits", "print 0 fine\nexit 5\n", "the answer\n"),
        ("open", "print whatever\n", "?\n"),
    ]);
    // Using it would be an error, because it does not exist.
    let args = "cases --checker ./nowhere --json=report.json";
    room.obedient(args, 1);
    let report = room.json("report.json");
    let verdicts = [0, 1].map(|at| report["cases"][at]["verdict"].as_str().expect("a verdict"));
    assert_eq!(verdicts, ["RTE", "AC"]);
}

#[apply(trial)]
fn a_checker_leaves_no_files() {
    let room = Room::with(&[("case", "print x\n", "x\n")]);
    room.obedient("cases --checker true", 0);
    let left = room
        .path()
        .join("tmp")
        .read_dir()
        .expect("a folder")
        .count();
    assert_eq!(left, 0);
}

/// Checkers quote what programs print.
#[apply(trial)]
fn a_checkers_message_is_shown_safely() {
    let (judged, case) = judged("testlib", "1 found \\e[2J\\e]0;x\tand more");
    assert_no_controls(&judged.stdout);
    judged.prints("found \\u{1b}[2J");
    assert_eq!(case["verdict"], "WA");
}
