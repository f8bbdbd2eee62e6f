//! Completions and manual pages, generated from the definition of the arguments.

use std::io;

use clap::CommandFactory;
use clap_complete::Shell;

use super::{Cli, CliError};

pub fn completions(shell: Shell) -> Result<(), CliError> {
    let mut command = Cli::command();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, "admiralty", &mut script);
    print(&script)
}

pub fn man(subcommand: Option<&str>) -> Result<(), CliError> {
    let mut command = Cli::command();
    command.build();
    let command = match subcommand {
        None => command,
        Some(name) => match command.find_subcommand(name) {
            Some(subcommand) => subcommand.clone(),
            None => return Err(CliError::Usage(format!("there is no subcommand {name}"))),
        },
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print(&page)
}

fn print(bytes: &[u8]) -> Result<(), CliError> {
    Ok(io::Write::write_all(&mut io::stdout(), bytes)?)
}
