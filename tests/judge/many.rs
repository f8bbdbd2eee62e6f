//! Many programs on the same cases.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};

use super::hostile::assert_no_controls;
use super::room::Room;
use crate::support::quoted;

pub fn executable(room: &Room, name: &str, text: &str) {
    executable_at(room, &format!("programs/{name}"), text);
}

pub fn executable_at(room: &Room, path: &str, text: &str) {
    room.write(path, text);
    let mode = fs::Permissions::from_mode(0o755);
    fs::set_permissions(room.path().join(path), mode).expect("a mode");
}

/// Adds a program of these tests to a directory of programs.
pub fn mock(room: &Room, name: &str, kind: &str) {
    let this = std::env::current_exe().expect("a path");
    let line = format!("#!/bin/sh\nexec {} --mock-program {kind}\n", quoted(this));
    executable(room, name, &line);
}

/// The rows of the table, by program.
pub fn rows(stdout: &str) -> Vec<&str> {
    // Above them are the names of the cases.
    let lines = stdout.lines().skip_while(|line| !line.starts_with(' '));
    let lines = lines.skip_while(|line| line.starts_with(' '));
    lines.take_while(|line| !line.is_empty()).collect()
}

#[apply(trial)]
fn programs_make_a_table() {
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
    mock(&room, "its name/ship's", "right");
    for name in ["x", "y"] {
        mock(&room, &format!("two/{name}"), "right");
    }
    for (target, link) in [("p1", "q"), ("nowhere", "r"), ("s", "s")] {
        symlink(target, room.path().join("programs").join(link)).expect("a link");
    }
    mock(&room, "\"quo\nted\"", "right");
    let args = "grade cases programs --no-build --csv table.csv --json=table.json";
    let judged = room.admiralty(args).expect(1);
    let rows = rows(&judged.stdout);
    let expected = [
        "\"quo\\nted\"  2/2  ..oo",
        "README        -  not judged: not executable",
        "folder        -  not judged: no executable",
        "its name    2/2  ..oo",
        "p1          2/2  ..oo",
        "p2          2/2  ..oo",
        "p3            -  cannot start: its interpreter or loader is missing",
        "p10         0/2  RRRR",
        "q           2/2  ..oo",
        "r             -  not judged: a broken link",
        "s             -  not judged: cannot be read: Too many levels of symbolic links (os error 40)",
        "two           -  not judged: 2 executables",
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
    assert_eq!(header[8..], ["T1", "T2", "T10", "T11"]);
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
        field(4, &[0, 1, 2, 3, 8, 9, 10, 11]),
        ["p1", "2", "2", "0", "AC", "AC", "WA", "open"]
    );
    assert_eq!(field(6, &[0, 1, 8, 11]), ["p3", "", "", ""]);
    assert_eq!(field(7, &[0, 3, 8, 11]), ["p10", "4", "RTE", "RTE"]);
    let json = room.json("table.json");
    assert_eq!(json["cases"], serde_json::json!(["T1", "T2", "T10", "T11"]));
    let programs = json["programs"].as_array().expect("a list");
    assert!(
        programs[6]["error"]
            .as_str()
            .expect("an error")
            .contains("cannot start")
    );
    let detail = programs[7]["cases"][0]["detail"].as_str().expect("a text");
    assert!(
        detail.starts_with("exit status 3; the output is right"),
        "{detail}"
    );
    // On standard output, there is nothing else.
    let judged = room
        .admiralty("grade cases programs --no-build --csv -")
        .expect(1);
    assert_eq!(judged.stdout.lines().next(), csv.lines().next());
    assert_eq!(judged.stdout.lines().count(), 13);
}

#[apply(trial)]
fn one_program_may_be_enough() {
    let room = Room::with(&[("only", "ahoy\n", "ahoy\n")]);
    mock(&room, "program", "right");
    let judged = room.admiralty("grade cases programs --no-build").expect(0);
    judged.prints("program  1/1  .\n");
    room.admiralty("grade cases programs --no-build --checker ./nowhere")
        .expect(3);
}

/// The second program looks for the first one's child.
#[apply(trial)]
fn what_a_program_leaves_is_ended_before_the_next() {
    let room = Room::with(&[("case", "ahoy\n", "ahoy\n")]);
    mock(&room, "1", "with-child-in-session");
    mock(&room, "2", "lonely");
    room.admiralty("grade cases programs --no-build --no-sandbox -j 1")
        .expect(0);
}

/// The hanging programs come first, and a failing one is only compared with itself.
#[apply(trial)]
fn programs_that_hang_are_given_up() {
    let cases = ["1", "2", "3", "4", "5"].map(|name| (name, "", "ahoy\n"));
    let room = Room::with(&cases);
    for (name, kind) in [("a", "waiting"), ("b", "busy"), ("c", "right")] {
        mock(&room, name, kind);
    }
    let judged = room
        .admiralty("grade cases programs --no-build --cpu 0.1 --wall 1 --csv csv -j 4")
        .expect(1);
    let rows = judged.stdout.lines().filter(|line| line.contains("/5  "));
    let expected = [
        "a        0/5  IIIII",
        "b        0/5  TTTTT",
        "c        5/5  .....",
    ];
    assert_eq!(rows.collect::<Vec<_>>(), expected);
    let csv = room.read("csv");
    assert!(
        csv.lines()
            .any(|line| line.starts_with("b,0,0,5,") && line.ends_with(",TLE,TLE"))
    );
}

const POINTS: &str = r#"
findings = 1
[[group]]
name = "basics"
cases = ["1..2"]
points = 10
[[group]]
name = "moves"
cases = ["3", "4"]
points = 5
scoring = "all"
hidden = true
"#;

#[apply(trial)]
fn a_class_gets_its_points() {
    let cases = ["1", "2", "3", "4", "5"].map(|name| (name, "", "ahoy\n"));
    let room = Room::with(&cases);
    room.write("cases/4.out", "yo\n");
    room.write("cases/judge.toml", POINTS);
    mock(&room, "anna", "right");
    mock(&room, "bob", "exiting");
    room.write("programs/notes", "");
    let args = "grade cases programs --no-build --csv csv --json=json";
    let judged = room.admiralty(args).expect(1);
    let rows = rows(&judged.stdout);
    let expected = [
        "anna     4/5  10 of 15  ...W.",
        "bob      0/5   0 of 15  RRRRR",
        "notes      -            not judged: not executable",
    ];
    assert_eq!(rows, expected, "{}", judged.stdout);
    let csv = room.read("csv");
    let fields = |line: usize| -> Vec<_> {
        csv.lines()
            .nth(line)
            .expect("a line")
            .split(',')
            .skip(8)
            .collect()
    };
    let head = [
        "points",
        "points_max",
        "points: basics",
        "points: moves",
        "1",
        "2",
        "3",
        "4",
        "5",
    ];
    assert_eq!(fields(0), head);
    assert_eq!(
        fields(1),
        ["10", "15", "10", "0", "AC", "AC", "AC", "WA", "AC"]
    );
    assert_eq!(fields(3)[..5], [""; 5]);
    let score = &room.json("json")["programs"][0]["score"];
    assert_eq!(
        (&score["points"], &score["groups"][1]["name"]),
        (&10.0.into(), &"moves".into())
    );
    // For a single program, the page leaves out hidden cases.
    let judged = room
        .judge("cases --csv csv --html page")
        .mock("exiting")
        .expect(1);
    judged.prints("points: 0 of 15 (basics 0 of 10, moves 0 of 5)");
    let page = room.read("page");
    assert!(
        page.contains("2 cases are hidden.")
            && page.contains("Only the first failed case is shown above")
    );
    let is_shown = |name: &str| page.contains(&format!(">{name}</"));
    assert!(is_shown("5") && !is_shown("3") && !is_shown("4"));
    let csv = room.read("csv");
    let ends = |line: usize, end: &str| csv.lines().nth(line).expect("a line").ends_with(end);
    assert!(
        ends(0, ",group,points") && ends(1, ",basics,0") && ends(3, ",moves,") && ends(5, ",,")
    );
    room.write("cases/judge.toml", "compare = \"tokens\"\nfindngs = 1\n");
    let judged = room.admiralty(args).expect(2);
    judged.complains("--> cases/judge.toml:2:1");
    judged.complains("unknown field `findngs`");
}

/// Programs that make the same mistake in different places, crash alike, or are the same.
#[apply(trial)]
fn programs_that_fail_alike_are_grouped() {
    let room = Room::with(&[
        ("1", "[playerB] \nA won\n", "[playerB] \nA won\n"),
        ("2", "x x\n[playerB] \nend\n", "x x\n[playerB] \nend\n"),
        ("3", "end\n", "end\n"),
    ]);
    executable(&room, "right", "#!/bin/sh\ncat\n");
    for name in ["anna", "bob"] {
        executable(&room, name, "#!/bin/sh\nsed 's/] $/]/'\n");
    }
    executable(&room, "carl", "#!/bin/sh\nsed 's/] $/]/; s/^end/END/'\n");
    executable(&room, "hugo", "#!/bin/sh\nsed '1s/] $/]/'\n");
    for name in ["dora", "emil"] {
        executable(
            &room,
            name,
            "#!/bin/sh\ncat; echo bye; echo $$ >&2; kill -SEGV $$\n",
        );
    }
    for name in ["fred", "gina"] {
        executable(&room, name, "#!/bin/sh\nrev\n");
    }
    let judged = room
        .admiralty("grade cases programs --no-build --json=json")
        .expect(1);
    let expected = "
Failing for one reason:
    only the white space differs; compare = \"trailing\" would accept it:
      anna (2 cases), bob (2 cases)
    only the case of letters differs; compare = \"caseless\" would accept it:
      carl (2 cases)

Failing in the same way:
    4 programs print no blank after [playerB]:
      anna, bob, carl: 1, 2
      hugo: 1
    2 programs are killed by signal 11 (SIGSEGV):
      dora, emil: 1, 2, 3
    2 programs print the same wrong outputs:
      fred, gina: 1, 2, 3
    2 programs print \" ]Breyalp[\" instead of \"[playerB] \":
      fred, gina: 1, 2
    2 programs print \"dne\" instead of \"end\":
      fred, gina: 3
";
    let found = judged.stdout.split_once("not run\n").map(|(_, rest)| rest);
    assert_eq!(found, Some(expected));
    let json = room.json("json");
    assert_eq!(
        json["clusters"][0],
        serde_json::json!({
            "description": "4 programs print no blank after [playerB]",
            "programs": [
                { "program": "anna", "cases": ["1", "2"] },
                { "program": "bob", "cases": ["1", "2"] },
                { "program": "carl", "cases": ["1", "2"] },
                { "program": "hugo", "cases": ["1"] },
            ],
            "example": { "program": "anna", "case": "1" },
        })
    );
    let hashes = |program: usize| {
        let hash = json["programs"][program]["cases"][0]["output_hash"].as_str();
        hash.map(str::to_owned)
    };
    assert_eq!(hashes(0), hashes(1));
    assert!(hashes(0) != hashes(5) && hashes(8).is_none());
    let judged = room
        .admiralty("grade cases programs --no-build -q")
        .expect(1);
    assert!(!judged.stdout.contains("same way"), "{}", judged.stdout);
}

/// A program that is wrong at its first run of a case only, and one that is right then only.
#[apply(trial)]
fn what_a_class_fails_is_run_twice() {
    let room = Room::with(&["1", "2"].map(|name| (name, "", "ahoy\n")));
    room.write("cases/1.in", "1\n");
    room.write("cases/2.in", "2\n");
    let points = "[[group]]\nname = \"all\"\ncases = [\"*\"]\npoints = 4\n";
    room.write("cases/judge.toml", points);
    for (name, first, then) in [("anna", "oops", "ahoy"), ("bob", "ahoy", "oops")] {
        let file = format!("$HOME/../{name}-$case");
        let script = format!(
            "read case; [ $case = 2 ] && {{ echo ahoy; exit; }}\n\
             [ -e \"{file}\" ] && {{ echo {then}; exit; }}\ntouch \"{file}\"; echo {first}"
        );
        executable(&room, name, &format!("#!/bin/sh\n{script}\n"));
    }
    let args = "grade cases programs --no-build --no-sandbox --out file --json=json --csv csv --junit junit \
        --html pages -j 1";
    // The second time, all results are reused.
    for _ in 0..2 {
        let judged = room.admiralty(args).expect(1);
        judged.prints("anna     1/2  2 of 4  ?.\nbob      2/2  4 of 4  ..\n");
        judged.prints("Unstable, with different verdicts when run again:\n    anna: 1 AC/WA\n");
        let csv = room.read("csv");
        assert!(csv.contains(",2,4,2,AC/WA,AC\n"), "{csv}");
        let case = &room.json("json")["programs"][0]["cases"][0];
        assert_eq!(case["verdict"], "WA");
        assert_eq!(case["unstable"], serde_json::json!(["AC", "WA"]));
        for (file, shown) in [
            ("junit", "unstable: 1 x AC, 1 x WA"),
            ("pages/index.html", "unstable: 1"),
            ("pages/students/anna.html", "unstable: 1 x AC, 1 x WA"),
        ] {
            let text = room.read(file);
            assert!(text.contains(shown), "{file}: {text}");
        }
    }
    let once = "grade cases programs --no-build --repeat 1 --json=json";
    std::fs::remove_file(room.path().join("anna-1")).expect("removed");
    let judged = room.admiralty(once).expect(1);
    judged.prints("anna     1/2  2 of 4  W.\n");
    assert!(!judged.stdout.contains("Unstable"), "{}", judged.stdout);
}

/// What has run into a limit in two cases is run once in the others, with any number of workers.
#[apply(trial)]
fn a_hopeless_program_is_run_once() {
    const CASES: [&str; 12] = [
        "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12",
    ];
    let cases = CASES.map(|name| (name, "", "ahoy\n"));
    let room = Room::with(&cases);
    executable(&room, "loop", "#!/bin/sh\nwhile :; do :; done\n");
    executable(&room, "wrong", "#!/bin/sh\necho yo\n");
    for (jobs, most) in [(1, 2), (2, 4)] {
        let judged = room.admiralty("grade cases programs --cpu 0.1 --json=json -j");
        let _ = judged.arg(jobs.to_string()).expect(1);
        let json = room.json("json");
        let runs = |program: usize| {
            let cases = json["programs"][program]["cases"]
                .as_array()
                .expect("cases");
            let twice = cases.iter().filter(|case| case["runs"] == 2);
            twice.count()
        };
        assert!((2..=most).contains(&runs(0)), "{jobs}: {}", runs(0));
        assert_eq!(runs(1), CASES.len());
    }
}
