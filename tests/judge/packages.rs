//! Problem packages in the Kattis problem format: `divisor/` is one with groups and an output validator.

use serde_json::json;

use super::room::Room;

const PACKAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/judge/divisor");

/// Each submission with its exit code, the points in all and by group, and what is said of some cases.
#[apply(trial)]
fn submissions_of_a_package_have_its_points() {
    for (submission, status, points, groups, said) in [
        ("accepted/largest.sh", 0, 100, [0, 40, 60], ""),
        (
            "partially_accepted/smallest.sh",
            0,
            25,
            [0, 20, 5],
            "secret/1-small/1  AC",
        ),
        (
            "wrong_answer/half.sh",
            1,
            80,
            [0, 40, 40],
            "62 does not divide 125",
        ),
    ] {
        let room = Room::new();
        let program = format!("{PACKAGE}/submissions/{submission}");
        for cases in [PACKAGE.to_owned(), format!("{PACKAGE}/data")] {
            let call = room
                .judge("")
                .args(&[&*cases, "--json=report.json", "--csv", "-"]);
            let judged = call.args(&["--", "sh", &program]).expect(status);
            judged.prints(said.split("  ").next().unwrap_or_default());
            let score = &room.json("report.json")["score"];
            let of_groups = score["groups"].as_array().expect("groups");
            let of_groups = of_groups.iter().map(|group| &group["points"]);
            assert_eq!(score["points"], json!(f64::from(points)), "{submission}");
            let expected = groups.map(|points| json!(f64::from(points)));
            assert!(of_groups.eq(&expected), "{submission}: {score}");
        }
    }
}

/// A part of the points is in every report.
#[apply(trial)]
fn a_part_of_the_points_is_reported() {
    let room = Room::new();
    let program = format!("{PACKAGE}/submissions/partially_accepted/smallest.sh");
    let reports = "--json=report.json --csv report.csv --junit report.xml --html report.html";
    let call = room.judge(reports).args(&[PACKAGE]);
    let judged = call.args(&["--", "sh", &program]).expect(0);
    judged.prints("50 % of the points");
    judged.prints(
        "points: 25 of 100 (sample 0 of 0, secret/1-small 20 of 40, secret/2-large 5 of 60)",
    );
    let case = &room.json("report.json")["cases"][1];
    assert_eq!(
        (&case["name"], &case["share"]),
        (&json!("secret/1-small/1"), &json!(0.5))
    );
    for (file, text) in [
        ("report.csv", "50 % of the points"),
        ("report.xml", "secret/1-small/1: 50 % of the points"),
        ("report.html", "50 % of the points"),
        (
            "report.html",
            "0 of 2 cases, 2 in part, but the worst case decides",
        ),
    ] {
        let report = room.read(file);
        assert!(report.contains(text), "{file}: {text}");
    }
}

/// A package with one secret case, whose answer is `3.14 Ahoy`, and these settings.
fn package(settings: &str) -> Room {
    let room = Room::new();
    room.write("package/problem.yaml", settings);
    room.write("package/data/secret/1.in", "");
    room.write("package/data/secret/1.ans", "3.14 Ahoy\n");
    room
}

/// Outputs are compared as by the default validator of Kattis with the given arguments.
#[apply(trial)]
fn arguments_of_the_default_validator_are_a_way_of_comparing() {
    for (flags, output, status) in [
        ("", "3.14 AHOY", 0),
        ("", "3.140 Ahoy", 1),
        ("case_sensitive", "3.14  Ahoy", 0),
        ("case_sensitive", "3.14 AHOY", 1),
        ("case_sensitive space_change_sensitive", "3.14  Ahoy", 1),
        ("float_tolerance 0.01", "3.145 AHOY", 0),
        (
            "float_absolute_tolerance 1e-3 float_relative_tolerance 1e-3",
            "3.145 AHOY",
            1,
        ),
        ("float_absolute_tolerance 1e-3", "3.14 Ahoy", 2),
        ("float_relative_tolerance 1e-3", "3.14 Ahoy", 2),
        ("case_sensitive float_tolerance 1e-3", "3.14 Ahoy", 2),
        ("space_change_sensitive", "3.14 Ahoy", 2),
        ("case_insensitive", "3.14 Ahoy", 2),
    ] {
        for (settings, groups) in [
            (format!("validator_flags: {flags}\n"), None),
            (
                "name: x\n".to_owned(),
                Some((
                    "testdata.yaml",
                    format!("output_validator_flags: {flags}\n"),
                )),
            ),
            (
                "problem_format_version: 2023-07-draft\n".to_owned(),
                Some((
                    "test_group.yaml",
                    format!("output_validator_args: [{}]\n", flags.replace(' ', ", ")),
                )),
            ),
        ] {
            let room = package(&settings);
            if let Some((file, text)) = groups {
                room.write(&format!("package/data/{file}"), text);
            }
            let call = room.judge("package").args(&["--", "echo", output]);
            call.expect(status);
        }
    }
}

#[apply(trial)]
fn limits_of_a_package_hold_unless_judge_toml_has_others() {
    let room = package(
        "limits: { time_limit: 0.3, output: 1, time_multiplier: 5, colour: red }\ncolour: red\n",
    );
    let judged = room.judge("package").mock("busy").expect(1);
    judged.prints("TLE");
    judged.prints("more than 0.3 s");
    judged.complains("these settings of the package are not used: problem.yaml: colour, limits.colour, limits.time_multiplier\n");
    room.write("package/data/judge.toml", "limits = { cpu = 0.2 }\n");
    room.judge("package")
        .mock("busy")
        .expect(1)
        .prints("more than 0.2 s");
}

/// Of the settings of a case, those count that can; the others are named once for all cases.
#[apply(trial)]
fn cases_of_a_package_have_settings_of_their_own() {
    let room = package("problem_format_version: 2023-07-draft\nname: x\ntype: scoring\n");
    for number in [1, 2, 3] {
        let case = format!("package/data/secret/{number}");
        room.write(&format!("{case}.in"), "");
        room.write(&format!("{case}.ans"), "3.14 Ahoy\n");
        room.write(&format!("{case}.yaml"), "args: [-x]\nhint: Look here.\n");
        room.write(&format!("{case}.files/map.txt"), "");
    }
    let exact = "output_validator_args: [case_sensitive]\n";
    room.write("package/data/secret/2.yaml", exact);
    let call = room.judge("package --json=report.json");
    let judged = call.args(&["--", "echo", "3.14 ahoy"]).expect(1);
    judged.prints("secret 66.66 of 100");
    judged.complains(
        "these settings of the package are not used: data/secret/1.yaml and 1 more: args; \
         data/secret/1.files and 2 more: files for the program\n",
    );
    room.judge("package --json=report.json")
        .args(&["--", "echo", "no"])
        .expect(1);
    let cases = &room.json("report.json")["cases"];
    assert_eq!(cases[0]["hint"], "Look here.");
    assert_eq!(cases[1]["hint"], json!(null));
}

/// In later formats, points are shared among groups, which may need others.
#[apply(trial)]
fn groups_of_a_later_format_share_the_points() {
    let room = package("problem_format_version: 2023-07-draft\nname: x\ntype: scoring\n");
    room.write(
        "package/data/secret/test_group.yaml",
        "scoring: { score: 60, aggregation: sum }\n",
    );
    room.write(
        "package/data/secret/a/test_group.yaml",
        "scoring: { score: 10 }\nhint: Read it again.\n",
    );
    room.write(
        "package/data/secret/b/test_group.yaml",
        "scoring: { aggregation: sum, require_pass: [sample, secret/a] }\n",
    );
    let cases = [
        "sample/1",
        "secret/a/1",
        "secret/a/2",
        "secret/b/1",
        "secret/b/2",
    ];
    for (wrong, points) in [
        (
            "",
            "60 of 60 (sample 0 of 0, secret 25 of 25, secret/a 10 of 10, secret/b 25 of 25)",
        ),
        (
            "secret/b/2",
            "47.5 of 60 (sample 0 of 0, secret 25 of 25, secret/a 10 of 10, secret/b 12.5 of 25)",
        ),
        (
            "secret/a/2",
            "25 of 60 (sample 0 of 0, secret 25 of 25, secret/a 0 of 10, secret/b 0 of 25)",
        ),
        (
            "sample/1",
            "35 of 60 (sample 0 of 0, secret 25 of 25, secret/a 10 of 10, secret/b 0 of 25)",
        ),
    ] {
        for case in cases {
            room.write(&format!("package/data/{case}.in"), "");
            let answer = if case == wrong { "no\n" } else { "3.14 ahoy\n" };
            room.write(&format!("package/data/{case}.ans"), answer);
        }
        let call = room.judge("package").args(&["--", "echo", "3.14 ahoy"]);
        call.run().prints(format!("points: {points}"));
    }
}

/// What this judge cannot do is named, and nothing is judged.
#[apply(trial)]
fn what_a_package_needs_besides_is_refused() {
    for (settings, group, message) in [
        (
            "validation: custom interactive\n",
            "",
            "problem.yaml: the problem is interactive, which cannot be judged",
        ),
        (
            "type: [scoring, multi-pass]\n",
            "",
            "the problem is multi-pass",
        ),
        (
            "type: scoring\ngrading: { objective: min }\n",
            "",
            "the best score must be the largest one",
        ),
        (
            "validation: custom\n",
            "",
            "output_validators: there is no output validator",
        ),
        (
            "limits: { memory: much }\n",
            "",
            "problem.yaml: limits.memory: invalid type",
        ),
        ("limits: [\n", "", "problem.yaml: "),
        (
            "type: scoring\n",
            "grading: custom\n",
            "testdata.yaml: grading: only the default grader",
        ),
        (
            "type: scoring\n",
            "reject_score: 1\n",
            "reject_score: only 0",
        ),
        (
            "type: scoring\n",
            "range: 3 to 4\n",
            "range: expected two numbers",
        ),
        (
            "type: scoring\n",
            "grader_flags: max\n",
            "only sums of groups",
        ),
    ] {
        let room = package(settings);
        if !group.is_empty() {
            room.write("package/data/testdata.yaml", group);
        }
        let call = room.judge("package").args(&["--", "echo", "3.14 ahoy"]);
        call.expect(2).complains(message);
    }
}
