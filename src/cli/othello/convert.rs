//! `--to`: games in another format.

use std::io::Write;

use admiralty::othello::transcript::{Format, WriteError, Writer};

use super::faults::Faults;
use super::input::Inputs;
use crate::cli::{CliError, streams};

/// Writes the legal games in a format, and reports why others are left out.
pub fn convert(inputs: &Inputs<'_>, format: Format) -> Result<u8, CliError> {
    let mut writer = Writer::new(streams::output()?, format);
    let mut faults = Faults::default();
    inputs.each(|input| {
        if format == Format::Plain && !input.is_only_game() {
            return Err(CliError::Usage(format!(
                "{} has several games, and a plain text is one: --to lines has one a line",
                input.name
            )));
        }
        input.each_game(&inputs.progress, |entry| {
            let Some(game) = faults.legal_game(&entry) else {
                return Ok(());
            };
            match inputs.progress.aside(|| writer.game(game)) {
                Err(WriteError::Io(error)) => return Err(error.into()),
                Err(why) => faults.push(|| format!("{}: {why}", entry.name())),
                Ok(()) => {}
            }
            Ok(())
        })
    })?;
    writer.finish()?.flush()?;
    faults.print()
}
