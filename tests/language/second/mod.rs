//! A second implementation of `ships`, written from the manual, prints the same.
//!
//! It is `interpreter.py`; without Python, these tests are skipped.

mod small_scope;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::thread;

use crate::harness::named;
use crate::support::{execute, golden, python, scaled};
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_judge::stress::{Scope, ScriptContents, random_script};
use bstr::{BStr, ByteSlice};
use libtest_mimic::Trial;

/// The scripts of the default run, and of the long one.
const SCRIPTS: u64 = 400;
const SCRIPTS_LONG: u64 = 100_000;

/// The reasons for refusing at least three of the first 400 scripts, with the form of the command.
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

/// The variable for a program that is compared instead of the second implementation, such as a faulty
/// one of `tests/mutants`.
const INSTEAD: &str = "ADMIRALTY_SECOND";

/// The most fields of a board that is printed.
const FIELDS_MAX: u64 = 1_000_000;

/// How many scripts were refused, by form of the command and reason.
type Refusals = BTreeMap<(String, String), u64>;

#[apply(trials)]
fn all() -> Vec<Trial> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (fixtures, reference) = (
        root.join("fixtures"),
        root.join("../shared/reference-tests"),
    );
    let no_reference = format!("there is no {}", reference.display());
    let no_reference = (!reference.is_dir()).then_some(&*no_reference);
    let long = Some("it takes minutes");
    let no_python = python().is_none().then_some("there is no python3");
    let trial = |name: &str, skipped: Option<&str>, test: fn(&Path), folder: PathBuf| {
        named(
            &format!("second::{name}"),
            no_python.or(skipped),
            move || {
                test(&folder);
                Ok(())
            },
        )
    };
    vec![
        trial(
            "short scripts of a small scope agree",
            None,
            |_| small_scope::compare(small_scope::LINES_SHORT),
            PathBuf::new(),
        ),
        trial(
            "all scripts of a small scope agree",
            long,
            |_| small_scope::compare(small_scope::LINES),
            PathBuf::new(),
        ),
        trial("random scripts agree", None, |_| few(), PathBuf::new()),
        trial("fixtures agree", None, scripts_agree, fixtures),
        trial(
            "reference tests agree",
            no_reference,
            scripts_agree,
            reference,
        ),
        trial(
            "many random scripts agree",
            long,
            |_| many(),
            PathBuf::new(),
        ),
    ]
}

fn scripts_agree(folder: &Path) {
    let mut second = Second::start();
    let mut count = 0;
    for path in scripts_below(folder) {
        let script = std::fs::read(&path).expect("a script");
        second.compare(&script, &path.display().to_string());
        count += 1;
    }
    assert!(count >= 36, "only {count} scripts");
}

fn few() {
    let refusals = compare_random_scripts(scaled(SCRIPTS));
    for (form, reason) in COMMON {
        let cell = ((*form).to_owned(), (*reason).to_owned());
        assert!(refusals.contains_key(&cell), "no {form}: {reason}");
    }
}

/// Writes what was refused to `refusals.tsv` if `UPDATE` is set.
fn many() {
    let table = table(&compare_random_scripts(SCRIPTS_LONG));
    tell!("{table}");
    if golden::is_updating() {
        golden::check("tests/language/second/refusals.tsv", table);
    }
}

fn table(refusals: &Refusals) -> String {
    let mut table = "command\treason\tscripts\n".to_owned();
    for ((form, reason), count) in refusals {
        writeln!(table, "{form}\t{reason}\t{count}").expect("a string takes everything");
    }
    table
}

/// Compares scripts on all processors, each with a process of Python.
fn compare_random_scripts(count: u64) -> Refusals {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let every = |first: usize| {
        let mut second = Second::start();
        let mut refusals = Refusals::new();
        for seed in (first as u64..count).step_by(threads) {
            if let Some(cell) = second.compare(&draw(seed), &format!("script {seed}")) {
                *refusals.entry(cell).or_default() += 1;
            }
            if seed % 10_000 == 9_999 {
                tell!("{} scripts", seed + 1);
            }
        }
        refusals
    };
    let mut all = Refusals::new();
    thread::scope(|scope| {
        let running: Vec<_> = (0..threads)
            .map(|it| scope.spawn(move || every(it)))
            .collect();
        for refusals in running {
            for (cell, count) in refusals.join().expect("the scripts agree") {
                *all.entry(cell).or_default() += count;
            }
        }
    });
    all
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

/// The second implementation, which waits for scripts.
struct Second {
    process: Child,
    scripts: ChildStdin,
    outputs: BufReader<ChildStdout>,
}

impl Second {
    fn start() -> Self {
        let mut command = std::env::var_os(INSTEAD).map_or_else(
            || {
                let root = Path::new(env!("CARGO_MANIFEST_DIR"));
                let mut command = Command::new(python().expect("Python"));
                command.arg(root.join("tests/language/second/interpreter.py"));
                command
            },
            Command::new,
        );
        command.arg("--many");
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut process = command.spawn().expect("Python");
        let scripts = process.stdin.take().expect("it is piped");
        let outputs = BufReader::new(process.stdout.take().expect("it is piped"));
        Self {
            process,
            scripts,
            outputs,
        }
    }

    fn run(&mut self, script: &[u8]) -> Vec<u8> {
        self.send(script, &[]);
        self.receive()
    }

    /// The outputs of scripts with the same beginning, which is executed once.
    fn outputs(&mut self, begin: &[u8], ends: &[String]) -> Vec<Vec<u8>> {
        self.send(begin, ends);
        ends.iter().map(|_| self.receive()).collect()
    }

    fn send(&mut self, begin: &[u8], ends: &[String]) {
        let lengths = ends.iter().map(|end| format!(" {}", end.len()));
        let lengths: String = lengths.collect();
        let mut message = format!("{}{lengths}\n", begin.len()).into_bytes();
        message.extend_from_slice(begin);
        message.extend(ends.iter().flat_map(|end| end.bytes()));
        self.scripts.write_all(&message).expect("it reads");
    }

    fn receive(&mut self) -> Vec<u8> {
        let mut length = String::new();
        self.outputs.read_line(&mut length).expect("it prints");
        let mut output = vec![0; length.trim_end().parse().expect("a length")];
        self.outputs.read_exact(&mut output).expect("it prints");
        output
    }

    /// Compares both outputs of a script, unless it chooses a classic rule set or a huge board; returns
    /// what the script was refused for.
    #[track_caller]
    fn compare(&mut self, script: &[u8], name: &str) -> Option<(String, String)> {
        if script
            .split_str("\n")
            .any(|line| is_classic(line) || is_huge(line))
        {
            return None;
        }
        let output = execute(script);
        let second = self.run(script);
        assert!(
            output == second,
            "{name}:\n{}",
            say_difference(script, &output, &second)
        );
        refusal_of(&output)
    }
}

/// A script and two outputs that are not the same.
fn say_difference(script: &[u8], output: &[u8], second: &[u8]) -> String {
    let [script, output, second] = [script, output, second].map(BStr::new);
    format!("{script}\nthe program:\n{output}\nthe second implementation:\n{second}")
}

/// What a script was refused for, by its output: the form of a command, and the reason.
fn refusal_of(output: &[u8]) -> Option<(String, String)> {
    let last = output.trim_ascii_end().rsplit_str("\n").next()?;
    let last = last.strip_prefix(b"INVALID OPERATION \"")?;
    let (echo, reason) = last.rsplit_once_str("\": ")?;
    let [echo, reason] = [echo, reason].map(|text| text.to_str_lossy());
    Some((form(&echo, &reason), reason.into_owned()))
}

impl Drop for Second {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Whether a line chooses a board that is too large to be printed.
fn is_huge(line: &[u8]) -> bool {
    let mut words = line.fields_with(char::is_whitespace);
    let is_size = words.next() == Some(b"BOARD_SIZE");
    let side = |word: &[u8]| word.to_str().ok()?.parse::<u64>().ok();
    let sides: Option<Vec<_>> = words.map(side).collect();
    let fields = sides.into_iter().flatten().fold(1, u64::saturating_mul);
    is_size && fields > FIELDS_MAX
}

/// Whether a line chooses a classic rule set.
fn is_classic(line: &[u8]) -> bool {
    let mut words = line.fields_with(char::is_whitespace);
    words.next() == Some(b"RULES")
        && words.next().is_some_and(|name| {
            let mut classic = RuleSet::ALL.iter().skip(1);
            classic.any(|rules| rules.name.as_bytes() == name)
        })
}

/// The refused command, without its arguments.
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
