//! A second implementation of `ships`, written from the manual, prints the same.

#[expect(
    clippy::format_push_string,
    clippy::struct_excessive_bools,
    reason = "plain rather than fast"
)]
mod interpreter;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use crate::support::{execute, scaled};
use admiralty_core::rng::Rng;
use admiralty_judge::stress::{Scope, ScriptContents, random_script};
use bstr::ByteSlice;

/// The scripts of the default run, and of the long one.
const SCRIPTS: u64 = 400;
const SCRIPTS_LONG: u64 = 100_000;

/// What at least three of the first 400 scripts are refused for: the form of a command, and
/// the reason.
const COMMON: &[(&str, &str)] = &[
    ("BOARD_SIZE", "COMMAND NOT AVAILABLE"),
    ("BOARD_SIZE", "INVALID ARGUMENTS"),
    ("INIT_POSITION", "COMMAND NOT AVAILABLE"),
    ("INIT_POSITION", "INVALID ARGUMENTS"),
    ("MOVE", "COMMAND NOT AVAILABLE"),
    ("MOVE", "INVALID ARGUMENTS"),
    ("MOVE", "PLACING SHIP TOO CLOSE TO OTHER SHIP"),
    ("MOVE", "SHIP CANNOT MOVE"),
    ("MOVE", "SHIP MOVED ALREADY"),
    ("MOVE", "SHIP NOT PRESENT"),
    ("PLACE_SHIP", "COMMAND NOT AVAILABLE"),
    ("PLACE_SHIP", "INVALID ARGUMENTS"),
    ("PLACE_SHIP", "NOT IN STARTING POSITION"),
    ("PLACE_SHIP", "PLACING SHIP ON REEF"),
    ("PLACE_SHIP", "SHIP ALREADY PRESENT"),
    ("PRINT", "COMMAND NOT AVAILABLE"),
    ("PRINT", "INVALID ARGUMENTS"),
    ("REEF", "COMMAND NOT AVAILABLE"),
    ("REEF", "REEF IS NOT PLACED ON BOARD"),
    ("SAVE", "COMMAND NOT AVAILABLE"),
    ("SET_FLEET", "ALL SHIPS OF THE CLASS ALREADY SET"),
    ("SET_FLEET", "COMMAND NOT AVAILABLE"),
    ("SHIP", "ALL SHIPS OF THE CLASS ALREADY SET"),
    ("SHIP", "COMMAND NOT AVAILABLE"),
    ("SHIP", "INVALID ARGUMENTS"),
    ("SHIP", "NOT IN STARTING POSITION"),
    ("SHIP", "SHIP ALREADY PRESENT"),
    ("SHOOT", "COMMAND NOT AVAILABLE"),
    ("SHOOT", "INVALID ARGUMENTS"),
    ("SHOOT", "NOT ALL SHIPS PLACED"),
    ("SHOOT", "SHOOTS ARE UNFEASIBLE"),
    ("SHOOT i C", "COMMAND NOT AVAILABLE"),
    ("SHOOT i C", "NOT ALL SHIPS PLACED"),
    ("SHOOT i C", "SHIP CANNOT SHOOT"),
    ("SHOT", "COMMAND NOT AVAILABLE"),
    ("SPY", "SHOOTS ARE UNFEASIBLE"),
    ("SPY i", "ALL PLANES SENT"),
    ("SPY i", "COMMAND NOT AVAILABLE"),
    ("a tag", "GROUP NOT CLOSED"),
    ("a tag", "THE OTHER PLAYER EXPECTED"),
    ("another word", "UNKNOWN COMMAND"),
];

/// A script whose board is too large to be printed; `check` reads it.
const HUGE: &str = "check/huge-board.in";

/// How many scripts were refused, by form of the command and reason.
type Refusals = BTreeMap<(String, String), u64>;

#[test]
fn fixtures_agree() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut count = 0;
    for folder in [
        root.join("fixtures"),
        root.join("../shared/reference-tests"),
    ] {
        for path in scripts_below(&folder) {
            if path.ends_with(HUGE) {
                continue;
            }
            let script = std::fs::read(&path).expect("a script");
            compare(&script, &path.display().to_string());
            count += 1;
        }
    }
    assert!(count >= 36, "only {count} scripts");
}

#[test]
fn random_scripts_agree() {
    let refusals = compare_random_scripts(scaled(SCRIPTS));
    println!("{}", table(&refusals));
    for (form, reason) in COMMON {
        let cell = ((*form).to_owned(), (*reason).to_owned());
        assert!(refusals.contains_key(&cell), "no {form}: {reason}");
    }
}

/// Writes the table of docs/TESTING.md if `UPDATE` is set.
#[test]
#[ignore = "takes minutes; docs/TESTING.md has the command"]
fn many_random_scripts_agree() {
    let table = table(&compare_random_scripts(SCRIPTS_LONG));
    println!("{table}");
    if std::env::var_os("UPDATE").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/TESTING.md");
        let page = std::fs::read_to_string(&path).expect("the page");
        let (before, rest) = page.split_once(TABLE_HEAD).expect("a table");
        let after = rest.find("\n\n").map_or("", |end| &rest[end + 1..]);
        std::fs::write(&path, format!("{before}{table}{after}")).expect("the page is written");
    }
}

const TABLE_HEAD: &str = "| command | reason | scripts |\n";

fn table(refusals: &Refusals) -> String {
    let mut table = format!("{TABLE_HEAD}|---|---|---|\n");
    for ((form, reason), count) in refusals {
        writeln!(table, "| {form} | `{reason}` | {count} |").expect("a string takes everything");
    }
    table
}

fn compare_random_scripts(count: u64) -> Refusals {
    let mut refusals = Refusals::new();
    for seed in 0..count {
        let script = draw(seed);
        if let Some(cell) = compare(&script, &format!("script {seed}")) {
            *refusals.entry(cell).or_default() += 1;
        }
    }
    refusals
}

/// A script of the generator; in two of three, some lines are changed, so that it does what
/// the generator does not plan.
fn draw(seed: u64) -> Vec<u8> {
    let contents = ScriptContents {
        scope: Scope::Language,
        ..ScriptContents::default()
    };
    let script = random_script(seed, None, contents);
    let mut rng = Rng::seeded(seed);
    let mut lines: Vec<Vec<u8>> = script.lines_with_terminator().map(<[u8]>::to_vec).collect();
    for _ in 0..seed % 3 {
        let mut any = || usize::try_from(rng.below_u32(u32::MAX)).expect("64 bits") % lines.len();
        let (from, to) = (any(), any());
        let kind = rng.below_u32(4);
        match kind {
            0 => lines.swap(from, to),
            1 => lines.insert(to, lines[from].clone()),
            2 if lines.len() > 1 => drop(lines.remove(from)),
            _ => {
                let mut words: Vec<_> = lines[from].split_str(" ").map(<[u8]>::to_vec).collect();
                let others: Vec<_> = lines[to].split_str(" ").map(<[u8]>::to_vec).collect();
                let last = words.len() - 1;
                words[last].clone_from(&others[others.len() - 1]);
                lines[from] = words.join(&b' ');
            }
        }
    }
    lines.concat()
}

/// Compares the outputs of both implementations; returns what the script was refused for.
#[track_caller]
fn compare(script: &[u8], name: &str) -> Option<(String, String)> {
    let second = interpreter::run(script);
    let mut output = execute(script);
    if second.is_partial {
        output.truncate(second.output.len());
    }
    assert!(
        output == second.output,
        "{name}:\n{}\nthe program:\n{}\nthe second implementation:\n{}",
        script.as_bstr(),
        output.as_bstr(),
        second.output.as_bstr()
    );
    let (echo, reason) = second.refused?;
    Some((form(&echo, reason), reason.to_owned()))
}

/// What was refused, without its arguments.
fn form(echo: &str, reason: &str) -> String {
    let words: Vec<&str> = echo.split(' ').collect();
    match (words[0], words.len(), reason) {
        (_, _, "UNKNOWN COMMAND") => "another word".to_owned(),
        (tag, _, _) if tag.starts_with('[') => "a tag".to_owned(),
        (word, _, "INVALID ARGUMENTS") => word.to_owned(),
        ("SHOOT", 5, _) => "SHOOT i C".to_owned(),
        ("SPY", 4, _) => "SPY i".to_owned(),
        (word, ..) => word.to_owned(),
    }
}

/// All scripts below a folder, if there is one.
fn scripts_below(folder: &Path) -> Vec<PathBuf> {
    let mut scripts = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            scripts.extend(scripts_below(&path));
        } else if path.extension().is_some_and(|extension| extension == "in") {
            scripts.push(path);
        }
    }
    scripts.sort();
    scripts
}
