//! The corpus of the fuzz targets: its inputs hold what their oracles say.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::oracles::{ORACLES, canary};
use crate::support::{About, thinned};

/// The directory with a directory of inputs for each target, and that with the targets.
const CORPUS: &str = "fuzz/corpus";
const TARGETS: &str = "fuzz/fuzz_targets";

/// The target that must fail, from nothing.
const CANARY: &str = "canary";

macro_rules! tests {
    ($($target:ident)*) => {
        const TESTED: &[&str] = &[$(stringify!($target)),*];

        $(
            #[apply(long_trial)]
            fn $target() {
                check_corpus(stringify!($target));
            }
        )*
    };
}

tests! { archives bot_lines check game judge_toml othello parse pgn replay results run wthor }

#[apply(trial)]
fn the_canary_can_fail() {
    let failed = std::panic::catch_unwind(|| canary(b"[state]\nPRINT 0\n"));
    let failed = failed.expect_err("the canary fails");
    let message = failed.downcast_ref::<&str>().expect("a message");
    assert!(message.contains("PARTS REMAINING"), "{message}");
}

/// Calls the oracle of a target with its inputs: every third, or at night all.
fn check_corpus(target: &str) {
    let mut oracles = ORACLES.iter();
    let (_, oracle) = oracles
        .find(|(name, _)| *name == target)
        .expect("an oracle");
    let inputs = entries(&format!("{CORPUS}/{target}"));
    assert!(!inputs.is_empty());
    for input in thinned(inputs, 3) {
        let _about = About(&input);
        oracle(&fs::read(&input).expect("a readable file"));
    }
}

#[apply(trial)]
fn each_target_has_an_oracle_a_corpus_and_a_test() {
    let names = |directory| {
        let paths = entries(directory).into_iter();
        let stems = paths.map(|path| path.file_stem().expect("a name").to_owned());
        let names = stems.map(|stem| stem.into_string().expect("UTF-8"));
        names.collect::<BTreeSet<_>>()
    };
    let mut targets = names(TARGETS);
    let manifest = fs::read_to_string("fuzz/Cargo.toml").expect("a manifest");
    let built = manifest.split("[[bin]]\nname = \"").skip(1);
    let built = built.filter_map(|bin| Some(bin.split_once('"')?.0.to_owned()));
    assert_eq!(built.collect::<BTreeSet<_>>(), targets);
    assert!(targets.remove(CANARY));
    assert_eq!(names(CORPUS), targets);
    let known = |names: &mut dyn Iterator<Item = &str>| names.map(str::to_owned).collect();
    let with_oracle: BTreeSet<_> = known(&mut ORACLES.iter().map(|(name, _)| *name));
    let tested: BTreeSet<_> = known(&mut TESTED.iter().copied());
    assert_eq!([with_oracle, tested], [targets.clone(), targets]);
}

/// The files or directories in a directory of the project, in order.
fn entries(directory: &str) -> Vec<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
    let entries = fs::read_dir(&path).expect("a readable directory");
    let mut paths: Vec<_> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    paths
}
