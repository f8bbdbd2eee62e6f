//! The rules of the house.

use std::path::Path;

use self::modules::{Modules, Uses, used};

mod messages;
pub mod modules;

/// Crates whose circles are still to be broken.
const WITH_CIRCLES: [&str; 3] = ["core", "judge", "program"];

/// No two files of a crate use each other, directly or through others. A module may use its parents.
#[test]
fn the_files_of_a_crate_form_no_circle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let crates = std::fs::read_dir(root.join("crates")).expect("a readable directory");
    let crates = crates.map(|entry| {
        let entry = entry.expect("a readable directory");
        (
            entry.file_name().to_string_lossy().into_owned(),
            entry.path(),
        )
    });
    for (name, directory) in crates.chain([("program".to_owned(), root.to_owned())]) {
        let uses = Modules::read(&directory.join("src")).uses();
        let circles = circles(&uses);
        if WITH_CIRCLES.contains(&name.as_str()) {
            assert!(!circles.is_empty(), "{name} has no circle any more");
        } else {
            assert!(
                circles.is_empty(),
                "{name} has circles:\n{}",
                circles.join("\n")
            );
        }
    }
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
