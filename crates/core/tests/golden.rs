//! The scripts of `fixtures/`, executed and checked with nothing but this crate.
//!
//! The program prints the same files (`tests/language/golden.rs`), and rewrites them. Here they
//! show in seconds whether a change of the language's code changes a byte. Findings are compared
//! with the JSON of the program, for which the feature `serde` is needed.

#![cfg(feature = "serde")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use admiralty_core::interpreter::check::check;
use admiralty_core::interpreter::{Diagnostic, Ending, Session, execute};
use serde_json::Value;

/// The files with this ending in the folders of `fixtures/`, sorted; of each folder at least one.
fn fixtures(folders: &[&str], ending: &str) -> Vec<PathBuf> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures");
    let mut found = Vec::new();
    for folder in folders {
        let folder = fixtures.join(folder);
        let entries = fs::read_dir(&folder).expect("a folder of fixtures");
        let paths = entries.map(|entry| entry.expect("a readable folder").path());
        let before = found.len();
        found.extend(paths.filter(|path| path.extension().is_some_and(|one| one == ending)));
        assert!(
            found.len() > before,
            "no *.{ending} in {}",
            folder.display()
        );
    }
    found.sort();
    found
}

#[test]
fn scripts_print_their_golden_files() {
    for answer in fixtures(&["", "beyond", "contract", "errors", "rules"], "out") {
        let script = File::open(answer.with_extension("in")).expect("the script");
        let mut output = Vec::new();
        let (ending, session) = execute(script, &mut output).expect("vectors take everything");
        let game = session.game();
        if ending.is_none() && game.is_ai(game.next_player()) {
            // A player of another crate continues.
            continue;
        }
        let answer_bytes = fs::read(&answer).expect("the answer");
        assert!(
            output == answer_bytes,
            "{}:\n{}",
            answer.display(),
            String::from_utf8_lossy(&output)
        );
    }
}

/// A script read as a whole fails on the line on which it fails when read line by line.
#[test]
fn scripts_fail_on_the_same_lines() {
    for path in fixtures(&["errors"], "in") {
        let script = fs::read(&path).expect("the script");
        let mut output = Vec::new();
        let (ending, session) = execute(&script[..], &mut output).expect("vectors take everything");
        let failure = match ending {
            Some(Ending::Failed(failure)) => Some(failure),
            _ => None,
        };
        let printed = String::from_utf8_lossy(&output);
        let last = printed.lines().last().unwrap_or_default();
        let message = failure.as_ref().map(ToString::to_string);
        assert!(
            message.is_none_or(|message| message == last),
            "{}",
            path.display()
        );
        // Without a failure, a player of another crate continues.
        let game = session.game();
        assert!(failure.is_some() || game.is_ai(game.next_player()));
        let mut session = Session::new();
        let mut lines = script
            .strip_suffix(b"\n")
            .unwrap_or(&script)
            .split(|byte| *byte == b'\n');
        let refused = lines.find_map(|line| session.line(line).err());
        let refused = refused.or_else(|| session.end_input().err());
        assert_eq!(refused, failure, "{}", path.display());
    }
}

#[test]
fn checks_report_their_golden_files() {
    for answer in fixtures(&["check"], "json") {
        let script = File::open(answer.with_extension("in")).expect("the script");
        let mut found = Vec::new();
        let report = |diagnostic: &Diagnostic| {
            found.push(serde_json::to_value(diagnostic)?);
            Ok(())
        };
        check(script, report).expect("vectors take everything");
        let text = fs::read(&answer).expect("the answer");
        let mut expected: Vec<Value> = serde_json::from_slice(&text).expect("JSON");
        for entry in &mut expected {
            // The program adds the name of the file.
            entry.as_object_mut().expect("an object").remove("file");
        }
        assert_eq!(found, expected, "{}", answer.display());
    }
}
