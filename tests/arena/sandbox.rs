//! Bots that try to learn what they must not know, and to harm their opponents.

use std::fs;

use serde_json::Value;

use super::bot::live_spec;
use crate::support::Call;

/// The report of two games, and what the first bot said.
fn play(args: &str, kind: &str) -> (Value, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let args = format!(
        "arena --games 2 -j 1 --turn-limit 6 --board 9x7 --fleet 0,0,0,2 --json - --bot-log log {args}"
    );
    let call = Call::new(&args)
        .arg(live_spec(kind))
        .arg(live_spec("waiting"));
    let output = call.within(folder.path()).output();
    let report = serde_json::from_slice(&output.stdout);
    let report = report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
    let said = fs::read_to_string(folder.path().join("log/game-000001-A.log"));
    (report, said.expect("a log"))
}

#[apply(sandboxed_trial)]
fn a_bot_in_a_sandbox_learns_nothing_from_the_system() {
    for (args, is) in [("--no-sandbox", "learnt"), ("", "hidden")] {
        let (_, said) = play(args, "prying");
        for what in ["cmdline", "environ", "processes", "directory"] {
            assert!(said.contains(&format!("{what} {is}")), "{args}: {said}");
        }
    }
}

/// The folder of the first bot has a file of the other one.
#[apply(sandboxed_trial)]
fn a_bot_in_a_sandbox_reads_its_own_files_only() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("bots")).expect("made");
    let reading = "cd \"${0%/*}\"; for file in own other; do cat $file > /dev/null && echo $file is read >&2; done";
    for (file, text) in [("bot", reading), ("own", ""), ("other", "")] {
        fs::write(folder.path().join("bots").join(file), text).expect("written");
    }
    for (args, expected) in [("--no-sandbox", [true, true]), ("", [true, false])] {
        let call = Call::new(&format!("arena --games 2 -j 1 --bot-log log {args}"))
            .arg("bot=cmd:sh ./bots/bot ./bots/own")
            .arg("cmd:sh ./bots/other");
        let played = call.within(folder.path()).output();
        assert!(played.status.success(), "{args}");
        let said = fs::read_to_string(folder.path().join("log/game-000001-A.log"));
        let said = said.expect("a log");
        let are_read = ["own", "other"].map(|file| said.contains(&format!("{file} is read")));
        assert_eq!(are_read, expected, "{args}: {said}");
    }
}

/// Interpreters that both name, classes that `java` finds by their names, and modules of Python.
#[apply(sandboxed_trial)]
fn bots_find_what_they_need() {
    const MODULE: &str = "import sys\nfor line in sys.stdin:\n  if line.startswith('[player'): print(line, end='', flush=True)\n";
    let folder = tempfile::tempdir().expect("a folder");
    for name in ["first.py", "second.py"] {
        fs::write(folder.path().join(name), MODULE).expect("written");
    }
    let python = "/usr/bin/python3";
    if !crate::support::has_for("arena::sandbox::bots_find_what_they_need", python) {
        return;
    }
    for bots in [
        [format!("{python} first.py"), format!("{python} second.py")],
        [format!("{python} -m first"), "python3 second.py".to_owned()],
        [
            format!("{python} ./first.py"),
            format!("python3 {}/second.py", folder.path().display()),
        ],
    ] {
        let call = Call::new("arena --games 2 --turn-limit 6 --json -");
        let call = bots
            .iter()
            .fold(call, |call, bot| call.arg(format!("live:{bot}")));
        let output = call.within(folder.path()).output();
        let report = serde_json::from_slice::<Value>(&output.stdout);
        let report =
            report.unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&output.stderr)));
        for player in report["players"].as_array().expect("players") {
            assert_eq!(player["fouls"], serde_json::json!({}), "{bots:?}: {report}");
        }
    }
}

#[apply(sandboxed_trial)]
fn a_bot_in_a_sandbox_harms_nobody() {
    let (report, said) = play("", "attacking");
    assert!(!said.contains("attacked"), "{said}");
    for player in report["players"].as_array().expect("players") {
        assert_eq!(
            player.get("fouls"),
            report["players"][1].get("fouls"),
            "{report}"
        );
    }
    assert_eq!(report["games"], 2, "{report}");
}
