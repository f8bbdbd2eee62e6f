//! Changes since an earlier run.

use serde_json::json;

use super::many::executable;
use super::room::Room;

const ARGS: &str = "grade cases programs --no-build";

fn class() -> Room {
    let room = Room::with(&[
        ("T1", "ahoy\n", "ahoy\n"),
        ("T2", "ahoy\n", "yo\n"),
        ("T3", "ahoy\n", "ahoy\n"),
    ]);
    for (name, text) in [
        ("anna", "cat"),
        ("bob", "cat; exit 3"),
        ("carl", "echo yo"),
        ("dora", "cat"),
        ("fred", "exit 3"),
    ] {
        executable(&room, name, &format!("#!/bin/sh\n{text}\n"));
    }
    room.write("programs/emil", "not executable\n");
    room
}

#[apply(trial)]
fn a_run_is_compared_with_an_earlier_one() {
    let room = class();
    room.admiralty(&format!("{ARGS} --json=old.json")).expect(1);
    let judged = room.admiralty(&format!("{ARGS} --compare-run old.json --json=old.json"));
    judged
        .expect(1)
        .prints("\nNothing has changed since the earlier run.\n");
    let changes = &room.json("old.json")["changes"];
    assert_eq!(changes["programs"], json!([]));
    // A corrected answer, points, other programs, other cases.
    room.write("cases/T2.out", "ahoy\n");
    room.write("cases/T4.in", "");
    room.write("cases/T4.out", "");
    std::fs::remove_file(room.path().join("cases/T3.in")).expect("removed");
    std::fs::remove_file(room.path().join("cases/T3.out")).expect("removed");
    std::fs::remove_file(room.path().join("programs/dora")).expect("removed");
    executable(&room, "emil", "#!/bin/sh\ncat\n");
    executable(&room, "zoe", "#!/bin/sh\ncat\n");
    executable(&room, "fred", "#!/bin/sh\necho no\n");
    let judged = room.admiralty(&format!("{ARGS} --compare-run old.json --json=new.json"));
    let expected = "
Since the earlier run, 2 programs gain and 1 program loses:
    anna: 2 -> 3 accepted
      WA -> AC: T2
    carl: 1 -> 0 accepted
      AC -> WA: T2
    emil: 0 -> 3 accepted
      not judged -> AC: T1, T2
    fred: 0 accepted
      RTE -> WA: T1, T2
    new programs: zoe
    missing programs: dora
    new cases: T4
    missing cases: T3
";
    let judged = judged.expect(1);
    let found = judged
        .stdout
        .split_once("\nSince")
        .map(|(_, rest)| format!("\nSince{rest}"));
    assert_eq!(found.as_deref(), Some(expected), "{}", judged.stdout);
    let changes = &room.json("new.json")["changes"];
    let carl = json!({
        "program": "carl",
        "accepted": [1, 0],
        "points": [null, null],
        "points_max": [null, null],
        "cases": [{ "case": "T2", "old": "AC", "new": "WA" }],
    });
    assert_eq!(changes["programs"][1], carl);
    assert_eq!(changes["missing_cases"], json!(["T3"]));
    // Only the points change.
    let config = "[[group]]\nname = \"all\"\ncases = [\"*\"]\npoints = 6\n";
    room.write("cases/judge.toml", config);
    executable(&room, "carl", "#!/bin/sh\necho ahoy\n");
    room.admiralty(&format!("{ARGS} --json=old.json")).expect(1);
    room.write(
        "cases/judge.toml",
        format!("{config}weights = {{ T1 = 4 }}\n"),
    );
    let judged = room
        .admiralty(&format!("{ARGS} --compare-run old.json"))
        .expect(1);
    judged.prints(
        "Since the earlier run, 1 program gains and no program loses:
    carl: 2 accepted, 4 of 6 -> 5 of 6 points\n",
    );
    // A verdict that counts for something else.
    room.write("cases/expectations.txt", "T1 AC,WA,RTE\n");
    let judged = room
        .admiralty(&format!("{ARGS} --compare-run old.json"))
        .expect(1);
    judged.prints("bob: 0 accepted, 0 of 6 points\n      RTE -> RTE as expected: T1\n");
}

#[apply(trial)]
fn only_reports_of_a_class_are_compared_with() {
    let room = class();
    executable(&room, "one", "#!/bin/sh\ncat\n");
    room.judge("cases --json=one.json -- programs/one")
        .expect(1);
    room.admiralty(&format!("{ARGS} --json=old.json")).expect(1);
    let half = room.read("old.json");
    room.write("half.json", &half[..half.len() / 2]);
    room.write("list.json", "[1]");
    for (file, error) in [
        ("one.json", "it is the report of one program"),
        ("half.json", "it is not JSON, or incomplete"),
        ("list.json", "it is not a report of a class"),
        ("nowhere", "cannot open nowhere"),
    ] {
        let judged = room
            .admiralty(&format!("{ARGS} --compare-run {file}"))
            .expect(2);
        judged.complains(error);
        assert_eq!(judged.stdout, "");
    }
}
