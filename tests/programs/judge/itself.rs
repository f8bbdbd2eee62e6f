//! This program, judged by itself.

use std::fs;
use std::path::Path;

use super::Test;
use super::room::Room;

pub const TESTS: &[Test] = &[
    ("without_a_program_this_one_is_judged", itself),
    ("the_reference_tests_are_passed", reference),
];

/// Far more than needed: nothing here is about time.
const LIMITS: &str = "--cpu 100 --wall 600";

fn itself() {
    let room = Room::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let (mut closed, mut open) = (0, 0);
    for entry in fs::read_dir(fixtures).expect("fixtures") {
        let input = entry.expect("a file").path();
        if input.extension().is_none_or(|extension| extension != "in") {
            continue;
        }
        let name = input.file_stem().expect("a name").to_str().expect("UTF-8");
        let answer = fs::read(input.with_extension("out"));
        *if answer.is_ok() {
            &mut closed
        } else {
            &mut open
        } += 1;
        room.write(&format!("cases/{name}.in"), fs::read(&input).expect("read"));
        room.write(
            &format!("cases/{name}.out"),
            answer.unwrap_or(b"?\n".to_vec()),
        );
    }
    assert!(closed > 30 && open > 0);
    let judged = room.judge(&format!("cases {LIMITS}")).expect(0);
    let end = format!("{closed} of {closed} accepted, {open} apart (");
    assert!(judged.stdout.contains(&end), "{}", judged.stdout);
    assert_eq!(judged.stderr, "");
}

/// Where they are.
fn reference() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference-tests");
    if !folder.is_dir() {
        eprintln!("skipped: there is no {}", folder.display());
        return;
    }
    let room = Room::new();
    let call = room.judge(&format!("{LIMITS} --json=report.json"));
    call.arg(folder.canonicalize().expect("a path")).expect(0);
    let summary = serde_json::json!({ "accepted": 33, "apart": 3, "failed": 0 });
    assert_eq!(room.json("report.json")["summary"], summary);
}
