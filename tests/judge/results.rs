//! The printed and the machine-readable results.

use std::fs;

use super::hostile::assert_no_controls;
use super::room::{Room, within};
use super::{call, junit as schema, many};

/// Cases with every standing, and with characters that must be escaped.
fn room() -> Room {
    let room = Room::with(&[
        ("a", "print yes\n", "yes\n"),
        (
            "b & <c> #1",
            "say \"ouch\" <&> \\e[31m\nprint <b>\nexit 0\n",
            "yes\n",
        ),
        ("exits", "exit 3\n", "yes\n"),
        ("open", "print ?\n", "?\n"),
    ]);
    room.write("cases/expectations.txt", "open open a # & <reason>\n");
    room
}

#[apply(trial)]
fn exit_statuses_say_what_happened() {
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    room.obedient("cases", 0);
    room.judge("cases").mock("exiting").expect(1);
    room.judge("cases").arg("--").arg("./nowhere").expect(2);
    let judged = room.obedient("cases --checker ./nowhere", 3);
    judged.prints("JE");
    judged.prints("checker");
}

#[apply(trial)]
fn json_has_every_case() {
    let room = room();
    let judged = room.obedient("cases --json", 1);
    let report: serde_json::Value = serde_json::from_str(&judged.stdout).expect("JSON");
    let cases = report["cases"].as_array().expect("a list");
    let found: Vec<_> = cases
        .iter()
        .map(|case| {
            [&case["name"], &case["verdict"], &case["standing"]]
                .map(|text| text.as_str().expect("text"))
        })
        .collect();
    let expected = [
        ["a", "AC", "accepted"],
        ["b & <c> #1", "WA", "failed"],
        ["exits", "RTE", "failed"],
        ["open", "AC", "apart"],
    ];
    assert_eq!(found, expected);
    let summary = serde_json::json!({ "accepted": 1, "apart": 1, "failed": 2 });
    assert_eq!(report["summary"], summary);
    assert_eq!(report["compare"], "final-newline");
    let place = serde_json::json!(
        { "line": 1, "column": 1, "expected": "yes", "found": "<b>", "more_lines": 0 }
    );
    assert_eq!(cases[1]["difference"], place);
    assert_eq!(cases[1]["stderr"], "\"ouch\" <&> \u{1b}[31m\n");
    assert_eq!(
        cases[2]["detail"],
        "exit status 3; the output is wrong, too"
    );
    for case in cases {
        assert!(case["cpu_seconds"].is_f64() && case["wall_seconds"].is_f64());
        assert!(case["memory_bytes"].as_u64() > Some(0));
    }
    assert_eq!(report["program"][1], "--mock-program");
}

#[apply(trial)]
fn junit_is_what_the_schemas_ask_for() {
    let room = room();
    let judged = room.obedient("cases --junit junit.xml", 1);
    judged.prints("1 of 3 accepted");
    let suite = schema::read(&room.read("junit.xml"));
    let counts = ["tests", "failures", "errors", "skipped"].map(|name| suite.get(name));
    assert_eq!(counts, ["4", "2", "0", "1"]);
    let cases: Vec<_> = suite.named("testcase").collect();
    let names: Vec<_> = cases.iter().map(|case| case.get("name")).collect();
    assert_eq!(names, ["a", "b & <c> #1", "exits", "open"]);
    let failure = &cases[1].children[0];
    assert_eq!(failure.get("type"), "WA");
    assert_eq!(failure.get("message"), "line 1, column 1");
    // Names in angle brackets are entities, which are left out here.
    for line in [
        "expected: yes",
        "found:    b",
        "standard error:",
        "\\u{1b}[31m",
    ] {
        assert!(failure.text.contains(line), "{failure:?}");
    }
    assert!(!failure.text.contains("more"), "{failure:?}");
    assert_eq!(cases[3].children[0].get("message"), "a # & <reason>");
    // A judge error is not a failure of the program.
    let args = "cases --junit junit.xml --checker ./nowhere --filter a";
    room.obedient(args, 3);
    let suite = schema::read(&room.read("junit.xml"));
    assert_eq!((suite.get("failures"), suite.get("errors")), ("0", "1"));
    // The standard error of cases that do not fail comes last.
    room.write("cases/a.in", "say psst\nprint yes\n");
    room.obedient("cases --junit junit.xml --filter a", 0);
    let suite = schema::read(&room.read("junit.xml"));
    let said: Vec<_> = suite
        .named("system-err")
        .map(|said| said.text.as_str())
        .collect();
    assert_eq!(said, ["a:\npsst"]);
}

#[apply(trial)]
fn csv_has_a_row_for_each_case() {
    let room = room();
    let judged = room.obedient("cases --csv cases.csv", 1);
    judged.prints("1 of 3 accepted");
    let text = room.read("cases.csv");
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let header = reader.headers().expect("a header").clone();
    assert_eq!(header.iter().next(), Some("program"));
    let rows: Vec<_> = reader.records().map(|row| row.expect("a row")).collect();
    let columns = ["case", "verdict", "standing", "expected", "runs", "detail"];
    let columns = columns.map(|name| header.iter().position(|column| column == name));
    let columns = columns.map(|column| column.expect("a column"));
    let rows: Vec<_> = rows.iter().map(|row| columns.map(|at| &row[at])).collect();
    let expected = [
        ["a", "AC", "accepted", "AC", "1", ""],
        ["b & <c> #1", "WA", "failed", "AC", "1", ""],
        [
            "exits",
            "RTE",
            "failed",
            "AC",
            "1",
            "exit status 3; the output is wrong, too",
        ],
        ["open", "AC", "apart", "open", "1", ""],
    ];
    assert_eq!(rows, expected);
    // Standard output has nothing else.
    let judged = room.obedient("cases --csv -", 1);
    assert_eq!(judged.stdout.lines().count(), 5, "{}", judged.stdout);
}

/// The name of a program that a student chose, and of a case.
#[apply(trial)]
fn no_cell_is_a_formula() {
    let room = Room::with(&[("-2+3", "", "ahoy\n")]);
    many::mock(&room, "=HYPERLINK(0)", "right");
    many::mock(&room, "-3", "right");
    room.admiralty("grade cases programs --no-build --csv csv")
        .expect(0);
    let csv = room.read("csv");
    let lines: Vec<_> = csv.lines().collect();
    assert!(lines[0].ends_with(",'-2+3"), "{csv}");
    assert!(lines[1].starts_with("-3,1,"), "{csv}");
    assert!(lines[2].starts_with("'=HYPERLINK(0),1,"), "{csv}");
}

#[apply(trial)]
fn every_report_names_the_program() {
    let room = Room::with(&[("case", "print yes\n", "yes\n"), ("other", "", "yes\n")]);
    let args = "cases -q --json=json --junit=junit --csv=csv";
    let call = room
        .judge(args)
        .arg("--")
        .arg("/bin/cat")
        .arg("-u")
        .arg("--")
        .arg("a b\u{202e}");
    let judged = call.expect(1);
    let line = "/bin/cat -u -- 'a b\\u{202e}'";
    judged.prints(format!("{line}: 0 of 2 accepted"));
    assert_eq!(schema::read(&room.read("junit")).get("name"), line);
    assert_eq!(room.read("csv").matches(line).count(), 2);
    let words = serde_json::json!(["/bin/cat", "-u", "--", "a b\u{202e}"]);
    assert_eq!(room.json("json")["program"], words);
}

/// While the last case runs, the JSON has the first; it is still there if the judge is killed. A table
/// appears when it is complete.
#[apply(trial)]
fn what_was_judged_is_written_at_once() {
    let room = Room::with(&[("1", "print yes\n", "yes\n"), ("2", "sleep 300000\n", "")]);
    let args = "cases -j 1 --wall 300 --json=json --csv=csv";
    let mut going = room.judge(args).mock("obedient").start();
    let lines = |name: &str| {
        let text = fs::read_to_string(room.path().join(name)).unwrap_or_default();
        text.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(within(call::HANG, || lines("json").len() == 2));
    going.child.kill().expect("killed");
    let json = lines("json");
    let case: serde_json::Value = serde_json::from_str(&json[1]).expect("a line");
    assert_eq!(
        (&case["name"], &case["verdict"]),
        (&"1".into(), &"AC".into())
    );
    assert_eq!(json.len(), 2);
    assert_eq!(room.read("csv"), "");
}

/// A program that exists only for the first case.
#[apply(trial)]
fn a_late_failure_loses_nothing() {
    let room = Room::with(&["1", "2"].map(|name| (name, "", "yes\n")));
    let gone = "#!/bin/sh\necho yes\nrm programs/gone\n";
    many::executable(&room, "gone", gone);
    let args = "cases --no-sandbox -j 1 --json=json --junit=junit --csv=csv";
    let judged = room.judge(args).arg("--").arg("programs/gone").expect(2);
    judged.complains("cannot start programs/gone");
    let report = room.json("json");
    assert_eq!(report["cases"][0]["verdict"], "AC");
    assert_eq!(report["not_run"], serde_json::json!(["2"]));
    assert_eq!(report["summary"]["accepted"], 1);
    assert_eq!(schema::read(&room.read("junit")).get("skipped"), "1");
    assert_eq!(room.read("csv").lines().count(), 2);
}

#[apply(trial)]
fn results_on_standard_output_are_alone_there() {
    let room = room();
    let args = "cases --json --junit junit.xml";
    let judged = room.obedient(args, 1);
    serde_json::from_str::<serde_json::Value>(&judged.stdout).expect("JSON and nothing else");
    let judged = room.obedient("cases --json=json --junit -", 1);
    schema::read(&judged.stdout);
    assert_eq!(room.json("json")["cases"].as_array().map(Vec::len), Some(4));
}

#[apply(trial)]
fn without_a_terminal_there_are_no_escapes() {
    let room = room();
    let judged = room.obedient("cases", 1);
    assert_no_controls(&judged.stdout);
    assert_eq!(judged.stderr, "");
    let coloured = room.judge("cases").env("CLICOLOR_FORCE", "1");
    let coloured = coloured.mock("obedient").expect(1);
    assert!(coloured.stdout.contains('\u{1b}'), "{}", coloured.stdout);
    let plain = room
        .judge("cases")
        .env("CLICOLOR_FORCE", "1")
        .env("NO_COLOR", "1");
    assert_no_controls(&plain.mock("obedient").expect(1).stdout);
}

#[apply(trial)]
fn names_and_complaints_are_visible_text() {
    let evil = "evil\u{1b}[2J\u{7}\u{9b}\n\u{202e}name";
    let shown = "evil\\u{1b}[2J\\u{7}\\u{9b}\\n\\u{202e}name";
    let room = Room::with(&[
        (evil, "say \\e[2J\u{2066}\nprint \\e]0;x\nexit 0\n", "yes\n"),
        ("other", "exit 1\n", ""),
        ("open", "print !\n", "?\n"),
    ]);
    room.write("cases/expectations.txt", "open open \u{1b}[2J\n");
    let args = "cases --junit=junit --csv=csv --json=json";
    let judged = room.obedient(args, 1);
    let [junit, csv, json] = ["junit", "csv", "json"].map(|name| room.read(name));
    for text in [&judged.stdout, &junit, &csv, &json] {
        assert_no_controls(text);
        assert!(!text.contains(['\u{202e}', '\u{2066}']), "{text}");
    }
    for text in [&judged.stdout, &junit, &csv] {
        assert!(text.contains(shown), "{text}");
    }
    // A reader gets the original text.
    assert_eq!(room.json("json")["cases"][0]["name"], evil);
    assert_eq!(
        room.json("json")["cases"][0]["stderr"],
        "\u{1b}[2J\u{2066}\n"
    );
    // So it is with messages.
    room.write("cases/a\u{202e}\nb.in", "");
    let judged = room.obedient("cases", 2);
    let message = "admiralty: there is no answer for a\\u{202e}\\nb\n";
    assert_eq!(judged.stderr, message);
}

#[apply(trial)]
fn quiet_leaves_out_the_differences() {
    let room = room();
    let judged = room.obedient("cases -q", 1);
    assert_eq!(judged.stdout.lines().count(), 4 + 2, "{}", judged.stdout);
    let wordy = room.obedient("cases", 1);
    assert!(wordy.stdout.contains("standard error:"));
    assert!(wordy.stdout.contains("\"ouch\" <&>"), "{}", wordy.stdout);
    assert!(wordy.stdout.lines().count() > 8);
}

#[apply(trial)]
fn any_exit_code_can_be_fine() {
    let room = Room::with(&[
        ("right", "print yes\nexit 1\n", "yes\n"),
        ("wrong", "print no\nexit 1\n", "yes\n"),
    ]);
    let judged = room.obedient("cases", 1);
    for part in [
        "exit status 1; the output is right, and --exit-code any would accept",
        "exit status 1; the output is wrong, too; differs from line 1 on",
    ] {
        judged.prints(part);
    }
    let any = "cases --exit-code any --json=json";
    room.obedient(any, 1);
    let verdicts = [0, 1].map(|at| room.json("json")["cases"][at]["verdict"].clone());
    assert_eq!(verdicts, ["AC", "WA"]);
    // A signal is not an exit code.
    let judged = room
        .judge("cases --exit-code any")
        .mock("aborting")
        .expect(1);
    assert_eq!(
        judged.stdout.matches(" RTE ").count(),
        2,
        "{}",
        judged.stdout
    );
}

/// It has at most 24 lines of 80 columns.
#[apply(trial)]
fn the_short_help_fits_a_screen() {
    let room = Room::new();
    let help = |flag| {
        let call = room.judge(flag).env("COLUMNS", "80");
        call.expect(0).stdout
    };
    let (short, long) = (help("-h"), help("--help"));
    assert!(short.lines().count() <= 24, "{short}");
    assert!(
        short.lines().all(|line| line.chars().count() <= 80),
        "{short}"
    );
    for option in ["--filter", "--cpu", "--json", "--bless", "--exit-code"] {
        assert!(
            short.contains(option) && long.contains(option),
            "{option}: {short}"
        );
    }
    for option in ["--checker", "--repeat", "Verdicts:"] {
        assert!(
            !short.contains(option) && long.contains(option),
            "{option}: {short}"
        );
    }
}

#[apply(trial)]
fn what_was_not_run_is_told() {
    let room = room();
    room.obedient("cases --fail-fast -j 1 --json=json --junit=junit", 1);
    let report = room.json("json");
    assert_eq!(report["not_run"], serde_json::json!(["exits", "open"]));
    assert_eq!(report["cases"].as_array().map(Vec::len), Some(2));
    let suite = schema::read(&room.read("junit"));
    let counts = ["tests", "failures", "skipped"].map(|name| suite.get(name));
    assert_eq!(counts, ["4", "1", "2"]);
}

#[apply(trial)]
fn what_cannot_be_written_is_the_judges_trouble() {
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    let options = ["--json", "--junit", "--html", "--csv"];
    let nowhere = options.map(|option| format!("{option}=nowhere/file"));
    let full = options.map(|option| format!("{option}=/dev/full"));
    for option in nowhere.iter().chain(&full) {
        let judged = room.judge(&format!("cases {option}")).mock("obedient");
        let judged = judged.expect(3);
        judged.complains("cannot write");
    }
    // The others are still written.
    let args = "cases --json=/dev/full --junit=junit --html=page";
    room.obedient(args, 3);
    assert!(room.read("page").contains("<b>1</b> of 1 cases accepted"));
    assert_eq!(schema::read(&room.read("junit")).get("tests"), "1");
    // If the reader has gone, the exit code does not report success.
    room.write("cases/case.in", "sleep 500\nprint yes\n");
    let mut going = room.judge("cases").mock("obedient").start();
    drop(going.child.stdout.take());
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(3));
    assert_eq!(judged.stderr, "");
}
