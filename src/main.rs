//! The program `admiralty`: arguments in, exit code out.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::main()
}
