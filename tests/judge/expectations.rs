//! Expectations of cases other than being accepted.

use super::room::Room;

const FILE: &str = "expectations.txt";

#[apply(trial)]
fn an_expectations_file_tells_cases_apart() {
    let room = Room::with(&[
        ("right", "print yes\n", "yes\n"),
        ("exits", "exit 4\n", "yes\n"),
        ("prints", "print no\n", "yes\n"),
        ("plays", "print whatever\n", "yes\n"),
    ]);
    room.write(
        "cases/expectations.txt",
        "# a comment\n\n\t exits \t RTE,WA  it has to\r\np?ints  WA\npl*\topen it plays\npr* RTE never asked\n",
    );
    let args = "cases --json=report.json";
    let judged = room.obedient(args, 0);
    for part in [
        "1 of 1 accepted, 3 apart (exits, plays, prints)",
        "it has to",
        "it plays",
    ] {
        judged.prints(part);
    }
    let report = room.json("report.json");
    let summary = serde_json::json!({ "accepted": 1, "apart": 3, "failed": 0 });
    assert_eq!(report["summary"], summary);
    let case = &report["cases"][0];
    assert_eq!(case["name"], "exits");
    assert_eq!(case["expected"], "RTE,WA");
    assert_eq!(case["reason"], "it has to");
    assert_eq!(case["standing"], "apart");
}

#[apply(trial)]
fn what_is_not_as_expected_fails() {
    let room = Room::with(&[
        ("case", "print yes\n", "yes\n"),
        ("open", "exit 1\n", "x\n"),
    ]);
    room.write("cases/expectations.txt", "case TLE,WA\nopen open\n");
    let judged = room.obedient("cases", 1);
    for part in [
        "expected TLE,WA",
        "expected open",
        "failed: case AC, open RTE",
    ] {
        judged.prints(part);
    }
}

#[apply(trial)]
fn a_question_mark_is_no_answer() {
    let room = Room::with(&[
        ("a", "print whatever\n", "?"),
        ("b", "print whatever\n", "?\n"),
        ("c", "print whatever\n", "?\r\n"),
    ]);
    let judged = room.obedient("cases", 0);
    judged.prints("0 of 0 accepted, 3 apart (a, b, c)");
    assert_eq!(judged.stdout.matches("no fixed answer").count(), 3);
    // It still has to end well.
    room.write("cases/b.in", "print whatever\nexit 1\n");
    room.obedient("cases", 1);
    // And it has to print something: nothing earns nothing.
    room.write("cases/b.in", "print \n");
    let points = "[[group]]\nname = \"turns\"\ncases = [\"*\"]\npoints = 3\n";
    room.write("cases/judge.toml", points);
    let judged = room.obedient("cases", 1);
    judged.prints("nothing is printed; expected open");
    judged.prints("points: 2 of 3");
    std::fs::remove_file(room.path().join("cases/judge.toml")).expect("removed");
    room.write("cases/b.in", "print whatever\n");
    // A longer file is an answer.
    room.write("cases/c.out", "?          \nahoy\n");
    room.obedient("cases", 1);
    room.write("cases/c.out", "?\n");
    // The file takes precedence.
    room.write(&format!("cases/{FILE}"), "a WA it was never right\n");
    room.write("cases/a.in", "print !\n");
    let judged = room.obedient("cases", 0);
    judged.prints("it was never right");
}

/// The programs of these tests play a turn as this program does, or none.
#[apply(trial)]
fn a_turn_is_fed_back() {
    let room = Room::new();
    let script = "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\nSET_AI_PLAYER A\n[state]\n";
    room.write("cases/plays.in", script);
    room.write("cases/expectations.txt", "plays turn there are many\n");
    let judged = room.judge("cases --json=json").expect(0);
    judged.prints(": 1 of 1 accepted");
    assert_eq!(room.json("json")["cases"][0]["expected"], "turn");
    let judged = room.judge("cases --json=json").mock("right").expect(1);
    let message = "there is no group [playerA] in the output; expected turn";
    judged.prints(message);
    assert_eq!(room.json("json")["cases"][0]["verdict"], "WA");
    // Only cases that are compared need an answer.
    room.write("cases/other.in", script);
    let judged = room.judge("cases").expect(2);
    judged.complains("there is no answer for other\n");
}

#[apply(trial)]
fn a_wrong_expectations_file_is_a_usage_error() {
    let room = Room::with(&[("case", "print yes\n", "yes\n")]);
    for (text, message) in [
        ("case\n", "line 1"),
        (
            "# one\n\ncase maybe\n",
            "line 3: \"maybe\" is not a verdict",
        ),
        ("case AC,\n", "line 1: \"\" is not a verdict"),
        ("case ac\n", "line 1: \"ac\" is not a verdict"),
        ("case WA\n[ open\n", "line 2"),
        ("case WA\ncas[ef]e* open\n", "no case is named cas[ef]e*"),
        ("ca?e WA\nx open\n", "no case is named x"),
        ("** WA\na/** WA\n", "no case is named a/**"),
        ("*/case WA\n", "no case is named */case"),
    ] {
        room.write("cases/expectations.txt", text);
        let judged = room.obedient("cases", 2);
        judged.complains(message);
        judged.complains(FILE);
        assert_eq!(judged.stdout, "");
    }
    room.write("cases/expectations.txt", b"\xff\xfe");
    room.obedient("cases", 2);
}

#[apply(trial)]
fn an_expectations_file_may_name_cases_that_are_not_judged() {
    let room = Room::with(&[
        ("case", "print no\n", "yes\n"),
        ("b", "print yes\n", "yes\n"),
    ]);
    room.write("cases/expectations.txt", "case WA\n");
    room.obedient("cases", 0);
    room.obedient("cases --filter b", 0);
    // One case does not miss the others.
    room.write("cases/expectations.txt", "case WA\nnobody open\n");
    room.obedient("cases/case.in", 0);
}

#[apply(trial)]
fn one_case_has_the_expectations_of_its_folders() {
    let room = Room::with(&[
        ("secret/deep/case", "print no\n", "yes\n"),
        ("sample/case", "print no\n", "yes\n"),
        ("other/case", "print no\n", "yes\n"),
        ("case", "print yes\n", "yes\n"),
    ]);
    room.write("cases/expectations.txt", "s*/*case WA\nsecret/deep/* WA\n");
    for (case, status) in [
        ("cases/case.in", 0),
        ("cases/sample/case.in", 0),
        ("cases/secret/deep/case.in", 0),
        // No directory above includes this case.
        ("cases/other/case.in", 1),
    ] {
        let judged = room.obedient(case, status);
        assert!(judged.stdout.starts_with("case  "), "{}", judged.stdout);
    }
    // The nearest file counts.
    room.write("cases/secret/expectations.txt", "deep/case RTE\n");
    room.obedient("cases/secret/deep/case.in", 0);
    room.write("cases/secret/deep/expectations.txt", "case RTE\n");
    room.obedient("cases/secret/deep/case.in", 1);
}
