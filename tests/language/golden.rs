//! Golden files: one named test for each script under `fixtures/`, and for each
//! reference test of the assignment's judge where those are at hand.
//!
//! `UPDATE=1 cargo test --test suite golden` rewrites what the program prints.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::harness::named;
use crate::support::{Call, golden, run};
use admiralty_players::STRATEGIES;
use libtest_mimic::{Failed, Trial};

/// The expected output of a script, and the file that has it.
struct Golden {
    args: &'static str,
    /// Whether the script is named instead of piped in.
    by_name: bool,
    /// The ending of the file and the stream that it keeps.
    kept: &'static [(&'static str, Stream)],
    status: Option<i32>,
}

#[derive(Clone, Copy)]
enum Stream {
    Out,
    Err,
}

const RUN: Golden = Golden {
    args: "",
    by_name: false,
    kept: &[("out", Stream::Out)],
    status: Some(0),
};
const EXPLAIN: Golden = Golden {
    args: "--explain",
    by_name: false,
    kept: &[("out", Stream::Out), ("err", Stream::Err)],
    status: Some(0),
};
const CHECK: Golden = Golden {
    args: "check",
    by_name: true,
    kept: &[("txt", Stream::Out)],
    status: None,
};
const CHECK_JSON: Golden = Golden {
    args: "check --format json",
    by_name: true,
    kept: &[("json", Stream::Out)],
    status: None,
};

const STATS: Golden = Golden {
    args: "--stats",
    by_name: false,
    kept: &[("txt", Stream::Err)],
    status: Some(0),
};
const STATS_JSON: Golden = Golden {
    args: "--stats=json",
    by_name: false,
    kept: &[("json", Stream::Err)],
    status: Some(0),
};

/// The folders under `fixtures/`, and what is kept of the scripts in them.
const FOLDERS: &[(&str, &[Golden])] = &[
    ("", &[RUN]),
    ("beyond", &[RUN]),
    ("contract", &[RUN]),
    ("errors", &[EXPLAIN]),
    ("rules", &[RUN]),
    ("statistics", &[STATS, STATS_JSON]),
    ("check", &[CHECK, CHECK_JSON]),
];

/// The folders of fixtures that other tests read.
const ELSEWHERE: [&str; 2] = ["compare", "othello"];

/// The reference tests that have a fixed answer.
const REFERENCE_TESTS: std::ops::RangeInclusive<u32> = 1..=33;
/// The tests, ours and the judge's, in which a built-in player plays. They have no fixed answer,
/// but the output must be a script that can be played to the end of the game.
const GAMES: [&str; 3] = ["T34", "T35", "T36"];
/// The maximum number of turns of a game.
const TURNS_MAX: u32 = 3000;

/// The tests, named after the files that they read.
#[apply(trials)]
fn all() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let fixtures = root.join("fixtures");
    let mut trials = Vec::new();
    // The judge's expectations of the games.
    let others = [
        "expectations.txt",
        "beyond/expectations.txt",
        "beyond/README.md",
    ];
    let mut expected = BTreeSet::from(others.map(|file| fixtures.join(file)));
    for (folder, goldens) in FOLDERS {
        let folder = fixtures.join(folder);
        let scripts = files(&folder, "in");
        assert!(!scripts.is_empty(), "no scripts in {}", folder.display());
        for script in scripts {
            expected.insert(script.clone());
            if is_game(&script) {
                trials.extend(game_trials(&script, &name_of(&script, root)));
                continue;
            }
            for golden in *goldens {
                expected.extend(
                    golden
                        .kept
                        .iter()
                        .map(|(ending, _)| script.with_extension(ending)),
                );
                let name = name_of(&script, root);
                let name = if golden.args.is_empty() {
                    name
                } else {
                    format!("{name} ({})", golden.args)
                };
                let script = script.clone();
                trials.push(Trial::test(format!("golden::{name}"), move || {
                    compare(&script, golden)
                }));
            }
        }
    }
    trials.push(Trial::test("golden::no file is forgotten", move || {
        let elsewhere = ELSEWHERE.map(|folder| fixtures.join(folder));
        let found: BTreeSet<_> = all_files(&fixtures)
            .into_iter()
            .filter(|path| !elsewhere.iter().any(|folder| path.starts_with(folder)))
            .collect();
        let forgotten: Vec<_> = found.symmetric_difference(&expected).collect();
        if forgotten.is_empty() {
            Ok(())
        } else {
            Err(format!("{forgotten:?}").into())
        }
    }));
    trials.extend(reference_trials(&root.join("../shared/reference-tests")));
    trials
}

/// The judge's answers have no final line feed, so it is not compared.
fn reference_trials(folder: &Path) -> Vec<Trial> {
    if !folder.is_dir() {
        let reason = format!("there is no {}", folder.display());
        let nothing = || Ok(());
        return vec![named("golden::reference tests", Some(&reason), nothing)];
    }
    let trial = |number| {
        let script = folder.join(format!("T{number:02}.in"));
        Trial::test(format!("golden::reference T{number:02}"), move || {
            let output = Call::new("").stdin(fs::read(&script)?).output();
            let answer = fs::read(script.with_extension("out"))?;
            let trim = |bytes: &[u8]| bytes.strip_suffix(b"\n").unwrap_or(bytes).to_vec();
            Ok(golden::same(&trim(&answer), &trim(&output.stdout))?)
        })
    };
    let mut trials: Vec<_> = REFERENCE_TESTS.map(trial).collect();
    for game in GAMES {
        let script = folder.join(game).with_extension("in");
        trials.extend(game_trials(&script, &format!("reference {game}")));
    }
    trials
}

fn is_game(script: &Path) -> bool {
    GAMES
        .iter()
        .chain(["the-program-plays-a-turn"].iter())
        .any(|game| script.file_stem() == Some(game.as_ref()))
}

/// A test for each of the program's players.
fn game_trials(script: &Path, name: &str) -> Vec<Trial> {
    let trial = |strategy: &&dyn admiralty_players::Strategy| {
        let (script, strategy) = (script.to_path_buf(), strategy.name());
        Trial::test(format!("golden::{name} ({strategy})"), move || {
            play(&fs::read_to_string(&script)?, strategy)
        })
    };
    STRATEGIES.iter().map(trial).collect()
}

/// Runs the output as a script until the game ends. If the program plays only one
/// side, the output is run once, and then the program plays the other side, too.
fn play(script: &str, strategy: &str) -> Result<(), Failed> {
    let seats = format!("--strategy A={strategy} --strategy B={strategy}");
    let first = Call::new(&seats).stdin(script).output();
    let first = String::from_utf8(first.stdout)?;
    if !first.contains("[player") {
        return Err(format!("no turn is played:\n{first}").into());
    }
    let both = "[state]\nSET_AI_PLAYER A\nSET_AI_PLAYER B\n[state]\n";
    let mut output = String::from_utf8(run(format!("{first}{both}")))?;
    for _ in 0..TURNS_MAX {
        if output.ends_with(" won\n") {
            return Ok(());
        }
        if output.contains("INVALID OPERATION") {
            return Err(output.into());
        }
        output = String::from_utf8(run(&output))?;
    }
    Err(format!("the game goes on after {TURNS_MAX} turns:\n{output}").into())
}

/// The name of the test of a script.
fn name_of(script: &Path, root: &Path) -> String {
    let name = script.strip_prefix(root).unwrap_or(script);
    name.display().to_string()
}

fn compare(script: &Path, golden: &Golden) -> Result<(), Failed> {
    let call = if golden.by_name {
        // Named from its folder, so that the name in the output is short.
        Call::new(golden.args)
            .within(script.parent().expect("a folder"))
            .arg(file_name(script))
    } else {
        Call::new(golden.args).stdin(fs::read(script)?)
    };
    let output = call.output();
    if let Some(status) = golden.status
        && output.status.code() != Some(status)
    {
        return Err(format!(
            "{}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        )
        .into());
    }
    for (ending, stream) in golden.kept {
        let printed = match stream {
            Stream::Out => &output.stdout,
            Stream::Err => &output.stderr,
        };
        let path = script.with_extension(ending);
        golden::compare(&path, printed)?;
    }
    Ok(())
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .expect("a file")
        .to_string_lossy()
        .into_owned()
}

/// The files in a folder with that ending, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|e| e == ending))
        .collect();
    found.sort();
    found
}

fn all_files(folder: &Path) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let paths = entries.map(|entry| entry.expect("a readable folder").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                all_files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}
