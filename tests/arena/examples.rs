//! The bots in `examples/bots`.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::report;
use crate::support::{Call, has_for, python, quoted, scaled, skip};

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/bots");

/// The bots that this machine can run. The one in C is compiled into a directory.
fn bots(directory: &Path) -> Vec<String> {
    let this = std::env::current_exe().expect("a path");
    let mut bots = vec![format!("rust=live:{} --scout", quoted(this))];
    if let Some(python) = python() {
        let scout = format!("{BOTS}/scout.py");
        bots.push(format!("python=live:{} {}", quoted(python), quoted(scout)));
    } else {
        skip("arena: the bot in Python", "there is no python3");
    }
    if has_for("arena: the bot in C", "cc") {
        let program = directory.join("scout");
        let mut compiler = Command::new("cc");
        compiler.args(["-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-o"]);
        compiler.arg(&program).arg(format!("{BOTS}/scout.c"));
        assert!(succeeds(&mut compiler), "{compiler:?}");
        bots.push(format!("c=live:{}", quoted(program)));
    }
    bots
}

fn succeeds(command: &mut Command) -> bool {
    let output = command.output();
    output.is_ok_and(|output| output.status.success())
}

#[apply(long_trial)]
fn the_bots_of_the_examples_commit_no_foul() {
    let directory = tempfile::tempdir().expect("a directory");
    let mut players = bots(directory.path());
    if players.len() == 1 {
        players.push("hunt".to_owned());
    }
    let opponents = players.len() as u64 - 1;
    let games = scaled(8) / opponents;
    // Each player places its fleet around that of the other.
    let start = directory.path().join("start");
    let script = "[state]\nBOARD_SIZE 13 8\nINIT_POSITION A 0 0 12 7\nINIT_POSITION B 0 0 12 7\n\
        SET_FLEET A 1 0 1 1\nSET_FLEET B 1 0 1 1\nAUTO_SHOOTING\nEXTENDED_SHIPS\n[state]\n";
    fs::write(&start, script).expect("written");
    let small = "--board 11x7 --fleet 1,0,1,1";
    for settings in [
        format!("{small} --placing players"),
        format!("{small} --extended"),
        format!("--start {} --reefs 6 --placing players", quoted(start)),
    ] {
        let args = format!("-g {games} --seed 1 --cpu 20 --turn-limit 200 {settings}");
        let players: Vec<_> = players.iter().map(String::as_str).collect();
        let report = report(&args, &players);
        for player in report["players"].as_array().expect("players") {
            assert_eq!(player["fouls"], serde_json::json!({}), "{player}");
            assert_eq!(player["games"], games * opponents, "{player}");
        }
    }
}

#[apply(trial)]
fn the_bots_of_the_examples_beat_a_player() {
    let directory = tempfile::tempdir().expect("a directory");
    let bots = bots(directory.path());
    let bots: Vec<_> = bots.iter().map(String::as_str).collect();
    let report = report(
        "hunt --gauntlet -g 2 --seed 3 --cpu 20 --same-fleets",
        &bots,
    );
    for bot in &report["players"].as_array().expect("players")[1..] {
        assert_eq!(bot["wins"], 2, "{bot}");
    }
}

#[apply(trial)]
fn the_bots_of_the_examples_refuse_other_games() {
    let directory = tempfile::tempdir().expect("a directory");
    for bot in bots(directory.path()) {
        let output = Call::new("arena -g 4 --rules msx random").arg(bot).output();
        let error = String::from_utf8_lossy(&output.stderr);
        let message = "this bot plays only the rule set ships";
        assert!(error.contains(message), "{error}");
    }
}
