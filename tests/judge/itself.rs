//! This program, judged by itself.

use std::path::Path;

use super::room::Room;
use crate::support::skip;

/// Far more than needed: nothing here is about time.
const LIMITS: &str = "--cpu 100 --wall 600";

/// The fixtures can be used as cases, even those with a turn of a built-in player.
#[apply(trial)]
fn without_a_program_this_one_is_judged() {
    let room = Room::new();
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let judged = room.judge(&format!("{LIMITS} -q")).arg(fixtures).expect(0);
    judged.prints(": 36 of 36 accepted in");
    assert_eq!(judged.stderr, "");
}

/// Where they are.
#[apply(trial)]
fn the_reference_tests_are_passed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/reference-tests");
    if !folder.is_dir() {
        let reason = format!("there is no {}", folder.display());
        skip("judge::the_reference_tests_are_passed", &reason);
        return;
    }
    let room = Room::new();
    let call = room.judge(&format!("{LIMITS} --json=report.json"));
    call.arg(folder.canonicalize().expect("a path")).expect(0);
    let summary = serde_json::json!({ "accepted": 33, "apart": 3, "failed": 0 });
    assert_eq!(room.json("report.json")["summary"], summary);
}
