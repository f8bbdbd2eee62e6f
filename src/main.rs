//! The program `admiralty`: arguments in, exit status out.

use std::process::ExitCode;

mod cli;

fn main() -> ExitCode {
    cli::main()
}
