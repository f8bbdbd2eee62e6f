//! Answers that are written.

use super::room::Room;

#[apply(trial)]
fn blessing_writes_answers_once() {
    let room = Room::with(&[
        ("right", "print yes\n", "yes\n"),
        ("wrong", "print yes\n", "no\n"),
        ("blank", "print yes\n", "yes \n"),
    ]);
    room.write("cases/new.in", "print yes\n");
    let judged = room.obedient("cases --bless", 0);
    let end = "4 of 4 accepted, 3 with new answers";
    judged.prints(end);
    for name in ["right", "wrong", "blank", "new"] {
        assert_eq!(room.read(&format!("cases/{name}.out")), "yes\n", "{name}");
    }
    let said = "written: cases/";
    assert_eq!(judged.stdout.matches(said).count(), 3, "{}", judged.stdout);
    assert_eq!(judged.stdout.matches("a new answer is written").count(), 1);
    let time = || {
        room.path()
            .join("cases/wrong.out")
            .metadata()
            .expect("a file")
            .modified()
    };
    let before = time().expect("a time");
    let again = room.obedient("cases --bless", 0);
    assert!(!again.stdout.contains(said), "{}", again.stdout);
    assert_eq!(time().expect("a time"), before);
    room.obedient("cases --compare exact", 0);
}

/// However right the output was.
#[apply(trial)]
fn nothing_is_blessed_after_a_bad_end() {
    let ends = ["exit 1", "sleep 60000", "spin 60000"];
    for (number, end) in ends.into_iter().enumerate() {
        let room = Room::with(&[("case", &format!("print yes\n{end}\n"), "no\n")]);
        room.write("cases/new.in", format!("print yes\n{end}\n"));
        let args = "cases --bless --cpu 0.2 --wall 0.5";
        room.obedient(args, 1);
        assert_eq!(room.read("cases/case.out"), "no\n", "{number}");
        assert!(!room.path().join("cases/new.out").exists(), "{number}");
    }
    let room = Room::with(&[("case", "", "no\n")]);
    for kind in ["endless", "aborting"] {
        room.judge("cases --bless").mock(kind).expect(1);
        assert_eq!(room.read("cases/case.out"), "no\n", "{kind}");
    }
    let files = room.path().join("cases").read_dir().expect("a folder");
    assert_eq!(files.count(), 2, "no half written file is left");
}

#[apply(trial)]
fn an_open_answer_is_left_alone() {
    let room = Room::with(&[
        ("mark", "print yes\n", "?\n"),
        ("named", "print yes\n", "no\n"),
    ]);
    room.write("cases/new.in", "print yes\n");
    room.write("cases/expectations.txt", "named open\nnew open\n");
    room.obedient("cases --bless", 0);
    assert!(!room.path().join("cases/new.out").exists());
    assert_eq!(room.read("cases/mark.out"), "?\n");
    assert_eq!(room.read("cases/named.out"), "no\n");
}

#[apply(trial)]
fn an_answer_keeps_its_name() {
    let room = Room::with(&[("sample/1", "print yes\n", "no\n")]);
    room.write("cases/old.in", "print yes\n");
    room.write("cases/old.ans", "no\n");
    room.judge("cases --bless").mock("obedient").expect(0);
    assert_eq!(room.read("cases/old.ans"), "yes\n");
    assert!(!room.path().join("cases/old.out").exists());
    assert_eq!(room.read("cases/sample/1.out"), "yes\n");
    room.obedient("cases", 0);
}

#[apply(trial)]
fn blessing_does_not_mix() {
    let room = Room::with(&[("case", "", "")]);
    for other in ["--checker x", "--compare tokens", "--repeat 2"] {
        let judged = room.judge(&format!("cases --bless {other}")).run();
        assert_eq!(judged.status.code(), Some(2), "{other}");
    }
}
