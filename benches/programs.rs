//! Whole runs of the program against yardsticks of the system.
//!
//! `cargo bench --profile dist --package admiralty-benches --bench programs` generates the inputs, alternates runs of the program and
//! its yardstick, and prints a table of medians and their ratios. A number after `--` sets
//! the number of runs; a word selects the rows that contain it.

mod inputs;
mod program;

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use program::ADMIRALTY;

const RUNS: usize = 15;

/// One row of the table.
struct Row {
    work: &'static str,
    yardstick: &'static str,
    /// The bound on the ratio, as printed in the table.
    bound: &'static str,
    script: fn() -> String,
    /// The race between the program and the yardstick, given the script and its output.
    race: fn(&Files) -> (JudgingTask, JudgingTask),
}

/// A script, and what the program prints for it.
struct Files {
    script: PathBuf,
    output: PathBuf,
}

/// Something to time.
struct JudgingTask {
    command: Command,
    /// Where its input comes from.
    input: Option<PathBuf>,
    /// Whether its output is read through a pipe or discarded.
    is_piped: bool,
}

const ROWS: &[Row] = &[
    Row {
        work: "200,000 basic turns of one SHOOT each",
        yardstick: "`wc -w` of the script",
        bound: "0.5",
        script: inputs::basic_turns,
        race: against_wc,
    },
    Row {
        work: "200,000 turns of two MOVEs each, 60 x 60",
        yardstick: "`wc -w` of the script",
        bound: "0.5",
        script: inputs::moves,
        race: against_wc,
    },
    Row {
        work: "300,000 REEFs in random order, 1000 x 1000, PRINT 0, SAVE",
        yardstick: "`wc -w` of the script",
        bound: "1.5",
        script: inputs::reefs,
        race: against_wc,
    },
    Row {
        work: "200,000 basic turns of one SHOOT each",
        yardstick: "`wc -l` of the script",
        bound: "7",
        script: inputs::basic_turns,
        race: against_wc_l,
    },
    Row {
        work: "200,000 turns of two MOVEs each, 60 x 60",
        yardstick: "`wc -l` of the script",
        bound: "10",
        script: inputs::moves,
        race: against_wc_l,
    },
    Row {
        work: "PRINT 0 fifty times, 1000 x 1000, 1,000 reefs, into a pipe",
        yardstick: "`cat` of the same bytes into a pipe",
        bound: "1.0",
        script: inputs::prints,
        race: |files| {
            (
                admiralty(files).piped(),
                JudgingTask::new("cat", &[&files.output], None).piped(),
            )
        },
    },
    Row {
        work: "a player's PRINT 0 a hundred times, 300 x 300, full fleets",
        yardstick: "`cat` of the same bytes piped to `wc -c`",
        bound: "1.5",
        script: inputs::player_prints,
        race: |files| {
            let [script, output] = [&files.script, &files.output].map(|path| path.display());
            let shell =
                |line: String| JudgingTask::new("sh", &[Path::new("-c"), Path::new(&line)], None);
            (
                shell(format!("{} < {script} | wc -c", *ADMIRALTY)),
                shell(format!("cat {output} | wc -c")),
            )
        },
    },
    Row {
        work: "40 AUTO_SHOOTING turns of 140 targets, 40 ships",
        yardstick: "`true`",
        bound: "under 1 ms a turn",
        script: inputs::auto_shooting,
        race: against_true,
    },
    Row {
        work: "8,000 AUTO_SHOOTING turns of one target, 8,000 ships",
        yardstick: "`wc -w` of the script",
        bound: "5",
        script: || inputs::auto_turns(8000),
        race: against_wc,
    },
    Row {
        work: "the same AUTO_SHOOTING turns, 16,000 ships",
        yardstick: "`wc -w` of the script",
        bound: "5",
        script: || inputs::auto_turns(16_000),
        race: against_wc,
    },
    Row {
        work: "one AUTO_SHOOTING turn of 240,000 targets, 240,000 ships",
        yardstick: "`wc -w` of the script",
        bound: "20",
        script: || inputs::auto_turn(240_000),
        race: against_wc,
    },
    Row {
        work: "one AUTO_SHOOTING turn of 480,000 targets, 480,000 ships",
        yardstick: "`wc -w` of the script",
        bound: "20",
        script: || inputs::auto_turn(480_000),
        race: against_wc,
    },
    Row {
        work: "one AUTO_SHOOTING turn of 120,000 targets that compete for ships",
        yardstick: "`wc -w` of the script",
        bound: "30",
        script: || inputs::crowded_turn(40_000),
        race: against_wc,
    },
    Row {
        work: "one AUTO_SHOOTING turn of 240,000 targets that compete for ships",
        yardstick: "`wc -w` of the script",
        bound: "30",
        script: || inputs::crowded_turn(80_000),
        race: against_wc,
    },
    Row {
        work: "start to exit on a small script",
        yardstick: "`true`",
        bound: "under 1 ms more",
        script: inputs::small,
        race: against_true,
    },
    Row {
        work: "36 cases of `true`, judged one after the other",
        yardstick: "a loop of `sh` with `cmp`",
        bound: "1.0",
        script: inputs::small,
        race: |files| judging(files, "1"),
    },
    Row {
        work: "36 cases of `true`, judged by two at a time",
        yardstick: "a loop of `sh` with `cmp`",
        bound: "1.0",
        script: inputs::small,
        race: |files| judging(files, "2"),
    },
];

/// The number of cases for judging a program that takes no time.
const CASES: usize = 36;

fn main() {
    let arguments: Vec<_> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    let runs = arguments
        .iter()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(RUNS);
    let word = arguments
        .iter()
        .find(|argument| argument.parse::<usize>().is_err());
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("Medians of {runs} runs each, in turn, after one that does not count.\n");
    println!("| work | script | program | yardstick | | ratio | at most |");
    println!("|---|---|---|---|---|---|---|");
    for (number, row) in ROWS.iter().enumerate() {
        if word.is_none_or(|word| row.work.contains(word.as_str())) {
            print_row(row, &prepare(row, folder.path(), number), runs);
        }
    }
    println!();
    print_memory(folder.path());
}

fn prepare(row: &Row, folder: &Path, number: usize) -> Files {
    let script = folder.join(format!("{number}.txt"));
    let output = folder.join(format!("{number}.out"));
    fs::write(&script, (row.script)()).expect("the script is written");
    let files = Files { script, output };
    let out = File::create(&files.output).expect("the output is created");
    let input = File::open(&files.script).expect("the script is there");
    let status = Command::new(&*ADMIRALTY)
        .stdin(input)
        .stdout(out)
        .status()
        .expect("it runs");
    assert!(status.success());
    let printed = fs::read(&files.output).expect("the output is there");
    assert!(
        !printed.windows(7).any(|window| window == b"INVALID"),
        "{}: a broken script",
        row.work
    );
    files
}

fn print_row(row: &Row, files: &Files, runs: usize) {
    let (mut program, mut yardstick) = (row.race)(files);
    let mut times = [Vec::new(), Vec::new()];
    for run in 0..=runs {
        let pair = [program.time(), yardstick.time()];
        if run > 0 {
            times[0].push(pair[0]);
            times[1].push(pair[1]);
        }
    }
    let [program, yardstick] = times.map(median);
    let size_bytes = fs::metadata(&files.script)
        .expect("the script is there")
        .len();
    let size_mb = size_bytes as f64 / 1e6;
    println!(
        "| {} | {size_mb:.1} MB | {:.2} ms | {:.2} ms | {} | {:.2} | {} |",
        row.work,
        program.as_secs_f64() * 1e3,
        yardstick.as_secs_f64() * 1e3,
        row.yardstick,
        program.as_secs_f64() / yardstick.as_secs_f64(),
        row.bound,
    );
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn against_wc(files: &Files) -> (JudgingTask, JudgingTask) {
    (
        admiralty(files),
        JudgingTask::new("wc", &[Path::new("-w"), &files.script], None),
    )
}

/// Against a program that reads the same bytes and does next to nothing else.
fn against_wc_l(files: &Files) -> (JudgingTask, JudgingTask) {
    (
        admiralty(files),
        JudgingTask::new("wc", &[Path::new("-l"), &files.script], None),
    )
}

fn against_true(files: &Files) -> (JudgingTask, JudgingTask) {
    (admiralty(files), JudgingTask::new("true", &[], None))
}

/// Judging `true` on copies of the script, and the usual shell loop without a judge.
fn judging(files: &Files, jobs: &str) -> (JudgingTask, JudgingTask) {
    let folder = files.script.with_extension("cases");
    fs::create_dir_all(&folder).expect("the folder is made");
    for case in 1..=CASES {
        let path = folder.join(format!("T{case}.in"));
        fs::copy(&files.script, &path).expect("the case is written");
        fs::write(path.with_extension("out"), "").expect("the answer is written");
    }
    let args = ["judge", "-j", jobs].map(Path::new);
    let args = [&args[..], &[&folder, Path::new("--"), Path::new("true")]].concat();
    let output = folder.join("output");
    let line = format!(
        "for i in {0}/*.in; do true < $i > {1}; cmp -s {1} ${{i%.in}}.out || exit 1; done",
        folder.display(),
        output.display()
    )
    // The one of the shell starts no program.
    .replace(
        "do true",
        "do $(command -v /usr/bin/true || echo /bin/true)",
    );
    let line = Path::new(&line);
    (
        JudgingTask::new(&ADMIRALTY, &args, None),
        JudgingTask::new("sh", &[Path::new("-c"), line], None),
    )
}

fn admiralty(files: &Files) -> JudgingTask {
    JudgingTask::new(&ADMIRALTY, &[], Some(files.script.clone()))
}

impl JudgingTask {
    fn new(program: &str, args: &[&Path], input: Option<PathBuf>) -> Self {
        let mut command = Command::new(program);
        command.args(args);
        Self {
            command,
            input,
            is_piped: false,
        }
    }

    fn piped(self) -> Self {
        Self {
            is_piped: true,
            ..self
        }
    }

    /// Runs it once, and measures the time from the start of the process to its end.
    fn time(&mut self) -> Duration {
        match &self.input {
            Some(path) => self
                .command
                .stdin(File::open(path).expect("the input is there")),
            None => self.command.stdin(Stdio::null()),
        };
        self.command.stdout(if self.is_piped {
            Stdio::piped()
        } else {
            Stdio::null()
        });
        let start = Instant::now();
        let mut child = self.command.spawn().expect("it starts");
        if let Some(mut pipe) = child.stdout.take() {
            let mut buffer = vec![0; 1 << 17];
            while pipe.read(&mut buffer).expect("a readable pipe") > 0 {}
        }
        let status = child.wait().expect("it ends");
        let time = start.elapsed();
        assert!(status.success());
        time
    }
}

/// Prints the peak memory by `time -v`, if installed: on the largest board, and of the
/// judge while a program prints endlessly.
fn print_memory(folder: &Path) {
    let script = folder.join("huge.txt");
    fs::write(&script, inputs::huge_board()).expect("the script is written");
    print_peak(
        "BOARD_SIZE 2000000000 2000000000, ships, moves, SAVE",
        &[],
        Some(&script),
    );
    let cases = folder.join("flood");
    fs::create_dir(&cases).expect("the folder is made");
    for name in ["T1.in", "T1.out"] {
        fs::write(cases.join(name), "").expect("the case is written");
    }
    let judge = ["judge", "--output", "100", "--cpu", "60"].map(Path::new);
    let args = [&judge[..], &[&cases, Path::new("--"), Path::new("yes")]].concat();
    print_peak("judging `yes`, 100 MiB of output", &args, None);
}

fn print_peak(work: &str, args: &[&Path], script: Option<&Path>) {
    let mut command = Command::new("/usr/bin/time");
    command.args(["-v", &*ADMIRALTY]).args(args);
    command.stdin(match script {
        Some(path) => Stdio::from(File::open(path).expect("the script is there")),
        None => Stdio::null(),
    });
    match command.stdout(Stdio::null()).output() {
        Ok(output) => {
            let report = String::from_utf8_lossy(&output.stderr).into_owned();
            let peak = report
                .lines()
                .find(|line| line.contains("Maximum resident"));
            println!("{work}: {}", peak.unwrap_or("?").trim());
        }
        Err(error) => println!("peak memory was not measured: /usr/bin/time: {error}"),
    }
}
