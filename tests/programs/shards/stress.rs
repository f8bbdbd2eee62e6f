//! Random scripts that are divided into shards.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use admiralty_core::rng::Rng;

use super::{Scene, kill, shuffle};
use crate::Test;
use crate::support::{quoted, thinned};

pub const TESTS: &[Test] = &[
    (
        "shards_of_scripts_merge_to_the_same_findings",
        same_findings,
    ),
    ("a_search_that_finds_nothing_merges_to_nothing", nothing),
];

/// A program that is this one, with mistakes.
fn scene(mistakes: &str) -> Scene {
    let scene = Scene::new();
    fs::create_dir(scene.path("cases")).expect("made");
    let admiralty = quoted(env!("CARGO_BIN_EXE_admiralty"));
    let path = scene.path("ships");
    fs::write(&path, format!("#!/bin/sh\n{admiralty} | {mistakes}\n")).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
    scene
}

/// What was printed without times, memory and attempts, and the cases.
fn findings(scene: &Scene, args: &str, status: i32) -> (String, Vec<(String, Vec<u8>)>) {
    let output = scene.call(args, &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(status), "{args}: {error}");
    let printed = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines = printed.lines().map(|line| {
        let words = line.split_whitespace();
        let is_timed =
            |word: &&str| word.starts_with(|c: char| c.is_ascii_digit()) && word.contains('.');
        let words: Vec<_> = words.filter(|word| !is_timed(word)).collect();
        words.join(" ")
    });
    let printed = lines.collect::<Vec<_>>().join("\n");
    let mut cases = Vec::new();
    for entry in fs::read_dir(scene.path("cases")).expect("a directory") {
        let path = entry.expect("an entry").path();
        cases.push((path.display().to_string(), fs::read(&path).expect("a case")));
        fs::remove_file(path).expect("removed");
    }
    cases.sort();
    (printed, cases)
}

fn same_findings() {
    let mistakes =
        "sed 's/SHIP MOVED ALREADY/SHIP CANNOT MOVE/; s/ x/ y/; s/FIELD DOES NOT EXIST/NO FIELD/'";
    let scene = scene(mistakes);
    for (seed, count) in thinned([(1, 1), (2, 2)], 2) {
        let scripts = if count == 1 { 20 } else { 60 };
        let args =
            format!("judge cases --no-sandbox --stress {scripts} --findings {count} --seed 12");
        let whole = findings(&scene, &format!("{args} -- ./ships"), 1);
        assert!(!whole.1.is_empty());
        let mut rng = Rng::seeded(seed);
        let shards = 2 + rng.below(4);
        let mut files = Vec::new();
        for number in 1..=shards {
            let file = format!("{seed}-{number}");
            let args = format!("{args} --shard {number}/{shards} --out {file} -- ./ships");
            for is_killed in [rng.one_in(2), false] {
                let output = scene.call(&args, &[]);
                let error = String::from_utf8_lossy(&output.stderr);
                assert!(
                    output.status.success() && output.stdout.is_empty(),
                    "{error}"
                );
                if is_killed {
                    kill(&scene.path(&file), &mut rng);
                }
            }
            files.push(file);
        }
        shuffle(&mut files, &mut rng);
        let merge = format!("merge {} --html page.html", files.join(" "));
        assert_eq!(findings(&scene, &merge, 1), whole);
        assert!(scene.path("page.html").exists());
    }
}

fn nothing() {
    let scene = scene("cat");
    let args = "judge cases --no-sandbox --stress 20";
    let whole = scene.call(&format!("{args} -- ./ships"), &[]);
    assert_eq!(whole.status.code(), Some(0));
    for number in 1..=3 {
        let args = format!("{args} --shard {number}/3 --out {number} -- ./ships");
        assert!(scene.call(&args, &[]).status.success());
    }
    let merged = scene.call("merge 1 3 2", &[]);
    assert!(merged.status.success() && merged.stdout == whole.stdout);
    let refused = scene.call("merge 1 3", &[]);
    let error = String::from_utf8_lossy(&refused.stderr);
    let message = "admiralty: 1 of 3 shards is missing or incomplete: --array=2\n";
    assert_eq!(error, message);
}
