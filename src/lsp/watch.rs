//! Ends the server if the editor that has started it is gone.

#[cfg(unix)]
use std::{process, thread, time::Duration};

/// How often it is looked for.
#[cfg(unix)]
const INTERVAL: Duration = Duration::from_secs(1);

/// Watches a process; without it, the server ends with an exit code.
#[cfg(unix)]
pub fn watch(process_id: i32, exit_code: u8) {
    use rustix::io::Errno;
    use rustix::process::{Pid, test_kill_process};

    let Some(editor) = Pid::from_raw(process_id).filter(|_| process_id > 0) else {
        return;
    };
    thread::spawn(move || {
        while test_kill_process(editor) != Err(Errno::SRCH) {
            thread::sleep(INTERVAL);
        }
        process::exit(exit_code.into());
    });
}

/// Elsewhere, the end of the input says so.
#[cfg(not(unix))]
pub const fn watch(_: i32, _: u8) {}
