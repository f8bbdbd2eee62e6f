//! The programs of a class, split into shards.

use std::fs;
use std::os::unix::fs::PermissionsExt;

use admiralty_core::rng::Rng;

use super::{Scene, kill, shuffle};
use crate::judge::resuming::timeless;
use crate::support::Call;

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

const ARGS: &str = "grade cases programs --no-build --no-sandbox";

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
fn a_changed_program_is_judged_again() {
    let scene = class();
    scene.shard(ARGS, &[], "1/2", "one");
    scene.shard(ARGS, &[], "2/2", "two");
    program(&scene, "c", "#!/bin/sh\ncat\n");
    let output = scene.call(&format!("{ARGS} --shard 1/2 --out one"), &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("reusing 8 of 12 results from one"),
        "{error}"
    );
    let whole = scene.call(&format!("{ARGS} --out class"), &[]);
    for files in ["one two", "class"] {
        let merged = scene.call(&format!("merge {files}"), &[]);
        assert_eq!(merged.status.code(), Some(1));
        assert!(merged.stdout == whole.stdout, "{files}");
    }
    for (args, about) in [
        (
            "--shard 2/2 --out one",
            "one belongs to another shard: 1/2, not 2/2; a new run needs another file",
        ),
        (
            "--shard 1/3 --out one",
            "one belongs to another shard: 1/2, not 1/3; a new run needs another file",
        ),
    ] {
        let output = scene.call(&format!("{ARGS} {args}"), &[]);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2));
        assert!(error.contains(about), "{error}");
    }
    fs::write(scene.path("cases/T1.out"), "yo\n").expect("written");
    scene.shard(ARGS, &[], "1/2", "one");
    let output = scene.call("merge one two", &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        error.contains("two belongs to another run: case T1 has changed (T1.out)"),
        "{error}"
    );
}

/// Each build leaves a file beside the class.
#[apply(trial)]
fn a_shard_builds_only_its_own_programs() {
    let scene = class();
    let built = scene.path("built");
    fs::create_dir(&built).expect("made");
    let mark = built.display();
    let rule = format!(
        "[[build]]\nname = \"text\"\nfiles = [\"*.txt\"]\n\
         commands = ['touch \"{mark}/$(cat \"$main\")\"; cp \"$main\" copy']\nrun = \"cat {{dir}}/copy\"\n"
    );
    fs::write(scene.path("cases/judge.toml"), rule).expect("written");
    for name in ["a", "b", "c", "d", "e"] {
        fs::remove_file(scene.path(&format!("programs/{name}"))).expect("removed");
        fs::write(scene.path(&format!("programs/{name}.txt")), name).expect("written");
    }
    let home = scene.path("home").display().to_string();
    for (shard, expected) in [("1/2", &["a", "c", "e"][..]), ("2/2", &["b", "d"])] {
        let program = env!("CARGO_BIN_EXE_admiralty");
        let call = ["HOME", "XDG_CACHE_HOME"]
            .iter()
            .fold(Call::program("env"), |call, name| {
                call.arg(format!("{name}={home}"))
            })
            .arg(program);
        let args = format!("grade cases programs --no-sandbox --shard {shard} --out file");
        let call = args
            .split(' ')
            .fold(call, Call::arg)
            .within(&scene.path(""));
        let output = call.output();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{error}");
        let names = fs::read_dir(&built).expect("a directory");
        let names = names.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<_> = names
            .map(|name| name.to_string_lossy().into_owned())
            .collect();
        names.sort();
        assert_eq!(names, expected);
        for name in names {
            fs::remove_file(built.join(name)).expect("removed");
        }
        fs::remove_file(scene.path("file")).expect("removed");
    }
}
