//! Single runs of programs, through the library.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use admiralty_process::{
    self, FinishedRun, Limit, Limits, Program, RunError, StdinSource, Termination, Usage,
};

use super::call::HANG;
use super::mock::{ANSWER, LARGE_INPUT};
use super::room::Room;

/// A child starts as a copy of its parent, whose memory must not count.
#[apply(trial)]
fn what_a_program_has_from_us_is_not_counted() {
    let limits = Limits {
        memory: Some(64 << 20),
        ..LIMITS
    };
    let eaten = vec![1_u8; 100 << 20];
    let (run, _) = result(&mock("right"), b"", &limits);
    assert!(eaten.iter().all(|&byte| byte == 1));
    assert_eq!(run.end, Termination::Exited(0));
    assert!(run.usage.memory < 64 << 20, "{:?}", run.usage);
}

const LIMITS: Limits = Limits {
    cpu: Some(Duration::from_secs(60)),
    wall: HANG,
    memory: Some(256 << 20),
    output: 1 << 30,
    file: None,
    files: Limits::FILES_BYTES,
    processes: Some(64),
};

fn mock(kind: &str) -> Program {
    let executable = std::env::current_exe().expect("a path");
    Program::new([
        executable.into_os_string(),
        "--mock-program".into(),
        kind.into(),
    ])
}

fn result(program: &Program, input: &[u8], limits: &Limits) -> (FinishedRun, Vec<u8>) {
    let mut output = Vec::new();
    let run = admiralty_process::run(
        program,
        &StdinSource::Bytes(input),
        limits,
        &mut output,
        &|_| false,
    );
    (run.expect("a run"), output)
}

#[apply(trial)]
fn input_that_is_not_read_holds_nothing_up() {
    let input = vec![b'x'; LARGE_INPUT];
    for kind in ["half-deaf", "right"] {
        let (run, output) = result(&mock(kind), &input, &LIMITS);
        assert_eq!(
            (run.end, output.as_slice()),
            (Termination::Exited(0), ANSWER.as_bytes())
        );
    }
    let (run, _) = result(&mock("aborting"), &input, &LIMITS);
    assert_eq!(run.end, Termination::Signalled(6));
}

/// Both directions at the same time, with more data than a pipe holds.
#[apply(trial)]
fn bytes_go_through_whole() {
    let input: Vec<u8> = (0..1_000_000_u32).flat_map(u32::to_le_bytes).collect();
    let (run, output) = result(&Program::new(["cat"]), &input, &LIMITS);
    assert_eq!(run.end, Termination::Exited(0));
    assert!(output == input);
}

#[apply(trial)]
fn an_output_that_is_not_taken_ends_the_run() {
    struct Full;
    impl io::Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let begun = Instant::now();
    let run = admiralty_process::run(
        &mock("sleeping"),
        &StdinSource::Bytes(b""),
        &LIMITS,
        &mut Full,
        &|_| false,
    );
    let Err(RunError::Machine(error)) = run else {
        panic!("{run:?}");
    };
    assert_eq!(error.kind(), io::ErrorKind::StorageFull);
    assert!(begun.elapsed() < LIMITS.wall);
}

#[apply(trial)]
fn nobody_waiting_ends_the_run() {
    let asked = AtomicUsize::new(0);
    let is_over = |_: &Usage| asked.fetch_add(1, Ordering::Relaxed) >= 10;
    let begun = Instant::now();
    let run = admiralty_process::run(
        &mock("sleeping"),
        &StdinSource::Bytes(b""),
        &LIMITS,
        &mut io::sink(),
        &is_over,
    );
    assert!(matches!(run, Err(RunError::Cancelled)), "{run:?}");
    assert!(begun.elapsed() < LIMITS.wall);
}

#[apply(trial)]
fn a_limit_of_output_is_met_to_the_byte() {
    for (limit, end) in [
        (5, Termination::Exited(0)),
        (4, Termination::Stopped(Limit::Output)),
    ] {
        let limits = Limits {
            output: limit,
            ..LIMITS
        };
        let (run, output) = result(&mock("right"), b"", &limits);
        assert_eq!((run.end, output.len() as u64), (end, limit));
    }
}

/// Without `admiralty judge`, which kills leftover processes.
#[apply(trial)]
fn a_run_ends_the_programs_group() {
    let room = Room::new();
    let mut program = mock("with-child");
    program.home = Some(room.path().join("home"));
    let (run, output) = result(&program, b"", &LIMITS);
    assert_eq!(
        (run.end, output.as_slice()),
        (Termination::Exited(0), ANSWER.as_bytes())
    );
    room.assert_nothing_left();
}

/// Processes of a shell of 30 MB, which share their pages; the last of them may end while they are
/// counted.
#[apply(trial)]
fn what_processes_share_is_counted_once() {
    let limits = Limits {
        memory: Some(80 << 20),
        ..LIMITS
    };
    let line =
        "x=$(printf %030000000d 0); for i in $(seq 80); do (:) & (:) & wait; done; echo ahoy";
    let (run, output) = result(&Program::new(["sh", "-c", line]), b"", &limits);
    assert_eq!(
        (run.end, output.as_slice()),
        (Termination::Exited(0), ANSWER.as_bytes())
    );
    // Memory that is not shared counts for each process.
    let line = "for i in 1 2 3; do (x=$(printf %030000000d 0); sleep 60; :) & done; wait";
    let (run, _) = result(&Program::new(["sh", "-c", line]), b"", &limits);
    assert_eq!(run.end, Termination::Stopped(Limit::Memory));
}
