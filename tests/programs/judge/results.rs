//! What is printed, and what is written for other programs.

use super::Test;
use super::hostile::assert_no_controls;
use super::room::Room;

pub const TESTS: &[Test] = &[
    ("exit_statuses_say_what_happened", statuses),
    ("json_has_every_case", json),
    ("tap_can_be_read", tap),
    ("junit_can_be_read", junit),
    ("results_on_standard_output_are_alone_there", alone),
    ("without_a_terminal_there_are_no_escapes", plain),
    ("names_and_complaints_cannot_command_a_terminal", controls),
    ("quiet_leaves_out_the_differences", quiet),
    ("what_was_not_run_is_told", not_run),
    ("what_cannot_be_written_is_the_judges_trouble", unwritable),
];

/// Cases with every standing, and with marks that have to be escaped.
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

fn statuses() {
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    room.judge("cases").mock("obedient").expect(0);
    room.judge("cases").mock("exiting").expect(1);
    room.judge("cases").arg("--").arg("./nowhere").expect(2);
    let judged = room
        .judge("cases --checker ./nowhere")
        .mock("obedient")
        .expect(3);
    assert!(judged.stdout.contains("JE"), "{}", judged.stdout);
    assert!(judged.stdout.contains("checker"), "{}", judged.stdout);
}

fn json() {
    let room = room();
    let judged = room.judge("cases --json").mock("obedient").expect(1);
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
    assert_eq!(cases[2]["detail"], "exit status 3");
    for case in cases {
        assert!(case["cpu_seconds"].is_f64() && case["wall_seconds"].is_f64());
        assert!(case["memory_bytes"].as_u64() > Some(0));
    }
    assert_eq!(report["program"][1], "--mock-program");
}

fn tap() {
    let room = room();
    let judged = room.judge("cases --tap").mock("obedient").expect(1);
    let mut lines = judged.stdout.lines();
    assert_eq!(lines.next(), Some("TAP version 13"));
    assert_eq!(lines.next(), Some("1..4"));
    let points: Vec<_> = lines
        .clone()
        .filter(|line| !line.starts_with(' '))
        .collect();
    let expected = [
        "ok 1 - a",
        "not ok 2 - b & <c> \\#1",
        "not ok 3 - exits",
        "ok 4 - open # SKIP a # & <reason>",
    ];
    assert_eq!(points, expected);
    // Each failure has a block of YAML, whose texts are strings of JSON.
    let is_mark = |mark: &str| lines.clone().filter(|line| *line == mark).count();
    assert_eq!((is_mark("  ---"), is_mark("  ...")), (2, 2));
    for line in lines.filter(|line| line.starts_with("  ") && line.contains('"')) {
        let (_, text) = line.split_once(": ").expect("a key");
        serde_json::from_str::<String>(text).expect(line);
    }
}

fn junit() {
    let room = room();
    let judged = room
        .judge("cases --junit junit.xml")
        .mock("obedient")
        .expect(1);
    assert!(judged.stdout.contains("1 of 3 accepted"));
    let text = room.read("junit.xml");
    let report = quick_junit::Report::deserialize_from_str(&text).expect(&text);
    assert_eq!((report.tests, report.failures, report.errors), (4, 2, 0));
    assert_eq!(text.matches("<skipped ").count(), 1, "{text}");
    let suite = &report.test_suites[0];
    let names: Vec<_> = suite
        .test_cases
        .iter()
        .map(|case| case.name.as_str())
        .collect();
    assert_eq!(names, ["a", "b & <c> #1", "exits", "open"]);
    // A judge's error is none of the program's failures.
    let args = "cases --junit junit.xml --checker ./nowhere --filter a";
    room.judge(args).mock("obedient").expect(3);
    let report = quick_junit::Report::deserialize_from_str(&room.read("junit.xml"));
    let report = report.expect("XML");
    assert_eq!((report.failures, report.errors), (0, 1));
}

fn alone() {
    let room = room();
    let args = "cases --json --tap=tap --junit junit.xml";
    let judged = room.judge(args).mock("obedient").expect(1);
    serde_json::from_str::<serde_json::Value>(&judged.stdout).expect("JSON and nothing else");
    assert!(room.read("tap").starts_with("TAP version 13\n"));
    let judged = room
        .judge("cases --json=json --tap")
        .mock("obedient")
        .expect(1);
    assert!(judged.stdout.starts_with("TAP version 13\n"));
    assert_eq!(room.json("json")["cases"].as_array().map(Vec::len), Some(4));
    let judged = room.judge("cases --junit -").mock("obedient").expect(1);
    quick_junit::Report::deserialize_from_str(&judged.stdout).expect("XML and nothing else");
}

fn plain() {
    let room = room();
    let judged = room.judge("cases").mock("obedient").expect(1);
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

fn controls() {
    let evil = "evil\u{1b}[2J\u{7}\u{9b}\nname";
    let room = Room::with(&[
        (evil, "say \\e[2J\nprint \\e]0;x\nexit 0\n", "yes\n"),
        ("other", "exit 1\n", ""),
        ("open", "print !\n", "?\n"),
    ]);
    room.write("cases/expectations.txt", "open open \u{1b}[2J\n");
    let judged = room
        .judge("cases --tap=tap --junit junit")
        .mock("obedient")
        .expect(1);
    assert_no_controls(&judged.stdout);
    assert_no_controls(&room.read("tap"));
    assert_no_controls(&room.read("junit").replace("    ", " "));
}

fn quiet() {
    let room = room();
    let judged = room.judge("cases -q").mock("obedient").expect(1);
    assert_eq!(judged.stdout.lines().count(), 4 + 2, "{}", judged.stdout);
    let wordy = room.judge("cases").mock("obedient").expect(1);
    assert!(wordy.stdout.contains("standard error:"));
    assert!(wordy.stdout.contains("\"ouch\" <&>"), "{}", wordy.stdout);
    assert!(wordy.stdout.lines().count() > 8);
}

fn not_run() {
    let room = room();
    let args = "cases --fail-fast -j 1 --tap=tap --json=json --junit=junit";
    room.judge(args).mock("obedient").expect(1);
    let tap = room.read("tap");
    assert!(tap.starts_with("TAP version 13\n1..4\n"), "{tap}");
    let end = "  ...\nok 3 - exits # SKIP not run\nok 4 - open # SKIP not run\n";
    assert!(tap.ends_with(end), "{tap}");
    let report = room.json("json");
    assert_eq!(report["not_run"], serde_json::json!(["exits", "open"]));
    assert_eq!(report["cases"].as_array().map(Vec::len), Some(2));
    let report = quick_junit::Report::deserialize_from_str(&room.read("junit"));
    let report = report.expect("XML");
    assert_eq!((report.tests, report.failures), (4, 1));
}

fn unwritable() {
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    let nowhere = ["--json", "--tap", "--junit"].map(|option| format!("{option}=nowhere/file"));
    let full = ["--json", "--tap", "--junit"].map(|option| format!("{option}=/dev/full"));
    for option in nowhere.iter().chain(&full) {
        let judged = room.judge(&format!("cases {option}")).mock("obedient");
        let judged = judged.expect(3);
        assert!(judged.stderr.contains("cannot write"), "{}", judged.stderr);
    }
    // Whoever reads no further is not told that all is accepted.
    let mut going = room.judge("cases").mock("obedient").start();
    drop(going.child.stdout.take());
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(3));
    assert_eq!(judged.stderr, "");
}
