//! The cases under `fixtures/compare/`: a directory for each mode, with an answer and an
//! output for each case, whose names end with the verdict.

use std::fs;
use std::path::{Path, PathBuf};

use admiralty_compare::{ComparisonMode, compare};
use admiralty_judge::Verdict;

use super::naive;

/// The folder of cases that are drawn, which the program's own tests do.
const DRAWN: &str = "drawn";

#[apply(trial)]
fn every_case_is_judged_as_its_name_says() {
    let mut cases = 0;
    for folder in entries(&folder()) {
        let name = name_of(&folder);
        if name == DRAWN {
            continue;
        }
        let mode: ComparisonMode = name.parse().unwrap_or_else(|error| panic!("{error}"));
        for answer in entries(&folder)
            .iter()
            .filter(|path| has_ending(path, "ans"))
        {
            check(mode, answer);
            cases += 1;
        }
    }
    assert!(cases >= 60, "only {cases} cases");
}

#[apply(trial)]
fn no_file_is_without_its_partners() {
    for folder in entries(&folder()) {
        let endings: &[&str] = if name_of(&folder) == DRAWN {
            &["ans", "out", "txt"]
        } else {
            &["ans", "out"]
        };
        let files = entries(&folder);
        assert!(!files.is_empty(), "{} is empty", folder.display());
        for file in files {
            assert!(
                endings.iter().any(|ending| has_ending(&file, ending)),
                "what is {}?",
                file.display()
            );
            for ending in endings {
                let partner = with_ending(&file, ending);
                assert!(partner.is_file(), "{} is missing", partner.display());
            }
        }
    }
}

fn check(mode: ComparisonMode, path: &Path) {
    let answer = fs::read(path).expect("readable");
    let output = fs::read(with_ending(path, "out")).expect("readable");
    let name = name_of(path);
    let expected = match name.trim_end_matches(".ans").rsplit_once('_') {
        Some((_, "ac")) => Verdict::Accepted,
        Some((_, "pe")) => Verdict::PresentationError,
        Some((_, "wa")) => Verdict::WrongAnswer,
        _ => panic!("{} does not end with _ac, _pe or _wa", path.display()),
    };
    let comparison = compare(mode, &answer, &output);
    assert_eq!(Verdict::of(&comparison), expected, "{}", path.display());
    let is_long = answer.len() > 4096;
    if !is_long && !name.starts_with("very-long") {
        let summary = naive::Summary::of(&comparison);
        assert_eq!(
            summary,
            naive::compare(mode, &answer, &output),
            "{}",
            path.display()
        );
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/compare")
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    entries
        .map(|entry| entry.expect("readable").path())
        .collect()
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .expect("a name")
        .to_string_lossy()
        .into_owned()
}

/// Split by hand, because a mode may have a point in its name.
fn has_ending(path: &Path, ending: &str) -> bool {
    name_of(path).ends_with(&format!(".{ending}"))
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let name = name_of(path);
    let stem = name.rsplit_once('.').map_or(&*name, |(stem, _)| stem);
    path.with_file_name(format!("{stem}.{ending}"))
}
