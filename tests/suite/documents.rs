//! The scripts in the documents print what the documents say: each block marked
//! `ships` that is followed by a block marked `text`.

use std::collections::BTreeSet;

use crate::support::{Call, run};
use admiralty::game::Reason;
use admiralty::players::{Fact, PlayerEntry};
use admiralty::rules::RULE_SETS;

fn blocks(document: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        if let Some(kind) = line.strip_prefix("```") {
            let body = lines.by_ref().take_while(|line| *line != "```");
            let body = body.flat_map(|line| [line, "\n"]).collect();
            blocks.push((kind.to_owned(), body));
        }
    }
    blocks
}

#[track_caller]
fn check(name: &str, at_least: usize) {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let document = std::fs::read_to_string(path).expect("the document is there");
    let blocks = blocks(&document);
    let pairs = blocks
        .windows(2)
        .filter(|pair| pair[0].0 == "ships" && pair[1].0 == "text");
    let mut count = 0;
    for pair in pairs {
        let (script, expected) = (&pair[0].1, &pair[1].1);
        let printed = run(script);
        assert_eq!(
            String::from_utf8_lossy(&printed),
            *expected,
            "in {name}:\n{script}"
        );
        count += 1;
    }
    assert!(count >= at_least, "{name} has {count} scripts with output");
}

#[test]
fn readme() {
    check("README.md", 2);
}

/// The shell commands of the README that make their own game play it to its end.
#[test]
#[cfg(unix)]
fn the_readme_plays_a_game_to_its_end() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let document = std::fs::read_to_string(path).expect("the document is there");
    let blocks = blocks(&document);
    let mut games = blocks
        .iter()
        .filter(|(kind, body)| kind == "sh" && body.contains("--to-end"));
    let (_, commands) = games.next().expect("a game");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_admiralty"));
    let folder = program.parent().expect("a folder").display();
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let shell = Call::program("sh")
        .arg("-euc")
        .arg(format!("PATH={folder}:$PATH\n{commands}"));
    let output = shell.within(scratch.path()).output();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(
        output.status.success() && printed.ends_with(" won\n"),
        "{printed}"
    );
}

#[test]
fn language() {
    check("docs/LANGUAGE.md", 5);
}

/// What is listed in the reference is all there is.
#[test]
fn the_reference_names_all_players_facts_reasons_and_rule_sets() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/LANGUAGE.md");
    let document = std::fs::read_to_string(path).expect("the document is there");
    let names = PlayerEntry::names().into_iter();
    let strategies = names.map(|name| format!("| `{name}` |"));
    let facts = Fact::ALL.iter().map(|fact| format!("| `{fact} "));
    let reasons = Reason::ALL.iter().map(|reason| format!("| `{reason}` |"));
    let rules = RULE_SETS.iter().skip(1);
    let rules = rules.map(|rules| format!("| `{}`", rules.name));
    for row in strategies.chain(facts).chain(reasons).chain(rules) {
        assert!(document.contains(&row), "no row begins {row}");
    }
}

/// The scripts that are named for the rules of the classic games are there, and
/// none of a rule set is left out.
#[test]
fn the_rules_of_the_classic_games_name_their_scripts() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |name: &str| std::fs::read_to_string(root.join(name)).expect("it is there");
    let document = read("docs/CLASSIC.md");
    let mut named = BTreeSet::new();
    for name in document.split('`').skip(1).step_by(2) {
        let is_script = RULE_SETS
            .iter()
            .any(|rules| name.starts_with(&format!("{}-", rules.name)));
        if is_script {
            read(&format!("fixtures/rules/{name}.in"));
            named.insert(name.to_owned());
        }
    }
    for entry in std::fs::read_dir(root.join("fixtures/rules")).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        let name = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        let is_of_rules = RULE_SETS
            .iter()
            .any(|rules| name.starts_with(&format!("{}-", rules.name)));
        assert!(!is_of_rules || named.contains(&name), "{name} is not named");
    }
}
