//! The rules of the house: what reviews would have to look for again and again.

use std::path::Path;

use self::modules::{Modules, Uses, used};
use crate::support::markdown::files_below;

pub mod messages;
pub mod modules;
mod text;

/// No two files of a crate use each other, directly or through others. A module may use its parents.
#[apply(trial)]
fn the_files_of_a_crate_form_no_circle() {
    for (name, modules) in crates() {
        let circles = circles(&modules.uses());
        assert!(
            circles.is_empty(),
            "{name} has circles:\n{}",
            circles.join("\n")
        );
    }
}

/// `{:?}` is for people who debug. In a file, a hash or a message, a renamed variant would change what
/// users have. Messages of panics may have it.
#[apply(trial)]
fn no_output_depends_on_the_names_of_rust_types() {
    let mut found = Vec::new();
    for (name, modules) in crates() {
        for (file, code) in modules.code() {
            let lines = code.lines().filter(|line| {
                let is_allowed = ["assert", "panic!"].iter().any(|it| line.contains(it));
                // A number, with an exponent where that is shorter.
                line.contains(":?}") && !is_allowed && !line.contains("float={:?}")
            });
            found.extend(lines.map(|line| format!("{name}: {file}: {}", line.trim())));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// The harness finds what `#[apply(trial)]` marks, whatever it is compiled for; `#[test]` would mark nothing.
#[apply(trial)]
fn the_harness_finds_every_test() {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let files = files_below(&tests).into_iter();
    for file in files.filter(|file| file.extension().is_some_and(|it| it == "rs")) {
        let code = std::fs::read_to_string(&file).expect("a readable file");
        let lines: Vec<_> = code.lines().map(str::trim).collect();
        for lines in lines.windows(2) {
            let is_marked = lines[0].starts_with("#[apply(");
            let is_lost = lines[0] == "#[test]" || is_marked && lines[1].starts_with("#[cfg(");
            assert!(!is_lost, "{}: {}\n{}", file.display(), lines[0], lines[1]);
        }
    }
}

/// The crates and the program, by their names.
fn crates() -> impl Iterator<Item = (String, Modules)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).expect("a readable directory");
    let crates = crates.map(|entry| {
        let entry = entry.expect("a readable directory");
        (
            entry.file_name().to_string_lossy().into_owned(),
            entry.path(),
        )
    });
    let all = crates.chain([("program".to_owned(), root.to_owned())]);
    all.map(|(name, directory)| (name, Modules::read(&directory.join("src"))))
}

/// What leads from a file back to it.
fn circles(uses: &Uses) -> Vec<String> {
    let edges = uses
        .iter()
        .flat_map(|(file, others)| others.iter().map(move |other| (file, other)));
    let back = edges.filter(|(file, other)| used(uses, other).contains(*file));
    back.map(|(file, other)| format!("{file} -> {other}"))
        .collect()
}
