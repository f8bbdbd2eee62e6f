//! Programs that leave orphans behind.

use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use rustix::process::setsid;

use super::mock::{LONG, child, command, right, right_then, spin};
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
        "with-daemons-in-turn" => right_then(|| {
            daemon("passing-on");
            sleep(LONG);
        }),
        "passing-on" => pass_on(),
        "parent-of-daemon" => {
            setsid().expect("a session");
            drop(child(&std::env::args().nth(3).expect("a kind")));
        }
        "forgetful" => forgetful(),
        "brief" => spin(Duration::from_millis(50)),
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

/// Takes less time than the limit and starts the next process; together they take more.
fn pass_on() {
    const KEY: &str = "ADMIRALTY_MOCK_DAEMON";
    const DAEMONS: u32 = 20;
    spin(Duration::from_millis(300));
    let number: u32 = std::env::var(KEY).map_or(1, |text| text.parse().expect("a number"));
    if number < DAEMONS {
        let mut parent = command("parent-of-daemon");
        let next = (number + 1).to_string();
        let status = parent.arg("passing-on").env(KEY, next).status();
        assert!(status.expect("it starts").success());
    }
}

/// Starts a child after another, which the kernel discards without a trace when they end.
fn forgetful() {
    #[expect(unsafe_code, reason = "rustix has no such call")]
    // SAFETY: ignoring a signal runs no code.
    unsafe {
        libc::signal(libc::SIGCHLD, libc::SIG_IGN);
    }
    loop {
        let mut child = command("brief").spawn().expect("it starts");
        // An error, but only when it has ended.
        let _ = child.wait();
    }
}

/// Checks that no process of earlier programs is left.
fn lonely() {
    let processes = room::relatives();
    let is_left = |line: &String| line.contains("waiting-in-session");
    assert!(!processes.iter().any(is_left), "{processes:?}");
    right();
}
