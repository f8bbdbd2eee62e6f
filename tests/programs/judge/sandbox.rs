//! Actions that the sandbox forbids.

use super::Test;
use super::room::Room;

pub const TESTS: &[Test] = &[
    ("a_sandbox_bars_files_and_sockets", bars),
    ("a_sandbox_is_fresh_for_each_case", fresh),
    ("without_a_sandbox_all_is_free", free),
];

const ORDERS: &str = "write outside\nwrite here\nwrite inside\nexists inside\n\
    mode case\ntime case\ntcp\nudp\nlisten\nunix\n";

fn room() -> Room {
    let room = Room::new();
    let path = |name: &str| room.path().join(name).display().to_string();
    let orders = ORDERS.replace("outside", &path("home/outside"));
    let orders = orders.replace("here", &path("here"));
    let orders = orders.replace("case", &path("cases/a.out"));
    for name in ["a", "b", "c"] {
        room.write(&format!("cases/{name}.in"), &orders);
    }
    room
}

fn answer(room: &Room, answer: &str) {
    for name in ["a", "b", "c"] {
        room.write(&format!("cases/{name}.out"), answer);
    }
}

/// Whether the kernel supports the sandbox.
pub fn is_there() -> bool {
    let room = Room::with(&[("case", "", "")]);
    let judged = room.judge("cases --sandbox").mock("obedient").run();
    if judged.status.code() == Some(3) {
        judged.complains("Landlock");
        eprintln!("skipped: {}", judged.stderr.trim_end());
        return false;
    }
    assert_eq!(judged.status.code(), Some(0), "{}", judged.stderr);
    true
}

fn bars() {
    if !is_there() {
        return;
    }
    let room = room();
    answer(
        &room,
        "write barred\nwrite barred\nwrite free\nexists true\nmode barred\ntime barred\ntcp barred\nudp barred\nlisten barred\nunix free\n",
    );
    for jobs in ["-j 1", "-j 3"] {
        let args = format!("cases --sandbox {jobs}");
        room.obedient(&args, 0);
        assert!(!room.path().join("home/outside").exists());
        assert!(!room.path().join("here").exists());
        let left = room.path().join("tmp").read_dir().expect("a folder");
        assert_eq!(left.count(), 0);
    }
    // The judge itself is not in it.
    answer(&room, "");
    room.judge("cases --sandbox --bless --json=report.json")
        .mock("obedient")
        .run();
    assert!(room.read("cases/a.out").contains("udp barred"));
    assert!(room.read("report.json").contains("WA"));
}

fn fresh() {
    if !is_there() {
        return;
    }
    let order = "exists x\nwrite x\nexists x\n";
    let answer = "exists false\nwrite free\nexists true\n";
    let room = Room::with(&[("a", order, answer), ("b", order, answer)]);
    let args = "cases --sandbox -j 1 --repeat 2";
    room.obedient(args, 0);
}

/// The orders can be carried out without the sandbox.
fn free() {
    let room = room();
    answer(
        &room,
        "write free\nwrite free\nwrite free\nexists true\nmode free\ntime free\ntcp free\nudp free\nlisten free\nunix free\n",
    );
    room.obedient("cases -j 1", 0);
    assert!(room.path().join("home/outside").exists());
}
