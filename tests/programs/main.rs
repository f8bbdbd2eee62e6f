//! Tests of the program from outside that use files or other programs: golden files,
//! the arena with its bots, the judge with misbehaving programs.
//!
//! This executable also plays the part of those programs: with `--mock-bot KIND`,
//! `--mock-live-bot KIND`, `--mock-program KIND` or `--mock-checker PROTOCOL` it behaves
//! as one of them, and with `--scout` as the Rust bot in `examples/bots`. With `--nocapture` it
//! prints the verdicts of the judged programs.

#[path = "../arena/mod.rs"]
mod arena;
#[cfg(target_os = "linux")]
#[path = "../support/attack.rs"]
mod attack;
// The commands need a Unix system.
#[cfg(unix)]
#[path = "../documents/commands.rs"]
mod documents;
#[path = "../language/golden.rs"]
mod golden;
// Leftover processes are searched for in `/proc`.
#[cfg(target_os = "linux")]
#[path = "../judge/mod.rs"]
mod judge;
#[path = "../../examples/bots/scout.rs"]
mod scout;
#[path = "../language/second/mod.rs"]
mod second;
#[cfg(unix)]
#[path = "../shards/mod.rs"]
mod shards;
#[cfg(target_os = "linux")]
#[path = "../cli/signals.rs"]
mod signals;
#[path = "../support/mod.rs"]
mod support;

use libtest_mimic::{Arguments, Failed, Trial};

/// A test and its name.
type Test = (&'static str, fn());

fn main() {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("--mock-bot") => return arena::bot::play(&args.next().unwrap_or_default()),
        Some("--mock-live-bot") => {
            return arena::bot::play_live(&args.next().unwrap_or_default());
        }
        Some("--scout") => {
            return scout::main().unwrap_or_else(|error| {
                eprintln!("{error}");
                std::process::exit(1);
            });
        }
        #[cfg(target_os = "linux")]
        Some("--mock-program") => {
            return judge::mock::program(&args.next().unwrap_or_default());
        }
        #[cfg(target_os = "linux")]
        Some("--mock-checker") => return judge::checkers::check(args),
        _ => {}
    }
    // Long tests first, so that no processor is idle at the end.
    let mut trials: Vec<_> = named("arena", arena::TESTS.iter().copied().flatten(), None).collect();
    #[cfg(unix)]
    {
        trials.extend(documents::trials());
        trials.extend(named(
            "shards",
            shards::TESTS.iter().copied().flatten(),
            None,
        ));
    }
    #[cfg(target_os = "linux")]
    {
        trials.extend(named("judge", judge::TESTS.into_iter().flatten(), None));
        trials.extend(named("signals", signals::TESTS, None));
        trials.extend(judge::hostile::trials());
        trials.extend(sandboxed("judge", judge::SANDBOXED));
        trials.extend(sandboxed("arena", arena::sandbox::SANDBOXED));
    }
    trials.extend(second::trials());
    trials.extend(golden::trials());
    trials.push(browser());
    let mut arguments = Arguments::from_args();
    // Most of these tests wait for other programs.
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    arguments.test_threads.get_or_insert(2 * processors);
    let conclusion = libtest_mimic::run(&arguments, trials);
    #[cfg(target_os = "linux")]
    if arguments.nocapture {
        judge::hostile::print_table();
    }
    conclusion.exit();
}

/// A test that is run, or skipped if there is a reason, which becomes a part of its name.
fn trial(
    name: &str,
    skipped: Option<&str>,
    test: impl FnOnce() -> Result<(), Failed> + Send + 'static,
) -> Trial {
    let reason = skipped.map_or(String::new(), |reason| format!(", skipped: {reason}"));
    Trial::test(format!("{name}{reason}"), test).with_ignored_flag(skipped.is_some())
}

/// The pages in a browser, which `cargo test` does not need.
fn browser() -> Trial {
    let test = || {
        let mut node = std::process::Command::new("node");
        node.args(["tests/browser/run.mjs", "--admiralty"]);
        match node.arg(env!("CARGO_BIN_EXE_admiralty")).status() {
            Ok(status) if status.success() => Ok(()),
            ended => Err(format!("{ended:?}; see `.ci/run`").into()),
        }
    };
    trial("pages in a browser", Some("it is run by .ci/run"), test)
}

/// Tests that are skipped if the kernel does not support the sandbox.
#[cfg(target_os = "linux")]
fn sandboxed(module: &str, tests: &'static [Test]) -> impl Iterator<Item = Trial> {
    let skipped = (!has_sandbox()).then_some("the sandbox of this kernel has gaps");
    named(module, tests, skipped)
}

/// Whether the kernel supports the whole sandbox.
#[cfg(target_os = "linux")]
pub fn has_sandbox() -> bool {
    use admiralty_process::{HiddenPaths, MetadataChanges, Sandbox};
    let sandbox = Sandbox::new(HiddenPaths::default(), &[], MetadataChanges::Fail);
    sandbox.is_ok_and(|sandbox| sandbox.gaps().is_empty())
}

/// The tests of a module, named after it.
fn named(
    module: &str,
    tests: impl IntoIterator<Item = &'static Test>,
    skipped: Option<&str>,
) -> impl Iterator<Item = Trial> {
    tests.into_iter().map(move |&(name, test)| {
        trial(&format!("{module}::{name}"), skipped, move || {
            test();
            Ok(())
        })
    })
}
