//! `admiralty judge` from outside: its command line, and programs that misbehave
//! in every way.
//!
//! This executable is also those programs, and checkers: `--mock-program KIND`
//! and `--mock-checker PROTOCOL` behave as one of them instead of testing. With
//! `--nocapture` it prints what each of the programs got.

#[cfg(target_os = "linux")]
mod suite;

fn main() {
    // What is left behind is looked for in `/proc`.
    #[cfg(target_os = "linux")]
    suite::main();
}
