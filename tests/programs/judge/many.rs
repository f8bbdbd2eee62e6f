//! Many programs on the same cases.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::Test;
use super::hostile::assert_no_controls;
use super::room::Room;

pub const TESTS: &[Test] = &[
    ("programs_make_a_table", table),
    ("one_program_may_be_enough", single),
    ("what_was_not_run_has_no_verdict", fail_fast),
    ("what_a_program_leaves_is_ended_before_the_next", strays),
];

pub fn executable(room: &Room, name: &str, text: &str) {
    let path = format!("programs/{name}");
    room.write(&path, text);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(room.path().join(path), mode).expect("a mode");
}

/// Adds a program of these tests to a directory of programs.
fn mock(room: &Room, name: &str, kind: &str) {
    let this = std::env::current_exe().expect("a path");
    let line = format!(
        "#!/bin/sh\nexec '{}' --mock-program {kind}\n",
        this.display()
    );
    executable(room, name, &line);
}

fn table() {
    let room = Room::with(&[
        ("T1", "ahoy\n", "ahoy\n"),
        ("T2", "ahoy\n", "ahoy\n"),
        ("T10", "ahoy\n", "yo\n"),
        ("T11", "ahoy\n", "?\n"),
    ]);
    room.write("cases/expectations.txt", "T10 WA\n");
    mock(&room, "p1", "right");
    mock(&room, "p10", "exiting");
    mock(&room, "p2", "without-feed");
    executable(&room, "p3", "#!/does/not/exist\n");
    room.write("programs/README", "not a program\n");
    room.write("programs/folder/x", "not a program\n");
    symlink("p1", room.path().join("programs/q")).expect("a link");
    let args = "cases --programs programs --csv table.csv --json=table.json";
    let judged = room.judge(args).expect(1);
    let rows: Vec<_> = judged
        .stdout
        .lines()
        .filter(|line| line.contains('/'))
        .collect();
    let expected = [
        "p1       2/2  ..oo",
        "p2       2/2  ..oo",
        "p3       0/2  cannot start: its interpreter or loader is missing",
        "p10      0/2  RRRR",
        "q        2/2  ..oo",
    ];
    assert_eq!(rows.len(), expected.len(), "{}", judged.stdout);
    for (row, expected) in rows.iter().zip(expected) {
        assert!(row.starts_with(expected), "{}", judged.stdout);
    }
    assert_no_controls(&judged.stdout);
    assert!(judged.stdout.lines().all(|line| line == line.trim_end()));
    let csv = room.read("table.csv");
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let header: Vec<String> = reader
        .headers()
        .expect("a header")
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(header[6..], ["T1", "T2", "T10", "T11"]);
    let records: Vec<_> = reader
        .records()
        .map(|record| record.expect("a record"))
        .collect();
    let field = |row: usize, columns: &[usize]| {
        columns
            .iter()
            .map(|&at| records[row][at].to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(
        field(0, &[0, 1, 2, 3, 6, 7, 8, 9]),
        ["p1", "2", "2", "0", "AC", "AC", "WA", "open"]
    );
    assert_eq!(field(2, &[0, 1, 6, 9]), ["p3", "0", "JE", "JE"]);
    assert_eq!(field(3, &[0, 3, 6, 9]), ["p10", "4", "RTE", "RTE"]);
    let json = room.json("table.json");
    assert_eq!(json["cases"], serde_json::json!(["T1", "T2", "T10", "T11"]));
    let programs = json["programs"].as_array().expect("a list");
    assert!(
        programs[2]["error"]
            .as_str()
            .expect("an error")
            .contains("cannot start")
    );
    let detail = programs[3]["cases"][0]["detail"].as_str().expect("a text");
    assert!(
        detail.starts_with("exit status 3; the output is right"),
        "{detail}"
    );
    // On standard output, there is nothing else.
    let judged = room.judge("cases --programs programs --csv -").expect(1);
    assert_eq!(judged.stdout.lines().next(), csv.lines().next());
    assert_eq!(judged.stdout.lines().count(), 6);
}

fn single() {
    let room = Room::with(&[("only", "ahoy\n", "ahoy\n")]);
    mock(&room, "program", "right");
    let judged = room.judge("cases --programs programs").expect(0);
    judged.prints("program  1/1  .\n");
    room.judge("cases --programs programs --checker ./nowhere")
        .expect(3);
}

fn fail_fast() {
    let room = Room::with(&[("1", "ahoy\n", "yo\n"), ("2", "ahoy\n", "ahoy\n")]);
    mock(&room, "program", "right");
    let args = "cases --programs programs --fail-fast --csv table.csv";
    room.judge(args).expect(1);
    let csv = room.read("table.csv");
    assert!(csv.ends_with(",WA,\n"), "{csv}");
}

/// The second program looks for the first one's child.
fn strays() {
    let room = Room::with(&[("case", "ahoy\n", "ahoy\n")]);
    mock(&room, "1", "with-child-in-session");
    mock(&room, "2", "lonely");
    room.judge("cases --programs programs").expect(0);
}
