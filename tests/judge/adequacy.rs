//! Which cases catch which programs.

use serde_json::json;

use super::many::{executable, mock};
use super::room::Room;
use crate::support::quoted;

/// Cases that want their input back, and programs that change it.
fn room() -> Room {
    let cases = ["1", "2", "3", "12"].map(|text| (format!("T{text}"), format!("{text}\n")));
    let cases = cases
        .each_ref()
        .map(|(name, text)| (&**name, &**text, &**text));
    let room = Room::with(&cases);
    let programs = [
        ("a", "s/1/x/"),
        ("b", "s/[12]/x/g"),
        ("copy of a", "s/1/x/"),
        ("c", "s/2/x/"),
        ("d", "s/2/y/"),
        ("e", "s/^2/x/"),
        ("right", ""),
    ];
    for (name, change) in programs {
        executable(&room, name, &format!("#!/bin/sh\nexec sed '{change}'\n"));
    }
    room.write("programs/notes", "");
    room
}

#[apply(trial)]
fn cases_tell_which_programs_they_catch() {
    let room = room();
    let judged = room
        .admiralty("mutants cases programs --no-build --csv csv --json=json")
        .expect(1);
    let summary = judged.stdout.split_once("\ncase ").expect("a summary").1;
    let expected = " catches  alone
T1          3      0  redundant
T2          4      1  e
T3          0      0  nothing
T12         5      0  redundant

6 of 7 programs are caught.

No case catches:
    right

Not judged:
    notes

No case distinguishes:
    a = copy of a

Enough to catch all of them (greedy), 2 of 4 cases:
    T1, T2
";
    assert_eq!(summary, expected);
    assert!(
        judged.stdout.contains("b          1/4  WW.W\n"),
        "{}",
        judged.stdout
    );
    let csv = "case,catches,alone,sufficient,a,b,c,copy of a,d,e,right
T1,3,0,yes,yes,yes,,yes,,,
T2,4,1,yes,,yes,yes,,yes,yes,
T3,0,0,,,,,,,,
T12,5,0,,yes,yes,yes,yes,yes,,
";
    assert_eq!(room.read("csv"), csv);
    let expected = json!({
        "caught": 6,
        "judged": 7,
        "cases": [
            { "name": "T1", "catches": ["a", "b", "copy of a"], "alone": [] },
            { "name": "T2", "catches": ["b", "c", "d", "e"], "alone": ["e"] },
            { "name": "T3", "catches": [], "alone": [] },
            { "name": "T12", "catches": ["a", "b", "c", "copy of a", "d"], "alone": [] },
        ],
        "uncaught": ["right"],
        "not_judged": ["notes"],
        "alike": [["a", "copy of a"]],
        "sufficient": ["T1", "T2"],
    });
    assert_eq!(room.json("json"), expected);
    // All programs are caught.
    std::fs::remove_file(room.path().join("programs/right")).expect("removed");
    let judged = room
        .admiralty("mutants cases programs --no-build --quiet")
        .expect(0);
    judged.prints("6 of 6 programs are caught.");
    assert!(judged.stdout.starts_with("\ncase "), "{}", judged.stdout);
}

/// The second mistaken program is caught by the case that is written for the first.
#[apply(trial)]
fn cases_are_written_for_programs_that_none_catches() {
    let room = Room::with(&[("T1", "[state]\n[state]\n", "")]);
    for (name, kind) in [("a", "mistaken"), ("b", "interpreting"), ("c", "mistaken")] {
        mock(&room, name, kind);
    }
    let args =
        "mutants cases programs --no-build --scripts 3 --seed 255 --json=json --cpu 100 --wall 600";
    let judged = room.admiralty(args).expect(1);
    judged.prints("0 of 3 programs are caught.");
    judged.prints("written as a case: cases/stress-256.in");
    let program = quoted(room.path().join("programs/b"));
    judged.prints(format!(
        "{program}: 3 random scripts (seeds 255 to 257), no difference"
    ));
    judged.prints("2 of 3 programs are caught.");
    let json = room.json("json");
    let case = json!({ "name": "stress-256", "catches": ["a", "c"], "alone": ["a", "c"] });
    assert_eq!(
        (&json["cases"][1], &json["uncaught"]),
        (&case, &json!(["b"]))
    );
    assert_eq!(
        (&json["alike"], &json["sufficient"]),
        (&json!([["a", "c"]]), &json!(["stress-256"]))
    );
}

#[apply(trial)]
fn what_makes_no_sense_for_mutants() {
    let room = Room::with(&[("T1", "", "")]);
    for other in [
        "--out file",
        "--shard 1/2 --out file",
        "--failed",
        "--fail-fast",
        "--bless",
        "--junit file",
        "--html file",
        "-- program",
        "--repeat 2",
    ] {
        let judged = room
            .admiralty(&format!("mutants cases cases --no-build {other}"))
            .expect(2);
        judged.complains("unexpected argument");
    }
    let judged = room
        .admiralty("mutants cases/T1.in cases --scripts 1")
        .expect(2);
    judged.complains("is not a directory");
}
