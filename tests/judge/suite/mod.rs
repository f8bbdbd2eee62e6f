//! The tests, and who plays in them.

mod bless;
mod call;
mod cases;
mod checkers;
mod daemons;
mod expectations;
mod hostile;
mod itself;
mod many;
mod mock;
mod orders;
mod results;
mod room;
mod runs;
mod sandbox;
mod selection;
mod signals;
mod stress;
mod watch;

use libtest_mimic::{Arguments, Trial};

/// A test and its name.
type Test = (&'static str, fn());

pub fn main() {
    let mut args = std::env::args().skip(1);
    match args.next().as_deref() {
        Some("--mock-program") => return mock::program(&args.next().unwrap_or_default()),
        Some("--mock-checker") => return checkers::check(args),
        _ => {}
    }
    let tests: [&[Test]; 13] = [
        bless::TESTS,
        cases::TESTS,
        checkers::TESTS,
        expectations::TESTS,
        itself::TESTS,
        many::TESTS,
        results::TESTS,
        runs::TESTS,
        sandbox::TESTS,
        selection::TESTS,
        signals::TESTS,
        stress::TESTS,
        watch::TESTS,
    ];
    let trials = tests.into_iter().flatten().map(|&(name, test)| {
        Trial::test(name, move || {
            test();
            Ok(())
        })
    });
    let arguments = Arguments::from_args();
    let conclusion = libtest_mimic::run(&arguments, trials.chain(hostile::trials()).collect());
    if arguments.nocapture {
        hostile::print_table();
    }
    conclusion.exit();
}
