//! Which files are cases.

use super::mock;
use super::room::Room;

const YES: &str = "print yes\n";
const ANSWER: &str = "yes\n";

/// The names at the beginnings of lines, in order.
pub fn names(stdout: &str) -> Vec<&str> {
    let lines = stdout
        .lines()
        .take_while(|line| !line.contains(" accepted"));
    let lines = lines.filter(|line| !line.starts_with(' '));
    lines
        .filter_map(|line| line.split_whitespace().next())
        .collect()
}

/// Opening a named pipe would wait for a writer.
#[apply(trial)]
fn a_pipe_is_no_case() {
    let room = Room::with(&[("a", YES, ANSWER)]);
    let path = room.path().join("cases/b.in");
    rustix::fs::mkfifoat(rustix::fs::CWD, &path, 0o600.into()).expect("a pipe");
    let judged = room.obedient("cases", 2);
    judged.complains("b.in is not a file");
}

#[apply(trial)]
fn a_program_cannot_change_the_answers() {
    let room = Room::with(&[("b", "", ANSWER)]);
    let path = |name: &str| room.path().join("cases").join(name).display().to_string();
    let orders = format!("write {}\nwrite {}\n", path("a.out"), path("b.out"));
    room.write("cases/a.in", orders);
    room.write("cases/a.out", "write free\nwrite free\n");
    let judged = room.obedient("cases -j 1 --no-sandbox", 1);
    judged.prints("1 of 2");
    assert_eq!(room.read("cases/b.out"), "");
}

#[apply(trial)]
fn standard_input_does_not_tell_where_the_case_is() {
    let room = Room::with(&[("a", "stdin\n", "stdin false\n")]);
    room.obedient("cases", 0);
}

#[apply(trial)]
fn cases_come_in_natural_order() {
    let cases = ["T10", "T2", "T1", "b1", "T02"].map(|name| (name, YES, ANSWER));
    let room = Room::with(&cases);
    let judged = room.obedient("cases", 0);
    assert_eq!(names(&judged.stdout), ["T1", "T2", "T02", "T10", "b1"]);
}

#[apply(trial)]
fn sample_and_secret_are_looked_into() {
    let names_there = [
        "z",
        "sample/2",
        "sample/10",
        "secret/a/1",
        "secret/1",
        "other/1",
    ];
    let room = Room::with(&names_there.map(|name| (name, YES, ANSWER)));
    let judged = room.obedient("cases", 0);
    let expected = ["z", "sample/2", "sample/10", "secret/1", "secret/a/1"];
    assert_eq!(names(&judged.stdout), expected);
}

#[apply(trial)]
fn other_files_and_folders_are_passed_over() {
    let room = Room::with(&[("case", YES, ANSWER)]);
    for name in [
        "cases/.in",
        "cases/.hidden.in",
        "cases/notes.txt",
        "cases/x.in~",
    ] {
        room.write(name, "exit 1\n");
    }
    room.write("cases/stray.out", "no\n");
    let judged = room.obedient("cases", 0);
    assert_eq!(names(&judged.stdout), ["case"]);
}

#[apply(trial)]
fn one_file_is_a_case() {
    let room = Room::with(&[("one", YES, ANSWER), ("two", YES, "no\n")]);
    let judged = room.obedient("cases/one.in", 0);
    assert_eq!(names(&judged.stdout), ["one"]);
    let judged = room.obedient("cases/one.out", 2);
    judged.complains("cases/one.out is not a case");
}

#[apply(trial)]
fn answers_are_out_or_ans() {
    let room = Room::with(&[("out", YES, ANSWER)]);
    room.write("cases/ans.in", YES);
    room.write("cases/ans.ans", ANSWER);
    room.obedient("cases", 0);
    room.write("cases/ans.ans", "no\n");
    room.obedient("cases", 1);
}

#[apply(trial)]
fn a_folder_that_cannot_be_judged_is_a_usage_error() {
    let room = Room::with(&[("fine", YES, ANSWER)]);
    room.write("without/b.in", YES);
    room.write("without/a.in", YES);
    room.write("without/c.in", YES);
    room.write("without/c.out", ANSWER);
    room.write("twice/c.in", YES);
    room.write("twice/c.out", ANSWER);
    room.write("twice/c.ans", ANSWER);
    room.write("empty/c.out", ANSWER);
    let long = "a".repeat(9);
    let program = room.judge("cases --").arg("").arg("x").expect(2);
    assert!(program.stderr.contains("there is no program after --"));
    for (args, message) in [
        ("", "not provided"),
        ("nowhere", "cannot read nowhere"),
        ("empty", "there are no cases in empty"),
        ("without", "there is no answer for a, b\n"),
        ("twice", "c has two answers"),
        (
            "cases --filter nothing",
            "no cases to judge; check --filter and --skip",
        ),
        ("cases --filter [", "--filter"),
        (
            "cases --skip *",
            "no cases to judge; check --filter and --skip",
        ),
        ("cases --compare sloppy", "unknown mode"),
        ("cases --compare float=-1", "not a decimal number"),
        ("cases --cpu 0", "--cpu"),
        ("cases --memory 0", "--memory"),
        ("cases --output x", "--output"),
        ("cases --repeat 0", "--repeat"),
        ("cases -j 0", "--jobs"),
        ("cases --protocol testlib", "--checker"),
        ("cases --checker x --compare exact", "cannot be used with"),
        ("cases --checker x --protocol telepathy", "testlib, kattis"),
        ("cases --checker '", "quote"),
        ("cases --nonsense", "--nonsense"),
        ("cases --json --html -", "are the same file"),
        ("cases --json=x --junit ./x", "are the same file"),
        ("cases --", "there is no program after --"),
        ("cases -- ./nowhere", "cannot start"),
        (
            "cases -- admiralty-nowhere",
            "cannot start admiralty-nowhere",
        ),
    ] {
        let judged = room.judge(args).run();
        let found = (judged.status.code(), judged.stdout.as_str());
        assert_eq!(found, (Some(2), ""), "{args}: {}", judged.stderr);
        judged.complains(message);
        assert!(!judged.stderr.contains(&long), "{args}: {}", judged.stderr);
    }
}

#[apply(trial)]
fn a_case_leaves_nothing_to_the_next() {
    let cases = ["1", "2", "3"].map(|name| (name, "", mock::ANSWER));
    let room = Room::with(&cases);
    let judged = room
        .judge("cases -j 1 --no-sandbox")
        .mock("lonely-with-daemon");
    judged.expect(0);
}

#[apply(trial)]
fn an_interactive_problem_is_refused() {
    let room = Room::with(&[]);
    room.write("package/data/secret/1.in", "");
    room.write("package/data/secret/1.ans", "ahoy\n");
    for (settings, is_interactive) in [
        ("name: Ships\nvalidation: custom interactive\n", true),
        ("type: interactive\n", true),
        ("type:\n  - scoring\n  - interactive\n", true),
        ("name: an interactive game\nvalidation: default\n", false),
    ] {
        room.write("package/problem.yaml", settings);
        for cases in ["package/data", "package/data/secret"] {
            let call = room.judge(cases).args(&["--", "echo", "ahoy"]);
            let judged = call.expect(if is_interactive { 2 } else { 0 });
            if is_interactive {
                judged
                    .complains("problem.yaml: the problem is interactive, which cannot be judged");
            }
        }
    }
}
