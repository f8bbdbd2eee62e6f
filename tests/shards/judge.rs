//! The programs of a class, split into shards.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use admiralty_core::rng::Rng;

use super::{Scene, kill, shuffle};
use crate::judge::resuming::timeless;

/// A class of programs, some right, some wrong, and one that cannot be started.
fn class() -> Scene {
    let scene = Scene::new();
    for directory in ["cases", "programs"] {
        fs::create_dir(scene.path(directory)).expect("made");
    }
    let cases = [
        ("1", "ahoy\n"),
        ("2", "ahoy\n"),
        ("10", "yo\n"),
        ("11", "?\n"),
    ];
    for (name, answer) in cases {
        fs::write(scene.path(&format!("cases/T{name}.in")), "ahoy\n").expect("written");
        fs::write(scene.path(&format!("cases/T{name}.out")), answer).expect("written");
    }
    fs::write(
        scene.path("cases/expectations.txt"),
        "T10 WA,PE  the text\n",
    )
    .expect("written");
    for (name, text) in [
        ("a", "#!/bin/sh\ncat\n"),
        (
            "b",
            "#!/bin/sh\ncat; echo \"$$ \u{1b} words\" >&2; exit 3\n",
        ),
        ("c", "#!/bin/sh\ncat; echo more\n"),
        ("d", "#!/does/not/exist\n"),
        ("e", "#!/bin/sh\nread x; echo \"$x\"; kill -SEGV $$\n"),
    ] {
        program(&scene, name, text);
    }
    fs::write(scene.path("programs/notes"), "no program\n").expect("written");
    scene
}

fn program(scene: &Scene, name: &str, text: &str) {
    let path = scene.path(&format!("programs/{name}"));
    fs::write(&path, text).expect("written");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("a mode");
}

const ARGS: &str = "grade cases programs --no-build";

#[apply(trial)]
fn shards_of_a_class_merge_to_the_same_table() {
    let scene = class();
    scene.shard(ARGS, &[], "1/1", "whole");
    let whole = scene.call(&format!("{ARGS} --json=json --csv csv"), &[]);
    assert_eq!(whole.status.code(), Some(1));
    let read = |name: &str| fs::read(scene.path(name)).expect("a file");
    let merged = scene.call("merge whole --json merged.json --csv merged.csv", &[]);
    assert_eq!(merged.status.code(), Some(1));
    assert!(merged.stdout == whole.stdout);
    let json = |name: &str| timeless(serde_json::from_slice(&read(name)).expect("JSON"));
    assert_eq!(json("merged.json"), json("json"));
    for seed in 0..3 {
        let mut rng = Rng::seeded(seed);
        let count = 2 + rng.below(6);
        let mut files = Vec::new();
        for number in 1..=count {
            let (shard, file) = (format!("{number}/{count}"), format!("{number}-{seed}"));
            scene.shard(ARGS, &[], &shard, &file);
            if rng.one_in(2) {
                kill(&scene.path(&file), &mut rng);
                scene.shard(ARGS, &[], &shard, &file);
            }
            files.push(file);
        }
        shuffle(&mut files, &mut rng);
        let merged = scene.call(
            &format!("merge {} --json merged.json", files.join(" ")),
            &[],
        );
        let error = String::from_utf8_lossy(&merged.stderr);
        assert!(
            merged.status.code() == Some(1) && merged.stdout == whole.stdout,
            "{error}"
        );
        assert_eq!(json("merged.json"), json("json"));
        let partial = scene.call(&format!("merge {} --partial", files[1..].join(" ")), &[]);
        let printed = String::from_utf8_lossy(&partial.stdout);
        assert!(printed.contains("This is a partial report: "), "{printed}");
    }
}

#[apply(trial)]
fn a_changed_program_is_not_continued() {
    let scene = class();
    scene.shard(ARGS, &[], "1/2", "one");
    program(&scene, "c", "#!/bin/sh\ncat\n");
    let output = scene.call(&format!("{ARGS} --shard 1/2 --out one"), &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains(
            "one belongs to another run: c has changed (program); a new run needs another file\n"
        ),
        "{error}"
    );
    let output = scene.call(&format!("{ARGS} --out class"), &[]);
    assert_eq!(output.status.code(), Some(1));
    let output = scene.call("merge class", &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("of a class without --shard cannot be merged"),
        "{error}"
    );
}
