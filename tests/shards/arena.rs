//! A tournament that is split into shards gives the same report.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use admiralty_core::rng::Rng;
use regex_lite::Regex;

use super::{Scene, assert_same, kill, shuffle};
use crate::arena::bot::{live_spec, spec};
use crate::arena::table::untimed_csv;
use crate::support::scaled;

/// Settings without a seed.
const SMALL: &str = "arena --board 9x7 --fleet 0,0,1,1 --turn-limit 60";
const SEEDED: &str = "arena --board 9x7 --fleet 0,0,1,1 --turn-limit 60 --seed 1";

/// Random settings, any number of shards, in any order, some of them killed and repeated.
#[apply(trial)]
fn shards_merge_to_the_same_bytes() {
    for seed in 0..scaled(2) {
        let mut rng = Rng::seeded(seed);
        let players = ["random", "hunt", "third=random"].map(str::to_owned);
        let players = &players[..2 + usize::from(rng.one_in(2))];
        let games = 2 * (1 + rng.below(20));
        let mut args = format!("{SMALL} -g {games} --seed {}", rng.below(1000));
        if rng.one_in(3) {
            args += " --gauntlet";
        }
        if players.len() == 2 && rng.one_in(2) {
            args += " --sprt 0 200 0.2 0.2";
        }
        if rng.one_in(3) {
            args += " --extended --reefs 2";
        }
        let scene = Scene::new();
        let whole = scene.reports(&args, players);
        let count = 1 + rng.below(9);
        let mut files = Vec::new();
        for number in 1..=count {
            let (shard, file) = (format!("{number}/{count}"), format!("{number}.jsonl"));
            scene.shard(&args, players, &shard, &file);
            if rng.one_in(2) {
                kill(&scene.path(&file), &mut rng);
                scene.shard(&args, players, &shard, &file);
            }
            files.push(file);
        }
        shuffle(&mut files, &mut rng);
        let merged = format!("merge {}", files.join(" "));
        let about = format!("{args} in {count} shards, seed {seed}");
        assert_same(&scene.reports(&merged, &[]), &whole, &about);
        fs::write(scene.path("list"), files.join("\n")).expect("written");
        assert_same(&scene.reports("merge @list", &[]), &whole, &about);
    }
}

/// The shards record what the bots did; the bots are not there when they are merged.
#[apply(trial)]
fn shards_of_live_bots_merge_to_the_same_bytes() {
    let scene = Scene::new();
    let players = [spec("illegal"), "hunt".to_owned(), live_spec("honest")];
    let args = format!("{SEEDED} -g 2");
    let whole = untimed(scene.reports(&args, &players));
    for number in 1..=3 {
        scene.shard(
            &args,
            &players,
            &format!("{number}/3"),
            &format!("{number}.jsonl"),
        );
    }
    assert_same(
        &untimed(scene.reports("merge 3.jsonl 1.jsonl 2.jsonl", &[])),
        &whole,
        "live bots",
    );
}

/// Reports without the CPU times of bots, which they must have.
fn untimed(reports: Vec<(String, Vec<u8>)>) -> Vec<(String, Vec<u8>)> {
    let times = [
        ("printed", r"(?s)CPU time per turn.*?\n\n"),
        ("json", r#"(?s),\s*"turn_cpu_seconds": \{.*?\}"#),
        (
            "html",
            "(?s)<section>\\s*<h2>CPU time per turn</h2>.*?</section>",
        ),
    ];
    let of = |name: &str| times.iter().find(|(end, _)| name.ends_with(end));
    let untimed = |(name, bytes): (String, Vec<u8>)| match of(&name) {
        _ if name.ends_with("csv") => {
            let table = String::from_utf8(bytes).expect("UTF-8");
            (name, untimed_csv(&table).into_bytes())
        }
        Some((_, pattern)) if !name.contains("-games/") => {
            let text = String::from_utf8(bytes).expect("UTF-8");
            let pattern = Regex::new(pattern).expect("a pattern");
            assert!(pattern.is_match(&text), "{name}");
            (
                name,
                pattern.replace_all(&text, "").into_owned().into_bytes(),
            )
        }
        _ => (name, bytes),
    };
    reports.into_iter().map(untimed).collect()
}

fn two_players() -> [String; 2] {
    ["random", "hunt"].map(str::to_owned)
}

/// The error of a merge, which writes nothing.
#[track_caller]
fn error_of(scene: &Scene, args: &str) -> String {
    let output = scene.call(&format!("merge {args} --json none"), &[]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(output.stdout.is_empty() && !scene.path("none").exists());
    error
}

#[apply(trial)]
fn what_does_not_belong_together_is_not_merged() {
    let scene = Scene::new();
    let args = format!("{SEEDED} -g 8");
    let players = two_players();
    fs::write(scene.path("bot"), "#!/bin/sh\n").expect("written");
    for number in 1..=3 {
        scene.shard(
            &args,
            &players,
            &format!("{number}/3"),
            &format!("{number}"),
        );
    }
    let other_seed = args.replace("--seed 1", "--seed 2");
    scene.shard(&other_seed, &players, "3/3", "seed");
    scene.shard(&args, &players, "2/4", "four");
    let bytes = fs::read(scene.path("3")).expect("a file");
    let text = String::from_utf8(bytes).expect("UTF-8");
    fs::write(
        scene.path("broken"),
        text.replace("\"winner\":\"s", "\"winner\":\"f"),
    )
    .expect("written");
    fs::write(scene.path("cut.partial"), &text[..text.len() - 1]).expect("written");
    fs::write(scene.path("empty"), "").expect("written");
    for (files, message) in [
        (
            "1 2",
            "admiralty: 1 of 3 shards is missing or incomplete: --array=3\n",
        ),
        (
            "none 1 empty",
            "shards are missing or incomplete: --array=2-3\nnone does not exist\nempty is empty,",
        ),
        ("1 2 3 empty", "admiralty: empty is empty,"),
        ("empty", "admiralty: empty is empty,"),
        ("1 2 3 2", "2 and 2 are both shard 2/3"),
        (
            "1 2 seed",
            "seed belongs to another run: its seed is 2, not 1",
        ),
        (
            "1 2 3 four",
            "four belongs to another run: its number of shards is 4, not 3",
        ),
        (
            "1 2 broken",
            "admiralty: 1 of 3 shards is missing or incomplete: --array=3\n\
            line 2 of broken is broken: its checksum is wrong\n",
        ),
        ("1 2 cut", "cut is incomplete: its last line is missing"),
        ("1 2 bot", "bot is not a file of results"),
    ] {
        let error = error_of(&scene, files);
        assert!(error.contains(message), "{error}");
    }
}

#[apply(trial)]
fn results_of_two_versions_of_a_bot_are_not_mixed() {
    let scene = Scene::new();
    let args = format!("{SEEDED} -g 4");
    let players = ["bot=cmd:sh ./bot".to_owned(), "hunt".to_owned()];
    for (number, text) in [(1, "exit 1"), (2, "exit 2")] {
        fs::write(scene.path("bot"), text).expect("written");
        scene.shard(&args, &players, &format!("{number}/2"), &number.to_string());
    }
    let error = error_of(&scene, "1 2");
    assert!(
        error.contains("2 belongs to another run: bot has changed (./bot)\n"),
        "{error}"
    );
}

#[apply(trial)]
fn a_partial_report_says_so() {
    let scene = Scene::new();
    let args = format!("{SEEDED} -g 20");
    for number in 1..=3 {
        scene.shard(
            &args,
            &two_players(),
            &format!("{number}/3"),
            &format!("{number}"),
        );
    }
    let whole = scene.reports("merge 1 2 3", &[]);
    assert_same(
        &scene.reports("merge 1 2 3 --partial", &[]),
        &whole,
        "all shards",
    );
    // A file that does not exist, and one that is broken in its first result.
    let text = fs::read_to_string(scene.path("2")).expect("a file");
    let broken = text.replace("\"winner\":\"s", "\"winner\":\"f");
    fs::write(scene.path("2"), broken).expect("written");
    let output = scene.call("merge 1 2 3 none --partial --csv none.csv", &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    let said = "admiralty: line 2 of 2 is broken: its checksum is wrong; \
        ignoring this line and those after it\n";
    assert!(output.status.success() && error == said, "{error}");
    let reports = scene.reports("merge 1 2 3 none --partial", &[]);
    for (name, bytes) in &reports {
        let text = String::from_utf8_lossy(bytes);
        let note = match name {
            name if name.ends_with("json") => "\"missing_pairs\": 3",
            name if name.ends_with("csv") || name.contains("games") => continue,
            _ => "This is a partial report: 3 pairs of games are missing.",
        };
        assert!(text.contains(note), "{name}: {text}");
    }
    let json = reports.iter().find(|(name, _)| name.ends_with("json"));
    let json = String::from_utf8_lossy(&json.expect("a report").1);
    assert!(json.contains("\"games\": 14,"), "{json}");
}

/// The last shard never comes, and is not needed.
#[apply(trial)]
fn a_test_is_decided_while_shards_are_running() {
    let scene = Scene::new();
    let args = format!("{SEEDED} -g 400 --sprt 0 200 0.05 0.05");
    let players = ["hunt".to_owned(), "random".to_owned()];
    let whole = scene.call(&format!("{args} --csv whole"), &players);
    assert!(whole.status.success());
    let watch = |files: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_admiralty"));
        command
            .arg("merge")
            .args(files.split(' '))
            .args(["--watch", "--csv", "merged"]);
        command
            .current_dir(scene.0.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped());
        command.spawn().expect("it starts")
    };
    let mut watching = watch("1 2 3");
    scene.shard(&args, &players, "2/3", "2");
    thread::sleep(Duration::from_millis(1500));
    assert!(watching.try_wait().expect("its status").is_none());
    scene.shard(&args, &players, "1/3", "1");
    scene.shard(&args, &players, "3/3", "complete");
    // The third shard has only begun.
    let text = fs::read_to_string(scene.path("complete")).expect("a file");
    let lines: Vec<_> = text.split_inclusive('\n').collect();
    fs::write(scene.path("3.partial"), lines[..40].concat()).expect("written");
    let output = watching.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{error}");
    assert!(error.starts_with("admiralty: decided by pair "), "{error}");
    let read = |name: &str| fs::read(scene.path(name)).expect("a file");
    assert!(read("merged") == read("whole"));
    // So is it without --watch, although a shard is not complete.
    let merged = scene.call("merge 1 2 3 --csv -", &[]);
    assert!(merged.status.success() && merged.stdout == read("whole"));
    // Results that decide nothing.
    let args = format!("{SEEDED} -g 4 --sprt 0 20 0.05 0.05");
    for number in 1..=2 {
        scene.shard(
            &args,
            &players,
            &format!("{number}/2"),
            &format!("short{number}"),
        );
    }
    let output = watch("short1 short2").wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(1));
    // A broken file is not waited for.
    let text = fs::read_to_string(scene.path("short2")).expect("a file");
    let broken = text.replace("\"result\":", "\"result\": ");
    fs::write(scene.path("short2"), broken).expect("written");
    let output = watch("short1 short2").wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    let message = "admiralty: 1 of 2 shards is missing or incomplete: --array=2\n\
        line 2 of short2 is broken: its checksum is wrong\n";
    assert_eq!((&*error, output.status.code()), (message, Some(2)));
    assert_eq!(error_of(&scene, "short1 short2"), message);
}

#[apply(trial)]
fn nonsense_about_shards_is_refused() {
    let scene = Scene::new();
    for (args, message) in [
        ("--shard 1/3", "--out"),
        ("--shard 0/3 --out x", "no shard 0 of 3"),
        ("--shard 4/3 --out x", "no shard 4 of 3"),
        ("--shard 1/0 --out x", "1 to 1048576 shards"),
        ("--shard 1 --out x", "expected I/N"),
        ("--shard auto --out x", "expected I/N"),
        ("--shard 1/3 --out x --csv y", "a shard writes no report"),
        ("--shard 1/3 --out -", "not a stream"),
        ("--shard 1/3 --out x", "--shard needs --seed N: all shards"),
        ("--shard 1/3 --seed 1 --out none/x", "cannot write none/x: "),
    ] {
        let output = scene.call(&format!("arena random x=random {args}"), &[]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}: {error}");
        assert!(error.contains(message), "{args}: {error}");
    }
    assert_eq!(fs::read_dir(scene.0.path()).expect("a folder").count(), 0);
}

/// A limit on the size of files stands in for a full disk.
#[apply(trial)]
fn a_full_disk_loses_nothing() {
    let scene = Scene::new();
    let args = format!("{SEEDED} -g 100 random x=random");
    let whole = scene.reports(&args, &[]);
    let limited = format!("trap '' XFSZ; ulimit -f 16; exec \"$0\" {args} --out file");
    let output = Command::new("sh")
        .args(["-c", &limited, env!("CARGO_BIN_EXE_admiralty")])
        .current_dir(scene.0.path())
        .output();
    let output = output.expect("it starts");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("cannot write file: "), "{error}");
    assert!(scene.path("file.partial").exists() && !scene.path("file").exists());
    assert_same(
        &scene.reports(&format!("{args} --out file"), &[]),
        &whole,
        "a full disk",
    );
}
