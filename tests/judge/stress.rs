//! Comparison of a program with this one on random scripts.

use std::io::{self, Read};
use std::thread::sleep;
use std::time::Duration;

use admiralty_core::script::Line;
use admiralty_core::script::Reason;
use bstr::ByteSlice;
#[cfg(target_os = "linux")]
use rustix::process::{Resource, Rlimit, getppid, prlimit};
use rustix::process::{Signal, kill_process};

use super::call::Judged;
use super::mock::print;
use super::room::Room;
use crate::support::{scaled, thinned};

/// Far more than needed: nothing here is about time.
const LIMITS: &str = "--cpu 100 --wall 600";
/// A few scripts before one that shows [`interpret`]'s usual mistake.
const FIRST: u64 = 100;

/// An interpreter that is correct or has one bug.
pub fn interpret(mistake: Option<&str>) {
    let mut script = Vec::new();
    io::stdin().read_to_end(&mut script).expect("a script");
    let mut output = Vec::new();
    admiralty_players::runner::run(&script[..], &mut output).expect("a vector takes everything");
    match mistake {
        None => print(&output),
        Some("crash") => {
            assert!(!output.contains_str("PRINT"), "PRINT is too much for me");
            print(&output);
        }
        Some("slow") => {
            sleep(Duration::from_millis(100));
            print(&output.replace("SHIP MOVED ALREADY", "SHIP CANNOT MOVE"));
        }
        #[cfg(target_os = "linux")]
        Some("choking") => {
            let output = output.replace("SHIP MOVED ALREADY", "SHIP CANNOT MOVE");
            if output.contains_str("SHIP CANNOT MOVE") {
                let few = Some(3);
                let files = Rlimit {
                    current: few,
                    maximum: few,
                };
                prlimit(getppid(), Resource::Nofile, files).expect("a limit");
            }
            print(&output);
        }
        Some("several") => {
            assert!(!script.is_empty(), "no script");
            let output =
                output.replace("SHIP ALREADY PRESENT", "ALL SHIPS OF THE CLASS ALREADY SET");
            let draw = |line: &[u8]| {
                if Line::is_board_text(line.trim_ascii_end()) {
                    line.replace("x", "+")
                } else {
                    line.to_vec()
                }
            };
            print(
                &output
                    .lines_with_terminator()
                    .flat_map(draw)
                    .collect::<Vec<_>>(),
            );
        }
        Some("calls") => print(&output.replace("FIELD ALREADY SHOT", "TOO MANY SHOOTS")),
        Some(_) => print(&output.replace("SHIP MOVED ALREADY", "SHIP CANNOT MOVE")),
    }
}

/// The report, without figures that depend on the machine.
fn without_figures(judged: &Judged) -> Vec<String> {
    let lines = judged.stdout.lines();
    let lines = lines.map(|line| match line.split_once(" s  ") {
        Some((begin, _)) => begin.split_at(begin.rfind(' ').unwrap_or(0)).0.to_owned(),
        None => line.to_owned(),
    });
    lines.collect()
}

#[apply(long_trial)]
fn a_mistake_is_found_and_made_short() {
    let room = Room::new();
    let stress = |more: &str| {
        let args = format!("stress --cases cases --scripts 100 --seed {FIRST} {LIMITS} {more}");
        room.admiralty(&args).mock("mistaken").expect(1)
    };
    let found = stress("-j 1");
    let case = found.stdout.split("stress-").nth(1).expect("a case");
    let name = format!("stress-{}", case.split('.').next().expect("a name"));
    let script = room.read(&format!("cases/{name}.in"));
    assert!(script.lines().count() <= 8, "{script}");
    for line in script.lines() {
        assert!(found.stdout.contains(line), "{line} in {}", found.stdout);
    }
    let answer = room.read(&format!("cases/{name}.out"));
    assert!(answer.ends_with(": SHIP MOVED ALREADY\n"), "{answer}");
    // Whichever thread is first, the first difference is found, and it stays one case.
    assert_eq!(without_figures(&stress("-j 4")), without_figures(&found));
    assert_eq!(
        room.path().join("cases").read_dir().expect("read").count(),
        2
    );
    // It is a case like any other.
    let judged = room
        .judge(&format!("cases {LIMITS}"))
        .mock("mistaken")
        .expect(1);
    judged.prints(format!("{name}  WA"));
    room.judge(&format!("cases {LIMITS}")).expect(0);
    // The seed alone finds it, and none before it does.
    let seed: u64 = name["stress-".len()..].parse().expect("a seed");
    let args = format!("stress --cases cases --scripts 1 --seed {seed} {LIMITS}");
    room.admiralty(&args).mock("mistaken").expect(1);
    let before = seed - FIRST;
    assert!(before > 0, "{seed}");
    let args = format!("stress --cases cases --scripts {before} --seed {FIRST} {LIMITS}");
    room.admiralty(&args).mock("mistaken").expect(0);
}

#[apply(trial)]
fn what_nobody_looks_at_is_written() {
    let room = Room::new();
    let args = format!("stress --cases cases --scripts 100 --seed {FIRST} --no-sandbox {LIMITS}");
    let mut going = room.admiralty(&args).mock("mistaken").start();
    drop(going.child.stdout.take());
    // Nothing of the report was printed.
    assert_eq!(going.end().status.code(), Some(3));
    let files = room.path().join("cases").read_dir().expect("read");
    assert_eq!(files.count(), 2);
}

#[apply(trial)]
fn a_crash_is_found() {
    let room = Room::new();
    let args = format!("stress --cases cases --scripts 500 --strict {LIMITS}");
    let found = room.admiralty(&args).mock("crashing").expect(1);
    assert!(found.stdout.contains("  RTE "), "{}", found.stdout);
    assert!(found.stdout.contains("too much for me"), "{}", found.stdout);
}

/// The program leaves the judge no files while its script is shortened.
#[cfg(target_os = "linux")]
#[apply(trial)]
fn a_judge_that_fails_says_so_in_its_exit_code() {
    let room = Room::new();
    room.write("cases/T1.in", "");
    let args = format!("stress --cases cases --scripts 500 --no-sandbox -j 1 {LIMITS}");
    let found = room.admiralty(&args).mock("choking").expect(3);
    found.prints("Too many open files");
}

/// Each is a separate case, and so is the empty input.
#[apply(trial)]
fn several_mistakes_are_found_one_by_one() {
    let room = Room::new();
    let args =
        format!("stress --cases cases --scripts 60 --findings 3 --without SPY,SAVE {LIMITS}");
    let found = room.admiralty(&args).mock("several").expect(1).stdout;
    let lines: Vec<_> = found.lines().collect();
    let heading = |at: usize| lines.get(at + 2).map(|line| line.trim());
    let is_head = |line: &str| line.contains(": seed ") || line.contains(": empty input ");
    let heads = (0..lines.len()).filter(|&at| is_head(lines[at]));
    // The order in which the seeds find them does not matter.
    let names = heads.filter_map(heading);
    let mut names: Vec<_> = names
        .map(|name| name.trim_start_matches("PLACE_"))
        .collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            "PRINT: a segment is healthy instead of destroyed, or the reverse",
            "SHIP: SHIP ALREADY PRESENT expected, ALL SHIPS OF THE CLASS ALREADY SET found",
            "empty input: exit status 101",
        ],
        "{found}"
    );
    assert!(
        lines.iter().any(|line| line.contains(", 3 findings")),
        "{found}"
    );
    let files = room.path().join("cases").read_dir().expect("read");
    assert_eq!(files.count(), 6);
    assert_eq!(room.read("cases/stress-empty.in"), "");
    assert_eq!(room.read("cases/stress-empty.out"), "");
}

#[apply(trial)]
fn a_right_program_is_left_in_peace() {
    for scope in ["", "--strict"] {
        let room = Room::new();
        let args = format!("stress --cases cases --scripts 40 --seed 7 {scope} {LIMITS}");
        let judged = room.admiralty(&args).mock("interpreting").expect(0);
        let end = "interpreting: 40 random scripts (seeds 7 to 46), no difference\n";
        judged.prints(end);
        assert_eq!(
            room.path().join("cases").read_dir().expect("read").count(),
            0
        );
    }
}

/// A program that prints nothing is wrong about everything, and what breaks no rule
/// of the assignment is soon left.
#[apply(trial)]
fn what_is_left_of_a_script_is_in_scope() {
    for seed in 0..scaled(3) {
        let room = Room::new();
        let args = format!("stress --cases cases --scripts 20 --seed {seed} {LIMITS} -- true");
        room.admiralty(&args).expect(1);
        let cases = room.path().join("cases").read_dir().expect("read");
        let mut answers = cases.map(|entry| entry.expect("an entry").path());
        let answer = answers.find(|path| path.extension() == Some("out".as_ref()));
        let answer = std::fs::read_to_string(answer.expect("an answer")).expect("text");
        for reason in &Reason::ALL {
            let is_open = !reason.is_of_assignment();
            assert!(!(is_open && answer.contains(reason.text())), "{answer}");
        }
    }
}

/// No user may write there.
#[apply(trial)]
fn what_is_found_is_shown_even_where_it_cannot_be_written() {
    let room = Room::new();
    let args = format!("stress --cases /proc --scripts 20 {LIMITS} -- true");
    let judged = room.admiralty(&args).expect(3);
    judged.prints("expected 1");
    judged.complains("cannot write");
}

#[apply(trial)]
fn cases_that_are_there_stay() {
    let room = Room::new();
    let stress = || {
        let args = format!("stress --cases cases --scripts 1 --seed 256 {LIMITS}");
        let found = room.admiralty(&args).mock("mistaken").expect(1).stdout;
        let path = found.split("written as a case: ").nth(1).expect("a path");
        path.split(" and ").next().expect("two paths").to_owned()
    };
    let first = stress();
    room.write(&first, "something else\n");
    let second = stress();
    assert_eq!(second, first.replace(".in", "-2.in"));
    assert_eq!(room.read(&first), "something else\n");
    assert_eq!(stress(), second, "the same case is not written again");
}

#[apply(trial)]
fn what_makes_no_sense_for_random_scripts() {
    let room = Room::with(&[("T1", "", "")]);
    for (args, message) in [
        ("--cases cases/T1.in", "is not a directory"),
        ("--cases nowhere", "is not a directory"),
        ("--findings 0", "--findings"),
        ("--without SPY,SPI", "AUTO_SHOOTING, "),
        ("--rules german:21", "from 10 to 20"),
        ("--rules russian:11", "a side of 10"),
        ("--rules chess", "no rule set chess"),
        ("--bless", "unexpected argument"),
        ("--checker x", "unexpected argument"),
        ("--", "there is no program after --"),
    ] {
        let judged = room.admiralty(&format!("stress {args}")).expect(2);
        judged.complains(message);
    }
}

#[apply(trial)]
fn a_mistake_in_a_classic_game_is_found() {
    for rules in thinned(["italian:12", "german:12", "german", "msx"], 2) {
        let room = Room::new();
        let stress = format!("stress --cases cases --scripts 100 --rules {rules} {LIMITS}");
        let found = room.admiralty(&stress).mock("miscalling").expect(1);
        let name = rules.split(':').next().expect("a name");
        let case = found.stdout.split(&format!("stress-{name}-")).nth(1);
        let seed = case.and_then(|case| case.split('.').next());
        let seed = seed.expect("a case");
        let script = room.read(&format!("cases/stress-{name}-{seed}.in"));
        assert!(script.lines().count() <= 14, "{script}");
        // The minimised script is still a game of the rule set.
        let lines = script.lines().filter(|line| !line.starts_with("[state]"));
        let first = lines.clone().next().expect("a command");
        let named = rules.replace(':', " ");
        assert!(first.starts_with(&format!("RULES {named}")), "{script}");
        let answer = room.read(&format!("cases/stress-{name}-{seed}.out"));
        assert!(answer.ends_with(": FIELD ALREADY SHOT\n"), "{answer}");
    }
    // A program that knows only `ships` is not asked about other rule sets.
    let args = format!("stress --cases cases --scripts 40 {LIMITS}");
    Room::new().admiralty(&args).mock("miscalling").expect(0);
}

/// Minimising takes several hundred runs, here about half a minute.
#[apply(trial)]
fn what_was_found_outlives_an_interruption() {
    let room = Room::new();
    let args = format!("stress --cases cases --scripts 1 --seed 256 {LIMITS}");
    let going = room.admiralty(&args).mock("slowly-mistaken").start();
    sleep(Duration::from_secs(5));
    kill_process(going.id(), Signal::INT).expect("sent");
    let judged = going.end();
    assert_eq!(judged.status.code(), Some(1), "{}", judged.stderr);
    let script = room.read("cases/stress-256.in");
    assert!(script.lines().count() > 7, "{script}");
    let answer = room.read("cases/stress-256.out");
    assert!(answer.ends_with(": SHIP MOVED ALREADY\n"), "{answer}");
}
