//! The instructions that whole runs of the program take, against those recorded.
//!
//! `cargo bench --profile release --package admiralty-benches --bench instructions` counts them with `valgrind --tool=callgrind`
//! and fails if a count differs by more than [`TOLERANCE`] from that in `benches/instructions.tsv`;
//! with `-- --update` it rewrites the file. Counts are those of a compiler: with another one, they
//! are printed and not compared.

#[expect(dead_code, reason = "the other benchmark has more rows")]
mod inputs;
mod program;

use std::ffi::OsString;
use std::fmt::Write;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use program::ADMIRALTY;

const RECORDED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/instructions.tsv");

/// How much a count may differ from the recorded one, as a share of it.
const TOLERANCE: f64 = 0.02;

/// A run of the program.
struct Work {
    name: &'static str,
    args: &'static str,
    script: fn() -> String,
}

const WORKS: &[Work] = &[
    Work {
        name: "200,000 basic turns of one SHOOT each",
        args: "",
        script: inputs::basic_turns,
    },
    Work {
        name: "200,000 turns of two MOVEs each",
        args: "",
        script: inputs::moves,
    },
    Work {
        name: "300,000 REEFs, PRINT 0, SAVE",
        args: "",
        script: inputs::reefs,
    },
    Work {
        name: "PRINT 0 fifty times, 1000 x 1000",
        args: "",
        script: inputs::prints,
    },
    Work {
        name: "a player's PRINT 0 a hundred times, 300 x 300",
        args: "",
        script: inputs::player_prints,
    },
    Work {
        name: "40 AUTO_SHOOTING turns of 140 targets",
        args: "",
        script: inputs::auto_shooting,
    },
    Work {
        name: "1,000 games of hasbro with density",
        args: "solo --strategy density --games 1000 -j 1",
        script: String::new,
    },
    Work {
        name: "5 games of hasbro with posterior",
        args: "solo --strategy posterior --games 5 -j 1",
        script: String::new,
    },
    Work {
        name: "a judged output of 3.8 MB",
        args: "validate small.in script feedback",
        script: inputs::reefs,
    },
    Work {
        name: "a page of 40 AUTO_SHOOTING turns",
        args: "replay - -o page.html",
        script: inputs::auto_shooting,
    },
    Work {
        name: "running the script of that page",
        args: "page.html",
        script: String::new,
    },
];

fn main() -> ExitCode {
    let update = std::env::args().any(|argument| argument == "--update");
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("valgrind is not installed: the instructions are not counted");
        return ExitCode::SUCCESS;
    }
    let compiler = compiler();
    let recorded = fs::read_to_string(RECORDED).unwrap_or_default();
    let (recorded_with, recorded) = recorded.split_once('\n').unwrap_or_default();
    let is_comparable = compiler == recorded_with;
    let directory = tempfile::tempdir().expect("a temporary directory");
    fs::write(directory.path().join("small.in"), inputs::small()).expect("the case is written");
    fs::create_dir(directory.path().join("feedback")).expect("the directory is made");
    let mut table = format!("{compiler}\n");
    let mut differing = 0;
    for work in WORKS {
        let count = instructions(work, directory.path());
        writeln!(table, "{}\t{count}", work.name).expect("a string takes all");
        let before = recorded.lines().find_map(|line| {
            let (name, count) = line.split_once('\t')?;
            (name == work.name).then(|| count.parse::<f64>().expect("a count"))
        });
        let ratio = before.map(|before| count as f64 / before);
        let is_within = ratio.is_some_and(|ratio| (ratio - 1.0).abs() <= TOLERANCE);
        let verdict = match ratio {
            Some(ratio) => format!("{ratio:.3} of the recorded"),
            None => "not recorded".to_owned(),
        };
        println!("{count:>14}  {}: {verdict}", work.name);
        differing += usize::from(!is_within);
    }
    if update {
        fs::write(RECORDED, table).expect("the record is written");
    } else if !is_comparable {
        println!("recorded with {recorded_with}, counted with {compiler}: not compared");
    } else if differing > 0 {
        println!(
            "{differing} counts differ by more than 2 %; if they should, record them: -- --update"
        );
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// The output of `rustc --version`.
fn compiler() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let output = Command::new(rustc).arg("--version").output();
    String::from_utf8_lossy(&output.expect("the compiler").stdout)
        .trim()
        .to_owned()
}

fn instructions(work: &Work, directory: &Path) -> u64 {
    let script = directory.join("script");
    fs::write(&script, (work.script)()).expect("the script is written");
    let output = Command::new("valgrind")
        .args([
            "--tool=callgrind",
            "--callgrind-out-file=/dev/null",
            &ADMIRALTY,
        ])
        .args(work.args.split_whitespace())
        .current_dir(directory)
        .stdin(File::open(script).expect("the script is there"))
        .stdout(Stdio::null())
        .output()
        .expect("valgrind starts");
    let report = String::from_utf8_lossy(&output.stderr);
    // `validate` accepts an output with 42.
    let is_right = matches!(output.status.code(), Some(0 | 42));
    assert!(is_right, "{}: {report}", work.name);
    let collected = report
        .lines()
        .find_map(|line| line.split_once("Collected : "));
    let (_, count) = collected.expect("the line with the count");
    count.trim().parse().expect("a count")
}
