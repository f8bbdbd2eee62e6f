//! The arena: fair pairs, fouls with names, journals, and games that replay.
//!
//! This executable is also the bots that play: `--mock-bot KIND` behaves as one
//! of them instead of testing.

mod bot;
mod fairness;
mod fouls;
mod journal;
mod levels;
mod program;
mod records;
#[path = "../support/mod.rs"]
mod support;
mod table;

use libtest_mimic::{Arguments, Trial};

/// A test and its name.
type Test = (&'static str, fn());

fn main() {
    let mut args = std::env::args().skip(1);
    if args.next().as_deref() == Some("--mock-bot") {
        bot::play(&args.next().unwrap_or_default());
        return;
    }
    let tests: [&[Test]; 6] = [
        fairness::TESTS,
        fouls::TESTS,
        journal::TESTS,
        levels::TESTS,
        program::TESTS,
        records::TESTS,
    ];
    let trials = tests.into_iter().flatten().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit();
}
