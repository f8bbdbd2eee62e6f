//! All tests that need the program, or several crates: a directory for each subject.
//!
//! `#[apply(trial)]` before a function makes it a test (`harness.rs`); nothing else is needed.
//!
//! This executable also plays the part of other programs: with `--mock-bot KIND`,
//! `--mock-live-bot KIND`, `--mock-program KIND` or `--mock-checker PROTOCOL` it behaves
//! as one of them, and with `--scout` as the Rust bot in `examples/bots`. With `--nocapture` it
//! prints what tests have measured.

#[macro_use(apply)]
extern crate macro_rules_attribute;

#[macro_use]
mod harness;

mod arena;
mod cli;
mod compare;
mod corpus;
mod documents;
mod editors;
// Leftover processes are searched for in `/proc`.
#[cfg(target_os = "linux")]
mod judge;
mod language;
#[path = "../fuzz/src/lib.rs"]
mod oracles;
mod othello;
mod pages;
mod play;
mod players;
#[path = "../examples/bots/scout.rs"]
mod scout;
#[cfg(unix)]
mod shards;
mod solo;
mod stress;
mod support;
mod tidy;

fn main() {
    let mut args = std::env::args().skip(1);
    let first = args.next();
    let mut kind = || args.next().unwrap_or_default();
    match first.as_deref() {
        Some("--mock-bot") => arena::bot::play(&kind()),
        Some("--mock-live-bot") => arena::bot::play_live(&kind()),
        Some("--scout") => scout::main().unwrap_or_else(|error| {
            eprintln!("{error}");
            std::process::exit(1);
        }),
        #[cfg(target_os = "linux")]
        Some("--mock-program") => judge::mock::program(&kind()),
        #[cfg(target_os = "linux")]
        Some("--mock-checker") => judge::checkers::check(args),
        _ => harness::run(),
    }
}
