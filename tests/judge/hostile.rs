//! Misbehaving programs: each gets its verdict in bounded time, and leaves no process
//! behind.

use std::fs;
use std::time::Duration;

use libtest_mimic::Trial;
use serde_json::Value;

use super::call::Judged;
use super::mock::{ANSWER, COMPLAINTS, LARGE_INPUT};
use super::room::Room;

/// The time limit for a call. Every call takes only seconds; the time limits below are
/// reached only by programs that are meant to exceed them.
const TIME_MAX: Duration = Duration::from_secs(60);
const LIMITS: &str = "--cpu 30 --wall 100";
/// For programs whose files are looked at afterwards.
const UNPROTECTED: &str = "--cpu 30 --wall 100 --no-sandbox";
/// The memory limit of the judge besides an output up to its limit, however much a program
/// prints.
const MEMORY_MAX: u64 = 32 << 20;
/// The maximum length of the report.
const TEXT_MAX: usize = 10_000;

/// The expected result of a kind of program.
#[derive(Clone, Copy)]
struct Row {
    kind: &'static str,
    /// The limits, if not [`LIMITS`].
    args: &'static str,
    verdict: &'static str,
    /// A part of the reported detail.
    detail: &'static str,
}

const fn row(kind: &'static str, verdict: &'static str, detail: &'static str) -> Row {
    let args = LIMITS;
    Row {
        kind,
        args,
        verdict,
        detail,
    }
}

const fn within(args: &'static str, row: Row) -> Row {
    Row { args, ..row }
}

const ROWS: &[Row] = &[
    row("right", "AC", ""),
    within("--wall 1.5", row("sleeping", "ILE", "more than 1.5 s")),
    within("--wall 1.5", row("stopped", "ILE", "more than 1.5 s")),
    within("--wall 1.5", row("dribbling", "ILE", "more than 1.5 s")),
    row("endless", "OLE", "more than 8 MiB"),
    row("endless-line", "OLE", "more than 8 MiB"),
    row("long-line", "WA", ""),
    row("gluttonous", "MLE", "more than 256 MiB"),
    row("reserving", "AC", ""),
    within(
        "--memory 4096 --cpu 30 --wall 100",
        row("bomb", "RTE", "more than 64 processes or 1024 threads"),
    ),
    within(
        "--memory 4096 --cpu 30 --wall 100",
        row("threaded", "RTE", "more than 64 processes or 1024 threads"),
    ),
    row("with-child", "AC", ""),
    row("with-child-in-group", "AC", ""),
    row("with-child-in-session", "AC", ""),
    row("with-many-in-sessions", "AC", ""),
    within(
        "--memory 4096 --cpu 30 --wall 100",
        row(
            "waiting-with-many-in-sessions",
            "RTE",
            "more than 64 processes or 1024 threads",
        ),
    ),
    row("with-gluttonous-daemon", "MLE", "more than 256 MiB"),
    within(
        "--cpu 0.5 --wall 60",
        row("with-busy-daemon", "TLE", "more than 0.5 s"),
    ),
    within(
        "--cpu 1 --wall 60",
        row("with-daemons-in-turn", "TLE", "more than 1 s"),
    ),
    row("with-brief-orphans", "AC", ""),
    within(
        "--cpu 0.5 --wall 60",
        row("forgetful", "TLE", "more than 0.5 s"),
    ),
    row("with-late-child", "AC", ""),
    row("with-flooding-child", "OLE", "more than 8 MiB"),
    row("without-feed", "AC", ""),
    within(
        "--compare exact",
        row("without-feed", "PE", "final-newline"),
    ),
    row("aborting", "RTE", "signal 6, SIGABRT"),
    row("segfaulting", "RTE", "signal 11, SIGSEGV"),
    row("killed", "RTE", "signal 9, SIGKILL"),
    row("exiting", "RTE", "exit status 3"),
    row("half-deaf", "AC", ""),
    row("closing", "AC", ""),
    row("closing-early", "WA", ""),
    within("--cpu 0.5 --wall 60", row("busy", "TLE", "more than 0.5 s")),
    within(
        "--cpu 1 --wall 60",
        row("with-busy-children", "TLE", "more than 1 s"),
    ),
    within(
        "--cpu 0.5 --wall 60",
        row("stubborn", "TLE", "more than 0.5 s"),
    ),
    row("garbage", "WA", ""),
    row("garbage-on-both", "WA", ""),
    within(UNPROTECTED, row("writing", "OLE", "more than 8 MiB")),
    within(UNPROTECTED, row("writing-on", "RTE", "exit status 101")),
    row("complaining", "AC", ""),
    row("complaining-wrongly", "WA", ""),
];

#[apply(trials)]
fn all() -> Vec<Trial> {
    let rows = ROWS.iter().map(|row| {
        let how = if row.args.contains("exact") {
            "_exactly"
        } else {
            ""
        };
        let name = format!("judge::hostile_{}{how}", row.kind.replace('-', "_"));
        Trial::test(name, || {
            judge(row);
            Ok(())
        })
    });
    let floods = ["endless", "endless-line", "endless-garbage"].map(|kind| {
        let name = format!("judge::stays_small_beside_{kind}").replace('-', "_");
        Trial::test(name, move || {
            flooded(kind);
            Ok(())
        })
    });
    rows.chain(floods).collect()
}

fn judge(row: &Row) {
    let room = Room::with(&[("case", "ahoy\n", ANSWER)]);
    if row.kind == "half-deaf" {
        room.write("cases/case.in", vec![b'x'; LARGE_INPUT]);
    }
    let call = room.judge(&format!("cases --json=report.json {}", row.args));
    let judged = call.mock(row.kind).run();
    let report = room.json("report.json");
    let case = &report["cases"][0];
    tell(row, case, &judged);
    assert_eq!(case["verdict"], row.verdict, "{}", judged.stdout);
    let detail = case["detail"].as_str().unwrap_or_default();
    assert!(detail.contains(row.detail), "{detail}");
    assert!(row.verdict != "AC" || detail.is_empty(), "{detail}");
    let status = i32::from(row.verdict != "AC");
    assert_eq!(judged.status.code(), Some(status));
    assert!(judged.time < TIME_MAX, "{:?}", judged.time);
    assert_eq!(judged.stderr, "");
    assert!(judged.stdout.len() < TEXT_MAX, "{}", judged.stdout.len());
    assert_no_controls(&judged.stdout);
    let left = room.path().join("tmp").read_dir().expect("a folder");
    assert_eq!(left.count(), 0);
    match row.kind {
        "gluttonous" | "with-gluttonous-daemon" => {
            assert!(case["memory_bytes"].as_u64() > Some(256 << 20));
        }
        "reserving" => assert!(case["memory_bytes"].as_u64() < Some(256 << 20)),
        "writing" | "writing-on" => {
            let written = fs::metadata(room.path().join("much")).expect("a file");
            assert_eq!(written.len(), 8 << 20);
        }
        "complaining-wrongly" => {
            let last = format!("  complaint {COMPLAINTS}\n");
            judged.prints(&last);
            assert_eq!(judged.stdout.matches("complaint ").count(), 8);
            let kept = case["stderr"].as_str().expect("text");
            // Without the line whose beginning is lost.
            assert!((4000..4 << 10).contains(&kept.len()), "{}", kept.len());
        }
        _ => {}
    }
}

/// The output is stored up to its limit and not beyond.
fn flooded(kind: &'static str) {
    let room = Room::with(&[("case", "", ANSWER)]);
    room.seal_tmp();
    let call = room.judge(&format!(
        "cases --no-sandbox --json=report.json --output 40 {LIMITS}"
    ));
    let judged = call.mock(kind).run();
    let report = room.json("report.json");
    let case = &report["cases"][0];
    tell(&within("--output 40", row(kind, "OLE", "")), case, &judged);
    assert_eq!(case["verdict"], "OLE", "{}", judged.stdout);
    let memory_max = MEMORY_MAX + (40 << 20);
    assert!(judged.memory < memory_max, "{} bytes", judged.memory);
    assert!(judged.stdout.len() < TEXT_MAX, "{}", judged.stdout.len());
    assert!(room.is_tmp_untouched());
}

#[track_caller]
pub fn assert_no_controls(text: &str) {
    let control = text.chars().find(|&c| c.is_control() && c != '\n');
    assert_eq!(control, None, "{text:?}");
}

fn tell(row: &Row, case: &Value, judged: &Judged) {
    let limits = if row.args == LIMITS { "" } else { row.args };
    let seconds = |key: &str| case[key].as_f64().unwrap_or_default();
    let memory = case["memory_bytes"].as_u64().unwrap_or_default();
    tell!(
        "{:40} {:7} {:6.2} s  {:6.2} s  {:6} MiB  {:5.2} s {:5} MiB  {}",
        format!("{} {}", row.kind, limits),
        case["verdict"].as_str().unwrap_or_default(),
        seconds("cpu_seconds"),
        seconds("wall_seconds"),
        memory >> 20,
        judged.time.as_secs_f64(),
        judged.memory >> 20,
        case["detail"].as_str().unwrap_or_default(),
    );
}
