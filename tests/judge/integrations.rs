//! Results and cases for other programs: readers of tests, Gradescope, contest systems.

use std::process::Command;

use serde_json::{Value, json};

use super::room::Room;
use super::{junit as schema, many};
use crate::support::has_for;

#[apply(trial)]
fn a_class_is_a_report_of_tests() {
    let cases = ["1", "2", "3"].map(|name| (name, "", "ahoy\n"));
    let room = Room::with(&cases);
    room.write("cases/2.out", "yo\n");
    many::mock(&room, "anna", "right");
    many::mock(&room, "b: #1", "exiting");
    room.write("programs/notes", "");
    let args = "grade cases programs --no-build --junit junit --csv csv";
    room.admiralty(args).expect(1);
    let suites = schema::read_all(&room.read("junit"));
    let counts = ["name", "id", "tests", "failures", "errors", "skipped"];
    let counts: Vec<_> = suites
        .iter()
        .map(|suite| counts.map(|name| suite.get(name)))
        .collect();
    let expected = [
        ["anna", "0", "3", "1", "0", "0"],
        ["b: #1", "1", "3", "3", "0", "0"],
        ["notes", "2", "1", "0", "1", "0"],
    ];
    assert_eq!(counts, expected);
    let reason = &suites[2].named("testcase").next().expect("a test").children[0];
    assert_eq!(reason.get("message"), "not judged: not executable");
    let csv = room.read("csv");
    assert!(
        csv.contains("\nnotes,,,,,,,not judged: not executable,,,\n"),
        "{csv}"
    );
}

/// The worksheet is filled in its place, with pages beside it under the names that Moodle takes.
#[apply(trial)]
fn a_worksheet_of_moodle_is_filled() {
    if !has_for("judge: a worksheet of Moodle", "unzip") {
        return;
    }
    let room = Room::with(&[("1", "", "ahoy\n"), ("2", "", "other\n")]);
    room.write(
        "cases/judge.toml",
        "[[group]]\nname = \"all\"\ncases = [\"*\"]\npoints = 3\n",
    );
    for (name, program) in [
        ("Żółć Gęś_12", "#!/bin/sh\necho ahoy\n"),
        ("Ada Byron_7", "#!/bin/sh\necho nothing\n"),
        ("Max Born_9", "no program\n"),
        ("Nobody_5", "#!/bin/sh\n"),
    ] {
        let path = format!("class/{name}_assignsubmission_file_/ships");
        many::executable_at(&room, &path, program);
    }
    room.write("class/Max Born_9_assignsubmission_file_/more", "");
    many::executable_at(&room, "class/Max Born_9_assignsubmission_file_/other", "");
    let row = |number: u32, name: &str, grade: &str, comment: &str| {
        format!("Participant {number},{name},{grade},10.00,-,{comment}\n")
    };
    let head = "Identifier,Full name,Grade,Maximum Grade,Last modified (grade),Feedback comments\n";
    let sheet = |of_goose: [&str; 2], of_ada: [&str; 2]| {
        [
            head.to_owned(),
            row(7, "Ada Byron", of_ada[0], of_ada[1]),
            row(9, "Max Born", "4.00", "by hand"),
            row(12, "Żółć Gęś", of_goose[0], of_goose[1]),
        ]
        .concat()
    };
    room.write("sheet.csv", sheet(["", ""], ["", ""]));
    let args = "grade cases class --no-build --moodle sheet.csv --csv marks.csv --csv-excel";
    let judged = room.admiralty(args).expect(1);
    let expected = "admiralty: sheet.csv has no row for Nobody_5\nadmiralty: the grades in sheet.csv are points of 3, but Moodle's maximum is 10\n";
    assert_eq!(judged.stderr, expected);
    let goose = ["1.5", "1.5 of 3 points. all: 1.5 of 3 (1 of 2 cases)."];
    let ada = ["0", "0 of 3 points. all: 0 of 3 (0 of 2 cases)."];
    assert_eq!(room.read("sheet.csv"), sheet(goose, ada));
    assert!(room.read("marks.csv").starts_with("\u{feff}program,"));
    let unzip = |args: &[&str]| {
        let zip = room.path().join("sheet-feedback.zip");
        let unzip = Command::new("unzip")
            .env("LC_ALL", "C.UTF-8")
            .arg(args[0])
            .arg(zip)
            .args(&args[1..])
            .output();
        let unzip = unzip.expect("unzip");
        assert!(unzip.status.success(), "{unzip:?}");
        String::from_utf8_lossy(&unzip.stdout).into_owned()
    };
    unzip(&["-tq"]);
    let names = unzip(&["-Z1"]);
    let ada = "Ada Byron_7_assignfeedback_file_result.html";
    let goose = "Żółć Gęś_12_assignfeedback_file_result.html";
    assert_eq!(names, format!("{ada}\n{goose}\n"));
    assert!(unzip(&["-p", ada]).contains("of 3 points"));
    room.write("sheet.csv", "name,grade\n");
    let judged = room.admiralty(args).expect(2);
    assert!(
        judged.stderr.contains("no column \"Identifier\""),
        "{}",
        judged.stderr
    );
}

#[apply(trial)]
fn classroom_50_gets_its_result() {
    let room = Room::with(&[
        ("1", "print ahoy\n", "ahoy\n"),
        ("2", "print no\n", "yes\n"),
    ]);
    let call = room
        .judge("cases --classroom50 result.json")
        .mock("obedient");
    let judged = call.env("GITHUB_ACTOR", "").expect(2);
    assert!(
        judged.stderr.contains("CLASSROOM, ASSIGNMENT, OWNER"),
        "{}",
        judged.stderr
    );
    let call = room
        .judge("cases --classroom50 result.json")
        .mock("obedient");
    let variables = [
        "CLASSROOM",
        "ASSIGNMENT",
        "OWNER",
        "COMMIT_URL",
        "RELEASE_URL",
    ];
    let call = variables
        .into_iter()
        .fold(call, |call, name| call.env(name, "x"));
    call.env("SUBMISSION_TAG", "submit/1").expect(1);
    let result = room.json("result.json");
    let test = |name: &str, score: u32| json!({"test-name": name, "passed": score == 1, "score": score, "max-score": 1});
    assert_eq!(result["schema"], "classroom50/result/v1");
    assert_eq!(result["tests"], json!([test("1", 1), test("2", 0)]));
    assert_eq!(
        (&result["score"], &result["max-score"]),
        (&json!(1), &json!(2))
    );
}

/// The step of the action that judges, with what a runner gives it.
#[apply(trial)]
fn the_action_writes_a_summary() {
    if !has_for("judge: the summary of the action", "jq") {
        return;
    }
    let action = include_str!("../../action.yml");
    let (_, script) = action.split_once("run: |\n").expect("a script");
    let script = script.replace("\n        ", "\n");
    let room = Room::with(&[
        ("1", "print ahoy\n", "ahoy\n"),
        ("2", "print no\n", "yes\n"),
    ]);
    room.write(
        "cases/judge.toml",
        "[[group]]\nname = \"all\"\ncases = [\"1\"]\npoints = 2\n\
         [[group]]\nname = \"secret\"\ncases = [\"2\"]\npoints = 1\nhidden = true\n",
    );
    let this = std::env::current_exe().expect("a path");
    let mut bash = Command::new("bash");
    bash.args(["-e", "-c", script.trim_start()]);
    let call = room.call(bash, "");
    let call = call
        .env("CASES", "cases")
        .env("OPTIONS", "--no-sandbox")
        .env(
            "PROGRAM",
            &format!("'{}' --mock-program obedient", this.display()),
        )
        .env("GITHUB_STEP_SUMMARY", "summary.md");
    call.expect(1);
    let expected = "### 2 points\n\n| case | result | points |\n|---|---|--:|\n| 1 | AC | 2 |\n";
    assert_eq!(room.read("summary.md"), expected);
}

/// Shares that are not whole, a group as a whole, a hidden group, and fewer findings than failures.
#[apply(trial)]
fn gradescope_gets_points_and_hides_what_is_hidden() {
    let names = ["1", "2", "3", "4", "5", "6"];
    let room = Room::with(&names.map(|name| (name, "print ahoy\n", "ahoy\n")));
    for name in ["2", "3", "5", "6"] {
        room.write(&format!("cases/{name}.out"), format!("answer {name}\n"));
    }
    room.write(
        "cases/judge.toml",
        "findings = 1\n\
         [[group]]\nname = \"shares\"\ncases = [\"1..3\"]\npoints = 1\n\
         [[group]]\nname = \"whole\"\ncases = [\"4\", \"5\"]\npoints = 5\nscoring = \"all\"\n\
         [[group]]\nname = \"secret\"\ncases = [\"6\"]\npoints-each = 2\nhidden = true\n",
    );
    room.obedient("cases --gradescope results.json", 1);
    let results = room.json("results.json");
    assert_eq!(results["score"], 0.33);
    let tests = results["tests"].as_array().expect("a list");
    let shown = |test: &Value| {
        let keys = ["name", "status", "score", "max_score", "visibility"];
        json!(keys.map(|key| test[key].clone()))
    };
    let tests_shown: Vec<_> = tests.iter().map(shown).collect();
    let expected = [
        json!(["1", "passed", 0.33, 0.33, "visible"]),
        json!(["2", "failed", 0.0, 0.34, "visible"]),
        json!(["3", "failed", 0.0, 0.33, "visible"]),
        json!(["4", "passed", null, null, "visible"]),
        json!(["5", "failed", null, null, "visible"]),
        json!(["6", "failed", 0.0, 2.0, "hidden"]),
        json!(["all of whole", "failed", 0.0, 5.0, "visible"]),
    ];
    assert_eq!(tests_shown, expected);
    let visible = tests.iter().filter(|test| test["visibility"] == "visible");
    let told: Vec<_> = visible
        .filter(|test| test.to_string().contains("answer"))
        .map(|test| test["name"].clone())
        .collect();
    assert_eq!(told, ["2"]);
    // Without points, each case that counts is worth one; one that was not run earns nothing.
    std::fs::remove_file(room.path().join("cases/judge.toml")).expect("removed");
    room.write("cases/expectations.txt", "1 open\n");
    room.obedient("cases --gradescope results.json --fail-fast --skip 5", 1);
    let results = room.json("results.json");
    let tests: Vec<_> = results["tests"]
        .as_array()
        .expect("a list")
        .iter()
        .map(shown)
        .collect();
    let expected = [
        json!(["1", "passed", null, null, "visible"]),
        json!(["2", "failed", 0.0, 1.0, "visible"]),
        json!(["3", "failed", 0.0, 1.0, "visible"]),
        json!(["4", "failed", 0.0, 1.0, "visible"]),
        json!(["6", "failed", 0.0, 1.0, "visible"]),
    ];
    assert_eq!(tests, expected);
}

/// The validator in the package is a checker for the judge, too.
#[apply(trial)]
fn a_package_judges_as_the_judge_does() {
    let room = Room::with(&[
        ("sample/right", "print ahoy\n", "ahoy\n"),
        ("secret/deep/space", "print a  b\n", "a b\n"),
        ("T10", "print x\n", "y\n"),
        ("T2", "print x\n", "y\nz\n"),
        ("open", "print ?\n", "?\n"),
        ("slow", "print x\n", "y\n"),
    ]);
    room.write("cases/expectations.txt", "slow TLE\nT2 open\n");
    let made = room
        .admiralty("package cases pack/ships --compare exact --cpu 0.5")
        .expect(0);
    made.prints("5 cases in pack/ships\n");
    made.prints("no expected verdicts: slow\n");
    let yaml = room.read("pack/ships/problem.yaml");
    let expected = "problem_format_version: legacy\nname: \"cases\"\nvalidation: custom\n\
        validator_flags: --compare exact\nlimits:\n  memory: 256\n  output: 8\n";
    assert_eq!(yaml, expected);
    assert_eq!(room.read("pack/ships/.timelimit"), "0.5\n");
    for (path, answer) in [
        ("secret/1-T2.ans", "?\n"),
        ("secret/2-T10.ans", "y\n"),
        ("secret/3-open.ans", "?\n"),
        ("sample/4-right.ans", "ahoy\n"),
        ("secret/5-deep_space.ans", "a b\n"),
    ] {
        assert_eq!(room.read(&format!("pack/ships/data/{path}")), answer);
    }
    let validator = room.path().join("pack/ships/output_validators/admiralty");
    let built = Command::new("./build").current_dir(&validator).status();
    assert!(built.expect("a script").success());
    let verdicts = |args: &str| -> Vec<String> {
        room.obedient(args, 1);
        let cases = room.json("json")["cases"]
            .as_array()
            .expect("a list")
            .clone();
        cases
            .iter()
            .map(|case| case["standing"].to_string())
            .collect()
    };
    let usual = verdicts("cases --skip slow --skip T2 --compare exact --json=json");
    let checked = "cases --skip slow --skip T2 --json=json --protocol kattis --checker \
        pack/ships/output_validators/admiralty/run";
    assert_eq!(verdicts(checked), usual);
    let detail = &room.json("json")["cases"][0]["detail"];
    assert_eq!(detail, "WA: line 1 expected: y found: x");
    // Nothing is overwritten.
    room.admiralty("package cases pack/ships").expect(2);
}

#[apply(trial)]
fn a_package_cannot_say_everything() {
    let room = Room::with(&[("1", "", ""), ("2", "", "")]);
    room.write(
        "cases/judge.toml",
        "[[group]]\nname = \"g\"\ncases = [\"1\"]\npoints = 1\ncompare = \"tokens\"\n",
    );
    for (args, message) in [
        ("", "not both tokens and final-newline"),
        ("--filter 2 --checker x", "the only checker"),
        ("--filter 1 --gradescope x", "unexpected argument"),
    ] {
        let refused = room
            .admiralty(&format!("package cases pack {args}"))
            .expect(2);
        assert!(
            refused.stderr.contains(message),
            "{args}: {}",
            refused.stderr
        );
        assert!(!room.path().join("pack").exists());
    }
    room.admiralty("package cases pack --filter 1").expect(0);
    assert!(room.read("pack/problem.yaml").contains("--compare tokens"));
}
