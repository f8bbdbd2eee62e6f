//! Programs that leave processes behind which have lost their parents.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::setsid;

use super::mock::{LONG, child, command, right, right_then};
use super::room;

/// Behaves as a program.
pub fn program(kind: &str) {
    match kind {
        "lonely" => lonely(),
        "lonely-with-daemon" => {
            lonely();
            daemon("waiting-in-session");
        }
        "with-gluttonous-daemon" => right_then(|| {
            daemon("gluttonous");
            sleep(LONG);
        }),
        "with-busy-daemon" => right_then(|| {
            daemon("busy");
            sleep(LONG);
        }),
        "parent-of-daemon" => {
            setsid().expect("a session");
            drop(child(&std::env::args().nth(3).expect("a kind")));
        }
        "with-brief-orphans" => {
            const ORPHANS: &str = "i=0; while [ $i -lt 100 ]; do (true &) ; i=$((i+1)); done";
            let shell = Command::new("sh").args(["-c", ORPHANS]).status();
            assert!(shell.expect("a shell").success());
            sleep(Duration::from_millis(100));
            right();
        }
        _ => panic!("there is no program {kind}"),
    }
}

/// A process outside of the session whose parent has ended when this returns.
fn daemon(kind: &str) {
    let parent = command("parent-of-daemon").arg(kind).status();
    assert!(parent.expect("it starts").success());
}

/// Makes sure that nothing is left of those before.
fn lonely() {
    let processes = room::relatives();
    let is_left = |line: &String| line.contains("waiting-in-session");
    assert!(!processes.iter().any(is_left), "{processes:?}");
    right();
}
