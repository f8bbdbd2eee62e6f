//! Judging a class that is continued from a file of results.

use std::fs;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use admiralty_core::rng::Rng;
use admiralty_results::partial_path;
use rustix::process::{Signal, kill_process};
use serde_json::Value;

use super::call::Judged;
use super::many::executable;
use super::room::{Room, within};
use crate::support::{scaled, thinned};

/// JSON without what differs from run to run.
pub fn timeless(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            for name in [
                "cpu_seconds",
                "wall_seconds",
                "memory_bytes",
                "stderr",
                "provenance",
            ] {
                members.remove(name);
            }
            for member in members.values_mut() {
                *member = timeless(member.take());
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| *item = timeless(item.take())),
        _ => {}
    }
    value
}

const CASES: usize = 4;

/// A class whose programs note each of their runs: the time limit is reached, outputs are wrong, a
/// program crashes or cannot be started.
fn class() -> Room {
    let room = Room::new();
    for case in 1..=CASES {
        room.write(&format!("cases/T{case}.in"), format!("T{case}\n"));
        room.write(&format!("cases/T{case}.out"), format!("T{case}\n"));
    }
    for (name, text) in [
        ("anna", "echo $case"),
        ("bob", "[ $case = T3 ] && case=oops; echo $case"),
        (
            "carl",
            "case $case in T4) exec sleep 300;; esac; echo $case",
        ),
        ("dora", "case $case in T1|T4) exec sleep 300;; esac"),
        (
            "emil",
            "echo $case; [ $case = T2 ] && kill -SEGV $$; exit 0",
        ),
    ] {
        program(&room, name, text);
    }
    executable(&room, "fred", "#!/does/not/exist\n");
    room.write("programs/notes", "");
    room
}

fn program(room: &Room, name: &str, text: &str) {
    let note = "read case; echo \"$0 $case\" >> \"$HOME/../runs\"; sleep 0.03";
    executable(room, name, &format!("#!/bin/sh\n{note}\n{text}\n"));
}

/// As many programs run, and as many that are idle.
const JOBS: usize = 6;

const ARGS: &str =
    "grade cases programs --no-build --no-sandbox --wall 1 -j 3 --out file --json=json";

/// How many results were reused, by the message.
fn taken(judged: &Judged) -> usize {
    let line = judged
        .stderr
        .lines()
        .find(|line| line.ends_with(" results from file"));
    let number = line.and_then(|line| line.split(' ').nth(2));
    number.map_or(0, |number| number.parse().expect("a number"))
}

/// The pairs of programs and cases that were run since the last call, in order. A run near a time limit
/// is repeated, and counts once.
fn runs(room: &Room) -> Vec<String> {
    let path = room.path().join("runs");
    let text = fs::read_to_string(&path).unwrap_or_default();
    let _ = fs::remove_file(path);
    let run = |line: &str| line.rsplit('/').next().expect("a name").to_owned();
    let mut runs: Vec<_> = text.lines().map(run).collect();
    runs.sort();
    runs.dedup();
    runs
}

/// The pairs of programs and cases in the file, which may be incomplete, in order.
fn results(room: &Room) -> Vec<String> {
    let path = room.path().join("file");
    let text = fs::read_to_string(partial_path(&path)).or_else(|_| fs::read_to_string(path));
    let text = text.unwrap_or_default();
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let lines = whole.lines().skip(1).filter_map(|line| {
        let line: Value = serde_json::from_str(line).expect("JSON");
        // Others are of builds, or the last line.
        let case = line["key"]["case"].as_str()?;
        let program = line["key"]["program"].as_str().expect("a name");
        Some(format!("{program} {case}"))
    });
    let mut lines: Vec<_> = lines.collect();
    lines.sort();
    lines
}

fn remove_file(room: &Room) {
    let path = room.path().join("file");
    let _ = fs::remove_file(partial_path(&path));
    let _ = fs::remove_file(path);
}

/// How many runs were not stored, because the judge was ended meanwhile.
fn cut_off(runs: &[String], stored: &[String]) -> usize {
    runs.iter().filter(|run| !stored.contains(run)).count()
}

#[track_caller]
fn assert_same(room: &Room, judged: &Judged, whole: &(Judged, Value), about: &str) {
    assert_eq!(judged.status, whole.0.status, "{about}: {}", judged.stderr);
    assert_eq!(judged.stdout, whole.0.stdout, "{about}");
    assert_eq!(timeless(room.json("json")), whole.1, "{about}");
}

fn judge(room: &Room, args: &str) -> Judged {
    room.admiralty(args).expect(1)
}

/// The result of judging in one go, without a file.
fn whole(room: &Room) -> (Judged, Value) {
    let judged = judge(room, &ARGS.replace("--out file", ""));
    runs(room);
    (judged, timeless(room.json("json")))
}

#[apply(trial)]
fn a_killed_class_is_continued() {
    let room = class();
    let whole = whole(&room);
    let time = u64::try_from(whole.0.time.as_millis()).expect("short");
    let mut interrupted = 0;
    for seed in 0..scaled(2) {
        let mut rng = Rng::seeded(seed);
        remove_file(&room);
        let going = room.admiralty(ARGS).start();
        sleep(Duration::from_millis(rng.below(time)));
        let signal = if seed % 2 == 1 {
            Signal::INT
        } else {
            Signal::KILL
        };
        let _ = kill_process(going.id(), signal);
        let judged = going.end();
        interrupted += usize::from(judged.status.code() != Some(1));
        let (before, stored) = (runs(&room), results(&room));
        // Results that were not stored belong to running cases.
        assert!(cut_off(&before, &stored) <= JOBS, "{before:?} {stored:?}");
        let judged = judge(&room, ARGS);
        assert_same(&room, &judged, &whole, &format!("seed {seed}"));
        assert_eq!(taken(&judged), stored.len());
        let again = runs(&room);
        assert!(
            again.iter().all(|run| !stored.contains(run)),
            "{again:?} {stored:?}"
        );
        let after = results(&room);
        assert!(stored.iter().all(|it| after.contains(it)), "{stored:?}");
        assert!(cut_off(&again, &after) <= JOBS, "{again:?} {after:?}");
        let judged = judge(&room, ARGS);
        assert_same(&room, &judged, &whole, &format!("seed {seed}"));
        assert_eq!(runs(&room), [""; 0]);
    }
    assert!(interrupted > 0, "{interrupted}");
}

/// A program is killed with the judge, and the cases judged before are not run again.
#[apply(trial)]
fn a_killed_shard_loses_no_judged_case() {
    let room = class();
    let whole = whole(&room);
    let args = |shard: &str| {
        format!("grade cases programs --no-build --no-sandbox --wall 1 -j 1 --shard {shard}")
    };
    let first = format!("{} --out file", args("1/2"));
    let going = room.admiralty(&first).start();
    assert!(within(Duration::from_secs(20), || results(&room).len()
        >= CASES + 2));
    let _ = kill_process(going.id(), Signal::KILL);
    assert_eq!(going.end().status.code(), None);
    let (before, stored) = (runs(&room), results(&room));
    let of_second = stored.iter().filter(|run| run.starts_with("carl")).count();
    assert!((1..CASES).contains(&of_second), "{stored:?}");
    assert!(cut_off(&before, &stored) <= 1, "{before:?} {stored:?}");
    room.admiralty(&first).expect(0);
    let after = runs(&room);
    let names = ["anna", "carl", "emil"];
    let all = names
        .iter()
        .flat_map(|name| (1..=CASES).map(move |case| format!("{name} T{case}")));
    let mut missing: Vec<_> = all.collect();
    missing.retain(|run| !stored.contains(run));
    assert_eq!(after, missing);
    room.admiralty(&format!("{} --out other", args("2/2")))
        .expect(0);
    let merged = room.admiralty("merge file other --json json").expect(1);
    assert_eq!(merged.stdout, whole.0.stdout);
    assert_eq!(timeless(room.json("json")), whole.1);
}

#[apply(trial)]
fn only_what_has_changed_is_judged_again() {
    let room = class();
    room.write(
        "cases/judge.toml",
        "[[group]]\nname = \"some\"\ncases = [\"T3\"]\npoints = 1\nlimits = { cpu = 1.0 }\n",
    );
    let all = judge(&room, ARGS);
    assert!(!all.stderr.contains("reusing"), "{}", all.stderr);
    let stored = results(&room);
    assert_eq!((runs(&room), stored.len()), (stored.clone(), 5 * CASES));
    let rerun = |args: &str| {
        let judged = judge(&room, args);
        (runs(&room), taken(&judged))
    };
    assert_eq!(rerun(ARGS), (vec![], stored.len()));
    let before = room.read("programs/carl");
    program(&room, "carl", "echo $case # new");
    let of_carl: Vec<_> = (1..=CASES).map(|case| format!("carl T{case}")).collect();
    assert_eq!(rerun(ARGS), (of_carl.clone(), 4 * CASES));
    // Only what holds is kept.
    executable(&room, "carl", &before);
    assert_eq!(rerun(ARGS), (of_carl, 4 * CASES));
    assert_eq!(rerun(ARGS), (vec![], 5 * CASES));
    assert_eq!(results(&room), stored);
    // A case, and what is expected of another.
    room.write("cases/T1.out", "T1\nmore\n");
    room.write("cases/expectations.txt", "T3 AC,WA\n");
    assert_eq!(rerun(ARGS), (vec![], 5 * (CASES - 2)));
    // The input of a case.
    room.write("cases/T2.in", "T2 \n");
    let (again, _) = rerun(ARGS);
    let is_of = |run: &String, case: &str| run.ends_with(case);
    assert!(
        again.len() == 5 && again.iter().all(|run| is_of(run, "T2")),
        "{again:?}"
    );
    // A limit of one case, and of all.
    let config = room.read("cases/judge.toml").replace("1.0", "1.5");
    room.write("cases/judge.toml", config);
    let (again, _) = rerun(ARGS);
    assert!(
        again.len() == 5 && again.iter().all(|run| is_of(run, "T3")),
        "{again:?}"
    );
    let (again, taken) = rerun(&format!("{ARGS} --memory 300"));
    assert_eq!((again.len(), taken), (5 * CASES, 0));
    // The run judges less, and the file keeps what it has.
    let stored = results(&room);
    let selection = "--memory 300 --filter T1";
    assert_eq!(rerun(&format!("{ARGS} {selection}")), (vec![], 5));
    fs::remove_file(room.path().join("programs/anna")).expect("removed");
    let (again, _) = rerun(&format!("{ARGS} --memory 300"));
    assert_eq!(again, [""; 0]);
    assert_eq!(results(&room), stored);
}

/// No program is started if only the comparison of outputs has changed, unless they are too long to be
/// kept, and the results are those of running all again.
#[apply(trial)]
fn only_outputs_are_compared_again() {
    let room = class();
    program(&room, "gina", "echo \"$case \"; exit 1");
    program(&room, "hans", "echo $case; head -c 1100000 /dev/zero");
    room.write("cases/judge.toml", "compare = 'exact'\n");
    let of_hans: Vec<_> = (1..=CASES).map(|case| format!("hans T{case}")).collect();
    judge(&room, ARGS);
    let stored = results(&room);
    runs(&room);
    // A case that is known to fail is not run twice.
    let without_counts = |mut report: Value| {
        for program in report["programs"].as_array_mut().expect("programs") {
            for case in program["cases"].as_array_mut().expect("cases") {
                let case = case.as_object_mut().expect("a case");
                case.retain(|name, _| !["runs", "worst_runs"].contains(&&**name));
            }
        }
        report
    };
    let changes = [
        ("T1\n", "compare = 'tokens'\n", ""),
        ("T1\n", "compare = 'tokens'\nexit-code = 'any'\n", ""),
        ("T1\n", "", "--exit-code any"),
        ("t1\n", "", "--compare caseless"),
        ("T1\nmore\n", "", ""),
    ];
    for (answer, config, options) in thinned(changes, 2) {
        room.write("cases/T1.out", answer);
        room.write("cases/judge.toml", config);
        let args = format!("{ARGS} {options}");
        let compared = judge(&room, &args);
        assert_eq!(runs(&room), of_hans, "{config}{options}");
        compared.complains("comparing outputs of");
        let report = without_counts(timeless(room.json("json")));
        let fresh = judge(&room, &args.replace("--out file", ""));
        assert_eq!(compared.stdout, fresh.stdout, "{config}{options}");
        assert_eq!(report, without_counts(timeless(room.json("json"))));
        runs(&room);
        assert_eq!(results(&room), stored);
    }
    // Runs that were asked for, and outputs that are gone.
    judge(&room, &format!("{ARGS} --repeat 2 --filter T3"));
    assert!(runs(&room).contains(&"anna T3".to_owned()));
    fs::remove_dir_all(room.path().join("file.outputs")).expect("removed");
    let args = format!("{ARGS} --compare tokens");
    let judged = judge(&room, &args);
    // What several programs have printed is there again as soon as one of them has been run.
    assert!(runs(&room).contains(&"gina T1".to_owned()));
    let fresh = judge(&room, &args.replace("--out file", ""));
    assert_eq!(judged.stdout, fresh.stdout);
}

/// The limit on the size of files is as good as a full disk.
#[apply(trial)]
fn a_full_disk_loses_nothing_that_was_written() {
    let room = class();
    let whole = whole(&room);
    let mut shell = Command::new("sh");
    let limited = "ulimit -S -f 10; exec \"$@\"";
    shell.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_admiralty")]);
    let judged = room.call(shell, &ARGS.replace("--json=json", "")).expect(3);
    judged.complains("File too large");
    judged.complains("judging continues, and will try again to write");
    assert_eq!(judged.stdout, whole.0.stdout);
    let (first, stored) = (runs(&room), results(&room));
    assert!(
        !stored.is_empty() && stored.len() < first.len(),
        "{stored:?}"
    );
    let judged = judge(&room, ARGS);
    assert_same(&room, &judged, &whole, "there is room again");
    assert_eq!(taken(&judged), stored.len());
    assert!(runs(&room).iter().all(|run| !stored.contains(run)));
    room.admiralty("grade cases programs --no-build --out /dev/full")
        .expect(2)
        .complains("/dev/full is not a regular file");
}

#[apply(trial)]
fn results_after_a_broken_line_are_judged_again() {
    let room = class();
    let whole = judge(&room, ARGS);
    let whole = (whole, timeless(room.json("json")));
    let stored = results(&room);
    runs(&room);
    let text = room.read("file");
    let mut lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| line.contains("\"case\":"));
    let fourth = first.expect("a result") + 3;
    let changed = lines[fourth].replace("\"program\":\"", "\"program\":\"x");
    lines[fourth] = &changed;
    room.write("file", lines.join("\n") + "\n");
    let judged = judge(&room, ARGS);
    assert_same(&room, &judged, &whole, "a broken line");
    let number = fourth + 1;
    judged.complains(format!(
        "line {number} of the results was broken; repeating it and the lines after it"
    ));
    assert_eq!((taken(&judged), runs(&room).len()), (3, stored.len() - 3));
    assert_eq!(results(&room), stored);
}

#[apply(trial)]
fn a_file_is_for_one_judge_at_a_time() {
    let room = class();
    let going = room.admiralty(&format!("{ARGS} --repeat 1")).start();
    assert!(within(Duration::from_secs(20), || !results(&room).is_empty()));
    room.admiralty(&ARGS.replace("=json", "=other"))
        .expect(2)
        .complains("another run is writing to ");
    assert_eq!(going.end().status.code(), Some(1));
    let judged = room
        .admiralty("grade cases programs --no-build --out cases/T1.in")
        .expect(2);
    judged.complains("T1.in is not a file of results");
    let judged = room
        .admiralty("grade cases programs --no-build --out f --json=f")
        .expect(2);
    judged.complains("two of --out, --json and --csv are the same file");
}

/// A shard is complete with them, and the next run judges these cases again.
#[apply(trial)]
fn what_the_judge_could_not_judge_is_judged_again() {
    let room = class();
    executable(&room, "../broken", "#!/bin/sh\nexit 3\n");
    let args = format!("{ARGS} --filter T2 --checker ./broken");
    // The checker is not asked about a program that crashes.
    for expected in [(0, 5), (1, 4)] {
        let judged = room.admiralty(&args).expect(3);
        assert_eq!((taken(&judged), runs(&room).len()), expected);
        assert_eq!(results(&room).len(), 5);
    }
    room.admiralty("merge file").expect(3).prints("J");
}
