//! Two signals in a row are one request to stop, after which there is a report, as after the second
//! request; the third ends the program.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

/// The timeout for what is expected soon.
const SOON: Duration = Duration::from_secs(60);

fn start(folder: &Path, args: &str) -> Child {
    Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(shlex::split(args).expect("words"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn send(child: &Child, signals: &[Signal]) {
    for &signal in signals {
        kill_process(Pid::from_child(child), signal).expect("sent");
    }
}

/// Waits until a file has some lines.
#[track_caller]
fn wait_for_lines(path: &Path, lines: usize) {
    let begun = Instant::now();
    while fs::read_to_string(path).map_or(0, |text| text.lines().count()) < lines {
        assert!(begun.elapsed() < SOON);
        thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a command handles the signal or not, shells report the same. `play`, which needs a terminal,
/// is tested in one.
#[apply(trial)]
fn sigterm_ends_every_command_with_143() {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("1.in", ""), ("1.out", "x\n")] {
        fs::write(folder.path().join(name), text).expect("written");
    }
    let shard = "solo --strategy hunt --games 20 --shard 1/2 --out shard";
    let shard = start(folder.path(), shard).wait_with_output();
    assert!(shard.expect("it ends").status.success());
    let calls = [
        "run",
        "check -",
        "lsp",
        "replay - -o page",
        "validate 1.in 1.out feedback/",
        "othello -",
        "judge . -- sleep 999",
        "stress --scripts 1000000000",
        "arena random hunt --games 1000000000",
        "solo --strategy hunt --games 1000000000",
        "merge shard missing --watch",
    ];
    let children = calls.map(|args| (args, start(folder.path(), args)));
    thread::sleep(Duration::from_millis(500));
    for (args, child) in children {
        send(&child, &[Signal::TERM]);
        let status = child.wait_with_output().expect("it ends").status;
        let code = status.code().or(status.signal().map(|signal| 128 + signal));
        assert_eq!(code, Some(143), "{args}");
    }
}

/// As `timeout` sends them to a process and to its group. Two equal ones may arrive as one. Bots that
/// never answer do not delay the end.
#[apply(trial)]
fn two_signals_in_a_row_lose_no_result() {
    for (args, lines, units) in [
        (
            "arena random hunt --board 9x7 --fleet 0,0,1,1 --games 1000000000",
            3,
            "pairs",
        ),
        (
            "arena random hunt 'live:sleep 999' --games 1000 -j 1 --cpu 999 --wall 999",
            2,
            "pairs",
        ),
        (
            "arena random hunt 'cmd:sleep 999' --games 1000 -j 1 --cpu 999 --wall 999",
            2,
            "pairs",
        ),
        ("solo --strategy hunt --games 1000000000", 1, "games"),
    ] {
        for signals in [[Signal::TERM, Signal::TERM], [Signal::INT, Signal::TERM]] {
            let folder = tempfile::tempdir().expect("a folder");
            let child = start(folder.path(), &format!("{args} --out file"));
            let file = folder.path().join("file.partial");
            wait_for_lines(&file, lines);
            // `solo` writes a line for many games.
            thread::sleep(Duration::from_millis(100));
            send(&child, &signals);
            let sent = Instant::now();
            let output = child.wait_with_output().expect("it ends");
            assert!(sent.elapsed() < SOON, "{args}");
            let error = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(143), "{signals:?}: {error}");
            let last = error.lines().last().unwrap_or_default();
            let is_said =
                last.starts_with("admiralty: interrupted after ") && last.ends_with(units);
            assert!(is_said, "{error}");
            let report = String::from_utf8_lossy(&output.stdout);
            assert!(report.lines().count() > 3, "{report}");
        }
    }
}

/// A long report that nobody reads yet survives the second request; the third cuts it off.
#[apply(long_trial)]
fn only_the_third_request_ends_the_report() {
    // Long names make a long report: more than the largest pipe of a usual system, 1 MiB.
    let players: Vec<_> = (0..80).map(|n| format!("{n:0>200}=random")).collect();
    let players = players.join(" ");
    let options = "--board 9x7 --fleet 0,0,1,1 --games 1000 --out file";
    for is_cut_off in [false, true] {
        let folder = tempfile::tempdir().expect("a folder");
        let mut child = start(folder.path(), &format!("arena {players} {options}"));
        wait_for_lines(&folder.path().join("file.partial"), 3);
        let begun = Instant::now();
        let mut requests = 0;
        // On a busy machine, two may be taken for one.
        while requests < 2 || is_cut_off && child.try_wait().expect("its status").is_none() {
            assert!(begun.elapsed() < SOON);
            send(&child, &[Signal::TERM]);
            requests += 1;
            thread::sleep(Duration::from_millis(1200));
        }
        let output = child.wait_with_output().expect("it ends");
        let report = String::from_utf8_lossy(&output.stdout);
        let last = report.lines().last().unwrap_or_default();
        let ended = (output.status.code(), output.status.signal());
        if is_cut_off {
            assert!(requests > 2, "{requests}");
            assert_eq!(ended, (None, Some(Signal::TERM.as_raw())));
        } else {
            assert_eq!(ended, (Some(143), None));
            assert!(last.starts_with("seed "), "{last}");
        }
    }
}

/// A shutdown sends its signal to a bot before it sends it to the arena.
#[apply(trial)]
fn what_a_shutdown_ends_is_no_foul() {
    for kind in ["cmd", "live"] {
        let folder = tempfile::tempdir().expect("a folder");
        // Without input, the arena only checks whether it starts.
        let script = "read line && echo >started; exit 143";
        let bot = format!("{kind}:sh -c \"{script}\"");
        let child = start(
            folder.path(),
            &format!("arena random '{bot}' --games 2 -j 1 --no-sandbox"),
        );
        wait_for_lines(&folder.path().join("started"), 1);
        send(&child, &[Signal::TERM]);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(143), "{kind}");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains("interrupted after 0 of 1 pairs"), "{error}");
    }
}
