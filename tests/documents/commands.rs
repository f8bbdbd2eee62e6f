//! Every command in every document is run, and prints what the document shows: one test for each
//! document that has commands or scripts.
//!
//! The blocks of a document are run in order, as a reader types them, in one new directory, with
//! the program in `PATH` and copies of `fixtures` and `examples`; who follows a tutorial has only the
//! program, which writes them. A block marked
//!
//! - `sh` is run by bash, which must succeed,
//! - `sh exit=N` must end with exit code N,
//! - `sh terminal` is run in a terminal in which somebody quits every game,
//! - `sh norun` is not run, for a reason in [`NOT_RUN`],
//! - `sh setup`, in the README, is run by `.ci/readme`,
//! - `ships` is a script, which must have an output.
//!
//! A block marked `text` that follows at once is the whole output: standard output and standard
//! error together, but of `ships` only standard output. In it, a line `...` stands for any lines,
//! `…` for any text, and a time or an amount of memory for any other. `UPDATE=1` writes the real
//! output.
//!
//! At the usual scale, only the README is run.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use crate::harness::named;
use crate::support::markdown::{Block, blocks, documents};
use crate::support::{Call, golden, has, scaled};
use libtest_mimic::{Failed, Trial};
use regex_lite::Regex;

/// Blocks that are not run: the document, the beginning of the block, and the reason.
const NOT_RUN: &[(&str, &str, &str)] = &[
    (
        "CONTRIBUTING.md",
        "cargo run",
        "it builds, and runs all tests",
    ),
    ("README.md", "cargo install", "it installs the program"),
    (
        "docs/ARENA.md",
        "admiralty arena hunt \"guest",
        "it waits for people",
    ),
    (
        "docs/CLUSTER.md",
        "admiralty merge --watch",
        "it waits for a cluster",
    ),
    (
        "docs/CLUSTER.md",
        "./parallel.sh",
        "it needs GNU parallel; tests/cluster/run.py runs it",
    ),
    (
        "docs/JUDGE.md",
        "admiralty judge /autograder",
        "the paths are those of Gradescope",
    ),
    (
        "docs/MEASUREMENTS.md",
        "ADMIRALTY_TEST_SCALE",
        "it takes hours",
    ),
    (
        "docs/MEASUREMENTS.md",
        "python3 tests/players/measure.py",
        "it takes hours",
    ),
    (
        "docs/EDITORS.md",
        "cd editors/vscode",
        "it needs Node.js and an editor; .ci/long editor packs the extension",
    ),
    (
        "docs/PERFORMANCE.md",
        "cargo bench --profile dist",
        "it builds; .ci/long runs it",
    ),
    (
        "docs/PERFORMANCE.md",
        "cargo bench --profile release",
        "it builds; .ci/long runs it",
    ),
    (
        "docs/PLAY.md",
        "admiralty arena seat",
        "it waits for people",
    ),
    (
        "docs/PLAYGROUND.md",
        "web/build",
        "it needs Node.js; .ci/long runs it",
    ),
    (
        "docs/TESTING.md",
        ".ci/fuzz",
        "it needs a nightly toolchain; .ci/long runs it",
    ),
    (
        "docs/TESTING.md",
        "cargo +nightly fuzz",
        "it changes the corpus",
    ),
    (
        "docs/TESTING.md",
        "CARGO_INCREMENTAL=1 PROPTEST_CASES=48 cargo mutants",
        "it takes minutes, and needs cargo-mutants",
    ),
    (
        "docs/TESTING.md",
        "CARGO_INCREMENTAL=1 cargo mutants",
        "it takes hours, and needs cargo-mutants",
    ),
    (
        "docs/TESTING.md",
        "cargo test --test suite simulation",
        "they are tests",
    ),
    (
        "docs/TESTING.md",
        "cargo test --test suite second",
        "they are tests",
    ),
    (
        "docs/TESTING.md",
        "for fault in target/mutants",
        "it takes minutes, and needs the faulty interpreters",
    ),
];

/// Preparations for a document: commands that run before its own.
const GIVEN: &[(&str, &str)] = &[
    ("docs/JUDGE.md", JUDGED),
    ("docs/LANGUAGE.md", "cp fixtures/T13.in first.ships"),
    ("fixtures/beyond/README.md", JUDGED),
];

/// Cases, a class, and a program in two languages, which do everything right: one knows the answers, the
/// other is a copy of `admiralty`, because the sandbox hides the original.
const JUDGED: &str = r#"
mkdir tests class
cp fixtures/T0[1-5].* tests
answers='{open(path).read(): open(path[:-2] + "out").read() for path in glob.glob("tests/*.in")}'
if command -v python3 >/dev/null; then
    printf 'import sys\nprint(%s[sys.stdin.read()], end="")\n' "$(python3 -c "import glob; print($answers)")" |
        tee class/anna.py > ships.py
fi
cp "$(command -v admiralty)" ships
"#;

/// Tools that not every machine has, and the words of commands that need them.
const TOOLS: [(&str, &[&str]); 5] = [
    ("python3", &["python3"]),
    ("cc", &[" --build", "gcc "]),
    ("zip", &["zip -"]),
    ("unzip", &["unzip "]),
    ("script", &[]),
];

/// The languages of blocks that are not run.
const OTHERS: [&str; 8] = [
    "ebnf", "elisp", "lua", "mermaid", "python", "rust", "text", "toml",
];

#[apply(trials)]
fn all() -> Vec<Trial> {
    let mut trials: Vec<_> = documents()
        .into_iter()
        .filter_map(|(name, text)| trial(name, &text))
        .collect();
    assert!(!trials.is_empty());
    trials.push(Trial::test("documents::no reason is left over", || {
        no_reason_is_left_over();
        Ok(())
    }));
    trials
}

/// The test of a document; `None` if it has nothing to run.
fn trial(name: String, text: &str) -> Option<Trial> {
    let blocks = blocks(text);
    let is_run = |block: &Block| ["ships", "sh"].contains(&block.language());
    // An unknown language is an error, which the test reports.
    let is_known = |block: &Block| OTHERS.contains(&block.language());
    if blocks.iter().all(|block| !is_run(block) && is_known(block)) {
        return None;
    }
    let missing = missing_tool(&name, &blocks);
    // The others take longer than all that a change of the code usually breaks.
    let is_left_out = scaled(1) == 1 && name != "README.md";
    let skipped = match missing {
        Some(tool) => Some(format!("there is no {tool}")),
        None => is_left_out.then(|| "ADMIRALTY_TEST_SCALE is 1".to_owned()),
    };
    let label = format!("documents::{name}");
    let check = move || check(&name, &blocks);
    Some(named(&label, skipped.as_deref(), check))
}

/// The first tool that a document needs and this machine does not have.
fn missing_tool(name: &str, blocks: &[Block]) -> Option<&'static str> {
    let run = |block: &&Block| block.language() == "sh" && block.mark() != "norun";
    let is_needed = |tool: &str, words: &[&str]| {
        blocks.iter().filter(run).any(|block| {
            words.iter().any(|word| block.body.contains(word))
                || (tool == "script" && block.mark() == "terminal")
        }) || given(name).contains(tool)
    };
    let is_there = |tool: &str| {
        // Elsewhere, `script` has other arguments.
        let is_usable = tool != "script" || cfg!(target_os = "linux");
        is_usable && has(tool)
    };
    let bash = [("bash", [""].as_slice())];
    let needed = bash.iter().chain(&TOOLS);
    let mut needed = needed.filter(|(tool, words)| is_needed(tool, words));
    needed.find_map(|&(tool, _)| (!is_there(tool)).then_some(tool))
}

fn given(name: &str) -> &'static str {
    let found = GIVEN.iter().find(|(document, _)| *document == name);
    found.map_or("", |(_, commands)| commands)
}

fn no_reason_is_left_over() {
    let documents = documents();
    for (name, beginning, reason) in NOT_RUN {
        let found = documents.iter().find(|(document, _)| document == name);
        let (_, text) = found.unwrap_or_else(|| panic!("there is no {name}"));
        let is_meant =
            |block: &Block| block.info == "sh norun" && block.body.starts_with(beginning);
        let count = blocks(text).into_iter().filter(is_meant).count();
        assert_eq!(count, 1, "{name}: {beginning} ({reason})");
    }
    for (name, _) in GIVEN {
        let is_there = documents.iter().any(|(document, _)| document == name);
        assert!(is_there, "there is no {name}");
    }
}

/// Runs the blocks of a document, and compares what they print.
fn check(name: &str, blocks: &[Block]) -> Result<(), Failed> {
    let reader = Reader::new(name, blocks);
    let output = reader.run(given(name));
    if !output.status.success() {
        return Err(format!("what {name} takes for granted fails: {output:?}").into());
    }
    let mut faults = Vec::new();
    let mut updates = Vec::new();
    for (index, block) in blocks.iter().enumerate() {
        let Some(printed) = reader.perform(name, block)? else {
            continue;
        };
        let next = blocks.get(index + 1).filter(|next| next.info == "text");
        let shown = next.filter(|next| next.first_line == block.last_line + 2);
        if let Some(shown) = shown.filter(|shown| !matches(&shown.body, &printed)) {
            let same = golden::same(shown.body.as_bytes(), printed.as_bytes());
            let diff = same.err().unwrap_or_default();
            faults.push(format!(
                "{name}:{}: {}\n{diff}",
                block.first_line, block.body
            ));
            updates.push((shown.first_line, printed));
        } else if shown.is_none() && block.language() == "ships" {
            faults.push(format!("{name}:{}: no output follows\n", block.first_line));
        }
    }
    if golden::is_updating() {
        update(name, &updates);
        return Ok(());
    }
    if faults.is_empty() {
        return Ok(());
    }
    Err(faults.concat().into())
}

/// Writes what was printed into the document, after the lines given.
fn update(name: &str, updates: &[(usize, String)]) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let text = fs::read_to_string(&path).expect("the document is there");
    let mut lines: Vec<_> = text.lines().collect();
    for (fence, printed) in updates.iter().rev() {
        let end = lines[*fence..].iter().position(|line| *line == "```");
        let end = fence + end.expect("the end of the block");
        lines.splice(*fence..end, printed.lines());
    }
    fs::write(path, lines.join("\n") + "\n").expect("written");
}

/// Who follows a document: a directory, and a home without settings.
struct Reader {
    folder: tempfile::TempDir,
}

impl Reader {
    fn new(name: &str, blocks: &[Block]) -> Self {
        let given = given(name);
        let folder = tempfile::tempdir().expect("a temporary folder");
        let reader = Self { folder };
        let has_repository = !name.starts_with("docs/tutorials/");
        for directory in ["work", "home"] {
            fs::create_dir(reader.path(directory)).expect("a new directory");
        }
        // Copies, because commands such as `stress --cases` write beside what they read.
        for directory in ["fixtures", "examples"] {
            let mut commands = blocks.iter().map(|block| block.body.as_str());
            let is_used = given.contains(directory) || commands.any(|it| it.contains(directory));
            if has_repository && is_used {
                let from = Path::new(env!("CARGO_MANIFEST_DIR")).join(directory);
                copy(&from, &reader.path("work").join(directory));
            }
        }
        reader
    }

    fn path(&self, directory: &str) -> PathBuf {
        self.folder.path().join(directory)
    }

    /// The output of a block; `None` if it is not run.
    fn perform(&self, name: &str, block: &Block) -> Result<Option<String>, Failed> {
        let place = format!("{name}:{}", block.first_line);
        let (language, mark) = (block.language(), block.mark());
        let (output, expected) = match (language, mark) {
            ("ships", "") => {
                let call = Call::new("").stdin(&block.body);
                return Ok(Some(text(&call.output().stdout)));
            }
            ("sh", "norun") => {
                let is_meant = |(document, beginning, _): &&(&str, &str, &str)| {
                    *document == name && block.body.starts_with(beginning)
                };
                return match NOT_RUN.iter().find(is_meant) {
                    Some(_) => Ok(None),
                    None => Err(format!("{place}: no reason for `norun`").into()),
                };
            }
            ("sh", "setup") if name == "README.md" => return Ok(None),
            ("sh", "") => (self.run(&block.body), 0),
            ("sh", "terminal") => (self.play(&block.body), 0),
            ("sh", _) => {
                let code = mark
                    .strip_prefix("exit=")
                    .and_then(|code| code.parse().ok());
                let code = code.ok_or_else(|| format!("{place}: an unknown mark, {mark}"))?;
                (self.run(&block.body), code)
            }
            _ if OTHERS.contains(&language) => return Ok(None),
            _ => return Err(format!("{place}: an unknown language, {language}").into()),
        };
        let printed = text(&output.stdout);
        if output.status.code() == Some(expected) {
            return Ok(Some(printed));
        }
        let commands = &block.body;
        Err(format!("{place}: {}\n{commands}{printed}", output.status).into())
    }

    /// Runs commands as in a file; standard error goes to standard output.
    #[must_use]
    fn run(&self, commands: &str) -> Output {
        self.start(&format!("exec 2>&1\n{commands}"))
    }

    /// Runs each line in a terminal of 80 by 24, and presses the keys that end a game until it ends.
    #[must_use]
    fn play(&self, commands: &str) -> Output {
        let lines = commands.lines().map(|line| {
            let line = line.replace('\'', r"'\''");
            format!(
                "(trap '' PIPE; while sleep 0.3 && printf ' q\\r' 2>/dev/null; do :; done) |
                   timeout 60 script -qec 'stty cols 80 rows 24; {line}' /dev/null >screen 2>&1 ||
                   {{ cat screen; false; }}
                 grep -qF '[?1049l' screen\n"
            )
        });
        self.start(&lines.collect::<String>())
    }

    #[must_use]
    fn start(&self, commands: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_admiralty"));
        let mut path = vec![program.parent().expect("a folder").to_owned()];
        let inherited = std::env::var_os("PATH").unwrap_or_default();
        path.extend(std::env::split_paths(&inherited));
        let mut bash = Command::new("bash");
        bash.args(["-euo", "pipefail", "-c", commands])
            .current_dir(self.path("work"))
            .env("PATH", std::env::join_paths(path).expect("a list"))
            .env("HOME", self.path("home"))
            .env("LC_ALL", "C.UTF-8")
            .env_remove("XDG_CACHE_HOME")
            .env_remove("XDG_STATE_HOME")
            .env_remove("NO_COLOR")
            .env_remove("CLICOLOR_FORCE")
            .stdin(Stdio::null());
        bash.output().expect("bash runs")
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir(to).expect("a new directory");
    for entry in fs::read_dir(from).expect("a readable directory") {
        let path = entry.expect("a readable directory").path();
        let to = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            copy(&path, &to);
        } else {
            fs::copy(&path, &to).expect("copied");
        }
    }
}

/// Whether this was printed, as far as the document says.
fn matches(shown: &str, printed: &str) -> bool {
    static MEASURED: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r" *[0-9]+(\.[0-9]+)? (s|ms|MiB)\b( \([^)]*\))?").expect("a pattern")
    });
    let shown = MEASURED.replace_all(shown, " #");
    let pattern = regex_lite::escape(&shown);
    let lines = pattern.lines().map(|line| match line {
        r"\.\.\." => "(.*\n)*".to_owned(),
        line => line.replace('…', ".*") + "\n",
    });
    let pattern = format!("^{}$", lines.collect::<String>());
    let pattern = Regex::new(&pattern).expect("a pattern");
    pattern.is_match(&MEASURED.replace_all(printed, " #"))
}
