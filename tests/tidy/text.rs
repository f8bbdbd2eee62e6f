//! What no file of the repository has: addresses that anybody may take, and paths of a machine.

use std::env;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

/// How addresses begin that somebody has looked at, or that nobody can take (RFC 2606).
const KNOWN: [&str; 27] = [
    "https://tree-sitter.github.io/tree-sitter/",
    "http://127.0.0.1",
    "http://localhost",
    "http://www.apache.org/licenses/",
    "http://www.w3.org/",
    "https://docs.oasis-open.org/",
    "https://doi.org/",
    "https://git.example.org/",
    "https://github.com/rustsec/advisory-db",
    "https://docs.github.com/",
    "https://docs.gitlab.com/",
    "https://github.com/windyroad/JUnit-Schema",
    "https://gradescope-autograders.readthedocs.io/",
    "https://github.com/foundation50/classroom50",
    "https://howardhinnant.github.io/",
    "https://json.schemastore.org/",
    "https://keepachangelog.com/",
    "https://microsoft.github.io/language-server-protocol/",
    "https://raw.githubusercontent.com/martinring/tmlanguage/",
    "https://reproducible-builds.org/",
    "https://rustup.rs",
    "https://semver.org/",
    "https://ships.example.org/",
    "https://sh.rustup.rs",
    "https://www.cantate.be/Fishtest/",
    "https://www.contributor-covenant.org/",
    "https://www.kattis.com/",
];

/// Directories of generated or downloaded files, and files that list the packages of others.
const NOT_OURS: [&str; 10] = [
    ".git",
    "Cargo.lock",
    "artifacts",
    "corpus",
    "coverage",
    "dist",
    "node_modules",
    "package-lock.json",
    "release",
    "target",
];

#[apply(trial)]
fn the_repository_names_no_unknown_address() {
    let address = Regex::new(
        r"(?x) https?:// [\w.-]+ (/[\w.~/-]*)?
        | ([\w-]+\.)? git(hub|lab)\.(com|io) / [\w.~/-]*
        | [\w.+-]+ @ ([\w-]+\.)+ (com|dev|io|net|org) \b",
    );
    let address = address.expect("a pattern");
    let mut unknown = Vec::new();
    for (name, text) in our_files() {
        // The pattern alone takes a minute.
        let lines = text.lines().filter(|line| {
            ["://", "@", "github", "gitlab"]
                .iter()
                .any(|it| line.contains(it))
        });
        for found in lines.flat_map(|line| address.find_iter(line)) {
            let found = found.as_str();
            if !KNOWN.iter().any(|known| found.starts_with(known)) {
                unknown.push(format!("{name}: {found}"));
            }
        }
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
}

#[apply(trial)]
fn the_repository_names_no_directory_of_this_machine() {
    let repository = env!("CARGO_MANIFEST_DIR").to_owned();
    let home = env::var("HOME").ok().filter(|home| home.len() > 1);
    let directories = home.into_iter().chain([repository]);
    let directories: Vec<_> = directories.map(|path| format!("{path}/")).collect();
    let mut found = Vec::new();
    for (name, text) in our_files() {
        for directory in &directories {
            let mut places = text.match_indices(directory);
            // Not as a part of a longer path, such as `/proc/self/root`.
            let is_part = |at| text[..at].ends_with(|c: char| c.is_alphanumeric() || c == '}');
            if places.any(|(at, _)| !is_part(at)) {
                found.push(format!("{name}: {directory}"));
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

/// A tag can be moved to other code, a commit cannot. What runs after a checkout has no use for its token.
#[apply(trial)]
fn workflows_trust_commits_and_keep_no_token() {
    let pinned = Regex::new(r"uses: [\w/-]+@[0-9a-f]{40} # v[0-9]+\.[0-9]+\.[0-9]+$");
    let pinned = pinned.expect("a pattern");
    let mut count = 0;
    for (name, text) in our_files() {
        if Path::new(&name).extension() != Some("yml".as_ref()) {
            continue;
        }
        let times = |words| text.matches(words).count();
        assert_eq!(
            times("actions/checkout@"),
            times("persist-credentials: false"),
            "{name}"
        );
        let actions = text.lines().filter(|line| line.contains("uses: "));
        for action in actions {
            assert!(pinned.is_match(action), "{name}: {action}");
            count += 1;
        }
    }
    assert!(count > 10, "only {count} actions");
}

/// The names and texts of the files that the project has written.
fn our_files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(root, &mut files);
    let named = files.into_iter().filter_map(|path| {
        let name = path.strip_prefix(root).expect("a file of the repository");
        // Files that are not text have no addresses for people.
        let text = std::fs::read_to_string(&path).ok()?;
        Some((name.to_string_lossy().into_owned(), text))
    });
    named.collect()
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("a readable directory") {
        let entry = entry.expect("a readable directory");
        let name = entry.file_name();
        if NOT_OURS.iter().any(|it| name == *it) {
            continue;
        }
        if entry.path().is_dir() {
            collect(&entry.path(), files);
        } else {
            files.push(entry.path());
        }
    }
}
